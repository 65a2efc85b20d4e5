"""Words for a line that does not parse: what was found, what would be right.

A list of small checks, the most telling first; each knows one classic mistake. The last resort names what would fit.
"""

import re
from collections.abc import Callable

from lark import Token

from rulewright.expr import phrases
from rulewright.expr.explain_case import RULE_ID, SHORT_FORMS, Case, Told, place_of
from rulewright.expr.explain_signs import assignment, empty, empty_called, foreign
from rulewright.expr.grammar import Stuck, reserved_words
from rulewright.text import nearest

MAX_NESTING = 50
_AFTER_NAMES = phrases.OPERATORS | {"LSQB", "DOT", "LPAR", "MINUS"}
_SHORT_CALL = 3  # tokens of a line that may be a routine without its brackets, a citation among them
_CONNECTORS = ("FROM", "TO", "INTO", "BE", "THEN", "BECOMES", "EACH")


def too_nested(text: str) -> Told | None:
    """A refusal of brackets in brackets in brackets, before anything walks over them."""
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign in "([{") - (sign in ")]}")
        if depth > MAX_NESTING:
            return Told(
                f"brackets are nested more than {MAX_NESTING} deep", "give parts of it a name under `define`",
                place, place + 1,
            )  # fmt: skip
    return None


def explain(text: str, start: str, stuck: Stuck) -> Told:
    """The finding for a line that does not parse as `start`."""
    case = Case(text, start, stuck)
    for check in _CHECKS:
        told = check(case)
        if told is not None:
            return told
    raise AssertionError("the last check always answers")


def _trailing(case: Case) -> Told | None:
    """A comma or a full stop at the end of the line."""
    if case.token is not None or case.before is None or case.before.type not in ("COMMA", "DOT"):
        return None
    if not _is_outside(case):
        return None
    help = "delete it, or write what follows" if case.before.type == "COMMA" else "a line has no full stop at its end"
    return Told(f"nothing follows the last `{case.before}`", help, *place_of(case.before), "")


def _dash(case: Case) -> Told | None:
    """A list whose dash lacks its space."""
    if case.place or case.kind != "MINUS":
        return None
    return case.here("a line cannot begin with `-` here", "a space follows the dash of a list: `- `")


# ---------- brackets ----------


def _brackets(case: Case) -> Told | None:
    """A bracket without its partner."""
    open_ones: list[Token] = []
    for token in case.tokens[: case.place]:
        if token.type in phrases.CLOSING.values():
            open_ones.append(token)
        elif token.type in phrases.CLOSING and open_ones:
            open_ones.pop()
    if case.kind in phrases.CLOSING and case.kind not in case.fitting:
        if not open_ones:
            return case.here(f"a `{case.token}` without its opening bracket", None)
        if open_ones[-1].type != phrases.CLOSING[case.kind]:
            return Told(
                f"`{open_ones[-1]}` is not closed before `{case.token}`", "each bracket is closed by its own kind",
                *place_of(open_ones[-1]),
            )  # fmt: skip
        return None
    wanted = {opening: closing for closing, opening in phrases.CLOSING.items()}
    if open_ones and wanted[open_ones[-1].type] in case.fitting and not _closes(case, len(open_ones)):
        return Told(f"`{open_ones[-1]}` is not closed", None, *place_of(open_ones[-1]))
    return None


def _closes(case: Case, depth: int) -> bool:
    """Whether as many brackets close in the rest of the line as are open."""
    for token in case.tokens[case.place :]:
        depth += (token.type in phrases.CLOSING.values()) - (token.type in phrases.CLOSING)
    return depth <= 0


# ---------- sentences ----------


