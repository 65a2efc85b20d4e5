"""Code between two decisions, tidied: what a cell or variable is known to hold is not read again.

Pieces are written one by one, each as if it stood alone. Where they have been written into each other, a later one
loads what an earlier one has stored, asks what it has decided, and stores what nobody sees. Two passes over the whole
code of a function put that right: forwards, values that are known take the place of loads, and conditions that they
decide go; backwards, stores go that are written over before anybody looks. Code is not changed in place: pieces share
it.
"""

from rulewright.program.flow.straight_backwards import backwards
from rulewright.program.flow.straight_forwards import Forwards, Known
from rulewright.program.pyast import Code


def straightened(code: Code) -> Code:
    """The same code with less to do."""
    return backwards(Forwards().run(code, Known())[0])
