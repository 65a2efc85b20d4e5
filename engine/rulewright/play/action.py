"""Actions (answers to decisions) and questions, as the outside sees them."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from rulewright.play.game import Game


@dataclass(frozen=True)
class Action:
    """One answer to one decision: an alternative chosen, or a value picked.

    `name` is the alternative's name, or the pick's (`steps` in `pick: steps in 1..4`); `value` is what was picked, as
    JSON, and None for a choice. `text` is the line that `Match.parse_action` reads back: the name, or the value.
    """

    player: str
    kind: Literal["choose", "pick"]
    name: str
    value: Any
    text: str
    game: "Game" = field(compare=False, repr=False)
    label_path: str | None = field(default=None, compare=False, repr=False)
    answer: Any = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return self.text

    def __hash__(self) -> int:
        return hash((self.player, self.kind, self.name, self.text))

    def label(self, language: str = "") -> str:
        """The words for it in a language (default: the game's own). Raises UnknownLanguage."""
        language = self.game.spoken(language)
        if self.label_path is not None:
            return self.game.label(self.label_path, language)
        if isinstance(self.value, (list, dict)):
            parts = self.value.values() if isinstance(self.value, dict) else self.value
            return ", ".join(self._label_of(v, language) for v in parts) or "nothing"
        return self._label_of(self.value, language)

    def _label_of(self, value: Any, language: str) -> str:
        return self.game.label(value, language) if isinstance(value, str) else self.text

    def to_json(self) -> dict[str, Any]:
        """`{"player": .., "choose": NAME}` or `{"player": .., "pick": NAME, "value": ..}`."""
        if self.kind == "choose":
            return {"player": self.player, "choose": self.name}
        return {"player": self.player, "pick": self.name, "value": self.value}


@dataclass(frozen=True)
class Question:
    """What a player is asked: which of several things to do (`choose`), or which value (`pick`).

    `path` is the place in the rules file, `name` the block's or the pick's. `named` is set where named actions are
    offered; `current_action` is the named action that is running.
    """

    player: str
    kind: Literal["choose", "pick"]
    path: str
    name: str
    named: bool
    current_action: str | None
    game: "Game" = field(compare=False, repr=False)

    def label(self, language: str = "") -> str:
        """The words for it: the label of the pick or block if it has one, else its name in words."""
        path = f"{self.path}.pick.{self.name}" if self.kind == "pick" else self.path
        label = self.game.label(path, language)
        return label if label != path else self.game.label(self.name, language)

    def to_json(self, language: str = "") -> dict[str, Any]:
        """As JSON, with its label in a language."""
        return {
            "kind": self.kind,
            "name": self.name,
            "path": self.path,
            "action": self.current_action,
            "label": self.label(language),
        }