def _no_verb(case: Case) -> Told | None:
    """A sentence that begins with no verb."""
    if case.start != "sentence" or case.place > 1 or case.verb in phrases.VERBS:
        return None
    if case.kind in ("IF", "FOR") and case.place == 0:
        tail = "`if C`" if case.kind == "IF" else "`for each x in D`"
        message = f"a sentence begins with what is done, and {tail} stands behind it"
        return case.here(message, "written: `move X from Z to T for each x in D if C`")
    near = nearest(case.verb, phrases.VERBS)
    if case.tokens[0].type == "NAME" and (len(case.tokens) < 2 or case.tokens[1].type in ("CITE", "IF", "FOR")):
        help = f"a routine is run with its brackets: `{case.verb}()`"
        return Told(f"no sentence begins with `{case.verb}`", help, *place_of(case.tokens[0]), f"{case.verb}()")
    if case.verb in phrases.FAMILIAR_VERBS:
        help = f"written: {phrases.VERBS[phrases.FAMILIAR_VERBS[case.verb]]}"
        if len(case.tokens) <= _SHORT_CALL:
            help += f"; a routine is run with its brackets: `{case.verb}(..)`"
        return Told(f"no sentence begins with `{case.verb}`", help, *place_of(case.tokens[0]))
    help = f"did you mean `{near}`?" if near else "a verb such as `move` or `set`, or a routine with its brackets"
    return Told(f"no sentence begins with `{case.verb}`", help, *place_of(case.tokens[0]))


def _two_sentences(case: Case) -> Told | None:
    if case.start != "sentence" or "$END" not in case.fitting or case.kind not in ("COMMA", "AND", "THEN"):
        return None
    return case.here("one line says one thing", "give each sentence its own line and name")


def _tail(case: Case) -> Told | None:
    """`if` before `for each`."""
    if case.start != "sentence" or case.kind != "FOR" or not _is_outside(case):
        return None
    tails = [token for token in case.tokens[: case.place] if token.type == "IF"]
    if not tails:
        return None
    return case.here("`for each` stands before `if`", f"written: {case.form[:-1]} for each x in D if C`")


def _missing_word(case: Case) -> Told | None:
    """`move X to T`: a connecting word is missing, or another one stands there."""
    missing = [kind for kind in _CONNECTORS if kind in case.fitting]
    if "PLUS" not in case.fitting:  # elsewhere these may go on with the value before
        missing += [kind for kind in ("IN", "AT") if kind in case.fitting]
    if case.start == "bounds" and "UP_TO" in case.fitting:
        missing.append("UP_TO")
    if case.start == "power" and "COMMA" in case.fitting and _is_outside(case):
        missing.append("COMMA")
    if not missing or case.kind in phrases.OPERATORS - {"UP_TO"}:
        return None
    word = phrases.in_words(frozenset(missing))
    opener = _opener(case)
    form = "`if C then A else B`" if missing == ["THEN"] else opener or _loop_form(case) or case.form
    if case.token is None:
        return case.here(f"the line ends where {word} is missing", f"written: {form}")
    if case.token.type in ("FROM", "TO", "INTO", "BE", "OF"):
        return case.here(f"{word} would fit here, not `{case.token}`", f"written: {form}")
    return case.here(f"{word} is missing before `{case.token}`", f"written: {form}")


def _loop_form(case: Case) -> str | None:
    """`for each canal s`, as it is meant."""
    loops = case.place > 1 and case.tokens[case.place - 2].type == "EACH"
    if not loops or case.kind != "NAME" or case.before is None or case.before.type != "NAME":
        return None
    return f"`for each {case.token} in {case.before}`"


def _is_outside(case: Case) -> bool:
    """Whether all brackets before the place are closed."""
    kinds = [token.type for token in case.tokens[: case.place]]
    return sum(k in phrases.CLOSING.values() for k in kinds) == sum(k in phrases.CLOSING for k in kinds)


# ---------- expressions ----------


def _chain(case: Case) -> Told | None:
    """`a < b < c`."""
    if case.kind not in phrases.COMPARISONS or case.kind in case.fitting or case.before is None:
        return None
    depth = 0
    for token in reversed(case.tokens[: case.place]):
        depth += (token.type in phrases.CLOSING) - (token.type in phrases.CLOSING.values())
        if depth < 0 or (depth == 0 and token.type in ("AND", "OR", "COMMA", "WHERE", "IF", "THEN", "ELSE", "NOT")):
            return None
        if depth == 0 and token.type in phrases.COMPARISONS:
            return case.here("comparisons do not chain", "write `a < b and b < c`")
    return None


