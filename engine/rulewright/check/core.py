"""The checker's middle: what every part of it works with, and the way from one expression to another.

The parts (expressions, domains, built-ins, sentences, blocks ..) are functions over a `Checker`; which function reads
which node of the syntax tree stands in the tables that `from_model.py` joins, so that the parts need not import one
another.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from rulewright.check import bounds, types
from rulewright.check.checked import (
    Block,
    Board,
    CallDefine,
    Code,
    Const,
    Define,
    EffectCode,
    EnumT,
    Expr,
    KeysOf,
    MapT,
    NumberT,
    PiecesT,
    PowerSet,
    SetT,
    Text,
    TruthT,
    Type,
    UnknownT,
    Var,
)
from rulewright.check.facts import implied
from rulewright.check.paths import Export
from rulewright.check.scope import Env, Situation, Uses
from rulewright.check.symbols import SPECIAL_WORDS, Symbols
from rulewright.expr import tree as t
from rulewright.model import definition as m
from rulewright.text import Code as FindingCode
from rulewright.text import Finding, Findings, Related, Span, did_you_mean

Handler = Callable[["Checker", Any, Env, "Type | None"], Expr]
BuiltinHandler = Callable[["Checker", t.Call, Env], Expr]
AttrValue = Expr | Code | EffectCode | PowerSet | None


@dataclass
class Event:
    """What a power may see of an action or routine: the names bound on every way, and what it does."""

    params: tuple[Var, ...]
    block: Block
    names: dict[str, Var]
    uses: Uses


class Hooks(Protocol):
    """What parts of the checker need of parts that stand above them."""

    def event(self, ck: "Checker", kind: str, name: str, at: t.Node | Span) -> Event | None:
        """The action (kind "action") or routine of a name, elaborated; None after a finding about a cycle."""

    def attribute(self, ck: "Checker", name: str, at: t.Node | Span) -> None:
        """Elaborates what all rows give an attribute, if that has not been done."""

    def writes(self, ck: "Checker", what: object) -> frozenset[str]:
        """The variables and zones that a body, block or sentence of the model may write (`*`: any)."""


# Types that authors bring along, and what is written here.
_FAMILIAR_TYPES = {
    "int": "number", "integer": "number", "num": "number", "float": "number", "bool": "truth", "boolean": "truth",
    "string": "text", "str": "text", "list": "set of T", "map": "T per K", "dict": "T per K", "users": "player",
    "players": "player", "seats": "seat",
}  # fmt: skip


@dataclass
class Checker:
    """One checking of one game."""

    game: m.GameDef
    findings: Findings
    handlers: dict[type[t.Node], Handler]
    builtins: dict[str, BuiltinHandler]
    symbols: Symbols = field(default_factory=Symbols)
    uses: Uses = field(default_factory=Uses)
    defines: dict[str, Define] = field(default_factory=dict)
    exports: dict[str, Export] = field(default_factory=dict)
    define_uses: dict[str, Uses] = field(default_factory=dict)
    events: dict[str, Event] = field(default_factory=dict)
    attr_values: dict[str, dict[int, AttrValue]] = field(default_factory=dict)
    attr_uses: dict[str, Uses] = field(default_factory=dict)
    effect_uses: dict[str, Uses] = field(default_factory=dict)  # path of an effect -> what it does
    trigger_uses: list[tuple[str, Uses, Span]] = field(default_factory=list)  # event, what follows, where
    running: list[str] = field(default_factory=list)  # defines, actions and routines being elaborated
    powered: set[str] = field(default_factory=set)  # defines and numbers that a power may change
    ambient: set[str] = field(default_factory=set)  # what `whenever` and triggers write: after any step
    rules: dict[str, list[Span]] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)  # declared names that something reads, runs or writes
    read_options: set[str] = field(default_factory=set)
    loops: dict[str, dict[str, list[str]]] = field(default_factory=dict)  # root -> step -> paths of loops
    said: set[tuple[FindingCode, str, str, int]] = field(default_factory=set)
    no_such_words: dict[tuple[FindingCode, str], tuple[Finding, list[Span]]] = field(default_factory=dict)
    first_player_at: Span | None = None  # where it is read first
    state_rules: list[tuple[str, set[str], frozenset[str], Span]] = field(default_factory=list)
    none_given: int = 0  # how often a define was found to give none where none cannot be
    define_reads: dict[str, tuple[Any, ...]] = field(default_factory=dict)  # cells with secrets that a define reads
    doubts: list[Finding] = field(default_factory=list)
    block_writes: dict[str, frozenset[str]] = field(default_factory=dict)  # path of a block -> what it may write
    loop_bounds: dict[str, NumberT] = field(default_factory=dict)  # path of a loop -> how many rounds
    table_args: list[tuple[Var, str]] = field(default_factory=list)  # parameters that must be keys of a table
    params: set[Var] = field(default_factory=set)  # of defines and routines
    passed: list[tuple[Var, Expr, Span]] = field(default_factory=list)  # parameter, what a call gave it, where
    no_order: list[tuple[str, Span]] = field(default_factory=list)  # bags whose pieces were moved without an order
    many_in: set[str] = field(default_factory=set)  # zones that a sentence may put several pieces into
    no_me_runs: list[tuple[Span, str]] = field(default_factory=list)  # routines and actions run where `me` is not
    boards: dict[str, Board] = field(default_factory=dict)
    seen_by: dict[str, Expr] = field(default_factory=dict)  # zones and variables that not everyone sees
    gates: dict[tuple[str, str], list[tuple[t.Expr, ...]]] | None = None  # what leads to actions and routines, and when
    drawn_key: dict[int, str] = field(default_factory=dict)  # space of a drawn board -> the key of its picture
    body_writes: dict[str, frozenset[str]] = field(default_factory=dict)
    hooks: "Hooks | None" = None

    # ---------- findings ----------

    def error(
        self,
        code: FindingCode,
        message: str,
        at: t.Node | Span,
        help: str | None = None,
        related: tuple[Related, ...] = (),
    ) -> None:
        """Reports an error at a node; what stands twice on a line of the file is said once."""
        span = span_of(at)
        key = (code, message, span.source.name, span.begin.line)
        if key not in self.said:
            self.said.add(key)
            self.findings.error(code, message, span, help=help, related=related)

    def warning(
        self,
        code: FindingCode,
        message: str,
        at: t.Node | Span,
        help: str | None = None,
        related: tuple[Related, ...] = (),
    ) -> None:
        """Reports a warning at a node."""
        self.findings.warning(code, message, span_of(at), help=help, related=related)

    def doubt(self, code: FindingCode, message: str, at: t.Node | Span, help: str | None = None) -> None:
        """Reports a warning that rests on a proof which failed: only where nothing else is wrong."""
        self.doubts.append(Finding(code, message, span_of(at), "warning", help))

    def hole(self, at: t.Node | Span) -> Const:
        """What stands for an expression after a finding: it fits everything."""
        return Const(None, type=types.UNKNOWN, at=span_of(at))

    def unknown_name(self, what: str, name: str, at: t.Node | Span, known: Iterable[str]) -> Const:
        """Reports a name that nothing bears."""
        return self.no_such("unknown-name", name, f"there is no {what} `{name}`", at, did_you_mean(name, known))

    def unknown_type(self, ident: t.Ident, help: str | None = None) -> None:
        """Reports a type that nothing declares."""
        word = ident.name
        if help is None:
            known = list(self.symbols.type_names())
            help = f"write `{_FAMILIAR_TYPES[word]}`" if word in _FAMILIAR_TYPES else did_you_mean(word, known)
        self.no_such("unknown-name", word, f"there is no type `{word}`", ident, help)

    def no_such(self, code: FindingCode, word: str, message: str, at: t.Node | Span, help: str | None) -> Const:
        """Reports a word that means nothing here: one finding for all places where it stands."""
        span = span_of(at)
        first = self.no_such_words.setdefault((code, word), (Finding(code, message, span, "error", help), []))
        if first[0].span != span:
            first[1].append(span)
        return self.hole(at)

    def report_no_such(self) -> None:
        """Hands over what `no_such` has gathered."""
        for finding, others in self.no_such_words.values():
            places = [finding.span, *dict.fromkeys(others)]
            start = min(places, key=lambda s: (s.source.name, s.start))
            rest = sorted((s for s in places if s != start), key=lambda s: (s.source.name, s.start))
            related = tuple(Related(s, "and here") for s in rest)
            self.findings.add(replace(finding, span=start, related=related))
        self.no_such_words.clear()

    # ---------- expressions ----------

    def expr(self, node: t.Node, env: Env, hint: Type | None = None) -> Expr:
        """The typed expression of a node. The hint is the type that the place expects: bare words are sought in it."""
        return self.handlers[type(node)](self, node, env, hint)

    def value(self, node: t.Node, env: Env, wanted: Type, what: str = "this") -> Expr:
        """An expression that must be of a type."""
        return self.fit(self.expr(node, env, wanted), wanted, node, what)

    def fit(
        self, expr: Expr, wanted: Type, at: t.Node | Span, what: str = "this", help: str | None = None
    ) -> Expr:
        """Reports an expression that is not of the type wanted: `may-be-none`, `out-of-range` or `type`."""
        found = expr.type
        if types.fits(found, wanted):
            return self._within(expr, wanted, at, what)
        if types.may_be_none(found) and (found == types.NONE or types.fits(types.strip(found), wanted)):
            self.may_be_none(at, what, expr)
        else:
            seat = types.strip(found)
            if isinstance(seat, EnumT) and seat.ids and "player" in types.called(wanted) and seat.name == "seat":
                help = "a seat of the box may not play: narrow it with `in player`"
            elif help is not None:
                pass
            elif isinstance(wanted, TruthT) and isinstance(seat, NumberT | PiecesT):
                help = "compare it with something: `.. > 0`" if isinstance(seat, NumberT) else "ask `.. is empty`"
            elif isinstance(wanted, NumberT) and isinstance(seat, TruthT):
                help = "write `if .. then 1 else 0`"
            elif isinstance(wanted, NumberT) and isinstance(seat, PiecesT):
                help = "`size(..)` says how many there are"
            self.error("type", f"{what} is {types.called(found)}, not {types.called(wanted)}", at, help)
        return self.hole(at)

    def _within(self, expr: Expr, wanted: Type, at: t.Node | Span, what: str) -> Expr:
        return self._ranged(expr, wanted, at, what, bounds.meet)

    def _ranged(
        self, expr: Expr, wanted: Type, at: t.Node | Span, what: str, fits: Callable[[NumberT, NumberT], bool],
        help: str | None = None,
    ) -> Expr:  # fmt: skip
        """Reports a number whose bounds do not fit those of the range wanted."""
        inner, found = types.strip(wanted), types.strip(expr.type)
        if isinstance(inner, NumberT) and isinstance(found, NumberT) and not fits(found, inner):
            self.error("out-of-range", f"{what} is {types.called(found)}, not {types.called(inner)}", at, help)
            return self.hole(at)
        return expr

    def is_upside_down(self, low: Expr, high: Expr, at: t.Node | Span) -> bool:
        """Reports a range that begins above its end. `1..0` is not: there a number may be meant to be nought."""
        first, last = bounds.bounds(low.type).low, bounds.bounds(high.type).high
        if first is None or last is None or first <= last + 1:
            return False
        message = f"from {low.at.words} to {high.at.words} there is no number"
        self.error("out-of-range", message, at, f"write `{high.at.words}..{low.at.words}`")
        return True

    def proven(self, expr: Expr, wanted: Type, at: t.Node | Span, what: str) -> Expr:
        """Reports a number that is not proven to lie in the range wanted: for what picks a cell, where none but a value
        of the range has one."""
        inner = bounds.bounds(types.strip(wanted))
        help = f"say that it is: behind `{span_of(at).words} in {inner.low}..{inner.high}` it fits"
        return self._ranged(expr, wanted, at, what, bounds.within, help)

    def may_be_none(self, at: t.Node | Span, what: str = "this", expr: Expr | None = None) -> None:
        """Reports a value that may be none where none cannot be; what a define gives, once for all its places."""
        help = "say what it is then with `otherwise`, or test it before with `is not none`"
        if isinstance(expr, CallDefine):
            self.none_given += 1
            self.no_such("may-be-none", expr.name, f"`{expr.name}` may be none", at, help)
        else:
            self.error("may-be-none", f"{what} may be none", at, help)

    def need(self, expr: Expr, at: t.Node | Span, what: str = "this") -> Expr:
        """Reports an expression that may be none."""
        if types.may_be_none(expr.type):
            self.may_be_none(at, what, expr)
            return self.hole(at)
        return expr

    def number(self, node: t.Node, env: Env, what: str = "this") -> Expr:
        """An expression that must be a number."""
        return self.value(node, env, types.NUMBER, what)

    def condition(self, node: t.Node, env: Env, what: str = "this condition") -> Expr:
        """An expression that must be a truth."""
        return self.value(node, env, types.TRUTH, what)

    def domain(self, node: t.Node, env: Env, of: Type | None = None) -> Expr:
        """An expression that values can be taken from, one after another."""
        expr = self.expr(node, env, None if of is None else SetT(of))
        return self.as_domain(expr, node)

    def as_domain(self, expr: Expr, at: t.Node | Span) -> Expr:
        """An expression read as a domain: of a map its keys."""
        if isinstance(expr.type, UnknownT):
            return expr
        expr = self.need(expr, at)
        if isinstance(expr.type, MapT) and len(expr.type.keys) == 1:
            return KeysOf(expr, type=SetT(expr.type.keys[0]), at=expr.at)
        if types.element(expr.type) is None:
            self.error("type", f"this is {types.called(expr.type)}, which nothing can be taken from", at,
                       "a kind, a board, a range, a set, a map, a zone or a table goes here")  # fmt: skip
            return self.hole(at)
        return expr

    def implied(self, expr: Expr, when: bool = True) -> dict[Any, Type]:
        """The facts that follow from a condition."""
        return implied(expr, when, self.export_of)

    def export_of(self, name: str) -> Export:
        """What a define passes on."""
        return self.exports.get(name) or Export(())

    # ---------- citations, values of several ways ----------

    def cite(self, idents: Iterable[t.Ident]) -> tuple[str, ...]:
        """The rule ids of a citation, noted with their places."""
        names = []
        for ident in idents:
            names.append(ident.name)
            self.rules.setdefault(ident.name, []).append(ident.at.span)
        return tuple(names)

    def joined(self, values: list[tuple[Expr, Span]], at: Span) -> Type:
        """The type of a value that is one of several."""
        of: Type | None = None
        for value, span in values:
            wider = value.type if of is None else types.join(of, value.type)
            if wider is None:
                self.error("type", f"this is {types.called(value.type)}, another way gives {types.called(of)}",  # type: ignore[arg-type]
                           span, "all ways must give the same type of value")  # fmt: skip
                return types.UNKNOWN
            of = wider
        return of if of is not None else types.UNKNOWN

    # ---------- bodies ----------

    def event(self, kind: str, name: str, at: t.Node | Span) -> Event | None:
        """The action (kind "action") or routine of a name, elaborated; None after a finding about a cycle."""
        assert self.hooks is not None
        return self.hooks.event(self, kind, name, at)

    def writes(self, what: object) -> frozenset[str]:
        """The variables and zones that a body, block or sentence of the model may write (`*`: any)."""
        assert self.hooks is not None
        return self.hooks.writes(self, what)

    # ---------- names ----------

    def bind(self, ident: t.Ident, of: Type, env: Env) -> Var:
        """A new local name; reports one that hides another name."""
        var = env.shared.pop(ident.name, None)
        if var is None:
            again = ident.name in env.names
            self.check_local(ident.name, of, ident, env)
            var = Var(ident.name, types.UNKNOWN if again else of)  # which of the two is meant is not known
        else:
            wider = types.join(var.type, of)
            if wider is None:
                message = f"`{ident.name}` is {types.called(of)} here, {types.called(var.type)} in `do`"
                self.error("type", message, ident)
                wider = types.UNKNOWN
            widen(var, wider)
            env.learn({("local", var): of})
        env.bind(var)
        return var

    def check_local(self, name: str, of: Type, at: t.Node | Span, env: Env) -> None:
        """Reports a local name that hides another one. It may bear the name of its own kind, board or component."""
        symbols = self.symbols
        hidden: str | None = None
        related: tuple[Related, ...] = ()
        own = symbols.type_named(name)
        if own is not None and (types.fits(types.strip(of), own) or types.fits(own, types.strip(of))):
            hidden = None
        elif name in env.names:
            hidden = "another local name"
        elif name in symbols.kinds_of_name:
            what, span = symbols.kinds_of_name[name]
            hidden, related = f"the {what} `{name}`", (Related(span, "declared here"),)
        elif name in self.builtins or name in SPECIAL_WORDS or own is not None or name == "option":
            hidden = f"the built-in `{name}`"
        elif name in symbols.by_word:
            enum, number = symbols.by_word[name][0]
            hidden = f"a value of `{enum}`"
            related = (Related(symbols.value_spans[number], "declared here"),)
        if hidden is not None:
            self.error("hidden-word", f"the local name `{name}` hides {hidden}", at, "choose another name", related)

    def use(self, name: str) -> None:
        """Notes that a declared name is used."""
        self.used.add(name)


def span_of(at: t.Node | Span) -> Span:
    """The place of a node."""
    return at if isinstance(at, Span) else at.at.span


def widen(var: Var, of: Type) -> None:
    """Gives a name that both branches of an `if` bind the type that holds both values."""
    object.__setattr__(var, "type", of)


__all__ = [
    "AttrValue", "Checker", "Event", "Finding", "Handler", "PiecesT", "Situation", "Text", "span_of",
]  # fmt: skip
