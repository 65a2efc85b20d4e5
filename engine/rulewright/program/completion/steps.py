"""The table of steps: for each kind the function that makes its trial."""

from rulewright.check import checked as c
from rulewright.program.completion import blocks, sentences
from rulewright.program.completion.core import Step

STEPS: dict[type[c.Stmt], Step] = {
    c.Sentence: sentences.sentence,
    c.Block: blocks.block,
    c.CaseBody: sentences.cases,
}
