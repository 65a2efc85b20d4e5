"""Stage 5: a checked game, for given players and options, becomes a program: Python made as `ast`, over a flat state.

**How a tiny action is compiled.** Take `sell: {pick: [{card: hand}], do: [move card from hand to market, gain 2]}`,
offered by a `choose`. Everything is made twice from the same checked block:

1. *Trial* (`completion/`): can it be carried through? Read backwards: `gain 2` never refuses, and nothing later reads
   what it writes, so it is left out. `move` refuses if the card is not there or the market is full; no later step
   reads the zones, so it is only asked, not done. For a given card a plain condition remains; for the whole action a
   function: a loop over the hand that returns True at the first card for which the condition holds. Were the market
   read later, the trial would move the card on a copy of the state and go on.
2. *Legal lists* (`flow/answers.py`): `legal(S)` of the `choose` lists number 0 if that function says so; `legal(S)` of
   the pick lists each card for which the condition holds.
3. *Pieces* (`flow/`): the program is cut where somebody must answer. The piece before the `choose` returns the number
   of its pause. `apply(S, 0)` runs up to the pick and returns the number of that pause; `apply(S, a)` of the pick
   keeps `a` in a cell of its own, moves the card, adds the 2 and returns the label of the piece that follows.
   No refusal is asked again: an answer is legal only if its trial has succeeded.

Then code is tidied without asking what it means: what does not change in a loop leaves it (`hoist.py`), pieces are
written to where jumps lead (`flow/jumps.py`) and what is known in them is not read again (`flow/straight.py`), searches
are written into the loops that ask them (`written_in.py`), and whether an action is possible is remembered until
something that it depends on is written (`memo.py`, plain programs only).

`from_checked.py` does all this once; `running.py` then only calls pieces, lists and applies by their numbers.

**Where a thing goes.**

- A kind of *expression*: a maker in one of `expressions/`, a row in that module's `MAKERS`; what it reads, in
  `analysis.py`; its value where it is constant, in `setting.py`. A *built-in* is a function in
  `expressions/builtins.py`, with a row in `FUNCTIONS`; what generated code calls is in `runtime.py`.
- A kind of *sentence*: what it refuses and does, in one of `sentences/`, looked up in `sentences/cores.py`; whether it
  ends a trial or can refuse at all, in `sentences/horizons.py`; what it writes, and whether it asks, in `analysis.py`.
  If it asks or calls: its trial in `completion/sentences.py`, its pieces in `flow/steps.py` (`flow/inline.py` if it
  does not pause).
- A key of *blocks*: `completion/blocks.py` or `heads.py`, and the like in `flow/blocks.py` or `asking.py`.
- A *storage* for zones: `layout.py`, `expressions/places.py` and `membership.py`, `sentences/storage.py`, `draws.py`.
- A *clause*, something that coverage counts: `counting.py` notes it, `harness/coverage/clauses.py` gives it a number.
- A *judgement* (points, winner, invariants): `outcomes.py`. What a match begins with: `starts.py`.
"""
