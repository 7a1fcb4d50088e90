"""At least one of several things, each in a place of its own: exactly, by inclusion and exclusion."""

from contextlib import suppress
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

import mam
from mam.analysis.probability import OutOfReach, card_count, chances, counting, money
from mam.analysis.probability import inclusion_exclusion as excluding
from mam.analysis.probability.conditions import AnyOf

POOR = [  # edition, the most money of a misdeal, hands, cards in each, cards in the pack, copies of each money card
    ("make-a-million-2004+misdeal", 15, 4, 13, 55, 1),
    ("six+misdeal", 15, 6, 17, 105, 2),
    ("six+double-misdeal", 30, 6, 17, 105, 2),
    ("eight+misdeal", 15, 8, 13, 107, 2),
    ("eight+double-misdeal", 30, 8, 13, 107, 2),
]


def poor_sets(max_money: int, left: tuple[int, int, int]) -> list[tuple[int, int, int]]:
    """How many fives, tens and fifteens a poor hand can hold, of so many that are left; of 30 only a card can be alone."""
    fives, tens, fifteens = left
    return [
        (a, b, c)
        for a in range(fives + 1)
        for b in range(tens + 1)
        for c in range(fifteens + 1)
        if 5 * a + 10 * b + 15 * c <= max_money
    ]


def any_poor(max_money: int, hands: int, size: int, pack: int, copies: int) -> Fraction:
    """The same by another way: hand after hand, cards of 5, 10, 15, 30 and the others; subsets of hands added in turn."""
    copies_per_rank = 4 * copies
    plain_total, total = pack - 5 * copies_per_rank, Fraction(0)
    states = {
        (copies_per_rank, copies_per_rank, copies_per_rank, copies_per_rank, plain_total): 1
    }  # fives, tens, fifteens, thirties and number cards left
    deals = 1
    for count in range(1, hands + 1):
        after: dict[tuple[int, ...], int] = {}
        for (fives, tens, fifteens, thirties, plain), ways in states.items():
            for thirty in range(min(1, thirties) + 1 if max_money >= 30 else 1):
                for a, b, c in poor_sets(max_money - 30 * thirty, (fives, tens, fifteens)):
                    plain_cards = size - a - b - c - thirty
                    if 0 <= plain_cards <= plain:
                        key = (fives - a, tens - b, fifteens - c, thirties - thirty, plain - plain_cards)
                        choices = comb(fives, a) * comb(tens, b) * comb(fifteens, c) * comb(thirties, thirty)
                        after[key] = after.get(key, 0) + ways * choices * comb(plain, plain_cards)
        states, deals = after, deals * comb(pack - size * (count - 1), size)
        total += (-1) ** (count + 1) * comb(hands, count) * Fraction(sum(states.values()), deals)
    return total


@pytest.mark.parametrize(("edition", "max_money", "hands", "size", "pack", "copies"), POOR)
@pytest.mark.sample(4, 0)
def test_R04_OPT_1_any_hand_is_a_misdeal(
    edition: str, max_money: int, hands: int, size: int, pack: int, copies: int
) -> None:
    odds = chances(edition)
    chance = odds.misdeal()
    assert chance.exact == any_poor(max_money, hands, size, pack, copies)
    assert chance.exact == odds.chance(str(chance).partition(":")[0]).exact
    assert chance.simulate(1_000, seed=4).agrees
    explanation = chance.explain()
    assert "By inclusion and exclusion" in explanation and f"+ each alone ({hands} cases): " in explanation


def test_R04_OPT_1_the_headline_figure() -> None:
    chance = chances("make-a-million-2004+misdeal").misdeal()
    assert f"{float(chance):.6f}" == "0.058821" and chance.exact == Fraction(3905277012218, 66392773568495)
    with pytest.raises(ValueError, match="make-a-million-2004 has no rule for a misdeal"):
        chances("make-a-million-2004").misdeal()


