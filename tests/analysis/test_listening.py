"""What the others called, discarded and played says about unseen cards: worlds drawn in proportion to its probability."""

from itertools import islice
from random import Random

import numpy as np
import pytest

import mam
from mam.engine.rollouts.continuation import list_mask_cards
from mam.engine.rollouts.hidden_discards import DiscardModel, is_discard_hidden
from mam.engine.rollouts.inference import list_policies, measure_effective_size, weigh_worlds
from mam.engine.rollouts.listener import Listener
from mam.engine.rollouts.worlds import MaskDrawer, Masks, draw_masks
from mam.games.trick_round import TrickRound
from mam.players import Player, random_player, rulebook_player
from mam.players.club import club_player
from mam.support.steps import take_all

GAME = "make-a-million-1935"


def list_positions(edition: str, seed: int, player: Player) -> list[TrickRound]:
    """Return every position of the play by such players."""
    round, rng, rounds = mam.start(edition, seed=seed), Random(seed), []
    while not round.is_over:
        if round.phase == "play":
            rounds.append(round)
        round = round.play(player(mam.view(round, round.actor), rng))
    return rounds


def find_moment(edition: str, seed: int, player: Player, cards_played: int) -> TrickRound:
    """Return the round of such players after this many cards, before an opponent or the partner of the bidder plays."""
    return next(
        round
        for round in list_positions(edition, seed, player)
        if len(round.played) >= cards_played and round.actor != round.bidder
    )


def make_model(round: TrickRound) -> tuple[DiscardModel, TrickRound]:
    view_round = mam.view(round, round.actor).round
    assert isinstance(view_round, TrickRound) and is_discard_hidden(view_round, round.actor)
    return DiscardModel(view_round, list_policies(view_round, round.actor)), view_round


def draw_joined(model: DiscardModel, view_round: TrickRound, count: int, way: int) -> tuple[Masks, np.ndarray, Masks]:
    """Return worlds as they are drawn, the way in which each discard was chosen, and these worlds joined."""
    masks, ways = draw_masks(view_round, list_mask_cards(view_round.rules), count, 1), np.full(count, way)
    return masks, ways, model.join(masks, ways)


def score_places(masks: Masks, weights: np.ndarray, real: Masks) -> float:
    """Return the sum of the logarithms of the probabilities of the places where the cards really are."""
    proportions = np.average(masks.counts(), axis=0, weights=weights)
    return float(np.log(np.maximum((proportions * real.counts()[0]).sum(axis=0), 0.002)).sum())


# Discards


@pytest.mark.parametrize("edition", [GAME, "make-a-million-2004", "six", "manhattan"])
@pytest.mark.parametrize(("player", "way"), [(rulebook_player, 0), (club_player, 1)], ids=["rulebook", "club"])
def test_the_real_discard_is_that_of_the_policy(edition: str, player: Player, way: int) -> None:
    checked = 0
    for seed in (3, 4, 6):
        round = find_moment(edition, seed, player, 8)
        if not is_discard_hidden(mam.view(round, round.actor).round, round.actor):
            continue  # money had to be discarded
        model, _ = make_model(round)
        real = draw_masks(round, list_mask_cards(round.rules), 1, 0)
        ways = np.array([way])
        joined = model.join(real, ways)
        assert joined.contents[0, model.nest] == 0
        separate, surprise = model.separate(joined, ways)
        assert np.array_equal(separate.contents, real.contents)
        assert np.array_equal(separate.duplicates, real.duplicates)
        assert 0 <= surprise[0] < 1.5  # a good trump, perhaps not by far the best
        checked += 1
    assert checked


def test_a_discard_of_what_was_played_or_must_be_gone_is_impossible() -> None:
    round = find_moment(GAME, 3, rulebook_player, 20)
    model, view_round = make_model(round)
    masks, ways, joined = draw_joined(model, view_round, 2000, 0)
    separate, surprise = model.separate(joined, ways)
    kept, nest = separate.contents[:, model.seat], separate.contents[:, model.nest]
    played = sum(hands.cards for hands in model.played)
    fits = (nest & played == 0) & (kept & ~played & model.not_kept == 0)
    assert 0 < fits.mean() < 1
    assert np.array_equal(np.isinf(surprise), ~fits)
    assert np.array_equal(kept | nest, masks.contents[:, model.seat] | masks.contents[:, model.nest])


def test_a_discard_by_chance_stays_as_it_was_drawn() -> None:
    round = find_moment(GAME, 3, rulebook_player, 20)
    model, view_round = make_model(round)
    masks, ways, joined = draw_joined(model, view_round, 200, model.random_way)
    separate, surprise = model.separate(joined, ways)
    assert np.array_equal(separate.contents, masks.contents) and np.isfinite(surprise).all()
    # What may be discarded in more ways was drawn as much less often: the two cancel out, but for the trump, one of four.
    by_trump = surprise + model.measure_proposal(joined, ways)
    assert (by_trump > 0).all() and by_trump.min() < np.log(4)


