"""A merged game as a file of its own."""

from rulewright.checking import Document
from rulewright.document.write_yaml import write_yaml


def rendered(document: Document) -> str:
    """The text of a game with its variants merged in; read again it has the same digest."""
    names = document.merged.variants
    heading = f"With {'the variants' if len(names) > 1 else 'the variant'} {', '.join(names)}." if names else ""
    return write_yaml(document.merged.root, heading)
