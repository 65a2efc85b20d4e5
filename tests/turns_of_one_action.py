"""For tests of single sentences: the end of a rules file in which the players do `act` in turn."""

PLAY = """play:
  game:
    turns: first_player
    until: any(p in player where score[p] > 3)
    do:
      act: {choose: [act]}
winner:
  score: most score[me]
  else: shared
"""