def _conditional(case: Case) -> Told | None:
    """`1 + if a then b else c`, or one without `else`."""
    if case.kind == "IF" and "NAME" in case.fitting and "LPAR" in case.fitting:
        return case.here("a conditional within an expression stands in brackets", "`(if C then A else B)`")
    if case.token is not None and str(case.token) in ("elif", "elseif", "elsif") and "ELSE" in case.fitting:
        return case.here(f"`{case.token}` is no word of the language", "write `else if`", "else if")
    if case.fitting >= {"ELSE"} and "STRING" not in case.fitting and _open_then(case):
        where = "at the end" if case.token is None else f"before `{case.token}`"
        return case.here(f"the conditional has no `else` {where}", "a conditional is `if C then A else B`")
    if case.kind == "IF" and case.start in ("line", "need", "expression", "verdict"):
        return case.here("no `if` can stand behind a value", "a conditional is `if C then A else B`")
    return None


def _open_then(case: Case) -> bool:
    kinds = [token.type for token in case.tokens[: case.place]]
    return kinds.count("THEN") > kinds.count("ELSE")


def _citation(case: Case) -> Told | None:
    """A citation that is not at the end, or has commas."""
    if case.token is not None and case.kind == "CITE" and case.place + 1 < len(case.tokens):
        return case.here("a citation stands at the end of the line", f"move `{case.token}` behind the rest")
    if case.before is not None and case.before.type == "CITE":
        start, end = place_of(case.before)
        return Told("a citation stands at the end of the line", f"move `{case.before}` behind the rest", start, end)
    inside = case.tokens[case.place + 1] if case.place + 1 < len(case.tokens) else ""
    if case.kind == "LPAR" and RULE_ID.fullmatch(str(inside)):
        return case.here("this is no citation", f"rule ids stand in brackets with spaces between them: `({inside} ..)`")
    return None


def _reason(case: Case) -> Told | None:
    if case.kind == "ELSE" and case.start in ("line", "verdict", "expression", "bounds"):
        return case.here("no reason can stand here", "a refusal is worded at `needs`, `let` and sentences")
    if case.kind != "STRING" and case.before is not None and "STRING" in case.fitting and "NAME" not in case.fitting:
        return case.here(f"a text in double quotes is missing after `{case.before}`", f'`{case.before} "text"`')
    return None


def _parameter(case: Case) -> Told | None:
    """`f(x)` where a define or routine is declared: a parameter without its type."""
    if case.start != "signature" or case.kind not in ("COMMA", "RPAR") or case.before is None:
        return None
    if case.before.type != "NAME":
        return None
    help = f"written: {case.form}"
    return Told(f"the parameter `{case.before}` has no type", help, *place_of(case.before))


def _opening_word(case: Case) -> Told | None:
    """`first + 1`: a word with a form of its own, used as a name."""
    if case.before is None or case.before.type not in phrases.OPENING_WORDS:
        return None
    if case.fitting not in (frozenset(["LPAR"]), frozenset(["OF"])):
        return None
    word = case.before
    help = f"written: {phrases.OPENING_WORDS[word.type]}"
    return Told(f"`{word}` is a word of the language and no name", help, *place_of(word))


def _within_brackets(case: Case) -> Told | None:
    """What stands between the brackets of `count(..)` and its like."""
    form = _opener(case)
    if form is None or _is_value_missing(case):
        return None
    what = "the line ends too early" if case.token is None else f"`{case.token}` does not fit here"
    return case.here(what, f"written: {form}")


def _opener(case: Case) -> str | None:
    """How the innermost open form is written, if it is one with a word of its own: `count(..)`, `number of ..`."""
    depth = 0
    for place in range(case.place - 1, -1, -1):
        kind = case.tokens[place].type
        depth += (kind in phrases.CLOSING) - (kind in phrases.CLOSING.values())
        if depth < 0:
            return phrases.OPENING_WORDS.get(case.tokens[place - 1].type) if place else None
        if depth == 0 and kind == "NUMBER" and "IN" in case.fitting:
            return phrases.OPENING_WORDS[kind]
    return None


def _is_value_missing(case: Case) -> bool:
    return "NAME" in case.fitting and "INT" in case.fitting


