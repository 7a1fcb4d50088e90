"""A scene holds what its schema says and nothing else, in every edition, phase and view."""

import json
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError
from random_rounds import COUNTS, EDITIONS, moments, rounds

import mam
from mam.rules.cards import Card
from mam.scenes import make_scene
from mam.scenes.card_facts import describe_card
from mam.scenes.schema import Chip, HandCard, Money, Scene, Seat, json_schema

TABLE = Draft202012Validator(json_schema(Scene))


def check(scene: Any) -> None:
    """Raise ValidationError unless the scene, as the browser gets it, follows the schema."""
    TABLE.validate(json.loads(json.dumps(scene)))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.sample(6, 9)
def test_every_scene_follows_the_schema(edition: str) -> None:
    states = rounds(edition)
    for index in moments(states, Random(2)):
        for person in (None, *states[index].rules.persons):
            before = mam.view(states[index - 1], person).round if index else None
            view = mam.view(states[index], person)
            check(make_scene(view, title="A table", before=before))
            check(make_scene(view, open_hands=True))


@pytest.mark.parametrize(("edition", "players"), COUNTS)
@pytest.mark.sample(4, 3)
def test_scenes_of_other_numbers_of_players_follow_the_schema(edition: str, players: int) -> None:
    states = rounds(edition, players)
    for index in moments(states, Random(3)):
        check(make_scene(mam.view(states[index], states[index].actor)))


def test_a_refused_move_and_a_printed_one_follow_the_schema() -> None:
    round = mam.start("make-a-million-1935", 3)
    ruling = round.why_not(mam.Pass())
    assert ruling is not None
    view = mam.view(round, round.turn)
    check(make_scene(view, refused=(mam.Pass(), ruling), printed=mam.Bid(180)))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("unit", "pounds"),
        ("is_trick_complete", "no"),
        ("trick_done", True),
        ("seats", None),
        ("hands", []),
        ("cards", {"R40": {}}),
    ],
)
def test_a_wrong_value_or_an_unknown_key_is_refused(key: str, value: object) -> None:
    scene: Any = make_scene(mam.view(mam.start("make-a-million-1935", 3), "N"))
    check(scene)
    with pytest.raises(ValidationError):
        check({**scene, key: value})


def test_a_missing_key_is_refused_unless_it_may_be_missing() -> None:
    scene: Any = make_scene(mam.view(mam.start("make-a-million-1935", 3), "N"))
    for key in scene:
        less = {name: value for name, value in scene.items() if name != key}
        if key == "captured":
            check(less)
        else:
            with pytest.raises(ValidationError):
                check(less)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.sample(6, 10)
def test_the_scene_says_what_each_of_its_cards_is(edition: str) -> None:
    states = rounds(edition)
    for index in moments(states, Random(4)):
        scene = make_scene(mam.view(states[index], None), open_hands=True)
        shown = {card["card"] for card in [*scene["trick"], *((scene["hand"] or {}).get("cards", []))]}
        shown |= {code for seat in scene["seats"] for code in seat["open_cards"] or []}
        assert shown <= set(scene["cards"])
        for code, facts in scene["cards"].items():
            card = Card(code)
            color = card.color.value if card.color else ""
            assert facts["description"] == describe_card(card)
            assert facts["color"] == color and facts["rank"] in ("", code[1:]) and bool(facts["rank"]) == bool(color)
            assert facts["money"] + facts["points"] == card.money and not (facts["money"] and facts["points"])
            assert facts["effect"] == {"BULL": "×2", "BEAR": "×0"}.get(code, "")


def test_no_card_is_named_that_a_person_may_not_see() -> None:
    round = mam.start("make-a-million-1935", 5)
    for person in round.rules.persons:
        named = set(make_scene(mam.view(round, person))["cards"]) - {"??"}
        assert named <= {card.code for card in round.hands[person]}


def test_types_that_json_lacks_are_refused() -> None:
    assert json_schema(dict[str, int])["additionalProperties"] == {"type": "integer"}
    assert json_schema(Money)["additionalProperties"] is False
    assert "move" not in json_schema(Chip)["required"]  # type: ignore[operator]
    assert "card_beneath" not in json_schema(HandCard)["required"]  # type: ignore[operator]
    assert "open_cards" in json_schema(Seat)["required"]  # type: ignore[operator]
    for kind in (set, tuple[int, ...], object, dict[int, str]):
        with pytest.raises(TypeError, match="JSON has no"):
            json_schema(kind)
