"""Bodies and blocks: one shape for actions, routines, alternatives, answers and steps."""

from dataclasses import replace
from typing import Any

from rulewright.check import bounds, types
from rulewright.check.checked import (
    Alternative,
    Bind,
    Block,
    CaseBody,
    Const,
    End,
    EndReason,
    EnumT,
    Expr,
    Let,
    Local,
    Need,
    NumberT,
    Pick,
    Sentence,
    SetT,
    Stmt,
)
from rulewright.check.core import Checker
from rulewright.check.domains import bind
from rulewright.check.gates import facts_of_options
from rulewright.check.lines import case_keys, read_line
from rulewright.check.offers import offers
from rulewright.check.refusals import empty_pick, unrefused
from rulewright.check.rounds import forget_after_picks, forget_in_rounds, know_of_me, picks_once
from rulewright.check.scope import Env, Uses
from rulewright.check.sentences import choice, needs_me, sentence
from rulewright.check.texts import text
from rulewright.check.verdicts import judge
from rulewright.check.visibility import check_condition
from rulewright.expr import tree as t
from rulewright.model import definition as m
from rulewright.text import Span, did_you_mean


def steps(ck: Checker, body: "m.Body | None", path: str, env: Env) -> tuple[Stmt, ...]:
    """A body; what its sentences bind and teach is added to the env."""
    found: list[Stmt] = []
    for step in body or ():
        here = f"{path}.{step.name}" if step.name else path
        if found and _leaves(found[-1]):
            message = f"nothing comes to `{step.name}`: the step before it ends the {_leaves(found[-1])}"
            ck.warning("unreachable", message, step.at)
        stmt = _step(ck, step, here, env)
        if stmt is not None:
            found.append(stmt)
    return tuple(found)


def _leaves(stmt: Stmt) -> str | None:
    """What a step certainly leaves."""
    if isinstance(stmt, Sentence) and isinstance(stmt.core, End) and not stmt.each and stmt.condition is None:
        return stmt.core.what
    return None


def _step(ck: Checker, step: m.Step, path: str, env: Env) -> Stmt | None:
    if isinstance(step.what, t.Sentence):
        return sentence(ck, step.what, path, env)
    if isinstance(step.what, m.Block):
        return block(ck, step.what, env)
    return _cases(ck, step.what, path, env, step.at)


def _cases(ck: Checker, cases: "m.Cases[t.Sentence]", path: str, env: Env, at: Span) -> CaseBody:
    ck.cite(cases.notes.rules)
    ck.cite(cases.by.rules)
    by = ck.expr(cases.by.value, env)
    found = []
    for keys, part in case_keys(ck, cases, by):
        done = sentence(ck, part, path, env.child())
        found.append((keys, (done,) if done is not None else ()))
    rest = sentence(ck, cases.otherwise, path, env.child()) if cases.otherwise is not None else None
    env.forget(ck.writes(cases) | ck.ambient, ck.export_of)
    return CaseBody(path, by, tuple(found), (rest,) if rest is not None else (), at=at)


def block(ck: Checker, node: m.Block, env: Env) -> Block:
    """A block; the names that both ways of its `if` bind are added to the env."""
    return _Elaboration(ck, node, env).run()


