"""Rule coverage: which clauses of a rules file the conformance scenarios evaluate and run, and which they do not.

`clauses.py` numbers the clauses of a checked game, `counted.py` plays it with programs that note them (see
`program/counting.py`), `record.py` gathers what each scenario came to.
"""
