"""What a front end is given: views and descriptions, as their schemas say."""

import json

import jsonschema
import pytest

from embedding.conftest import game_of, states
from rulewright.library import schema

VIEW = jsonschema.Draft7Validator(schema("view"))
DESCRIPTION = jsonschema.Draft7Validator(schema("description"))


def test_the_schemas_are_schemas():
    for kind in ("view", "description"):
        jsonschema.Draft7Validator.check_schema(schema(kind))


def test_every_view_is_as_the_schema_says(game):
    for players in {game.player_counts.start, game.player_counts.stop - 1}:
        for n, match in enumerate(states(game, players, seed=5, steps=600, every=60)):
            language = game.languages[n % len(game.languages)]
            for seat in (None, *match.players):
                view = match.view(seat, language)
                VIEW.validate(view)
                assert json.loads(json.dumps(view)) == view


def test_a_view_that_lacks_something_is_refused_by_the_schema(game):
    view = game.start(game.player_counts.start).view()
    for key in view:
        assert not VIEW.is_valid({k: v for k, v in view.items() if k != key})
    assert not VIEW.is_valid(view | {"secret": 1})


def test_every_description_is_as_the_schema_says(game):
    for language in game.languages:
        described = game.describe(language)
        DESCRIPTION.validate(described)
        assert json.loads(json.dumps(described)) == described


def test_a_description_knows_every_name_of_a_view(game):
    described = game.describe()
    kinds = {name: {v["name"] for v in values} for name, values in described["kinds"].items()}
    spaces = {name: {s["name"] for s in b["spaces"]} for name, b in described["boards"].items()}

    def fits(value, type_):
        if value is None:
            return True
        match type_["is"]:
            case "value":
                parts = type_["of"].split(" or ")
                known = set().union(*(kinds.get(p, set()) | spaces.get(p, set()) for p in parts))
                return value in known or "player" in parts or type_["of"] == "action"
            case "record":
                fields = described["components"][type_["of"]]["fields"]
                return set(value) == set(fields) and all(fits(value[f], t) for f, t in fields.items())
            case "number":
                return type(value) is int
            case _:
                return True

    match = game.start(game.player_counts.start, seed=3)
    for match in states(game, game.player_counts.start, seed=3, steps=100, every=20):
        view = match.view(match.players[0])
        for name, cells in view["zones"].items():
            zone = described["zones"][name]
            for cell in cells:
                assert all(fits(k, t) for k, t in zip(cell["keys"], zone["keys"], strict=True))
                assert all(fits(p, zone["piece"]) for p in cell.get("pieces", ()))
        for name, cells in view["variables"].items():
            assert all(fits(c.get("value"), described["variables"][name]["is"]) for c in cells)


def test_the_legal_actions_of_a_view_can_be_handed_back(game):
    for match in states(game, game.player_counts.start, seed=2, steps=60):
        if match.actors:
            seat = match.actors[-1]
            for shown in match.view(seat)["legal_actions"]:
                assert match.action_from_json(shown) in match.legal(seat)
                assert shown["text"] == str(match.action_from_json(shown)) and shown["label"]


def test_the_words_of_a_view_are_in_the_language_asked_for(game):
    if len(game.languages) == 1:
        pytest.skip("it speaks one language")
    match = game.start(game.player_counts.start, seed=1)
    own, other = (match.view(match.actors[0], language) for language in game.languages[:2])
    assert own["labels"]["zones"] != other["labels"]["zones"]
    assert own["zones"] == other["zones"]


def test_a_name_of_several_kinds_has_the_words_of_each():
    labels = game_of("cinque_terre").start(4, seed=1).view("pink", "es")["labels"]["values"]
    assert (labels["player"]["orange"], labels["produce"]["orange"]) == ("Orange", "Naranjas")
    labels = game_of("murano").start(3, seed=1).view("white")["labels"]["values"]
    assert (labels["hull"]["red"], labels["bead_colour"]["red"]) == ("Red boat", "Red")


def test_every_name_in_a_view_has_words(game):
    described = game.describe()
    match = game.start(game.player_counts.start, seed=3)
    for match in states(game, game.player_counts.start, seed=3, steps=60, every=20):
        view = match.view(match.players[0])
        for name, cells in view["zones"].items():
            of = described["zones"][name]["piece"]
            for piece in (p for cell in cells for p in cell.get("pieces", ()) if isinstance(p, str)):
                assert view["labels"]["values"][of["of"]][piece]
