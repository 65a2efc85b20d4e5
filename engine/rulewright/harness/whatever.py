"""`whatever: NAMES`: options and variants that must not matter to a scenario. It is played once more with each."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from rulewright.check.checked import Option
from rulewright.harness.scenarios import Scenario
from rulewright.library import is_path, shown_name
from rulewright.text import spelt

MOST_VALUES = 12  # of a longer range its ends stand for all


def alternatives(scenario: Scenario, options: Mapping[str, Option]) -> Iterator[tuple[str, Scenario]]:
    """The scenario under each other value of these options, one at a time, and with each of these variants; each with
    the words for what is different.
    """
    for phrase in scenario.whatever:
        name, option = phrase.text, options.get(phrase.text)
        if option is None:
            shown = shown_name(Path(name)) if is_path(name) else name
            yield f"with variant `{shown}`", replace(scenario, variants=(*scenario.variants, name))
            continue
        mine = scenario.options.get(name, option.default)
        for value in some_values(option):
            if value != mine or type(value) is not type(mine):
                yield f"with `{name}: {spelt(value)}`", replace(scenario, options=scenario.options | {name: value})


def some_values(option: Option) -> tuple[int | bool | str, ...]:
    """The values of an option; of a long range the default, the next one and the ends."""
    values = option.values
    if isinstance(values, range) and len(values) > MOST_VALUES:
        assert isinstance(option.default, int)
        few = {values[0], option.default, min(option.default + 1, values[-1]), values[-1]}
        return tuple(sorted(few))
    return tuple(values)
