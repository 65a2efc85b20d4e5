"""Names of declarations: each is given once, and none that is built in."""

from rulewright.check.core import Checker
from rulewright.check.symbols import SPECIAL_WORDS
from rulewright.text import Related, Span

_BUILT_IN = ("seat", "player", "action", "number", "truth", "text", "option", "effect", "powers", "winners")


def take(ck: Checker, what: str, name: str, at: Span, *, again: bool = False) -> None:
    """Gives a name to a declaration; reports one that is built in or taken."""
    symbols = ck.symbols
    built_in = name in SPECIAL_WORDS or name in ck.builtins or name in _BUILT_IN
    if built_in and not (what == "space" and name == "square"):
        ck.error("built-in-redefined", f"`{name}` is built in", at, "choose another name")
        return
    if name in symbols.kinds_of_name and not again:
        other, place = symbols.kinds_of_name[name]
        ck.error("name-taken", f"there is a {other} `{name}` already", at, "choose another name",
                 (Related(place, "declared here"),))  # fmt: skip
        return
    symbols.kinds_of_name.setdefault(name, (what, at))
