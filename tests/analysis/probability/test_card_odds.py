"""The odds of all unseen cards at once, against every world in small rounds and against question after question."""

from collections import Counter
from fractions import Fraction
from itertools import islice
from random import Random
from time import process_time

import few_cards
import pytest
import walks
from probability_rounds import late_position, random_round

import mam
from mam.analysis import unseen_cards as module
from mam.analysis.probability import OutOfReach, chances
from mam.analysis.probability.counting import Work
from mam.analysis.probability.marginals import count_marginals
from mam.analysis.probability.model import Model, NotCounted
from mam.analysis.probability.setting import Setting
from mam.analysis.unseen_cards import CardOdds, card_odds
from mam.games.trick_round import TrickRound
from mam.players import rulebook_player
from mam.rules.cards import UNSEEN, Card
from mam.rules.editions import TrickGameRules, get_edition, list_editions
from mam.support.estimates import Estimate

GAMES = [combo for combo in few_cards.GAMES if not any(option.endswith("-players") for option in combo[1])]
EDITIONS = [edition for edition in list_editions() if isinstance(get_edition(edition), TrickGameRules)]
MILLION = "make-a-million-1935"


def cards_in(round: TrickRound, place: str) -> tuple[Card, ...]:
    piles = {"nest": round.nest, "stock": round.deal.stock}
    return piles[place] if place in piles else round.hands[place]


def check_sums(odds: CardOdds, view: mam.View[TrickRound]) -> None:
    """Check that rows add up to 1, columns to the unseen cards of their place, and that no place is missing."""
    assert Counter(odds.cards) == Counter(view.round.unaccounted)
    assert sum(odds.sizes) == len(odds.cards) == len(odds.rows)
    assert all(
        size == cards_in(view.round, place).count(UNSEEN) for place, size in zip(odds.places, odds.sizes, strict=True)
    )
    tolerance = 1e-9 if odds.is_simulated else 0
    assert all(abs(sum(map(_number, row)) - 1) <= tolerance for row in odds.rows)
    for size, column in zip(odds.sizes, zip(*odds.rows, strict=True), strict=True):
        assert abs(sum(map(_number, column)) - size) <= tolerance


def _number(cell: Fraction | Estimate) -> Fraction | float:
    return cell.mean if isinstance(cell, Estimate) else cell


def small_views(combo: walks.Combo, seed: int) -> list[mam.View[TrickRound]]:
    """A few views from a small round, at moments in all parts of it."""
    rng, views = Random(seed), []
    first = few_cards.small_round(combo, seed, 2 if len(walks.rules_of(combo).seats) <= 4 else 1)
    for round in few_cards.walk(first, seed):
        view = mam.view(round, round.rules.persons[int(rng.random() * len(round.rules.persons))])
        if rng.random() < 0.4 and few_cards.has_few_deals(view, 150):
            views.append(view)
    return views


@pytest.mark.parametrize("combo", GAMES, ids=walks.name_of)
@pytest.mark.sample(3, 60)
def test_against_every_world(combo: walks.Combo) -> None:
    for view in islice((view for seed in range(40) for view in small_views(combo, seed)), 5):
        check_against_worlds(view)


def check_against_worlds(view: mam.View[TrickRound]) -> None:
    worlds, odds = few_cards.all_worlds(view), card_odds(view)
    check_sums(odds, view)
    unseen = Counter(view.round.unaccounted)
    for card, row in zip(odds.cards, odds.rows, strict=True):
        for place, cell in zip(odds.places, row, strict=True):
            seen_copies = cards_in(view.round, place).count(card)
            weighted_copies = sum(
                weight * (cards_in(world, place).count(card) - seen_copies) for world, weight in worlds.items()
            )
            assert cell == weighted_copies / unseen[card], (view, card, place)


def test_after_a_hidden_draw() -> None:
    for person in "ESW":
        check_against_worlds(mam.view(late_position(), person))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.sample(6, 1)
def test_against_question_after_question(edition: str) -> None:
    compared = 0
    many = len(get_edition(edition).seats) > 4  # then a question may take seconds
    for seed, tricks in enumerate((0, 1, 11) if many else (0, 1, 3, 5, 6, 8)):
        round = random_round(edition, seed, tricks)
        person = round.rules.persons[seed % len(round.rules.persons)]
        view = mam.view(round, person)
        odds, questions = card_odds(view), chances(view)
        check_sums(odds, view)
        for card in Random(seed).sample(sorted({*odds.cards}, key=str), min(2 if many else 4, len({*odds.cards}))):
            copies = odds.cards.count(card)
            for place in odds.places:
                try:
                    expected_copies = questions.count(place, card.code).mean
                except OutOfReach:
                    continue
                seen_copies = cards_in(view.round, place).count(card)
                assert odds[card, place] == (expected_copies - seen_copies) / copies, (view, card, place)
                compared += 1
    assert compared > (5 if many else 20)


