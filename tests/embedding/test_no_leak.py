"""Who chooses at the same time learns nothing. That nothing else shows what is hidden is a property of every game:
`rulewright.testing`, tests/properties.
"""

from embedding.conftest import NAMES, game_of, states
from rulewright.testing.seen import given


def test_who_chooses_at_the_same_time_learns_nothing_of_the_other_answers():
    for name in NAMES:
        game = game_of(name)
        players = game.player_counts.start
        found = 0
        for match in states(game, players, seed=4, steps=60):
            if len(match.actors) > 1:
                first, *others = match.actors
                seen = [
                    {given(other, seat, ()) for other in (match.after(a, first) for a in match.legal(first))}
                    for seat in (*others, None)
                ]
                assert all(len(views) == 1 for views in seen), (name, match.decisions)
                found += 1
