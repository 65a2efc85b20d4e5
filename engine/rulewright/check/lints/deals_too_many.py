"""Counts of pieces that do not fit together: `setup` takes more from a zone than it can hold."""

from dataclasses import dataclass, field

from rulewright.check.assumed import Assumed, settings, value_of
from rulewright.check.checked import (
    AllOf,
    AttrOf,
    Bind,
    Block,
    CheckedGame,
    Const,
    Expr,
    Local,
    Move,
    Sentence,
    Stmt,
    Zone,
)
from rulewright.check.core import Checker
from rulewright.check.facts import Facts
from rulewright.check.lints.survey import Survey
from rulewright.text import Span


def deals_too_many(ck: Checker, game: CheckedGame, survey: Survey) -> None:
    """`deals-too-many`: under the default options, for each number of players."""
    usual, _ = settings(ck, Facts(), ())
    told: set[str] = set()
    for assumed in reversed(usual):  # most players first: they need most
        short = _Table(ck, game, assumed).deal(game.setup, 1)  # what comes after the first would only be short too
        if short is not None and short.zone not in told:
            told |= {short.zone}
            message = (
                f"with {assumed.players} players {short.taken} are taken from `{short.zone}`, "
                f"which holds {short.held} at most"
            )
            ck.warning("deals-too-many", message, short.at, "compare `holds:` of the zone with what is dealt")


@dataclass(frozen=True)
class _Short:
    """A zone that has too little: what is taken where, and what it has."""

    zone: str
    taken: int
    held: int
    at: Span


def _is_plain(block: Block) -> bool:
    """Whether a block does what stands in it, without decisions, once for each value of its loops."""
    parts = (block.repeat, block.all_at_once, block.turns, block.until, block.decider, block.times, block.picks)
    return not any(parts) and not block.needs and block.choose is None


@dataclass
class _Table:
    """How many pieces each zone without keys holds at most while `setup` goes on; None: nobody knows."""

    ck: Checker
    game: CheckedGame
    assumed: Assumed
    held: dict[str, int | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.held = {z.name: self._content(z) for z in self.game.zones.values() if not z.keys}

    def deal(self, stmts: tuple[Stmt, ...], times: int) -> _Short | None:
        """Does statements so many times, up to the first zone that has too little; what is not known is forgotten."""
        for stmt in stmts:
            short = None
            if isinstance(stmt, Sentence):
                short = self._carry_out(stmt, times)
            elif isinstance(stmt, Block) and _is_plain(stmt):
                rounds = self._rounds(stmt.loops)
                holds = True if stmt.condition is None else value_of(self.ck, stmt.condition, self.assumed)
                if rounds is None or not isinstance(holds, bool):
                    self._forget(stmt)
                else:
                    short = self.deal(stmt.body if holds else stmt.otherwise, times * rounds)
            else:
                self._forget(stmt)
            if short is not None:
                return short
        return None

    def _forget(self, stmt: Stmt) -> None:
        written = self.ck.block_writes.get(stmt.path, frozenset({"*"}))
        for zone in self.held:
            if zone in written or "*" in written:
                self.held[zone] = None

    def _carry_out(self, sentence: Sentence, times: int) -> _Short | None:
        core = sentence.core
        if not isinstance(core, Move):
            return None
        rounds = self._rounds(sentence.each)
        rounds = rounds * times if rounds is not None else None
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

    def _take(self, source: str, core: Move, sentence: Sentence, moved: int | None) -> _Short | None:
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
        return _Short(source, moved, held, sentence.at) if moved > held else None

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
