"""Findings as SARIF 2.1.0 (docs.oasis-open.org/sarif/sarif/v2.1.0), which code hosts and editors read."""

import json
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from rulewright.cli.pages import Page, page_of
from rulewright.text import Edit, Finding, Span

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"


def sarif(findings: Sequence[Finding], allowed: Mapping[Finding, str], files: int) -> str:
    """One run with all findings; those that a comment allows are marked as suppressed, with the reason."""
    from importlib.metadata import version  # noqa: PLC0415 - other formats would wait for it in vain

    found = [*findings, *allowed]
    codes = sorted({f.code for f in found})
    driver = {"name": "rulewright", "version": version("rulewright"), "rules": [_rule(page_of(c)) for c in codes]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(f, codes.index(f.code), allowed.get(f)) for f in found],
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=False)


def _rule(page: Page) -> dict[str, Any]:
    return {
        "id": page.code,
        "shortDescription": {"text": page.title},
        "help": {"text": page.shown, "markdown": page.shown},
        "defaultConfiguration": {"level": page.severity.split(" ")[0]},
    }


def _result(finding: Finding, rule: int, reason: str | None) -> dict[str, Any]:
    told = finding.message if finding.help is None else f"{finding.message}\n{finding.help}"
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": finding.severity,
        "message": {"text": told},
        "locations": [{"physicalLocation": _place(finding.span)}],
    }
    if finding.related:
        result["relatedLocations"] = [
            {"id": number, "physicalLocation": _place(r.span), "message": {"text": r.message}}
            for number, r in enumerate(finding.related, 1)
        ]
    if finding.fix:
        result["fixes"] = [{"artifactChanges": [_change(edit) for edit in finding.fix]}]
    if reason is not None:
        result["suppressions"] = [{"kind": "inSource", "justification": reason}]
    return result


def _place(span: Span) -> dict[str, Any]:
    return {"artifactLocation": {"uri": _uri(span)}, "region": _region(span)}


def _region(span: Span) -> dict[str, int]:
    begin, end = span.begin, span.finish
    return {"startLine": begin.line, "startColumn": begin.column, "endLine": end.line, "endColumn": end.column}


def _change(edit: Edit) -> dict[str, Any]:
    replacement = {"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}}
    return {"artifactLocation": {"uri": _uri(edit.span)}, "replacements": [replacement]}


def _uri(span: Span) -> str:
    path = PurePath(span.source.name)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())
