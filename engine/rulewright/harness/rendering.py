"""A merged game as a file of its own."""

from collections.abc import Sequence

from rulewright.checking import Document
from rulewright.document.write_yaml import write_yaml


def rendered(document: Document, settings: Sequence[str] = ()) -> str:
    """The text of a game with its variants merged in; read again it has the same digest.

    `settings` are those that were made defaults, for the heading.
    """
    names = document.merged.variants
    heading = f"With {'the variants' if len(names) > 1 else 'the variant'} {', '.join(names)}." if names else ""
    defaults = f"By default {', '.join(settings)}." if settings else ""
    return write_yaml(document.merged.root, " ".join(filter(None, (heading, defaults))))
