"""Where each declared thing lies in the flat state: a list with one cell for each number, piece or tuple of pieces.

A bag of few alike pieces is one count per piece; any other bag one cell with a rising tuple. A stack is one cell with
a tuple whose last item is the top; a row one cell with a tuple from the left (None for a free slot if it has slots);
a slot one cell with its piece or None. All contents are immutable, so copying the list copies the state.
"""

from dataclasses import dataclass
from itertools import product

from rulewright.check import checked as c
from rulewright.program.setting import Setting

# The head of every state.
PC, RNG, ME, ACTIVE, FIRST, LEFT, REASON, SHEET, LOOKED, BUDGET, SCRIPT, EVENTS, SEARCH = range(13)
HEAD = (
    "pc", "rng", "me", "active", "first_player", "turns_left", "end_reason", "sheet", "looked", "budget", "script",
    "events", "search",
)  # fmt: skip
MOST_COUNTED = 24  # more kinds of piece than this, and a bag is a tuple


@dataclass(frozen=True)
class Cells:
    """The cells of a zone or variable: `base + sum(place of key * stride)`, `width` cells each."""

    name: str
    base: int
    keys: tuple[tuple[int, ...], ...]  # the values of each key
    strides: tuple[int, ...]
    width: int
    count: int

    @property
    def root(self) -> str:
        """The variable or zone as a root of `analysis.py`."""
        return "v:" + self.name

    def index(self, keys: tuple[int, ...]) -> int:
        """The first cell for given keys."""
        return self.base + sum(v.index(k) * s for v, k, s in zip(self.keys, keys, self.strides, strict=True))


@dataclass(frozen=True)
class ZoneCells(Cells):
    """`counted` holds the pieces that are counted, one cell each; None for a single cell. `slots` is the number of a
    row's slots, for each cell in order; None if it has none."""

    shape: str
    counted: tuple[int, ...] | None
    slots: tuple[int, ...] | None

    @property
    def root(self) -> str:
        """The zone as a root of `analysis.py`."""
        return "z:" + self.name


class Layout:
    """The layout of a setting's state; locals of the program get their cells as the compiler asks for them."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.size = len(HEAD)
        self.variables: dict[str, Cells] = {}
        self.zones: dict[str, ZoneCells] = {}
        self.locals: list[str] = []
        for variable in setting.game.variables.values():
            keys = tuple(setting.key_values(k) for k in variable.keys)
            self.variables[variable.name] = Cells(variable.name, *self._take(keys, 1))
        for zone in setting.game.zones.values():
            self.zones[zone.name] = self._zone(zone)
        self.declared = self.size

    def _zone(self, zone: c.Zone) -> ZoneCells:
        keys = tuple(self.setting.key_values(k) for k in zone.keys)
        counted = None
        if zone.shape == "bag" and not self.is_single_cards(zone):
            counted = self.setting.values(zone.piece)
            if counted is not None and len(counted) > MOST_COUNTED:
                counted = None
        place = self._take(keys, len(counted) if counted is not None else 1)
        return ZoneCells(zone.name, *place, zone.shape, counted, self._slots(zone, keys))

    def is_single_cards(self, zone: c.Zone) -> bool:
        """Whether the pieces are rows of a component: single cards."""
        return zone.component is not None and isinstance(zone.piece, c.EnumT) and zone.piece.name == zone.component

    def _slots(self, zone: c.Zone, keys: tuple[tuple[int, ...], ...]) -> tuple[int, ...] | None:
        """The places of each row of a zone, where `at_most` is constant or a key."""
        if zone.shape != "row" or zone.at_most is None:
            return None
        each = list(product(*keys))  # the cells' keys, in the order of the cells
        bound = self.setting.static(zone.at_most)
        if isinstance(bound, int):
            return (bound,) * len(each)
        for n, key in enumerate(zone.keys):
            if isinstance(zone.at_most, c.Local) and zone.at_most.var is key.var:
                return tuple(values[n] for values in each)
        return None

    def _take(
        self, keys: tuple[tuple[int, ...], ...], width: int
    ) -> tuple[int, tuple[tuple[int, ...], ...], tuple[int, ...], int, int]:
        base, count = self.size, 1
        strides: list[int] = []
        for values in reversed(keys):
            strides.insert(0, count * width)
            count *= len(values)
        self.size += count * width
        return base, keys, tuple(strides), width, count

    def local(self, name: str) -> int:
        """A new cell for a local of the program that outlives a decision."""
        self.locals.append(name)
        self.size += 1
        return self.size - 1
