"""Auctions in the kernel: they go as players call, and nobody raises a partner once no opponent may call."""

from random import Random

import pytest
from bids import opening

import mam
from mam.analysis.auctions import hold_auction, play_auctions
from mam.engine.rollouts.auctions import hold_rulebook_auctions
from mam.engine.rollouts.call_model import find_bid_limits, find_deviations
from mam.engine.rollouts.continuation import list_mask_cards
from mam.engine.rollouts.evaluation import Evaluator
from mam.engine.rollouts.worlds import draw_masks
from mam.engine.strategy import estimate_hand, find_fixed_side, has_won_auction
from mam.games.trick_round import TrickRound
from mam.players import get_player, rulebook_player
from mam.rules.moves import Bid, Pass

GAME = "make-a-million-1935"
OPENING = opening(GAME)
EDITIONS = [
    edition
    for edition in mam.list_editions()
    if mam.get_edition(edition).game == "tricks"
    and "auction" in mam.get_edition(edition).phases
    and not mam.get_edition(edition).half_hidden_seats
]


def call_at_random(edition: str, seed: int) -> TrickRound:
    """Return a round in which a few calls were made at random."""
    rng = Random(seed)
    round = mam.start(edition, seed=seed)
    for _ in range(rng.randrange(7)):
        calls = [move for move in round.legal_moves if isinstance(move, Pass) or move.amount <= 230]
        ended = round.play(rng.choice(calls or list(round.legal_moves)))
        if ended.phase != "auction":
            break
        round = ended
    return round


