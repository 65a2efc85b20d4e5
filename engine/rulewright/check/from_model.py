"""The entrance of this stage: a parsed game becomes a checked one."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

from rulewright.check import builtins, domains, expressions, places, types
from rulewright.check.afterwards import (
    check_citations,
    check_cycles,
    check_modifiers,
    check_order,
    check_repeats,
    check_tables,
    check_unset,
    check_unused,
)
from rulewright.check.attributes import (
    collect_loops,
    declare_attributes,
    elaborate_attribute,
    elaborate_effects,
    sources,
)
from rulewright.check.blocks import block, steps
from rulewright.check.cells import variables, zones
from rulewright.check.checked import (
    Action,
    Attr,
    Block,
    CaseExpr,
    CheckedGame,
    Const,
    EffectT,
    End,
    Enum,
    EnumT,
    Expr,
    Invariant,
    LetBe,
    Negate,
    PickRandom,
    PickStmt,
    PowersT,
    Routine,
    ScoreLine,
    Sentence,
    Stmt,
    UnknownT,
    Whenever,
    WinnerLine,
)
from rulewright.check.core import Checker, Event, Handler
from rulewright.check.declarations import (
    declare_cells,
    declare_components,
    declare_names,
    declare_options,
    declare_tables,
)
from rulewright.check.defines import define_of, params_of
from rulewright.check.scope import Env, Situation, Uses
from rulewright.check.texts import text
from rulewright.check.writes import writes
from rulewright.expr import tree as t
from rulewright.model import definition as m
from rulewright.text import Findings, Span

HANDLERS: dict[type[t.Node], Handler] = {
    **expressions.HANDLERS, **places.HANDLERS, **domains.HANDLERS, **builtins.HANDLERS,
}  # fmt: skip


class Translation(Protocol):
    """A text of a words file."""

    @property
    def text(self) -> str:
        """The words."""


Words = Mapping[str, Mapping[str, Translation]]  # language -> path -> words


def check_model(
    game: m.GameDef,
    findings: Findings,
    *,
    digest: str = "",
    known_rules: Iterable[str] | None = None,
    words: Words | None = None,
) -> CheckedGame:
    """Resolves every name and types every line of a game.

    Goes on after a finding; with errors among the findings the game is not to be run. `known_rules` are the rule ids
    that the ledger explains (None: there is none, and citations are not checked); `words` the texts of words files.
    The result's `scope` is what `foreign.foreign_line` needs.
    """
    ck = Checker(game, findings, HANDLERS, builtins.BUILTINS, hooks=_Hooks())
    ck.rules_of_notes(game)
    declare_names(ck)
    options = declare_options(ck)
    tables = declare_tables(ck)
    components = declare_components(ck)
    declare_cells(ck)
    _note_powers(ck)
    only = _declare_only(ck)
    declare_attributes(ck)
    for name in [*game.numbers, *game.define]:
        define_of(ck, name)
    made_zones, made_variables = zones(ck), variables(ck)
    for name, infos in list(ck.symbols.attrs.items()):
        if not all(isinstance(i.type, EffectT | PowersT) for i in infos.values()):
            elaborate_attribute(ck, name)
    for name in game.actions:
        ck.event("action", name, game.actions[name].at)
    for name in game.routines:
        ck.event("routine", name, game.routines[name].at)
    elaborate_effects(ck)
    bodies = {name: _body(ck, name, getattr(game, name)) for name in ("setup", "play", "finish")}
    checked = CheckedGame(
        id=game.game,
        version=game.version,
        digest=digest,
        title=game.title.text,
        language=game.speaks,
        player_counts=game.players,
        names=tuple(ck.symbols.names),
        enums=_enums(ck, only),
        attributes={name: Attr(name, values) for name, values in ck.attr_values.items()},
        options=options,
        defines=ck.defines,
        tables=tables,
        boards=ck.boards,
        components=components,
        zones=made_zones,
        variables=made_variables,
        actions=_actions(ck),
        routines=_routines(ck),
        whenever=tuple(_whenever(ck, w) for w in game.whenever.values()),
        **bodies,
        scoring=_scoring(ck),
        winner=_winner(ck),
        tie=_tie(ck),
        always=_always(ck),
        follows={f.name: (f.text, ck.cite(f.rules)) for f in game.follows.values()},
        rules={},
        labels=_labels(ck, words or {}),
        shown=_shown(ck),
    )
    check_tables(ck)
    check_order(ck)
    check_cycles(ck)
    check_repeats(ck)
    check_modifiers(ck, checked)
    check_unset(ck)
    if known_rules is not None:
        check_citations(ck, known_rules)
    ck.report_no_such()
    if not findings.has_errors:
        check_unused(ck)
        for doubt in ck.doubts:
            findings.add(doubt)
    return replace(checked, rules={name: tuple(spans) for name, spans in ck.rules.items()}, scope=ck)


class _Hooks:
    """Ways from lower parts of the checker to higher ones."""

    def event(self, ck: Checker, kind: str, name: str, at: t.Node | Span) -> Event | None:
        """An action or routine, elaborated when first needed."""
        key = f"{kind} {name}"
        if key in ck.events:
            return ck.events[key]
        if key in ck.running:
            chain = [k.split(" ")[1] for k in [*ck.running[ck.running.index(key) :], key]]
            ck.error("cycle", "`" + "` runs `".join(chain) + "`, so it would never end", at)
            return None
        node = ck.game.actions[name].block if kind == "action" else ck.game.routines[name].block
        path = f"{kind}s.{name}"
        outer, ck.uses = ck.uses, Uses()
        ck.running.append(key)
        collect_loops(ck, node, path)
        env = Env(Situation(me=True, active=True, asks=True, sinks=True, root=path))
        params = params_of(ck, ck.game.routines[name].params, env) if kind == "routine" else ()
        made = block(ck, node, env)
        ck.running.pop()
        event = Event(params, made, exported(made, {p.name: p for p in params}), ck.uses)
        ck.uses = outer
        ck.events[key] = event
        return event

    def attribute(self, ck: Checker, name: str, at: t.Node | Span) -> None:
        """What all rows give an attribute, elaborated when first needed."""
        elaborate_attribute(ck, name, at)

    def writes(self, ck: Checker, what: object) -> frozenset[str]:
        """What a body may write."""
        return writes(ck, what)


def exported(made: Block, names: dict[str, Any]) -> dict[str, Any]:
    """The names that a block binds on every way, for what stands after it: parameters, lets, picks, its body's own."""
    if made.is_loop or made.loops or made.repeat is not None or made.all_at_once is not None or made.condition:
        return names
    names = dict(names)
    for let in made.lets:
        names[let.var.name] = let.var
    for pick in made.picks:
        names[pick.var.name] = pick.var
    if made.or_ is not None:
        return {n: v for n, v in names.items() if v not in {p.var for p in made.picks}}
    for stmt in made.body:
        if not isinstance(stmt, Sentence) or stmt.each or stmt.condition is not None:
            continue
        if isinstance(stmt.core, LetBe):
            names[stmt.core.var.name] = stmt.core.var
        elif isinstance(stmt.core, PickStmt):
            names[stmt.core.pick.var.name] = stmt.core.pick.var
        elif isinstance(stmt.core, PickRandom):
            names[stmt.core.bind.var.name] = stmt.core.bind.var
    return names


