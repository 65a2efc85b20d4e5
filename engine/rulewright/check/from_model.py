"""The entrance of this stage: a parsed game becomes a checked one."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Protocol

from rulewright.check import builtins, calls, domains, expressions, places, types
from rulewright.check.afterwards import check_whole
from rulewright.check.attributes import (
    declare_attributes,
    elaborate_attribute,
    sources,
)
from rulewright.check.blocks import steps
from rulewright.check.cells import variables, zones
from rulewright.check.checked import (
    Action,
    Attr,
    CheckedGame,
    EffectT,
    End,
    Enum,
    Expr,
    PowersT,
    Routine,
    Sentence,
    Stmt,
    Whenever,
)
from rulewright.check.core import Checker, Handler
from rulewright.check.declarations import (
    declare_cells,
    declare_components,
    declare_names,
    declare_options,
    declare_tables,
)
from rulewright.check.defines import define_of
from rulewright.check.effects import collect_loops, elaborate_effects
from rulewright.check.ending import always, scoring, tie, winner_lines
from rulewright.check.events import Events
from rulewright.check.lines import read_line
from rulewright.check.scope import Env, Situation, Uses
from rulewright.check.setup_needs import setup_needs
from rulewright.check.writes import writes
from rulewright.expr import tree as t
from rulewright.model import definition as m
from rulewright.text import Findings

HANDLERS: dict[type[t.Node], Handler] = {
    **expressions.HANDLERS, **places.HANDLERS, **domains.HANDLERS, **calls.HANDLERS,
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
    ck = Checker(game, findings, HANDLERS, builtins.BUILTINS, hooks=Events())
    _cite_notes(ck, game)
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
        needs=setup_needs(ck),
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
        scoring=scoring(ck),
        winner=winner_lines(ck),
        tie=tie(ck),
        always=always(ck),
        follows={f.name: (f.text, ck.cite(f.rules)) for f in game.follows.values()},
        rules={},
        heads=_heads(game),
        labels=_labels(ck, words or {}),
        shown=_shown(ck),
    )
    check_whole(ck, checked, known_rules)
    return replace(checked, rules={name: tuple(spans) for name, spans in ck.rules.items()}, scope=ck)


def _heads(game: m.GameDef) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for rule in game.heads:
        file = rule.at.span.source.name
        found[file] = (*found.get(file, ()), rule.name)
    return found


def _cite_notes(ck: Checker, game: m.GameDef) -> None:
    """The rule ids of the file as a whole, and of mappings that have no place of their own in the model."""
    ck.cite(game.notes.rules)
    ck.cite(game.other_rules)
    ck.cite(game.heads)
    for kind in game.kinds.values():
        ck.cite(kind.notes.rules)
        for row in kind.values.values():
            ck.cite(row.notes.rules)
    for board in game.boards.values():
        ck.cite(board.notes.rules)
        for row in [*board.spaces.values(), *board.between.values()]:
            ck.cite(row.notes.rules)
    for component in game.components.values():
        for row in (component.rows or {}).values():
            ck.cite(row.notes.rules)


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
            found[symbols.value("action", action.name)] = action.block.notes
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
    expr, _ = read_line(ck, notes.only, Env(Situation()), types.TRUTH, "`only`")
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
            number = ck.symbols.value("action", name)
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
        condition = read_line(ck, rule.if_, env, types.TRUTH, "this condition")[0]
        env.learn(ck.implied(condition))
    reads = set(ck.uses.reads)
    repeats = None
    if rule.repeats is not None:
        repeats = read_line(ck, rule.repeats, env, types.NUMBER, "the number of rounds")[0]
    collect_loops(ck, rule.do, f"whenever.{rule.name}")
    body = steps(ck, rule.do, f"whenever.{rule.name}.do", env)
    ends = any(isinstance(s, Sentence) and isinstance(s.core, End) for s in body)
    if rule.if_ is not None and not rule.after and rule.repeats is None and not ends:
        ck.state_rules.append((rule.name, reads, writes(ck, rule.do), rule.at))
    ck.trigger_uses += [(event, ck.uses, rule.at) for event in after]
    ck.uses = outer
    return Whenever(rule.name, tuple(after), condition, body, repeats, rules, at=rule.at)


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
