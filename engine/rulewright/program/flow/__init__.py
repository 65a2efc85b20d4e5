"""The program itself: bodies and blocks to pieces of code between two decisions.

Every piece is a function `(S) -> next`. What comes next is a number: from 0 on a *pause* (a decision, see
`program/pauses.py`), below 0 the next piece. Routines and performed actions are written out at each place that runs
them (there is no recursion), so a paused game is one number and the flat state; names that outlive a decision have
cells of their own.

`core.py` walks through bodies and looks up who writes a step: `inline.py` one that cannot pause, `steps.py` and
`blocks.py` one that may. Decisions are written by `asking.py` and what it calls, down to `whys.py`.
"""
