"""Exercises on the last tricks: their small search against the solver, and against plain enumeration."""

import re
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import oracle
import pytest
from cases import check_each

import mam
from mam.classroom import get_exercise
from mam.classroom.answers import Choice
from mam.classroom.endings import Ending, find_hidden_values, find_open_values, solve_open
from mam.classroom.quantities import Number
from mam.classroom.registry import Variant
from mam.rules.editions import TrickGameRules, get_edition
from mam.studies.library import get_study
from mam.studies.problems.problem import Problem, find_problem
from mam.studies.problems.variant import vary_problem
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


def count_open(given: dict[str, Any], hands: dict[str, list[str]], card: str) -> int:
    """What the seat to play and its partner still capture after this card, by every line of play with open cards."""
    turn, table, trump = given["turn"], [*given["lying"], card], given["trump"][0]
    our_seats = "NS" if turn in "NS" else "EW"
    remaining = hands | {turn: [held_card for held_card in hands[turn] if held_card != card]}
    index = SEATS.index(turn)
    if len(table) < 4:
        return best_money(remaining, trump, SEATS[(index + 1) % 4], table, our_seats)
    winner = SEATS[(index + 1 + oracle.winner_index(table, trump)) % 4]
    captured = oracle.trick_value(table) if winner in our_seats else 0
    return captured + best_money(remaining, trump, winner, [], our_seats)


def list_choices(given: dict[str, Any]) -> list[str]:
    return oracle.legal(given["hands"][given["turn"]], given["lying"], given["trump"][0])


@pytest.mark.parametrize("student", STUDENTS)
@pytest.mark.sample(2, 1)
def test_last_tricks_by_every_line_of_play(student: str) -> None:
    variant = get_exercise("last-tricks").variant(student)
    values = [count_open(variant.given, variant.given["hands"], card) for card in list_choices(variant.given)]
    assert isinstance(variant.answer, Number) and variant.answer.value == max(values) > min(values)


@check_each("number", range(16))
def test_the_card_matters_in_the_last_three_tricks(number: int) -> None:
    """No card is as good as any other, and to play high cards is not enough."""
    answer = get_exercise("last-tricks").variant(f"student {number}").answer
    assert isinstance(answer, Number)
    names = [slip.name for slip in answer.slips]
    # where the worst card brings as much as playing high, the first of the two sentences is kept
    assert "highest-cards" in names and any(slip.value < answer.value for slip in answer.slips)


@check_each("number", range(12))
@pytest.mark.parametrize("slug", ["best-card", "duck-or-take"])
def test_the_one_right_card_is_found_again_by_search(slug: str, number: int) -> None:
    """The certificate speaks of other colors and seats: here the variant itself is searched, from what the student is given."""
    student = f"student {number}"
    variant = get_exercise(slug).variant(student)
    problem = find_variant(variant)
    assert isinstance(variant.answer, Choice)
    right = [card.code for card in problem.belief.cards_to_play if problem.is_won(problem.belief.play(card))]
    assert [variant.answer.right] == [f"{mam.parse_card(code).words} ({code})" for code in right]
    assert len(variant.answer.reasons) == len(variant.answer.options) - 1 == len(problem.belief.cards_to_play) - 1


def find_variant(variant: Variant) -> Problem:
    """The problem of a variant, in the one way to name colors and seats that gives its cards."""
    (number,) = re.findall(r"This is Problem (\d+) on", variant.solution)
    given, name = variant.given, f"p{number:0>2}"
    original = find_problem(get_study(name).chapters[0]).belief.round
    assert original.turn and original.trump
    turns = SEATS.index(given["turn"]) - SEATS.index(original.turn)
    for colors in permutations(mam.Color):
        names = dict(zip(mam.Color, colors, strict=True))
        if names[mam.Color(original.trump.value)].word == given["trump"]:
            problem = find_problem(vary_problem(name, names, turns).chapters[0])
            hands = problem.belief.round.hands
            if all([card.code for card in hands[seat]] == codes for seat, codes in given["hands"].items()):
                return problem
    raise AssertionError(f"{variant.solution}: no names give {given}")


@pytest.mark.parametrize("student", STUDENTS)
@pytest.mark.sample(2, 1)
def test_two_worlds_by_every_plan(student: str) -> None:
    """Solve each world after each card: if nobody has to guess later, the answer is the best average of the two."""
    variant = get_exercise("two-worlds").variant(student)
    given = variant.given
    averages = [
        Fraction(sum(count_open(given, {**given["hands"], **world}, card) for world in given["worlds"]), 2)
        for card in list_choices(given)
    ]
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


@pytest.mark.parametrize("slug", ["last-tricks", "best-card", "duck-or-take", "two-worlds"])
def test_only_the_solution_names_the_problem(slug: str) -> None:
    """Its page shows the answer."""
    variant = get_exercise(slug).variant("a student")
    assert re.search(r"This is Problem \d+ on the shelf Problems", variant.solution)
    assert not any("Problem " in text for text in (variant.statement, *variant.hints))
