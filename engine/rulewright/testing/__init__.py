"""Properties of any game as tests: one import for an author, one class for pytest.

    from rulewright.testing import properties

    TestMyGame = properties("my_game.yaml")

What breaks is shown as a scenario, shrunk by Hypothesis, that can be pasted into a file beside the game.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

try:
    from hypothesis import HealthCheck, Phase, given
    from hypothesis import settings as hypothesis_settings
except ModuleNotFoundError as error:
    if error.name != "hypothesis":
        raise
    raise ModuleNotFoundError(
        "rulewright.testing needs hypothesis: pip install 'rulewright[testing]'", name="hypothesis"
    ) from None

from rulewright.errors import InvalidSetup, RuleFault
from rulewright.harness.playout import DEFAULT_CAP, random_playout
from rulewright.harness.whatever import some_values
from rulewright.harness.write_scenarios import draft_of, file_text
from rulewright.loader import load
from rulewright.play.game import Game
from rulewright.play.match import Match
from rulewright.testing.laws import LAWS, Broken, Law, Subject
from rulewright.testing.lines import Line, Value, lines
from rulewright.text import did_you_mean

__all__ = ["PropertyBroken", "properties"]

_EARLY = 8  # of the first decisions of a match every so manyth is looked at, at least


class PropertyBroken(AssertionError):
    """A property does not hold; the text says what broke, and holds a scenario that leads there."""


def properties(
    game: str | Path,
    *,
    variants: Sequence[str | Path] = (),
    players: int | Sequence[int] | None = None,
    options: Mapping[str, Value | Sequence[Value]] | None = None,
    conserved: Sequence[str] = (),
    games: int = 20,
    steps: int = 150,
    cap: int = DEFAULT_CAP,
    ending: float = 1.0,
    settings: hypothesis_settings | None = None,
) -> type:
    """A class of tests of a game: name it `Test..` in a test file, and pytest finds it.

    `game` and `variants` are as in `rulewright.load`. `players` are the numbers of players to try (default: all),
    `options` the values to try of some options (others keep their default; `...` stands for all values). `conserved`
    names components of which no piece may come to the table or leave it after set-up. Each test plays `games` lines of
    up to `steps` answers, and random games until their end: `ending` is the share of them that must be over after `cap`
    answers. `settings` are Hypothesis's own, instead of `games`.

    Raises what `load` raises, and ValueError for players, options or components that the game does not have.
    """
    loaded = load(game, variants=variants)
    counts = [players] if isinstance(players, int) else list(loaded.player_counts if players is None else players)
    values = _values(loaded, options or {})
    _check(loaded, counts, values, conserved)
    subject = Subject(loaded, load(game, variants=variants), frozenset(conserved))
    made = settings or hypothesis_settings(max_examples=games)
    phases = [phase for phase in made.phases if phase is not Phase.explain]  # it would name lines of this package
    checks = list(HealthCheck)
    made = hypothesis_settings(made, deadline=None, print_blob=False, suppress_health_check=checks, phases=phases)
    strategy = lines(counts, values, steps)
    head = str(game), [str(v) for v in variants]
    body: dict[str, Any] = {
        f"test_{name}": made(given(line=strategy)(_test(law, name, subject, head))) for name, law in LAWS.items()
    }
    fixed = {name: found[0] for name, found in values.items()}
    body["test_games_end"] = _ends(loaded, counts, fixed, made.max_examples, cap, ending)
    return type(f"Test_{loaded.id}", (), {"__doc__": f"Properties of {loaded.title}.", **body})


def _values(game: Game, options: Mapping[str, Any]) -> dict[str, list[Value]]:
    """The values to try of each option that is named, the default first, since that is where shrinking leads."""
    found = {}
    for name, wanted in options.items():
        option = game.options.get(name)
        if option is None:
            raise ValueError(f"`{game.id}` has no option `{name}`; {did_you_mean(name, game.options)}")
        every = some_values(option) if wanted is ... else [wanted] if isinstance(wanted, (int, str)) else list(wanted)
        wrong = [value for value in every if not option.allows(value)]
        if wrong or not every:
            raise ValueError(f"option `{name}` of `{game.id}` cannot be {wrong[0] if wrong else 'nothing'!r}")
        found[name] = sorted(every, key=lambda value: value != option.default)
    return found


def _check(game: Game, counts: Sequence[int], values: Mapping[str, Sequence[Value]], conserved: Sequence[str]) -> None:
    for name in conserved:
        if name not in game.checked.components:
            known = list(game.checked.components)
            raise ValueError(f"`{game.id}` has no component `{name}`; {did_you_mean(name, known)}")
    if not counts:
        raise ValueError("no number of players is to be tried")
    for count in counts:
        try:
            game.setting(count, {name: found[0] for name, found in values.items()})
        except InvalidSetup as error:
            raise ValueError(str(error)) from None


def _test(law: Law, name: str, subject: Subject, head: tuple[str, list[str]]) -> Callable[[Any, Line], None]:
    def test(self: Any, line: Line) -> None:
        __tracebackhide__ = True
        broken = _broken(law, name, subject, head, line)
        if broken is not None:
            raise PropertyBroken(broken)

    test.__name__ = test.__qualname__ = f"test_{name}"
    test.__doc__ = f"{law.words[:1].upper()}{law.words[1:]}."
    return test


def _broken(law: Law, name: str, subject: Subject, head: tuple[str, list[str]], line: Line) -> str | None:
    """What a line of play breaks of a law, in words; None if it holds."""
    match: Match | None = None
    looks = Random(f"{line.seed} {name}")
    before: Match | None = None  # where the match was last asked, unless the law was looked at there
    try:
        for match in line.matches(subject.game):
            share = max(1 / law.every, 1 / _EARLY if match.decisions < 2 * _EARLY else 0)  # short games need more looks
            if match.decisions == 0 or match.is_over or looks.random() < share:
                law.check(match, _chooser(line, match), subject)
                before = before if match.is_over else None
            else:
                before = match.copy()
        if before is not None:
            match = before
            law.check(match, _chooser(line, match), subject)
    except InvalidSetup:
        return None  # these options exclude each other, or this number of players
    except Broken as broken:
        return _told(law, name, head, line, match, str(broken), [(a.player, a.text) for a in broken.answers])
    except RuleFault as fault:
        return _told(law, name, head, line, match, f"a rule fails: {fault}", [])
    return None


def _chooser(line: Line, match: Match) -> Random:
    return Random(f"{line.seed} {line.players} {match.decisions}")


def _told(
    law: Law,
    name: str,
    head: tuple[str, list[str]],
    line: Line,
    match: Match | None,
    words: str,
    answers: list[tuple[str, str]],
) -> str:
    if match is None:
        return f"{law.words}: not so.\n  {words}\nWith {line!r}."
    expect = [] if match.decisions or answers else [f"number_of_players is {len(match.players)}"]
    draft = draft_of(match, f"{name}_is_broken", why=words, expect=expect, more=answers)
    game, variants = head
    text = file_text(game, [draft], variants)
    return f"{law.words}: not so.\n  {words}\nThis leads there:\n\n{text}"


def _ends(
    game: Game, counts: Sequence[int], options: Mapping[str, Value], games: int, cap: int, ending: float
) -> Callable[[Any], None]:
    def test_games_end(self: Any) -> None:
        """Random games end."""
        __tracebackhide__ = True
        for count in counts:
            endless = []
            for seed in range(games):
                if random_playout(game, count, seed=seed, options=options, cap=cap).capped:
                    endless.append(seed)
            if len(endless) > (1 - ending) * games:
                seeds = ", ".join(map(str, endless[:5]))
                raise PropertyBroken(
                    f"random games end: not so.\n  of {games} random games of {count} players {len(endless)} are not "
                    f"over after {cap} answers, such as those of the seeds {seeds}\n"
                    f"Look at one with `rulewright play {game.id}` and `--bot SEAT:random` for each seat; if players "
                    "who do not want to end it may go on for ever, say so with `ending=` or `cap=`."
                )

    return test_games_end
