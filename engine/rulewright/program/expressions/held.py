"""What a trial knows to lie in zones: a piece picked there is there, until the zone changes; nobody looks again."""

import ast
from collections.abc import Sequence
from dataclasses import replace

from rulewright.check import checked as c
from rulewright.program.analysis import Roots
from rulewright.program.expressions import promised
from rulewright.program.expressions.core import Env, Expressions, is_steady


def learn(x: Expressions, env: Env, zone: c.ZonePlace, gone: Sequence[ast.expr], piece: ast.expr) -> Env:
    """The scope in which a piece has been found in a zone, besides those of its pieces that are `gone`."""
    where = _where(x, zone, env)
    found = _tokens([piece])
    if where is None or found is None:
        return env
    others = _tokens(gone)
    facts = {(*where, found)}
    if others and any(_is_among(others, known) for known in _known(env, where)):
        facts.add((*where, (*others, *found)))
    return replace(env, held=env.held | facts)


def is_there(x: Expressions, env: Env, zone: c.ZonePlace, piece: ast.expr) -> bool:
    """Whether a piece is known to lie in a zone."""
    where, found = _where(x, zone, env), _tokens([piece])
    return where is not None and found is not None and any(_is_among(found, known) for known in _known(env, where))


def after(x: Expressions, env: Env, core: c.Core, writes: Roots) -> Env:
    """The scope after a sentence that writes these roots; a variable that it sets has that value."""
    env = promised.after(env, writes)
    left = {fact for fact in env.held if "z:" + fact[0] not in writes}
    if isinstance(core, c.Move) and core.source is not None and core.target is None and _is_one(x, core.amount):
        where = _where(x, core.source, env)
        assert core.amount.what is not None
        gone = _tokens([x.make(core.amount.what, env)])
        if where is not None and gone is not None:
            for known in _known(env, where):
                if gone[0] in known:
                    i = known.index(gone[0])
                    left.add((*where, (*known[:i], *known[i + 1 :])))
    set_ = {name: value for name, value in env.known.items() if "v:" + name not in writes}
    if isinstance(core, c.Assign) and core.verb == "set" and isinstance(core.place, c.VarPlace) and not core.place.keys:
        value = x.make(core.value, env)
        if core.place.variable in x.game.variables and _tokens([value]) is not None:
            set_[core.place.variable] = value
    return replace(env, held=frozenset(left), known=set_)


def _is_one(x: Expressions, amount: c.Amount) -> bool:
    """Whether one named piece is moved."""
    return amount.form == "pieces" and (amount.number is None or x.setting.static(amount.number) == 1)


def _where(x: Expressions, zone: c.ZonePlace, env: Env) -> tuple[str, tuple[str, ...]] | None:
    if x.layout.zones[zone.zone].slots is not None:
        return None
    keys = _tokens(x.keys(zone.keys, env))
    return None if keys is None else (zone.zone, keys)


def _known(env: Env, where: tuple[str, tuple[str, ...]]) -> list[tuple[str, ...]]:
    return [pieces for zone, keys, pieces in env.held if (zone, keys) == where]


def _is_among(pieces: tuple[str, ...], known: tuple[str, ...]) -> bool:
    return all(pieces.count(p) <= known.count(p) for p in pieces)


def _tokens(nodes: Sequence[ast.expr]) -> tuple[str, ...] | None:
    """Code that keeps its value in a trial, as texts: variables, literals, cells of locals; None if some does not."""
    found = []
    for node in nodes:
        match node:
            case ast.Name():
                found.append(node.id)
            case ast.Constant():
                found.append(repr(node.value))
            case ast.Subscript(slice=ast.Constant() as cell) if is_steady(node):
                found.append(f"[{cell.value!r}]")
            case _:
                return None
    return tuple(found)
