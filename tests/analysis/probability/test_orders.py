"""Deals to order: drawn from exactly the deals that agree, each as likely as any other."""

from collections import Counter
from fractions import Fraction
from itertools import islice
from math import sqrt

import pytest
from small_packs import ONE_PACK, TWO_PACKS, Fact, all_deals, count, money, proportion

import mam
from mam.analysis import constrained_deals as orders
from mam.analysis.constrained_deals import Deals, deals
from mam.analysis.probability import SimulatedChance, card_count, counting
from mam.analysis.probability import money as money_of
from mam.analysis.probability.grid import Grid
from mam.rules.cards import money_in
from mam.rules.dealing import Deal
from mam.rules.editions import TrickGameRules
from mam.support.steps import yield_result

USUAL = "make-a-million-1935"


def lying(deal: Deal) -> dict[str, tuple[mam.Card, ...]]:
    return {**dict(zip(deal.seats, deal.hands, strict=True)), "nest": deal.nest, "stock": deal.stock}


SMALL: list[tuple[TrickGameRules, list[str], Fact]] = [
    (ONE_PACK, ["N holds Bull", "money S >= 30"], lambda d: count(d["N"], "BULL") == 1 and money(d["S"]) >= 30),
    (ONE_PACK, ["N red = 2 or nest money = 0"], lambda d: count(d["N"], "R") == 2 or not money(d["nest"])),
    (ONE_PACK, ["N red + E red + S red + W red = 2"], lambda d: count(d["nest"], "R") == 1),
    (
        ONE_PACK,
        ["money N = 40", "nest plain = 1", "S red <= 1"],
        lambda d: (
            money(d["N"]) == 40 and not money(d["nest"]) and not count(d["nest"], "T", "BU") and count(d["S"], "R") < 2
        ),
    ),
    (
        TWO_PACKS,
        ["nest R40 >= 1", "A holds Bull"],
        lambda d: count(d["nest"], "R40") >= 1 and count(d["A"], "BULL") == 1,
    ),
]


@pytest.mark.parametrize(("rules", "where", "fact"), SMALL, ids=[" and ".join(where) for _, where, _ in SMALL])
@pytest.mark.sample(2, 3)
def test_every_deal_that_agrees_is_as_likely(rules: TrickGameRules, where: list[str], fact: Fact) -> None:
    """Chi-square over groups of deals that agree: which cards lie with the first seats and in the nest."""
    ordered = Deals(rules, where, 11, rules.persons[0])
    assert ordered.rarity == proportion(rules, fact)
    first, *_ = rules.seats

    def group(places: dict[str, tuple[mam.Card, ...]]) -> tuple[str, ...]:
        return tuple(sorted(card.code for card in places[first])), tuple(sorted(card.code for card in places["nest"]))  # type: ignore[return-value]

    agreeing = [deal for deal in all_deals(rules) if fact(deal)]
    expected = Counter(map(group, agreeing))
    counts: Counter[tuple[str, ...]] = Counter()
    samples = 4_000
    for deal in islice(ordered, samples):
        assert fact(lying(deal))
        counts[group(lying(deal))] += 1
    assert set(counts) <= set(expected)
    square = 0.0
    for key, ways in expected.items():
        wanted = ways * samples / len(agreeing)
        square += (counts[key] - wanted) ** 2 / wanted
    freedom = len(expected) - 1
    assert square < freedom + 5 * sqrt(2 * max(1, freedom)) + 5


CONDITIONS = [
    "money N = 0 and N holds Tiger",
    "N red >= 7 and money N-S > 250",
    "N holds Bull and Bear and Tiger and R40 and Y40",
    pytest.param("strength N red >= 180 or strength S red >= 180", marks=pytest.mark.extended),  # takes seconds
    "nest money >= 100",
    "N red = 13",
]


@pytest.mark.parametrize("where", CONDITIONS)
def test_what_is_rare_comes_at_once(where: str) -> None:
    ordered = deals(USUAL, where, seed=5)
    odds = mam_chances(USUAL)
    assert ordered.rarity == odds.chance(where).exact < Fraction(1, 100)
    for deal in islice(ordered, 5):
        assert mam.start(USUAL, deal=deal).phase == "auction"
        sentence = odds.setting.resolve(odds.setting.read(_condition(where)))
        assert _holds(sentence, deal)


