"""Checks the shape of a document against a JSON schema, with findings in plain words at the exact nodes.

The schema is ordinary draft-07, so editors can use it too. Its `title`s are noun phrases, "one line" or "a list of
names", from which messages are made. Keywords of our own say what draft-07 can say only by `anyOf`: `x-exactly-one`,
`x-at-least-one` and `x-reserved` (none of them) list keys; `x-needs-one` says for a key which others must stand beside
it, at least one of them; `x-unknown` says what a mapping is (the "section"s of the
file, a "block", a "body"), for the message about a key that nobody knows.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

from rulewright.document.nodes import Mapping, Node, Scalar, Sequence
from rulewright.document.schema_refs import Resolver, Schema
from rulewright.document.shape_help import name_help, pattern_help, type_help
from rulewright.document.shape_keys import belongs_below, empty_keys, familiar, near_key, unknown_key, unnamed_step
from rulewright.text import Findings, Span, did_you_mean, nearest

_NAMES = {"object": "a mapping", "array": "a list", "string": "a text", "integer": "a whole number", "null": "nothing"}


def check_shape(node: Node, schema: Schema, findings: Findings) -> None:
    """Adds a finding for each place of the document that is not as the schema says. Never raises."""
    try:
        errors = list(_validator(_Key(schema)).iter_errors(_data(node)))
        paths = [tuple(e.absolute_path) for e in errors]
        unformed = {tuple(e.absolute_path): e.schema for e in errors if _is_unformed(e)}
        beside = {tuple(e.absolute_path): _empty_keys(e, node) for e in errors if e.validator == "additionalProperties"}
        empty = {(*path, key) for path, keys in beside.items() for key in keys}  # told with what stands beside them
        for error in errors:
            path = tuple(error.absolute_path)
            is_told = error.validator == "type" and path in empty
            if error.validator in ("minItems", "maxItems"):  # a wrong entry is mostly several, or a part of one
                is_told = any(len(p) > len(path) and p[: len(path)] == path for p in paths)
            if not is_told and not _follows(error, unformed):
                _report(error, node, findings)
    except RecursionError:  # the deepest file that can be read, checked from deep inside a host program
        findings.error("yaml", "too many levels inside each other", node.span)


class _Key:
    """A schema as a key of the cache: the same object is the same schema."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema

    def __hash__(self) -> int:
        return id(self.schema)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.schema is other.schema


@lru_cache(maxsize=8)
def _validator(key: _Key) -> Any:
    # Imported here because it costs more than all else that happens before a game is checked.
    from jsonschema import Draft7Validator, ValidationError, validators  # noqa: PLC0415

    def counted(fits: Callable[[int], bool]) -> Any:
        def check(validator: Any, keys: list[str], instance: Any, schema: Schema) -> Iterator[Any]:
            if isinstance(instance, dict) and not fits(sum(key in instance for key in keys)):
                yield ValidationError("the number of these keys")

        return check

    def needs_one(validator: Any, keys: dict[str, list[str]], instance: Any, schema: Schema) -> Iterator[Any]:
        for key, others in keys.items():
            if isinstance(instance, dict) and key in instance and not any(other in instance for other in others):
                yield ValidationError(key)

    more = {
        "x-exactly-one": counted(lambda n: n == 1),
        "x-at-least-one": counted(lambda n: n >= 1),
        "x-reserved": counted(lambda n: n == 0),
        "x-needs-one": needs_one,
    }
    extend: Any = validators.extend
    return extend(Draft7Validator, more)(Resolver(key.schema).resolve())


def _is_unformed(error: Any) -> bool:
    """Whether a mapping lacks the key that says what it is: a zone without `bag`, a board without `ring`."""
    return error.validator == "x-exactly-one" and not any(key in error.instance for key in error.validator_value)


def _follows(error: Any, unformed: dict[tuple[str | int, ...], Schema]) -> bool:
    """Whether an error is about a key that goes with the one which an unformed mapping lacks."""
    path = tuple(error.absolute_path)
    if path in unformed and error.validator == "dependencies":
        return True
    return bool(path) and path[-1] in unformed.get(path[:-1], {}).get("dependencies", {})


def _empty_keys(error: Any, root: Node) -> list[str]:
    node, _ = _walk(root, error.absolute_path)
    return empty_keys(node, error.schema) if isinstance(node, Mapping) else []


