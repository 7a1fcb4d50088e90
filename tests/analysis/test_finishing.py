"""Rounds finished by the kernel in worlds of masks end as the readable rules say, whatever the moment."""

from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest

import mam
from mam.engine import Unsupported, strategy
from mam.engine.budget import Budget
from mam.engine.club.hand_weights import find_hand_weights
from mam.engine.rollouts import continuation
from mam.engine.rollouts.call_model import find_bid_limits, find_deviations
from mam.engine.rollouts.club_hand_tables import measure_club_deviations
from mam.engine.rollouts.continuation import Rollout, list_mask_cards
from mam.engine.rollouts.inference import measure_effective_size, pick_rows, weigh_worlds
from mam.engine.rollouts.listener import Listener
from mam.engine.rollouts.scores import find_advantage, score_results
from mam.engine.rollouts.worlds import MaskDrawer, Masks, draw_masks
from mam.engine.solver.position import pack_tables
from mam.engine.solver.world_solver import WorldSolver
from mam.games.sampling.clues import list_played
from mam.games.trick_round import TrickRound
from mam.players import random_player, rulebook_player
from mam.players.club import club_player

GAME = "make-a-million-1935"

GAMES = [
    edition
    for edition in mam.list_editions()
    if mam.get_edition(edition).game == "tricks" and not mam.get_edition(edition).half_hidden_seats
]


def positions(edition: str, seed: int, player=rulebook_player) -> list[TrickRound]:
    """Every position of a round in which the bidding is over."""
    round, rng, moments_of_play = mam.start(edition, seed=seed), Random(seed), []
    while not round.is_over:
        if round.phase in ("nest", "trump", "called", "play"):
            moments_of_play.append(round)
        round = round.play(player(mam.view(round, round.actor), rng))
    return moments_of_play


def finished(round: TrickRound) -> TrickRound:
    while not round.is_over:
        round = round._apply(strategy.choose_move(mam.view(round, round.actor).round))
    return round


@pytest.mark.parametrize("edition", GAMES)
@pytest.mark.parametrize("player", [rulebook_player, random_player], ids=["rulebook", "random"])
@pytest.mark.sample(4, 13)
def test_the_kernel_goes_on_as_the_readable_strategy_does(edition: str, player) -> None:
    checked = 0
    for seed in (3, 5):
        sampled = positions(edition, seed, player)
        for round in (*(position for position in sampled if position.phase != "play"), *sampled[2::11]):
            if round.deal.blind_draw is not None and round.phase != "play":
                continue  # the blind draw is made anew in each world
            end, masks = finished(round), draw_masks(round, list_mask_cards(round.rules), 1, 0)
            result = Rollout(round).run(masks)
            taken = [sum(t.value for t in end.tricks if t.winner == seat) for seat in round.rules.seats]
            assert result.money[0].tolist() == taken, round
            assert result.trumps[result.trump[0]] == end.trump
            scores = {name: int(score[0]) for name, score in score_results(round, result).items()}
            assert end.result is not None
            assert scores == dict(end.result.scores)
            checked += 1
    assert checked > 3


