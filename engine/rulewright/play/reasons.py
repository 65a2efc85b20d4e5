"""Why an answer is not legal: each failed need, refusal or `where` in words, with values and rule ids.

The reasons come from the same blocks as legality: the trial of the answer is made once more, noting where it fails.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from rulewright.check import checked as c
from rulewright.play.action import Action
from rulewright.play.phrases import phrase
from rulewright.play.values import plain, text_of
from rulewright.program import layout
from rulewright.program.completion import Failure
from rulewright.program.from_checked import Program
from rulewright.program.pauses import Pause
from rulewright.program.runtime import State
from rulewright.text import Span

if TYPE_CHECKING:
    from rulewright.play.game import Game

MOST = 8  # reasons told of one answer
MOST_WAYS = 3  # places of the rules whose failures the line of a reason names
MOST_VALUES = 6  # values of a set that are told
MOST_NEAR = 3  # legal answers told beside them
Failed = tuple[Failure, tuple[Any, ...], tuple[Any, ...]]  # where it failed, what fills its words, what was read
BLANK = "…"  # stands for a value that the asking seat may not know


@dataclass(frozen=True)
class FailedNeed:
    """One thing that stands in the way: its words, the rule ids that it cites, its place in the rules file, and the
    values that were read, as JSON, each under the words of the rules file (`{"size(pile)": 0}`).
    """

    words: str
    rules: tuple[str, ...]
    at: Span | None
    values: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """As JSON; `at` is `FILE:LINE:COLUMN`."""
        at = str(self.at) if self.at is not None else None
        return {"words": self.words, "rules": list(self.rules), "at": at, "values": dict(self.values)}


@dataclass(frozen=True)
class Reason:
    """Why not. `text` says in a line what failed, one thing of each place in the rules; `rules` are all ids; `nearest`
    are legal actions like the one that was asked about.
    """

    text: str
    rules: tuple[str, ...] = ()
    failed: tuple[FailedNeed, ...] = ()
    nearest: tuple[Action, ...] = ()

    def __str__(self) -> str:
        return self.text

    def to_json(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "text": self.text,
            "rules": list(self.rules),
            "failed": [need.to_json() for need in self.failed],
            "nearest": [action.to_json() for action in self.nearest],
        }


def nearest_to(wanted: Action | str, legal: Sequence[Action]) -> tuple[Action, ...]:
    """The legal answers that are most like one: the nearest numbers, the nearest values of a kind in the order of the
    rules file, and for a text those that are spelt like it.
    """
    answer = wanted.answer if isinstance(wanted, Action) else None
    if type(answer) is int:
        near = sorted((a for a in legal if type(a.answer) is int), key=lambda a: abs(a.answer - answer))
        return tuple(near[:MOST_NEAR] or legal[:MOST_NEAR])
    texts = {a.text: a for a in legal}
    spelt = get_close_matches(str(wanted), texts, n=MOST_NEAR, cutoff=0.4)
    return tuple(texts[text] for text in spelt) or tuple(legal[:MOST_NEAR])


def reason_for(
    program: Program, game: "Game", S: State, action: Action, legal: Sequence[Action] = (), language: str = ""
) -> Reason:
    """The reason why an answer that can be read is not legal at the decision of a state; `legal` are those that are."""
    nearest = nearest_to(action, legal)
    pause = program.pause(S)
    if pause is None:
        return Reason(phrase("the match is over", language))
    asked = S[:]
    asked[layout.ME] = game.seat_id(action.player)
    failed, text = _told(program.why(asked, action.answer), game, language)
    if not failed:
        rules = _rules_of(pause, action)
        text = phrase("{} leads to nothing that can be finished here", language).format(action.label(language))
        return Reason(text, rules, (FailedNeed(text, rules, pause.at),), nearest)
    rules = tuple(dict.fromkeys(r for need in failed for r in need.rules))
    return Reason(text, rules or _rules_of(pause, action), failed, nearest)


_NUMBER = c.NumberT()


def _told(failures: Sequence[Failed], game: "Game", language: str) -> tuple[tuple[FailedNeed, ...], str]:
    """The needs that failed, those of different places first, and all in a line: one of each place, and how many more
    failed there."""
    places: dict[Span, dict[str, FailedNeed]] = {}
    for failure, values, read in failures:
        pairs = list(zip(failure.reads, read, strict=True))
        words = _words(failure, values, [(name, v, type_) for (name, type_), v in pairs], game, language)
        seen = {name: plain(v, type_ or _NUMBER, game.checked) for (name, type_), v in pairs}
        places.setdefault(failure.at, {}).setdefault(words, FailedNeed(words, failure.rules, failure.at, seen))
    in_turn = [need for needs in zip_longest(*(known.values() for known in places.values())) for need in needs if need]
    line = [
        f"{known[0].rstrip('.')} {phrase('(and {} more like this)', language).format(len(known) - 1)}"
        if known[1:] else known[0]
        for known in map(list, list(places.values())[:MOST_WAYS])
    ]  # fmt: skip
    return tuple(in_turn[:MOST]), line[0] if len(line) == 1 else "; ".join(words.rstrip(".") for words in line)


def _rules_of(pause: Pause, action: Action) -> tuple[str, ...]:
    for alternative in (*pause.alternatives, *pause.meanwhile):
        if alternative.name == action.name:
            return alternative.block.rules
    return ()


def _words(
    failure: Failure, values: tuple[Any, ...], read: Sequence[tuple[str, Any, c.Type | None]], game: "Game",
    language: str,
) -> str:  # fmt: skip
    hidden = failure.hidden or (False,) * len(values)
    shown = [
        BLANK if secret else shown_value(v, t, game, language)
        for v, t, secret in zip(values, failure.types, hidden, strict=True)
    ]
    if failure.text is not None:
        return game.filled(failure.text, shown, language)
    source = failure.at.words
    words = phrase(failure.words or "`{source}` does not hold", language)
    told = words.format(*shown, source=source)
    if "{source}" not in words or not read:
        return told
    known = [
        ("" if name == source else f"`{name}`: ") + _listed(value, type_, game, language)
        for name, value, type_ in read
        if name != "me"
    ]
    return f"{told} ({', '.join(known)})" if known else told


def _listed(value: Any, type_: c.Type | None, game: "Game", language: str) -> str:
    """A value in words; of several the first ones."""
    if not isinstance(type_, c.SetT | c.PiecesT):
        return shown_value(value, type_, game, language)
    several = [shown_value(v, type_.of, game, language) for v in value[:MOST_VALUES]]
    return (", ".join(several) + (", ..." if len(value) > MOST_VALUES else "")) or phrase("nothing", language)


def shown_value(value: Any, type_: c.Type | None, game: "Game", language: str = "") -> str:
    """A value in words: labels for enumerated values, else as rules files write it."""
    if type_ is None:
        return game.label(value, language) if isinstance(value, str) else str(value)
    inner = type_.of if isinstance(type_, c.OptT) else type_
    if isinstance(inner, c.EnumT) and isinstance(value, int):
        return game.label_of(value, language)
    return phrase("none", language) if value is None else text_of(value, type_, game.checked)