def _data(node: Node) -> Any:
    match node:
        case Mapping():
            return {key: _data(entry.value) for key, entry in node.entries.items()}
        case Sequence():
            return [_data(item) for item in node.items]
        case Scalar():
            return node.value
    return None


def _report(error: Any, root: Node, findings: Findings) -> None:
    path = list(error.absolute_path)
    node, owner = _walk(root, path)
    tell = _TELL.get(error.validator)
    if tell is not None:
        tell(error, node, owner, findings)
    elif error.validator is not None:  # None: a `false` for editors' sake; `x-reserved` tells it
        findings.error("bad-value", f"this must be {_wanted(error.schema)}", owner)


def _walk(root: Node, path: Iterable[str | int]) -> tuple[Node, Span]:
    """The node at a path, and the place that stands for it: its key, if it has one."""
    node, owner = root, root.span.source.span(root.span.start, root.span.start)
    for key in path:
        if isinstance(node, Mapping) and isinstance(key, str):
            entry = node.entries[key]
            node, owner = entry.value, entry.key.span
        elif isinstance(node, Sequence) and isinstance(key, int):
            node = node.items[key]
            owner = node.span
    return node, owner


def _unknown(error: Any, node: Node, owner: Span, findings: Findings) -> None:
    if isinstance(node, Mapping):
        unknown_key(node, error.schema, owner, findings)


def _required(error: Any, node: Node, owner: Span, findings: Findings) -> None:
    if not isinstance(node, Mapping):
        return
    known = error.schema.get("properties", {})
    closed = error.schema.get("additionalProperties") is False
    strangers = [key for key in node.entries if key not in known] if closed else []
    free = [key for key in known if key not in node.entries]
    for key in error.validator_value:
        # jsonschema gives one error for each missing key; a near miss is reported as an unknown key, once.
        if key in node.entries or nearest(key, strangers) is not None or f"'{key}'" not in error.message:
            continue
        if any(familiar(stranger, free) == key for stranger in strangers):
            continue
        message = f"`{key}` is missing" if node.entries else f"`{key}` is missing: this is empty"
        about = known.get(key, {}) if isinstance(known, dict) else {}
        text = about.get("description", "") if isinstance(about, dict) else ""
        help = f"write `{key}:`" + _about(text)
        below = [stranger for stranger in strangers if belongs_below(stranger, node, error.schema) == key]
        if below:
            help = f"put `{below[0]}`" + (" and the others" if len(below) > 1 else "") + f" below `{key}:`"
        findings.error("missing-key", message, owner, help=help)


def _type(error: Any, node: Node, owner: Span, findings: Findings) -> None:
    message = f"this must be {_wanted(error.schema)}, not {_what(node)}"
    span = node.span if isinstance(node, Scalar) and node.text else owner
    findings.error("type", message, span, help=type_help(error, node))


def _enum(error: Any, node: Node, owner: Span, findings: Findings) -> None:
    allowed = [str(value) for value in error.validator_value]
    if isinstance(node, Scalar):
        message = f"`{node.text}` is not allowed here"
        help = did_you_mean(node.text, allowed) if len(allowed) > 1 else f"write `{allowed[0]}`"
        findings.error("unknown-value", message, node.span, help=help)
    else:
        findings.error("type", f"this must be {_wanted(error.schema)}, not {_what(node)}", owner)


def _pattern(error: Any, node: Node, owner: Span, findings: Findings) -> None:
    if "propertyNames" in error.absolute_schema_path and isinstance(node, Mapping):
        key = error.instance
        span = node.entries[key].key.span if key in node.entries else owner
        findings.error(
            "bad-name", f"`{key}` is not {_wanted(error.schema)}", span, help=name_help(key, error.validator_value)
        )
    elif isinstance(node, Scalar):
        message = f"`{_short(node.text)}` is not {_wanted(error.schema)}"
        help, fix = pattern_help(error, node)
        findings.error("bad-value", message, node.span, help=help, fix=fix)


def _count(error: Any, node: Node, owner: Span, findings: Findings) -> None:
    message = f"this must be {_wanted(error.schema)}"
    if error.validator in ("minItems", "minProperties"):
        message += ", and this is empty" if not error.instance else f", with at least {error.validator_value} entries"
    elif error.validator in ("maxItems", "maxProperties"):
        message += f", with at most {error.validator_value}"
    elif error.validator == "minimum":
        message += f", at least {error.validator_value}"
    findings.error("bad-value", message, owner)


