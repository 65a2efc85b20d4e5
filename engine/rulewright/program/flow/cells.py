"""Cells of the running state `S` in pieces of code, and jumps between pieces."""

import ast

from rulewright.program import layout, notes
from rulewright.program import pyast as py
from rulewright.program.flow.jumps import Goto
from rulewright.program.pyast import Code
from rulewright.program.runtime import ROUND_COST


def goto(label: int) -> ast.stmt:
    """Goes on at a pause or piece."""
    return Goto(label)


def load_cell(index: int) -> ast.expr:
    """`S[index]`: of the state's head, or a local; trials change neither."""
    return notes.reading(py.item(py.name("S"), py.const(index)), frozenset())


def store_cell(index: int, value: ast.expr) -> ast.stmt:
    """`S[index] = value`."""
    return py.store("S", py.const(index), value)


def set_me(value: ast.expr) -> Code:
    """Another player decides from here on."""
    return [py.assign("me", value), store_cell(layout.ME, py.name("me"))]


def spend_round() -> Code:
    """Charges the work budget, so that turns and rounds in which nobody is asked come to an end."""
    left = load_cell(layout.BUDGET)
    fault = py.do(py.call("fault", py.const("the game goes on without a decision")))
    charged = store_cell(layout.BUDGET, py.arith("-", left, py.const(ROUND_COST)))
    return [charged, *py.if_(py.compare("<", left, py.const(0)), [fault])]


def with_me(code: Code) -> Code:
    """A piece's code, with `me` read from the state if it is used."""
    used = any(isinstance(n, ast.Name) and n.id == "me" for s in code for n in ast.walk(s))
    return [py.assign("me", load_cell(layout.ME)), *code] if used else code