@pytest.mark.parametrize("policy", ["random", "rulebook", "club"])
def test_the_size_of_a_step_changes_nothing(policy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    round = next(round for round in positions("make-a-million-1935", 4) if len(round.played) == 9)
    assert round.turn
    masks = draw_masks(round, list_mask_cards(round.rules), 40, 0)

    def play_and_weigh() -> list[Any]:
        end = Rollout(round, policy=policy).run(masks, seed=3)
        return [end.money.tolist(), end.allies.tolist(), weigh_worlds(round, round.turn or "", masks).tolist()]

    whole = play_and_weigh()
    monkeypatch.setattr(continuation, "_ROWS", 7)
    assert play_and_weigh() == whole


def test_of_two_copies_one_may_be_discarded() -> None:
    rollout = Rollout(positions("six", 4)[-1])
    red, black = mam.parse_card("R4"), mam.parse_card("B1")
    once, twice = rollout._mask([red, black, red])
    assert [mask >> rollout.cards.index(card) & 1 for mask in (once, twice) for card in (red, black)] == [1, 1, 1, 0]


def test_cards_that_are_named_are_played_next() -> None:
    for round in positions("make-a-million-1935", 4)[3::7]:
        masks = draw_masks(round, list_mask_cards(round.rules), 1, 0)
        for move in round.legal_moves:
            if isinstance(move, mam.Play):
                end = finished(round.play(move))
                result = Rollout(round).run(masks, cards=[move.card])
                assert result.money[0].sum() == sum(trick.value for trick in end.tricks)


def test_a_discard_and_a_trump_that_are_named_hold() -> None:
    round = positions("make-a-million-1935", 4)[0]
    assert round.phase == "nest"
    masks = draw_masks(round, list_mask_cards(round.rules), 1, 0)
    for discard in round.legal_moves[::17]:
        for trump in (mam.Color.RED, mam.Color.GREEN):
            end = finished(round.play(discard).play(mam.NameTrump(trump)))
            result = Rollout(round, trump=trump).run(masks, discard=discard.cards)
            taken = [sum(t.value for t in end.tricks if t.winner == seat) for seat in round.rules.seats]
            assert result.money[0].tolist() == taken


def test_where_the_bid_does_not_bind_trump_is_open_until_it_is_named() -> None:
    changed = 0
    for seed in (3, 4, 5):
        for round in positions("manhattan+free-trump", seed)[:2]:
            assert round.phase in ("nest", "trump")
            masks, end = draw_masks(round, list_mask_cards(round.rules), 1, 0), finished(round)
            result = Rollout(round).run(masks)
            assert result.trumps[result.trump[0]] == end.trump
            assert result.money[0].sum() == sum(trick.value for trick in end.tricks)
            changed += round.phase == "trump" and end.trump != round.trump
    assert changed


@pytest.mark.parametrize("edition", ["manhattan", "manhattan+free-trump"])
def test_a_trump_that_is_named_stands_in_the_place_of_the_one_that_was_bid(edition: str) -> None:
    for round in positions(edition, 5)[:2]:
        masks, bid = draw_masks(round, list_mask_cards(round.rules), 1, 0), round.trump
        for trump in mam.Color:
            result = Rollout(round, trump=trump).run(masks)
            assert result.trumps[result.trump[0]] == trump
        if edition == "manhattan":
            result = Rollout(round).run(masks)
            assert result.trumps[result.trump[0]] == bid


# Worlds


@pytest.mark.parametrize("edition", GAMES)
@pytest.mark.sample(4, 3)
def test_masks_agree_with_the_view(edition: str) -> None:
    for round in positions(edition, 8, random_player)[:: 1 if edition == "manhattan" else 9]:
        for person in round.rules.persons[:2]:
            view_round = mam.view(round, person).round
            try:
                masks = draw_masks(view_round, list_mask_cards(round.rules), 6, 1)
            except Unsupported:
                assert round.exchanged is not None  # a card was drawn out of sight
                continue
            for row in range(6):
                for place, seat in enumerate(round.rules.seats):
                    lying = Counter(masks.unmask(row, place)) - Counter(list_played(round, seat))
                    assert lying.total() == len(round.hands[seat])
                    assert not Counter(c for c in view_round.hands[seat] if c != mam.UNSEEN) - lying
                everything = Counter(c for place in range(len(round.rules.seats) + 1) for c in masks.unmask(row, place))
                assert not everything - Counter(round.rules.pack)


@pytest.mark.parametrize(("edition", "person"), [("make-a-million-1935", "S"), ("silent-six", "Y"), ("sweven", "B")])
def test_masks_are_drawn_from_the_model_of_worlds(edition: str, person: str) -> None:
    round = positions(edition, 7)[25]
    view, cards, rows = mam.view(round, person), list_mask_cards(round.rules), 20_000
    counts = draw_masks(view.round, cards, rows, 3).counts().astype(float)
    drawn, world_count = mam.worlds(view, Random(9)), 700
    world_counts = np.zeros((world_count, *counts.shape[1:]))
    for row in range(world_count):
        world = next(drawn)
        for place, seat in enumerate(round.rules.seats):
            for card in (*world.hands[seat], *list_played(world, seat)):
                world_counts[row, place, cards.index(card)] += 1
        for card in world.nest:
            world_counts[row, -1, cards.index(card)] += 1
    error = np.sqrt(counts.var(axis=0) / world_count + counts.var(axis=0) / rows) + 1e-6
    deviations = np.abs(counts.mean(axis=0) - world_counts.mean(axis=0)) / error
    assert deviations.max() < 4.5
    assert not ((counts.mean(axis=0) == 0) & (world_counts.mean(axis=0) > 0)).any()


def test_the_same_seed_draws_the_same_worlds() -> None:
    view_round = mam.view(positions("make-a-million-1935", 7)[20], "S").round
    drawer = MaskDrawer(view_round, list_mask_cards(view_round.rules))
    first, repeated, different = drawer.draw(50, 5), drawer.draw(50, 5), drawer.draw(50, 6)
    assert np.array_equal(first.contents, repeated.contents)
    assert not np.array_equal(first.contents, different.contents)


def test_cards_surprise_where_the_policy_would_have_played_another() -> None:
    sampled = [round for round in positions(GAME, 7) if round.phase == "play"]
    for round in sampled[::9]:
        real = draw_masks(round, list_mask_cards(round.rules), 1, 0)
        assert Rollout(round).measure_surprise(real, "N", 1.0, 1).tolist() == [0]  # rulebook players have played
    drawn_elsewhere = draw_masks(mam.view(sampled[20], "N").round, list_mask_cards(round.rules), 500, 1)
    assert Rollout(sampled[20]).measure_surprise(drawn_elsewhere, "N", 1.0, 1).max() > 0
    unplanned = [round for round in positions(GAME, 7, random_player) if round.phase == "play"][-1]
    real = draw_masks(unplanned, list_mask_cards(round.rules), 1, 0)
    assert Rollout(unplanned).measure_surprise(real, "N", 1.0, 1)[0] > 5


def test_the_club_players_cards_surprise_least() -> None:
    club, rulebook = (
        Rollout(round, policy="club").measure_surprise(
            draw_masks(round, list_mask_cards(round.rules), 1, 0), "N", 1000.0, 1
        )[0]
        for round in ([*positions(GAME, 7, player)][-1] for player in (club_player, random_player))
    )
    assert 0 < club < 0.75 * rulebook


def test_worlds_weigh_the_same_where_the_others_have_shown_nothing() -> None:
    round = mam.start(GAME, seed=7, dealer="S")
    view_round = mam.view(round, "S").round
    masks = draw_masks(view_round, list_mask_cards(round.rules), 200, 1)
    weights = weigh_worlds(view_round, "S", masks)
    assert weights.tolist() == [1.0] * 200
    assert measure_effective_size(weights) == pytest.approx(200)
    resampled = masks[pick_rows(weights, 200, 3)]
    assert len({*map(tuple, resampled.contents.tolist())}) > 160  # most worlds once
    assert np.array_equal(resampled.contents[50:90], masks[pick_rows(weights, 40, 3, 50)].contents)


def test_weights_know_only_what_is_seen_and_favor_the_real_deal() -> None:
    for seed in (7, 8):
        round = [position for position in positions(GAME, seed, club_player) if position.phase == "play"][30]
        view = mam.view(round, round.actor)
        masks = draw_masks(view.round, list_mask_cards(round.rules), 400, 1)
        weights = weigh_worlds(view.round, round.actor, masks)
        for world in islice(mam.worlds(view, Random(5)), 3):  # the same view of other deals
            assert np.array_equal(weights, weigh_worlds(mam.view(world, round.actor).round, round.actor, masks))
        real = draw_masks(round, list_mask_cards(round.rules), 1, 0)
        everything = Masks(
            masks.cards, np.vstack([masks.contents, real.contents]), np.vstack([masks.duplicates, real.duplicates])
        )
        assert weigh_worlds(view.round, round.actor, everything)[-1] > 1
        assert 1 < measure_effective_size(weights) < 400


# Bids


def test_limits_are_those_of_the_rulebook_player() -> None:
    for seed in range(5):
        round = mam.start("make-a-million-1935", seed=seed)
        limits = find_bid_limits(round, draw_masks(round, list_mask_cards(round.rules), 1, 0))[0]
        for index, seat in enumerate(round.rules.seats):
            hand = round.hands[seat]
            worth = max(strategy.estimate_hand(hand, color) for color in mam.Color)
            assert limits[index] == strategy.find_bid_limit(worth, round.rules)


def test_real_deals_do_not_depart_from_what_rulebook_players_called() -> None:
    of_drawn = of_uniform = 0.0
    for seed in range(6):
        round, rng = mam.start("make-a-million-1935", seed=seed), Random(1)
        while round.phase == "auction":
            round = round.play(rulebook_player(mam.view(round, round.actor), rng))
        real = draw_masks(round, list_mask_cards(round.rules), 1, 0)
        assert find_deviations(round, "N", real).tolist() == [0]
        view_round = mam.view(round, "N").round
        drawer = MaskDrawer(view_round, list_mask_cards(round.rules))
        listener = Listener(view_round, "N", drawer, 1)
        drawn, uniform = listener.draw(500, 2), drawer.draw(500, 2)
        assert np.array_equal(drawn.contents, listener.draw(500, 2).contents)
        assert listener.proportion and 0 < listener.proportion < 1
        of_drawn += find_deviations(view_round, "N", drawn).mean()
        of_uniform += find_deviations(view_round, "N", uniform).mean()
    assert of_drawn < 0.8 * of_uniform  # a listener does not know that these are rulebook players


def test_real_deals_do_not_deviate_from_what_club_players_called() -> None:
    weights, by_rulebook = find_hand_weights(GAME), 0
    assert weights
    for seed in range(20):
        round, rng = mam.start(GAME, seed=seed), Random(1)
        while round.phase == "auction":
            round = round.play(club_player(mam.view(round, round.actor), rng))
        real = draw_masks(round, list_mask_cards(round.rules), 1, 0)
        assert measure_club_deviations(round, weights, "N", real).tolist() == [0]
        by_rulebook += find_deviations(round, "N", real)[0]
    assert by_rulebook > 100  # the same calls surprise a listener who expects rulebook players


def test_listeners_need_not_know_who_calls() -> None:
    for player in (rulebook_player, club_player):
        gains = []
        for seed in range(40):
            round, rng = mam.start(GAME, seed=seed), Random(1)
            while round.phase == "auction":
                round = round.play(player(mam.view(round, round.actor), rng))
            view_round, cards = mam.view(round, "N").round, list_mask_cards(round.rules)
            masks, real = draw_masks(view_round, cards, 100, seed), draw_masks(round, cards, 1, 0)
            with_real = Masks(
                cards, np.vstack([masks.contents, real.contents]), np.vstack([masks.duplicates, real.duplicates])
            )
            gains.append(np.log(weigh_worlds(view_round, "N", with_real)[-1]))
        assert np.mean(gains) > 0.2  # the real deal weighs more than the others


# Exact values


def test_many_worlds_are_worth_what_the_solver_says() -> None:
    round = next(
        position
        for position in positions("make-a-million-1935", 7)
        if position.phase == "play" and len(position.tricks) == 9
    )
    cards = [move.card for move in round.legal_moves]
    view = mam.view(round, round.actor)
    masks = draw_masks(view.round, list_mask_cards(round.rules), 12, 2)
    world_solver = WorldSolver(view.round, cards)
    drawn = [world_solver.find_values(masks, row, Budget(None, None)) for row in range(12)]
    open_cards = draw_masks(round, list_mask_cards(round.rules), 1, 0)
    exact = {card: low for card, (low, _) in mam.solve(round, moves=True).moves.items()}
    assert world_solver.find_values(open_cards, 0, Budget(None, None)) == exact
    assert len({tuple(card.values()) for card in drawn}) > 1  # worlds differ
    assert world_solver.find_values(masks, 3, Budget(None, None)) == drawn[3]  # and nothing of one stays in the next


def test_small_money_may_be_left_out_of_the_search() -> None:
    pack_tables.cache_clear()  # another salt: nothing that other tests searched is remembered
    (round, *_) = (p for p in positions(GAME, 7) if p.phase == "play" and len(p.tricks) == 9)
    cards, view = [move.card for move in round.legal_moves], mam.view(round, round.actor)
    masks = draw_masks(view.round, list_mask_cards(round.rules), 12, 2)
    exact, estimated = WorldSolver(view.round, cards), WorldSolver(view.round, cards, 15)
    values, estimates = (solver.find_all_values(masks, 1 << 62) for solver in (exact, estimated))
    assert (values != estimates).any() and np.abs(values - estimates).max() <= 45  # no more than the small money left
    assert np.abs(values - estimates).mean() < 15
    assert 0 < estimated.nodes < exact.nodes


def test_worlds_that_were_not_solved_within_the_nodes_have_no_row() -> None:
    pack_tables.cache_clear()
    (round, *_) = (p for p in positions(GAME, 7) if p.phase == "play" and len(p.tricks) == 9)
    cards, view = [move.card for move in round.legal_moves], mam.view(round, round.actor)
    masks = draw_masks(view.round, list_mask_cards(round.rules), 40, 2)
    solver = WorldSolver(view.round, cards)
    assert len(solver.find_all_values(masks, 1)) == 0
    assert solver.nodes == 1
    some = solver.find_all_values(masks, 4_000)
    assert 0 < len(some) < 40 and solver.nodes == 4_001
    assert np.array_equal(solver.find_all_values(masks, 1 << 62)[: len(some)], some)


def test_an_advantage_is_what_is_more_than_the_others_have() -> None:
    round = mam.start("make-a-million-1935-three", seed=1)
    names = list(round.rules.accounts)
    scores = {name: np.array([100 * (index + 1)]) for index, name in enumerate(names)}
    assert find_advantage(round, scores, names[0]).tolist() == [
        100 - np.mean([100 * (index + 1) for index in range(1, len(names))])
    ]
