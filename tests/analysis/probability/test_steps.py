"""A counting argument is data: steps with label, formula, value and reason, and places called as whoever shows them likes."""

import re
from dataclasses import replace

import pytest

import mam
from mam.analysis.probability import Chances, Distribution, chances
from mam.analysis.probability.steps import CountingStep

ODDS = chances("make-a-million-1935")
NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}


def name_seats(place: str) -> str:
    return "-".join(NAMES.get(seat, seat) for seat in place.split("-"))


STEPS = {
    "N holds Bull and Bear": [
        CountingStep("Bull", "13 of the 55 places left are N's", value="13/55"),
        CountingStep("Bear", "12 of the 54 places left are N's", value="12/54"),
        CountingStep("Together", "5.253%, 1 in 19.04", "13/55 × 12/54", "26/495", "result"),
    ],
    "N red = 5": [
        CountingStep(
            reason="13 of the 55 unseen cards are of this kind and 42 are not; 13 of the 55 lie in this place",
            kind="sentence",
        ),
        CountingStep("5", formula="C(13,5) × C(42,8) / C(55,13)", value="10.47%"),
        CountingStep("So", "10.47%, 1 in 9.553", value="43839783/418811830", kind="result"),
    ],
    "money N = 7": [
        CountingStep(reason="Money N is always a multiple of 5", kind="sentence"),
        CountingStep("So", "0%, never", value="0", kind="result"),
    ],
}


@pytest.mark.parametrize("text", STEPS)
def test_each_step_has_its_parts(text: str) -> None:
    assert ODDS.chance(text).explanation.steps == STEPS[text]


def test_a_case_names_what_it_counts_once_or_all_of_it_together() -> None:
    """One amount stands beside its name; several stand in one reason, so that none of them is taken for a label."""
    single = ODDS.given("E holds Tiger").chance("N red >= 5").explanation.steps
    assert CountingStep("N red", "8", value="0.08703%") in single
    several = ODDS.chance("N red >= 5 and money N-S > 200").explanation.steps
    assert several[1] == CountingStep(reason="N red: 5, money N-S: 205", value="0.4177%")


def test_what_must_not_lie_in_a_place_is_not_counted_as_if_it_did() -> None:
    labels = [step.label for step in ODDS.chance("N holds Bull and not N holds Bear").explanation.steps]
    assert labels == ["", "", "So"]


@pytest.mark.parametrize(
    ("odds", "text"),
    [
        (ODDS, "N holds Bull"),
        (ODDS, "N red >= 5 and money N-S > 200"),
        (ODDS, "money S = 7"),
        (ODDS.given("E holds Tiger"), "N red >= 5"),
        (chances(mam.view(mam.start("make-a-million-1935", seed=7), "S")), "left red >= 1 and E money > 20"),
    ],
)
def test_the_seats_are_called_as_the_reader_calls_them(odds: Chances, text: str) -> None:
    explanation = replace(odds, name=name_seats).chance(text).explanation
    lines = [explanation.possible_deals, *map(str, explanation.steps)]
    assert not re.search(r"\b[NESW]\b", " ".join(lines))
    assert re.search("North|East|South", " ".join(lines))


NAMED = replace(ODDS, name=name_seats)


@pytest.mark.parametrize("distribution", [NAMED.where("Tiger"), NAMED.count("N", "red"), NAMED.split("red")])
def test_a_distribution_has_a_row_for_each_likely_value(distribution: Distribution) -> None:
    steps = distribution.explanation.steps
    rows = [step for step in steps if step.label]
    assert len(rows) == min(6, len(distribution)) and all(step.value.endswith("%") for step in steps)
    assert "\n".join(map(str, steps)) in distribution.explain()
    if "N" in distribution:
        assert "North" in [step.label for step in rows]