class _Elaboration:
    """One block on its way from the model to the checked game."""

    def __init__(self, ck: Checker, node: m.Block, env: Env) -> None:
        self.ck, self.node, self.outer = ck, node, env
        self.env = env.child()
        self.env.behind = env.behind
        self.made: dict[str, Any] = {}
        self.brings_me = False  # from here on `me` is another than outside
        self.outer_me: tuple[str, ...] | None = None  # the use of the outer `me`, if there is one

    def run(self) -> Block:
        """All keys in their order."""
        ck, node = self.ck, self.node
        rules = ck.cite(node.notes.rules)
        written = ck.block_writes[node.path] = ck.writes(node)
        if node.repeat is not None and node.turns is not None:
            ck.error("unknown-key", "`turns` cannot stand beside `repeat`", node.key_spans.get("turns", node.at),
                     "give each its own block: the turns stand in the `do` of the rounds")  # fmt: skip
        outer_uses, ck.uses = ck.uses, Uses()
        else_env = self._condition()
        known = self.env.facts
        if self._loops() and not picks_once(node):
            self.env.forget(written, ck.export_of)
        self._rounds()
        self._decider()
        self._bounds()
        self._head()
        label = text(ck, ck.game.texts.get(f"{node.path}.label"), f"{node.path}.label", self.env)
        self._choose()
        if picks_once(node):
            forget_after_picks(ck, known, written, self.env)
        self.made["body"] = steps(ck, node.do, f"{node.path}.do", self._body_env())
        if self.brings_me:
            ck.uses.me = self.outer_me
        if node.else_ is not None:
            self._else(else_env)
        elif node.if_ is not None and not self._loops():
            for name in self.env.names.keys() - self.head_names:
                self.outer.unbound[name] = node.at
        uses = ck.uses
        outer_uses.absorb(uses)
        if uses.me is not None:
            outer_uses.use_me(*uses.me)
        if not self._optional():
            outer_uses.refuses = outer_uses.refuses or uses.refuses
        ck.uses = outer_uses
        self.outer.forget(written | ck.ambient, ck.export_of)
        self.outer.touched |= written
        self.outer.decided = self.outer.decided or bool(node.pick) or node.choose is not None
        ck.uses.writes |= written
        name = node.path.rsplit(".", 1)[-1]
        made = Block(node.path, name, rules, label, at=node.at, **self.made)
        judge(ck, node, made, uses, written)
        return made

    def _loops(self) -> bool:
        node = self.node
        return any(
            key is not None for key in (node.for_, node.repeat, node.all_at_once, node.turns, node.times, node.until)
        )

    def _optional(self) -> bool:
        """Whether the block can be left without doing what may refuse."""
        node = self.node
        if node.times is not None:
            low = self.made["times"][0].type
            return not bounds.at_least(low, 1)
        return node.or_ is not None or (node.until is not None and node.turns is None and node.repeat is None)

    # ---------- if, for, repeat, turns, by ----------

    def _condition(self) -> Env:
        node, ck = self.node, self.ck
        else_env = self.outer.child()
        if node.if_ is not None:
            condition, _ = read_line(ck, node.if_, self.env, types.TRUTH, "this condition")
            self.made["condition"] = condition
            check_condition(ck, condition, self.env, condition.at)
            self.env.learn(ck.implied(condition, True))
            else_env.learn(ck.implied(condition, False))
        return else_env

    def _rounds(self) -> None:
        node, ck = self.node, self.ck
        if node.for_ is not None:
            self.made["loops"] = tuple(bind(ck, b, self.env) for b in node.for_.bindings)
            if node.for_.by is not None:
                self.made["loop_order"] = ck.number(node.for_.by, self.env, "what stands after `by`")
            forget_in_rounds(ck, node, node.for_, self.env)
        if node.repeat is not None:
            env = self.outer.child()
            self.made["repeat"] = read_line(ck, node.repeat, env, types.NUMBER, "the number of rounds")[0]
            self._bound(None, self.made["repeat"])
        if node.all_at_once is not None:
            players = ck.domain(node.all_at_once.value, self.env, ck.symbols.enum_type("player"))
            ck.cite(node.all_at_once.rules)
            self.made["all_at_once"] = ck.fit(
                players, SetT(ck.symbols.enum_type("player")), node.all_at_once.value, "`all_at_once`"
            )
            self._me()
            self.env.sit = replace(self.env.sit, at_once=True)
        if node.turns is not None:
            player = ck.symbols.enum_type("player")
            self.made["turns"] = read_line(ck, node.turns, self.env, player, "who has the first turn")[0]
            self._me(has_turn=True)

    def _me(self, *, has_turn: bool = False) -> None:
        """From here on there is a (new) `me`, who may have the turn."""
        if not self.brings_me:
            self.brings_me, self.outer_me = True, self.ck.uses.me
        gone = {"me", "active"} if has_turn else {"me"}
        self.env.forget(gone, self.ck.export_of)
        self.env.sit = replace(self.env.sit, me=True, at_once=False)
        self.env.selves, self.env.looked = frozenset(), frozenset()
        if has_turn:
            self.env.sit = replace(self.env.sit, active=True, inside_turns=True)

    def _decider(self) -> None:
        node, ck = self.node, self.ck
        if node.turns is not None:
            self._until()
            if node.more is not None:
                self.made["more"] = read_line(ck, node.more, self.env.child(), types.NUMBER, "the number of turns")[0]
        if node.by is not None:
            ck.cite(node.by.rules)
            decider = ck.value(node.by.value, self.env, ck.symbols.enum_type("player"), "who decides")
            self.made["decider"] = decider
            self._me()
            know_of_me(decider, self.env)
            if isinstance(decider, Local):
                self.env.selves = frozenset({decider.var})

    def _bound(self, low: Expr | None, high: Expr | None) -> None:
        top = bounds.bounds(high.type).high if high is not None else None
        self.ck.loop_bounds[self.node.path] = NumberT(0, top)

    def _bounds(self) -> None:
        node, ck = self.node, self.ck
        if node.times is not None:
            ck.cite(node.times.rules)
            low = ck.number(node.times.low, self.env, "the fewest rounds")
            high = ck.number(node.times.high, self.env, "the most rounds") if node.times.high is not None else None
            if high is not None:
                ck.is_upside_down(low, high, node.times)
            self.made["times"] = (low, high)
            self._bound(low, high)
        if node.turns is None and node.until is not None:
            self._until()
        self.made["unordered"] = node.unordered
        self.made["ask_always"] = node.ask_always

    def _until(self) -> None:
        node, ck = self.node, self.ck
        if node.until is None:
            return
        env = self.env.child()
        if isinstance(node.until, dict):
            ends = tuple(
                EndReason(name, read_line(ck, line, env, types.TRUTH, "this condition")[0], at=at)
                for name, (at, line) in node.until.items()
            )
        else:
            at = node.until.at.span if isinstance(node.until, t.Line) else node.until.at
            ends = (EndReason("until", read_line(ck, node.until, env, types.TRUTH, "this condition")[0], at=at),)
        self.made["until"] = ends
        if node.turns is None:
            for end in ends:
                self.env.learn(ck.implied(end.value, False))

    # ---------- let, pick, needs ----------

    def _head(self) -> None:
        node, ck = self.node, self.ck
        if node.pick or node.choose is not None or node.times is not None:
            key = "pick" if node.pick else "choose" if node.choose is not None else "times"
            needs_me(ck, node.key_spans.get(key, node.at), self.env)
        self.made["lets"] = tuple(self._let(let, need) for let, need in node.let.values())
        self.or_env = self.env.child()
        self.env.learn(facts_of_options(ck, [need.value for _, need in node.needs.values()]))
        self.stuck = False
        self.made["picks"] = tuple(self._pick(c) for c in node.pick)
        self.made["needs"] = tuple(self._need(name, need) for name, (_, need) in node.needs.items())

    def _pick(self, node: t.Choice) -> Pick:
        ck, before = self.ck, self.env.child()
        where = unrefused(self.env) if not self._optional() else None
        pick = choice(ck, node, self.env)
        if self.node.or_ is None:
            why = empty_pick(ck, pick.var, pick.domain, pick.where, pick.number, before)
            ck.uses.refuses = ck.uses.refuses or why
            if why is not None and where is not None and not self.stuck:
                self.stuck = True
                test = "`if: all(.. is not empty for p in player)`" if before.sit.at_once else "`if:`"
                ck.doubt("may-be-stuck", f"{why}, and nobody can be refused {where}", node,
                           f"offer another answer with `or:`, or test it before with {test}")  # fmt: skip
        self.env.decided = True
        return pick

    def _let(self, let: t.Let, need: t.Need) -> Let:
        ck = self.ck
        value = ck.expr(need.value, self.env)
        reason = text(ck, need.reason, f"{self.node.path}.let.{let.name.name}.else", self.env)
        of = ck.symbols.widened(types.strip(value.type) if reason is not None else value.type)
        var = ck.bind(let.name, of, self.env)
        if reason is not None and types.may_be_none(value.type):
            ck.uses.refuses = ck.uses.refuses or f"`{let.name.name}` may be none"
        return Let(var, value, reason is not None, reason, ck.cite(need.rules), at=need.at.span)

    def _need(self, name: str, need: t.Need) -> Need:
        ck = self.ck
        value = ck.condition(need.value, self.env, "this need")
        check_condition(ck, value, self.env, value.at)
        reason = text(ck, need.reason, f"{self.node.path}.needs.{name}.else", self.env)
        self.env.learn(ck.implied(value))
        if not (isinstance(value, Const) and value.value is True):
            ck.uses.refuses = ck.uses.refuses or f"the need `{name}` may fail"
        return Need(name, value, reason, ck.cite(need.rules), at=need.at.span)

    # ---------- choose, or, meanwhile ----------

    def _choose(self) -> None:
        node, ck = self.node, self.ck
        if node.meanwhile:
            self.made["meanwhile"] = offers(ck, node.meanwhile, self.env)
        if node.choose is not None:
            named = [o for o in node.choose if isinstance(o, t.Offer)]
            if named or not node.choose:
                self.made["choose"] = offers(ck, tuple(named), self.env)
            else:
                self.made["choose"] = self._alternatives(node.choose)
            self.env.decided = True
            self.env.forget(ck.writes(node.choose) | ck.ambient, ck.export_of)
        if node.or_ is not None:
            self.made["or_"] = self._or(node.or_)
        if node.each_at_most is not None:
            self.made["each_at_most"] = self._each_at_most()

    def _alternatives(self, nodes: Any) -> tuple[Alternative, ...]:
        """Written alternatives; together they refuse only if each of them may."""
        ck, refused = self.ck, self.ck.uses.refuses
        found: list[Alternative] = []
        whys: list[str | None] = []
        for node in nodes:
            ck.uses.refuses = None
            found.append(self._alternative(node))
            whys.append(ck.uses.refuses)
        ck.uses.refuses = refused or (whys[0] if whys and None not in whys else None)
        return tuple(found)

    def _alternative(self, node: m.Alternative) -> Alternative:
        ck, path = self.ck, f"{self.node.path}.choose.{node.name}"
        env = self.env.child()
        env.decided = True  # one that cannot be done is not offered
        if isinstance(node.what, m.Block):
            made = block(ck, node.what, env)
        else:
            done = sentence(ck, node.what, path, env)
            made = Block(path, node.name, (), None, body=(done,) if done is not None else (), at=node.at)
        return Alternative(node.name, None, None, made, made.label, at=node.at)

    def _or(self, node: m.OrAnswer) -> Alternative:
        ck = self.ck
        first = self.node.pick[0] if self.node.pick else None
        picks: tuple[Pick, ...] = self.made.get("picks", ())
        of = types.strip(picks[0].var.type) if picks else None
        if first is not None and isinstance(of, EnumT) and node.name in ck.symbols.values_of(of):
            message = f"the answer `{node.name}` is also {types.called(of)} that may be picked"
            ck.error("ambiguous-word", message, node.at, "give the answer another name")
        self.or_env.decided = True
        made = block(ck, node.block, self.or_env)
        return Alternative(node.name, None, None, made, made.label, at=node.at)

    def _each_at_most(self) -> tuple[tuple[str, Expr], ...]:
        ck, most = self.ck, self.node.each_at_most
        names = [a.name for a in self.made.get("choose", ())]
        what = "how often each may be taken"
        if not isinstance(most, dict):
            assert most is not None
            bound = read_line(ck, most, self.env, types.NUMBER, what)[0]
            return tuple((name, bound) for name in names)
        found = []
        for name, (at, line) in most.items():
            bound = read_line(ck, line, self.env, types.NUMBER, what)[0]
            if name in ck.symbols.groups:
                found += [(n, bound) for n in ck.symbols.groups[name]]
            elif name in names:
                found.append((name, bound))
            else:
                ck.error("unknown-name", f"there is no alternative `{name}` here", at, did_you_mean(name, names))
        return tuple(found)

    # ---------- do, else ----------

    def _body_env(self) -> Env:
        if self.node.all_at_once is not None:
            self.env.sit = replace(self.env.sit, asks=False, together=True)
        self.head_names = set(self.env.names)
        return self.env

    def _else(self, env: Env) -> None:
        ck, node = self.ck, self.node
        bound = {n: v for n, v in self.env.names.items() if n not in self.head_names}
        if self._loops():
            bound = {}
        env.shared = dict(bound)
        before = set(env.names)
        self.made["otherwise"] = steps(ck, node.else_, f"{node.path}.else", env)
        for name, var in env.names.items():
            if name in before:
                continue
            if name in bound:
                self.outer.bind(var)
            else:
                self.outer.unbound[name] = node.at
        for name in bound.keys() - env.names.keys():
            self.outer.unbound[name] = node.at


__all__ = ["Bind", "block", "steps"]
