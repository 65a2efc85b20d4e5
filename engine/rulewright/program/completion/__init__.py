"""Completion: which answers can be carried through (reference, section 7). The rest of a program as a yes-or-no test.

A trial is generated from the same blocks as the program itself, with two cuts. It ends, successfully, at the first
*horizon* (chance, news, another player's decision). And an effect is left out unless something later in the trial
reads what it writes: most trials then change nothing and become a plain condition over the present state, which the
lists of legal answers test in place; the others work on a copy.

Code here is written so that success returns True and failure falls through to the next statement.
"""

from rulewright.program.completion.rest import Failure

__all__ = ["Failure"]
