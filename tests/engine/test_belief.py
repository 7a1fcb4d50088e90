"""What is sure while hands are hidden: against explicit layouts, against the solver, and against itself; the adapting defense."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from explicit_layouts import find_sure_money

import mam
from mam.engine import Unsupported
from mam.engine.belief import search
from mam.engine.belief.belief import Belief, find_belief
from mam.engine.belief.defense import choose_reply, choose_surest
from mam.engine.belief.guarantee import Searcher, find_guarantee
from mam.games.trick_round import TrickRound
from mam.studies.problems.problem import find_problem
from mam.support.steps import take_all

GAMES = [
    "manhattan",
    "make-a-million-1935",
    "make-a-million-2004",
    "make-a-million-2004+trump-break",
    "make-a-million-1935+tiger-sets-color",
    "manhattan+without-tiger",
]


def list_endings(game: str, tricks: int, count: int, card: int, policy: str = "random") -> list[TrickRound]:
    """Return rounds that were played until this many tricks are left, and these cards of the next one were played."""
    played = mam.play_out(game, count, seed=7 * tricks + card, threads=1, policy=policy)
    rounds = [whole.at(len(whole.history) - 4 * tricks + card) for whole in map(played.round, range(count))]
    return [round for round in rounds if round.phase == "play"]


def list_beliefs(game: str, tricks: int, count: int, most_layouts: int, card: int = 0) -> Iterator[Belief]:
    """Yield what each person knows in such rounds, if not too many layouts fit."""
    for round in list_endings(game, tricks, count, card):
        for person in round.rules.persons:
            try:
                belief = find_belief(mam.view(round, person))
            except Unsupported:  # where the card drawn for the Tiger may still be in a hand
                assert "manhattan" in game
                continue
            if belief.seats and belief.count_layouts() <= most_layouts:
                yield belief


def find_value(belief: Belief, *, all_cards: bool = False) -> int:
    guarantee = take_all(find_guarantee(belief, searcher=Searcher(belief, all_cards=all_cards)))
    return guarantee.value


# Beliefs


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.sample(2, 0)
def test_the_layouts_are_the_worlds(game: str) -> None:
    """Every world that can be drawn is one of the layouts, and every layout is drawn."""
    checked = 0
    for belief in list_beliefs(game, 2, 5, 16, card=1):
        layouts = {
            tuple(sorted((place, frozenset(cards)) for place, cards in layout.items()))
            for layout in belief.list_layouts()
        }
        assert len(layouts) == belief.count_layouts()
        worlds = mam.worlds(mam.View(belief.you, belief.round), Random(1))
        drawn = set()
        for world, _ in zip(worlds, range(40 * len(layouts)), strict=False):
            places = {place: frozenset(world.hands.get(place, world.nest)) & belief.unseen for place in belief.rooms}
            drawn.add(tuple(sorted(places.items())))
        assert drawn == layouts, belief.round
        checked += 1
    assert checked


@pytest.mark.parametrize("game", GAMES)
def test_the_kernel_and_the_readable_rules_narrow_a_belief_alike(game: str) -> None:
    rng = Random(3)
    for belief in list_beliefs(game, 3, 6, 10_000):
        searcher = Searcher(belief, all_cards=True)
        while not belief.round.is_over:
            rows, cards = searcher.make_rows(belief), np.zeros(search.MAX_CARDS, np.int64)
            count = search.list_cards(rows, searcher.array, searcher.kinds, 0, cards)
            listed = {searcher.tables.cards[number] for number in cards[:count]}
            assert listed <= set(belief.cards_to_play)
            card = rng.choice(belief.cards_to_play)
            search.apply(rows, searcher.array, searcher.kinds, 0, searcher.tables.number(card))
            belief = belief.play(card)
            if not belief.round.is_over:
                assert_same_row(rows[1], searcher.make_rows(belief)[0])


def assert_same_row(row: np.ndarray, expected: np.ndarray) -> None:
    columns = [column for column in range(search.ROW_SIZE) if column not in (search.NEED, search.BROKEN)]
    assert row[columns].tolist() == expected[columns].tolist()
    assert row[search.BROKEN] & 1 == expected[search.BROKEN] & 1


def test_a_card_that_no_layout_allows_is_refused() -> None:
    round = mam.make_position("manhattan", "N R40 B2 | E R30 B5 | S R1 B40 | W R2 B3", "B", bidder="S", played="R2 R40")
    belief = find_belief(mam.view(round, "S"))
    with pytest.raises(ValueError, match="East can't play B40 in any layout"):
        belief.play(mam.parse_card("B40"))


# What is sure


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("card", range(4))
@pytest.mark.sample(6, 1)
def test_explicit_layouts_promise_the_same(game: str, card: int) -> None:
    compared = 0
    for belief in list_beliefs(game, 2, 4, 60, card):
        assert find_value(belief) == find_sure_money(belief), belief
        compared += 1
    assert compared


@pytest.mark.parametrize("card", range(4))
@pytest.mark.sample(1, 0)
def test_explicit_layouts_promise_the_same_with_three_tricks_and_two_hidden_hands(card: int) -> None:
    for belief in list_beliefs("manhattan", 3, 3, 20, card):
        assert find_value(belief) == find_sure_money(belief), belief


@pytest.mark.long
def test_explicit_layouts_promise_the_same_in_a_thousand_positions() -> None:
    plan = [(game, 2, 16, 60) for game in GAMES] + [("manhattan", 3, 20, 20), ("make-a-million-1935", 3, 20, 20)]
    compared = Counter[str]()
    for game, tricks, rounds, most_layouts in plan:
        for card in range(4):
            for belief in list_beliefs(game, tricks, rounds, most_layouts, card):
                assert find_value(belief) == find_sure_money(belief), belief
                compared["open" if len(belief.seats) > 1 else "alone" if belief.is_yours else "defend"] += 1
    print(f"{compared.total():,} positions: {dict(compared)}")
    assert compared.total() >= 1_000 and min(compared.values()) >= 100


@pytest.mark.parametrize("game", GAMES[:4])
def test_no_more_is_sure_than_open_cards_allow(game: str) -> None:
    """What is sure after a card is no better than its exact value with all cards open, in any layout."""
    for belief in list_beliefs(game, 3, 8, 60):
        if belief.round.turn not in belief.seats:
            continue
        guarantee = take_all(find_guarantee(belief))
        for layout in belief.list_layouts():
            open_values = mam.solve(belief.deal(layout), moves=True).moves
            for card, (money, _) in guarantee.moves.items():
                assert money <= open_values[card][0] if belief.is_yours else money >= open_values[card][0], (
                    belief,
                    card,
                )


@pytest.mark.parametrize("game", GAMES)
def test_equal_cards_are_equal(game: str) -> None:
    """Searching all cards, equal neighbors too, finds the same."""
    for belief in list_beliefs(game, 3, 8, 3_000):
        assert find_value(belief) == find_value(belief, all_cards=True), belief


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("tricks", [2, 4])
def test_with_all_hands_open_it_is_the_solver(game: str, tricks: int) -> None:
    for round in list_endings(game, tricks, 10, 1):
        seats = round.sides[round.side_of(round.bidder or round.turn_order[0])]
        for mine in (seats, tuple(seat for seat in round.turn_order if seat not in seats)):
            belief = Belief(round, mine[0], mine, frozenset(), {})
            assert find_value(belief) == mam.solve(round).value, round


def test_what_is_sure_is_printed_with_its_card() -> None:
    round = mam.make_position("manhattan", "N R40 B2 | E R30 B5 | S R1 B40 | W R2 B3", "B", bidder="S", played="R2")
    guarantee = mam.sure(mam.view(round, "S"))
    assert guarantee.layouts == 3
    assert guarantee.value == 70
    assert [card.code for card in guarantee.best] == ["R40"]
    assert str(guarantee) == "North-South take at least $70,000 in each of 3 layouts (R40)"


def test_a_card_that_works_in_every_layout_may_be_no_sure_one() -> None:
    """In problem 20 the Tiger takes $35,000 in each layout once it is known, but no line after it makes sure of more than $25,000."""
    belief = find_problem(mam.get_study("p20").chapters[0]).belief
    tiger, low = mam.parse_card("TIGER"), mam.parse_card("B4")
    captured = belief.round.captured[belief.side]
    open_values = [mam.solve(belief.deal(layout), moves=True).moves[tiger][0] for layout in belief.list_layouts()]
    moves = take_all(find_guarantee(belief)).moves
    assert min(open_values) - captured >= 35
    assert (moves[tiger][0] - captured, moves[low][0] - captured) == (25, 40)


# Limits and refusals


def test_what_is_proven_when_the_nodes_are_used_up_is_no_guess() -> None:
    for belief in list_beliefs("manhattan", 4, 3, 3_000):
        exact = take_all(find_guarantee(belief))
        for nodes in (1, 40, 300):
            bounds = take_all(find_guarantee(belief, nodes=nodes))
            assert bounds.low <= exact.value <= bounds.high
            assert bounds.exact or bounds.stopped == "nodes"
            assert all(low <= exact.moves[card][0] <= high for card, (low, high) in bounds.moves.items())


def test_bad_questions_are_refused() -> None:
    round = mam.make_position("manhattan", "N R40 B2 | E R30 B5 | S R1 B40 | W R2 B3", "B", bidder="S", played="R2")
    with pytest.raises(TypeError, match=r"mam\.sure takes a view"):
        mam.sure(round)
    with pytest.raises(ValueError, match="say who wants to be sure"):
        mam.sure(mam.view(round, None))
    with pytest.raises(ValueError, match="seconds must be a number above 0"):
        mam.sure(mam.view(round, "S"), seconds=-1)
    auction = mam.start("make-a-million-1935", seed=1)
    with pytest.raises(ValueError, match="nothing to solve in the phase “auction”"):
        mam.sure(mam.view(auction, "N"))
    six = mam.play_out("six", 1, seed=1, threads=1).round(0).at(-8)
    with pytest.raises(Unsupported, match="the solver needs four hands"):
        mam.sure(mam.view(six, "S" if "S" in six.rules.persons else six.rules.persons[0]))


# The defense


def play_against_the_defense(belief: Belief, amount: int, rng: Random, searcher: Searcher) -> bool:
    """Play random cards of yours that keep the goal, if there are any; return whether it is reached."""
    while not belief.round.is_over:
        if belief.round.turn not in belief.seats:
            belief = belief.play(choose_reply(searcher, belief, amount))
            continue
        good = [card for card in belief.cards_to_play if searcher.can_reach(belief.play(card), amount)]
        belief = belief.play(rng.choice(good or list(belief.cards_to_play)))
    return (belief.round.captured[belief.side] >= amount) == belief.is_yours


@pytest.mark.parametrize("game", GAMES[:3])
def test_a_wrong_card_always_fails_and_right_ones_never_do(game: str) -> None:
    rng, results = Random(5), set()
    for belief in list_beliefs(game, 3, 4, 1_000):
        searcher = Searcher(belief)
        value = find_value(belief)
        for amount in (value, value + 5):  # what is sure, and more than that
            is_won = searcher.can_reach(belief, amount)
            assert is_won == ((amount == value) == belief.is_yours)
            assert play_against_the_defense(belief, amount, rng, searcher) == is_won, (belief, amount)
            results.add(is_won)
    assert results == {True, False}


def test_the_defense_plays_only_cards_that_some_layout_allows_and_takes_nothing_back() -> None:
    """At the end one layout is left, and every reply was legal in it."""
    for belief in list_beliefs("manhattan", 3, 4, 1_000):
        searcher, first = Searcher(belief), belief
        while not belief.round.is_over:
            is_yours = belief.round.turn in belief.seats
            choose = choose_surest(searcher, belief) if is_yours else choose_reply(searcher, belief, 200)
            belief = belief.play(choose)
        plays = [play for trick in belief.round.tricks for play in trick.plays]
        held = {seat: {card for player, card in plays if player == seat} for seat in belief.round.hands}
        layouts = [
            layout
            for layout in first.list_layouts()
            if all(set(layout[seat]) <= held[seat] for seat in layout if seat in held)
        ]
        assert layouts
        round = first.deal(layouts[0])
        for move in belief.round.history[len(first.round.history) :]:
            round = round.play(move)  # legal, or IllegalMove
        assert round.captured == belief.round.captured


def test_whose_cards_the_defense_plays() -> None:
    round = mam.make_position("manhattan", "N R40 B2 | E R30 B5 | S R1 B40 | W R2 B3", "B", bidder="S", played="R2")
    belief = find_belief(mam.view(round, "S"))
    searcher = Searcher(belief)
    with pytest.raises(ValueError, match="North's cards are yours to play"):
        choose_reply(searcher, belief, 100)
    with pytest.raises(ValueError, match="East's cards are not yours to play"):
        choose_surest(searcher, belief.play(mam.parse_card("R40")))
