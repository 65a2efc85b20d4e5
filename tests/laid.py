"""What tests do with a match on a table that they have laid."""

from rulewright.play.match import Match


def play(match: Match, player: str, *answers: str) -> Match:
    """Gives a player's answers, as text; gives the match back."""
    for answer in answers:
        match.apply(match.parse_action(answer, player))
    return match


def legal(match: Match, player: str) -> list[str]:
    """A player's legal answers, as text, sorted."""
    return sorted(str(action) for action in match.legal(player))
