"""Blocks: loops, and the decisions in the head of a round."""

from dataclasses import fields, is_dataclass, replace
from typing import Any

import rulewright.check.checked as c
from oracle.requests import END, Asked, Fault, Refused
from oracle.rules import Rules
from oracle.sentences import Steps
from oracle.state import Frame

STOP = "stop"


def names_in(node: Any) -> frozenset[c.Var]:
    """All local names that an expression reads."""
    if isinstance(node, c.Local):
        return frozenset({node.var})
    if isinstance(node, tuple):
        return frozenset().union(*map(names_in, node)) if node else frozenset()
    if is_dataclass(node) and not isinstance(node, c.Type | c.Var):
        inside = [getattr(node, f.name) for f in fields(node) if f.name not in ("at", "type")]
        return frozenset().union(*map(names_in, inside)) if inside else frozenset()
    return frozenset()


class Blocks(Rules):
    """Runs blocks in the order of the reference's table of keys."""

    # ---------- blocks ----------

    def block(self, b: c.Block, f: Frame) -> Steps:
        """`if`, `else`, `for`; then what stands below them."""
        if b.condition is not None and not self.value(b.condition, f):
            yield from self.body(b.otherwise, f)
            return
        outer = self.meanwhile
        self.meanwhile = (*outer, *((a, f) for a in b.meanwhile))
        try:
            if not b.loops:
                yield from self.repeated(b, f)
                return
            ways = self.bound(b.loops, f)
            if b.loop_order is not None:
                order = b.loop_order
                ways.sort(key=lambda way: (f.env.update(way), self.value(order, f))[1])
            for way in ways:
                f.env.update(way)
                yield from self.repeated(b, f)
        finally:
            self.meanwhile = outer

    def repeated(self, b: c.Block, f: Frame) -> Steps:
        """`repeat`, `all_at_once`, `turns`."""
        if b.repeat is not None:
            f.rounds[b.path] = 0
            for _ in range(self.value(b.repeat, f)):
                if self.is_over(b, f):
                    return
                yield from self.decided(b, f)
                f.rounds[b.path] += 1
        elif b.all_at_once is not None:
            yield from self.at_once(b, f)
        elif b.turns is not None:
            yield from self.turns(b, f)
        else:
            yield from self.decided(b, f)

    def is_over(self, b: c.Block, f: Frame) -> bool:
        return any(self.value(reason.value, f) for reason in b.until)

    def decided(self, b: c.Block, f: Frame) -> Steps:
        """`by`, then a loop or a single round."""
        if b.decider is not None:
            f = replace(f, me=self.value(b.decider, f))
        if not b.is_loop:
            yield from self.round(b, f, b.or_, {})
            return
        least, most = 0, None
        stop = b.or_
        if b.times is not None:
            least = self.value(b.times[0], f)
            most = None if b.times[1] is None else self.value(b.times[1], f)
            if stop is None:
                stop = c.Alternative(STOP, None, None, c.Block(b.path, STOP, (), None, at=b.at), None, b.at)
        left = {name: self.value(bound, f) for name, bound in b.each_at_most}
        f.rounds[b.path] = 0
        until_ends = b.turns is None and b.repeat is None
        while not (until_ends and self.is_over(b, f)) and (most is None or f.rounds[b.path] < most):
            offered = stop if f.rounds[b.path] >= least else None
            if (yield from self.round(b, f, offered, left)) == "out":
                return
            f.rounds[b.path] += 1

    # ---------- one round: lets, picks, needs, choose, do ----------

    def round(self, b: c.Block, f: Frame, or_: c.Alternative | None, left: dict[str, int]) -> Steps:
        """One round; "out" if it left the block by its `or` answer or because nothing was legal."""
        if not b.picks and b.choose is None:
            if not self.head(b, f):
                raise Refused(f"a need of {b.path} fails")
            yield from self.body(b.body, f)
            return "done"
        before = dict(left)
        result, name = yield from self.in_unit(f, lambda w, g: w.asking_round(b, g, or_, dict(before)))
        if name in left:
            left[name] -= 1
        return result

    def asking_round(self, b: c.Block, f: Frame, or_: c.Alternative | None, left: dict[str, int]) -> Steps:
        decision = yield from self.decide(b, f, or_, left)
        return (yield from self.carry_out(b, f, or_, decision))

    def head(self, b: c.Block, f: Frame) -> bool:
        """Binds the lets and tests the needs that read no pick."""
        for let in b.lets:
            f.env[let.var] = self.value(let.value, f)
            if let.refuses_none and f.env[let.var] is None:
                return False
        return self.needs_hold(b, f, frozenset(), frozenset(p.var for p in b.picks))

    def needs_hold(self, b: c.Block, f: Frame, known: frozenset[c.Var], later: frozenset[c.Var]) -> bool:
        """Whether every need holds that can be tested now and not earlier."""
        for need in b.needs:
            names = self.match.once(("names", id(need)), lambda n=need: names_in(n.value))
            if not names & later and (not known or names & known) and not self.value(need.value, f):
                return False
        return True

    def candidates(self, pick: c.Pick, f: Frame, rest: Any) -> list[Any]:
        values = self.domain(pick.domain, f) if pick.number is None else self.several(pick, f)
        found = []
        for v in values:
            f.env[pick.var] = v
            if (pick.where is None or self.value(pick.where, f)) and (not rest or rest()):
                found.append(v)
        return found

    def decide(self, b: c.Block, f: Frame, or_: c.Alternative | None, left: dict[str, int]) -> Steps:
        """Asks the head's questions: "or", "out", or the alternative that was chosen (none without `choose`)."""
        possible = self.head(b, f)
        first_may_end = b.is_loop or b.choose is not None or b.or_ is not None
        for i, pick in enumerate(b.picks):
            later = frozenset(p.var for p in b.picks[i + 1 :])
            known = frozenset({pick.var})
            options = self.candidates(pick, f, lambda k=known, n=later: self.needs_hold(b, f, k, n)) if possible else []
            first = i == 0
            answer = yield from self.ask(
                f, "pick", pick.var.name, options + ([or_.name] if first and or_ else []),
                may_end=first and first_may_end, ask_always=b.ask_always,
                way_out=or_.name if first and or_ else None,
            )  # fmt: skip
            if answer is END:
                return "out"
            if first and or_ is not None and answer == or_.name:
                return "or"
            f.env[pick.var] = answer
        if b.choose is None:
            return None
        return (yield from self.choose(b, f, or_ if not b.picks else None, left, possible))

    def choose(self, b: c.Block, f: Frame, or_: c.Alternative | None, left: dict[str, int], possible: bool) -> Steps:
        while True:
            own = [a for a in b.choose or () if possible and left.get(a.name, 1) > 0 and self.offered(a, f)]
            listed = {a.name for a in own}
            beside = []
            for a, outer in self.meanwhile:
                if a.name not in listed and self.offered(a, replace(outer, me=f.me)):
                    listed.add(a.name)
                    beside.append(a)
            names = [a.name for a in own] + ([or_.name] if or_ else []) + [a.name for a in beside]
            named = frozenset(a.name for a in own if a.action is not None)
            answer = yield from self.ask(
                f, "choose", b.path, names, may_end=not b.picks, ask_always=b.ask_always,
                acts=named | frozenset(a.name for a in beside), way_out=or_.name if or_ else None,
            )  # fmt: skip
            if answer is END:
                return "out"
            if or_ is not None and answer == or_.name:
                return "or"
            chosen = next((a for a in own if a.name == answer), None)
            if chosen is not None:
                return chosen
            assert f.me is not None
            yield from self.chosen_action(next(a.action for a in beside if a.name == answer), f.me)

    def offered(self, a: c.Alternative, f: Frame) -> bool:
        if a.action is not None and not self.action_exists(a.action):
            return False
        return a.condition is None or bool(self.value(a.condition, f))

    def carry_out(self, b: c.Block, f: Frame, or_: c.Alternative | None, decision: Any) -> Steps:
        if decision == "out":
            return "out", None
        if decision == "or":
            assert or_ is not None
            yield from self.block(or_.block, f)
            return "out", None
        if decision is not None and decision.action is not None:
            assert f.me is not None
            yield from self.chosen_action(decision.action, f.me)
        elif decision is not None:
            yield from self.block(decision.block, f)
        yield from self.body(b.body, f)
        return "done", None if decision is None else decision.name

    def ask(
        self, f: Frame, kind: str, name: str, options: list[Any], *, may_end: bool = False,
        ask_always: bool = False, acts: frozenset[str] = frozenset(), way_out: str | None = None,
    ) -> Steps:  # fmt: skip
        """Puts a question to `me`; another player's decision is a horizon."""
        if f.me is None:
            raise Fault(f"{name}: a decision of nobody")
        if self.decider is not None and self.decider != f.me:
            self.behind = True
        may_end = may_end and (self.depth == 0 or self.behind)
        answer = yield Asked(f.me, kind, name, options, may_end, ask_always, acts, way_out, self.depth > 0)
        self.decider = f.me
        if answer is not END:
            self.state.looked.pop(f.me, None)
        return answer

    # ---------- what the next class does ----------

    def at_once(self, b: c.Block, f: Frame) -> Steps:
        raise NotImplementedError

    def turns(self, b: c.Block, f: Frame) -> Steps:
        raise NotImplementedError