def test_a_discard_says_nothing_before_trump_is_named() -> None:
    round, rng = mam.start(GAME, seed=3), Random(1)
    while round.phase != "trump":
        round = round.play(rulebook_player(mam.view(round, round.actor), rng))
    for seat in round.rules.seats:
        assert not is_discard_hidden(mam.view(round, seat).round, seat)


def test_worlds_are_drawn_as_often_as_the_model_says() -> None:
    """Near the end of a round few worlds are left: all that the bidder can have had are equally likely."""
    round = find_moment(GAME, 5, rulebook_player, 44)
    model, view_round = make_model(round)
    masks, ways, joined = draw_joined(model, view_round, 40_000, 0)
    weights = np.exp(-model.measure_proposal(joined, ways))
    worlds, numbers = np.unique(joined.contents, axis=0, return_inverse=True)
    shares = np.bincount(numbers.ravel(), weights) / weights.sum() * len(worlds)
    assert len(worlds) > 20
    uneven = np.bincount(numbers.ravel()) / len(masks) * len(worlds)
    assert shares.std() < 0.5 * uneven.std()
    assert abs(shares - 1).max() < 0.35


# Listeners


@pytest.mark.long
@pytest.mark.parametrize("cards_played", [16, 30])
@pytest.mark.parametrize("edition", [GAME, "six"])
def test_cards_that_change_places_end_where_many_more_worlds_say(edition: str, cards_played: int) -> None:
    round = find_moment(edition, 5, club_player, cards_played)
    view_round, cards = mam.view(round, round.actor).round, list_mask_cards(round.rules)
    listener = Listener(view_round, round.actor, MaskDrawer(view_round, cards), 1, swaps=150)
    drawn = listener.draw(1500, 2)
    assert listener.pairs
    population, weights = take_all(listener._draw_weighted(150_000, 3))
    wanted, _ = listener._separate(population)
    assert measure_effective_size(weights) > 300
    expected = np.average(wanted.counts(), axis=0, weights=weights)
    difference = drawn.counts().mean(axis=0) - expected
    assert abs(difference).max() < 0.16
    assert np.sqrt((difference**2).mean()) < 0.03
    uniform = draw_masks(view_round, cards, 1500, 1).counts().mean(axis=0)
    assert np.sqrt(((uniform - expected) ** 2).mean()) > 0.03


@pytest.mark.parametrize("player", [rulebook_player, club_player], ids=["rulebook", "club"])
def test_discards_say_where_cards_are(player: Player) -> None:
    with_discards, without = [], []
    for seed in range(12):
        round = find_moment(GAME, seed, player, 16)
        view_round, cards = mam.view(round, round.actor).round, list_mask_cards(round.rules)
        assert isinstance(view_round, TrickRound)
        if not is_discard_hidden(view_round, round.actor):
            continue
        drawer, real = MaskDrawer(view_round, cards), draw_masks(round, cards, 1, 0)
        drawn, masks = Listener(view_round, round.actor, drawer, seed).draw(600, seed), drawer.draw(12_000, seed)
        with_discards.append(score_places(drawn, np.ones(len(drawn)), real))
        without.append(score_places(masks, weigh_worlds(view_round, round.actor, masks), real))
    assert len(with_discards) > 5
    assert np.mean(with_discards) > np.mean(without) + 1


def test_a_listener_knows_only_what_is_seen() -> None:
    round = find_moment(GAME, 8, club_player, 14)
    view, cards = mam.view(round, round.actor), list_mask_cards(round.rules)
    drawer = MaskDrawer(view.round, cards)
    drawn = Listener(view.round, round.actor, drawer, 1).draw(100, 2)
    for world in islice(mam.worlds(view, Random(5)), 3):  # the same view of other deals
        seen = mam.view(world, round.actor).round
        again = Listener(seen, round.actor, MaskDrawer(seen, cards), 1).draw(100, 2)
        assert np.array_equal(drawn.contents, again.contents)


@pytest.mark.parametrize("edition", [GAME, "silent-eight", "six", "make-a-million-1935-three"])
def test_what_a_listener_draws_is_consistent_with_the_view(edition: str) -> None:
    for seed, player in ((1, random_player), (2, club_player)):
        rounds = list_positions(edition, seed, player)
        for round in rounds[4::17]:
            view_round, cards = mam.view(round, round.actor).round, list_mask_cards(round.rules)
            drawer = MaskDrawer(view_round, cards)
            drawn, possible = Listener(view_round, round.actor, drawer, 1).draw(40, 2), drawer.draw(4000, 3)
            counts, shares = drawn.counts(), possible.counts()
            assert (counts.sum(axis=2) == shares[0].sum(axis=1)).all()
            assert (counts.sum(axis=1) == shares[0].sum(axis=0)).all() or view_round.deal.stock
            never, always = shares.max(axis=0) == 0, shares.min(axis=0) > 0
            assert (counts[:, never] == 0).all() and (counts[:, always] > 0).all()
