"""Exercises on tricks and on following: the answers by the oracle, which knows the leaflet and none of mam's code."""

import oracle
import pytest
from cases import check_each

from mam.classroom import get_exercise, practice
from mam.classroom.answers import Cards, Choice
from mam.classroom.captures import explain_capture, explain_value
from mam.classroom.quantities import Number
from mam.text.notation import parse_card

STUDENTS = [f"student {number}" for number in range(12)]
SEATS = ["North", "East", "South", "West"]

each_student = pytest.mark.parametrize("student", STUDENTS)


def named(statement: str) -> list[str]:
    """The players in the order in which they are said to play."""
    seats = [word for word in statement.replace(".", " ").replace(",", " ").split() if word in SEATS]
    return seats[:4]


@each_student
def test_who_captures(student: str) -> None:
    variant = get_exercise("who-captures").variant(student)
    place = oracle.winner_index(variant.given["cards"], variant.given["trump"][0])
    assert isinstance(variant.answer, Choice) and variant.answer.right == named(variant.statement)[place]


@each_student
def test_trick_worth(student: str) -> None:
    variant = get_exercise("trick-worth").variant(student)
    assert isinstance(variant.answer, Number) and variant.answer.value == oracle.trick_value(variant.given["cards"])


@each_student
def test_bull_and_bear(student: str) -> None:
    variant = get_exercise("bull-and-bear").variant(student)
    tricks = variant.given["tricks"]
    assert {"BULL", "BEAR"} <= {card for trick in tricks for card in trick} and len(tricks) == 4
    assert isinstance(variant.answer, Number) and variant.answer.value == sum(map(oracle.trick_value, tricks))


@each_student
def test_who_leads_next(student: str) -> None:
    variant = get_exercise("who-leads-next").variant(student)
    leader = SEATS.index(variant.given["leader"])
    for trick in variant.given["tricks"]:
        leader = (leader + oracle.winner_index(trick, variant.given["trump"][0])) % 4
    assert isinstance(variant.answer, Choice) and variant.answer.right == SEATS[leader]


@each_student
@check_each("slug", ["must-follow", "tiger-led"])
def test_what_may_be_played(slug: str, student: str) -> None:
    variant = get_exercise(slug).variant(student)
    given = variant.given
    legal = oracle.legal(given["hand"], given["lying"], given["trump"][0])
    assert isinstance(variant.answer, Cards) and {card.code for card in variant.answer.right} == set(legal)


def test_a_trick_described_by_hand() -> None:
    """Red is trump: Green 40, Green 2, Bull, Red 1. The lowest trump takes $80,000 (case B26)."""
    cards = list(map(parse_card, ["G40", "G2", "BULL", "R1"]))
    trump = cards[3].color
    assert explain_capture(cards, trump).startswith("Red 1 is the highest trump, and any trump beats")
    assert "twice that is $80,000 (R35-BULL-2)" in explain_value(cards)
    led = list(map(parse_card, ["R2", "R40", "G30", "Y11"]))
    assert explain_capture(led, trump).startswith("Red 40 is the highest trump, and trumps were led")


@each_student
def test_the_money_shown_is_told_to_be_changed(student: str) -> None:
    task = practice("trick-worth", student)
    shown = sum(map(oracle.money, task.given["cards"]))
    text = f"{task.check(shown)}"
    assert (
        text.startswith("Correct")
        if shown == oracle.trick_value(task.given["cards"])
        else "an animal in the trick" in text
    )


@each_student
def test_open_cards_of_dummy(student: str) -> None:
    variant = get_exercise("open-cards-of-dummy").variant(student)
    given = variant.given
    legal = oracle.legal(given["open"], given["lying"], given["trump"][0])
    assert isinstance(variant.answer, Cards) and {card.code for card in variant.answer.right} == set(legal)
    assert not set(given["covered"].values()) & set(given["open"])
    hidden = next(iter(given["covered"].values()))
    assert (
        f"{hidden} does not belong: It is still face down"
        in f"{practice('open-cards-of-dummy', student).check(hidden)}"
    )