def _reserved(case: Case) -> Told | None:
    """A word of the language where a name is due."""
    if case.token is None or "NAME" not in case.fitting or str(case.token) not in reserved_words():
        return None
    after = case.tokens[case.place + 1].type if case.place + 1 < len(case.tokens) else "$END"
    if _is_value_missing(case) and after not in _AFTER_NAMES:
        return None
    if case.kind == "EACH" and case.place == 0:
        return case.here("`each` does not belong here", "leave it out: the line begins with a name, `x in D`")
    help = "choose another name"
    if case.kind in phrases.OPENING_WORDS:
        help += f"; it opens {phrases.OPENING_WORDS[case.kind]}"
    return case.here(f"`{case.token}` is a word of the language and no name", help)


def _value_missing(case: Case) -> Told | None:
    if not _is_value_missing(case):
        return None
    help = f"written: {case.form}" if case.start != "line" else "a value is a number, a name, a call, or in brackets"
    if case.token is None:
        after = f" after `{case.before}`" if case.before is not None else ""
        return case.here(f"the line ends where a value is missing{after}", help)
    if case.kind == "NOT":
        return case.here("`not` cannot stand here without brackets", "`(not C)`")
    if case.kind in phrases.OPERANDS:
        return None
    if case.kind == "CITE" and case.before is not None:
        return Told(f"a value is missing after `{case.before}`", help, *place_of(case.before))
    return case.here(f"a value is missing before `{case.token}`", help)


def _side_by_side(case: Case) -> Told | None:
    if case.token is None or case.before is None or case.kind not in phrases.OPERANDS - {"LPAR", "LBRACE", "MINUS"}:
        return None
    if case.before.type not in phrases.VALUE_ENDS or not {"PLUS", "STAR"} & case.fitting:
        return None
    message = f"`{case.before}` and `{case.token}` stand side by side"
    after = case.tokens[case.place + 1 : case.place + 2]
    if case.start == "picks" and case.kind == "NAME" and after and after[0].type == "IN" and _is_outside(case):
        return case.here(message, f"a comma stands between two choices: `.., {case.token} in ..`", f", {case.token}")
    return case.here(message, "an operator or a word is missing between them, or one is too much")


_LOOSE_ID = re.compile(r"\(?([A-Z]{2,5})[ _:.]?([0-9]+[a-z]?)\b")


def _loose_rule_id(case: Case) -> Told | None:
    """A rule id without its dash: `(AB 12)`."""
    if case.token is None:
        return None
    start = case.token.start_pos or 0
    found = _LOOSE_ID.match(case.text, start)
    if found is None:
        return None
    right = f"{found[1]}-{found[2]}"
    return Told(f"`{found[1]}{case.text[found.end(1) : found.start(2)]}{found[2]}` is no rule id", f"write `{right}`",
                found.start(1), found.end(2), right)  # fmt: skip


def _last_resort(case: Case) -> Told:
    what = "the line ends too early" if case.token is None else f"`{case.token}` does not fit here"
    if case.start in SHORT_FORMS:
        return case.here(what, f"written: {case.form}")
    if case.verb in phrases.VERBS:
        return case.here(what, f"written: {case.form}; here would fit {phrases.in_words(case.fitting)}")
    return case.here(what, f"here would fit {phrases.in_words(case.fitting)}")


def _bare_reason(case: Case) -> Told | None:
    """`else Your cart is full.`: words that stand without quotes where a reason goes."""
    if case.token is None or case.before is None or case.before.type != "ELSE" or "STRING" not in case.fitting:
        return None
    start, last = case.token.start_pos or 0, case.tokens[-1]
    words = case.text[start : last.start_pos if last.type == "CITE" else None].rstrip()
    if '"' in words or not re.fullmatch(r"[^\W\d_].*\s.*", words):
        return None
    return Told("a reason stands in double quotes", f'write `"{words}"`', start, start + len(words), f'"{words}"')


_CHECKS: tuple[Callable[[Case], Told | None], ...] = (
    empty,
    empty_called,
    _bare_reason,
    assignment,
    foreign,
    _trailing,
    _dash,
    _brackets,
    _no_verb,
    _chain,
    _conditional,
    _two_sentences,
    _tail,
    _parameter,
    _citation,
    _reason,
    _opening_word,
    _missing_word,
    _loose_rule_id,
    _within_brackets,
    _reserved,
    _value_missing,
    _side_by_side,
    _last_resort,
)
