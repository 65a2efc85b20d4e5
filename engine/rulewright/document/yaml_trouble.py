"""The place at which a YAML parser stopped, seen as an author sees it: lines, indentation, what stands above."""

import re
from dataclasses import dataclass

from rulewright.document.dialect import TEXT_KEYS, goes_on
from rulewright.document.nodes import Scalar
from rulewright.text import Code, Edit, Related, SourceText

_CONTINUES = re.compile(r"(?:and|or|is|in|then|else|where|if|for|by|of|otherwise|div|mod|as|[-+*<>=)\]]+)(?=[\s(\d]|$)")
_OF_BLOCKS = ("pick", "group", "if", "for", "by", "repeat", "turns")  # of one line each, mostly with a `do:` below
_KEY = re.compile(r"[\w.()]+(?: [\w.()]+)*:(?=\s|$)", re.MULTILINE)


@dataclass(frozen=True)
class Open:
    """A bracket that is open where the error happened."""

    start: int
    is_mapping: bool


@dataclass(frozen=True)
class Told:
    """A message for people, with its place and cure."""

    message: str
    help: str
    start: int
    end: int
    code: Code = "yaml"
    related: tuple[Related, ...] = ()
    fix: tuple[Edit, ...] = ()


@dataclass(frozen=True)
class Trouble:
    """What is known of the error: where the parser stopped, where the construct began, which brackets are open, and
    the scalar that was read last.
    """

    source: SourceText
    at: int
    context: int | None
    open: tuple[Open, ...]
    last: Scalar | None

    @property
    def char(self) -> str:
        """The character at which the parser stopped; empty at the end of the text."""
        return self.source.text[self.at : self.at + 1]

    @property
    def line_start(self) -> int:
        """The offset of the line in which the parser stopped."""
        return self.source.text.rfind("\n", 0, self.at) + 1

    @property
    def before(self) -> str:
        """What stands on that line before the place."""
        return self.source.text[self.line_start : self.at]

    def after(self, *styles: str) -> bool:
        """Whether the parser stopped right behind a scalar of one of these styles, at most spaces between."""
        last = self.last
        return last is not None and last.style in styles and not self.source.text[last.span.end : self.at].strip(" \t")

    def line_at(self, offset: int) -> str:
        """The line in which an offset lies."""
        return self.source.line(self.source.position(offset).line)

    def line_above(self, start: int | None = None) -> tuple[int, str]:
        """The offset and the text of the nearest line above that is neither blank nor a comment."""
        text = self.source.text
        end = (self.line_start if start is None else text.rfind("\n", 0, start) + 1) - 1
        while end >= 0:
            begin = text.rfind("\n", 0, end) + 1
            line = text[begin:end].rstrip("\r")
            if line.strip() and not line.lstrip().startswith("#"):
                return begin, line
            end = begin - 1
        return 0, ""

    def comment_within(self) -> int | None:
        """The offset of a comment that ended the plain value before the place, where the value seems to go on."""
        last, text = self.last, self.source.text
        if last is None or last.style != "plain" or is_named(text, self.at):
            return None
        between = text[last.span.end : self.at]
        lines = [line.strip() for line in between.split("\n")]
        sign = between.find("#")
        return last.span.end + sign if sign >= 0 and all(line[:1] in ("", "#") for line in lines) else None

    def dashes_above(self) -> list[int]:
        """The offsets of the dashes of the list above whose entries begin as far to the right as the place."""
        mine = len(self.before)
        found: list[int] = []
        start, line = self.line_above()
        while line and (_indent(line) > mine or line[mine : mine + 2] == "- "):
            found += [start + mine] if _indent(line) == mine else []
            start, line = self.line_above(start)
        return found

    def is_outdented(self, start: int) -> bool:
        """Whether a line between an offset and the place begins no further to the right than the offset's own line."""
        lines = self.source.text[start : self.at].split("\n")[1:]
        mine = _indent(self.line_at(start))
        if lines:  # the last line, up to its end
            lines[-1] = self.line_at(self.at)
        return any(line.strip() and _indent(line) <= mine for line in lines)

    def related(self, start: int, end: int, message: str) -> tuple[Related, ...]:
        """One further place."""
        return (Related(self.source.span(start, end), message),)

    def edit(self, start: int, end: int, text: str) -> tuple[Edit, ...]:
        """One change that cures it."""
        return (Edit(self.source.span(start, end), text),)


