"""Completion by trial: an answer is legal if the unit, begun anew with it, comes to its end or a horizon unrefused."""

from typing import Any

from oracle.requests import END, ENDS, Asked, Chance, Fault, Refused, Revealed
from oracle.rules import Unit
from oracle.run import Walker
from oracle.state import Match


class Search:
    """Tries answers on fresh walkers. `budget` bounds the runs of one question."""

    def __init__(self, match: Match, budget: int = 200_000):
        self.match, self.budget, self.runs = match, budget, 0
        self.lenient = False

    def legal(self, unit: Unit, asked: Asked) -> list[Any]:
        """The legal answers among a question's options.

        Behind a horizon a loop ends when nothing is legal; but what needs that is offered only if nothing else is.
        """
        self.runs = 0
        for self.lenient in (False, True):
            found = self.completing(unit, asked)
            if found:
                return found
        return []

    def completing(self, unit: Unit, asked: Asked) -> list[Any]:
        """The options from which the unit completes."""
        return [
            option
            for option in asked.options
            if self.completes(unit, asked.player, [option], at_action_end=asked.in_action or option in asked.acts)
        ]

    def completes(self, unit: Unit, player: int, more: list[Any] | None = None, *, at_action_end: bool) -> bool:
        """Whether the unit can end after its log and the answers in `more`."""
        more = more or []
        way = (repr([*(reply for _, reply in unit.log), *more]), at_action_end, self.lenient)
        if way not in unit.known:
            unit.known[way] = self.tried(unit, player, more, at_action_end)
        return unit.known[way]

    def tried(self, unit: Unit, player: int, more: list[Any], at_action_end: bool) -> bool:
        self.runs += 1
        if self.runs > self.budget:
            raise Fault("the search is too wide")
        stopped = self.run(unit, player, more, at_action_end)
        if not isinstance(stopped, Asked):
            return bool(stopped)
        options = sorted(stopped.options, key=lambda o: o != stopped.way_out)  # the way out first: it is the shortest
        if any(self.completes(unit, player, [*more, o], at_action_end=at_action_end) for o in options):
            return True
        lenient = self.lenient or not stopped.in_action
        return lenient and stopped.may_end and self.completes(unit, player, [*more, END], at_action_end=at_action_end)

    def run(self, unit: Unit, player: int, more: list[Any], at_action_end: bool) -> Any:
        """True or False when the run is decided, else the question at which the answers ran out."""
        walker = Walker(self.match, unit.state.copy(), self, unit, trial=True)
        walker.quiet, walker.meanwhile = unit.quiet, unit.meanwhile
        logged = list(unit.log)
        answers = list(more)
        steps = unit.begin(walker)
        reply = None
        try:
            while True:
                walker.stop_at_action_end = at_action_end and not logged
                event = steps.send(reply)
                if logged:
                    kind, reply = logged.pop(0)
                    assert kind is type(event), "a trial went another way than the game"
                elif isinstance(event, Chance | Revealed):
                    return True
                elif isinstance(event, Asked):
                    if event.player != player:
                        return True
                    if not answers:
                        return event
                    reply = answers.pop(0)
                    if reply is not END and reply not in event.options:
                        return False
        except StopIteration:
            return True
        except ENDS:
            return True
        except Refused:
            return False
