"""Who sees what: the one place where `seen_by`, `others_see`, `open` and `look at` are decided."""

from rulewright.check import checked as c
from rulewright.program import layout
from rulewright.program.from_checked import Program
from rulewright.program.knowledge import Known
from rulewright.program.runtime import State


class Visibility:
    """Answers for one program. A seat is a player's id, or None: somebody who sits at no seat."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.game = program.game
        self._rules: dict[tuple[str, tuple[int, ...]], object] = {}
        self._picks: dict[str, bool] = {}

    def _rule(self, declared: c.Zone | c.Variable, keys: tuple[int, ...]) -> object:
        """Who sees a cell by its declaration alone."""
        cell = declared.name, keys
        if cell not in self._rules:
            self._rules[cell] = self.program.setting.seen_by(declared, keys)
        return self._rules[cell]

    def owner(self, declared: c.Zone | c.Variable, keys: tuple[int, ...]) -> int | None:
        """The player among the keys of a cell."""
        for key, value in zip(declared.keys, keys, strict=True):
            if isinstance(key.type, c.EnumT) and key.type.name in ("player", "seat"):
                return value
        return None

    def known(self, e: c.Expr) -> Known:
        """Who may know the value of an expression."""
        return self.program.expressions.knowledge.of(e)

    def pick_is_public(self, path: str) -> bool:
        """Whether everybody may know what is picked: a pick is seen as its domain is."""
        if path not in self._picks:
            domain = self.program.pick_domains.get(path)
            self._picks[path] = domain is None or self.known(domain) == "everyone"
        return self._picks[path]

    def random_is_known(self, path: str) -> Known:
        """Who may know what was picked at random."""
        return self.known(self.program.randoms[path].bind.domain)

    def keys_at(self, zone: str, index: int) -> tuple[int, ...]:
        """The keys of the cell of a zone that begins at a place of the state."""
        cells = self.program.layout.zones[zone]
        offset, keys = index - cells.base, []
        for values, stride in zip(cells.keys, cells.strides, strict=True):
            keys.append(values[offset // stride])
            offset %= stride
        return tuple(keys)

    def sees(self, declared: c.Zone | c.Variable, keys: tuple[int, ...], seat: int | None, S: State | None) -> bool:
        """Whether a seat may know what a cell holds (in a state: with what lies open there)."""
        rule = self._rule(declared, keys)
        if rule == "everyone":
            return True
        if rule == "owner" and seat is not None and self.owner(declared, keys) == seat:
            return True
        return S is not None and isinstance(declared, c.Zone) and self._opened(declared, keys, seat, S)

    def _opened(self, zone: c.Zone, keys: tuple[int, ...], seat: int | None, S: State) -> bool:
        cells = self.program.layout.zones[zone.name]
        index = cells.index(keys)
        looked = S[layout.LOOKED]
        if looked is not None and seat is not None and looked == (seat, index):
            return True
        first = self.program.sentences.opened.get(zone.name)
        return first is not None and S[first + (index - cells.base) // cells.width] is True
