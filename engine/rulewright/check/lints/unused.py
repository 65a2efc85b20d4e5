"""Declarations that nothing uses."""

from typing import Any

from rulewright.check.checked import CheckedGame
from rulewright.check.core import Checker
from rulewright.check.lints.survey import Survey


def unused(ck: Checker, checked: CheckedGame, survey: Survey) -> None:
    """`unused-name`, `unread-option`. Actions have a lint of their own."""
    game = ck.game
    sections: tuple[tuple[str, dict[str, Any]], ...] = (
        ("number", game.numbers), ("table", game.tables), ("zone", game.zones), ("variable", game.variables),
        ("define", game.define), ("routine", game.routines),
    )  # fmt: skip
    for what, section in sections:
        for name, declared in section.items():
            if name not in ck.used:
                ck.warning("unused-name", f"nothing uses the {what} `{name}`", declared.at)
    for option in game.options.values():
        if option.name not in ck.read_options:
            ck.warning("unread-option", f"nothing reads the option `{option.name}`", option.at)
