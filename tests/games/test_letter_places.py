"""Letters of Card Anagrams that nobody has seen: placed as often as there are ways (D-A01)."""

from collections import Counter
from itertools import islice, permutations
from math import sqrt
from random import Random
from typing import Any

import pytest
from letter_tables import cards

from mam.games import letter_places as placing
from mam.games.letter_places import GAINED, LACKS, PLAYED, draw_places
from mam.games.sampling.counting import Options
from mam.rules.cards import Card

SHOWN = [
    ("EEIIITT", {"E": [["p", LACKS]], "I": [["q", LACKS]]}),
    ("EEIITTT", {"E": [["p", LACKS], ["q", LACKS]], "I": [["q", LACKS]]}),
    ("EEIITTT", {"E": [["p", PLAYED, "q", LACKS]], "I": [["p", LACKS]]}),
    ("EEEIITT", {"E": [["p", "q", PLAYED]], "I": [["p", LACKS]]}),
    ("EEITTTT", {"E": [["p", LACKS]], "I": [["p", LACKS]]}),
    ("EEIITTT", {"E": [["p", GAINED, PLAYED, LACKS]], "I": [["p", PLAYED], ["q", PLAYED]]}),
    ("EEIITTT", {"E": [["p", LACKS]], "I": [["q", LACKS]]}),
    ("EEITTTT", {"E": [["p", PLAYED]], "I": [["p", LACKS]]}),
]


@pytest.mark.parametrize(("letters", "courses"), SHOWN)
@pytest.mark.sample(4, 1)
def test_D_A01_letters_are_placed_as_often_as_there_are_ways(letters: str, courses: dict[str, list[list[str]]]) -> None:
    places = {"p": 2, "q": 2, "stock": 3}
    slots = [place for place, room in places.items() for _ in range(room)]
    chances: Counter[tuple[str, ...]] = Counter()
    for order in set(permutations(letters)):
        lying = list(zip(slots, order, strict=True))
        if all(
            could_be(course, letter, lying) for letter, letter_courses in courses.items() for course in letter_courses
        ):
            chances[tuple("".join(sorted(letter for slot, letter in lying if slot == place)) for place in places)] += 1
    samples, total = 3_000, chances.total()
    events = {Card(letter): letter_courses for letter, letter_courses in courses.items()}
    drawn = Counter(
        tuple("".join(sorted(map(str, placing[place]))) for place in places)
        for placing in islice(draw_places(cards(letters), places, events, Random(3)), samples)
    )
    assert set(drawn) <= set(chances) and len(chances) > 1
    for layout, ways in chances.items():
        expected = samples * ways / total
        assert abs(drawn[layout] - expected) <= 4.5 * sqrt(expected) + 2, (layout, drawn[layout], expected)


@pytest.mark.parametrize(("letters", "courses"), SHOWN)
def test_D_A01_no_proposal_has_more_ways_than_it_is_weighed_by(
    letters: str, courses: dict[str, list[list[str]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    weights, propose = [], placing._propose

    def noted(*about: Any, picky: bool) -> Any:
        proposal = propose(*about, picky=False)
        weights.extend([proposal[1]] if proposal else [])
        return proposal

    monkeypatch.setattr(placing, "_propose", noted)
    events = {Card(letter): letter_courses for letter, letter_courses in courses.items()}
    for _ in islice(draw_places(cards(letters), {"p": 2, "q": 2, "stock": 3}, events, Random(3)), 100):
        assert max(weights) <= 1  # above 1 it would come too seldom


@pytest.mark.parametrize("number", [0.0, 1 - 2**-53])
@pytest.mark.parametrize("weight", [1, 3, 2**53 + 3, 2**60 - 1, 2**60 + 129, 3**60, 0.1, 1 / 3])
def test_what_has_no_ways_is_never_picked(number: float, weight: float) -> None:
    class Extreme(Random):
        def random(self) -> float:
            return number

    assert placing._pick([0, weight, 0], Extreme()) == 1
    assert Options([("none", 0), ("all", weight), ("no more", 0)]).pick(Extreme()) == "all"  # type: ignore[list-item]


def test_D_A01_letters_that_hardly_ever_fit_lie_as_they_can(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(placing, "_TRIES", 0)  # no try was accepted
    events = {Card("E"): [["p", GAINED, PLAYED, LACKS]], Card("I"): [["p", PLAYED], ["q", PLAYED]]}
    places = {"p": 2, "q": 2, "stock": 3}
    for layout in islice(draw_places(cards("EEIITTT"), places, events, Random(3)), 50):
        lying = [(place, str(card)) for place, placed in layout.items() for card in placed]
        assert sorted(letter for _, letter in lying) == [*"EEIITTT"]
        assert all(
            could_be(course, str(card), lying) for card, letter_courses in events.items() for course in letter_courses
        )


def test_D_A01_what_leaves_no_choice_is_placed_at_the_first_try(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(placing, "_TRIES", 1)
    monkeypatch.setattr(placing, "_SPARE", 0)
    events = {
        Card("E"): [["p", LACKS], ["q", LACKS]],
        Card("I"): [["p", LACKS]],
    }  # the Es lie in the pile, with one more
    drawn = draw_places(cards("EEIIITT"), {"p": 2, "q": 2, "stock": 3}, events, Random(3))
    assert all([*map(str, placing["p"])] == ["T", "T"] for placing in islice(drawn, 50))


def could_be(course: list[str], letter: str, lying: list[tuple[str, str]]) -> bool:
    """Whether a course is possible with the cards lying like this, step by step."""
    count = 0
    for step in course:
        if (count and step == LACKS) or (not count and step == PLAYED):
            return False
        count += {PLAYED: -1, GAINED: 1}.get(step, lying.count((step, letter)))
    return True


# One verdict, everywhere
