"""Where unseen cards lie: the answers by counting places, and by listing every nest."""

from fractions import Fraction
from itertools import combinations

import pytest

import mam
from mam.classroom import get_exercise, practice
from mam.classroom.quantities import Chance

STUDENTS = ["ann", "ben", "cleo", "dov", "eve", "finn"]
COLORS = ("Red", "Yellow", "Black", "Green")


def value(id: str, student: str) -> Fraction:
    answer = get_exercise(id).variant(student).answer
    assert isinstance(answer, Chance)
    return Fraction(answer.value)


@pytest.mark.parametrize("student", STUDENTS)
def test_the_nest_by_a_list_of_all_nests(student: str) -> None:
    given = get_exercise("what-the-nest-holds").variant(student).given
    amount, words = given["asked"].split(": ")

    def fits(card: mam.Card) -> bool:
        color = next((candidate for candidate in mam.Color if candidate.word in words), None)
        if words == "a 40 or a 30":
            return card.rank in (40, 30)
        if "neither" in words:
            return card.is_number_card
        if "animal" in words:
            return card.color is None
        return (color is None or card.color == color) and (card.money > 0 or "money" not in words)

    unseen = [card for card in mam.PACK if card.code not in given["hand"].split()]
    nests = [sum(map(fits, nest)) for nest in combinations(unseen, 3)]
    needed = 1 if "one" in amount else 2
    wanted = [many == needed if "exactly" in amount else many >= needed for many in nests]
    assert value("what-the-nest-holds", student) == Fraction(sum(wanted), len(wanted))


def test_two_are_named_in_the_plural() -> None:
    asked = [get_exercise("what-the-nest-holds").variant(f"{number}").statement for number in range(80)]
    assert any("two** are animals?" in option for option in asked)
    assert any("two** are Green money cards?" in option for option in asked)
    assert any("one** is an animal?" in option for option in asked)
    assert not any("two** is" in option for option in asked)


@pytest.mark.parametrize("student", STUDENTS)
def test_a_card_is_equally_likely_in_each_place(student: str) -> None:
    given = get_exercise("where-is-it").variant(student).given
    rules = mam.get_edition(given["edition"])
    total = len(rules.pack) - rules.hand_size
    room = 0
    for place in given["places"]:
        if place.startswith("with"):
            room += rules.hand_size
        elif "nest" in place:
            room += rules.nest_size
        else:
            room += total - rules.nest_size - rules.hand_size * (len(rules.seats) - 1)
    assert value("where-is-it", student) == Fraction(room, total)


def test_the_whole_pack_is_not_unseen() -> None:
    tasks = (practice("where-is-it", f"student {number}") for number in range(100))
    task = next(
        task for task in tasks if task.given["edition"] == "make-a-million-1935" and len(task.given["places"]) == 1
    )
    room = 3 if task.given["places"] == ["in the nest"] else 13
    assert task.check(f"{room}/42").right
    assert "You see 13 cards" in f"{task.check(f'{room}/55')}"


@pytest.mark.parametrize("student", STUDENTS)
def test_a_card_of_those_that_are_left(student: str) -> None:
    task = practice("one-card-of-yours", student)
    hand = task.given["hand"].split()
    kinds = {
        "a money card": lambda code: code[1:] in ("5", "10", "15", "30", "40"),
        "a number card (neither money nor an animal)": lambda code: (
            code[1:].isdigit() and code[1:] not in ("5", "10", "15", "30", "40")
        ),
        "an animal": lambda code: not code[1:].isdigit(),
        "a 40 or a 30": lambda code: code[1:] in ("30", "40"),
        **{f"a {name} card": lambda code, name=name: code[0] == name[0] and code[1:].isdigit() for name in COLORS},
        **{
            f"a {name} money card": lambda code, name=name: (
                code[0] == name[0] and code[1:] in ("5", "10", "15", "30", "40")
            )
            for name in COLORS
        },
    }
    fit = sum(map(kinds[task.given["asked"]], hand))
    assert task.check(Fraction(fit, len(hand))).right
    assert 7 <= len(hand) <= 13 and 0 < fit < len(hand)
    assert f"from your {len(hand)} cards" in f"{task.check(Fraction(fit, 55))}"
