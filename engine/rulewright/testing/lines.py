"""Lines of play, as Hypothesis draws and shrinks them: seats, options, a seed, and the answers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from hypothesis import strategies as st

from rulewright.play.game import Game
from rulewright.play.match import Match
from rulewright.testing.laws import apply

Value = int | bool | str
_MOST = 2**16 - 1


@dataclass(frozen=True)
class Line:
    """A line of play. A choice stands for one of the legal answers, whatever their number; 0 is the first."""

    players: int | tuple[str, ...]
    options: Mapping[str, Value]
    seed: int
    choices: tuple[int, ...]

    def __repr__(self) -> str:
        return f"<{len(self.choices)} answers under seed {self.seed}, {self.players} players>"

    def matches(self, game: Game) -> Iterator[Match]:
        """The match at each of its decisions, the first and the last with them; it is one and the same match.

        Whoever may answer at the same time as others answers in an order that the choices decide too. Raises
        InvalidSetup and RuleFault where it begins, Broken where a legal answer cannot be given.
        """
        match = game.start(self.players, seed=self.seed, options=self.options)
        yield match
        for choice in self.choices:
            if match.is_over:
                return
            actors = match.actors
            legal = match.legal(actors[choice % len(actors)])
            if not legal:
                return  # the properties that ask whether somebody has an answer tell it
            apply(match, legal[choice // len(actors) % len(legal)])
            yield match


def lines(
    players: Sequence[int | tuple[str, ...]], options: Mapping[str, Sequence[Value]], steps: int
) -> st.SearchStrategy[Line]:
    """Lines of play up to a number of answers, under any of these seats and values of options."""
    return st.builds(
        Line,
        players=st.sampled_from(list(players)),
        options=st.fixed_dictionaries({name: st.sampled_from(list(values)) for name, values in options.items()}),
        seed=st.integers(0, 2**32 - 1),
        choices=st.integers(0, steps).flatmap(_choices),
    )


def _choices(count: int) -> st.SearchStrategy[tuple[int, ...]]:
    return st.lists(st.integers(0, _MOST), min_size=count, max_size=count).map(tuple)