def _one_of(error: Any, node: Node, owner: Span, findings: Findings) -> None:
    keys = error.validator_value
    listed = ", ".join(f"`{key}`" for key in keys)
    if not isinstance(node, Mapping):
        return
    entries = node.entries
    given = [key for key in keys if key in entries]
    if not given and any(nearest(key, keys) is not None for key in entries if key not in error.schema["properties"]):
        return  # a near miss: told as an unknown key
    if given:
        message = f"`{given[1]}` cannot stand beside `{given[0]}`"
        findings.error("unknown-key", message, entries[given[1]].key.span, help=f"exactly one of {listed}")
    else:
        findings.error(
            "missing-key", f"one of {listed} is missing", owner, help=f"{_wanted(error.schema)} has one of them"
        )


def _at_least(error: Any, node: Node, owner: Span, findings: Findings) -> None:
    if not isinstance(node, Mapping):
        return
    if error.schema.get("x-unknown") == "block":
        unnamed_step(node, error.schema, owner, findings)
        return
    listed = ", ".join(f"`{key}`" for key in error.validator_value)
    findings.error(
        "missing-key", f"one of {listed} is missing", owner, help=f"{_wanted(error.schema)} has at least one"
    )


def _dependency(error: Any, node: Node, owner: Span, findings: Findings) -> None:
    if not isinstance(node, Mapping):
        return
    for key, needed in error.validator_value.items():
        for other in needed:
            # jsonschema gives one error for each missing key
            if key in node.entries and other not in node.entries and f"'{other}'" in error.message:
                message = f"`{other}` is missing beside `{key}`"
                text = error.schema.get("properties", {}).get(other, {}).get("description", "")
                help = f"write `{other}:`" + _about(text)
                findings.error("missing-key", message, node.entries[key].key.span, help=help)


def _needs_one(error: Any, node: Node, owner: Span, findings: Findings) -> None:
    if not isinstance(node, Mapping) or any(near_key(e.key.text, error.schema) for e in node):
        return
    key = error.message
    listed = ", ".join(f"`{other}`" for other in error.validator_value[key])
    one = "one of " if "," in listed else ""
    message = f"{one}{listed} is missing beside `{key}`"
    help = f"`{key}` alone has no effect" if key not in ("or", "ask") else f"`{key}` is about a decision"
    findings.error("missing-key", message, node.entries[key].key.span, help=help)


def _reserved(error: Any, node: Node, owner: Span, findings: Findings) -> None:
    for entry in node if isinstance(node, Mapping) else ():
        key = entry.key.text
        if key in error.validator_value:
            message = f"`{key}` cannot name a step: it is a key of blocks"
            help = f"give the block a name: `name:`, and `{key}:` below it"
            findings.error("unknown-key", message, entry.key.span, help=help)


def _wanted(schema: Schema) -> str:
    title: str = schema.get("title") or " or ".join(_NAMES.get(t, t) for t in _list(schema.get("type", "object")))
    return title


def _list(types: str | list[str]) -> list[str]:
    return [types] if isinstance(types, str) else types


def _what(node: Node) -> str:
    match node:
        case Mapping():
            return "a mapping"
        case Sequence():
            return "a list"
        case Scalar(kind="null"):
            return "nothing"
        case Scalar():
            return f"`{_short(node.text)}`"
    return "this"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 40 else line[:37] + "..."


def _about(text: str) -> str:
    """A description behind a help text, up to its first semicolon; one that is long is left to editors."""
    first = text.split(";", maxsplit=1)[0].rstrip(".")
    return f" - {first[:1].lower()}{first[1:]}" if first and len(first) <= 70 else ""


_TELL: dict[str | None, Callable[[Any, Node, Span, Findings], None]] = {
    "additionalProperties": _unknown,
    "required": _required,
    "type": _type,
    "enum": _enum,
    "pattern": _pattern,
    "minItems": _count,
    "maxItems": _count,
    "minProperties": _count,
    "maxProperties": _count,
    "minimum": _count,
    "x-exactly-one": _one_of,
    "x-at-least-one": _at_least,
    "x-reserved": _reserved,
    "x-needs-one": _needs_one,
    "dependencies": _dependency,
}
