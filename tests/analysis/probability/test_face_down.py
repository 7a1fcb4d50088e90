"""The face-down cards of the dummies in the game for two (R2H-4, R2H-12) as a place, and cards that lie somewhere."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import few_cards
import pytest

import mam
from mam.analysis.probability import card_count, chances
from mam.analysis.probability import money as money_of
from mam.games.trick_round import TrickRound
from mam.rules.cards import Card
from mam.rules.editions import TrickGameRules

TWO = "make-a-million-1935-two"
PLACES = ("S face-down", "W face-down")
Fact = Callable[[dict[str, tuple[Card, ...]]], bool]


def few_rules() -> TrickGameRules:
    """Hands of two, one card of each dummy's face down, and a nest of one."""
    rules = mam.get_edition(TWO)
    assert isinstance(rules, TrickGameRules)
    pack = mam.parse_hand("R40 Y30 R5 R1 R2 Y1 G1 TIGER BULL")
    return replace(rules, pack=pack, hand_size=2, nest=replace(rules.nest, size=1))


def all_lying() -> list[dict[str, tuple[Card, ...]]]:
    """Where the cards of these rules can lie, each way as often as it comes about."""
    weights = []
    for cards in permutations(few_rules().pack, 5):
        south, below, west, west_below, nest = ((card,) for card in cards)
        weights.append(
            {"S": south + below, PLACES[0]: below, "W": west + west_below, PLACES[1]: west_below, "nest": nest}
        )
    return weights


def has(cards: tuple[Card, ...], code: str) -> bool:
    return any(card.code == code for card in cards)


def money(cards: tuple[Card, ...]) -> int:
    return sum(card.money for card in cards)


ASKED: dict[str, Fact] = {
    "S face-down holds Bull": lambda d: has(d["S face-down"], "BULL"),
    "do the S face-down cards hold the Bull?": lambda d: has(d["S face-down"], "BULL"),
    "north's dummy's face-down cards hold the Bull": lambda d: has(d["S face-down"], "BULL"),
    "S face down money >= 30": lambda d: money(d["S face-down"]) >= 30,
    "money S face-down cards >= 30": lambda d: money(d["S face-down"]) >= 30,
    "S face-down cards = 1": lambda d: True,
    "N-S face-down red + W face-down red >= 1": lambda d: any(
        c.color and c.color.word == "Red" for p in PLACES for c in d[p]
    ),
    "S red - S face-down red >= 1": lambda d: any(
        card.color and card.color.word == "Red" for card in d["S"] if card not in d["S face-down"]
    ),
    "S holds Bull and not S face-down holds Bull": lambda d: has(d["S"], "BULL") and not has(d["S face-down"], "BULL"),
    "S face-down holds Bull or W face-down holds Bull": lambda d: any(has(d[place], "BULL") for place in PLACES),
    "is the Bull in the W face-down cards?": lambda d: has(d["W face-down"], "BULL"),
    "is the Bull in the nest?": lambda d: has(d["nest"], "BULL"),
    "Bull is not in the nest and S money >= 30": lambda d: not has(d["nest"], "BULL") and money(d["S"]) >= 30,
    "the Bull and the Tiger are in S": lambda d: has(d["S"], "BULL") and has(d["S"], "TIGER"),
    "are Bull, and Tiger in S?": lambda d: has(d["S"], "BULL") and has(d["S"], "TIGER"),
    "Bull and Tiger are not in S": lambda d: not has(d["S"], "BULL") and not has(d["S"], "TIGER"),
    "S holds Tiger and Bull is in nest": lambda d: has(d["S"], "TIGER") and has(d["nest"], "BULL"),
}


@pytest.mark.parametrize("text", ASKED)
@pytest.mark.sample(4, 1)
def test_face_down_cards_of_an_unseen_deal(text: str) -> None:
    lying = all_lying()
    wanted = Fraction(sum(map(ASKED[text], lying)), len(lying))
    odds = chances(few_rules())
    chance = odds.chance(text)
    assert chance.exact == wanted
    assert str(chance.explain()).count("\n") >= 2
    if 0 < wanted < 1:
        simulated = odds.simulate(text, n=2_000, seed=3)
        assert abs(simulated.mean - float(wanted)) < 5 * simulated.standard_error


