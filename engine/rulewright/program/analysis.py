"""Facts about parts of a checked game: which zones and variables they read and write, and whether they may pause.

A *root* is a zone or variable as a whole: "z:hand", "v:coins". Roots are what the compiler reasons with when it drops
effects that no later refusal reads (see `completion.py`); finer would be sharper, this is enough and cannot be wrong.
"""

from collections.abc import Iterator

from rulewright.check import checked as c

Roots = frozenset[str]
NO_ROOTS: Roots = frozenset()


class Analysis:
    """Remembers what it finds out; one for each game."""

    def __init__(self, game: c.CheckedGame) -> None:
        self.game = game
        self._reads: dict[int, tuple[object, Roots]] = {}
        self._writes: dict[int, tuple[object, Roots]] = {}
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
        """The roots that an expression, sentence, block or body reads anywhere in it, refusals of sentences included."""
        known = self._reads.get(id(node))
        if known is not None:
            return known[1]
        self._reads[id(node)] = (node, NO_ROOTS)  # for cycles (an action that performs actions)
        found: set[str] = set()
        match node:
            case c.Read(place=c.VarPlace() as p):
                found.add("v:" + p.variable)
            case c.Read(place=c.ZonePlace() as p):
                found.add("z:" + p.zone)
            case c.Occupied():
                found.add("z:" + node.zone)
            case c.CallDefine():
                found |= self.reads(self.game.defines[node.name].value)
                for change in self._changed.get(node.name, ()):
                    found |= self.reads(change) | self._power_zones()
            case c.AttrOf():
                for value in self.game.attributes[node.name].values.values():
                    if isinstance(value, c.Code):
                        found |= self.reads(value.value)
            case c.Special(name="turns_left" | "active" | "first_player" as word):
                found.add("s:" + word)
            case c.RoundsOf():
                found.add("r:" + node.path)
            case c.Builtin(name="can"):
                for name in node.actions:
                    found |= self.reads(self.game.actions[name].block)
            case c.Move():
                found |= self._move_roots(node)
            case c.Assign(place=c.VarPlace() as p) if node.verb != "set":
                found.add("v:" + p.variable)
            case c.Assign(place=c.FieldPlace() as p):
                found.add("z:" + p.zone)
            case c.Shuffle(zone=p) | c.RollInto(zone=p):
                found.add("z:" + p.zone)
            case c.RunRoutine():
                found |= self.reads(self.game.routines[node.name].block)
            case c.PerformAction():
                for action in self.game.actions.values():
                    found |= self.reads(action.block)
            case c.PerformEffect():
                found |= self._effects(node.name, self.reads)
            case _:
                pass
        for child in children(node):
            found |= self.reads(child)
        result = frozenset(found)
        self._reads[id(node)] = (node, result)
        return result

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

    def _effects(self, name: str, of: "object") -> set[str]:
        found: set[str] = set()
        for value in self.game.attributes[name].values.values():
            if isinstance(value, c.EffectCode):
                for statement in value.body:
                    found |= of(statement)  # type: ignore[operator]
        return found

    # ---------- writes ----------

    def writes(self, node: object) -> Roots:
        """The roots that a sentence, block or body writes (triggers and state rules are the caller's affair)."""
        known = self._writes.get(id(node))
        if known is not None:
            return known[1]
        self._writes[id(node)] = (node, NO_ROOTS)
        found: set[str] = set()
        match node:
            case c.Move():
                found |= self._move_roots(node)
            case c.Assign(place=c.VarPlace() as p) | c.RollVariable(place=p):
                found.add("v:" + p.variable)
            case c.Assign(place=c.FieldPlace() as p):
                found.add("z:" + p.zone)
            case c.Shuffle(zone=p) | c.RollInto(zone=p):
                found.add("z:" + p.zone)
            case c.RunRoutine():
                found |= self.writes(self.game.routines[node.name].block)
            case c.PerformAction():
                for action in self.game.actions.values():
                    found |= self.writes(action.block)
            case c.PerformEffect():
                found |= self._effects(node.name, self.writes)
            case c.Block() if node.is_loop:
                found.add("r:" + node.path)
            case c.Expr():
                return NO_ROOTS
            case _:
                pass
        for child in children(node):
            found |= self.writes(child)
        result = frozenset(found)
        self._writes[id(node)] = (node, result)
        return result

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
        yield node.block  # `reads` of a choose are those of its actions; cycles are cut by the memo
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
