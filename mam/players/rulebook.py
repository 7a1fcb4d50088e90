"""The rulebook player: follows low, takes money cheaply, feeds a partner, plays Bull on its tricks and Bear on theirs.

`mam.engine.strategy` rates each card in each situation by one number; this player plays the highest.
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
    """Return the rulebook player's move for the person whose view this is.

    `exact_player` chooses where bids are exact, `millionaire_player` and `anagrams_player` in the letter games.
    Raises ValueError when it is not this person's turn.

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
    return _choose_call(round) if round.phase == "auction" else strategy.choose_move(round)


def _choose_call(round: TrickRound) -> Move:
    """Return the minimum bid as long as the hand is worth it and an opponent may still call, else a pass; never a new deal."""
    assert round.turn is not None
    if strategy.has_won_auction(round.rules, round.calls, round.turn):
        return Pass()
    hand = round.hands[round.turn]
    trump = strategy.choose_trump(round, hand)
    bids = [move for move in round.legal_moves if isinstance(move, Bid) and move.color in (None, trump)]
    lowest = min(bids, key=lambda bid: bid.amount, default=None)
    if lowest is None or (
        lowest.amount > strategy.find_bid_limit(strategy.estimate_hand(hand, trump), round.rules)
        and Pass() in round.legal_moves
    ):
        return Pass()
    return lowest
