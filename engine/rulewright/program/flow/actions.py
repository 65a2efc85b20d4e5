"""Named actions, and what their end sets off."""

from dataclasses import replace

from rulewright.check import checked as c
from rulewright.program.completion.rest import DONE
from rulewright.program.expressions.core import Env
from rulewright.program.flow import events
from rulewright.program.flow.core import Context, Flow


def take(flow: Flow, a: c.Alternative, env: Env, ctx: Context) -> None:
    """Writes what an alternative does: a named action, or its own block."""
    if a.action is not None:
        action(flow, a.action, replace(env, vars={}), flow.called(env, ctx))
    else:
        flow.only(a.block, env, ctx)


def action(flow: Flow, name: str, env: Env, ctx: Context) -> None:
    """Writes a named action. One that a player takes (not one that another action performs) is tried as a whole."""
    block = flow.game.actions[name].block
    taken = ctx.action is None
    inner = replace(ctx, action=name, rest=DONE, behind_horizon=False) if taken else ctx
    flow.add(*flow.sentences.ran(block))
    env = flow.only(block, env, inner)
    flow.add(*events.after_event(flow, name, env, ctx), *events.rules_after(flow, block, ctx))
    if taken:
        flow.add(*flow.sentences.note(env, block.path, "commit"))
