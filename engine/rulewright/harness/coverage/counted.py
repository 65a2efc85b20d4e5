"""Games whose programs are counted: what a match of them comes to is noted in a tally."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rulewright.check import checked as c
from rulewright.harness.coverage.clauses import Inventory, inventory, used_value
from rulewright.play.game import Game
from rulewright.play.recording import RECORDING
from rulewright.program.counting import WHOLE, Counting
from rulewright.program.from_checked import Program
from rulewright.program.setting import UNKNOWN, Setting


class Tally:
    """How often each clause of a game was true, and was false; what has but one side is true whenever it is come to."""

    def __init__(self, clauses: Inventory) -> None:
        self.inventory = clauses
        self._one_sided = [not clause.two_sided for clause in clauses.clauses]
        self.counts = [0] * (2 * len(clauses.clauses))  # true and false in turn

    def note(self, number: int, value: Any) -> Any:
        """Notes the value of a clause, and gives it back."""
        self.counts[2 * number + (not value and not self._one_sided[number])] += 1
        return value

    def taken(self) -> list[int]:
        """What has been counted since the last time."""
        found = self.counts[:]
        self.counts[:] = [0] * len(found)
        return found

    def add(self, counts: Sequence[int]) -> None:
        """Counts what has been counted elsewhere."""
        self.counts[:] = map(int.__add__, self.counts, counts)


class CountedGame(Game):
    """A game that plays as another does, and notes in `tally` what its matches come to."""

    def __init__(self, game: Game) -> None:
        self.tally = Tally(inventory(game.checked))
        self._fixed: dict[int, list[int]] = {}  # by program: what its players and options evaluate once and for all
        self._of_options = {
            (option.name, clause.value): number
            for number, clause in enumerate(self.tally.inventory.clauses)
            for option in game.checked.options.values()
            if clause.kind == "option" and clause.path == f"options.{option.name}"
        }
        super().__init__(game.checked, game.variants)

    def setting(self, players: int | Sequence[str], options: Mapping[str, int | bool | str] | None = None) -> Setting:
        """Players and options, checked; their needs are clauses too. Raises InvalidSetup."""
        setting = super().setting(players, options)
        for name, value in setting.options.items():
            self.tally.note(self._of_options[name, used_value(self.checked.options[name], value)], True)
        return setting

    def is_met(self, need: c.Need, setting: Setting) -> bool:
        """Whether options and players meet a need of the game's."""
        met = super().is_met(need, setting)
        self.tally.note(self.tally.inventory.numbers[id(need.value), WHOLE], met)
        return met

    def program(self, setting: Setting, *, traced: bool) -> Program:
        """The compiled rules; what it is made with counts for every match that is begun with it."""
        program = super().program(setting, traced=traced)
        if traced:
            self.tally.add(self._fixed[id(program)])
        return program

    def _made_for(self, setting: Setting, traced: bool) -> Program:
        if not traced:
            return super()._made_for(setting, traced)
        before = self.tally.taken()
        clauses = self.tally.inventory
        counting = Counting(clauses.numbers, clauses.inside, self.tally.note)
        for e in _fixed_for_good(self, setting):
            if setting.static(e) is not UNKNOWN:
                counting.fixed(e, setting)
        program = Program(setting, traced=True, helpers=RECORDING, counting=counting)
        program.start(0)  # lays the first contents, which are kept
        self._fixed[id(program)] = [min(1, n) for n in self.tally.taken()]
        self.tally.add(before)
        return program


class CountedGames:
    """The counted games of games, each made once."""

    def __init__(self) -> None:
        self._kept: dict[int, tuple[Game, CountedGame]] = {}  # by the id of a game, which is kept so that it stays

    def of(self, game: Game) -> CountedGame:
        """The counted game of a game."""
        if id(game) not in self._kept:
            self._kept[id(game)] = game, CountedGame(game)
        return self._kept[id(game)][1]

    def drop(self, games: Iterable[CountedGame]) -> None:
        """Lets go of counted games that nobody plays again."""
        gone = set(games)
        self._kept = {key: kept for key, kept in self._kept.items() if kept[1] not in gone}


def _fixed_for_good(game: Game, setting: Setting) -> list[Any]:
    """Expressions that no code evaluates where players and options fix them: numbers, first values, what there is."""
    checked = game.checked
    return [
        *(d.value for d in checked.defines.values() if not d.params and d.name not in setting.modified),
        *(variable.start for variable in checked.variables.values() if variable.start is not None),
        *(only for enum in checked.enums.values() for only in enum.only.values()),
        *(action.only for action in checked.actions.values() if action.only is not None),
    ]
