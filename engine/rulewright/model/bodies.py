"""Bodies and blocks: what is done, by named steps. An action, a routine, an alternative and a step are one shape."""

from dataclasses import replace

from rulewright.document.nodes import Entry, Mapping, Node, Scalar, Sequence
from rulewright.expr import parse
from rulewright.expr.tree import Let, Need, Offer, Where
from rulewright.model.definition import (
    Alternative,
    Block,
    Body,
    LineOrCases,
    OrAnswer,
    Step,
)
from rulewright.model.reader import NOTE_KEYS, Reader
from rulewright.text import Span

BLOCK_KEYS = (
    "if", "else", "for", "repeat", "all_at_once", "turns", "by", "times", "until", "more", "each_at_most", "unordered",
    "let", "pick", "needs", "choose", "or", "meanwhile", "ask", "do",
)  # fmt: skip
_FURTHEST = 2  # letters that a misspelt key may be off


class BodyReader(Reader):
    """Reads bodies and blocks too."""

    def body(self, node: Node | None, path: str) -> Body | None:
        """One sentence, or named steps. None if absent, or if it is neither."""
        if node is None:
            return None
        if isinstance(node, Sequence):
            self._no_list(node)
            return None
        if isinstance(node, Scalar):
            sentence = self.sentence(node, path)
            return None if sentence is None else (Step("", node.span, sentence),)
        steps: list[Step] = []
        unnamed = False
        for entry in self.mapping(node):
            key = entry.key.text
            if key in BLOCK_KEYS:
                if not unnamed:
                    self.findings.error(
                        "group-needs-do", f"`{key}` is a key of blocks and cannot name a step", entry.key.span,
                        help=f"give the block a name: `NAME: {{{key}: ..}}`",
                    )  # fmt: skip
                unnamed = True
                continue
            self.check_name(entry.key, reserved=False)
            step = self._step(entry, f"{path}.{key}")
            if step is not None:
                steps.append(step)
        return tuple(steps)

    def _no_list(self, node: Node) -> None:
        self.findings.error(
            "syntax", "a list of steps stands here, and steps have names", node.span,
            help="write `name: sentence` lines without dashes",
        )  # fmt: skip

    def _step(self, entry: Entry, path: str) -> Step | None:
        value, name, at = entry.value, entry.key.text, entry.key.span
        if isinstance(value, Mapping) and _is_cases(value):
            cases = self.cases(value, lambda node: self.sentence(node, path))
            return None if cases is None else Step(name, at, cases)
        if isinstance(value, Sequence):
            self._no_list(value)
            return None
        if isinstance(value, Mapping):
            block = self.block(value, path, entry.key)
            return None if block is None else Step(name, at, block)
        sentence = self.sentence(value, path)
        return None if sentence is None else Step(name, at, sentence)

    def block(self, node: Mapping, path: str, key: Scalar, others: tuple[str, ...] = ()) -> Block | None:
        """A mapping as a block; `key` is its own key, `others` are keys that it may have besides.

        None after the finding that it is no block.
        """
        if not any(k in BLOCK_KEYS for k in node.entries):
            self._no_block(node, key)
            return None
        for entry in node:
            name = entry.key.text
            if name not in BLOCK_KEYS and name not in NOTE_KEYS and name not in others:
                self._unknown_key(entry)
        return self._block(node, path)

    def _no_block(self, node: Mapping, key: Scalar) -> None:
        for entry in node:
            meant = _misspelt(entry.key.text)
            if meant is not None and entry.key.text not in NOTE_KEYS:
                self._unknown_key(entry)
                return
        self.findings.error(
            "group-needs-do", f"the group `{key.text}` needs `do:`", key.span,
            help="write `do:` above its steps, or another key of a block",
        )  # fmt: skip

    def _unknown_key(self, entry: Entry) -> None:
        key = entry.key
        meant = _misspelt(key.text)
        if meant is None:
            self.findings.error(
                "unknown-key", f"`{key.text}` is no key of a block", key.span, help="steps stand under `do:`"
            )
        else:
            self.findings.error(
                "key-misspelt", f"`{key.text}` is no key of a block", key.span, help=f"did you mean `{meant}`?"
            )

    def _block(self, node: Mapping, path: str) -> Block:
        ask = self.word(node.get("ask"), ["always"])
        pick = self.parse(parse.parse_picks, node.get("pick"))
        return Block(
            at=node.span,
            path=path,
            notes=self.notes(node, path),
            if_=self.line_or_cases(node.get("if")),
            else_=self.body(node.get("else"), f"{path}.else"),
            for_=self.parse(parse.parse_loop, node.get("for")),
            repeat=self.line_or_cases(node.get("repeat")),
            all_at_once=self.line(node.get("all_at_once")),
            turns=self.line_or_cases(node.get("turns")),
            by=self.line(node.get("by")),
            times=self.parse(parse.parse_bounds, node.get("times")),
            until=self._line_or_named(node.get("until")),
            more=self.line_or_cases(node.get("more")),
            each_at_most=self._line_or_named(node.get("each_at_most")),
            unordered=self.truth(node.get("unordered")),
            let=self._lets(node.get("let"), f"{path}.let"),
            pick=() if pick is None else pick.choices,
            needs=self.needs(node.get("needs"), f"{path}.needs"),
            choose=self._choose(node.get("choose"), f"{path}.choose"),
            or_=self._or(node.get("or"), f"{path}.or"),
            meanwhile=self._offers(node.get("meanwhile")),
            ask_always=ask is not None,
            do=self.body(node.get("do"), f"{path}.do"),
            key_spans={e.key.text: e.key.span for e in node},
        )

    def whole_block(self, node: Node, path: str, key: Scalar, others: tuple[str, ...] = ()) -> Block | None:
        """A block that may be written as one sentence, its `do`."""
        if isinstance(node, Mapping):
            return self.block(node, path, key, others)
        body = self.body(node, f"{path}.do")
        return None if body is None else Block(at=node.span, path=path, do=body)

    # ---------- the keys of a block ----------

    def _line_or_named(self, node: Node | None) -> LineOrCases | dict[str, tuple[Span, LineOrCases]] | None:
        """A line, cases of lines, or a mapping of names to lines."""
        if not isinstance(node, Mapping) or "by" in node.entries:
            return self.line_or_cases(node)
        found: dict[str, tuple[Span, LineOrCases]] = {}
        for entry in self.mapping(node):
            value = self.line_or_cases(entry.value)
            if value is not None:
                found[entry.key.text] = (entry.key.span, value)
        return found

    def _need(self, node: Node, path: str) -> Need | None:
        need = self.parse(parse.parse_need, node)
        if need is not None:
            self.keep(f"{path}.else", need.reason)
        return need

    def _lets(self, node: Node | None, path: str) -> dict[str, tuple[Let, Need]]:
        found: dict[str, tuple[Let, Need]] = {}
        for entry in self.mapping(node):
            name = self.name(entry.key)
            need = self._need(entry.value, f"{path}.{name}")
            if need is not None:
                at = Where(entry.key.span_of, 0, len(name))
                found[name] = (Let(self.ident(entry.key), need.value, at=at), need)
        return found

    def needs(self, node: Node | None, path: str) -> dict[str, tuple[Span, Need]]:
        """`needs: {name: condition else "words"}`."""
        found: dict[str, tuple[Span, Need]] = {}
        for entry in self.mapping(node):
            need = self._need(entry.value, f"{path}.{entry.key.text}")
            if need is not None:
                found[entry.key.text] = (entry.key.span, need)
        return found

    def _offers(self, node: Node | None) -> tuple[Offer, ...]:
        if node is None:
            return ()
        if not isinstance(node, Sequence):
            self.wrong(node, "a list of actions and groups")
            return ()
        offers = [self.parse(parse.parse_offer, item, "an action or a group") for item in node.items]
        return tuple(o for o in offers if o is not None)

    def _choose(self, node: Node | None, path: str) -> tuple[Offer, ...] | tuple[Alternative, ...] | None:
        if node is None:
            return None
        if not isinstance(node, Mapping):
            return self._offers(node)
        found: list[Alternative] = []
        for entry in self.mapping(node):
            name = entry.key.text
            self.check_name(entry.key, reserved=False)
            value = entry.value
            what = (
                self.block(value, f"{path}.{name}", entry.key)
                if isinstance(value, Mapping)
                else self.sentence(value, f"{path}.{name}")
            )
            if what is not None:
                found.append(Alternative(name, entry.key.span, what))
        return tuple(found)

    def _or(self, node: Node | None, path: str) -> OrAnswer | None:
        if node is None:
            return None
        if isinstance(node, Scalar):
            name = self.name_node(node)
            return None if name is None else OrAnswer(name.name, node.span, Block(node.span, f"{path}.{name.name}"))
        entries = list(self.mapping(node))
        if len(entries) != 1:
            self.wrong(node, "one answer", "`or:` is one name, or one name with its block")
            return None
        entry = entries[0]
        name_text, place = entry.key.text, f"{path}.{entry.key.text}"
        self.check_name(entry.key, reserved=False)
        at, value = entry.key.span, entry.value
        if isinstance(value, Scalar) and value.kind == "null":
            return OrAnswer(name_text, at, Block(value.span, place))
        if isinstance(value, Mapping) and all(k in NOTE_KEYS for k in value.entries):
            return OrAnswer(name_text, at, Block(value.span, place, self.notes(value, place)))
        block = self.whole_block(value, place, entry.key)
        return None if block is None else OrAnswer(name_text, at, replace(block, path=place))


def _is_cases(node: Mapping) -> bool:
    """Whether a mapping where a step may stand is cases: `by` and no other key of a block."""
    return "by" in node.entries and not any(k in BLOCK_KEYS and k != "by" for k in node.entries)


def _misspelt(word: str) -> str | None:
    """The key of a block that a word is a slip of the pen for, if any."""
    best = min(BLOCK_KEYS, key=lambda key: _distance(word, key))
    off = _distance(word, best)
    return best if off <= _FURTHEST and off < min(len(best), len(word)) else None


def _distance(left: str, right: str) -> int:
    """How many letters must be changed, dropped or added (two that changed places count once)."""
    before_last: list[int] = []
    last = list(range(len(right) + 1))
    for i, a in enumerate(left):
        row = [i + 1]
        for j, b in enumerate(right):
            cost = min(last[j] + (a != b), last[j + 1] + 1, row[j] + 1)
            if i and j and a == right[j - 1] and b == left[i - 1]:
                cost = min(cost, before_last[j - 1] + 1)
            row.append(cost)
        before_last, last = last, row
    return last[-1]
