"""A match: one playing of a game. The state is flat inside; all that goes in and out is names and plain values."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rulewright.check.foreign import foreign_line
from rulewright.errors import (
    IllegalAction,
    InvalidAction,
    InvalidGame,
    InvalidSave,
    InvalidSetup,
    RuleFault,
)
from rulewright.play import outcome, reading, save
from rulewright.play.action import Action, Question
from rulewright.play.log import Entry, Teller, entries
from rulewright.play.reasons import Reason, reason_for
from rulewright.play.save import Moment
from rulewright.play.values import plain, text_of
from rulewright.play.view import head_view, table_view
from rulewright.play.visibility import Visibility
from rulewright.program import layout
from rulewright.program.faults import place_of
from rulewright.program.from_checked import Program
from rulewright.program.pauses import Pause
from rulewright.program.runtime import WORK, Fault, State
from rulewright.text import Findings, SourceText

if TYPE_CHECKING:
    from rulewright.play.game import Game

_NEWS = frozenset({"shuffle", "roll", "rolled_into", "random", "show", "open", "look", "refill"})


class Match:
    """One playing of a game, from `Game.start`. Not thread-safe; copies are independent."""

    def __init__(self, game: "Game", program: Program, seed: int) -> None:
        self.game, self.program, self.seed = game, program, seed
        self.visibility = Visibility(program)
        self.players = tuple(game.checked.names[p] for p in program.setting.players)
        self.history: list[tuple[str, str, str]] = []  # (player, kind of answer, answer as text)
        self.forced: tuple[Action, ...] = ()  # answers taken by themselves after the last one
        self._state: State = []
        self._answers: list[Any] = []
        self._entries: list[Entry] = []
        self._moments: list[Moment] = []
        self._committed: tuple[State, int] | None = None  # what others see while an action is under way: state, log
        self._play_end: State = []  # the state when play ended, until the invariants are tested on it
        self._before: State = []  # the state at the last test of the invariants
        self._legal: dict[str, list[Action]] = {}

    def __repr__(self) -> str:
        asked = f"{self.actors[0]} to answer" if self.actors else "over"
        return f"<Match of {self.game.id}, {len(self.players)} players, {len(self.history)} answers, {asked}>"

    # ---------- beginnings ----------

    def begin(self, chance: Sequence[Any] | None = None) -> None:
        """Runs to the first decision."""
        try:
            self._state = self.program.start(self.seed)
        except Fault as fault:
            raise self._fault(fault) from fault
        if chance is not None:
            self.set_chance(chance)
        self._run()
        self._before = self._state[:]

    def begin_at(self, *, bare: bool, turn: str | None, at: str | None) -> None:
        """Stands at a place of the program without having run to it. Raises InvalidSetup."""
        if bare:
            self._state = self.program.bare(self.seed)
        else:
            self.begin()
            self._answer_first_until_play()
        S, seats = self._state, self.game
        if turn is not None:
            if turn not in self.players:
                raise InvalidSetup(f"`{turn}` does not play: {', '.join(self.players)}")
            S[layout.ACTIVE] = S[layout.ME] = seats.seat_id(turn)
        if at is not None:
            label = self.program.place(at)
            if label is None:
                raise InvalidSetup(f"no step `{at}` of this game asks anything")
            S[layout.PC] = label
        elif turn is not None:
            if self.program.flow.turn_entry is None:
                raise InvalidSetup("this game has no turns")
            S[layout.PC] = self.program.flow.turn_entry
        self._answers = []
        self._pending = True

    _pending = False  # standing at a place, not yet run to its decision

    def _answer_first_until_play(self) -> None:
        """A scenario that begins in a turn after set-up takes the first answer of each question of set-up."""
        while self.program.pause(self._state) is not None and not self._in_play():
            self.apply(self.legal_actions[0])

    def _in_play(self) -> bool:
        pause = self.program.pause(self._state)
        return pause is not None and not pause.path.startswith("setup")

    # ---------- running ----------

    def _run(self) -> None:
        """Runs to the next decision that is asked, noting answers that are taken by themselves."""
        S, program = self._state, self.program
        forced: list[Action] = []
        S[layout.EVENTS] = []
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
            raise self._fault(fault) from fault
        finally:
            events, S[layout.EVENTS] = S[layout.EVENTS], None
            self._events = events or []
            for event in self._events:
                if event[0] == "finish":
                    self._play_end = event[3]
        self._pending = False
        self.forced = tuple(forced)
        self._legal = {}
        self._entries += entries(self._events, self.visibility, S, program.setting.players)

    def _fault(self, fault: Fault) -> RuleFault:
        """A fault with the place in the rules file where it happened."""
        return RuleFault(str(fault), place_of(fault.__traceback__, self.program.sources))

    # ---------- questions ----------

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        self._settle()
        return self.program.is_over(self._state)

    @property
    def actors(self) -> tuple[str, ...]:
        """Who must answer now; several at once where all choose at the same time; nobody when it is over."""
        self._settle()
        pause = self.program.pause(self._state)
        if pause is None:
            return ()
        if pause.simultaneous:
            waiting = [p for p, cell in zip(self.players, pause.simultaneous, strict=True) if self._state[cell] is None]
            return tuple(waiting)
        return (self._name(self._state[layout.ME]),)

    @property
    def question(self) -> Question | None:
        """What is asked of the first of `actors`; None when the match is over."""
        self._settle()
        pause = self.program.pause(self._state)
        if pause is None:
            return None
        return Question(
            self.actors[0], pause.kind, pause.path, pause.name, pause.named, pause.action, self.game
        )  # fmt: skip

    @property
    def pause(self) -> Pause | None:
        """The decision of the program at which the match stands."""
        self._settle()
        return self.program.pause(self._state)

    @property
    def current_action(self) -> str | None:
        """The named action that is under way."""
        pause = self.program.pause(self._state)
        return pause.action if pause is not None else None

    @property
    def legal_actions(self) -> Sequence[Action]:
        """The legal answers of the first of `actors`, in the order of the rules file."""
        actors = self.actors
        return self.legal(actors[0]) if actors else []

    def legal(self, player: str) -> list[Action]:
        """The legal answers of a player; none if that player is not asked."""
        self._settle()
        if player not in self._legal:
            pause = self.program.pause(self._state)
            if pause is None or player not in self.actors:
                return []
            me = self.game.seat_id(player)
            answers = self._answers if me == self._state[layout.ME] else self.program.legal_for(self._state, me)
            self._legal[player] = [self.action_of(pause, me, a) for a in answers]
        return self._legal[player]

    def _settle(self) -> None:
        """A scenario's match runs to its first decision when it is first looked at."""
        if self._pending:
            self._run()

    def _name(self, player: int) -> str:
        return self.game.checked.names[player]

    def action_of(self, pause: Pause, me: int, answer: Any) -> Action:
        """An answer of the program as an action of a player."""
        player, game = self._name(me), self.game
        if answer is None:
            name = pause.stop or "stop"
            return Action(player, "choose", name, None, name, game, f"{pause.path}.or.{name}", None)
        if pause.kind == "pick":
            assert pause.pick is not None
            type_ = self.program.pick_type(pause.pick)
            text = text_of(answer, type_, game.checked)
            value = plain(answer, type_, game.checked)
            path = game.path_of(answer) if isinstance(value, str) and isinstance(answer, int) else None
            return Action(player, "pick", pause.pick.var.name, value, text, game, path, answer)
        alternative = pause.alternatives[answer] if answer >= 0 else pause.meanwhile[-1 - answer]
        path = f"actions.{alternative.action}" if alternative.action else f"{pause.path}.choose.{alternative.name}"
        return Action(player, "choose", alternative.name, None, alternative.name, game, path, answer)

    # ---------- answers ----------

    def apply(self, action: Action | str | dict[str, Any], player: str | None = None) -> None:
        """Carries out a legal answer, as an action, its text or its JSON. On any error nothing has changed.

        Raises InvalidAction, AmbiguousAction (a text that is no answer of this question), IllegalAction (`.reason`),
        RuleFault (a rule failed; the match stays as it was).
        """
        wanted = self._wanted(action, player)
        legal = [a for a in self.legal(wanted.player) if a == wanted]
        if not legal:
            if wanted.player not in self.actors:
                raise InvalidAction(f"{wanted.player} is not asked now")
            reason = self.why_not(wanted)
            raise IllegalAction(reason.text if reason else f"`{wanted}` is not legal here", reason)
        moment = Moment(
            self._state[:], len(self._entries), len(self.history), self.game.seat_id(wanted.player), self._committed
        )
        saved = self._answers, self.forced, self._legal
        try:
            self._state[layout.ME] = self.game.seat_id(wanted.player)
            self._state[layout.EVENTS] = []
            self.program.answer(self._state, legal[0].answer)
            early = self._state[layout.EVENTS]
            self._entries += entries(early, self.visibility, self._state, self.program.setting.players)
            self._run()
        except Fault as fault:
            self._restore(moment, saved)
            raise self._fault(fault) from fault
        except RuleFault:
            self._restore(moment, saved)
            raise
        self.history.append((wanted.player, legal[0].kind, legal[0].text))
        self._commit(moment, [*early, *self._events])

    def _wanted(self, action: object, player: str | None) -> Action:
        """An answer in any of its forms."""
        if isinstance(action, Action):
            return action
        return self.parse_action(action, player) if isinstance(action, str) else self.action_from_json(action)

    def _restore(self, moment: Moment, saved: tuple[Any, ...]) -> None:
        self._state = moment.state[:]
        del self._entries[moment.entries :]
        self._committed = moment.committed
        self._answers, self.forced, self._legal = saved

    def _commit(self, moment: Moment, events: list[Any]) -> None:
        """Others see what an action has done when it ends, at a horizon, and before another player decides; and what
        happened before chance, news or another player's answer cannot be taken back."""
        news = any(map(self._is_news, events))
        if self._moments and self._moments[-1].me != moment.me:
            self._moments.clear()
        self._moments.append(moment)
        if news:
            self._moments.clear()
        pause = self.program.pause(self._state)
        if pause is None or pause.action is None or self._state[layout.ME] != moment.me:
            self._committed = None
        elif news or any(event[0] == "commit" for event in events):
            self._committed = (self._state[:], len(self._entries))
        elif self._committed is None:
            self._committed = (moment.state, moment.entries)

    def _is_news(self, event: Any) -> bool:
        """Whether an event is chance, or shows what was hidden."""
        if event[0] == "move":
            if not event[6] or event[3] is None:
                return False
            name, *keys = event[3]
            return not self.visibility.sees(self.game.checked.zones[name], tuple(keys), None, None)
        return event[0] in _NEWS

    @property
    def can_undo(self) -> bool:
        """Whether the last answer can be taken back: no chance, nothing revealed and nobody else's answer since."""
        return bool(self._moments)

    def undo(self) -> None:
        """Takes back the last answer. Raises InvalidAction if that is not possible any more."""
        if not self.can_undo:
            raise InvalidAction("there is nothing to take back: chance, news or another player's answer lies between")
        moment = self._moments.pop()
        self._state = moment.state[:]
        del self._entries[moment.entries :]
        del self.history[moment.history :]
        self._committed = moment.committed
        self.forced, self._legal = (), {}
        self._answers = self.program.to_pause(self._state) or []

    def parse_action(self, text: str, player: str | None = None) -> Action:
        """An answer of the present question from its one-line text. It need not be legal.

        Raises InvalidAction with what would fit, AmbiguousAction.
        """
        return reading.parse_action(self, text, player)

    def action_from_json(self, data: object) -> Action:
        """An answer from its JSON (see `Action.to_json`). It need not be legal. Raises InvalidAction."""
        return reading.action_from_json(self, data)

    def why_not(self, action: Action | str | dict[str, Any], player: str | None = None) -> Reason | None:
        """Why an answer is not legal: each failed condition in words, with values and rule ids. None if it is legal.

        A text that is no answer of this question has that as its reason.
        """
        try:
            wanted = self._wanted(action, player)
        except InvalidAction as error:
            return Reason(str(error), ())
        if wanted in self.legal(wanted.player):
            return None
        return reason_for(self.program, self.game, self._state, wanted)

    # ---------- results ----------

    @property
    def decisions(self) -> int:
        """How many answers have been given."""
        return len(self.history)

    @property
    def end_reason(self) -> str | None:
        """The name of the condition that ended play, or of the step that said `end play`."""
        return outcome.end_reason(self._state)

    @property
    def scores(self) -> dict[str, int]:
        """Each player's score so far; at the end with the score sheet added."""
        return outcome.scores(self.program, self.game, self._state)

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won; nobody before the end."""
        return outcome.winners(self.program, self.game, self._state)

    @property
    def score_sheet(self) -> list[dict[str, Any]]:
        """The lines of the score sheet: `line`, `label`, `rules`, `points` (by player)."""
        return outcome.score_sheet(self.program, self.game, self._state)

    @property
    def tie_breaks(self) -> list[dict[str, Any]]:
        """Each criterion that was looked at to find the winner, with the values of the players still tied."""
        return outcome.tie_breaks(self.program, self.game, self._state)

    # ---------- looking ----------

    def view(self, seat: str | None = None, language: str = "") -> dict[str, Any]:
        """What a seat sees (None: somebody at no seat), as JSON."""
        self._settle()
        me = self._seat(seat)
        asked = self.actors
        own = seat is not None and seat in asked
        S = self._state if own or self._committed is None else self._committed[0]
        return {
            "game": self.game.id,
            "version": self.game.version,
            "digest": self.game.digest,
            "seat": seat,
            "language": language or self.game.checked.language,
            "players": list(self.players),
            "options": dict(self.program.setting.options),
            **head_view(S, self.game.checked),
            "actors": list(asked),
            "current_action": self.current_action,
            "legal_actions": [a.to_json() for a in self.legal(seat)] if own and seat is not None else [],
            "over": self.is_over,
            **table_view(self.visibility, S, me),
        }

    def log(self, seat: str | None = None, language: str = "") -> list[str]:
        """What has happened, each line as the seat may know it."""
        self._settle()
        me = self._seat(seat)
        teller = Teller(self.game, self.visibility, language)
        shown = self._entries
        if self._committed is not None and seat not in self.actors:
            shown = shown[: self._committed[1]]
        lines = [teller.line(entry, me) for entry in shown]
        return [line for line in lines if line is not None]

    def _seat(self, seat: str | None) -> int | None:
        if seat is None:
            return None
        if seat not in self.players:
            raise ValueError(f"`{seat}` does not play: {', '.join(self.players)}")
        return self.game.seat_id(seat)

    def evaluate(self, text: str, me: str | None = None) -> Any:
        """The value of an expression of the rules language, as JSON. It sees everything: for tests and tools.

        Raises InvalidGame (`.findings`) for a text that is no expression of this game.
        """
        self._settle()
        self._seat(me)
        key = ("expression", text, me is not None)
        if key not in self.program.foreign:
            e = self._foreign(text, "expression", me is not None)
            self.program.foreign[key] = self.program.function(e), e.type
        function, type_ = self.program.foreign[key]
        try:
            value = function(self._state, None if me is None else self.game.seat_id(me))
        except Fault as fault:
            raise self._fault(fault) from fault
        return plain(value, type_, self.game.checked)

    def _foreign(self, text: str, kind: Any, me: bool) -> Any:
        source = SourceText("<line>", text)
        findings = Findings()
        found = foreign_line(self.game.checked, text, kind, source.span, findings, me=me)
        if found is None:
            raise InvalidGame(findings)
        return found

    # ---------- for scenarios ----------

    def run_sentence(self, text: str) -> None:
        """Does a sentence of the rules language to the state. Raises InvalidGame, RuleFault."""
        me = self._state[layout.ME] is not None
        key = ("sentence", text, me)
        if key not in self.program.foreign:
            self.program.foreign[key] = self.program.sentence(self._foreign(text, "sentence", me))
        before = self._state[:]
        self._state[layout.EVENTS] = []
        self._state[layout.BUDGET] = WORK
        try:
            self.program.foreign[key](self._state)
        except Fault as fault:
            self._state = before
            raise self._fault(fault) from fault
        finally:
            self._state[layout.EVENTS] = None

    def set_chance(self, outcomes: Sequence[Any]) -> None:
        """The next outcomes of chance: numbers, or names (a named card comes to the top of the pile drawn from)."""
        if isinstance(outcomes, str) or not isinstance(outcomes, Sequence):
            raise InvalidSetup(f"scripted chance is a list of numbers and names, not {outcomes!r}")
        values = []
        for outcome_ in outcomes:
            if type(outcome_) is not int and not isinstance(outcome_, str):
                raise InvalidSetup(f"{outcome_!r} is no outcome of chance: numbers and names are")
            if isinstance(outcome_, str) and not self.game.ids_of(outcome_):
                raise InvalidSetup(f"`{outcome_}` is no outcome of chance in this game")
            values.append(tuple(self.game.ids_of(outcome_)) if isinstance(outcome_, str) else outcome_)
        self._state[layout.SCRIPT] = tuple(values)

    def test_always(self) -> list[str]:
        """The names of the invariants that do not hold now (`before` is the last time they were tested)."""
        self._settle()
        if not self._before:
            self._before = self._state[:]
        pause = self.program.pause(self._state)
        if pause is not None and pause.path.startswith(("setup", "finish")):
            return []
        state = self._state
        if pause is None:  # over: what was when play ended, before the points were counted
            state, self._play_end = self._play_end, []
            if not state:
                return []
        broken = self.program.broken(state, self._before)
        self._before = state[:]
        return broken

    # ---------- copies and saves ----------

    def copy(self) -> "Match":
        """An independent match in the same state."""
        other = Match.__new__(Match)
        other.__dict__.update(self.__dict__)
        other._state = self._state[:]
        other.history = self.history[:]
        other._entries = self._entries[:]
        other._moments = self._moments[:]
        other._legal = dict(self._legal)
        return other

    def to_json(self) -> dict[str, Any]:
        """The match as JSON, at any decision. `Game.match_from_json` reads it back."""
        self._settle()
        return save.to_json(self)

    @classmethod
    def restored(cls, game: "Game", saved: dict[str, Any]) -> "Match":
        """The match that was saved. Raises InvalidSave."""
        save.check(saved)
        try:
            setting = game.setting(saved["players"], saved["options"])
            match = cls(game, game.program(setting, traced=True), game.seed(saved["seed"]))
        except (InvalidSetup, KeyError, TypeError) as error:
            raise InvalidSave(f"the saved match does not fit: {error}") from None
        save.restore(match, saved)
        return match
