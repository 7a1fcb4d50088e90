"""Exercises on the last tricks: their small search against the solver, and against plain enumeration."""

from fractions import Fraction
from itertools import product

import oracle
import pytest
from cases import check_each

import mam
from mam.classroom import get_exercise
from mam.classroom.answers import Choice
from mam.classroom.endings import Ending, find_hidden_values, find_open_values, solve_open
from mam.classroom.quantities import Number
from mam.rules.editions import TrickGameRules, get_edition
from mam.studies.library import get_study
from mam.text.notation import parse_hand

STUDENTS = [f"student {number}" for number in range(6)]
SEATS = "NESW"


def best_money(hands: dict[str, list[str]], trump: str, turn: str, table: list[str], our_seats: str = "NS") -> int:
    """What these seats still capture if both sides play their best: every line of play, by the oracle."""
    if not table and not any(hands.values()):
        return 0
    endings = []
    for card in oracle.legal(hands[turn], table, trump):
        remaining = hands | {turn: [held_card for held_card in hands[turn] if held_card != card]}
        on_table = [*table, card]
        index = SEATS.index(turn)
        if len(on_table) < 4:
            endings.append(best_money(remaining, trump, SEATS[(index + 1) % 4], on_table, our_seats))
            continue
        winner = SEATS[(index + 1 + oracle.winner_index(on_table, trump)) % 4]
        captured = oracle.trick_value(on_table) if winner in our_seats else 0
        endings.append(captured + best_money(remaining, trump, winner, [], our_seats))
    return max(endings) if turn in our_seats else min(endings)


@pytest.mark.parametrize("student", STUDENTS)
@pytest.mark.extended
def test_last_tricks_as_the_solver_says(student: str) -> None:
    variant = get_exercise("last-tricks").variant(student)
    given = variant.given
    hands = {seat: " ".join(cards) for seat, cards in given["hands"].items()}
    round = mam.make_position("make-a-million-1935", hands, given["trump"][0], lead="S")
    solved = mam.solve(round)
    all_money = sum(oracle.money(card) for cards in given["hands"].values() for card in cards)
    our_money = solved.value if solved.side == "N-S" else all_money - solved.value
    assert isinstance(variant.answer, Number) and variant.answer.value == our_money


@check_each("number", range(40))
def test_the_lead_matters_in_the_last_three_tricks(number: int) -> None:
    """No lead is as good as any other, and to play high cards is not enough."""
    answer = get_exercise("last-tricks").variant(f"student {number}").answer
    assert isinstance(answer, Number)
    names = [slip.name for slip in answer.slips]
    # where the worst lead brings as much as playing high, the first of the two sentences is kept
    assert "highest-cards" in names and any(slip.value < answer.value for slip in answer.slips)


@pytest.mark.parametrize("slug", ["best-card", "duck-or-take"])
@pytest.mark.parametrize("student", STUDENTS[:4])
def test_the_best_card_by_every_line_of_play(slug: str, student: str) -> None:
    variant = get_exercise(slug).variant(student)
    given, trump = variant.given, variant.given["trump"][0]
    values = {}
    for card in oracle.legal(given["hands"]["S"], given["lying"], trump):
        remaining = given["hands"] | {"S": [held_card for held_card in given["hands"]["S"] if held_card != card]}
        on_table = [*given["lying"], card]
        if len(on_table) < 4:
            values[card] = best_money(remaining, trump, "W", on_table)
            continue
        winner = "WNES"[oracle.winner_index(on_table, trump)]
        captured = oracle.trick_value(on_table) if winner in "NS" else 0
        values[card] = captured + best_money(remaining, trump, winner, [])
    best = max(values, key=lambda card: values[card])
    assert isinstance(variant.answer, Choice) and variant.answer.right.endswith(f"({best})")
    assert list(values.values()).count(values[best]) == 1


@pytest.mark.parametrize("student", STUDENTS)
def test_two_worlds_by_every_plan(student: str) -> None:
    """Solve each world after each lead: if North never has to guess, the answer is the best average of the two."""
    variant = get_exercise("two-worlds").variant(student)
    given, trump = variant.given, variant.given["trump"][0]
    averages = []
    for lead in oracle.legal(given["hands"]["S"], [], trump):
        total = 0
        for world in given["worlds"]:
            hands = {**given["hands"], **world}
            remaining = hands | {"S": [held_card for held_card in hands["S"] if held_card != lead]}
            total += best_money(remaining, trump, "W", [lead])
        averages.append(Fraction(total, 2))
    assert isinstance(variant.answer, Number)
    if "without knowing the deal, which costs something" in variant.solution:
        assert variant.answer.value <= max(averages)
    else:
        assert variant.answer.value == max(averages)


def ending(hands: str, trump: str) -> Ending:
    rules = get_edition("make-a-million-1935")
    assert isinstance(rules, TrickGameRules)
    hands_by_seat = {part.split()[0]: parse_hand(" ".join(part.split()[1:])) for part in hands.split("|")}
    color = next(card.color for card in rules.pack if card.code.startswith(trump) and card.color)
    assert isinstance(color, mam.Color)
    return Ending(rules, color, hands_by_seat, "S", ("N", "S"))


def test_a_guess_by_hand() -> None:
    """South leads Green and East's 40 takes it; North must play Red 30 or Yellow 30 on it. Then East leads Red in one world and
    Yellow in the other: North's other 30 wins if it is of that color. Seeing the cards that is 30 each time, else half of it."""
    first = ending("N R30 Y30 | E G40 R1 | S G1 G3 | W G2 G4", "B")
    second = ending("N R30 Y30 | E G40 Y1 | S G1 G3 | W G2 G4", "B")
    assert set(find_open_values(first).values()) == set(find_open_values(second).values()) == {30}
    assert set(find_hidden_values([first, second]).values()) == {15}
    assert set(find_hidden_values([first, first]).values()) == {30}


def test_hidden_is_never_more_than_open_and_never_less_than_the_worst() -> None:
    worlds = [
        ending("N R30 Y5 | E R40 Y1 | S R1 G1 | W Y40 B2", "B"),
        ending("N R30 Y5 | E Y40 Y1 | S R1 G1 | W R40 B2", "B"),
    ]
    values = find_hidden_values(worlds)
    for card, value in values.items():
        by_world = [find_open_values(world)[card] for world in worlds]
        assert min(by_world) <= value <= Fraction(sum(by_world), 2)
    assert all(solve_open(world) == max(find_open_values(world).values()) for world in worlds)


def test_every_ending_as_by_every_line_of_play() -> None:
    """All endings of two cards from a handful, with animals and the Tiger among them."""
    codes = ["R40", "R1", "B30", "BULL", "G5", "TIGER", "B2", "BEAR"]
    for shift, trump in product(range(8), "RB"):
        dealt = codes[shift:] + codes[:shift]
        hands = {seat: dealt[2 * index : 2 * index + 2] for index, seat in enumerate(SEATS)}
        text = " | ".join(f"{seat} {' '.join(cards)}" for seat, cards in hands.items())
        assert solve_open(ending(text, trump)) == best_money(hands, trump, "S", [])


def test_a_solution_leads_to_the_problem_of_the_same_idea() -> None:
    for name, number in {"last-tricks": 1, "best-card": 131, "duck-or-take": 84, "two-worlds": 20}.items():
        solution = get_exercise(name).variant("a student").solution
        assert solution.endswith(f"The same idea with hidden hands: Problem {number} on the shelf Problems."), name
        assert get_study(f"p{number:02}").shown_title == f"Problem {number}"
