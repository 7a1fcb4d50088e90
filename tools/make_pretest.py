"""Write docs/teaching/pretest.md, the key of twenty questions, and a page for each of their two forms. Every answer is computed.

python tools/make_pretest.py
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial
from pathlib import Path
from random import Random

import mam
from mam.rules.dealing import shuffle

FOLDER = Path(__file__).resolve().parents[1] / "docs/teaching"
LETTERS = "abcd"
HEAD = """# Twenty questions, before and after

Thirty minutes, with a pencil; a calculator helps but decides nothing. Exactly one of four answers is right. Give form A before the course and form B after it, or each form to half
of the class and swap them. Question by question the two forms ask the same with other numbers, and each letter is right five times. Wrong answers are the usual mistakes.

Report the gain of the class, question by question, as a difference with its margin of error. One student's gain of one or two is noise. Questions 14
and 16 to 20 need no cards: they show whether what was learned reaches farther than the game.

Print [form A](pretest_form_a.md) and [form B](pretest_form_b.md) from the browser: only this page has the answers. `tools/make_pretest.py` writes all three pages and computes the key.
"""
FORM_HEAD = """# Twenty questions, form {form}

Name: \\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_

Thirty minutes. Exactly one of four answers is right: draw a circle around its letter.

> **The deck.** 55 cards: 13 each of Red, Yellow, Black and Green, five of them money, and three animals (Tiger, Bull, Bear). North, East, South and West get 13 cards each; three cards,
> the nest, stay face down. You are South. North is your partner; East and West are your opponents.
"""


@dataclass(frozen=True)
class Item:
    """A question: its topic, the right answer, and three wrong ones."""

    topic: str
    question: str
    right: str
    wrong: tuple[str, str, str]


def percent(value: Fraction) -> str:
    """Return a probability with one decimal.

    >>> percent(Fraction(13, 55))
    '23.6%'
    """
    return f"{100 * float(value):.1f}%"


def make_item(topic: str, question: str, *answers: object) -> Item:
    """Return a question whose first answer is the right one; fractions are probabilities."""
    right, *wrong = (percent(answer) if isinstance(answer, Fraction) else f"{answer}" for answer in answers)
    first, second, third = wrong
    return Item(topic, question, right, (first, second, third))


def list_items(form: str) -> list[Item]:
    """Return the twenty questions of a form, "A" or "B"."""
    return [*_list_cards(form == "A"), *_list_decisions(form == "A"), *_list_statistics(form == "A")]


def count_chance(condition: str) -> Fraction:
    """Return the exact chance of a condition before any card is seen."""
    return mam.chances("make-a-million-1935").chance(condition).exact


def _list_cards(is_first: bool) -> list[Item]:
    """Questions 1 to 10: what can be counted."""
    what, cards = ("a Red card", 13) if is_first else ("a money card", 20)
    animal, second = ("Tiger", "Bear") if is_first else ("Bull", "Tiger")
    where, places = ("in your hand", 13) if is_first else ("with your opponents", 26)
    holds = ("S holds {}" if is_first else "(E holds {0} or W holds {0})").format
    part, single = Fraction(cards, 55), count_chance(holds(animal))
    room, hidden = (13, "in your hand") if is_first else (3, "in the nest")
    chosen, picked, orders = (5, 3, 4) if is_first else (6, 2, 5)
    both = count_chance(f"{holds(animal)} and {holds(second)}")
    some = count_chance(f"{holds(animal)} or {holds(second)}")
    gets, holder = ("you get", "North has") if is_first else ("your opponents get", "your opponents have")
    named, at_least = f"“I have the {animal}.”", "“I have at least one of the two.”"
    return [
        make_item("sample space", f"You turn up the top card of the shuffled deck. What is the chance of {what}?", part, Fraction(1, 4) if is_first else Fraction(5, 13), Fraction(1, 13), Fraction(cards, 42)),
        make_item("complement", f"What is the chance that the {animal} is **not** {hidden}?", 1 - Fraction(room, 55), Fraction(room, 55), Fraction(3, 4) if is_first else Fraction(4, 5), Fraction(54, 55)),
        make_item("or", f"You turn up the top card of the shuffled deck. What is the chance of {what} or an animal?", part + Fraction(3, 55), part, part * Fraction(3, 55), Fraction(7, 12) if is_first else Fraction(33, 52)),
        make_item("counting", f"In how many ways can you choose {picked} of {chosen} cards to discard?", comb(chosen, picked), factorial(chosen) // factorial(chosen - picked), chosen * picked, chosen**picked),
        make_item("order", f"In how many orders can you play {orders} different cards?", factorial(orders), orders, orders**2, f"{orders**orders:,}"),
        make_item("and", f"What is the chance that the {animal} **and** the {second} are both {where}?", both, single**2, 2 * single, single),
        make_item("independence", f"The cards are shuffled and dealt twice. What is the chance that {gets} the {animal} both times?", single**2, both, 2 * single, single),
        make_item("at least one", f"What is the chance that **at least one** of the two, {animal} and {second}, is {where}?", some, 2 * single, both, 1 - both),
        make_item("given", f"You look at your hand: the {animal} is not there. What is the chance that {holder} it?", Fraction(places, 42), single, Fraction(1, 3) if is_first else Fraction(2, 3), Fraction(1, 4) if is_first else Fraction(1, 2)),
        make_item("what was asked", f"You have neither the {animal} nor the {second}. North says one of two things, and it is true: {named} or {at_least} After which is it more likely that North has both?", f"after {named}", f"after {at_least}", "equally likely after both", "nobody can say"),
    ]  # fmt: skip


def _list_decisions(is_first: bool) -> list[Item]:
    """Questions 11 to 15: evidence, bets and runs."""
    strong, high, low = (
        (Fraction(3, 10), Fraction(8, 10), Fraction(2, 10))
        if is_first
        else (Fraction(2, 10), Fraction(9, 10), Fraction(3, 10))
    )
    joint = strong * high
    win, lose, chance = (250, 240, Fraction(7, 10)) if is_first else (260, 230, Fraction(6, 10))
    won, lost = win * chance, lose * (1 - chance)
    gain, loss = (150, 350) if is_first else (100, 300)
    near, far = ("90, 100, 110", "0, 100, 200") if is_first else ("40, 50, 60", "10, 50, 90")
    animal, runs = ("Tiger", 5) if is_first else ("Bull", 6)
    single = Fraction(13, 55)
    return [
        make_item("Bayes' rule", f"{100 * strong}% of hands are strong. With a strong hand a player bids high {100 * high}% of the time, with another hand {100 * low}%. She bids high. What is the chance that her hand is strong?", joint / (joint + (1 - strong) * low), high, strong, joint),
        make_item("expectation", f"You score {win} with chance {100 * chance}%, and lose {lose} otherwise. What is your expected score?", int(won - lost), win - lose, int(won), int(won + lost)),
        make_item("break even", f"You gain {gain} if you make your bid, and lose {loss} if you don't. From what chance on does the bid pay?", Fraction(loss, gain + loss), Fraction(1, 2), Fraction(gain, gain + loss), Fraction(gain, loss)),
        make_item("spread", f"Ann scored {near}. Ben scored {far}. Whose scores have the larger standard deviation?", "Ben's", "Ann's", "neither: the means are equal", "three scores are too few to say"),
        make_item("long run", f"You did not get the {animal} in {runs} deals. What is the chance that you get it in the next deal?", f"{percent(single)}, as always", "more than before: it is due", "less than before: you are unlucky", percent(1 - (1 - single) ** (runs + 1))),
    ]  # fmt: skip


def _list_statistics(is_first: bool) -> list[Item]:
    """Questions 16 to 20: samples and claims."""
    people, margin = (400, 5) if is_first else (100, 10)
    rare = "2 times in 1,000" if is_first else "1 time in 200"
    low, high = (40, 50) if is_first else (55, 65)
    cause = (
        (
            "Players who think longer before they bid win more often.",
            "Thinking longer makes players win.",
            "Winning makes players think longer.",
        )
        if is_first
        else (
            "Students who sit in front have better grades.",
            "A seat in front makes grades better.",
            "Good grades make students sit in front.",
        )
    )
    ill, found, false = (
        (Fraction(1, 100), Fraction(9, 10), Fraction(9, 100))
        if is_first
        else (Fraction(2, 100), Fraction(9, 10), Fraction(5, 100))
    )
    joint = ill * found
    return [
        make_item("margin of error", f"A poll of {people} people has a margin of error of {margin} percentage points. About how large is it for {4 * people:,} people?", f"{margin / 2:g}", f"{margin / 4:g}", margin, 2 * margin),
        make_item("interval", f"A 95% confidence interval is {low}% to {high}%. What does the 95% mean?", "Of 100 intervals made in this way, about 95 contain the true value.", f"95% of people are between {low}% and {high}%.", f"Of 100 new polls, 95 will find between {low}% and {high}%.", f"The true value moves, and is between {low}% and {high}% most of the time."),
        make_item("p-value", f"“If the claim were right, a result this far from it, or farther, would happen {rare}.” What follows?", "The claim is hard to believe, or something rare has happened.", f"The claim is right {rare}.", "The claim is proved wrong.", "The result is too rare to count."),
        make_item("cause", f"{cause[0]} What follows?", "Not which causes which: something else may cause both.", cause[1], cause[2], "Nothing: it must be chance."),
        make_item("Bayes' rule, no cards", f"{100 * ill}% of people have an illness. A test finds {100 * found}% of them, and is positive for {100 * false}% of healthy people, too. Your test is positive. What is the chance that you have the illness?", joint / (joint + (1 - ill) * false), found, 1 - false, ill),
    ]  # fmt: skip


def place_answers(form: str) -> list[tuple[Item, str, list[str]]]:
    """Return each question with the letter of its right answer and its four answers in order. Each letter is right equally often."""
    items, rng = list_items(form), Random(form)
    letters = shuffle(LETTERS * (len(items) // len(LETTERS)), rng)
    placed = []
    for item, letter in zip(items, letters, strict=True):
        answers = list(shuffle(item.wrong, rng))
        answers.insert(LETTERS.index(letter), item.right)
        placed.append((item, letter, answers))
    return placed


def write_pages() -> dict[str, str]:
    """Return the pages by file name: one for each form, to print, and one with the key."""
    forms = {form: place_answers(form) for form in "AB"}
    pages = {f"pretest_form_{form.lower()}.md": _write_form(form, placed) for form, placed in forms.items()}
    lines = [HEAD, "## Key\n", "| | topic | A | | B | |", "| --- | --- | --- | --- | --- | --- |"]
    for number, ((item, letter, _), (second, second_letter, _)) in enumerate(zip(*forms.values(), strict=True), 1):
        lines.append(f"| {number} | {item.topic} | {letter} | {item.right} | {second_letter} | {second.right} |")
    return {"pretest.md": "\n".join(lines) + "\n", **pages}


def _write_form(form: str, placed: list[tuple[Item, str, list[str]]]) -> str:
    lines = [FORM_HEAD.format(form=form)]
    for number, (item, _, answers) in enumerate(placed, 1):
        between = "\\\n   " if any(len(answer) > 30 for answer in answers) else " · "
        options = between.join(f"({letter})&nbsp;{answer}" for letter, answer in zip(LETTERS, answers, strict=True))
        lines.append(f"{number}. {item.question}\\\n   {options}\n")
    return "\n".join(lines)


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    for name, text in write_pages().items():
        (FOLDER / name).write_text(text, "utf-8")
        print(FOLDER / name)
