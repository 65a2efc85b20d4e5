"""Keys that the schema does not know: what was meant, and whether a group of steps lacks its `do:`."""

import re
from collections.abc import Iterable
from itertools import pairwise, takewhile
from typing import Any

from rulewright.document.nodes import Entry, Mapping, Node, Scalar, Sequence
from rulewright.text import Code, Edit, Findings, Related, Span, did_you_mean, nearest

# What a sentence begins with. A step that begins otherwise, under a name much like a key of blocks, is that key.
_VERBS = (
    *("move", "draw", "put", "remove", "shuffle", "roll", "set", "add", "subtract", "pay", "let", "pick"),
    *("perform", "open", "show", "look", "say", "end", "nothing"),
)
# What a mapping may hold beside its keys proper; where nothing near is known these are shown last.
_NOTES = ("rule", "label", "why", "provenance", "was", "only", "shown")
# Keys that authors bring along, and the keys that may be meant, the likeliest first.
_FAMILIAR: dict[str, tuple[str, ...]] = {
    "when": ("if",), "condition": ("if", "needs"), "requires": ("needs",), "cost": ("needs",),
    "then": ("do",), "effect": ("do",), "steps": ("do",), "actions": ("choose", "do"), "options": ("choose",),
    "otherwise": ("else", "or"), "foreach": ("for",), "loop": ("repeat", "times"), "while": ("until",),
    "variables": ("let",), "player": ("by",), "pass": ("or",),
    "type": ("is", "bag"), "kind": ("is",), "of": ("is",), "component": ("bag",),
    "size": ("at_most", "grid"), "max": ("at_most",), "limit": ("at_most",), "capacity": ("at_most",),
    "contains": ("holds",), "content": ("holds",), "initial": ("start", "holds"), "value": ("start",),
    "visible": ("seen_by",), "visibility": ("seen_by",), "hidden": ("seen_by",), "owner": ("per",),
    "attributes": ("has", "fields"), "columns": ("has",), "cards": ("rows",), "entries": ("rows",),
    "description": ("why",), "comment": ("why",), "reason": ("why",), "note": ("why",), "name": ("label", "title"),
    "rules": ("rule",), "source": ("rule",), "choices": ("values",), "range": ("values",),
    "set": ("change",), "modify": ("change",), "override": ("replace",), "delete": ("remove",), "base": ("of",),
    "behind": ("after",), "excludes": ("conflicts",), "inherits": ("extends",), "parent": ("extends",),
    "depends": ("extends",), "edit": ("change",), "update": ("change",), "new": ("add",),
    "phases": ("play",), "turns": ("play",), "flow": ("play",), "rounds": ("play",), "end": ("finish",),
    "points": ("scoring",), "final_points": ("scoring",), "score": ("scoring",), "scores": ("scoring",),
    "invariants": ("always",), "functions": ("define",), "constants": ("numbers",), "cards_and_tokens": ("components",),
    "pieces": ("components",), "enums": ("kinds",), "types": ("kinds",), "state": ("variables",), "map": ("boards",),
    "triggers": ("whenever",), "procedures": ("routines",), "victory": ("winner",), "colours": ("seats",),
}  # fmt: skip
_FIRST = re.compile(r"\s*([a-z_][a-z0-9_]*)(\s*\()?")


def unknown_key(node: Mapping, schema: dict[str, Any], owner: Span, findings: Findings) -> None:
    """One finding for each key of a closed mapping that its schema does not know."""
    known = schema.get("properties", {})
    strangers = [entry for entry in node if entry.key.text not in known]
    for key in empty_keys(node, schema):
        below = _behind(node, key, schema)
        strangers = [entry for entry in strangers if entry not in below]
        _tell_unindented(node.entries[key].key, below, findings)
    where = schema.get("x-unknown")
    if where == "block" and len(schema.get("x-at-least-one", ())) and not _has_block_key(node, schema):
        return  # told by `x-at-least-one`: a group without `do:`
    title = schema.get("title", "this")
    free = sorted((name for name in known if name not in node.entries), key=_NOTES.__contains__)
    for entry in strangers:
        key, span = entry.key.text, entry.key.span
        if belongs_below(key, node, schema) is not None:
            continue  # told as a missing key
        if where == "block" and (near := misspelt(key, free)) is not None:
            message = f"`{key}` is no key of blocks"
            findings.error("key-misspelt", message, span, help=f"did you mean `{near}`?", fix=(Edit(span, near),))
            continue
        code: Code = "unknown-section" if where == "section" else "unknown-key"
        if where == "section":
            message = f"there is no section `{key}`"
        elif where == "block":
            message = f"`{key}` is no key of blocks"
        else:
            message = f"`{key}` is no key of {title.split(':')[0]}"
        help = did_you_mean(key, free)
        fix: tuple[Edit, ...] = ()
        first = key.split(" ", 1)[0]
        if " " in key and first in free:
            help = f"a colon follows the key: `{first}: {key[len(first) :].strip()}`"
        elif (meant := familiar(key, _at_home(free, node, schema)) or familiar(key, free)) is not None:
            help, fix = f"write `{meant}`", (Edit(span, meant),)
        elif title.startswith("a variant") and nearest(key, free) is None:
            help = f"what a variant changes stands below `change:`, `replace:` or `add:`, as `{key}.NAME: ..`"
        elif where == "block" and nearest(key, free) is None:
            help = "a step stands below `do:`"
        findings.error(code, message, span, help=help, fix=fix)


