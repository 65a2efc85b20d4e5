"""Stage 0: source text, spans and findings. Knows neither YAML nor games."""

from rulewright.text.codes import CODES, Code
from rulewright.text.finding import Edit, Finding, Findings, Related, Severity
from rulewright.text.source import Position, SourceText, Span
from rulewright.text.spelling import spelt
from rulewright.text.suggest import did_you_mean, nearest

__all__ = [
    "CODES",
    "Code",
    "Edit",
    "Finding",
    "Findings",
    "Position",
    "Related",
    "Severity",
    "SourceText",
    "Span",
    "did_you_mean",
    "nearest",
    "spelt",
]
