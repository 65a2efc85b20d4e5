"""A match: one playing of a game. The state is flat inside; all that goes in and out is names and plain values."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.errors import IllegalAction, InvalidAction, InvalidSave, InvalidSetup, RuleFault, UnknownSeat
from rulewright.play import bench, outcome, reading, sampling, save, undoing
from rulewright.play.action import Action
from rulewright.play.decision import Decision
from rulewright.play.entries import Raw, entries
from rulewright.play.events import Event, Events, seen_event
from rulewright.play.log import Teller
from rulewright.play.outcome import Outcome
from rulewright.play.reasons import Reason, nearest_to, reason_for
from rulewright.play.standing import Standing, chance_in
from rulewright.play.undoing import Boundary, Moment, UndoLimit
from rulewright.play.values import plain, shown
from rulewright.play.view import view_of
from rulewright.program import layout
from rulewright.program.runtime import Fault, State

if TYPE_CHECKING:
    from rulewright.play.game import Game


class Match(Standing):
    """One playing of a game, from `Game.start`. Not thread-safe; copies are independent."""

    def __copy__(self) -> "Match":
        return self.copy()

    def __deepcopy__(self, memo: object) -> "Match":
        return self.copy()

    # ---------- answers ----------

    def parse_action(self, text: str, player: str | None = None) -> Action:
        """An answer of the present question from its one-line text (`str(action)`). It need not be legal.

        Raises InvalidAction with what would fit, AmbiguousAction.
        """
        return reading.parse_action(self, text, player)

    def action_from_json(self, data: object) -> Action:
        """An answer from its JSON (see `Action.to_json`). It need not be legal. Raises InvalidAction."""
        return reading.action_from_json(self, data)

    def apply(self, action: Action | str | dict[str, Any], player: str | None = None) -> Events:
        """Carries out a legal answer, given as an action, its text or its JSON, and tells what it set off.

        On any error nothing has changed. Raises InvalidAction, AmbiguousAction (a text that is no answer of this
        question), IllegalAction (`.reason`), RuleFault (a rule failed).
        """
        wanted = self._wanted(action, player)
        legal = self.legal(wanted.player)
        found = next((a for a in legal if a == wanted), None)
        if found is None:
            if wanted.player not in self.actors:
                raise InvalidAction(f"{wanted.player} is not asked now")
            reason = self.why_not(wanted)
            why = reason.text if reason else f"`{wanted}` is not legal here"
            raise IllegalAction(f"{why} (possible: {reading.what_fits(self, wanted.player)})", reason)
        pause, me = self.pause, self.game.seat_id(wanted.player)
        assert pause is not None
        moment = Moment(self._state[:], len(self._entries), len(self.history), me, self._committed, self._boundary)
        saved = self._answers, self.forced, self._legal
        known = self._known()
        early: list[Raw] = []
        try:
            self._state[layout.ME] = me
            self._state[layout.EVENTS] = early
            self.program.answer(self._state, found.answer)
            self._entries += entries(early, self.visibility, self._state, self.program.setting.players)
            events = [*early, *self._run()]
        except (Fault, RuleFault) as fault:
            self._state = moment.state[:]
            del self._entries[moment.entries :]
            self._answers, self.forced, self._legal = saved
            raise (self.fault(fault) if isinstance(fault, Fault) else fault) from fault
        forced = tuple(str(a) for a in self.forced)
        chance = chance_in(events)
        self.history.append(
            Decision(wanted.player, found.kind, pause.path, found.text, len(legal), forced, chance)
        )  # fmt: skip
        self._commit(moment, events)
        first = min(known.values())  # nobody learns anew of what lies before
        news = {seat: (known[seat] - first, last - first) for seat, last in self._known().items()}
        return Events(tuple(self._entries[first:]), news, wanted.player, self.visibility, self.game)

    def after(self, action: Action | str | dict[str, Any], player: str | None = None) -> "Match":
        """The match as it would be after an answer; this one stays as it is. Raises what `apply` raises.

        It draws the same chance as this match will, so a bot that must not look ahead has to give the copy a seed of
        its own (`copy(seed=..)`).
        """
        other = self.copy()
        other.apply(action, player)
        return other

    def _wanted(self, action: object, player: str | None) -> Action:
        """An answer in any of its forms."""
        if isinstance(action, Action):
            if player is not None and action.player != player:
                raise InvalidAction(f"this is an answer of {action.player}, not of {shown(player)}")
            if action in self.legal(action.player):
                return action
            return self.action_from_json(action.to_json())  # it may come from another question, match or game
        if isinstance(action, str):
            return self.parse_action(action, player)
        if player is not None and isinstance(action, dict) and action.get("player", player) != player:
            raise InvalidAction(f"this is an answer of {shown(action['player'])}, not of {shown(player)}")
        return self.action_from_json(action)

    def _commit(self, moment: Moment, events: list[Raw]) -> None:
        """Others see what an action has done when it ends, at a horizon, and before another player decides; and what
        happened before chance, news or another player's answer cannot be taken back."""
        self._boundary = undoing.remember(self._moments, moment, self._boundary)
        news = undoing.boundary_in(self, events, self._entries[moment.entries :])
        if news is not None:
            self._moments.clear()
            self._boundary = news
        pause = self.program.pause(self._state)
        if pause is None or pause.action is None or self._state[layout.ME] != moment.me:
            self._committed = None
        elif news is not None or any(event[0] == "commit" for event in events):
            self._committed = (self._state[:], len(self._entries))
        elif self._committed is None:
            self._committed = (moment.state, moment.entries)

    def why_not(
        self, action: Action | str | dict[str, Any], player: str | None = None, language: str = ""
    ) -> Reason | None:
        """Why an answer is not legal: each failed need in words, with values and rule ids, and the nearest legal
        answers. None if it is legal. What is no answer of this question has that as its reason.
        """
        language = self.game.spoken(language)
        try:
            wanted = self._wanted(action, player)
        except InvalidAction as error:
            legal = self.legal(player) if player is not None else self.legal_actions
            near = nearest_to(action[:60] if isinstance(action, str) else shown(action), legal)
            return Reason(str(error), nearest=near)
        legal = self.legal(wanted.player)
        if wanted in legal:
            return None
        if wanted.player not in self.actors:
            return Reason(f"{wanted.player} is not asked now")
        with self.game.lock:
            return reason_for(self.program, self.game, self._state, wanted, legal, language)

    # ---------- taking back ----------

    @property
    def can_undo(self) -> bool:
        """Whether the last answer can be taken back: no chance, nothing revealed and nobody else's answer since."""
        return undoing.steps_in(self._moments) > 0

    def undo_limit(self, seat: str | None = None, language: str = "") -> UndoLimit:
        """How many answers can be taken back, and what lies before them, as a seat may know it."""
        steps = undoing.steps_in(self._moments)
        boundary = self._boundary if steps == len(self._moments) else Boundary("player")
        me, entry, language = self._seat(seat), boundary.entry, self.game.spoken(language)
        line = Teller(self.game, self.visibility, language).line(entry, me) if entry is not None else None
        return undoing.limit_of(boundary, steps, line)

    def undo(self, steps: int = 1) -> None:
        """Takes back the last answers. Raises InvalidAction, with the boundary, if so many cannot be taken back."""
        if type(steps) is not int or steps < 1:
            raise InvalidAction(f"a number of answers to take back is 1 or more, not {shown(steps)}")
        if steps > undoing.steps_in(self._moments):
            limit = self.undo_limit()
            raise InvalidAction(f"{steps} cannot be taken back: {limit}" if limit.steps else str(limit))
        moment = self._moments[-steps]
        del self._moments[-steps:]
        self._state = moment.state[:]
        del self._entries[moment.entries :]
        del self.history[moment.history :]
        self._committed, self._boundary = moment.committed, moment.boundary
        self.forced, self._legal = (), {}
        self._answers = self.program.to_pause(self._state) or []

    # ---------- results ----------

    @property
    def decisions(self) -> int:
        """How many answers have been given."""
        return len(self.history)

    @property
    def scores(self) -> dict[str, int]:
        """Each player's score so far; at the end with the score sheet added."""
        return outcome.scores(self.program, self.game, self._state)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended: scores, score sheet, winners, ranking, tie-breaks, end reason. None before the end."""
        return self.outcome_in()

    def outcome_in(self, language: str = "") -> Outcome | None:
        """The outcome with its labels in a language."""
        self.settle()
        return outcome.outcome(self.program, self.game, self._state, self.game.spoken(language))

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won; nobody before the end."""
        return outcome.winners(self.program, self.game, self._state)

    @property
    def end_reason(self) -> str | None:
        """The name of the condition that ended play, or of the step that said `end play`."""
        return outcome.end_reason(self._state)

    # ---------- looking ----------

    def view(self, seat: str | None = None, language: str = "") -> dict[str, Any]:
        """What a seat sees (None: somebody at no seat), as JSON (schema/view.schema.json)."""
        return view_of(self, seat, language)

    def log(self, seat: str | None = None, language: str = "") -> list[str]:
        """What has happened, each line as the seat may know it, in a language of the game."""
        me, teller = self._seat(seat), Teller(self.game, self.visibility, language)
        lines = [teller.line(entry, me) for entry in self._entries[: self._known()[seat]]]
        return [line for line in lines if line is not None]

    def events(self, seat: str | None = None) -> tuple[Event, ...]:
        """What has happened since the beginning, as a seat may know it."""
        me = self._seat(seat)
        made = (seen_event(e, self.visibility, self.game, me) for e in self._entries[: self._known()[seat]])
        return tuple(e for e in made if e is not None)

    def _known(self) -> dict[str | None, int]:
        """How many entries each seat (None: a stranger) knows of: of an action under way only who is asked knows."""
        self.settle()
        committed = len(self._entries) if self._committed is None else self._committed[1]
        actors = self.actors
        return {s: len(self._entries) if s in actors else committed for s in (None, *self.players)}

    def state_for(self, seat: str | None) -> State:
        """The state that a seat looks at: the present one if it is asked, else that of the last commit."""
        return self._state if self._committed is None or seat in self.actors else self._committed[0]

    def _seat(self, seat: str | None) -> int | None:
        if seat is None:
            return None
        if seat not in self.players:
            raise UnknownSeat(f"{shown(seat)} does not play: {', '.join(self.players)}")
        return self.game.seat_id(seat)

    def evaluate(self, text: str, me: str | None = None) -> Any:
        """The value of an expression of the rules language, as JSON. It sees everything: for tests and tools.

        Raises InvalidGame (`.findings`) for a text that is no expression of this game.
        """
        self.settle()
        if not isinstance(text, str):
            raise TypeError(f"an expression is a text, not {shown(text)}")
        seat, key = self._seat(me), ("expression", text, me is not None)
        with self.game.lock:
            if key not in self.program.foreign:
                e = bench.foreign(self, text, "expression", me is not None)
                self.program.foreign[key] = self.program.function(e), e.type
        function, type_ = self.program.foreign[key]
        try:
            value = function(self._state, seat)
        except Fault as fault:
            raise self.fault(fault) from fault
        return plain(value, type_, self.game.checked)

    # ---------- for scenarios (bench.py) ----------

    def run_sentence(self, text: str) -> None:
        """Does a sentence of the rules language to the state. Raises InvalidGame, RuleFault."""
        bench.run_sentence(self, text)

    def set_chance(self, outcomes: Sequence[Any]) -> None:
        """The next outcomes of chance: numbers, or names. Raises InvalidSetup."""
        bench.set_chance(self, outcomes)
        self._laid = True

    def test_always(self) -> list[str]:
        """The names of the invariants that do not hold now."""
        return bench.test_always(self)

    # ---------- copies and saves ----------

    def copy(self, seed: int | None = None) -> "Match":
        """An independent match in the same state; with a seed, its chance goes another way from here on."""
        other = Match.__new__(Match)
        other.__dict__.update(self.__dict__)
        other._state = self._state[:]
        other.history = self.history[:]
        other._entries = self._entries[:]
        other._moments = self._moments[:]
        other._legal = dict(self._legal)
        if seed is not None:
            other._state[layout.RNG] = self.program.bare(self.game.seed(seed))[layout.RNG]
            other._laid = True
        return other

    def sample(self, seat: str, seed: int) -> "Match":
        """A match that is the same for all that a seat who is asked is shown, with what is hidden from it dealt anew.

        Hidden pieces change places with others of their component that look alike from behind and may lie in the same
        zones, hidden values of a variable among each other; answers given secretly at the same time are others. What
        could be deduced from earlier events is not used; what has nothing to change places with stays. The sample
        draws chance of its own, tells nobody what was hidden in its log or history, and cannot be taken back.
        Raises UnknownSeat; InvalidSetup for a seed that is none; InvalidAction if the seat is not asked, or if its
        answers depend on what is hidden from it.
        """
        self._seat(seat)
        if seat not in self.actors:
            raise InvalidAction(f"{seat} is not asked now: sample for a seat that is")
        return sampling.sampled(self, seat, self.game.seed(seed))

    @property
    def alike(self) -> sampling.Alike:
        """Which pieces may change places in a sample."""
        if self._alike is None:
            self._alike = sampling.Alike(self.program)
        return self._alike

    def to_json(self) -> dict[str, Any]:
        """The match as JSON, at any decision. `Game.match_from_json` reads it back."""
        self.settle()
        return save.to_json(self)

    def save(self, path: str | Path) -> None:
        """Writes the match to a file, whole or not at all: a file that is there stays if it fails. Raises OSError."""
        save.write(self, Path(path))

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
