"""What a round shows of itself: its facts and what it answers, and nothing that only `mam` needs."""

import pytest
from bids import opening

import mam

COMMON = (
    "actor at carry deal hands history is_final legal_moves name next_dealer is_over phase play result rules seen_by try_move turn "
    "why why_not"
)
OF_TRICKS = (
    "bear_loss bid bidder bull_gain current_winner called calls captured discarded dummy exchanged hand_size high_bid is_trump_broken misdealt nest nested "
    "partners playable played position sealed side_names side_of sides trick tricks trump turn_order unaccounted votes "
    "why_not_discard_card why_scored"
)
OF_EACH = {
    "make-a-million-1935": OF_TRICKS,
    "exact-tricks": OF_TRICKS,
    "millionaire": "draws drew going needed spelled stock unaccounted",
    "anagrams": "fitting lines passes unaccounted",
}


@pytest.mark.parametrize("edition", OF_EACH)
def test_a_round_shows_its_public_names_only(edition: str) -> None:
    shown = {name for name in dir(mam.start(edition, seed=7)) if not name.startswith("_")}
    assert shown == {*COMMON.split(), *OF_EACH[edition].split()}


def test_legal_moves_iterate_have_a_length_and_can_be_indexed() -> None:
    moves = mam.start("make-a-million-1935", seed=7, dealer="S").legal_moves
    amounts = range(opening("make-a-million-1935"), 201, 5)
    assert [*moves] == [mam.Bid(amount) for amount in amounts] and len(moves) == len(amounts)
    assert moves[0] == mam.Bid(amounts[0]) and moves[-2:] == (mam.Bid(195), mam.Bid(200))
    assert moves == tuple(moves) and tuple(moves) == moves and moves != [*moves] and hash(moves) == hash(tuple(moves))
    assert repr(moves) == f"({', '.join(f'bid {amount}' for amount in amounts)})"
    assert next(reversed(moves)) == mam.Bid(200) and moves.index(mam.Bid(amounts[2])) == 2


def test_in_asks_the_verdict_beyond_the_moves_listed() -> None:
    round = mam.start("make-a-million-1935+unlimited-bids", seed=7, dealer="S").play(mam.Bid(200))
    moves = round.legal_moves
    assert moves[-1] == mam.Bid(520) and mam.Bid(5000) not in [*moves]
    assert mam.Bid(5000) in moves and mam.Bid(5001) not in moves and mam.Pass() in moves
    assert mam.Play(mam.Card("TIGER")) not in moves and "pass" not in moves and None not in moves


def test_an_empty_list_of_moves_is_false() -> None:
    round = mam.start("sweven", seed=7)
    assert round.legal_moves
    while not round.is_over:
        round = round.play(mam.Pass())
    assert not round.legal_moves and len(round.legal_moves) == 0 and mam.Pass() not in round.legal_moves
