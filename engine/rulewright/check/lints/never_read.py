"""What is written down and never looked at: variables that are only set, attributes that no line asks for."""

from rulewright.check import types
from rulewright.check.attributes import sources
from rulewright.check.checked import Assign, CheckedGame, EffectT, NumberT, PowersT, Variable
from rulewright.check.core import Checker
from rulewright.check.lints.survey import Survey
from rulewright.text import nearest


def never_read(ck: Checker, game: CheckedGame, survey: Survey) -> None:
    """`never-read`."""
    for variable in game.variables.values():
        if variable.name in survey.writes and not _matters(survey, variable):
            ck.warning("never-read", f"`{variable.name}` is written, and nothing reads it", variable.at,
                       "delete it, or let a rule ask for it")  # fmt: skip
    declared = {name for source in sources(ck) for name in source.has or ()}
    declared |= {name for source in sources(ck) for row in source.rows.values() for name in row.attributes}
    for name, infos in ck.symbols.attrs.items():
        if name not in declared:
            continue  # boards have attributes of their own
        owners = [owner for owner, info in infos.items() if not isinstance(info.type, PowersT)]
        if owners and f".{name}" not in ck.used:
            kind = "effect" if all(isinstance(infos[o].type, EffectT) for o in owners) else "attribute"
            what = "performs" if kind == "effect" else "reads"
            ck.warning("never-read", f"nothing {what} the {kind} `{name}` of `{owners[0]}`", infos[owners[0]].at,
                       _help(name, [n for n in ck.symbols.attrs if f".{n}" in ck.used]))  # fmt: skip


def _matters(survey: Survey, variable: Variable) -> bool:
    """Whether what a variable holds can be noticed: it is read, is the score, or can refuse what is done to it."""
    if variable.is_score or variable.name in survey.reads:
        return True
    of = types.strip(variable.type)
    bounded = isinstance(of, NumberT) and (of.low, of.high) != (None, None)
    cores = [s.core for s in survey.writes[variable.name]]
    return any(isinstance(c, Assign) and (c.verb == "pay" or (bounded and c.verb != "set")) for c in cores)


def _help(name: str, read: list[str]) -> str:
    near = nearest(name, read)
    return f"did you mean `{near}`? Else delete it" if near is not None else "delete it, or is it misspelt?"
