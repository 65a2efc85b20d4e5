"""Counts of pieces that do not fit together: `setup` takes more from a zone than it can hold."""

from dataclasses import dataclass, field

from rulewright.check.assumed import Assumed, settings, value_of
from rulewright.check.checked import AllOf, AttrOf, Bind, CheckedGame, Const, Expr, Local, Move, Sentence, Zone
from rulewright.check.core import Checker
from rulewright.check.facts import Facts
from rulewright.check.lints.survey import Survey


def deals_too_many(ck: Checker, game: CheckedGame, survey: Survey) -> None:
    """`deals-too-many`: under the default options, for each number of players."""
    usual, _ = settings(ck, Facts(), ())
    told: set[str] = set()
    for assumed in reversed(usual):  # most players first: they need most
        table = _Table(ck, game, assumed)
        for stmt in game.setup:
            if not isinstance(stmt, Sentence):
                break  # decisions and blocks may do anything
            short = table.carry_out(stmt)
            if short is None:
                continue
            if short[0] not in told:
                zone, taken, held = short
                told |= {zone}
                message = f"with {assumed.players} players {taken} are taken from `{zone}`, which holds {held} at most"
                ck.warning("deals-too-many", message, stmt.at, "compare `holds:` of the zone with what is dealt")
            break  # what comes after would only be short too


@dataclass
class _Table:
    """How many pieces each zone without keys holds at most while `setup` goes on; None: nobody knows."""

    ck: Checker
    game: CheckedGame
    assumed: Assumed
    held: dict[str, int | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.held = {z.name: self._content(z) for z in self.game.zones.values() if not z.keys}

    def carry_out(self, sentence: Sentence) -> tuple[str, int, int] | None:
        """Does a sentence; the zone that has too little, what is taken, and what it has."""
        core = sentence.core
        if not isinstance(core, Move):
            return None
        rounds = self._rounds(sentence.each)
        number = self._number(core.amount.number, None) if core.amount.form != "all" else None
        moved = rounds * number if rounds is not None and isinstance(number, int) else None
        source = core.source.zone if core.source is not None else None
        short = None
        if source in self.held and source is not None:
            short = self._take(source, core, sentence, moved)
        if core.target is not None and self.held.get(core.target.zone) is not None:
            before = self.held[core.target.zone]
            self.held[core.target.zone] = None if moved is None or before is None else before + moved
        return short

    def _take(self, source: str, core: Move, sentence: Sentence, moved: int | None) -> tuple[str, int, int] | None:
        held = self.held[source]
        exact = core.amount.form in ("count", "pieces") and sentence.condition is None
        if held is None or moved is None or not exact:
            return None  # it may have taken nothing
        more = self.game.zones[source].recycle_from
        if more is not None:
            rest = self.held.get(more.zone)
            if rest is None:
                return None
            held += rest
        self.held[source] = max(0, held - moved)
        return (source, moved, held) if moved > held else None

    def _content(self, zone: Zone) -> int | None:
        total = 0
        for content in zone.holds:
            ids = self._ids(content.bind)
            counts = [self._number(content.number, (content.bind, i)) for i in ids or ()]
            if ids is None or not all(isinstance(c, int) for c in counts):
                return None
            total += sum(c for c in counts if c is not None)
        return total

    def _rounds(self, binds: tuple[Bind, ...]) -> int | None:
        found = 1
        for bind in binds:
            ids = self._ids(bind)
            if ids is None:
                return None
            found *= len(ids)
        return found

    def _ids(self, bind: Bind) -> list[int] | None:
        if not isinstance(bind.domain, AllOf) or bind.where is not None:
            return None
        if bind.domain.enum == "player":
            return list(range(self.assumed.players))
        enum = self.game.enums.get(bind.domain.enum)
        if enum is None:
            return None
        there = {i: value_of(self.ck, enum.only[i], self.assumed) if i in enum.only else True for i in enum.ids}
        return None if not all(isinstance(v, bool) for v in there.values()) else [i for i, v in there.items() if v]

    def _number(self, expr: Expr | None, bound: tuple[Bind, int] | None) -> int | None:
        if expr is None:
            return 1
        if isinstance(expr, AttrOf) and isinstance(expr.base, Local) and bound is not None:
            row = self.game.attributes[expr.name].values.get(bound[1]) if expr.base.var is bound[0].var else None
            return row.value if isinstance(row, Const) and isinstance(row.value, int) else None
        value = value_of(self.ck, expr, self.assumed)
        return value if isinstance(value, int) and not isinstance(value, bool) else None
