"""Single sentences that neither ask nor call: what each refuses, what it does, and whether it ends a trial.

Routines, `perform`, picks and `end` are control flow: see `flow/` and `completion/`.
"""
