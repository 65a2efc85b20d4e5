"""How much work rules may cause: bounds that are known before they run, and what to charge while they do.

Short fixed loops are bounded by counting: a line whose loops, with all that it calls, could go round too often is
refused when the program is made. Long or open loops are charged to a budget when they begin, by their rounds times the
work of one round (`runtime.span`, `runtime.charged`); the budget is that of the steps between two decisions.
"""

from collections.abc import Sequence

from rulewright.check import checked as c
from rulewright.program.analysis import children
from rulewright.program.setting import Setting

LONGEST_FREE = 64  # a fixed domain of more values is charged when a loop over it begins
MOST_STEPS = 5_000_000  # of one line, its free loops written out
MOST_CODE = 400_000  # parts of a program: routines are written out, so a small file could ask for endless code
_UNIT = 8  # steps that one unit of the budget pays
_ENOUGH = 10**15  # numbers are cut here
_SOME = 32  # pieces that a zone may be thought to hold


class TooLarge(Exception):
    """Rules that would make endless code or work; `at` is where they begin to."""

    def __init__(self, at: object = None) -> None:
        self.at = at
        super().__init__("the rules are too large")


class Work:
    """Counts for one setting; remembers what it has counted."""

    def __init__(self, setting: Setting) -> None:
        self.setting, self.game = setting, setting.game
        self._steps: dict[int, tuple[object, int]] = {}
        self._size: dict[int, tuple[object, int]] = {}

    def check(self) -> None:
        """Raises TooLarge if a line or the whole program is."""
        for define in self.game.defines.values():
            self._check_line(define.value)
        for body in (self.game.setup, self.game.play, self.game.finish):
            if self.size(body) > MOST_CODE:
                raise TooLarge(next((s.at for s in body), None))
        for lines in (self.game.scoring, self.game.winner, self.game.always):
            for line in lines:
                self._check_line(line.value)

    def _check_line(self, e: c.Expr) -> None:
        if self.steps(e) > MOST_STEPS:
            raise TooLarge(e.at)

    def weight(self, *inner: c.Expr | None, binds: Sequence[c.Bind] = ()) -> int:
        """What one round of a loop is charged: the work of what stands inside it, of further loops too."""
        return max(1, self._round(binds, inner) // _UNIT)

    def _round(self, binds: Sequence[c.Bind], inner: Sequence[c.Expr | None]) -> int:
        if not binds:
            return min(_ENOUGH, 1 + sum(self.steps(e) for e in inner if e is not None))
        first = binds[0]
        once = self._round(binds[1:], inner) + (self.steps(first.where) if first.where is not None else 0)
        return min(_ENOUGH, 1 + self.steps(first.domain) + self.rounds(first.domain) * once)

    def rounds(self, domain: c.Expr) -> int:
        """How often a loop over a domain goes round for free; 1 where every round is charged."""
        match domain:
            case c.AllOf():
                count = len(self.setting.domain(domain.enum))
                return count if count <= LONGEST_FREE else 1
            case c.Span_():
                low, high = self.setting.static(domain.low), self.setting.static(domain.high)
                if isinstance(low, int) and isinstance(high, int) and high - low < LONGEST_FREE:
                    return max(0, high - low + 1)
                return 1
            case c.SetConst():
                return len(domain.items)
            case _:
                return _SOME

    def steps(self, e: c.Expr) -> int:
        """How many steps a line may take, charged loops counted once."""
        known = self._steps.get(id(e))
        if known is not None:
            return known[1]
        self._steps[id(e)] = (e, 1)
        result = min(_ENOUGH, self._own_steps(e))
        self._steps[id(e)] = (e, result)
        return result

    def _own_steps(self, e: c.Expr) -> int:
        match e:
            case c.CallDefine():
                called = self.steps(self.game.defines[e.name].value)
                return 1 + called + sum(map(self.steps, e.args))
            case c.AttrOf():
                codes = [code.value for code in self.setting.computed[e.name].values()]
                return 1 + self.steps(e.base) + max(map(self.steps, codes), default=0)
            case c.Over():
                return self._round([e.bind], [])
            case c.Best():
                return self._round([e.bind], [e.by])
            case c.Aggregate():
                return self._round(e.binds, [e.value])
            case c.ReachFrom():
                return _SOME * self._round([e.step], [])
            case _:
                return 1 + sum(self.steps(child) for child in children(e) if isinstance(child, c.Expr))

    def size(self, node: object) -> int:
        """How many parts a body has with its routines and performed actions written out."""
        known = self._size.get(id(node))
        if known is not None:
            return known[1]
        self._size[id(node)] = (node, 1)
        result = 1 + sum(self.size(child) for child in children(node))
        match node:
            case c.Expr():
                self._check_line(node)
                result = 1
            case c.RunRoutine():
                result += self.size(self.game.routines[node.name].block)
            case c.PerformAction():
                names = self.setting.possible_actions(node.what)
                result += sum(self.size(self.game.actions[name].block) for name in names)
            case c.PerformEffect():
                effects = self.game.attributes[node.name].values.values()
                result += sum(self.size(v.body) for v in effects if isinstance(v, c.EffectCode))
            case _:
                pass
        result = min(_ENOUGH, result)
        self._size[id(node)] = (node, result)
        return result
