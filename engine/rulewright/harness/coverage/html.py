"""Coverage as one page that needs nothing else: each rules file with its lines coloured, and who reaches them."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path

from rulewright.harness.coverage.clauses import Clause
from rulewright.harness.coverage.report import Gap, Report, as_text, demanded, percent
from rulewright.text import SourceText

_STYLE = """
body { margin: 2rem auto; max-width: 75rem; padding: 0 1rem; color: #222; background: #fff;
       font: 15px/1.5 system-ui, sans-serif; }
table { border-collapse: collapse; width: 100%; }
td { padding: 0 .5rem; vertical-align: top; }
td.n { color: #667; text-align: right; user-select: none; width: 1%; }
td.t { font: 13px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
td.s { width: 18rem; color: #445; font-size: 12px; }
tr.met td.t { background: #e7f5e4; } tr.part td.t { background: #fff3cd; }
tr.open td.t { background: #fbdada; } tr.excepted td.t { background: #e4ecf7; }
summary { cursor: pointer; } .gap { color: #8a1c1c; font-weight: 600; } .why { color: #234f8a; }
.key span { padding: 0 .5rem; margin-right: .5rem; }
.met { background: #e7f5e4; } .part { background: #fff3cd; } .open { background: #fbdada; }
.excepted { background: #e4ecf7; }
pre { white-space: pre-wrap; }
"""
_KEY = (
    ("met", "all sides reached"), ("part", "some sides reached"), ("open", "not reached"), ("excepted", "excepted"),
)  # fmt: skip


def write_page(path: Path, reports: Sequence[Report]) -> None:
    """Writes the page. Raises OSError."""
    path.write_text("\n".join(page(reports)) + "\n", encoding="utf-8")


def page(reports: Sequence[Report]) -> Iterator[str]:
    """The page in lines."""
    yield "<!doctype html>"
    yield '<html lang="en"><head><meta charset="utf-8"><title>Rule coverage</title>'
    yield f"<style>{_STYLE}</style></head><body>"
    yield "<h1>Rule coverage</h1>"
    yield '<p class="key">' + "".join(f'<span class="{name}">{words}</span>' for name, words in _KEY) + "</p>"
    for report in reports:
        yield from _game(report)
    yield "</body></html>"


def _game(report: Report) -> Iterator[str]:
    yield f"<h2>{escape(report.game)}: {report.percent}%</h2>"
    lines = "\n".join(as_text(report))
    yield f"<details><summary>in words</summary><pre>{escape(lines)}</pre></details>"
    clauses = demanded(report.coverage)
    for name, (met, all_) in report.sides.items():
        yield f"<h3>{escape(name)}: {met} of {all_} sides ({percent(met, all_)}%)</h3>"
        yield from _file([clause for clause in clauses if clause.at.source.name == name], report)


def _file(clauses: Sequence[Clause], report: Report) -> Iterator[str]:
    source = clauses[0].at.source
    gaps = {gap.clause.place: gap for gap in reversed(report.gaps)}
    begun: dict[int, list[Clause]] = {}
    for clause in clauses:
        begun.setdefault(clause.at.begin.line, []).append(clause)
    yield "<table>"
    for number in range(1, _lines(source) + 1):
        here = begun.get(number, [])
        missing = [gaps[clause.place] for clause in here if clause.place in gaps]
        scenarios = sorted({name for clause in here for name in report.coverage.reached[clause.place].scenarios})
        told = escape(source.line(number)) + "".join(map(_told, missing))
        yield (
            f'<tr id="{escape(source.name)}:{number}" class="{_state(here, missing)}"><td class="n">{number}</td>'
            f'<td class="t">{told}</td><td class="s">{_names(scenarios)}</td></tr>'
        )
    yield "</table>"


def _lines(source: SourceText) -> int:
    return source.text.count("\n") + (not source.text.endswith("\n"))


def _state(clauses: Sequence[Clause], missing: Sequence[Gap]) -> str:
    if not clauses:
        return ""
    if not missing:
        return "met"
    if all(gap.why is not None for gap in missing):
        return "excepted"
    return "open" if len(missing) == len(clauses) and all(gap.side is None for gap in missing) else "part"


def _told(gap: Gap) -> str:
    why = f' <span class="why">{escape(gap.why)}</span>' if gap.why is not None else ""
    value = f" {gap.clause.value}" if gap.clause.kind == "option" else ""
    return f'\n<span class="gap">^ {escape(gap.clause.path + value)}: {gap.words}</span>{why}'


def _names(scenarios: Iterable[str]) -> str:
    names = list(scenarios)
    if not names:
        return ""
    listed = ", ".join(map(escape, names))
    return f"<details><summary>{len(names)} scenario{'s' * (len(names) != 1)}</summary>{listed}</details>"