def finish_auction(round: TrickRound, player=rulebook_player, limits=None) -> TrickRound:
    first = len(round.calls)
    while round.phase == "auction":
        person = round.turn
        move = player(mam.view(round, person), Random(1))
        if limits and person in limits:
            bids = [bid for bid in round.legal_moves if isinstance(bid, Bid)]
            lowest = min(bids, key=lambda bid: bid.amount, default=None)
            has_won = len(round.calls) > first and has_won_auction(round.rules, round.calls, person)
            wants = lowest is not None and lowest.amount <= limits[person] and not has_won
            move = lowest if wants or Pass() not in round.legal_moves else Pass()
        round = round.play(move)
    return round


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_kernel_goes_on_with_an_auction_as_rulebook_players_do(edition: str) -> None:
    for seed in range(10):
        round = call_at_random(edition, seed)
        masks = draw_masks(round, list_mask_cards(round.rules), 1, 0)
        (bidder,), (bid,) = hold_rulebook_auctions(round, masks)
        end = finish_auction(round)
        assert ((round.rules.seats[bidder], bid) if bidder >= 0 else (None, 0)) == (end.bidder, end.bid or 0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_person_with_a_limit_bids_up_to_it(edition: str) -> None:
    for seed in range(10):
        round = call_at_random(edition, seed)
        person, masks = round.turn, draw_masks(round, list_mask_cards(round.rules), 1, 0)
        limit = 10 if edition == "sweven" else 240 if "1935" in edition else 400
        (bidder,), (bid,) = hold_rulebook_auctions(round, masks, person, limit)
        end = finish_auction(round, limits={person: limit})
        assert ((round.rules.seats[bidder], bid) if bidder >= 0 else (None, 0)) == (end.bidder, end.bid or 0)


# Nobody raises a partner once no opponent may call


def test_whose_side_has_won() -> None:
    four, six = mam.get_edition(GAME), mam.get_edition("six")
    calls = [("N", Bid(OPENING)), ("E", Pass()), ("S", Bid(OPENING + 10)), ("W", Pass())]
    assert has_won_auction(four, calls, "N")
    assert not has_won_auction(four, calls[:3], "W") and not has_won_auction(four, calls[:1], "E")
    assert not has_won_auction(four, [*calls[:3], ("W", Bid(OPENING + 20))], "N")  # an opponent has the high bid
    assert not has_won_auction(four, [("N", Bid(OPENING)), ("E", Pass())], "S")  # West has not called yet
    assert not has_won_auction(four, (), "N")
    # All three opponents must be out.
    raised = [("X", Pass()), ("B", Bid(350)), ("Y", Pass()), ("C", Bid(360)), ("Z", Bid(370)), ("A", Bid(380))]
    assert not has_won_auction(six, raised, "B") and has_won_auction(six, [*raised[:4], ("Z", Pass())], "A")
    # With no fixed sides nobody has a partner yet, and in Manhattan whoever passed may come back.
    for edition in ("make-a-million-1935-three", "silent-six", "sweven"):
        rules = mam.get_edition(edition)
        first, second, *rest = rules.persons
        assert not has_won_auction(rules, [(first, Bid(400)), *((seat, Pass()) for seat in rest)], second)
    assert not has_won_auction(mam.get_edition("manhattan"), calls, "N")


@pytest.mark.parametrize("player", ["rulebook", "club"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_partner_is_not_raised_when_every_opponent_is_out(edition: str, player: str) -> None:
    for seed in range(40 if edition == GAME else 15):
        round = mam.start(edition, seed=seed)
        while round.phase == "auction":
            move = get_player(player)(mam.view(round, round.turn), Random(seed))
            if has_won_auction(round.rules, round.calls, round.turn):
                assert move == Pass(), round
            round = round.play(move)


def test_no_player_raises_a_partner_even_with_a_strong_hand_when_every_opponent_is_out() -> None:
    """After an opening bid so low that the strong hand is worth more."""
    pytest.importorskip("numba")
    held = {}
    for seed in range(200):  # a deal in which the dealer's hand is worth far more than the partner's bid
        round = mam.start(GAME, seed=seed, dealer="N")
        held[seed] = max(estimate_hand(round.hands["N"], color) for color in mam.Color)
    round = mam.start(GAME, seed=max(held, key=held.__getitem__), dealer="N")
    for call in (Bid(OPENING), Pass(), Bid(OPENING + 10)):
        round = round.play(call)
    raised = round.play(Bid(OPENING + 20))
    for player in ("rulebook", "club", "expert"):
        assert get_player(player)(mam.view(raised, "N"), Random(1)) != Pass()  # against an opponent's bid it goes on
        assert get_player(player)(mam.view(round.play(Pass()), "N"), Random(1)) == Pass()


def test_what_advice_expects_of_a_pass_is_that_the_partner_keeps_the_bid() -> None:
    for seed in range(20):
        round = mam.start(GAME, seed=seed, dealer="N")
        for call in (Bid(OPENING), Pass(), Bid(OPENING + 10), Pass()):
            round = round.play(call)
        masks = draw_masks(mam.view(round, "N").round, list_mask_cards(round.rules), 50, seed)
        for limit, bidder, bid in ((0, "S", OPENING + 10), (OPENING + 20, "N", OPENING + 20), (400, "N", OPENING + 20)):
            bidders, bids = hold_rulebook_auctions(round, masks, "N", limit)
            assert {*bidders.tolist()} == {round.rules.seats.index(bidder)} and {*bids.tolist()} == {bid}
        assert Evaluator(round, "N", masks).score_bidding_to(0).keys() == {"N-S", "E-W"}


def test_a_pass_by_a_side_that_has_won_says_nothing_about_the_hand() -> None:
    round = mam.start(GAME, seed=1, dealer="N")
    for call in (Bid(OPENING), Pass(), Bid(OPENING + 10), Pass()):
        round = round.play(call)
    ended = round.play(Pass())
    masks = draw_masks(mam.view(ended, "E").round, list_mask_cards(round.rules), 200, 1)
    assert find_deviations(round, "E", masks).tolist() == find_deviations(ended, "E", masks).tolist()
    assert (
        find_bid_limits(round, masks)[:, 0].max() > OPENING + 20
    )  # in some of these deals North would go on against opponents


def test_held_auctions_stop_when_a_side_has_won() -> None:
    rules = mam.get_edition(GAME)
    limits = (230, 0, 240, 0)  # North and South; East and West pass at once
    calls = hold_auction(rules, "N", limits)
    assert calls == (("N", Bid(OPENING)), ("E", Pass()), ("S", Bid(OPENING + 10)), ("W", Pass()), ("N", Pass()))
    table = play_auctions(GAME, 2000, seed=3)
    assert table["bid"].mean() < 205  # partners who raised each other went to 206
    assert find_fixed_side(rules, "N") == {"N", "S"}