def empty_keys(node: Mapping, schema: dict[str, Any]) -> list[str]:
    """The keys without a value behind which keys stand that nobody knows: those belong below, and are not indented."""
    known = schema.get("properties", {})
    return [
        one.key.text for one, after in pairwise(node)
        if one.key.text in known and isinstance(one.value, Scalar) and one.value.kind == "null" and not one.value.text
        and after.key.text not in known and not near_key(after.key.text, schema)
    ]  # fmt: skip


def _behind(node: Mapping, key: str, schema: dict[str, Any]) -> list[Entry]:
    entries = list(node)
    at = next(n for n, entry in enumerate(entries) if entry.key.text == key)
    return list(takewhile(lambda e: e.key.text not in schema.get("properties", {}), entries[at + 1 :]))


def _tell_unindented(above: Scalar, below: list[Entry], findings: Findings) -> None:
    message = f"`{below[0].key.text}` stands beside `{above.text}`, which is empty, and not below it"
    help = f"indent {'these lines' if below[1:] else 'this line'} further than `{above.text}`"
    findings.error("yaml-indent", message, below[0].key.span, help=help, related=(Related(above.span, "empty"),))


def familiar(key: str, free: Iterable[str]) -> str | None:
    """The key that is meant by one that authors bring along from elsewhere."""
    return next((meant for meant in _FAMILIAR.get(key, ()) if meant in free), None)


def _at_home(free: list[str], node: Mapping, schema: dict[str, Any]) -> list[str]:
    """The keys that could stand in a mapping as it is: not `else` where there is no `if`."""
    one, all_of = schema.get("x-needs-one", {}), schema.get("dependencies", {})
    return [
        key for key in free
        if all(other in node.entries for other in all_of.get(key, ()))
        and (key not in one or any(other in node.entries for other in one[key]))
    ]  # fmt: skip


def near_key(key: str, schema: dict[str, Any]) -> bool:
    """Whether a key that the schema does not know is told as another one."""
    known = schema.get("properties", {})
    return key not in known and (misspelt(key, known) is not None or familiar(key, known) is not None)


def belongs_below(key: str, node: Mapping, schema: dict[str, Any]) -> str | None:
    """The missing key below which this one would stand: `rows` for the numbers of a table."""
    known = schema.get("properties", {})
    for missing in schema.get("required", ()):
        about = known.get(missing, {})
        takes_numbers = isinstance(about, dict) and "number" in str(about.get("propertyNames"))
        if missing not in node.entries and takes_numbers and key.lstrip("-").isdigit():
            return str(missing)
    return None


def unnamed_step(node: Mapping, schema: dict[str, Any], owner: Span, findings: Findings) -> None:
    """A mapping below a body that has no key of blocks: mostly a group of steps without its `do:`."""
    keys = schema_keys(schema)
    for entry in node:
        near = misspelt(entry.key.text, keys)
        if near is not None and not reads_as_step(entry.value, keys):
            message = f"`{entry.key.text}` is no key of blocks"
            fix = (Edit(entry.key.span, near),)
            findings.error("key-misspelt", message, entry.key.span, help=f"did you mean `{near}`?", fix=fix)
            return
    name = owner.text
    help = "put the steps one level deeper, below `do:`"
    findings.error("group-needs-do", f"`{name}` has none of the keys of a block", owner, help=help)


def reads_as_step(value: Node, keys: list[str]) -> bool:
    """Whether a value looks like a sentence, a call or a block."""
    match value:
        case Mapping():
            return any(key in value.entries for key in keys)
        case Sequence():
            return False
        case Scalar():
            first = _FIRST.match(value.text)
            if first is None:
                return False
            return (
                first.group(2) is not None or first.group(1) in _VERBS or misspelt(first.group(1), _VERBS) is not None
            )
    return False


def misspelt(word: str, known: Iterable[str]) -> str | None:
    """The known word that this one is a slip of: one letter wrong, missing, doubled or swapped, two in long words."""
    for name in known:
        allowed = 0 if len(name) < 3 else 1 if len(name) < 6 else 2
        if word != name and abs(len(word) - len(name)) <= allowed and _distance(word, name) <= allowed:
            return name
    return None


def schema_keys(schema: dict[str, Any]) -> list[str]:
    """The keys of blocks, without those that any mapping may hold."""
    return list(schema.get("x-at-least-one", schema.get("properties", {})))


def _has_block_key(node: Mapping, schema: dict[str, Any]) -> bool:
    return any(key in node.entries for key in schema_keys(schema))


def _distance(a: str, b: str) -> int:
    """How many letters to change, add, drop or swap with their neighbour."""
    two: list[int] = []
    one = list(range(len(b) + 1))
    for i, left in enumerate(a, 1):
        row = [i]
        for j, right in enumerate(b, 1):
            best = min(one[j] + 1, row[j - 1] + 1, one[j - 1] + (left != right))
            if i > 1 and j > 1 and left == b[j - 2] and a[i - 2] == right:
                best = min(best, two[j - 2] + 1)
            row.append(best)
        two, one = one, row
    return one[-1]
