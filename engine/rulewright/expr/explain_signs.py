"""Signs and words of other languages in a line: `=`, `&&`, capitals, single quotes. Each check knows one mistake."""

import re
import unicodedata

from rulewright.expr import phrases
from rulewright.expr.explain_case import RULE_ID, SHORT_FORMS, Case, Told, place_of
from rulewright.expr.grammar import reserved_words
from rulewright.expr.lexer import FOREIGN

# letters of other alphabets, and those of names that they look like
LOOKALIKES = dict(zip("αεικνορτυωχаеіјорсухѕԁһ", "aeikvoptuwxaeijopcyxsdh", strict=True))
_CITED = re.compile(r"\s*\([A-Z]{2,5}-[^()]*\)\s*$")
_ASSIGNMENTS = ("=", "==", ":=", "+=", "-=", "*=", "/=")


def empty(case: Case) -> Told | None:
    """Nothing but white space."""
    return None if case.tokens else case.here("nothing stands here", f"written: {case.form}")


def assignment(case: Case) -> Told | None:
    """`=` and its relatives."""
    if case.start == "sentence" and case.verb not in phrases.VERBS:
        return _assignment_sentence(case)
    if case.kind != FOREIGN or str(case.token) not in _ASSIGNMENTS:
        return None
    sign = str(case.token)
    if case.verb == "set" and sign in ("+=", "-=", "*=", "/="):
        return _assignment_sentence(case)
    if case.verb in ("set", "let"):
        word = "to" if case.verb == "set" else "be"
        return case.here(f"`{sign}` is no word of the language", f"write `{word}`: {case.form}", word)
    if sign in ("=", "=="):
        return case.here(f"`{sign}` is no word of the language", "to compare write `is`", "is")
    return case.here(f"`{sign}` is no word of the language", "only sentences change something: `set V to E`")


def _assignment_sentence(case: Case) -> Told | None:
    """`x += 1` where a sentence is due."""
    found = [t for t in case.tokens[case.place :] if t.type == FOREIGN and str(t) in _ASSIGNMENTS]
    if not found:
        return None
    sign = str(found[0])
    start, end = place_of(found[0])
    place, value = case.text[:start].strip(), _CITED.sub("", case.text[end:]).strip()
    place = place.removeprefix("set ").strip()
    better = {
        "+=": f"add {value} to {place}",
        "-=": f"subtract {value} from {place}",
        "*=": f"set {place} to {place} * ({value})",
        "/=": f"set {place} to {place} div ({value})",
    }.get(sign, f"set {place} to {value}")
    return Told(f"`{sign}` is no word of the language", f"write `{better}`", start, end)


def empty_called(case: Case) -> Told | None:
    """`empty(Z)`, as if it were a function."""
    if case.kind != "LPAR" or case.before is None or case.before.type != "EMPTY":
        return None
    start, end = place_of(case.before)
    inside = re.match(r"\(([^()]*)\)", case.text[end:])
    better = f"{inside[1].strip()} is empty" if inside is not None else "Z is empty"
    return Told("`empty` is no function", f"write `{better}`", start, end)


def foreign(case: Case) -> Told | None:
    """Whatever is no token."""
    if case.kind != FOREIGN:
        return None
    sign = str(case.token)
    if sign in phrases.REPLACEMENTS:
        better = phrases.REPLACEMENTS[sign]
        return case.here(f"`{sign}` is no word of the language", f"write `{better}`", None if better == '"' else better)
    if sign.startswith('"'):
        return case.here("a text is not closed", 'it ends with a second `"` on the same line')
    if sign.startswith("'"):
        inside = sign.strip("'")
        return case.here("a text stands in double quotes", f'write `"{inside}"`')
    if re.fullmatch(r"[0-9]+\.[0-9]+", sign):
        return case.here(f"`{sign}` has a fraction, and numbers here are whole", "`div` divides and rounds down")
    if RULE_ID.fullmatch(sign):
        cited = f"cite it at the end of the line, in brackets: `({sign})`"
        return case.here(f"`{sign}` is a rule id, not a value", cited)
    if sign[0].isascii() and (sign[0].isalnum() or sign[0] == "_"):
        return _bad_name(case, sign)
    if not sign.isascii() and (told := _odd_character(case, sign)) is not None:
        return told
    help = f"written: {case.form}" if case.start in SHORT_FORMS else phrases.OTHER_SIGNS.get(sign)
    return case.here(f"`{sign}` is no sign of the language", help)


def _odd_character(case: Case, sign: str) -> Told | None:
    """A space that is none, or a letter of another alphabet; many look like a letter of names."""
    name = unicodedata.name(sign, "").lower()
    if unicodedata.category(sign) in ("Zs", "Cf"):
        return case.here(f"a {name} stands here, which is no space", "write a space", " ")
    if not sign.isalpha():
        return None
    latin = LOOKALIKES.get(sign)
    if latin is not None:
        message = f"`{sign}` is the {name.capitalize()}, which only looks like `{latin}`"
        return case.here(message, f"write `{latin}`", latin)
    return case.here(f"`{sign}` is no letter of names", "they are small letters from a to z, digits and `_`")


def _bad_name(case: Case, word: str) -> Told:
    if re.fullmatch(r"[0-9_]+", word):
        plain = word.replace("_", "").lstrip("0") or "0"
        what = "underscores" if "_" in word else "a leading zero"
        return case.here(f"`{word}` is a number with {what}", f"write `{plain}`", plain)
    if word[0].isdigit():
        return case.here(f"`{word}` is no name", "a name begins with a letter")
    small = word.lower()
    if small in reserved_words():
        return case.here(f"`{word}` is written in small letters", f"write `{small}`", small)
    return case.here(f"`{word}` has capital letters, and names have none", f"write `{small}`", small)