def _note_powers(ck: Checker) -> None:
    """Which defines powers change, and which cells `whenever` and triggers may write after any step."""
    for rule in ck.game.whenever.values():
        ck.ambient |= writes(ck, rule.do)
    for source in sources(ck):
        for name, declared in (source.has or {}).items():
            base = declared.type.base
            if not isinstance(base, t.Ident) or base.name != "powers":
                continue
            for row in source.rows.values():
                value = row.attributes.get(name)
                lines = value.power() if value is not None and value.power is not None else None
                for line in lines.lines if lines is not None else ():
                    if isinstance(line, t.Modifier):
                        ck.powered.add(line.name.name)
                    else:
                        ck.ambient |= writes(ck, t.Sentence(line.core, (), None, None, (), at=line.at))


def _declare_only(ck: Checker) -> dict[int, m.Notes]:
    """The ids with an `only:`, and the notes that say it."""
    found: dict[int, m.Notes] = {}
    symbols = ck.symbols
    for source in sources(ck):
        for row in source.rows.values():
            number = symbols.words[source.name].get(row.name)
            if number is not None and row.notes.only is not None:
                found[number] = row.notes
    for action in ck.game.actions.values():
        if action.block.notes.only is not None:
            found[symbols.words["action"][action.name]] = action.block.notes
    by_word = {symbols.names[i]: n for i, n in found.items()}
    for number, key in ck.drawn_key.items():
        if key in by_word:
            found[number] = by_word[key]
    symbols.sometimes |= found.keys()
    return found


