"""What a finished match is worth to each player, from -1 to 1."""

from rulewright.play.match import Match


def returns(match: Match) -> dict[str, float]:
    """1 for the first place, -1 for the last, evenly between; those who share places share what they are worth.

    They add up to 0. Before the end everybody has 0.
    """
    outcome, count = match.outcome, len(match.players)
    found = dict.fromkeys(match.players, 0.0)
    if outcome is None or count == 1:
        return found
    place = 0
    for players in outcome.ranking:
        worth = [1 - 2 * (place + i) / (count - 1) for i in range(len(players))]
        for player in players:
            found[player] = round(sum(worth) / len(worth), 9)
        place += len(players)
    return found
