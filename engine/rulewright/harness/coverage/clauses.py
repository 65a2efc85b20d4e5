"""The clauses of a checked game: every place of its rules that can be evaluated or run, each with a number.

A clause has one side or two. A condition has two: a suite of scenarios comes to it whole only if it was true once and
false once. Whatever is run, chosen or computed has one. Data (rows of components, tables) are no clauses: they are
read as a whole, and held by mutation instead.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from rulewright.check import checked as c
from rulewright.program.analysis import children
from rulewright.program.counting import REFUSAL, WHOLE, Key
from rulewright.text import Span, spelt

Kind = Literal[
    "need", "refusal", "if", "where", "until", "end",
    "sentence", "alternative", "or", "pick", "action", "routine", "define", "case", "else", "row", "power",
    "scoring", "winner", "always", "option",
]  # fmt: skip
Place = tuple[str, int, int, str, str]  # file, start, end, kind, value: what makes clauses of two games the same


@dataclass(frozen=True)
class Clause:
    """One clause. `path` is its place in the rules (`actions.sell.do.paid.if`), `rules` are the ledger ids in force
    there. `value` tells apart what stands at one place: an option's value, an end reason.

    A clause that is not `demanded` is only looked at: a sentence's refusal without words of its own, what stands in
    a promise (`always`), which is a test itself.
    """

    kind: Kind
    at: Span = field(repr=False)
    path: str
    rules: tuple[str, ...] = ()
    value: str = ""
    two_sided: bool = False
    demanded: bool = True

    @property
    def place(self) -> Place:
        """What identifies it, whichever variants are merged."""
        return self.at.source.name, self.at.start, self.at.end, self.kind, self.value

    @property
    def words(self) -> str:
        """Its text in the rules file, on one line."""
        return self.at.words


@dataclass(frozen=True)
class Inventory:
    """The clauses of one checked game by number, and the numbers of its nodes for a counted program."""

    clauses: tuple[Clause, ...]
    numbers: dict[Key, int]
    inside: frozenset[int]


def inventory(game: c.CheckedGame) -> Inventory:
    """Finds all clauses of a game."""
    walk = _Walk()
    walk.game(game)
    clauses = _with_rules(walk.clauses, game)
    return Inventory(tuple(clauses), walk.numbers, frozenset(walk.inside))


def _with_rules(clauses: list[Clause], game: c.CheckedGame) -> Iterator[Clause]:
    """The clauses; one in a part that cites no rule has those that its own lines cite, or its variant's head."""
    cited: dict[tuple[str, int], list[str]] = {}
    for rule, spans in game.rules.items():
        for span in spans:
            cited.setdefault((span.source.name, span.begin.line), []).append(rule)
    for clause in clauses:
        if clause.rules:
            yield clause
            continue
        file, lines = clause.at.source.name, range(clause.at.begin.line, clause.at.finish.line + 1) if cited else ()
        found = [rule for line in lines for rule in cited.get((file, line), ())]
        yield replace(clause, rules=tuple(dict.fromkeys(found)) or game.heads.get(file, ()))


