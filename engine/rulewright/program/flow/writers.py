"""The table of steps: for each kind who writes it."""

from rulewright.check import checked as c
from rulewright.program.flow import blocks, events, inline, steps
from rulewright.program.flow.core import Writers

WRITERS = Writers(
    inline=inline.INLINE,
    pausing={c.Sentence: steps.sentence, c.CaseBody: steps.cases, c.Block: blocks.block},
    rules_after=events.rules_after,
)
