"""What to write where a value has the wrong shape: help texts, and fixes where one edit is obvious."""

import re
from typing import Any

from rulewright.document.nodes import Mapping, Node, Scalar, Sequence, plain_kind
from rulewright.text import Edit

_PLAIN_KINDS = {"bool": "boolean", "int": "integer"}
_TYPE = re.compile(r"[a-z_0-9.]+( or none)?")
_STEP = re.compile(r"[a-z_][a-z0-9_]*")
_SIDES = {"after": ("behind", "below", "following", "past", "under"), "before": ("above", "ahead", "front", "over")}
_TWO_NUMBERS = re.compile(r"([0-9]+) ?(?:[-–]|to|or|\.{3,}|…) ?([0-9]+)")
_SEVERAL = re.compile(r"([0-9]+) *(?: |[;:|/x*×]) *([0-9]+)")


def type_help(error: Any, node: Node) -> str | None:
    """What to write where a value of another type stands."""
    kinds = error.validator_value
    kinds = kinds if isinstance(kinds, list) else [kinds]
    if isinstance(node, Scalar) and node.kind in ("int", "bool") and kinds == ["string"]:
        return f'write it in quotes: `"{node.text}"`'
    if isinstance(node, Scalar) and node.text.isalpha() and kinds == ["integer"]:
        return "write it in figures"
    lone = node.items[0] if isinstance(node, Sequence) and len(node.items) == 1 else None
    if isinstance(lone, Scalar) and kinds == ["string"]:
        return f"write `{lone.text}`, without the brackets"
    if isinstance(node, Scalar) and kinds == ["integer"] and (several := _SEVERAL.fullmatch(node.text)):
        return f"a comma stands between two numbers: `{several[1]}, {several[2]}`"
    where = error.schema.get("x-unknown")
    if isinstance(node, Scalar) and where == "block" and node.text:
        return "put it below `do:`"
    if isinstance(node, Scalar) and node.kind == "null":
        if "sentence" in error.schema.get("title", ""):
            return "write what is done; the sentence `nothing` does nothing"
        return "write a value" + (", `{}` for an empty mapping" if "object" in kinds and where is None else "")
    if isinstance(node, Scalar) and node.kind == "text" and _PLAIN_KINDS.get(plain_kind(node.text)) in kinds:
        return f"write it without quotes: `{node.text}`"
    if isinstance(node, Scalar) and "array" in kinds and node.text:
        parts = [part.strip() for part in re.split(r"[,;|/*×]|\band\b|(?<=[0-9])x(?=[0-9])", node.text)]
        listed = ", ".join(part for part in parts if part)
        if len(parts) >= error.schema.get("minItems", 1):
            return f"write `[{listed}]`" if re.fullmatch(r"[\w ,]+", listed) else "write a list in `[` and `]`"
        return None
    if "is" in error.schema.get("properties", {}) and isinstance(node, Scalar) and _TYPE.fullmatch(node.text):
        return f"write `{{is: {node.text}}}`"
    if isinstance(node, Sequence) and "object" in kinds and where in ("body", "block"):
        return "give each step a name: `name: sentence`, one a line"
    if "object" in kinds and not isinstance(node, Mapping) and where is None and "propertyNames" in error.schema:
        if "number" in str(error.schema["propertyNames"]):
            return "each stands with its number: `{0: .., 1: ..}`"
        return "each stands with a name of its own, on a line below: `NAME: ..`"
    if where == "section":
        return "it begins with the name of the game: `game: NAME`"
    examples = error.schema.get("examples")
    return f"for example `{examples[0]}`" if examples and isinstance(examples[0], str) else None


def name_help(key: str, pattern: str) -> str | None:
    """How a name that is none could be written."""
    if "(" in key:
        return "only routines and what stands in `define` have parameters"
    if "after" in pattern:
        return _place_help(key)
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", key).lower()
    plain = "".join(c if c.isalnum() else "_" for c in snake).strip("_")
    if plain.isascii() and re.search(pattern, plain):
        return f"write `{plain}`"
    if key[:1].isdigit() and not key.isdigit():
        return "a name begins with a letter"
    return None if key.isascii() else "write it in letters from a to z; people read its `label`"


def _place_help(key: str) -> str:
    """What to write for a place of `insert` that is none."""
    if len(key.split()) == 1:
        return f"write `after STEP:` or `before STEP:`, and below it `{key}: ..`"
    *words, step = key.split() or [""]
    sides = [s for s in ("after", "before") if {s, *_SIDES[s]} & {w.lower() for w in words}] or ["after", "before"]
    name = step if _STEP.fullmatch(step) and step not in _SIDES else "STEP"
    return "write " + " or ".join(f"`{side} {name}:`" for side in sides) + ", and the new step below it"


def pattern_help(error: Any, node: Scalar) -> tuple[str | None, tuple[Edit, ...]]:
    """What to write for a text of the wrong form, and the edit."""
    text, pattern = node.text, error.validator_value
    numbers = _TWO_NUMBERS.fullmatch(text)
    in_range = f"{numbers[1]}..{numbers[2]}" if numbers else ""
    for better in (re.sub(r"\.ya?ml$", "", text), text.replace(",", ""), text.lower(), in_range):
        if better != text and re.search(pattern, better):
            return f"write `{better}`", (Edit(node.span, better),)
    return type_help(error, node), ()
