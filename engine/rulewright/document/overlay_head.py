"""The head of a variant: what it is of, which versions of the game it fits, and that it does anything at all."""

import re

from rulewright.document.nodes import Mapping, Scalar
from rulewright.document.overlay_order import name_of, name_span
from rulewright.text import Findings, Related, did_you_mean

VERBS = ("remove", "replace", "change", "add", "append", "prepend", "insert")
HEAD = ("variant", "of", "version", "extends", "title", "label", "why", "rule", "after", "conflicts", "options")

_VERSIONS = re.compile(r"\s*([0-9]{1,9})\s*(?:(\.\.)\s*([0-9]{1,9})?)?\s*")


def check_head(overlay: Mapping, base: Mapping, findings: Findings) -> bool:
    """Adds what is wrong with the head of an overlay, for this game. Whether it is one of this game at all."""
    game, of = base.get("game"), overlay.get("of")
    for entry in overlay:
        if entry.key.text not in (*VERBS, *HEAD):
            message = f"`{entry.key.text}` is no part of a variant"
            help = did_you_mean(entry.key.text, (*VERBS, *HEAD))
            findings.error("unknown-key", message, entry.key.span, help=help)
    if not any(overlay.get(key) is not None for key in (*VERBS, "options", "extends")):
        message = f"`{name_of(overlay)}` changes nothing"
        help = "say what is different, under one of " + ", ".join(f"`{verb}`" for verb in VERBS)
        related = (Related(game.span, "the game that it leaves as it is"),) if game is not None else ()
        findings.error("overlay-idle", message, name_span(overlay), help=help, related=related)
    if isinstance(of, Scalar) and isinstance(game, Scalar) and of.text != game.text:
        related = (Related(game.span, "the game that is loaded"),)
        message = f"this is a variant of `{of.text}`, not of `{game.text}`"
        findings.error("overlay-game", message, of.span, help="load it with its own game", related=related)
        return False
    mine, theirs = overlay.get("version"), base.get("version")
    if isinstance(mine, Scalar) and isinstance(theirs, Scalar) and theirs.kind == "int":
        _check_version(mine, theirs, findings)
    return True


def _check_version(mine: Scalar, theirs: Scalar, findings: Findings) -> None:
    found = _VERSIONS.fullmatch(mine.text)
    related = (Related(theirs.span, "the version that is loaded"),)
    if found is None:
        message, help = f"`{mine.text}` is no range of versions", "write `1`, `1..3`, or `2..` for 2 and all later"
        findings.error("overlay-version", message, mine.span, help=help, related=related)
        return
    low, version = int(found[1]), int(theirs.text)
    high = low if found[2] is None else int(found[3]) if found[3] else max(low, version)
    if high < low:
        help = f"write `{high}..{low}`"
        message = f"no version is from {low} to {high}"
        findings.error("overlay-version", message, mine.span, help=help, related=related)
    elif not low <= version <= high:
        message = f"the variant is for version {mine.text} of the rules, and this is version {version}"
        wider = f"{min(low, version)}..{'' if found[2] and not found[3] else max(high, version)}"
        help = f"check that it still says what it means, then write `version: {wider}`"
        findings.error("overlay-version", message, mine.span, help=help, related=related)
