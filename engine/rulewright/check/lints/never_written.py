"""What is asked for and never comes to be: variables that keep their first value, zones that stay empty."""

from rulewright.check.checked import CheckedGame
from rulewright.check.core import Checker
from rulewright.check.lints.survey import Survey


def never_written(ck: Checker, game: CheckedGame, survey: Survey) -> None:
    """`never-written`."""
    for variable in game.variables.values():
        if variable.name in ck.used and variable.name not in survey.writes and not variable.is_score:
            first = "always holds its first value" if variable.start is not None else "is never given a value"
            ck.warning("never-written", f"`{variable.name}` {first}: nothing writes it", variable.at,
                       "what never changes is a number or a define")  # fmt: skip
    filled_up = {z.name for z in game.zones.values() if z.holds or z.refill is not None or z.recycle_from is not None}
    for zone in game.zones.values():
        if zone.name in ck.used and zone.name not in filled_up and zone.name not in survey.fills:
            ck.warning("never-written", f"`{zone.name}` is always empty: nothing comes into it", zone.at,
                       "give it a first content with `holds:`, or move something there")  # fmt: skip