def mam_chances(edition: str):  # type: ignore[no-untyped-def]
    from mam.analysis.probability import chances

    return chances(edition)


def _condition(text: str):  # type: ignore[no-untyped-def]
    from mam.analysis.probability.conditions import as_condition

    return as_condition(text)


def _holds(event: object, deal: Deal) -> bool:
    from mam.analysis.probability.constraints import is_true, sums_of
    from mam.analysis.probability.sampling import add_up

    return is_true(event, [add_up(term, lying(deal)) for term in sums_of(event)])  # type: ignore[arg-type]


def test_a_deal_depends_on_its_seed_and_number_only() -> None:
    ordered = deals(USUAL, "N red >= 5", seed=9)
    first = list(islice(ordered, 4))
    same_seed = deals(USUAL, "N red >= 5", seed=9)
    assert [same_seed.deal(number) for number in (3, 1, 0, 2)] == [first[number] for number in (3, 1, 0, 2)]
    assert deals(USUAL, "N red >= 5", seed=10).deal(0) != first[0]
    assert mam.encode_deal(first[0], USUAL) == mam.encode_deal(same_seed.deal(0), USUAL)


def test_conditions_and_functions_together() -> None:
    def long_green(deal: Deal) -> bool:
        return sum(card.color == mam.Color.GREEN for card in deal["S"]) >= 5

    ordered = deals(USUAL, [card_count("N", "red") >= 5, "S holds Bull", long_green], seed=2)
    for deal in islice(ordered, 10):
        assert long_green(deal)
        assert sum(card.color == mam.Color.RED for card in deal["N"]) >= 5
        assert mam.parse_card("BULL") in deal["S"]
    acceptance = ordered.acceptance
    assert acceptance is not None and 0 < acceptance.mean < 1 and acceptance.n >= 10
    assert str(ordered).startswith("1 deal in 27.53 of make-a-million-1935") and "long_green(deal)" in str(ordered)


@pytest.mark.parametrize("edition", mam.list_editions())
def test_every_edition_begins_with_such_a_deal(edition: str) -> None:
    rules = mam.get_edition(edition)
    card = rules.pack[0].code
    ordered = deals(edition, f"{rules.seats[0]} holds {card}", seed=4)
    for deal in islice(ordered, 2):
        assert rules.pack[0] in deal.hands[0]
        assert not mam.start(edition, deal=deal).is_over


def test_the_dealer_and_options_and_players() -> None:
    assert next(deals(USUAL, seed=1, dealer="W")).dealer == "W"
    assert {deals(USUAL, seed=1).deal(number).dealer for number in range(30)} == set("NESW")
    deal = next(deals("sweven", "F holds SA", seed=1, players=6))
    assert len(deal.hands) == 6
    deal = next(deals("manhattan", seed=1, options=["without-tiger"]))
    assert len(deal.cards) == 54


def test_hidden_cards_under_open_ones_and_the_lot() -> None:
    rules = mam.get_edition("make-a-million-1935-two")
    deal = next(deals(rules.id, "S red >= 4", seed=3))
    assert len(deal.covers) == 12
    assert next(deals("manhattan", seed=3)).blind_draw in range(3)


IMPOSSIBLE = [
    ("N red >= 14", "“N red >= 14”: N red is 0 to 13$"),
    ("money N = 3", "money N is always a multiple of 5"),
    (["N holds Bull", "S holds Bull"], "meets all of these conditions: “N holds Bull” and “S holds Bull”$"),
    (["N holds Tiger", "N red >= 8", "S red >= 6"], "meets all of these conditions: “N red >= 8” and “S red >= 6”$"),
    (
        ["N plain >= 4", "money N = 0 and money N >= 5"],
        "meets all of these conditions: “money N = 0” and “money N >= 5”$",
    ),
    (
        "nest holds Tiger and Bull and Bear and R40",
        "all of these conditions: “nest holds Tiger” and “nest holds Bull” and “nest holds Bear” and “nest holds R40”$",
    ),
]


