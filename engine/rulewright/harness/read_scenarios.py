"""Reads scenario files strictly and with places: a mistake in a scenario is a finding, not a failed test."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from rulewright.document.nodes import Entry, Mapping, Node, Scalar, Sequence, scalars_in
from rulewright.document.read_yaml import read_yaml
from rulewright.expr.parse import parse_rule_ids
from rulewright.harness.scenario_keys import Keys, split_at_commas
from rulewright.harness.scenarios import (
    HIDDEN,
    Expect,
    LogTest,
    Phrase,
    Play,
    Scenario,
    ScriptChance,
    Seen,
    Step,
    ViewTest,
)
from rulewright.text import Findings, Related, SourceText, Span, did_you_mean, nearest


def read_scenarios(source: SourceText, findings: Findings, shared: SourceText | None = None) -> tuple[Scenario, ...]:
    """All scenarios of a file. `shared` is a further file with fixtures, for the files of a folder (`fixtures.yaml`).

    Mistakes become findings, and a scenario with a mistake is left out.
    """
    reader = _Reader(findings)
    fixtures: dict[str, Entry] = {}
    root = None
    for text in dict.fromkeys((shared, source) if shared is not None else (source,)):
        root = reader.file(text, fixtures)
    if root is None:
        return ()
    reader.game = reader.phrase_at(root, "game")
    reader.variants = reader.phrases_at(root, "variants", comma=True)
    laid = {name: entry.value for name, entry in fixtures.items()}
    entries = reader.mapping_at(root, "scenarios")
    loose = reader.loose(entries)
    found = [reader.scenario(entry, laid) for entry in entries if entry.key.text not in loose]
    return tuple(scenario for scenario in found if scenario is not None)


class _Reader(Keys):
    def __init__(self, findings: Findings) -> None:
        super().__init__(findings)
        self.lacks_game = False
        self.game: Phrase | None = None  # what the top of the file says for all its scenarios
        self.variants: tuple[Phrase, ...] = ()

    def file(self, source: SourceText, fixtures: dict[str, Entry]) -> Mapping | None:
        """A file's root; its fixtures are added to the others."""
        root = read_yaml(source, self.findings)
        if not isinstance(root, Mapping):
            if root is not None:
                self.error("type", "a scenario file is a mapping with `scenarios:`", root.span)
            return None
        known = ("game", "variants", "fixtures", "scenarios", "why", "unreached", "equivalent")
        self.known_keys(root, known, "a scenario file")
        for entry in self.mapping_at(root, "fixtures"):
            first = fixtures.setdefault(entry.key.text, entry)
            if first is not entry:
                related = (Related(first.key.span, "first defined here"),)
                message = f"fixture `{entry.key.text}` is defined twice"
                self.findings.error("duplicate-key", message, entry.key.span, related=related)
        return root

    # ----- a scenario -----

    def loose(self, entries: tuple[Entry, ...]) -> set[str]:
        """The names of entries beside scenarios that are keys of the one before, not indented, and that one's: such
        keys are one mistake, and of what belongs to them nothing more is told."""
        found: set[str] = set()
        for before, entry in pairwise(entries):
            if entry.key.text not in _SCENARIO_KEYS or isinstance(entry.value, Mapping):
                continue
            if before.key.text not in found:
                message = f"`{entry.key.text}` stands beside the scenario `{before.key.text}`, not below it"
                self.error("yaml-indent", message, entry.key.span, "indent it like the keys above")
            found |= {before.key.text, entry.key.text}
        return found

    def scenario(self, entry: Entry, fixtures: dict[str, Node]) -> Scenario | None:
        self.failed = False
        node = entry.value
        if not isinstance(node, Mapping):
            self.error("type", f"scenario `{entry.key.text}` must be a mapping", node.span)
            return None
        self.known_keys(node, _SCENARIO_KEYS, "a scenario")
        laid = self.tables(node, fixtures)
        chain = [node, *reversed(laid)]  # where a single value is sought, the nearest first
        order = [*laid, node]  # in which things are laid
        game = self.first(chain, "game", self.phrase_at) or self.game
        if game is None:
            if not self.lacks_game:  # one line at the top of the file says it for all
                help = "write `game: NAME` there, or in each scenario"
                message = f"neither scenario `{entry.key.text}` nor the top of the file says a `game`"
                self.error("required", message, entry.key.span, help)
            self.lacks_game = True
            return None
        variants = (*self.variants, *(p for part in order for p in self.phrases_at(part, "variants", comma=True)))
        given = [p for part in order for p in (*self.lay(part), *self.phrases_at(part, "given"))]
        bare = any(part.get(key) is not None for part in chain for key in ("lay", "given", "table"))
        always = self.truth_at(node, "always")
        random = self.only_mapping(node, "random")
        if random is not None:
            self.known_keys(random, ("games",), "`random`")
        steps = tuple(step for item in self.list_at(node, "play") for step in self.step(item))
        scenario = Scenario(
            name=entry.key.text,
            at=entry.key.span,
            game=game,
            players=self.first(chain, "players", self.players_at),
            rules=self.rules_at(node),
            why=self.text_at(node, "why"),
            options={k: v for part in order for k, v in self.options_at(part).items()},
            variants=tuple(dict.fromkeys(p.text for p in variants)),
            overlay=self.only_mapping(node, "with"),
            seed=self.number_at(node, "seed") or 0,
            turn=self.first(chain, "turn", self.text_at),
            place=self.first(chain, "at", self.text_at),
            given=tuple(given),
            bare=bare,
            always=always if always is not None else not bare,
            chance=self.chance_at(node),
            steps=steps,
            expect=tuple(Expect(p) for p in self.phrases_at(node, "expect")),
            fails=self.phrase_at(node, "fails"),
            seeds=self.number_at(node, "seeds"),
            differs=self.phrases_at(node, "differs"),
            random_games=self.number_at(random, "games") if random is not None else None,
            throughout=self.phrases_at(node, "throughout"),
            at_end=self.phrases_at(node, "at_end"),
            whatever=self.phrases_at(node, "whatever", comma=True),
            unfilled=bool(self.truth_at(node, "unfilled")),
            places=self.places(chain) | {f"variant {p.text}": p.at for p in variants},
        )
        if not self.failed:
            self.sense(scenario)
        return None if self.failed else scenario

    def sense(self, s: Scenario) -> None:
        """A scenario that could not fail is a mistake too."""
        if s.unfilled:
            help = "write what the ledger says under `expect`, its ids under `rule`, and delete `unfilled`"
            self.error("required", f"scenario `{s.name}` is a skeleton that nobody has filled in", s.at, help)
            return
        if s.seeds is None and s.differs:
            self.error("required", "`differs` needs `seeds: N`", s.at)
        if s.random_games is None and (s.throughout or s.at_end):
            self.error("required", "`throughout` and `at_end` need `random: {games: N}`", s.at)
        tests = any(not (isinstance(x, ScriptChance)) for x in s.steps) or s.expect or s.fails or s.differs
        if not tests and s.random_games is None:
            self.error("required", f"scenario `{s.name}` tests nothing", s.at)
        if s.fails is not None and s.whatever:
            self.error("required", "`fails` says that nothing begins, so there is no `whatever`", s.at)

    def tables(self, node: Mapping, fixtures: dict[str, Node], depth: int = 0) -> list[Mapping]:
        found: list[Mapping] = []
        for phrase in self.phrases_at(node, "table", comma=True):
            fixture = fixtures.get(phrase.text)
            if not isinstance(fixture, Mapping) or depth > 8:
                self.error(
                    "unknown-name",
                    f"there is no fixture `{phrase.text}` here",
                    phrase.at,
                    did_you_mean(phrase.text, fixtures),
                )
                continue
            self.known_keys(fixture, _FIXTURE_KEYS, "a fixture")
            found += [*self.tables(fixture, fixtures, depth + 1), fixture]
        return found

    # ----- a line of `play` -----

    def step(self, node: Node) -> Iterator[Step]:
        if not isinstance(node, Mapping) or not node.entries:
            self.error("type", "a line of `play` is `PLAYER: answers`, `expect: ..` or the like", node.span)
            return
        entries = list(node)
        because: tuple[Phrase, ...] = ()
        if "because" in node.entries:
            because = self.phrases(node.entries["because"].value)
            entries = [e for e in entries if e.key.text != "because"]
        if len(entries) != 1:
            second = entries[1].key if len(entries) > 1 else None
            if second is None:
                self.error("type", "a line of `play` holds one thing", node.span, "`because` stands below a refusal")
            elif nearest(second.text, ("because",)):
                message = f"a line of `play` has no key `{second.text}`"
                self.error("unknown-key", message, second.span, "did you mean `because`?")
            else:
                message = f"`{second.text}` begins a line of its own"
                self.error("type", message, second.span, f"begin it with `- `, as a list: `- {second.text}: ..`")
            return
        entry = entries[0]
        words = entry.key.text.split()
        if because and words[:1] != ["refuse"]:
            self.error("unknown-key", "`because` stands beside `refuse PLAYER:` only", node.span)
        if words == ["expect"]:
            yield from (Expect(p) for p in self.phrases(entry.value))
        elif words == ["chance"]:
            yield self.chance(entry.value)
        elif len(words) == 2 and words[0] in ("refuse", "offer"):
            yield Play(words[0], words[1], self.answers(entry.value), entry.key.span, because)
        elif len(words) == 2 and words[0] == "view":
            lines = tuple(s for item in self.items(entry.value) for s in self.seen(item))
            yield ViewTest(words[1], lines, entry.key.span)
        elif len(words) == 2 and words[0] == "log":
            if isinstance(entry.value, Mapping):
                self.known_keys(entry.value, ("has", "lacks"), "`log`")
                has, lacks = self.phrases_at(entry.value, "has"), self.phrases_at(entry.value, "lacks")
                yield LogTest(words[1], has, lacks, entry.key.span)
            else:
                self.error("type", "`log PLAYER:` holds `has` and `lacks`", entry.value.span)
        elif len(words) == 1:
            yield Play("play", words[0], self.answers(entry.value), entry.key.span)
        else:
            self.error(
                "unknown-key",
                f"`{entry.key.text}` is no line of `play`",
                entry.key.span,
                "it may be `P:`, `refuse P:`, `offer P:`, `view P:`, `log P:` (P a player), `expect:` or `chance:`",
            )

    def seen(self, node: Node) -> Iterator[Seen]:
        if not isinstance(node, Mapping):
            self.error("type", "a line of `view` is a mapping with `zone` or `variable`", node.span)
            return
        self.known_keys(node, ("zone", "variable", "size", "shows", "hides", "others_see"), "a line of `view`")
        kind = "zone" if node.get("zone") is not None else "variable"
        cell = self.phrase_at(node, kind)
        if cell is None:
            self.error("required", "a line of `view` names a `zone` or a `variable`", node.span)
            return
        shows_node, hides = node.get("shows"), self.truth_at(node, "hides")
        shows: Any = HIDDEN if hides else self.plain(shows_node) if shows_node is not None else None
        tests_shows = hides is True or shows_node is not None
        size, others_see = self.number_at(node, "size"), node.get("others_see")
        if others_see is not None and kind == "variable":
            self.error("unknown-key", "only of a zone's pieces do others see something", others_see.span)
        if size is None and not tests_shows and others_see is None:
            self.error("required", "a line of `view` says `size`, `shows`, `others_see` or `hides: true`", node.span)
        hints = None if others_see is None else self.plain(others_see)
        hints = tuple(hints) if isinstance(hints, list) else hints if hints is None else (hints,)
        names = (s for part in (shows_node, others_see) for s in scalars_in(part) if s.kind == "text")
        words = tuple(Phrase(s.text, s.span) for s in names)
        yield Seen(kind, cell, size, shows, tests_shows, node.span, hints, words)

    def answers(self, node: Node) -> tuple[Phrase, ...]:
        if isinstance(node, Sequence):
            return tuple(p for item in node.items for p in self.answers(item))
        if not isinstance(node, Scalar):
            self.error("type", "answers are one line, with commas between them", node.span)
            return ()
        return split_at_commas(node)

    def chance(self, node: Node) -> ScriptChance:
        words = self.answers(node)
        outcomes = (int(p.text) if p.text.lstrip("-").isdigit() else p.text for p in words)
        return ScriptChance(tuple(outcomes), node.span, words)

    def chance_at(self, node: Mapping) -> ScriptChance | None:
        value = node.get("chance")
        return self.chance(value) if value is not None else None

    # ----- values -----

    def lay(self, node: Mapping) -> Iterator[Phrase]:
        """The cells of `lay:` as sentences."""
        for entry in self.mapping_at(node, "lay"):
            yield from self.lay_cells([entry.key], entry.value)

    def lay_cells(self, names: list[Scalar], node: Node) -> Iterator[Phrase]:
        """`names`: the variable, and the keys so far."""
        if isinstance(node, Mapping):
            for entry in node:
                yield from self.lay_cells([*names, entry.key], entry.value)
        elif isinstance(node, Scalar):
            yield _set(names, node)
        else:
            self.error("type", "`lay` gives each cell of a variable one value", node.span)

    def rules_at(self, node: Mapping) -> tuple[Phrase, ...]:
        value = node.get("rule")
        if value is None:
            return ()
        if not isinstance(value, Scalar):
            self.error("type", "`rule` is a line of rule ids", value.span)
            return ()
        found = parse_rule_ids(value.text, value.span_of, self.findings)
        self.failed |= found is None
        return tuple(Phrase(i.name, i.at.span) for i in found.ids) if found is not None else ()

    def players_at(self, node: Mapping, key: str) -> int | tuple[str, ...] | None:
        value = node.get(key)
        if value is None:
            return None
        if isinstance(value, Scalar) and value.kind == "int":
            return int(value.text)
        return tuple(p.text for p in self.answers(value))

    def options_at(self, node: Mapping) -> dict[str, int | bool | str]:
        found: dict[str, int | bool | str] = {}
        for entry in self.mapping_at(node, "options"):
            value = self.plain(entry.value)
            if isinstance(value, (int, bool, str)):
                found[entry.key.text] = value
            else:
                self.error("type", f"option `{entry.key.text}` needs a word, a number or a truth", entry.value.span)
        return found

    def places(self, chain: list[Mapping]) -> dict[str, Span]:
        """Where the parts of how a scenario begins are written, the nearest first; see `Scenario.place_of`."""
        found: dict[str, Span] = {}
        for part in chain:
            for key in ("players", "turn", "at"):
                value = part.get(key)
                if value is not None:
                    found.setdefault(key, value.span)
                if key == "players" and isinstance(value, Sequence):
                    for seat in value.items:
                        found.setdefault(f"player {seat.text if isinstance(seat, Scalar) else ''}", seat.span)
            options = part.get("options")
            for entry in options if isinstance(options, Mapping) else ():
                found.setdefault(f"option {entry.key.text}", entry.key.span)
                found.setdefault(f"value {entry.key.text}", entry.value.span)
        return found

    def plain(self, node: Node) -> Any:
        if isinstance(node, Sequence):
            return [self.plain(item) for item in node.items]
        if isinstance(node, Mapping):
            return {e.key.text: self.plain(e.value) for e in node}
        assert isinstance(node, Scalar)
        return node.value


_FIXTURE_KEYS = ("game", "players", "options", "variants", "table", "lay", "given", "turn", "at", "why", "rule")
_SCENARIO_KEYS = (
    *_FIXTURE_KEYS,
    *("with", "seed", "always", "chance", "play", "expect", "fails", "seeds", "differs", "random", "throughout"),
    *("at_end", "whatever", "unfilled"),
)


def _set(names: list[Scalar], value: Scalar) -> Phrase:
    """The sentence that gives a cell its value; each of its words has the place where it is written."""
    variable, *keys = names
    parts: list[tuple[str, Scalar | None]] = [("set ", None), (variable.text, variable)]
    for n, key in enumerate(keys):
        parts += [(", " if n else "[", None), (key.text, key)]
    parts += [("] to " if keys else " to ", None), (value.text, value)]
    text = "".join(words for words, _ in parts)

    def origin(start: int, end: int) -> Span:
        offset = 0
        for words, scalar in parts:
            if scalar is not None and offset <= start and end <= offset + len(words):
                return scalar.span_of(start - offset, end - offset)
            offset += len(words)
        return variable.span if start < len("set ") + len(variable.text) else value.span

    return Phrase(text, value.span, origin)
