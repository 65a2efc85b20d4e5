"""Findings on paper, so to say: how `validate` writes them, for people and for machines. One function a format."""

import json
from collections.abc import Callable, Mapping, Sequence

from rulewright.cli.messages import use_colour
from rulewright.cli.sarif import sarif
from rulewright.text import Finding
from rulewright.text.render import as_json, render, summary

Allowed = Mapping[Finding, str]  # findings that a comment in the file allows, each with its reason
Format = Callable[[Sequence[Finding], Allowed, int], str]  # the third: how many files were checked


def text(findings: Sequence[Finding], allowed: Allowed, files: int) -> str:
    """For people: each with its line of source and carets below it, and a last line that counts them."""
    colour = use_colour()
    parts = [render(finding, colour=colour) + "\n" for finding in findings]
    counted = summary(findings) or f"{files} file{'s' if files != 1 else ''}, no findings"
    return "\n".join([*parts, counted + (f" ({len(allowed)} allowed)" if allowed else "")])


def concise(findings: Sequence[Finding], allowed: Allowed, files: int) -> str:
    """One line each: `PATH:LINE:COLUMN: SEVERITY[CODE]: MESSAGE`."""
    return "\n".join(str(f) for f in findings)


def as_list(findings: Sequence[Finding], allowed: Allowed, files: int) -> str:
    """JSON: a list of findings."""
    return json.dumps([as_json(f) for f in findings], indent=2, ensure_ascii=False)


def github(findings: Sequence[Finding], allowed: Allowed, files: int) -> str:
    """Workflow commands of GitHub, which shows them beside the changed lines."""
    return "\n".join(map(_command, findings))


_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}


def _command(finding: Finding) -> str:
    begin, end = finding.span.begin, finding.span.finish
    properties = {"file": finding.span.source.name, "line": begin.line, "endLine": end.line, "col": begin.column}
    if end.line == begin.line:  # on several lines the column has no meaning there
        properties["endColumn"] = end.column
    properties["title"] = finding.code
    given = ",".join(f"{key}={_escaped(str(value), ',:')}" for key, value in properties.items())
    message = finding.message if finding.help is None else f"{finding.message}\n{finding.help}"
    return f"::{_COMMANDS[finding.severity]} {given}::{_escaped(message)}"


def _escaped(text: str, more: str = "") -> str:
    return "".join(f"%{ord(c):02X}" if c in "%\r\n" + more else c for c in text)


FORMATS: dict[str, Format] = {"text": text, "concise": concise, "json": as_list, "sarif": sarif, "github": github}
