"""What a match keeps of each answer: enough to give it again, and to tell what went another way."""

from dataclasses import dataclass
from typing import Any, Literal

Chance = tuple[Any, ...]  # ("roll", value), ("choose", place, of how many), ("shuffle", *order)


@dataclass(frozen=True)
class Decision:
    """An answer that was given: by whom, to which question (its path in the rules file), as text, out of how many; the
    answers that were then taken by themselves; and how chance decided after it.
    """

    player: str
    kind: Literal["choose", "pick"]
    question: str
    answer: str
    of: int
    forced: tuple[str, ...] = ()
    chance: tuple[Chance, ...] = ()

    def to_json(self) -> list[Any]:
        """As a JSON list, in the order of the fields."""
        chance = [list(outcome) for outcome in self.chance]
        return [self.player, self.kind, self.question, self.answer, self.of, list(self.forced), chance]

    @classmethod
    def from_json(cls, data: Any) -> "Decision":
        """What `to_json` wrote. Raises ValueError or TypeError for anything else."""
        player, kind, question, answer, of, forced, chance = data
        texts = (player, kind, question, answer, *forced)
        if not all(isinstance(t, str) for t in texts) or type(of) is not int or kind not in ("choose", "pick"):
            raise ValueError("an answer is not as it was written")
        return cls(player, kind, question, answer, of, tuple(forced), tuple(tuple(c) for c in chance))