def test_face_down_cards_that_are_given_or_split() -> None:
    lying, odds = all_lying(), chances(few_rules())
    given = [way for way in lying if has(way["S face-down"], "BULL")]
    conditioned = odds.given("S face-down holds Bull")
    assert conditioned.chance("S holds Tiger").exact == Fraction(
        sum(has(way["S"], "TIGER") for way in given), len(given)
    )
    assert conditioned.where("BULL")["S"] == 1
    joint = Counter((money(way[PLACES[0]]), money(way[PLACES[1]])) for way in lying)
    distribution = odds.distribution(*map(money_of, PLACES))
    assert dict(distribution) == {values: Fraction(ways, len(lying)) for values, ways in joint.items()}
    for place in PLACES:
        wanted = {
            value: Fraction(ways, len(lying)) for value, ways in Counter(money(way[place]) for way in lying).items()
        }
        assert dict(odds.money(place)) == wanted
    ordered = odds.split("red", PLACES, ordered=True)
    assert sum(ordered.values()) == 1
    with pytest.raises(ValueError, match="S and S face-down do"):
        odds.split("red", ["S", "S face-down"])


def face_down(world: TrickRound, seat: str) -> tuple[Card, ...]:
    return tuple(below for upper, below in world.deal.covers if upper in world.hands[seat])


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.sample(4, 1)
def test_face_down_cards_from_a_view(seed: int) -> None:
    """Before the first card and in play, against every world of the view."""
    asked = 0
    for round in few_cards.walk(few_cards.small_round((TWO, ()), seed, 2 + seed % 2), seed):
        view = mam.view(round, round.rules.persons[(len(round.history) + seed) % 2])
        if not few_cards.has_few_deals(view, 60):
            continue
        worlds, odds = few_cards.all_worlds(view), chances(view)
        for seat in ("S", "W"):
            below: Counter[int] = Counter()
            for world, weight in worlds.items():
                below[money(face_down(world, seat))] += weight  # type: ignore[assignment]
            assert dict(odds.money(f"{seat} face-down")) == dict(below), (view, seat)
            for card in round.rules.pack:
                wanted = sum(weight for world, weight in worlds.items() if card in face_down(world, seat))
                assert odds.holds(f"{seat} face-down", card).exact == wanted, (view, seat, card)
                assert odds.chance(f"is {card.code} in {seat} face-down").exact == wanted
            up = sum(
                weight * (len(world.hands[seat]) - len(face_down(world, seat))) for world, weight in worlds.items()
            )
            assert odds.distribution(card_count(seat) - card_count(f"{seat} face-down")).mean == up
        asked += 1
    assert asked


def test_face_down_cards_with_all_cards_seen() -> None:
    round = mam.start(TWO, seed=3)
    assert isinstance(round, TrickRound)
    odds = chances(mam.view(round, None))
    for seat in ("S", "W"):
        assert dict(odds.money(f"{seat} face-down")) == {money(face_down(round, seat)): 1}


WRONG = [
    (TWO, "N face-down holds Bull", "only dummies have face-down cards, so use S face-down or W face-down"),
    (TWO, "nest face-down holds Bull", "only dummies have face-down cards, so use S face-down or W face-down"),
    (TWO, "Q holds Bull", "a place (N, E, S, W, N-S, E-W, nest, dealt nest, S face-down, W face-down), not “Q”"),
    ("make-a-million-1935", "S face-down holds Bull", "make-a-million-1935 has no face-down cards"),
    (
        "make-a-million-1935",
        "is Bull or Bear in nest",
        "expected cards and a place, as in “is Bull in nest”, not “Bull”",
    ),
    ("make-a-million-1935", "is Bull in hand", "expected a place (N, E, S, W, N-S, E-W, nest, dealt nest), not “hand”"),
    ("make-a-million-1935", "is red in nest", "'red' means 13 cards, not one"),
    ("make-a-million-1935", "Bull and Bull are in nest", "Bull is named twice"),
]


@pytest.mark.parametrize(("edition", "text", "reason"), WRONG)
def test_a_wrong_place_is_named(edition: str, text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=re.escape(reason)):
        chances(edition).chance(text)
