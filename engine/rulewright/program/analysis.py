"""Facts about parts of a checked game: which zones and variables they read and write, and whether they may pause.

A *root* is a zone or variable as a whole: "z:hand", "v:coins". Roots are what the compiler reasons with when it drops
effects that no later refusal reads (see `completion.py`); finer would be sharper, this is enough and cannot be wrong.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from rulewright.check import checked as c
from rulewright.program.setting import UNKNOWN, Setting, chosen_case

Roots = frozenset[str]
NO_ROOTS: Roots = frozenset()
ENDS: Roots = frozenset({"e:turn", "e:turns", "e:play"})  # written by what ends them; whatever would follow reads them


Known = dict[int, tuple[object, Roots]]  # by the id of a node, which is kept so that its id stays its own
Found = tuple[Iterable[str], Iterable[object]]  # the roots of a node itself, and the nodes that it leads to


class Analysis:
    """Remembers what it finds out; one for each setting: what options decide is read by nobody."""

    def __init__(self, setting: Setting) -> None:
        self.setting, self.game = setting, setting.game
        game = setting.game
        self._reads: Known = {}
        self._writes: Known = {}
        self._pauses: dict[int, tuple[object, bool]] = {}
        self._crosses: dict[int, tuple[object, bool]] = {}
        self.powers = [
            line
            for attribute in game.attributes.values()
            for value in attribute.values.values()
            if isinstance(value, c.PowerSet)
            for line in value.lines
        ]
        self._changed: dict[str, list[c.Expr]] = {}
        for line in self.powers:
            if isinstance(line, c.ModifierPower):
                self._changed.setdefault(line.name, []).append(line.value)

    # ---------- reads ----------

    def reads(self, node: object) -> Roots:
        """The roots that a node (expression, sentence, block, body) reads anywhere in it, refusals included."""
        return _gathered(node, self._reads, self._own_reads)

    @cached_property
    def set_off(self) -> list[tuple[Roots, Roots]]:
        """What each rule and trigger, which steps may set off, writes and reads."""
        found = [(self.writes(w.body), self.reads(w.condition) | self.reads(w.body)) for w in self.game.whenever]
        for line in self.powers:
            if isinstance(line, c.TriggerPower):
                found.append((self.writes(line.sentence), self.reads(line.sentence) | self.reads(line.where)))
        return found

    def trial_reads(self, s: c.Stmt) -> Roots:
        """What the trial of a step may read: what the step reads, and the rules and triggers that it may set off."""
        found = self.reads(s)
        while more := [reads for writes, reads in self.set_off if writes & found and not reads <= found]:
            found = found.union(*more)
        return found

    def _own_reads(self, node: object) -> Found:
        game = self.game
        if isinstance(node, c.Expr) and self.setting.static(node) is not UNKNOWN:
            return (), ()
        match node:
            case c.Conditional() if (known := self.setting.static(node.condition)) is not UNKNOWN:
                return (), (node.then if known else node.otherwise,)
            case c.CaseExpr() if (known := self.setting.static(node.by)) is not UNKNOWN:
                return (), tuple(line for line in (chosen_case(node, known),) if line is not None)
            case c.Sentence(condition=c.Expr() as condition) if self.setting.static(condition) is False:
                return (), ()
            case c.Block(condition=c.Expr() as condition) if self.setting.static(condition) is False:
                return (), node.otherwise
            case c.Read(place=c.VarPlace() as p):
                return {"v:" + p.variable}, children(node)
            case c.Read(place=c.ZonePlace() as p):
                return {"z:" + p.zone}, children(node)
            case c.Occupied():
                return {"z:" + node.zone}, ()
            case c.CallDefine():
                value, changes = game.defines[node.name].value, self._changed.get(node.name, ())
                return self._power_zones() if changes else (), (value, *changes, *children(node))
            case c.AttrOf():
                return (), (*(code.value for code in self.setting.computed[node.name].values()), *children(node))
            case c.Special(name="turns_left" | "active" | "first_player" as word):
                return {"s:" + word}, ()
            case c.RoundsOf():
                return {"r:" + node.path}, ()
            case c.Builtin(name="can"):
                names = self.setting.possible_actions(node.args[0]) if node.args else node.actions
                return (), (*(game.actions[name].block for name in names), *children(node))
            case c.Builtin(name="points_of" | "winners"):
                lines = [*(line.value for line in game.scoring), *(line.value for line in game.winner)]
                scores = {"v:" + v.name for v in game.variables.values() if v.is_score}
                return scores, (*lines, *children(node))
            case c.Move():
                return self._move_roots(node), children(node)
            case c.Assign(place=c.VarPlace() as p) if node.verb != "set":
                return {"v:" + p.variable}, children(node)
            case c.Assign(place=c.FieldPlace() as p):
                return {"z:" + p.zone}, children(node)
            case c.Shuffle(zone=p) | c.RollInto(zone=p):
                return {"z:" + p.zone}, children(node)
            case _:
                return (), (*self._called(node), *children(node))

    def _power_zones(self) -> Roots:
        return frozenset("z:" + z.name for z in self.game.zones.values() if z.powers_of)

    def _move_roots(self, move: c.Move) -> set[str]:
        """Both zones of a move (pieces there, room there), the recycled and the refilling one."""
        found = set()
        for place in (move.source, move.target):
            if place is not None:
                zone = self.game.zones[place.zone]
                found.add("z:" + zone.name)
                for other in (zone.recycle_from, zone.refill):
                    if other is not None:
                        found.add("z:" + other.zone)
                        further = self.game.zones[other.zone].recycle_from
                        if further is not None:
                            found.add("z:" + further.zone)
        return found

    def _called(self, node: object) -> Iterator[object]:
        """What a sentence runs elsewhere: a routine, any action, any row's effect."""
        match node:
            case c.RunRoutine():
                yield self.game.routines[node.name].block
            case c.PerformAction():
                yield from (self.game.actions[name].block for name in self.setting.possible_actions(node.what))
            case c.PerformEffect():
                values = self.game.attributes[node.name].values.values()
                yield from (value.body for value in values if isinstance(value, c.EffectCode))
            case _:
                pass

    # ---------- writes ----------

    def writes(self, node: object) -> Roots:
        """The roots that a sentence, block or body writes (triggers and state rules are the caller's affair)."""
        return _gathered(node, self._writes, self._own_writes)

    def _own_writes(self, node: object) -> Found:
        match node:
            case c.Expr():
                return (), ()
            case c.Sentence(condition=c.Expr() as condition) if self.setting.static(condition) is False:
                return (), ()
            case c.Block(condition=c.Expr() as condition) if self.setting.static(condition) is False:
                return (), node.otherwise
            case c.Move():
                return self._move_roots(node), ()
            case c.Assign(place=c.VarPlace() as p) | c.RollVariable(place=p):
                return {"v:" + p.variable}, ()
            case c.Assign(place=c.FieldPlace() as p):
                return {"z:" + p.zone}, ()
            case c.Shuffle(zone=p) | c.RollInto(zone=p):
                return {"z:" + p.zone}, ()
            case c.End():
                return {"e:" + node.what}, ()
            case c.Block() if node.is_loop:
                return {"r:" + node.path}, children(node)
            case _:
                return (), (*self._called(node), *children(node))

    # ---------- pauses ----------

    def pauses(self, node: object) -> bool:
        """Whether running a sentence, block or body may stop at a decision."""
        known = self._pauses.get(id(node))
        if known is not None:
            return known[1]
        self._pauses[id(node)] = (node, False)
        match node:
            case tuple():
                result = any(self.pauses(n) for n in node)
            case c.PickStmt() | c.PerformAction():
                result = True
            case c.Move(order="chosen"):
                result = True
            case c.RunRoutine():
                result = self.pauses(self.game.routines[node.name].block)
            case c.PerformEffect():
                result = any(
                    self.pauses(value.body)
                    for value in self.game.attributes[node.name].values.values()
                    if isinstance(value, c.EffectCode)
                )
            case c.Sentence():
                result = self.pauses(node.core)
            case c.CaseBody():
                result = any(self.pauses(body) for _, body in node.cases) or self.pauses(node.otherwise)
            case c.Block():
                result = (
                    bool(node.picks)
                    or node.choose is not None
                    or node.or_ is not None
                    or node.all_at_once is not None
                    or node.turns is not None
                    or self.pauses(node.body)
                    or self.pauses(node.otherwise)
                )
            case _:
                result = False
        self._pauses[id(node)] = (node, result)
        return result

    # ---------- horizons ----------

    def crosses(self, node: object) -> bool:
        """Whether a sentence, block or body may contain a horizon: chance, news, another player's decision."""
        known = self._crosses.get(id(node))
        if known is not None:
            return known[1]
        self._crosses[id(node)] = (node, False)
        match node:
            case c.Shuffle() | c.RollVariable() | c.RollInto() | c.PickRandom() | c.Reveal() | c.Move(draw=True):
                result = True
            case c.Move(order="random") | c.PerformAction() | c.PerformEffect():
                result = True
            case c.RunRoutine():
                result = self.crosses(self.game.routines[node.name].block)
            case c.Block(decider=c.Expr()):
                result = True
            case c.Expr():
                result = False
            case _:
                result = any(self.crosses(child) for child in children(node))
        self._crosses[id(node)] = (node, result)
        return result