def _only(ck: Checker, notes: m.Notes) -> Expr | None:
    if notes.only is None:
        return None
    outer, ck.uses = ck.uses, Uses()
    expr, _ = ck.line(notes.only, Env(Situation()), types.TRUTH, "`only`")
    if ck.uses.reads:
        ck.error("type", f"`only` reads options and `number_of_players`, not `{min(ck.uses.reads)}`", notes.only.value)
    ck.uses = outer
    return expr


def _enums(ck: Checker, only: dict[int, m.Notes]) -> dict[str, Enum]:
    conditions = {number: _only(ck, notes) for number, notes in only.items()}
    return {
        name: Enum(name, enum.ids, {i: c for i in enum.ids if (c := conditions.get(i)) is not None})
        for name, enum in ck.symbols.enums.items()
    }


def _body(ck: Checker, name: str, body: m.Body) -> tuple[Stmt, ...]:
    collect_loops(ck, body, name)
    return steps(ck, body, name, Env(Situation(asks=True, root=name)))


def _actions(ck: Checker) -> dict[str, Action]:
    made = {}
    for name, action in ck.game.actions.items():
        event = ck.events.get(f"action {name}")
        if event is not None:
            number = ck.symbols.words["action"][name]
            group = action.group.name if action.group is not None else None
            made[name] = Action(name, number, group, event.block, _only(ck, action.block.notes))
    return made


def _routines(ck: Checker) -> dict[str, Routine]:
    return {
        name: Routine(name, event.params, event.block, routine.whole)
        for name, routine in ck.game.routines.items()
        if (event := ck.events.get(f"routine {name}")) is not None
    }


def _whenever(ck: Checker, rule: m.WheneverDef) -> Whenever:
    rules = ck.cite(rule.notes.rules)
    after = []
    for ident in rule.after:
        if ident.name not in ck.game.actions and ident.name not in ck.game.routines:
            ck.unknown_name("action or routine", ident.name, ident, [*ck.game.actions, *ck.game.routines])
            continue
        ck.use(ident.name)
        after.append(ident.name)
    env = Env(Situation(me=bool(rule.after), active=False, root=f"whenever.{rule.name}"))
    condition = None
    outer, ck.uses = ck.uses, Uses()
    if rule.if_ is not None:
        condition = ck.line(rule.if_, env, types.TRUTH, "this condition")[0]
        env.learn(ck.implied(condition))
    reads = set(ck.uses.reads)
    repeats = ck.line(rule.repeats, env, types.NUMBER, "the number of rounds")[0] if rule.repeats is not None else None
    collect_loops(ck, rule.do, f"whenever.{rule.name}")
    body = steps(ck, rule.do, f"whenever.{rule.name}.do", env)
    ends = any(isinstance(s, Sentence) and isinstance(s.core, End) for s in body)
    if rule.if_ is not None and not rule.after and rule.repeats is None and not ends:
        ck.state_rules.append((rule.name, reads, writes(ck, rule.do), rule.at))
    ck.trigger_uses += [(event, ck.uses, rule.at) for event in after]
    ck.uses = outer
    return Whenever(rule.name, tuple(after), condition, body, repeats, rules, at=rule.at)