def test_a_void_is_a_zero_and_what_is_seen_has_no_row() -> None:
    hands = "N B1 B9 | E R2 G40 | S R5 Y9 | W R40 Y4"
    round = mam.make_position(MILLION, hands, trump="Green", lead="W", played="R40 B1", bidder="S", bid=200)
    odds = card_odds(mam.view(round, "S"))
    assert odds.places == ("N", "E", "W") and odds.sizes == (1, 2, 1)
    north_did_not_follow_red = [0, Fraction(2, 3), Fraction(1, 3)]
    assert [odds["R2", place] for place in odds.places] == north_did_not_follow_red
    assert odds.table()[0] == {"card": "R2", "N": 0.0, "E": 2 / 3, "W": 1 / 3}
    assert repr(odds) == "odds of 4 unseen cards in N E W (exact)"
    with pytest.raises(KeyError, match="R40 is not an unseen card"):
        odds["R40", "N"]
    with pytest.raises(KeyError, match="'S' has no unseen cards"):
        odds["R2", "S"]


def test_who_sees_everything_has_no_odds_to_ask_for() -> None:
    odds = card_odds(mam.view(mam.start(MILLION, seed=7), None))
    assert (odds.cards, odds.places, odds.rows, odds.margin) == ((), (), (), 0.0)


def test_what_cannot_be_answered() -> None:
    round = mam.start(MILLION, seed=7)
    with pytest.raises(TypeError, match=r"take a view, like mam\.view\(round, 'N'\)"):
        card_odds(round)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="a game of letters"):
        card_odds(mam.view(mam.start("anagrams", seed=7), None))
    with pytest.raises(ValueError, match="a whole number, 1 or more"):
        card_odds(mam.view(round, "N"), n=0)


# Simulated


def rulebook_view(edition: str, seed: int, tricks: int, *, bidder: bool = False) -> mam.View[TrickRound]:
    """What somebody knows in a round of rulebook players."""
    round, rng = mam.start(edition, seed=seed), Random(seed)
    assert isinstance(round, TrickRound)
    while round.phase != "play" or len(round.tricks) < tricks:
        round = round.play(rulebook_player(mam.view(round, round.actor), rng))
    persons = round.rules.persons
    return mam.view(round, next(person for person in persons if (person == round.bidder) == bidder))


@pytest.mark.parametrize("edition", [MILLION, "make-a-million-1935-three", "six", "silent-eight", "sweven"])
@pytest.mark.sample(2, 1)
def test_simulated_odds_agree_with_exact_ones(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    view = rulebook_view(edition, 3, 2)
    exact = card_odds(view)
    monkeypatch.setattr(module, "count_marginals", _refuse)
    simulated = card_odds(view, n=4000, seed=5)
    check_sums(simulated, view)
    assert simulated.n == 4000 and not exact.is_simulated and exact.cards == simulated.cards
    for row, estimates in zip(exact.rows, simulated.rows, strict=True):
        for chance, estimate in zip(row, estimates, strict=True):
            assert isinstance(estimate, Estimate)
            assert abs(estimate.mean - chance) <= 4.5 * max(estimate.standard_error, 1e-12), (chance, estimate)
            assert chance not in (0, 1) or estimate.mean == chance


def test_too_many_cases_are_refused_at_once() -> None:
    with pytest.raises(NotCounted):
        count_marginals(Model(Setting(get_edition(MILLION))), Work(100))


def _refuse(*_: object) -> None:
    raise NotCounted("too many cases to count")


@pytest.mark.extended
def test_listening_to_the_calls() -> None:
    view = rulebook_view(MILLION, 7, 4)
    bidder = view.round.bidder
    assert bidder is not None
    odds, exact = card_odds(view, listen=True), card_odds(view)
    check_sums(odds, view)
    assert odds.is_simulated and 0 < odds.margin < 0.1 and "the probability of the others' calls" in odds.model
    assert card_odds(view, listen=True).table() == odds.table()
    for row, estimates in zip(exact.rows, odds.rows, strict=True):
        assert all(float(estimate) == 0 for chance, estimate in zip(row, estimates, strict=True) if chance == 0)
    assert any(
        abs(estimate.mean - chance) > 6 * estimate.standard_error > 0
        for row, estimates in zip(exact.rows, odds.rows, strict=True)
        for chance, estimate in zip(row, estimates, strict=True)
        if isinstance(estimate, Estimate)
    )  # a seat that passed is less likely to hold the best cards


def test_without_calls_to_listen_to_the_odds_are_exact() -> None:
    view = mam.view(mam.start(MILLION, seed=7, dealer="W"), "N")
    odds = card_odds(view, listen=True)
    assert (
        not odds.is_simulated
        and odds.calls == "the others have made no calls and played no cards"
        and odds.calls in odds.model
    )


# Speed


@pytest.mark.parametrize("tricks", [-1, 0, 2, 4, 6, 9])
def test_four_players_wait_less_than_150_milliseconds(tricks: int) -> None:
    view = mam.view(mam.start(MILLION, seed=7), "S") if tricks < 0 else rulebook_view(MILLION, 7, tricks)
    assert min(_seconds(view) for _ in range(3)) < 0.15


def _seconds(view: mam.View[TrickRound]) -> float:
    start = process_time()
    card_odds(view)
    return process_time() - start