def is_named(text: str, start: int) -> bool:
    """Whether a name and a colon stand at an offset."""
    return _KEY.match(text, start) is not None


def list_among_names(side: str, dash: int) -> Told:
    """A dash where the lines on one side of it are `NAME: ..`."""
    message = f"a dash and a space begin a list, and the lines {side} have names"
    return Told(message, "write a name and a colon for the dash: `NAME: ..`", dash, dash + 1, "yaml-dash")


def colon(trouble: Trouble) -> Told:
    """A colon and a space where no key can end."""
    text, at, last, line = trouble.source.text, trouble.at, trouble.last, trouble.line_start
    before = trouble.before
    if last is not None and last.span.start < line and ":" not in before and not trouble.open:
        if not text[text.rfind("\n", 0, last.span.start) + 1 : last.span.start].strip(" -"):
            return no_pair(trouble, last.span.start)
        if (outdented := _outdented(trouble)) is not None:
            return outdented
        key = before.strip()
        message = f"`{key}` cannot be a key here: the line above has its value already"
        _, above = trouble.line_above()
        help = f"indent it like the line above, by {_indent(above)}; a value is one line or a mapping, not both"
        if _first_word(above) in _OF_BLOCKS:
            help = f"if `{key}` is a step, `do:` is missing above it; else indent it like the line above"
        return Told(message, help, at - len(before.lstrip()), at, "yaml-indent")
    message = "a colon and a space cannot stand inside a line"
    code: Code = "yaml-colon"
    parameter = re.search(r"\w+\([^()]*?(\b\w+(:[ \t]+)(\w+))", trouble.line_at(at))
    if parameter is not None and line + parameter.start(2) <= at:
        name, kind = parameter.group(1).split(":")[0], parameter.group(3)
        start, end = line + parameter.start(1), line + parameter.end(1)
        right = f"{kind} {name}"
        return Told("a parameter is written as its type and its name", f"write `{right}`", start, end, code,
                    fix=trouble.edit(start, end, right))  # fmt: skip
    if trouble.open:
        word = re.search(r"\w+$", before)
        missing = f"a `,` is missing before `{word.group()}`, or " if word else ""
        help = f"{missing}the text needs quotes"
        return Told(message, help, at, at + 1, code)
    if "?" in before:
        return Told(message, "a choice between two values is `if C then A else B`", at, at + 1, code)
    key = before.split(":")[0].strip(" -")
    if before.count('"') % 2:
        help = "leave it out, or put the whole line, not only its text, in quotes: `'..'`"
        return Told(message, help, at, at + 1, code)
    if key in TEXT_KEYS and last is not None and last.style == "plain":
        start = last.span.start
        end = len(trouble.line_at(at).rstrip()) + line
        value = text[start:end]
        if '"' not in value and " #" not in value:
            return Told(message, "put the text in quotes", at, at + 1, code,
                        fix=trouble.edit(start, end, f'"{value}"'))  # fmt: skip
    help = "`KEY: VALUE` stands on a line of its own; a text that holds a colon goes in quotes"
    return Told(message, help, at, at + 1, code)


def _outdented(trouble: Trouble) -> Told | None:
    """The line above, where the lines before and behind it stand side by side, further to the right.

    Not where the line behind it has a name that stands before it too: then those are two mappings.
    """
    start, above = trouble.line_above()
    indent, wanted = _indent(above), _indent(trouble.before)
    names: list[str] = []
    begin, line = trouble.line_above(start)
    while line and _indent(line) >= wanted:
        names += [_first_word(line)] if _indent(line) == wanted else []
        begin, line = trouble.line_above(begin)
    if not names or indent >= wanted or _first_word(trouble.before) in names:
        return None
    word = _first_word(above)
    message = f"`{word}` stands further to the left than the lines above and below it"
    fix = trouble.edit(start + indent, start + indent, " " * (wanted - indent))
    return Told(message, f"indent it by {wanted}, as they are", start + indent, start + indent + len(word),
                "yaml-indent", fix=fix)  # fmt: skip


