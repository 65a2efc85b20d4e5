"""A game: checked rules, ready to be played. Immutable; matches share it and the programs compiled for it."""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from threading import RLock
from types import MappingProxyType
from typing import Any

from rulewright.check import checked as c
from rulewright.errors import InvalidGame, InvalidSave, InvalidSetup, UnknownLanguage
from rulewright.play import bench, save
from rulewright.play.describe import description
from rulewright.play.match import Match
from rulewright.play.numbering import ActionIds
from rulewright.play.recording import RECORDING
from rulewright.play.replay import Replay, replay
from rulewright.play.values import shown
from rulewright.program.from_checked import Program
from rulewright.program.knowledge import parts_of
from rulewright.program.setting import UNKNOWN, Setting
from rulewright.program.work import TooLarge
from rulewright.text import Finding, SourceText, Span, did_you_mean, spelt

MOST_SEED = (1 << 64) - 1


class Game:
    """The rules of one game. Made by `rulewright.load`."""

    _made = False

    def __init__(self, checked: c.CheckedGame, variants: Sequence[str] = ()) -> None:
        self.checked, self.variants = checked, tuple(variants)
        self.lock = RLock()  # for what is compiled when it is first asked for
        self._programs: dict[Any, Program] = {}
        self._names = _named_labels(checked)
        self._paths = {i: path for i in range(len(checked.names)) if (path := self._path_of(i)) is not None}
        self._seats = {checked.names[i]: i for i in checked.enums["seat"].ids}
        self._ids: dict[str, list[int]] = {}  # the same word may name a colour, a bead and a boat
        for i, name in enumerate(checked.names):
            self._ids.setdefault(name, []).append(i)
        self._made = True

    def __setattr__(self, name: str, value: Any) -> None:
        if self._made:
            raise AttributeError(f"a game does not change; `{name}` cannot be set")
        super().__setattr__(name, value)

    def __copy__(self) -> "Game":
        return self

    def __deepcopy__(self, memo: object) -> "Game":
        return self

    def __repr__(self) -> str:
        counts = self.player_counts
        return f"<Game {self.id} version {self.version}, {counts.start} to {counts.stop - 1} players>"

    # ---------- what it is ----------

    @property
    def id(self) -> str:
        """The game's id."""
        return self.checked.id

    @property
    def title(self) -> str:
        """The title in the file's own language."""
        return self.checked.title

    @property
    def version(self) -> int:
        """The version of the rules file."""
        return self.checked.version

    @property
    def digest(self) -> str:
        """A fingerprint of the merged rules, hexadecimal."""
        return self.checked.digest

    @property
    def player_counts(self) -> range:
        """The numbers of players that may play."""
        return self.checked.player_counts

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats of the box, in clockwise order."""
        return tuple(self._seats)

    @property
    def options(self) -> Mapping[str, c.Option]:
        """The options, with their values and defaults."""
        return MappingProxyType(self.checked.options)

    @property
    def actions(self) -> tuple[str, ...]:
        """The names of the named actions (`choices` has all that may be chosen)."""
        return tuple(self.checked.actions)

    @cached_property
    def has_chance(self) -> bool:
        """Whether chance can decide anything in it."""
        zones = self.checked.zones
        return any(zone.recycle_from is not None for zone in zones.values()) or any(
            isinstance(part, (c.Shuffle, c.RollVariable, c.RollInto, c.PickRandom))
            or (isinstance(part, c.Move) and _is_random(part, zones))
            for part in parts_of(self.checked)
        )

    @cached_property
    def has_secrets(self) -> bool:
        """Whether one seat may ever know what another may not."""
        declared: list[c.Zone | c.Variable] = [*self.checked.zones.values(), *self.checked.variables.values()]
        return any(d.seen_by is not None for d in declared) or any(
            (isinstance(part, (c.Pick, c.PickRandom)) and part.secretly)
            or (isinstance(part, c.Block) and part.all_at_once is not None)
            for part in parts_of(self.checked)
        )

    @cached_property
    def choices(self) -> tuple[str, ...]:
        """The names of all that may ever be chosen: the named actions, then other alternatives and `or` answers."""
        others = {part.name for part in parts_of(self.checked) if isinstance(part, c.Alternative)}
        return (*self.actions, *sorted(others - set(self.actions)))

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages that labels come in, the file's own first."""
        own = self.checked.language
        others = {language for words in self.checked.labels.values() for language in words} - {own}
        return (own, *sorted(others))

    def spoken(self, language: str = "") -> str:
        """A language of the game, the file's own for "". Raises UnknownLanguage."""
        if not isinstance(language, str) or (language and language not in self.languages):
            raise UnknownLanguage(f"{self.id} does not speak {shown(language)}: {', '.join(self.languages)}")
        return language or self.checked.language

    def describe(self, language: str = "") -> dict[str, Any]:
        """What the game consists of, as JSON (schema/description.schema.json): zones, boards with coordinates, kinds,
        labels in a language, options, actions. With it and a view a front end can draw any match.
        """
        return description(self, self.spoken(language))

    @cached_property
    def action_ids(self) -> ActionIds:
        """Numbers for all actions of the game, derived from the rules. Raises InvalidSetup if they cannot be listed."""
        return ActionIds(self)

    def seat_id(self, name: str) -> int:
        """The id of a seat. Raises KeyError."""
        return self._seats[name]

    def id_of(self, name: str, type_: c.EnumT) -> int | None:
        """The id of a name among the values of a type."""
        return next((i for i in self._ids.get(name, ()) if i in type_.ids), None)

    def ids_of(self, name: str) -> list[int]:
        """All enumerated values of a name."""
        return self._ids.get(name, [])

    def label_of(self, value: int, language: str = "") -> str:
        """The words for an enumerated value."""
        return self.label(self._paths.get(value, self.checked.names[value]), language)

    def path_of(self, value: int) -> str | None:
        """The path of an enumerated value's label, if it has one."""
        return self._paths.get(value)

    def _path_of(self, value: int) -> str | None:
        name = self.checked.names[value]
        for enum in self.checked.enums.values():
            if value in enum.ids:
                where = enum.name
                for path in (f"kinds.{where}", f"components.{where}.rows", f"boards.{where}.ring", f"{where}s"):
                    if f"{path}.{name}.label" in self.checked.labels:
                        return f"{path}.{name}"
        return None

    def label(self, name: str, language: str = "") -> str:
        """The words for a path (`actions.sell`) or for a name of the rules (`red`), in a language if it has them.

        Without a label it is the last part of the path, in words.
        """
        language = self.spoken(language)
        if name == "title":
            return self._in_language(self.checked.labels.get("title"), language) or self.title
        for path in (name, self._names.get(name) if name not in self._seats else None):
            if path is None:
                continue
            found = self._in_language(self.checked.labels.get(f"{path}.label"), language)
            if found is not None:
                return found
        word = name.rsplit(".", 1)[-1] if re.fullmatch(r"[a-z0-9_.]+", name) else name
        return word.replace("_", " ").capitalize() if name in self.seats else word.replace("_", " ")

    def _in_language(self, words: Mapping[str, str] | None, language: str) -> str | None:
        if not words:
            return None
        return words.get(language) or words.get(self.checked.language) or next(iter(words.values()))

    def words(self, path: str, language: str = "") -> str:
        """The text for people at a path of the file, such as `options.pace.why`; empty where there is none."""
        return self._in_language(self.checked.labels.get(path), self.spoken(language)) or ""

    def option_label(self, name: str, value: int | bool | str, language: str = "") -> str:
        """The words for a value of an option; without a label the value as rules files spell it."""
        path = f"options.{name}.values.{spelt(value)}"
        found = self._in_language(self.checked.labels.get(path), self.spoken(language))
        return found if found is not None else spelt(value)

    def filled(self, text: c.Text, values: Sequence[str], language: str = "") -> str:
        """A text with its values filled in, translated where there is a translation."""
        places = [p for p in text.parts if isinstance(p, c.Expr)]
        translated = self.checked.labels.get(text.path, {}).get(language or self.checked.language)
        if translated is None:
            left = iter(values)
            return "".join(p if isinstance(p, str) else next(left) for p in text.parts)
        by_source = {p.at.words: v for p, v in zip(places, values, strict=True)}
        return re.sub(r"\{([^}]*)\}", lambda m: by_source.get(m.group(1).strip(), m.group(0)), translated)

    # ---------- matches ----------

    def start(
        self,
        players: int | Sequence[str],
        *,
        seed: int = 0,
        options: Mapping[str, int | bool | str] | None = None,
        chance: Sequence[Any] | None = None,
    ) -> Match:
        """A new match, at its first decision.

        `players` is their number, or the seats that play in clockwise order. `options` are those that differ from
        their default. `chance` gives the first outcomes of chance instead of the generator: numbers, or names.
        Raises InvalidSetup; RuleFault if the rules fail during set-up.
        """
        setting = self.setting(players, options)
        match = Match(self, self.program(setting, traced=True), self.seed(seed))
        match.begin(chance)
        return match

    def bench_match(
        self,
        players: int | Sequence[str],
        *,
        seed: int = 0,
        options: Mapping[str, int | bool | str] | None = None,
        start: str = "setup",
        turn: str | None = None,
        at: str | None = None,
    ) -> Match:
        """A match for a scenario: from a bare table or after set-up, at the first question of a turn, or at a step.

        Raises InvalidSetup.
        """
        setting = self.setting(players, options)
        match = Match(self, self.program(setting, traced=True), self.seed(seed))
        bench.begin_at(match, bare=start == "bare", turn=turn, at=at)
        return match

    def setting(self, players: int | Sequence[str], options: Mapping[str, int | bool | str] | None = None) -> Setting:
        """Players and options, checked. Raises InvalidSetup."""
        setting = Setting(self.checked, self._players(players), self._options(_given(options)))
        for need in self.checked.needs:
            if not self.is_met(need, setting):
                raise InvalidSetup(self._told(need, setting))
        return setting

    def is_met(self, need: c.Need, setting: Setting) -> bool:
        """Whether options and players meet a need of the game's."""
        return setting.static(need.value) is True

    def _told(self, need: c.Need, setting: Setting) -> str:
        """The words of a need that options or players do not meet."""
        if need.reason is None:
            return f"these options do not stand together: `{need.name}`"
        values = [self._told_value(p, setting) for p in need.reason.parts if isinstance(p, c.Expr)]
        words = self.filled(need.reason, values)
        return f"{words} ({' '.join(need.rules)})" if need.rules else words

    def _told_value(self, part: c.Expr, setting: Setting) -> str:
        value = setting.static(part)
        if isinstance(part, c.OptionValue) and isinstance(value, int | bool | str):
            return self.option_label(part.name, value)
        return spelt(value)

    def seed(self, seed: int) -> int:
        """A seed, checked. Raises InvalidSetup."""
        if type(seed) is not int or not 0 <= seed <= MOST_SEED:
            raise InvalidSetup(f"a seed is a whole number from 0 to {MOST_SEED}, not {shown(seed)}")
        return seed

    def _players(self, players: int | Sequence[str]) -> tuple[int, ...]:
        seats = self.checked.enums["seat"].ids
        low, high = self.player_counts.start, self.player_counts.stop - 1
        wanted = f"{low} to {high} players" if low != high else f"{low} player{'s' * (low != 1)}"
        if isinstance(players, int) and not isinstance(players, bool):
            count, chosen = players, list(seats[: max(players, 0)])
        elif isinstance(players, Sequence) and not isinstance(players, str):
            count, chosen = len(players), []
            for name in players:
                if name not in self.seats:
                    help = did_you_mean(name, self.seats) if isinstance(name, str) else ", ".join(self.seats)
                    about = f"player {name}" if isinstance(name, str) else "players"
                    raise InvalidSetup(f"{self.id} has no seat {shown(name)}: {help}", about)
                if self._seats[name] in chosen:
                    raise InvalidSetup(f"seat `{name}` is named twice among the players", f"player {name}")
                chosen.append(self._seats[name])
        else:
            raise InvalidSetup(f"players are a number or a list of seats, not {shown(players)}", "players")
        if count not in self.player_counts:
            raise InvalidSetup(f"{self.id} is a game for {wanted}, not for {shown(count)}", "players")
        return tuple(chosen)

    def _options(self, given: Mapping[str, int | bool | str]) -> dict[str, int | bool | str]:
        values = {name: option.default for name, option in self.options.items()}
        for name, value in given.items():
            if name not in values:
                help = did_you_mean(name, values) if isinstance(name, str) else ", ".join(values)
                about = f"option {name}" if isinstance(name, str) else None
                raise InvalidSetup(f"{self.id} has no option {shown(name)}: {help}", about)
            fits = self.options[name].values
            if not self.options[name].allows(value):
                known = f"{fits.start} to {fits.stop - 1}" if isinstance(fits, range) else ", ".join(map(spelt, fits))
                raise InvalidSetup(f"option `{name}` has no value {shown(value)}: {known}", f"value {name}")
            values[name] = value
        return values

    def program(self, setting: Setting, *, traced: bool) -> Program:
        """The compiled rules for a setting; compiled once. Raises InvalidGame if they are too large to compile."""
        key = (setting.players, tuple(setting.options.items()), traced)
        with self.lock:
            if key not in self._programs:
                self._programs[key] = self._compiled(setting, traced)
            return self._programs[key]

    def _compiled(self, setting: Setting, traced: bool) -> Program:
        try:
            return self._made_for(setting, traced)
        except (TooLarge, RecursionError) as error:
            at = getattr(error, "at", None) or next((step.at for step in self.checked.play), None)
            finding = Finding(
                "search-too-wide",
                "this would make too much code or work to be played",
                at if isinstance(at, Span) else Span(SourceText("<rules>", ""), 0, 0),
                help="shorten what it loops over, or what it calls again and again",
            )
            raise InvalidGame([finding]) from None

    def _made_for(self, setting: Setting, traced: bool) -> Program:
        return Program(setting, traced=traced, helpers=RECORDING if traced else None)

    def match_from_json(self, saved: object) -> Match:
        """A match as `Match.to_json` saved it. Raises InvalidSave, with what does not fit."""
        save.check(saved)
        assert isinstance(saved, dict)
        if saved.get("game") != self.id:
            raise InvalidSave(f"this is a match of `{saved.get('game')}`, not of `{self.id}`")
        if saved["digest"] != self.digest:
            was, now = (
                f"version {version} {'with ' + ', '.join(map(str, variants)) if variants else 'without variants'}"
                for version, variants in ((saved["version"], saved["variants"]), (self.version, self.variants))
            )
            raise InvalidSave(
                f"this match was saved under other rules of {self.id} ({was}, now {now}); "
                "`rulewright replay` tells which decision goes another way"
            )
        return Match.restored(self, saved)

    def match_from_file(self, path: str | Path) -> Match:
        """A match as `Match.save` wrote it. Raises OSError, InvalidSave."""
        return self.match_from_json(save.read(Path(path)))

    def replay(
        self, saved: dict[str, Any] | str | Path, options: Mapping[str, int | bool | str] | None = None
    ) -> Replay:
        """Gives the answers of a save (or of the file of one) again, under these rules, and compares. `options` are set
        to these values instead of those of the save.

        Raises OSError, InvalidSave; an answer that goes another way is no error but `Replay.difference`.
        """
        changed = _given(options)
        return replay(self, saved if isinstance(saved, dict) else save.read(Path(saved)), changed)

    def static(self, e: c.Expr, setting: Setting) -> object | None:
        """The value of an expression that players and options fix; None for any other."""
        value = setting.static(e)
        return None if value is UNKNOWN else value


def _is_random(move: c.Move, zones: Mapping[str, c.Zone]) -> bool:
    from_bag = move.draw and move.source is not None and zones[move.source.zone].shape == "bag"
    return from_bag or move.order == "random"


def _given(options: Mapping[str, int | bool | str] | None) -> Mapping[str, int | bool | str]:
    """Options as they are handed in, none for None. Raises InvalidSetup for what is no mapping."""
    if options is not None and not isinstance(options, Mapping):
        raise InvalidSetup(f"options are a mapping of names to values, not {shown(options)}")
    return {} if options is None else options


def _named_labels(checked: c.CheckedGame) -> dict[str, str]:
    """Paths by the last name in them: labels of kinds' values, cards and spaces first, then anything else."""
    found: dict[str, str] = {}
    paths = [p.removesuffix(".label") for p in checked.labels if p.endswith(".label")]
    for path in sorted(paths, key=lambda p: p.split(".", 1)[0] not in ("kinds", "components", "boards", "seats")):
        found.setdefault(path.rsplit(".", 1)[-1], path)
    return found
