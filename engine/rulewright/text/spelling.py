"""Values as rules files spell them."""


def spelt(value: object) -> str:
    """A value as a rules file has it: `true`, `none`, a number or a word."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return "none" if value is None else str(value)