def no_pair(trouble: Trouble, start: int) -> Told:
    """A line where a key and its value are due, and that has no colon."""
    text = trouble.source.text
    end = text.find("\n", start)
    end = len(text) if end < 0 else end
    line = text[start:end].rstrip("\r")
    end = start + len(line)
    if line.startswith("-"):
        message, help = "a space follows the dash of a list", "write `- ` and the entry"
        return Told(message, help, start, start + 1, "yaml-dash", fix=trouble.edit(start, start + 1, "- "))
    if text[start - 2 : start] == "- " and not trouble.line_above(start)[1].lstrip().startswith("-"):
        return list_among_names("below", start - 2)
    if (wide := re.search("[：﹕]", line)) is not None:
        place = start + wide.start()
        after = 2 if line[wide.end() : wide.end() + 1] == " " else 1
        return Told(f"`{wide.group()}` is no colon", "write `: `", place, place + 1, "yaml-colon",
                    fix=trouble.edit(place, place + after, ": "))  # fmt: skip
    if (tight := re.match(r"([\w .()]*\w\)?):(?=\S)", line)) is not None:
        place = start + tight.end() - 1
        message = f"a space is missing behind the colon of `{tight.group(1)}`"
        return Told(message, "write `: `", place, place + 1, "yaml-colon", fix=trouble.edit(place, place + 1, ": "))
    _, above = trouble.line_above(start)
    if above and (goes_on(_value(above)) or _CONTINUES.match(line)):
        name = re.match(r"\s*(?:- )?([^:]+):", above)
        further = f"`{name.group(1)}`" if name else "the name above"
        message = "this line goes on the one above, and does not stand further to the right than its name"
        return Told(message, f"indent it further than {further}", start, end, "yaml-indent")
    if " #" in line and ":" in line:
        place = start + line.index(" #") + 1
        help = "a `#` behind a space begins a comment"
        return Told("a comment begins here, before the colon", help, place, place + 1, "yaml-comment")
    empty = re.fullmatch(r"\s*(?:- )?(\w+):", above.rstrip())
    if empty is not None and _indent(above) >= start - text.rfind("\n", 0, start) - 1:
        message = f"this line stands beside `{empty[1]}`, and is no `key: value`"
        help = f"what belongs to `{empty[1]}` is indented further, and each part has a name: `NAME: ..`"
        return Told(message, help, start, end, "yaml-indent")
    word = re.match(r"\w+", line)
    example = f": `{word.group()}: ..`" if word else ""
    return Told("this line is no `key: value`", f"a colon and a space follow a key{example}", start, end)


def indented(trouble: Trouble) -> Told:
    """A line that begins where no line above it does."""
    indent = len(trouble.before)
    start, above = trouble.line_above()
    if trouble.source.text[trouble.at : trouble.at + 2] == "- " and _indent(above) == indent:
        return list_among_names("above", trouble.at)
    begin = start + _indent(above)
    end = begin + len(_first_word(above))
    here = trouble.at + len(_first_word(trouble.line_at(trouble.at)))
    message = f"this line is indented by {indent}, and no line above it that it could belong to is"
    related = trouble.related(begin, end, f"the line above is indented by {_indent(above)}")
    help = "keys of one mapping stand exactly below each other"
    return Told(message, help, trouble.at, here, "yaml-indent", related)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))


def _first_word(line: str) -> str:
    found = re.match(r"\s*([^\s:]+)", line)
    return found.group(1) if found is not None else " "


def _value(line: str) -> str:
    found = re.match(r"\s*(?:- )?[^:#]+:(?: +(.*?))??(?: +#.*)?$", line)
    return found.group(1) or "" if found is not None else line.strip()
