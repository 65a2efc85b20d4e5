"""Characters that cannot stand in a rules file, or that only look like what their author meant."""

import re
import unicodedata

from rulewright.text import Edit, Findings, SourceText

# What YAML cannot hold: control characters, lone surrogates, and the two non-characters of the basic plane.
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# Spaces that are none to YAML, where a line is indented.
_ODD_INDENT = re.compile(
    "^[ \t]*([\xa0\u1680\u2000-\u200b\u202f\u205f\u3000]+)(?=[ \t]*(?:- |[\\w(), ]+:[ \r\n]))", re.MULTILINE
)
_CONFLICT = re.compile(r"^(<{7}|\|{7}|={7}|>{7})(?=[ \r]|$)", re.MULTILINE)


def check_characters(source: SourceText, findings: Findings) -> bool:
    """Whether a text can be read at all; if not, a finding says what stands in the way."""
    text = source.text
    odd = _UNPRINTABLE.search(text, 1 if text.startswith("\ufeff") else 0)
    if odd is not None:
        message = f"the character U+{ord(odd.group()):04X} cannot stand in a file"
        span = source.span(*odd.span())
        findings.error("yaml", message, span, help="delete it", fix=(Edit(span, ""),))
        return False
    conflict = _CONFLICT.search(text)
    if conflict is not None:
        message = "two versions of this file were merged, and here they disagree"
        help = "keep one of the two, and delete the lines that begin with `<<<<<<<`, `=======` and `>>>>>>>`"
        findings.error("yaml", message, source.span(*conflict.span()), help=help)
        return False
    space = _ODD_INDENT.search(text)
    if space is not None:
        name = unicodedata.name(space.group(1)[0]).lower()
        span = source.span(*space.span(1))
        message = f"this line is indented with a {name}, which is no space to YAML"
        fix = (Edit(span, " " * len(space.group(1))),)
        findings.error("yaml-indent", message, span, help="indent with spaces", fix=fix)
        return False
    return True
