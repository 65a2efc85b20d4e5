"""Rule ids: `CT-40 CT-42..45`, in a citation's parentheses or as the value of `rule:`."""

import re

from rulewright.expr.tree import Ident, Where

_ID = re.compile(r"([A-Z]{2,5}-[A-Z]?)([0-9]+)([a-z]?)(?:\.\.([0-9]+))?")
LONGEST_RANGE = 500


class BadIds(Exception):
    """A text that is no list of rule ids: the message, what would be right, and the offsets of the mistake."""

    def __init__(self, message: str, help: str, start: int, end: int) -> None:
        super().__init__(message)
        self.message, self.help, self.start, self.end = message, help, start, end


def ids_of(text: str, at: Where) -> tuple[Ident, ...]:
    """The ids that a text names, ranges spelt out; `at` is the place of the text.

    A range keeps the width of its first number (`CT-08..10` is CT-08, CT-09, CT-10). Raises BadIds.
    """
    found: list[Ident] = []
    for word in re.finditer(r"\S+", text):
        start, end = at.start + word.start(), at.start + word.end()
        match = _ID.fullmatch(word.group())
        if match is None:
            raise BadIds(
                f"`{word.group()}` is no rule id", "a rule id is capitals, a dash and a number: `AB-12`", start, end
            )
        prefix, first, letter, last = match.groups()
        where = Where(at.origin, start, end)
        if last is None:
            found.append(Ident(prefix + first + letter, at=where))
            continue
        low, high = int(first), int(last)
        if letter or high <= low or high - low > LONGEST_RANGE:
            raise BadIds(
                f"`{word.group()}` is no range of rule ids", "a range goes from a lower to a higher number", start, end
            )
        found += [Ident(f"{prefix}{number:0{len(first)}d}", at=where) for number in range(low, high + 1)]
    if not found:
        raise BadIds("a rule id is expected here", "like `AB-12`", at.start, at.end)
    return tuple(found)
