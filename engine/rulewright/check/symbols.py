"""The names of a game: which thing each is, the ids of enumerated values, and the types of everything declared."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from rulewright.check import bounds, types
from rulewright.check.checked import Enum, EnumT, KeyDef, NumberT, RecordT, Type, Var
from rulewright.check.types import NUMBER, TEXT, TRUTH, UNKNOWN
from rulewright.text import Span

SPECIAL_WORDS = ("me", "active", "it", "this", "total", "number_of_players", "first_player", "turns_left")
BASE_TYPES: dict[str, Type] = {"number": NUMBER, "truth": TRUTH, "text": TEXT}
LANGUAGE_WORDS = {
    "seen_by": ("everyone", "owner", "nobody"),
    "when": ("needed", "emptied"),
    "tie": ("shared", "later_seat"),
}


@dataclass(frozen=True)
class AttrInfo:
    """An attribute as one declaration has it: `type` is what reading gives (an EffectT for effects)."""

    type: Type
    params: tuple[Var, ...]
    at: Span


@dataclass(frozen=True)
class CellInfo:
    """A zone or variable: its keys, and what a cell holds (`type`) or, for a zone, the type of a piece."""

    type: Type
    keys: tuple[KeyDef, ...]
    at: Span
    shape: str = ""  # of a zone
    component: str | None = None  # of a zone; None: a bare range
    is_zone: bool = False

    @property
    def holds(self) -> str:
        """What lies in it, in words."""
        return f"`{self.component}`" if self.component else types.called(self.type)

    def takes_from(self, other: "CellInfo") -> bool:
        """Whether all pieces of another zone may lie in this one."""
        if self.component is not None or other.component is not None:
            return self.component == other.component
        if isinstance(self.type, NumberT) and isinstance(other.type, NumberT):
            return bounds.within(other.type, self.type)
        return types.fits(other.type, self.type)


@dataclass(frozen=True)
class BoardInfo:
    """A board's spaces and what can be asked of it."""

    name: str
    shape: str
    ids: frozenset[int]
    size: tuple[int, int]
    space_type: str


