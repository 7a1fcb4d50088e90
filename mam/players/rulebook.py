"""The rulebook player: follows low, takes money cheaply, feeds a partner, Bull on own tricks, Bear on theirs.

What it wants stands in `mam.strategy`, as one number for each card in each situation.
"""

from __future__ import annotations

from random import Random

from mam import strategy
from mam.cards import Trump, money_in
from mam.game import Game
from mam.moves import Bid, Move, Pass
from mam.players.aimless import aimless
from mam.round import Round
from mam.views import View


def rulebook(view: View[Game], rng: Random) -> Move:
    """The move of a careful beginner for the person whose view this is; in a game without tricks, an aimless one.

    Raises ValueError when somebody else is to move.

    >>> import mam
    >>> round = mam.start("make-a-million-1935", seed=7, dealer="S")
    >>> rulebook(mam.view(round, "S"), Random(1))
    bid 175
    """
    round = view.round
    if not isinstance(round, Round) or not view.to_move or round.turn is None:
        return aimless(view, rng)
    return _call(round) if round.phase == "auction" else strategy.choose(round)


def _call(round: Round) -> Move:
    """The least bid that is legal, as long as the hand is worth it; a hand is never thrown in."""
    assert round.turn is not None
    hand = round.hands[round.turn]
    trump = strategy.choose_trump(round, hand)
    bids = [move for move in round.moves() if isinstance(move, Bid) and move.colour in (None, trump)]
    least = min(bids, key=lambda bid: bid.amount, default=None)
    if least is None or (least.amount > limit(round, trump) and round.reason_against(Pass()) is None):
        return Pass()
    return least


def limit(round: Round, trump: Trump) -> int:
    """The most that a hand is good for, in thousands of dollars (in Sweven, points): what it is worth with this trump, and
    in games for money a quarter of the pack, which partner and nest are likely to bring.
    """
    worth = strategy.worth_of(round.hands[round.turn or ""], trump)
    return worth + money_in(round.rules.pack) // 4 if round.rules.auction.money else worth // 10 - 2