@pytest.mark.parametrize(("where", "reason"), IMPOSSIBLE)
def test_the_impossible_is_refused_with_the_reason(where: str | list[str], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        deals(USUAL, where)


def test_a_function_that_is_never_true() -> None:
    ordered = deals(USUAL, [lambda deal: money_in(deal["N"]) > 1_000])
    with pytest.raises(ValueError, match="no deal found in 20,000 attempts"):
        next(ordered)


def test_wrong_orders() -> None:
    with pytest.raises(TypeError, match="a constraint is a condition"):
        deals(USUAL, 7)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="“Bul” does not name cards here: did you mean “bull”"):
        deals(USUAL, "N holds Bul")
    with pytest.raises(ValueError, match="no seat 'Q' to deal"):
        deals(USUAL, dealer="Q")
    with pytest.raises(TypeError, match="a seed is a whole number"):
        deals(USUAL, seed=1.5)  # type: ignore[arg-type]


def test_what_is_too_much_to_draw_directly_is_tried_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orders, "_WORK", 400_000)
    monkeypatch.setattr(counting, "_MAX_WORK", 400_000)
    where = [money_of("N") - money_of(seat) >= 5 * index for index, seat in enumerate("ESW")]
    where.append(card_count("N", "red") + card_count("S", "green") >= 5)
    ordered = deals(USUAL, where, seed=8)
    for deal in islice(ordered, 5):
        north = money_in(deal["N"])
        assert all(north - money_in(deal[seat]) >= 5 * index for index, seat in enumerate("ESW"))
    assert isinstance(ordered.rarity, SimulatedChance) and "about 1 deal in" in str(ordered)


@pytest.mark.parametrize("number", [-1, "a", None, True])
def test_a_number_of_a_deal_is_0_or_more(number: object) -> None:
    with pytest.raises(ValueError, match="a deal's number is a whole number, 0 or more"):
        mam.deals("make-a-million-1935").deal(number)  # type: ignore[arg-type]


@pytest.mark.parametrize("last", ["W 40 >= 0", "W 40 >= 1", "nest 40 >= 1"])
def test_each_way_to_fill_the_rooms_is_looked_at_once(last: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole number that holds all counts is not gone through again for each of them."""
    taken = []
    take = Grid.take
    monkeypatch.setattr(Grid, "take", lambda self, ways, used: taken.append(ways) or take(self, ways, used))
    order = mam.deals("make-a-million-2004", f"(E green < 3 and (money N-S != 10 or {last}))", seed=1)
    assert sum(card.color == mam.Color.GREEN for card in next(order)["E"]) < 3
    assert len(taken) < 2_000


def test_what_can_be_drawn_is_possible_without_counting_how_rare_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lab deals while somebody waits: the deals are counted once, to draw one."""
    goals = []
    count = counting.Sweep.count_in_steps
    monkeypatch.setattr(
        counting.Sweep, "count_in_steps", lambda self, goal, keep=None: goals.append(goal) or count(self, goal, keep)
    )
    ordered = deals(USUAL, "S red = 5 and S Tiger = 1 and money S >= 100", seed=1)
    assert money_in(next(ordered)["S"]) >= 100 and len(goals) == 1
    assert 0 < ordered.rarity < 1 and len(goals) > 1


def test_deals_in_steps_are_the_same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    where = "S red = 5 and S yellow = 3 and S Tiger = 1 and money S >= 100 and money S < 150"
    at_once = deals(USUAL, where, 3, dealer="N")
    *pauses, in_steps = yield_result(orders.deals_in_steps(USUAL, where, 3, dealer="N"))
    assert in_steps is not None and len(pauses) > len(in_steps.drawing.active), "every level is a step of its own"
    origins, found_before = in_steps.drawing._find_origins, []
    monkeypatch.setattr(in_steps.drawing, "_find_origins", lambda level: found_before.append(level) or origins(level))
    assert next(in_steps) == next(at_once) and not found_before
    with pytest.raises(ValueError, match="no deal meets"):
        [*orders.deals_in_steps(USUAL, "S red >= 30")]


def test_an_explanation_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = mam.chances(USUAL).chance("N red >= 5 and money N-S > 200")
    counted, count = [], counting.Sweep.count_in_steps
    monkeypatch.setattr(
        counting.Sweep, "count_in_steps", lambda self, *rest: counted.append(rest) or count(self, *rest)
    )
    assert chance.explain() == chance.explain() and counted
    first = len(counted)
    chance.explain()
    assert len(counted) == first
