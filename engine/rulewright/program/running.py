"""A compiled program in motion: from piece to piece up to a decision, and on from its answer."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rulewright.program import layout
from rulewright.program.pauses import Answer, Pause
from rulewright.program.runtime import ROUND_COST, WORK, Fault, State


class Machine:
    """The functions of a program by their numbers. Immutable; all that changes is in the states that it is given."""

    def __init__(self, names: Mapping[str, Any], pauses: Sequence[Pause], pieces: Sequence[str]) -> None:
        self.pauses = tuple(pauses)
        self.over = len(self.pauses)
        self._legal: list[Callable[[State], list[Answer]]] = [names[p.legal] for p in self.pauses]
        self._apply: list[Callable[[State, Answer], int]] = [names[p.apply] for p in self.pauses]
        # Pieces have negative numbers: piece -1 is the last of the list, and so on.
        self._run: list[Callable[[State], int]] = [names[piece] for piece in pieces]
        # A decision with one answer is taken by itself (0), or only if that is the `or` answer (1), or never (2).
        self._asks = [2 if p.ask_always else 1 if p.named else 0 for p in self.pauses]
        self._empty = [p.empty for p in self.pauses]

    def advance(self, S: State) -> list[Answer]:
        """Runs to the next decision that is to be asked; gives its legal answers, or none when the game is over."""
        while (answers := self.to_pause(S)) is not None:
            if self.is_asked(S, answers):
                return answers
            self.take_only(S, answers)
        return []

    def play_out(self, S: State, random_number: Callable[[], float], cap: int) -> tuple[int, int]:
        """Answers evenly at random until the game is over, or `cap` answers have been given.

        Gives their number, and how many answers were legal at all decisions together.

        As `advance` and `answer` in turn, written out in one loop: playouts spend their time here.
        """
        run, apply, asks, over = self._run, self._apply, self._asks, self.over
        legal = [*self._legal, _nothing]  # at the end there is nothing to answer, which is seen where that is rare
        budget, looked = layout.BUDGET, layout.LOOKED
        count, offered, pc = 0, 0, S[layout.PC]
        while True:
            while pc < 0:
                pc = run[pc](S)
            answers = legal[pc](S)
            choices = len(answers)
            if choices > 1:
                a = answers[int(random_number() * choices)]
            elif pc == over:
                break
            elif not choices:
                self._spend(S, pc)
                pc = self._leave(pc)
                continue
            else:
                a = answers[0]
                ask = asks[pc]
                if not (ask == 2 or (ask and a is not None) or S[looked] is not None):
                    self._spend(S, pc)
                    pc = apply[pc](S, a)
                    continue
                random_number()
            if count >= cap:
                break
            count += 1
            offered += choices
            S[budget] = WORK
            S[looked] = None
            pc = apply[pc](S, a)
        S[layout.PC] = pc
        return count, offered

    def to_pause(self, S: State) -> list[Answer] | None:
        """Runs to the next decision, asked or not; gives its legal answers, None when the game is over."""
        pc = S[layout.PC]
        while pc < 0:
            pc = self._run[pc](S)
        S[layout.PC] = pc
        if pc == self.over:
            return None
        left = S[layout.BUDGET]  # who looks at the answers once more takes nothing from the steps that follow
        answers = self._legal[pc](S)
        S[layout.BUDGET] = left
        return answers

    def is_asked(self, S: State, answers: list[Answer]) -> bool:
        """Whether a decision with these legal answers is put to the player, or taken by itself."""
        if len(answers) != 1:
            return len(answers) > 1
        asks = self._asks[S[layout.PC]]
        return asks == 2 or (asks == 1 and answers[0] is not None) or S[layout.LOOKED] is not None

    def take_only(self, S: State, answers: list[Answer]) -> None:
        """Takes the only answer by itself, or leaves a decision that has none."""
        pc = S[layout.PC]
        self._spend(S, pc)
        S[layout.PC] = self._apply[pc](S, answers[0]) if answers else self._leave(pc)

    def _spend(self, S: State, pc: int) -> None:
        """Charges the work budget for a decision that nobody takes, so that a loop of such decisions ends."""
        S[layout.BUDGET] -= ROUND_COST
        if S[layout.BUDGET] < 0:
            path = self.pauses[pc].path
            raise Fault(f"the game goes on without a decision: `{path}` is answered by itself again and again")

    def _leave(self, pc: int) -> int:
        """Where the program goes on from a decision without a legal answer."""
        empty = self._empty[pc]
        if empty is None:
            raise Fault("a decision has no answer")
        return empty

    def answer(self, S: State, a: Answer) -> None:
        """Carries out a legal answer, up to the next piece; `advance` goes on. The state is changed in place."""
        S[layout.BUDGET] = WORK
        S[layout.LOOKED] = None
        S[layout.PC] = self._apply[S[layout.PC]](S, a)

    def legal_for(self, S: State, me: int) -> list[Answer]:
        """The legal answers of another of the players who choose at the same time."""
        asked = S[:]
        asked[layout.ME] = me
        return self._legal[S[layout.PC]](asked)

    def is_over(self, S: State) -> bool:
        """Whether the game is over."""
        return bool(S[layout.PC] == self.over)

    def pause(self, S: State) -> Pause | None:
        """The decision at which a state stands."""
        return None if S[layout.PC] == self.over else self.pauses[S[layout.PC]]


def _nothing(S: State) -> list[Answer]:
    return []