class _Walk:
    def __init__(self) -> None:
        self.clauses: list[Clause] = []
        self.numbers: dict[Key, int] = {}
        self.inside: set[int] = set()
        self._places: dict[Place, int] = {}
        self._seen: set[int] = set()

    def add(self, clause: Clause, what: object = None, which: int = WHOLE) -> None:
        if clause.path.startswith("always.") and clause.kind != "always":
            clause = replace(clause, demanded=False)
        number = self._places.setdefault(clause.place, len(self.clauses))
        if number == len(self.clauses):
            self.clauses.append(clause)
        if what is not None:
            self.numbers[id(what), which] = number

    def condition(self, kind: Kind, e: c.Expr | None, path: str, rules: tuple[str, ...], value: str = "") -> None:
        if e is not None:
            self.add(Clause(kind, e.at, path, rules, value, two_sided=True), e)

    # ---------- declared things ----------

    def game(self, game: c.CheckedGame) -> None:
        for name, option in game.options.items():
            for value in option_values(option):
                self.add(Clause("option", option.at, f"options.{name}", option.rules, value))
        for need in game.needs:
            self.need(need, "needs", ())
        for zone in game.zones.values():
            self.inner((zone.at_most, *((h.number, h.bind) for h in zone.holds)), f"zones.{zone.name}", zone.rules)
        for variable in game.variables.values():
            self.inner((variable.start,), f"variables.{variable.name}", variable.rules)
        for define in game.defines.values():
            path = f"{'numbers' if define.is_number else 'define'}.{define.name}"
            self.inside.add(id(define.value))
            truth = isinstance(define.value.type, c.TruthT) and not isinstance(define.value, c.Const)
            self.add(Clause("define", define.value.at, path, define.rules, two_sided=truth), define.value)
            self.inner(define.value, path, define.rules)
        for enum in game.enums.values():
            for i, only in enum.only.items():
                self.exists(only, f"{enum.name}.{game.names[i]}", ())
        for action in game.actions.values():
            if action.only is not None:
                self.exists(action.only, f"{action.block.path}.if", action.block.rules)
            self.called("action", action.block)
        for routine in game.routines.values():
            self.called("routine", routine.block)
        for name, attribute in game.attributes.items():
            for i, of_row in attribute.values.items():
                self.row(of_row, f"{game.names[i]}.{name}")
        for rule in game.whenever:
            path = f"whenever.{rule.name}"
            self.condition("if", rule.condition, f"{path}.if", rule.rules)
            self.inner((rule.condition, rule.body, rule.repeats), path, rule.rules)
        for part in (game.setup, game.play, game.finish):
            self.inner(part, "", ())
        for line in game.scoring:
            self.judged("scoring", line.name, line.value, line.rules)
        for criterion in game.winner:
            self.judged("winner", criterion.name, criterion.value, criterion.rules)
        for promise in game.always:
            self.judged("always", promise.name, promise.value, promise.rules)

    def exists(self, only: c.Expr, path: str, rules: tuple[str, ...]) -> None:
        self.inside.add(id(only))
        self.condition("if", only, path, rules)
        self.inner(only, path, rules)

    def called(self, kind: Literal["action", "routine"], block: c.Block) -> None:
        self.add(Clause(kind, block.at, block.path, block.rules), block)
        self.inner(block, block.path, block.rules)

    def judged(
        self, kind: Literal["scoring", "winner", "always"], name: str, value: c.Expr, rules: tuple[str, ...]
    ) -> None:
        self.add(Clause(kind, value.at, f"{kind}.{name}", rules), value)
        self.inner(value, f"{kind}.{name}", rules)

    def row(self, value: object, path: str) -> None:
        match value:
            case c.Code(value=e):
                self.add(Clause("row", e.at, path), e)
                self.inner(e, path, ())
            case c.EffectCode(body=body):
                self.inner(body, path, ())
            case c.PowerSet(lines=lines):
                for line in lines:
                    if isinstance(line, c.ModifierPower):
                        self.add(Clause("power", line.value.at, path, line.rules), line.value)
                        self.inner(line.value, path, line.rules)
                    else:
                        self.condition("where", line.where, f"{path}.where", line.sentence.rules)
                        self.inner((line.where, line.sentence), path, line.sentence.rules)
            case _:  # data
                pass

    # ---------- bodies and expressions ----------

    def inner(self, node: object, path: str, rules: tuple[str, ...]) -> None:
        """The clauses in a node and below it."""
        if id(node) in self._seen and not isinstance(node, tuple):
            return
        self._seen.add(id(node))
        match node:
            case c.Text():
                return
            case c.Block():
                path, rules = node.path, node.rules or rules
                self.block(node, rules)
            case c.Sentence():
                path, rules = node.path, node.rules or rules
                self.sentence(node, rules)
            case c.Alternative():
                self.condition("if", node.condition, f"{path}.{node.name}.if", rules)
                if node.action is not None:
                    self.inner(node.condition, path, rules)
                    return
            case c.Bind():
                self.condition("where", node.where, f"{path}.where", rules)
            case c.Pick():
                path = f"{path}.pick.{node.var.name}"
                self.add(Clause("pick", node.at, path, rules), node)
                self.condition("where", node.where, f"{path}.where", rules)
            case c.CaseBody():
                path = node.path
                for n, (_, body) in enumerate(node.cases, 1):
                    self.add(Clause("case", _span_of(body, node.at), f"{path}.{n}", rules, str(n)), node, n)
                if node.otherwise:
                    self.add(Clause("case", _span_of(node.otherwise, node.at), f"{path}.else", rules, "else"), node)
            case c.Conditional():
                self.inside.add(id(node.condition))
                self.condition("if", node.condition, f"{path}.if", rules)
            case c.CaseExpr():
                for line in [line for _, line in node.cases] + ([node.otherwise] if node.otherwise else []):
                    self.inside.add(id(line))
                    self.add(Clause("case", line.at, f"{path}.case", rules), line)
            case c.OrElse():
                self.inside.add(id(node.default))
                self.add(Clause("else", node.default.at, f"{path}.else", rules), node.default)
            case _:
                pass
        for part in children(node):
            self.inner(part, path, rules)

    def block(self, b: c.Block, rules: tuple[str, ...]) -> None:
        self.condition("if", b.condition, f"{b.path}.if", rules)
        for need in b.needs:
            self.need(need, f"{b.path}.needs", rules)
        for let in b.lets:
            if let.refuses_none:
                path = f"{b.path}.let.{let.var.name}"
                self.add(Clause("refusal", let.at, path, let.rules or rules, two_sided=True), let, REFUSAL)
        for reason in b.until:
            named = "" if reason.name == "until" else f".{reason.name}"
            kind: Kind = "until" if b.turns is None else "end"
            self.condition(kind, reason.value, f"{b.path}.until{named}", rules, reason.name)
        for a in b.choose or ():
            self.add(Clause("alternative", a.at, f"{b.path}.choose.{a.name}", a.block.rules or rules), a)
        for a in b.meanwhile:
            self.add(Clause("alternative", a.at, f"{b.path}.meanwhile.{a.name}", a.block.rules or rules), a)
        if b.or_ is not None:
            self.add(Clause("or", b.or_.at, f"{b.path}.or.{b.or_.name}", b.or_.block.rules or rules), b.or_)

    def need(self, need: c.Need, path: str, rules: tuple[str, ...]) -> None:
        self.condition("need", need.value, f"{path}.{need.name}", need.rules or rules)

    def sentence(self, s: c.Sentence, rules: tuple[str, ...]) -> None:
        self.condition("if", s.condition, f"{s.path}.if", rules)
        if isinstance(s.core, c.PickStmt):
            return  # its pick says it
        value = s.path.rsplit(".", 1)[-1] if isinstance(s.core, c.End) and s.core.what == "play" else ""
        self.add(Clause("end" if value else "sentence", s.at, s.path, rules, value), s)
        refusal = Clause("refusal", s.at, s.path, rules, two_sided=True, demanded=s.reason is not None)
        self.add(refusal, s, REFUSAL)


def option_values(option: c.Option) -> Iterator[str]:
    """The values of an option that are to be used; of a range its default, and any other."""
    if isinstance(option.values, range):
        yield from (spelt(option.default), "another value")
    else:
        yield from map(spelt, option.values)


def used_value(option: c.Option, value: object) -> str:
    """Which of an option's values one is."""
    if isinstance(option.values, range) and value != option.default:
        return "another value"
    return spelt(value)


def _span_of(body: tuple[c.Stmt, ...], otherwise: Span) -> Span:
    if not body:
        return otherwise
    first, last = body[0].at, body[-1].at
    return first if first.source != last.source else Span(first.source, first.start, max(first.end, last.end))