def _gathered(node: object, known: Known, own: Callable[[object], Found]) -> Roots:
    """The roots of a node and all that it leads to; what leads back (actions that perform actions) is followed once."""
    if id(node) in known:
        return known[id(node)][1]
    found: set[str] = set()
    seen: dict[int, object] = {}
    pending = [node]
    while pending:
        current = pending.pop()
        if id(current) in known:
            found |= known[id(current)][1]
        elif id(current) not in seen:
            seen[id(current)] = current
            roots, further = own(current)
            found.update(roots)
            pending.extend(further)
    known[id(node)] = node, frozenset(found)
    return known[id(node)][1]


def children(node: object) -> Iterator[object]:
    """The parts of a checked node that are checked nodes themselves; named actions are not followed."""
    if isinstance(node, tuple):
        for part in node:
            if isinstance(part, _NODES):
                yield part
        return
    if isinstance(node, c.Alternative) and node.action is not None:
        if node.condition is not None:
            yield node.condition
        yield node.block  # a `choose` reads and writes what its actions do
        return
    if not isinstance(node, _NODES) or isinstance(node, c.Var):
        return
    for value in vars(node).values():
        if isinstance(value, tuple):
            yield from (v for v in value if isinstance(v, _NODES))
        elif isinstance(value, _NODES):
            yield value


_NODES = (
    c.Expr, c.Place, c.Bind, c.Core, c.Amount, c.Pick, c.Need, c.Let, c.Alternative, c.EndReason, c.Block, c.Sentence,
    c.CaseBody, tuple,
)  # fmt: skip
