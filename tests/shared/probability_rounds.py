"""Rounds of which chances are asked in several tests."""

from dataclasses import replace
from random import Random

import walks

import mam
from mam.games.trick_round import TrickRound
from mam.rules.dealing import Deal
from mam.rules.moves import Bid, Discard, Exchange, NameTrump, Pass, Play


def random_round(edition: str, seed: int, tricks: int) -> TrickRound:
    """A round of the usual pack, played at random to here, with a bidder who had a choice of discards."""
    rng = Random(seed)
    round = mam.start(edition, seed=seed)
    assert isinstance(round, TrickRound)
    while not round.is_over and len(round.tricks) < tricks:
        round = round._apply(walks.choose_move(round, rng, 0.5))
    return round


HANDS = {"N": "TIGER Y1 B1", "E": "R1 R2 B2", "S": "Y2 Y3 G1", "W": "R3 B3 BULL"}


def late_position() -> TrickRound:
    """The bidder had the Tiger, drew a card for it and has one card left."""
    rules = mam.get_edition("manhattan")
    pack = mam.parse_hand("R1 R2 R3 Y1 Y2 Y3 B1 B2 B3 G1 G2 TIGER BULL")
    rules = replace(rules, pack=pack, hand_size=3, nest=replace(rules.nest, size=1))
    hands = tuple(mam.parse_hand(HANDS[seat]) for seat in rules.seats)
    round = TrickRound(rules, Deal(rules.seats, "N", hands, mam.parse_hand("G2"), blind_draw=0))
    while round.phase == "auction":
        opening = Bid(200, mam.NoTrump.NO_COLOR)
        round = round.play(opening if round.turn == "N" and round.why_not(opening) is None else Pass())
    round = round.play(Discard(mam.parse_hand("Y1")))
    while round.phase != "play":
        round = round.play(next(move for move in round.legal_moves if isinstance(move, NameTrump | Exchange)))
    while len(round.tricks) < 2:
        round = round.play(next(move for move in round.legal_moves if isinstance(move, Play)))
    return round
