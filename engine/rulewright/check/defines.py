"""Defines and named numbers: elaborated when first used, so that their types are known; a cycle is a finding."""

from dataclasses import replace

from rulewright.check import types
from rulewright.check.checked import CallDefine, Define, Expr, NumberT, TruthT, Type, Var
from rulewright.check.core import Checker
from rulewright.check.lines import read_line
from rulewright.check.paths import Export, key_of, locals_of
from rulewright.check.scope import Env, Situation, Uses
from rulewright.expr import tree as t
from rulewright.model import definition as m
from rulewright.text import nearest

_QUOTED = 40  # characters of an argument that a message repeats


def params_of(ck: Checker, params: tuple[t.Param, ...], env: Env) -> tuple[Var, ...]:
    """The parameters of a define, routine or attribute, bound."""
    found = []
    for param in params:
        of = ck.symbols.type_named(param.type.name)
        if of is None:
            word, name = param.type.name, param.name.name
            swapped = name in ck.symbols.type_names() and nearest(word, ck.symbols.type_names()) is None
            ck.unknown_type(param.type, f"the type comes first: `{name} {word}`" if swapped else None)
            of = types.UNKNOWN
        ck.use(param.type.name)
        found.append(ck.bind(param.name, of, env))
    ck.params.update(found)
    return tuple(found)


def define_of(ck: Checker, name: str, at: t.Node | None = None) -> Define | None:
    """The define or number of a name; None after a finding about a cycle."""
    if name in ck.defines:
        return ck.defines[name]
    if name in ck.running:
        chain = [*ck.running[ck.running.index(name) :], name]
        where = at if at is not None else ck.game.define[name].at
        ck.error("cycle", "`" + "` needs `".join(chain) + "`, so it would never end", where,
                 "nothing may be defined by itself")  # fmt: skip
        return None
    declared: m.DefineDef | m.NumberDef = ck.game.define[name] if name in ck.game.define else ck.game.numbers[name]
    outer, ck.uses = ck.uses, Uses()
    ck.running.append(name)
    env = Env(Situation(me=isinstance(declared, m.DefineDef)))
    params = params_of(ck, declared.params, env) if isinstance(declared, m.DefineDef) else ()
    before = ck.none_given
    value, rules = read_line(ck, declared.value, env)
    if ck.none_given > before:  # told there, where it began
        value = replace(value, type=types.strip(value.type))
    ck.running.pop()
    uses, ck.uses = ck.uses, outer
    rules = (*ck.cite(declared.notes.rules), *rules)
    made = Define(
        name, params, value, uses.me is not None, isinstance(declared, m.NumberDef), rules, at=declared.at
    )  # fmt: skip
    ck.defines[name] = made
    ck.define_uses[name] = uses
    ck.exports[name] = _export(ck, params, value, uses)
    return made


def _export(ck: Checker, params: tuple[Var, ...], value: Expr, uses: Uses) -> Export:
    when = {}
    if isinstance(value.type, TruthT):
        allowed = set(params)
        for truth in (True, False):
            facts = ck.implied(value, truth)
            when[truth] = {k: of for k, of in facts.items() if locals_of(k) <= allowed}
    return Export(params, when, frozenset(uses.reads))


def call_define(ck: Checker, name: str, args: tuple[Expr, ...] | None, node: t.Node, env: Env) -> Expr:
    """A call of a define; `args` None: they are to be read from the node, a `Call`."""
    ck.use(name)
    define = define_of(ck, name, node)
    if define is None:
        return ck.hole(node)
    if args is None:
        assert isinstance(node, t.Call)
        args = arguments(ck, name, node.args, define.params, node, env)
    elif len(args) != len(define.params):
        wanted = described(define.params)
        ck.error("arity", f"`{name}` needs {in_words(len(define.params))}: {wanted}", node, f"write `{name}(..)`")
        return ck.hole(node)
    if args is None:
        return ck.hole(node)
    uses = ck.define_uses[name]
    if uses.me is not None and not env.sit.me:
        chain = " uses ".join(f"`{n}`" for n in (name, *uses.me, "me"))
        ck.error("no-me", f"there is no `me` here, and {chain}", node, "nobody decides here: name the player")
        return ck.hole(node)
    ck.uses.take(uses, name)
    ck.uses.calls.add(name)
    of: Type = define.value.type
    if name in ck.powered:
        of = _opened(of)
    call = CallDefine(name, args, type=of, at=node.at.span)
    key = key_of(call) if env.facts.known else None
    if key is not None and key in env.facts.known:
        return CallDefine(name, args, type=env.facts.type_of(call), at=call.at)
    return call


def _opened(of: Type) -> Type:
    """The type of a value that powers may change: its bounds are not known."""
    return types.opt(NumberT()) if types.may_be_none(of) else NumberT() if isinstance(of, NumberT) else of


def arguments(
    ck: Checker, name: str, given: tuple[t.Expr, ...], params: tuple[Var, ...], node: t.Node, env: Env
) -> tuple[Expr, ...] | None:
    """Arguments for parameters; None after a finding about their number."""
    if len(given) != len(params):
        ck.error("arity", f"`{name}` needs {in_words(len(params))}, not {len(given)}", node,
                 f"its parameters: {described(params)}")  # fmt: skip
        return None
    signature = f"its parameters: `{name}({described(params)})`"
    found = fit_all(ck, given, [p.type for p in params], env, signature)
    ck.passed += [(p, value, arg.at.span) for p, value, arg in zip(params, found, given, strict=True)]
    return found


def described(params: tuple[Var, ...]) -> str:
    """Parameters as their declaration writes them."""
    return ", ".join(f"{types.called(p.type).replace('`', '')} {p.name}" for p in params) or "none"


def fit_all(
    ck: Checker, given: tuple[t.Expr, ...], wanted: list[Type], env: Env, signature: str
) -> tuple[Expr, ...]:
    """Arguments of given types. Only the first that does not fit is reported, with the signature: mostly two are
    swapped."""
    found: list[Expr] = []
    misfit = False
    for arg, of in zip(given, wanted, strict=True):
        value = ck.expr(arg, env, of)
        if not misfit:
            words = arg.at.span.words
            what = f"`{words}`" if len(words) <= _QUOTED else "this"
            fitting = ck.fit(value, of, arg, what, signature)
            misfit = fitting is not value
            value = fitting
        elif not types.fits(value.type, of):
            value = ck.hole(arg)
        found.append(value)
    return tuple(found)


def in_words(number: int) -> str:
    """A number of arguments."""
    return "no argument" if number == 0 else "1 argument" if number == 1 else f"{number} arguments"
