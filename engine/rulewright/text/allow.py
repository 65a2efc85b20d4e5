"""Comments that allow a finding where it stands: `# rulewright: allow CODE because REASON`.

At the end of a line it is about that line; on a line of its own, about the next line that is no comment. Only warnings
and notes can be allowed. One without a reason, or that allows nothing, is a finding itself.
"""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from rulewright.text.codes import CODES
from rulewright.text.finding import Findings
from rulewright.text.source import SourceText, Span
from rulewright.text.suggest import did_you_mean

_COMMENT = re.compile(r"(?:^|(?<=\s))#[ \t]*rulewright:[ \t]*(?P<said>[^\n\r]*?)[ \t]*(?=\r?$)", re.MULTILINE)
_SAID = re.compile(r"allow[ \t]+(?P<code>\S+)(?:[ \t]+because[ \t]+(?P<reason>\S.*))?")
_FORM = "write `# rulewright: allow CODE because REASON`"


@dataclass(frozen=True)
class Allowance:
    """A comment that allows findings of one code on one line of a text."""

    code: str
    reason: str
    line: int
    at: Span


def allowances(source: SourceText, findings: Findings) -> list[Allowance]:
    """The comments of a text that allow something; those that cannot be read become findings."""
    if "rulewright:" not in source.text:
        return []
    found = []
    for comment in _COMMENT.finditer(source.text):
        at = source.span(comment.start("said"), comment.end("said"))
        said = _SAID.fullmatch(comment["said"])
        if said is None:
            findings.warning("allow-unclear", "this comment cannot be read", at, help=_FORM)
            continue
        start = comment.start("said") + said.start("code")
        code_at = source.span(start, start + len(said["code"]))
        if said["code"] not in CODES:
            message = f"there is no finding `{said['code']}`"
            findings.warning("allow-unclear", message, code_at, help=did_you_mean(said["code"], CODES))
        elif said["reason"] is None:
            message = f"`{said['code']}` is allowed here, and no reason is given"
            findings.warning("allow-unclear", message, code_at, help=_FORM)
        else:
            found.append(Allowance(said["code"], said["reason"], _line_meant(source, comment.start()), code_at))
    return found


def _line_meant(source: SourceText, offset: int) -> int:
    """The line of the comment, or, where nothing else stands on it, the next one that says something."""
    line = source.position(offset).line
    last = source.text.count("\n") + 1
    while line < last and not _speaks(source.line(line)):
        line += 1
    return line


def _speaks(line: str) -> bool:
    bare = line.strip()
    return bool(bare) and not bare.startswith("#")


def sift(
    found: Findings, sources: Iterable[SourceText], *, whole: bool, aside: Collection[SourceText] = ()
) -> Findings:
    """The findings that no comment allows; those allowed are kept as such.

    `sources` are the texts whose comments are to be read besides those that findings stand in; `whole`: everything was
    checked, so an allowance without its finding is one too many. Of the texts `aside` nothing is said themselves.
    """
    kept, unheard = Findings(), Findings()
    texts = dict.fromkeys([*sources, *aside, *(f.span.source for f in found)])
    given = [a for source in texts for a in allowances(source, unheard if source in aside else kept)]
    used: set[Allowance] = set()
    for finding in found:
        place = (finding.span.source, finding.span.begin.line)
        fitting = [a for a in given if a.code == finding.code and (a.at.source, a.line) == place]
        if fitting and finding.severity != "error":
            used.update(fitting)
            kept.allow(finding, fitting[0].reason)
        else:
            kept.add(finding)
    for allowance in given if whole else ():
        if allowance not in used and allowance.at.source not in aside:
            message = f"there is no `{allowance.code}` here to be allowed"
            kept.warning("allow-unused", message, allowance.at, help="delete the comment")
    return kept
