"""`?`: what is asked, which rules stand behind an answer, and why one is not possible. All from the rules and their
ledger.
"""

from collections.abc import Iterator, Mapping

from rulewright.check.checked import Block
from rulewright.cli.cards import describe
from rulewright.errors import ActionError, AmbiguousAction
from rulewright.harness.parts import block_at, parts
from rulewright.play.match import Match
from rulewright.text.render import clip

MOST_RULES = 10
MOST_OF_A_RULE = 300  # columns of its words


def explain_question(match: Match, player: str, ledger: Mapping[str, str], language: str) -> list[str]:
    """What is asked, and the rules of the block that asks."""
    question = match.question
    if question is None:
        return ["Nothing is asked: the match is over."]
    lines = [f"The question is `{question.path}`: {'choose one' if question.kind == 'choose' else 'pick'}."]
    if match.current_action:
        lines[0] += f" You are in the middle of {match.game.label(match.current_action, language)}."
    block = block_at(match.game.checked, question.path)
    return lines + (_rules(block.rules, ledger) if block is not None else [])


def explain_answer(match: Match, player: str, text: str, ledger: Mapping[str, str], language: str) -> list[str]:
    """Why an answer is not possible, or the rules behind it; of a thing of the game, what is known about it."""
    known = [words for i in match.game.ids_of(text) if (words := describe(match.game, i, language))]
    known = [f"{text}: {words}" for words in dict.fromkeys(known)]
    try:
        action = match.parse_action(text, player)
        reason = match.why_not(action, player, language)
    except AmbiguousAction as error:
        return [f"{error}: {', '.join(error.candidates)}"]
    except ActionError as error:
        return known or [f"Not possible: {error}"]
    if reason is None:
        return [f"{action.label(language)}: possible.", *known, *_rules(_rules_of(match, action.name), ledger)]
    lines = [f"Not possible: {reason.text}"]
    for need in reason.failed:
        cited = f" ({' '.join(need.rules)})" if need.rules else ""
        if need.words != reason.text or cited or need.at is not None:
            lines.append(f"- {need.words}{cited}" + (f", {need.at}" if need.at is not None else ""))
        read = ", ".join(f"{name}: {_value(value)}" for name, value in need.values.items())
        if read:
            lines.append(f"  with {read}")
    if reason.nearest:
        lines.append(f"Possible: {', '.join(map(str, reason.nearest))}")
    return [*lines, *known, *(_rules(tuple(reason.rules), ledger) if reason.rules else [])]


def _rules_of(match: Match, name: str) -> tuple[str, ...]:
    game, question = match.game.checked, match.question
    if name in game.actions:
        return tuple(dict.fromkeys(_cited(game.actions[name].block)))
    block = block_at(game, question.path) if question is not None else None
    if block is None:
        return ()
    for alternative in (*(block.choose or ()), *((block.or_,) if block.or_ else ()), *block.meanwhile):
        if alternative.name == name:
            return tuple(dict.fromkeys((*_cited(alternative.block), *block.rules)))
    return tuple(dict.fromkeys(_cited(block)))


def _rules(rules: tuple[str, ...], ledger: Mapping[str, str]) -> list[str]:
    if not rules:
        return ["No rule is cited here."]
    shown = [f"{rule}: {clip(ledger[rule], MOST_OF_A_RULE)}" if rule in ledger else rule for rule in rules[:MOST_RULES]]
    more = rules[MOST_RULES:]
    return shown + ([f"and {' '.join(more)}"] if more else [])


def _cited(block: Block) -> Iterator[str]:
    yield from block.rules
    for part in parts(block):
        yield from getattr(part, "rules", ())


def _value(value: object) -> str:
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)
