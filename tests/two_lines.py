"""A variant that an author has written, and the scenario that holds it to its rule."""

VARIANT = """\
variant: two_lines
of: tic_tac_toe
title: Two marks in a row win
replace:
  define.three(player p): count(s in on where on[s] is p) > 1
"""
SCENARIOS = """\
game: tic_tac_toe
variants: two_lines
scenarios:
  two_marks_win:
    rule: TT-3
    play:
      - noughts: place, square(1, 1)
      - crosses: place, square(2, 2)
      - noughts: place, square(3, 2)
    expect: winners is {noughts}
"""