@pytest.mark.parametrize("seed", [9, 10, 21])
def test_R04_OPT_1_somebody_else_has_a_misdeal(seed: int) -> None:
    round = mam.start("make-a-million-2004", seed, options=["misdeal"])
    odds = chances(mam.view(round, round.turn))
    other_seats = [seat for seat in "NESW" if seat != round.turn]
    poor = [money(seat) <= 15 for seat in other_seats]
    by_hand = sum(
        (-1) ** (size + 1) * odds.chance(joined(chosen)).exact
        for size in (1, 2, 3)
        for chosen in combinations(poor, size)
    )
    assert odds.misdeal().exact == (1 if mam.money_in(round.hands[round.turn or ""]) <= 15 else by_hand)


def joined(parts):  # type: ignore[no-untyped-def]
    combined = parts[0]
    for part in parts[1:]:
        combined = combined & part
    return combined


@pytest.mark.parametrize(
    "parts",
    [
        (card_count("N", "red") >= 5, card_count("E", "red") >= 6),
        (card_count("N", "red") >= 5, card_count("S", "yellow") <= 1),
        (money("N-S") > 250, money("E") > 120),
        (card_count("N", "animals") >= 2, card_count("nest", "animals") >= 1, card_count("W", "animals") == 2),
        (money("N") - money("S") > 100, card_count("E", "red") == 0),
        (card_count("N", "red") >= 5, money("N") > 120),
    ],
    ids=str,
)
def test_any_of_several_is_the_same_by_complements(parts) -> None:  # type: ignore[no-untyped-def]
    odds = chances("make-a-million-1935")
    none = joined([~part for part in parts])
    assert odds.chance(AnyOf(parts)).exact == 1 - odds.chance(none).exact


def test_places_that_share_a_room_are_counted_card_by_card() -> None:
    odds = chances("make-a-million-1935")
    event = odds.setting.resolve(AnyOf((card_count("N", "red") >= 5, card_count("N-S", "red") >= 9)))
    assert excluding.count_several(odds.possible_deals.cases[0], event, counting.Work()) is None


# A refusal is quick: what is done before it is counted, and what is drawn after it is little


HARD = [
    (
        "make-a-million-1935",
        lambda odds: odds.chance("N red >= 4 and E yellow >= 4 and S black >= 4 and money N > 100"),
    ),
    (
        "make-a-million-1935",
        lambda odds: odds.distribution(money("N") - money("S"), mam.analysis.probability.strength("N", "red")),
    ),
    ("eight", lambda odds: odds.distribution(*(card_count(seat, "red") for seat in "ABCD"))),
    ("six", lambda odds: odds.given("money A > 30 and B red >= 3").where("Bull")),
]


@pytest.mark.parametrize(("edition", "ask"), HARD)
@pytest.mark.sample(2, 0)
def test_a_refusal_does_no_more_than_it_may(edition: str, ask, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    works: list[counting.Work] = []
    begin = counting.Work.__init__
    monkeypatch.setattr(
        counting.Work, "__init__", lambda self, maximum=None: (works.append(self), begin(self, maximum))[1]
    )
    with suppress(OutOfReach):
        ask(chances(edition))
    assert sum(work.amount for work in works) <= 1.6 * counting._MAX_WORK


def test_a_sum_looks_only_where_it_adds_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn after a refusal is added up place by place: not each card of the pack for each sum."""
    looked = []

    class Watched(dict[mam.Card, int]):
        def get(self, card: mam.Card, default: int = 0) -> int:  # type: ignore[override]
            looked.append(card)
            return super().get(card, default)

    count = chances("eight").setting.sum(card_count("A", "red"))
    count.__dict__["by_spot"] = {spot: Watched(worth) for spot, worth in count.by_spot.items()}
    from mam.analysis.probability.sampling import add_up

    deal = mam.start("eight", 5).deal
    lying = dict(zip(deal.seats, deal.hands, strict=True)) | {"nest": deal.nest}
    assert add_up(count, lying) == sum(card.color == mam.Color.RED for card in deal["A"])
    assert len(looked) == 13
