"""After these cards: the chance by an own count, from nothing but what the statement gives."""

from collections import defaultdict
from fractions import Fraction

import pytest

import mam
from mam.classroom import get_exercise
from mam.classroom.arrangements import count_ways
from mam.classroom.quantities import Chance


def count(rooms: dict[str, int], cards: list[str], may: dict[str, set[str]]) -> int:
    """The ways to lay these cards, one after the other, where each may lie."""
    seats = [*rooms]
    table = {tuple(rooms.values()): 1}
    for card in cards:
        after: dict[tuple[int, ...], int] = defaultdict(int)
        for free, ways in table.items():
            for place, seat in enumerate(seats):
                if free[place] and seat in may[card]:
                    after[*free[:place], free[place] - 1, *free[place + 1 :]] += ways
        table = after
    return sum(table.values())


@pytest.mark.parametrize("student", ["ann", "ben", "cleo", "dov", "eve"])
def test_after_these_cards_by_an_own_count(student: str) -> None:
    variant = get_exercise("after-these-cards").variant(student)
    given = variant.given
    trump, seen_codes = given["trump"][0], set(f"{given['hand']} {given['discarded']}".split())

    def color(code: str) -> str:
        return code[0] if code[1:].isdigit() else trump if code == "TIGER" else ""

    left, lacking = dict.fromkeys("NESW", 13), set()
    for trick in given["tricks"]:
        plays = [play.split() for play in trick]
        first = plays[0][1]
        led = trump if first == "TIGER" else color(first)
        for seat, code in plays:
            seen_codes.add(code)
            left[seat] -= 1
            if not led and code != "TIGER":
                led = color(code)
            elif led and color(code) != led:
                lacking.add((seat, led))
    rooms = {seat: room for seat, room in left.items() if seat != given["you"]}
    unseen = [card.code for card in mam.PACK if card.code not in seen_codes]
    may = {code: {seat for seat in rooms if (seat, color(code)) not in lacking} for code in unseen}
    total = count(rooms, unseen, may)
    may[given["card"]] &= {given["seat"]}
    assert isinstance(variant.answer, Chance)
    assert variant.answer.value == Fraction(count(rooms, unseen, may), total)


def test_three_cards_in_two_hands() -> None:
    """A and B may lie anywhere, C only with East, who has one place: so one way for each place of A and B with North."""
    assert count_ways({("N", "E"): 2, ("E",): 1}, {"N": 2, "E": 1}) == 1
    assert count_ways({("N", "E"): 3}, {"N": 2, "E": 1}) == 3
    assert count_ways({("E",): 2}, {"N": 1, "E": 1}) == 0