@dataclass
class Symbols:
    """All declared names. Values' names are found by type first, then by `by_word`."""

    names: list[str] = field(default_factory=list)
    enums: dict[str, Enum] = field(default_factory=dict)
    words: dict[str, dict[str, int]] = field(default_factory=dict)  # enumerated type -> word -> id
    owner: list[str] = field(default_factory=list)  # id -> the declaration that made it
    by_word: dict[str, list[tuple[str, int]]] = field(default_factory=dict)  # word -> (declaration, id)
    value_spans: dict[int, Span] = field(default_factory=dict)
    plain_words: dict[str, tuple[str, ...]] = field(default_factory=dict)  # type without ids -> its words
    kinds_of_name: dict[str, tuple[str, Span]] = field(default_factory=dict)  # declared name -> what it is
    aliases: dict[str, Type] = field(default_factory=dict)  # component -> its type
    attrs: dict[str, dict[str, AttrInfo]] = field(default_factory=dict)  # attribute -> declaration -> info
    options: dict[str, Type] = field(default_factory=dict)
    tables: dict[str, Span] = field(default_factory=dict)
    cells: dict[str, CellInfo] = field(default_factory=dict)
    boards: dict[str, BoardInfo] = field(default_factory=dict)
    fields: dict[str, dict[str, Type]] = field(default_factory=dict)  # component -> field -> type
    groups: dict[str, list[str]] = field(default_factory=dict)  # group of actions -> their names
    fewest_players: int = 1
    broken: set[str] = field(default_factory=set)  # types with a mistake in their declaration: they fit everything
    sometimes: set[int] = field(default_factory=set)  # ids with an `only:`
    _owners: dict[frozenset[int], dict[str, None]] = field(default_factory=dict)

    # ---------- ids ----------

    def new_value(self, enum: str, word: str, at: Span) -> int:
        """A new id for a value that the declaration `enum` makes."""
        number = len(self.names)
        self.names.append(word)
        self.owner.append(enum)
        self.words.setdefault(enum, {})[word] = number
        self.by_word.setdefault(word, []).append((enum, number))
        self.value_spans[number] = at
        return number

    def value(self, enum: str, word: str) -> int:
        """The id of a value by the word that it was declared with, though it may be concealed."""
        words = self.words[enum]
        return words[word] if word in words else words[_concealed(word)]

    def conceal(self, number: int) -> None:
        """Takes the word from a value that may not bear it, so that no line is read as naming it."""
        word = self.names[number]
        self.names[number] = _concealed(word)
        self.by_word.pop(word, None)
        for words in self.words.values():
            if words.get(word) == number:
                words[self.names[number]] = words.pop(word)

    def add_enum(self, name: str, ids: Iterable[int]) -> EnumT:
        """Declares an enumerated type, of new values or of values that exist."""
        ordered = tuple(dict.fromkeys(ids))
        self.enums[name] = Enum(name, ordered, {})
        self.words[name] = {self.names[i]: i for i in ordered}
        return EnumT(name, frozenset(ordered))

    def enum_type(self, name: str) -> EnumT:
        """The type of an enumeration by its name."""
        return EnumT(name, frozenset(self.enums[name].ids))

    def word_type(self, name: str, words: Iterable[str]) -> EnumT:
        """Declares a type of plain words (of an option, or of the language)."""
        self.plain_words[name] = tuple(words)
        return EnumT(name, frozenset())

    # ---------- types ----------

    def type_named(self, name: str) -> Type | None:
        """The type that a name stands for, or None."""
        if name in BASE_TYPES:
            return BASE_TYPES[name]
        if name in self.broken:
            return UNKNOWN
        if name in self.enums:
            return self.enum_type(name)
        return self.aliases.get(name)

    def type_names(self) -> list[str]:
        """All names of types."""
        return [*BASE_TYPES, *self.enums, *self.aliases]

    def widened(self, of: Type) -> Type:
        """An enumerated type as declared, without what is known of the value."""
        if isinstance(of, EnumT) and of.name in self.enums:
            return self.enum_type(of.name)
        return of

    def values_of(self, of: EnumT) -> dict[str, int]:
        """The words for the values of an enumerated type, in its order."""
        known = self.words.get(of.name)
        if known is not None and len(known) == len(of.ids):
            return known
        return {self.names[i]: i for i in sorted(of.ids)}

    def attr_info(self, of: Type, name: str) -> dict[str, AttrInfo | None]:
        """An attribute in every declaration that values of the type come from (None where it has none)."""
        if isinstance(of, EnumT):
            return {o: self.attrs.get(name, {}).get(o) for o in self._owners_of(of.ids)}
        return {}

    def attrs_of(self, of: Type) -> list[str]:
        """The attributes that values of a type may have, or the fields of a record."""
        if isinstance(of, RecordT):
            return list(self.fields.get(of.component, {}))
        if not isinstance(of, EnumT):
            return []
        owners = self._owners_of(of.ids)
        return [name for name, infos in self.attrs.items() if owners.keys() & infos.keys()]

    def _owners_of(self, ids: frozenset[int]) -> dict[str, None]:
        """The declarations that some values come from, in their order; an id never changes its owner."""
        if ids not in self._owners:
            self._owners[ids] = dict.fromkeys(self.owner[i] for i in sorted(ids))
        return self._owners[ids]

    def boards_of(self, of: Type, shapes: Iterable[str]) -> list[BoardInfo]:
        """The boards of some shapes that a value of the type is a space of."""
        if not isinstance(of, EnumT) or not of.ids:
            return []
        wanted = frozenset(shapes)
        return [b for b in self.boards.values() if b.shape in wanted and of.ids <= b.ids]



def _concealed(word: str) -> str:
    return f"`{word}`"
