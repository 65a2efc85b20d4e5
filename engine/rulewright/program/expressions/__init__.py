"""Checked expressions to Python `ast`: `core.py` folds constants and looks up a maker, one for each kind of expression.

The makers are functions `(x, e, env) -> ast.expr`, gathered in `makers.py`. They call each other through `x.make`.
"""
