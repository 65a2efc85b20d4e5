"""`rulewright explain CODE`: the page of a finding."""

import re
import shutil
import textwrap
from dataclasses import dataclass

import click

from rulewright.cli.messages import wrong_use
from rulewright.library import finding_page
from rulewright.text import CODES, Code, did_you_mean

_HEAD = re.compile(r"# (?P<code>[a-z-]+): (?P<title>.*)\n\nSeverity: (?P<severity>.*)\. Group: (?P<group>.*)\.\n")
_NOTE = re.compile(r"<!--[^\n]*-->\n")
_FENCE = re.compile(r"```[a-z]*\n(.*?)```\n?", re.DOTALL)


@dataclass(frozen=True)
class Page:
    """A page as it is written: its head in parts, and the whole as Markdown."""

    code: str
    title: str
    severity: str
    group: str
    text: str

    @property
    def shown(self) -> str:
        """The page without the notes for those who run its examples."""
        return _NOTE.sub("", self.text)


def page_of(code: Code) -> Page:
    """The page of a code."""
    text = finding_page(code)
    head = _HEAD.match(text)
    assert head is not None, code
    return Page(code, head["title"], head["severity"], head["group"], text)


def for_terminal(page: Page, width: int) -> str:
    """A page without marks of Markdown: examples indented, paragraphs wrapped to so many columns."""
    parts = []
    for number, part in enumerate(_FENCE.split(page.shown)):
        if number % 2:
            parts.append(textwrap.indent(part.rstrip(), "    "))
            continue
        for paragraph in part.strip().split("\n\n"):
            parts.append(textwrap.fill(re.sub(r"^#+ ", "", paragraph), width))
    return "\n\n".join(p for p in parts if p)


@click.command("explain")
@click.argument("code", required=False)
def explain_code(code: str | None) -> None:
    """Tell about a finding: what it is, why it matters, a wrong and a right example.

    CODE stands in brackets behind the severity of a finding: `error[unknown-name]`. Without it, all codes are listed.
    The examples are pieces of the game `market` of docs/language.md; carets mark where the finding stands.
    """
    if code is None:
        group = None
        for page in map(page_of, CODES):
            if page.group != group:
                group = page.group
                click.echo(f"\n{group[0].upper()}{group[1:]}")
            click.echo(f"  {page.code:20} {page.severity:18} {page.title}")
        return
    known = next((c for c in CODES if c == code.strip("[]").lower()), None)
    if known is None:
        wrong_use(f"there is no finding `{code}`: {did_you_mean(code, CODES)}")
    page = page_of(known)
    click.echo(for_terminal(page, min(100, shutil.get_terminal_size().columns)))
