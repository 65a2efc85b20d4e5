"""What is certain about steps whatever the state: that they succeed, that they end a trial, that one may skip them."""

from rulewright.check import checked as c
from rulewright.program.analysis import ENDS, NO_ROOTS, Analysis, Roots
from rulewright.program.expressions.core import Expressions
from rulewright.program.sentences import horizons


class Facts:
    """Facts about the steps of one program."""

    def __init__(self, x: Expressions, analysis: Analysis) -> None:
        self.x, self.game, self.analysis = x, x.game, analysis

    def surely(self, s: c.Stmt) -> bool:
        """Whether a step neither refuses nor asks, whatever the state."""
        if self.analysis.pauses(s):
            return False
        match s:
            case c.Sentence(core=c.RunRoutine() as run):
                return self.surely(self.game.routines[run.name].block)
            case c.Sentence(core=c.PerformEffect()):
                return False
            case c.Sentence():
                return horizons.never_refuses(self.x, s.core)
            case c.CaseBody():
                return all(self.surely_all(body) for _, body in s.cases) and self.surely_all(s.otherwise)
            case c.Block():
                calm = not s.needs and not any(let.refuses_none for let in s.lets)
                return calm and self.surely_all(s.body) and self.surely_all(s.otherwise)

    def surely_all(self, body: tuple[c.Stmt, ...]) -> bool:
        """Whether no step of a body refuses or asks."""
        return all(map(self.surely, body))

    def ends_trial(self, s: c.Stmt) -> bool:
        """Whether a step always ends the trial (if it does not refuse)."""
        if not isinstance(s, c.Sentence) or s.condition is not None or s.each:
            return False
        return horizons.always_horizon(self.x, s.core)

    def droppable(self, s: c.Stmt, later: Roots) -> bool:
        """Whether a trial may skip a step: it cannot fail, ask or end, and nothing later reads what it writes."""
        if isinstance(s, c.Sentence) and isinstance(s.core, (c.LetBe, c.PickRandom)):
            return False
        writes = self.analysis.writes(s)
        return self.surely(s) and not self.ends_trial(s) and not (writes & (later | self.rule_reads(writes, later)))

    def rule_reads(self, writes: Roots, later: Roots) -> Roots:
        """What the state rules read that a step which writes this may set off, if they change anything read later."""
        found, analysis = NO_ROOTS, self.analysis
        for rule in self.game.whenever:
            matters = analysis.writes(rule.body) & (later | ENDS)
            if not rule.after and analysis.reads(rule.condition) & writes and matters:
                found |= analysis.reads(rule.condition) | analysis.reads(rule.body)
        return found

    def event_roots(self, name: str) -> tuple[Roots, Roots]:
        """What the event rules and triggers after an action or routine write, and what they read."""
        writes, reads, analysis = NO_ROOTS, NO_ROOTS, self.analysis
        for rule in self.game.whenever:
            if name in rule.after:
                writes |= analysis.writes(rule.body)
                reads |= analysis.reads(rule.body) | analysis.reads(rule.condition)
        for line in analysis.powers:
            if isinstance(line, c.TriggerPower) and line.event == name:
                writes |= analysis.writes(line.sentence)
                reads |= analysis.reads(line.sentence) | analysis.reads(line.where)
        return writes, reads
