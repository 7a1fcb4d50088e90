"""The rulebook player: follows low, takes money cheaply, feeds a partner, Bull on own tricks, Bear on theirs.

What it wants stands in `mam.engine.strategy`, as one number for each card in each situation.
"""

from __future__ import annotations

from random import Random

from mam.engine import strategy
from mam.games.anagrams import Anagrams
from mam.games.millionaire import Millionaire
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.games.views import View
from mam.players.exact import exact_player
from mam.players.letters import anagrams_player, millionaire_player
from mam.players.random import random_player
from mam.rules.moves import Bid, Move, Pass


def rulebook_player(view: View[Round], rng: Random) -> Move:
    """The move of a careful beginner for the person whose view this is. For exact bids, and in the games of letters, other
    players know more about that: `exact_player`, `millionaire_player` and `anagrams_player` answer there.

    Raises ValueError when somebody else is to move.

    >>> import mam
    >>> round = mam.start("make-a-million-1935", seed=7, dealer="S")
    >>> rulebook_player(mam.view(round, "S"), Random(1))
    bid 175
    """
    round = view.round
    if isinstance(round, Millionaire):
        return millionaire_player(View(view.person, round), rng)
    if isinstance(round, Anagrams):
        return anagrams_player(View(view.person, round), rng)
    if not isinstance(round, TrickRound) or not view.to_move or round.turn is None:
        return random_player(view, rng)
    if round.rules.scoring.method == "exact":
        return exact_player(View(view.person, round), rng)
    return _call(round) if round.phase == "auction" else strategy.choose_move(round)


def _call(round: TrickRound) -> Move:
    """The least bid that is legal, as long as the hand is worth it; a hand is never thrown in."""
    assert round.turn is not None
    hand = round.hands[round.turn]
    trump = strategy.choose_trump(round, hand)
    bids = [move for move in round.moves() if isinstance(move, Bid) and move.color in (None, trump)]
    least = min(bids, key=lambda bid: bid.amount, default=None)
    if least is None or (
        least.amount > strategy.find_bid_limit(strategy.estimate_hand(hand, trump), round.rules)
        and round.reason_against(Pass()) is None
    ):
        return Pass()
    return least
