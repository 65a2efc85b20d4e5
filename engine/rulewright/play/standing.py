"""Where a match stands: its state, run from one decision to the next, and what is asked there."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from rulewright.errors import RuleFault
from rulewright.play import bench, outcome, reading
from rulewright.play.action import Action, Question
from rulewright.play.decision import Chance, Decision
from rulewright.play.entries import Entry, Raw, entries
from rulewright.play.recording import CHANCE
from rulewright.play.undoing import BEGINNING, Boundary, Moment
from rulewright.play.visibility import Visibility
from rulewright.program import layout
from rulewright.program.faults import place_of
from rulewright.program.from_checked import Program
from rulewright.program.pauses import Pause
from rulewright.program.runtime import Fault, State

if TYPE_CHECKING:
    from rulewright.play.game import Game
    from rulewright.play.sampling import Alike


class Standing:
    """The part of a match that runs: everything that `apply` changes, and the questions that follow from it."""

    def __init__(self, game: "Game", program: Program, seed: int) -> None:
        self.game, self.program, self.seed = game, program, seed
        self.visibility = Visibility(program)
        self.players = tuple(game.checked.names[p] for p in program.setting.players)
        self.options: Mapping[str, int | bool | str] = MappingProxyType(dict(program.setting.options))
        self.history: list[Decision] = []
        self.script: tuple[int | str, ...] = ()  # the outcomes of chance that `start` was given
        self.opening: tuple[Chance, ...] = ()  # how chance decided before the first decision
        self.forced: tuple[Action, ...] = ()  # answers taken by themselves after the last one
        self._state: State = []
        self._answers: list[Any] = []
        self._entries: list[Entry] = []
        self._moments: list[Moment] = []
        self._boundary: Boundary = BEGINNING
        self._committed: tuple[State, int] | None = None  # what others see while an action is under way: state, log
        self._play_end: State = []  # the state when play ended, until the invariants are tested on it
        self._before: State = []  # the state at the last test of the invariants
        self._tested = 0  # entries there were then
        self._legal: dict[str, tuple[Action, ...]] = {}
        self._pending = False  # standing at a place of the rules, not yet run to its decision
        self._alike: Alike | None = None  # made when first needed
        self._laid = False  # changed by a scenario: no seed and answers lead here

    def __repr__(self) -> str:
        asked = f"{self.actors[0]} to answer" if self.actors else "over"
        return f"<Match of {self.game.id}, {len(self.players)} players, {len(self.history)} answers, {asked}>"

    # ---------- running ----------

    def begin(self, chance: Sequence[Any] | None = None) -> None:
        """Runs to the first decision. Called by `Game.start`."""
        try:
            self._state = self.program.start(self.seed)
        except Fault as fault:
            raise self.fault(fault) from fault
        if chance is not None:
            bench.set_chance(self, chance)
            self.script = tuple(chance)
        self.opening = chance_in(self._run())
        self._before = self._state[:]

    def _run(self) -> list[Raw]:
        """Runs to the next decision that is asked, noting answers that are taken by themselves; gives the events."""
        S, program = self._state, self.program
        forced: list[Action] = []
        events: list[Raw] = []
        S[layout.EVENTS] = events
        try:
            while True:
                answers = program.to_pause(S)
                if answers is None or program.is_asked(S, answers):
                    break
                pause = program.pause(S)
                assert pause is not None
                if answers:
                    forced.append(self.action_of(pause, S[layout.ME], answers[0]))
                program.take_only(S, answers)
            self._answers = answers or []
        except Fault as fault:
            raise self.fault(fault) from fault
        finally:
            S[layout.EVENTS] = None
        self._pending, self._legal, self.forced = False, {}, tuple(forced)
        if answers is None:
            events += self._judged()
        self._play_end = next((event[3] for event in events if event[0] == "finish"), self._play_end)
        self._entries += entries(events, self.visibility, S, program.setting.players)
        return events

    def _judged(self) -> list[Raw]:
        """The events of the end: the lines of the score sheet, and who has won."""
        sheet, players = self._state[layout.SHEET], self.program.setting.players
        if sheet is None:
            return []
        counted: list[Raw] = [
            ("counted", line.name, tuple((p, sheet[place][n]) for place, p in enumerate(players)))
            for n, line in enumerate(self.game.checked.scoring)
        ]
        return [*counted, ("won", outcome.winner_ids(self.program, self._state))]

    def fault(self, fault: Fault) -> RuleFault:
        """A fault with the place in the rules file where it happened."""
        return RuleFault(str(fault), place_of(fault.__traceback__, self.program.sources))

    def settle(self) -> None:
        """A scenario's match runs to its first decision when it is first looked at."""
        if self._pending:
            self._run()

    # ---------- questions ----------

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        self.settle()
        return self.program.is_over(self._state)

    @property
    def pause(self) -> Pause | None:
        """The decision of the program at which the match stands."""
        self.settle()
        return self.program.pause(self._state)

    @property
    def actors(self) -> tuple[str, ...]:
        """Who must answer now; several at once where all choose at the same time; nobody when it is over."""
        pause = self.pause
        if pause is None:
            return ()
        if pause.simultaneous:
            waiting = [p for p, cell in zip(self.players, pause.simultaneous, strict=True) if self._state[cell] is None]
            return tuple(waiting)
        return (self._name(self._state[layout.ME]),)

    @property
    def question(self) -> Question | None:
        """What is asked of the first of `actors` (of all of them, if they are several); None when the match is over."""
        p = self.pause
        if p is None:
            return None
        return Question(self.actors[0], p.kind, p.path, p.name, p.named, p.action, self.game)

    @property
    def current_action(self) -> str | None:
        """The named action that is under way."""
        pause = self.pause
        return pause.action if pause is not None else None

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """The legal answers of the first of `actors`, in the order of the rules file."""
        actors = self.actors
        return self.legal(actors[0]) if actors else ()

    def legal(self, player: str) -> tuple[Action, ...]:
        """The legal answers of a player; none if that player is not asked."""
        self.settle()
        if not isinstance(player, str):
            return ()
        if player not in self._legal:
            pause = self.program.pause(self._state)
            if pause is None or player not in self.actors:
                return ()
            me = self.game.seat_id(player)
            answers = self._answers if me == self._state[layout.ME] else self.program.legal_for(self._state, me)
            self._legal[player] = tuple(self.action_of(pause, me, a) for a in answers)
        return self._legal[player]

    def _name(self, player: int) -> str:
        return self.game.checked.names[player]

    def action_of(self, pause: Pause, me: int, answer: Any) -> Action:
        """An answer of the program as an action of a player."""
        return reading.action_of(self, pause, me, answer)


def chance_in(events: Sequence[Raw]) -> tuple[Chance, ...]:
    """How chance decided, among events."""
    return tuple(event[1:] for event in events if event[0] == CHANCE)
