"""Exact chances of an unseen deal, compared with every deal of a small pack."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
from cases import check_each
from small_packs import NO_NEST, ONE_PACK, TWO_PACKS, Fact, Lying, all_deals, count, money, proportion

import mam
from mam.analysis.probability import Condition, card_count, chances, strength
from mam.analysis.probability import money as money_of
from mam.engine.strategy import estimate_hand
from mam.rules.cards import TIGER, Card
from mam.rules.editions import TrickGameRules

RED = mam.Color.RED


def has(cards: tuple[Card, ...], code: str) -> bool:
    return any(card.code == code for card in cards)


ONE_PACK_FACTS: dict[str, Fact] = {
    "N holds Bull": lambda d: has(d["N"], "BULL"),
    "N holds Bull and R40": lambda d: has(d["N"], "BULL") and has(d["N"], "R40"),
    "N holds both Bull and R40": lambda d: has(d["N"], "BULL") and has(d["N"], "R40"),
    "N holds Bull, R40": lambda d: has(d["N"], "BULL") and has(d["N"], "R40"),
    "N holds Bull and S holds Tiger": lambda d: has(d["N"], "BULL") and has(d["S"], "TIGER"),
    "N-S holds Bull and Tiger": lambda d: has(d["N"] + d["S"], "BULL") and has(d["N"] + d["S"], "TIGER"),
    "nest holds Tiger": lambda d: has(d["nest"], "TIGER"),
    "dealt nest holds Tiger": lambda d: has(d["nest"], "TIGER"),
    "N holds no red": lambda d: not count(d["N"], "R"),
    "N holds at least 2 reds": lambda d: count(d["N"], "R") >= 2,
    "N holds at most 1 red": lambda d: count(d["N"], "R") <= 1,
    "N holds exactly 1 red": lambda d: count(d["N"], "R") == 1,
    "N holds 1 red": lambda d: count(d["N"], "R") == 1,
    "N red = 2": lambda d: count(d["N"], "R") == 2,
    "N red != 1": lambda d: count(d["N"], "R") != 1,
    "N red ≥ 1": lambda d: count(d["N"], "R") >= 1,
    "N red > E red": lambda d: count(d["N"], "R") > count(d["E"], "R"),
    "N red + S red = 3": lambda d: count(d["N"] + d["S"], "R") == 3,
    "N red + S red - nest red >= 2": lambda d: count(d["N"] + d["S"], "R") - count(d["nest"], "R") >= 2,
    "N red money cards = 2": lambda d: sum(card.color == RED and card.money > 0 for card in d["N"]) == 2,
    "N red money >= 40": lambda d: sum(card.money for card in d["N"] if card.color == RED) >= 40,
    "N red 40 = 1": lambda d: has(d["N"], "R40"),
    "N 40s, 30s >= 1": lambda d: has(d["N"], "R40") or has(d["N"], "Y30"),
    "N plain = 2": lambda d: all(card.is_number_card for card in d["N"]),
    "N animals >= 1": lambda d: count(d["N"], "TIGER", "BULL") >= 1,
    "N cards = 2": lambda d: True,
    "N Tiger, Bull = 1": lambda d: count(d["N"], "TIGER", "BULL") == 1,
    "N R40 Y30 = 2": lambda d: count(d["N"], "R40", "Y30") == 2,
    "money N = 0": lambda d: money(d["N"]) == 0,
    "N money = 0": lambda d: money(d["N"]) == 0,
    "money N-S > 50": lambda d: money(d["N"] + d["S"]) > 50,
    "money N >= 40 and money S >= 10": lambda d: money(d["N"]) >= 40 and money(d["S"]) >= 10,
    "money N >= 40 or money S >= 10": lambda d: money(d["N"]) >= 40 or money(d["S"]) >= 10,
    "not (money N >= 40 or N holds Bull)": lambda d: not (money(d["N"]) >= 40 or has(d["N"], "BULL")),
    "not money N >= 40 and N holds Bull": lambda d: not money(d["N"]) >= 40 and has(d["N"], "BULL"),
    "money N > money S": lambda d: money(d["N"]) > money(d["S"]),
    "money N - money S = 10": lambda d: money(d["N"]) - money(d["S"]) == 10,
    "10 <= money N <= 40": lambda d: 10 <= money(d["N"]) <= 40,
    "10 < money N < 40": lambda d: 10 < money(d["N"]) < 40,
    "money N < 10 or money nest > 0 and E holds Bull": lambda d: (
        money(d["N"]) < 10 or (money(d["nest"]) > 0 and has(d["E"], "BULL"))
    ),
    "(money N < 10 or money nest > 0) and E holds Bull": lambda d: (
        (money(d["N"]) < 10 or money(d["nest"]) > 0) and has(d["E"], "BULL")
    ),
    "money N >= 5 and money S <= 40 and nest money = 0 and N red <= 1 and not S holds Tiger": lambda d: (
        money(d["N"]) >= 5
        and money(d["S"]) <= 40
        and not money(d["nest"])
        and count(d["N"], "R") <= 1
        and not has(d["S"], "TIGER")
    ),
    "strength N red >= 40": lambda d: estimate_hand(d["N"], RED) >= 40,
    "N strength red >= 40 and S red = 0": lambda d: estimate_hand(d["N"], RED) >= 40 and not count(d["S"], "R"),
    "N red = 1 and E red = 1 and S red = 1 and W red = 0": lambda d: (
        [count(d[seat], "R") for seat in "NESW"] == [1, 1, 1, 0]
    ),
    "N holds Bull and N holds R40 or W holds Bull and W holds R40": lambda d: any(
        has(d[seat], "BULL") and has(d[seat], "R40") for seat in "NW"
    ),
    "north holds bull": lambda d: has(d["N"], "BULL"),
}

TWO: dict[str, Fact] = {
    "A holds R40": lambda d: has(d["A"], "R40"),
    "nest holds R40": lambda d: has(d["nest"], "R40"),
    "nest R40 = 2": lambda d: count(d["nest"], "R40") == 2,
    "nest red = 2": lambda d: count(d["nest"], "R") == 2,
    "nest money >= 45": lambda d: money(d["nest"]) >= 45,
    "A-X holds Bull and nest holds Bull": lambda d: has(d["A"] + d["X"], "BULL") and has(d["nest"], "BULL"),
    "A-X-B R40 = 2 or nest money = 10": lambda d: count(d["A"] + d["X"] + d["B"], "R40") == 2 or money(d["nest"]) == 10,
    "nest animals = 3": lambda d: sum(card.color is None for card in d["nest"]) == 3,
}

SUITS: dict[str, Fact] = {
    "A holds SA": lambda d: has(d["A"], "SA"),
    "A spades >= 2": lambda d: count(d["A"], "S") >= 2,
    "A hearts = 1 and B hearts = 1": lambda d: count(d["A"], "H") == count(d["B"], "H") == 1,
    "A aces = 1": lambda d: sum(card.rank == 14 for card in d["A"]) == 1,
    "A jacks, queens >= 1": lambda d: sum(card.rank in (11, 12) for card in d["A"]) >= 1,
    "A money >= 3": lambda d: money(d["A"]) >= 3,
    "stock holds HJ": lambda d: has(d["stock"], "HJ"),
    "A money > B money": lambda d: money(d["A"]) > money(d["B"]),
}

ALL = [
    *((ONE_PACK, text, fact) for text, fact in ONE_PACK_FACTS.items()),
    *((TWO_PACKS, text, fact) for text, fact in TWO.items()),
    *((NO_NEST, text, fact) for text, fact in SUITS.items()),
]


@pytest.mark.extended
@check_each("rules, text, fact", ALL)
def test_a_condition_in_words(rules: TrickGameRules, text: str, fact: Fact) -> None:
    assert chances(rules).chance(text).exact == proportion(rules, fact)


COMPOSED: list[tuple[Condition, Fact]] = [
    (card_count("N", "red") >= 2, lambda d: count(d["N"], "R") >= 2),
    (card_count("N", "red") == 1, lambda d: count(d["N"], "R") == 1),
    (card_count("N", "red") != card_count("S", "red"), lambda d: count(d["N"], "R") != count(d["S"], "R")),
    (2 * 20 - money_of("N") <= 5, lambda d: 40 - money(d["N"]) <= 5),
    (~(money_of("N", "red") > 4) & "S holds Bull", lambda d: not count(d["N"], "R40", "R5") and has(d["S"], "BULL")),
    ("N holds Bull" | (strength("S", "red") < 20), lambda d: has(d["N"], "BULL") or estimate_hand(d["S"], RED) < 20),
    (card_count("N", [TIGER]) + card_count("S", TIGER) == 1, lambda d: has(d["N"] + d["S"], "TIGER")),
    (money_of("N") + money_of("S") - money_of("E") >= 45, lambda d: money(d["N"] + d["S"]) - money(d["E"]) >= 45),
]


@pytest.mark.parametrize(("condition", "fact"), COMPOSED, ids=[str(condition) for condition, _ in COMPOSED])
def test_a_condition_made_of_tallies(condition: Condition, fact: Fact) -> None:
    assert chances(ONE_PACK).chance(condition).exact == proportion(ONE_PACK, fact)


Value = Callable[[Lying], object]


def distribution(rules: TrickGameRules, value: Value) -> dict[object, Fraction]:
    deals = all_deals(rules)
    return {key: Fraction(ways, len(deals)) for key, ways in Counter(map(value, deals)).items()}


def place_of(deal: Lying, code: str) -> object:
    places = tuple(place for place, cards in deal.items() for card in cards if card.code == code)
    return places[0] if len(places) == 1 else places


def discards(deal: Lying) -> int:
    cards = (*deal["N"], *deal["nest"])
    number_cards, money_cards = sum(card.is_number_card for card in cards), sum(card.money > 0 for card in cards)
    return number_cards or money_cards


QUESTIONS = {
    "money": (ONE_PACK, lambda odds: odds.money("N-S"), lambda d: money(d["N"] + d["S"])),
    "money of the nest": (TWO_PACKS, lambda odds: odds.money("nest"), lambda d: money(d["nest"])),
    "count": (ONE_PACK, lambda odds: odds.count("N", "red"), lambda d: count(d["N"], "R")),
    "count of two copies": (TWO_PACKS, lambda odds: odds.count("nest", "R40"), lambda d: count(d["nest"], "R40")),
    "strength": (ONE_PACK, lambda odds: odds.strength("N", "red"), lambda d: estimate_hand(d["N"], RED)),
    "where": (ONE_PACK, lambda odds: odds.where("Tiger"), lambda d: place_of(d, "TIGER")),
    "where two copies are": (TWO_PACKS, lambda odds: odds.where("Bull"), lambda d: place_of(d, "BULL")),
    "split": (
        ONE_PACK,
        lambda odds: odds.split("red"),
        lambda d: tuple(sorted((count(d[seat], "R") for seat in "NESW"), reverse=True)),
    ),
    "split in order": (
        ONE_PACK,
        lambda odds: odds.split("red", ["N", "E-W", "nest"], ordered=True),
        lambda d: (count(d["N"], "R"), count(d["E"] + d["W"], "R"), count(d["nest"], "R")),
    ),
    "discards": (ONE_PACK, lambda odds: odds.discards("N"), discards),
    "joint": (
        ONE_PACK,
        lambda odds: odds.distribution(card_count("N", "red"), money_of("S"), card_count("nest", "plain")),
        lambda d: (count(d["N"], "R"), money(d["S"]), sum(card.is_number_card for card in d["nest"])),
    ),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_distribution(name: str) -> None:
    rules, ask, value = QUESTIONS[name]
    answer = ask(chances(rules))  # type: ignore[no-untyped-call]
    assert dict(answer) == distribution(rules, value)
    assert sum(answer.values()) == 1


def test_what_is_given() -> None:
    odds = chances(ONE_PACK).given("N holds Tiger").given("money S = 0")
    given = [deal for deal in all_deals(ONE_PACK) if has(deal["N"], "TIGER") and not money(deal["S"])]
    bull = sum(has(deal["N"], "BULL") for deal in given)
    assert odds.holds("N", "Bull").exact == Fraction(bull, len(given))
    reds = Counter(count(deal["E"], "R") for deal in given)
    assert dict(odds.count("E", "red")) == {value: Fraction(ways, len(given)) for value, ways in reds.items()}
    assert odds.where("R40")["nest"] == Fraction(sum(has(deal["nest"], "R40") for deal in given), len(given))


def test_mean_and_deviation() -> None:
    values = [count(deal["N"], "R") for deal in all_deals(ONE_PACK)]
    reds = chances(ONE_PACK).count("N", "red")
    mean = Fraction(sum(values), len(values))
    assert reds.mean == mean
    assert reds.standard_deviation**2 == pytest.approx(
        float(sum((value - mean) ** 2 for value in values) / len(values))
    )
    assert reds.at_least(1).exact == Fraction(sum(value >= 1 for value in values), len(values))
    assert reds[7] == 0 and 7 not in reds


def test_a_misdeal() -> None:
    edition = mam.get_edition("make-a-million-2004+misdeal")
    assert isinstance(edition, TrickGameRules)
    rules = replace(ONE_PACK, auction=edition.auction)
    assert chances(rules).misdeal("N").exact == proportion(ONE_PACK, lambda d: money(d["N"]) <= 15)
    with pytest.raises(ValueError, match="has no rule for a misdeal; the options misdeal add one"):
        chances("make-a-million-2004").misdeal("N")
