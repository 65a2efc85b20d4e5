"""Each option value and each variant has a scenario that shows the difference, and one that shows what must not differ.

The second is one that names it under `whatever`: playing it proves it. That the first does show a difference is proved
on demand (`pytest -m slow`), by playing it without the option or variant: then it has to fail.
"""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from rulewright.companions import ledger_rules
from rulewright.document import read_yaml
from rulewright.harness.conformance import run_scenario
from rulewright.harness.suite import Games, read_suite, scenario_files
from rulewright.harness.whatever import some_values
from rulewright.library import find_game, read_source, variants
from rulewright.loader import load
from rulewright.text import Findings
from test_rule_coverage import spelt_out

HERE = Path(__file__).parent
GAMES = ["cinque_terre", "garden_dice", "murano"]
HOUSE_RULES = {"cinque_terre": "CT-H", "garden_dice": "GD-V", "murano": "MU-V"}


@cache
def scenarios(game):
    return read_suite(scenario_files(HERE / "conformance" / game)).scenarios


@cache
def options(game):
    """The options of a game, and of its variants with the variant that brings them."""
    plain = load(game).options
    found = {name: (option, ()) for name, option in plain.items()}
    for variant in variants(game):
        if "\noptions:" in variants(game)[variant].place.read_text(encoding="utf-8"):
            for name, option in load(game, variants=[variant]).options.items():
                found.setdefault(name, (option, (variant,)))
    return found


def values(game, name):
    option, _ = options(game)[name]
    named = {s.options[name] for s in scenarios(game) if name in s.options and s.random_games is None}
    if isinstance(option.values, range):
        return [v for v in option.values if v in named or v == option.default]
    return list(option.values)


def about(game, name, value):
    """The scenarios that play under a value of an option and are about it: they set it, or cite its rule."""
    option, brought = options(game)[name]
    rules = {i for rule in option.rules for i in spelt_out(rule)}
    for scenario in scenarios(game):
        cited = {i for rule in scenario.rules for i in spelt_out(rule.text)}
        mine = name in scenario.options or (rules & cited and not brought) or set(brought) & set(scenario.variants)
        if mine and scenario.options.get(name, option.default) == value and not set(brought) - set(scenario.variants):
            yield scenario


@pytest.mark.parametrize("game", GAMES)
def test_every_value_of_every_option_is_played_by_a_scenario_about_it(game):
    missing = [f"{o}={v}" for o in options(game) for v in values(game, o) if not any(about(game, o, v))]
    assert missing == []


@pytest.mark.parametrize("game", GAMES)
def test_every_option_and_every_variant_has_a_scenario_to_which_it_does_not_matter(game):
    named = {phrase.text for s in scenarios(game) for phrase in s.whatever}
    assert sorted({*options(game), *variants(game)} - named) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_variant_has_a_scenario_about_it(game):
    named = {v for s in scenarios(game) if s.fails is None and s.random_games is None for v in s.variants}
    assert sorted(variants(game).keys() - named) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_house_rule_of_the_ledger_is_a_variant_or_an_option(game):
    ledger = ledger_rules((HERE.parent / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8"))
    wanted = {i for rule in ledger for i in spelt_out(rule) if i.startswith(HOUSE_RULES[game])}
    assert len(wanted) == {"cinque_terre": 12, "garden_dice": 8, "murano": 10}[game]
    cited = {i for option, _ in options(game).values() for rule in option.rules for i in spelt_out(rule)}
    for entry in variants(game).values():
        head = read_yaml(read_source(entry.place), Findings())
        cited |= set(spelt_out(head.get("rule").text))
    assert sorted(wanted - cited) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_option_and_variant_says_what_it_is_for(game):
    text = read_source(find_game(game)).text
    for name, (option, brought) in options(game).items():
        source = load(game, variants=brought)
        for key in ("label", "why"):
            assert source.words(f"options.{name}.{key}"), (name, key)
        if not isinstance(option.values, range):
            assert all(source.words(f"options.{name}.values.{str(v).lower()}") for v in option.values), name
        assert option.rules or brought, name
    for name, entry in variants(game).items():
        head = read_yaml(read_source(entry.place), Findings())
        assert all(head.get(key) is not None for key in ("title", "why", "rule", "version")), name
    assert re.search(r"^version: 1$", text, re.MULTILINE)


# ---------- on demand ----------


@pytest.mark.slow
@pytest.mark.parametrize(("game", "name"), [(g, o) for g in GAMES for o in options(g)])
def test_a_value_of_an_option_makes_a_difference(game, name):
    games = Games()
    for value in values(game, name):
        others = [v for v in some_values(options(game)[name][0]) if v != value]
        assert any(
            not run_scenario(replace(s, whatever=(), options=s.options | {name: other}), games).passed
            for s in about(game, name, value)
            if s.random_games is None and s.fails is None
            for other in others
        ), value


@pytest.mark.slow
@pytest.mark.parametrize(("game", "name"), [(g, v) for g in GAMES for v in variants(g)])
def test_a_variant_makes_a_difference(game, name):
    games = Games()
    mine = [s for s in scenarios(game) if name in s.variants and s.random_games is None and s.fails is None]
    assert any(
        not run_scenario(replace(s, whatever=(), variants=tuple(v for v in s.variants if v != name)), games).passed
        for s in mine
    )
