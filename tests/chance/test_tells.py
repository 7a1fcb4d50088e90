"""A choice tells: the chances a second way, by every deal of a few cards and by deals of many."""

import random
from fractions import Fraction
from itertools import combinations

from cases import check_each

from mam.chance import list_facts, make_tables
from mam.chance.tables import tells


@check_each("size", [3, 5])
def test_every_deal_of_a_few_cards_gives_the_same_chances(size: int) -> None:
    """Card 0 is the 8, card 1 the 7; from both East plays the 7 in one deal of four."""
    habit = Fraction(1, 4)
    weights = {"played": Fraction(), "crossed": Fraction(), "alone": Fraction()}
    for east in combinations(range(2 * size), size):
        if {0, 1} <= {*east}:
            weights["played"] += habit
            weights["crossed"] += 1 - habit
        elif 1 in east:
            weights["alone"] += 1
    total = sum(weights.values())
    assert tells.find_deals(size, habit)._asdict() == {name: weight / total for name, weight in weights.items()}
    assert tells.find_west(size, habit) == weights["alone"] / (weights["alone"] + weights["played"])


def test_simulated_deals_agree_with_the_answer() -> None:
    rng = random.Random(3)
    west = seen = 0
    for _ in range(100_000):
        eight, seven = rng.sample(range(26), 2)  # East has places 0 to 12
        if seven < 13 and (eight >= 13 or rng.random() < 0.5):
            seen += 1
            west += eight >= 13
    assert abs(west / seen - float(list_facts("tells")["west"])) < 0.01
    assert list_facts("tells")["west"] == Fraction(13, 19)


def test_a_habit_moves_the_chance_from_certain_to_nothing_new() -> None:
    for size in tells.SIZES:
        chances = [tells.find_west(size, Fraction(habit, 100)) for habit in tells.HABITS]
        assert chances == sorted(chances, reverse=True) and chances[0] == 1
        assert chances[-1] == Fraction(size, 2 * size - 1)  # as dealt
    assert make_tables("tells")["stops"]["50|13"]["finding"] == "West has the 8: 68.4%."