# ---------- the end ----------


def _scoring(ck: Checker) -> tuple[ScoreLine, ...]:
    made = []
    for name, (at, line, notes) in ck.game.scoring.items():
        env = Env(Situation(me=True, total=True))
        value, rules = ck.line(line, env, types.NUMBER, "this line")
        label = text(ck, ck.game.texts.get(f"scoring.{name}.label"), f"scoring.{name}.label", env)
        made.append(ScoreLine(name, value, (*ck.cite(notes.rules), *rules), label, at=at))
    return tuple(made)


def _winner(ck: Checker) -> tuple[WinnerLine, ...]:
    winner = ck.game.winner
    if winner is None:
        return ()
    ck.cite(winner.notes.rules)
    made = []
    for name, (at, verdict) in winner.lines.items():
        env = Env(Situation(me=True, total=True))
        if isinstance(verdict, t.Verdict):
            value = ck.number(verdict.value, env, "this line")
            made.append(WinnerLine(name, verdict.direction == "most", value, ck.cite(verdict.rules), at=at))
        else:
            value, rules = ck.cases(verdict, env, partial(_verdict, ck))
            made.append(WinnerLine(name, True, value, rules, at=at))
    return tuple(made)


def _verdict(ck: Checker, verdict: t.Verdict, env: Env) -> tuple[Expr, tuple[str, ...]]:
    """A verdict by cases: `least` is the most of the negative."""
    value = ck.number(verdict.value, env, "this line")
    if verdict.direction == "least":
        value = Negate(value, type=types.NUMBER, at=value.at)
    return value, ck.cite(verdict.rules)


def _tie(ck: Checker) -> Expr | None:
    winner = ck.game.winner
    if winner is None or winner.tie is None:
        return None
    of = EnumT("tie", frozenset())

    def one(tie: t.Tie, env: Env) -> tuple[Expr, tuple[str, ...]]:
        return Const(tie.how, type=of, at=tie.at.span), ck.cite(tie.rules)

    if isinstance(winner.tie, t.Tie):
        return one(winner.tie, Env(Situation()))[0]
    found, _ = ck.cases(winner.tie, Env(Situation()), one)
    return found if isinstance(found, CaseExpr) or not isinstance(found.type, UnknownT) else None


def _always(ck: Checker) -> tuple[Invariant, ...]:
    made = []
    for line in ck.game.always.values():
        env = Env(Situation(me=line.at_turn, active=line.at_turn, before=True))
        value, rules = ck.line(line.hold, env, types.TRUTH, "an invariant")
        made.append(Invariant(line.name, value, line.at_turn, (*ck.cite(line.notes.rules), *rules), at=line.at))
    return tuple(made)


# ---------- texts ----------


def _labels(ck: Checker, words: Words) -> dict[str, dict[str, str]]:
    """Every text by its path and language; places to fill in stand in braces."""
    found: dict[str, dict[str, str]] = {}
    for path, text_ in ck.game.texts.items():
        if isinstance(text_, m.Words):
            found[path] = {ck.game.speaks: text_.text}
    found.setdefault("title", {ck.game.speaks: ck.game.title.text})
    for language, translated in words.items():
        for path, word in translated.items():
            found.setdefault(path, {})[language] = word.text
    return found


def _shown(ck: Checker) -> dict[int, dict[str, str]]:
    found = {}
    for source in sources(ck):
        for row in source.rows.values():
            number = ck.symbols.words[source.name].get(row.name)
            if number is not None and row.notes.shown:
                found[number] = dict(row.notes.shown)
    return found
