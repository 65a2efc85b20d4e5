"""Mutation of rules: a rules file is changed in one place, and the scenarios have to notice.

`rewrites.py` changes a line (in its syntax tree), `structure.py` what lines stand in (steps, keys, rows); `mutants.py`
collects both as `Mutant`s with ids that last. `bench.py` judges one mutant by the scenarios, `workers.py` many of them
in processes that may hang or die, `results.py` keeps what came out, `marks.py` reads which mutants an author has marked
as equivalent, and `score.py` adds up.

A mutant is a change of the document's nodes, not of the file's text: what is read once need not be read again, every
place keeps its line, and a variant is merged onto the changed game as it is onto the game.
"""
