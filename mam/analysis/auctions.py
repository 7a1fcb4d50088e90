"""Play whole rounds with real auctions by the thousand: rulebook or club players bid, and the same policy plays.

The compiled kernel holds the auctions and plays the cards; `hold_auction` follows the clauses of the rules call by call.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from mam.engine import Unsupported
from mam.engine.club.hand_weights import find_hand_weights
from mam.engine.strategy import has_won_auction
from mam.games.registry import find_rules, make_round
from mam.games.trick_round import TrickRound
from mam.rules import auction
from mam.rules.dealing import check_seed, derive_seed
from mam.rules.editions import TrickGameRules
from mam.rules.moves import Bid, Call, Pass
from mam.support.messages import quote

if TYPE_CHECKING:
    from mam.engine.rollouts.worlds import Int64Array, Masks

_CHUNK = 20_000
Calls = tuple[tuple[str, Call], ...]


@lru_cache(maxsize=1 << 16)
def hold_auction(rules: TrickGameRules, dealer: str, limits: tuple[int, ...]) -> Calls:
    """Return the calls of rulebook players with these limits (thousands of dollars, one for each person).

    Each makes the minimum bid, or passes, as `mam.players.rulebook` does.

    >>> from mam.rules.editions import get_edition
    >>> hold_auction(get_edition("make-a-million-1935"), "S", (180, 250, 215, 175))[-1]
    ('S', pass)
    """
    persons, clause, calls = rules.persons, rules.auction, list[tuple[str, Call]]()
    while (seat := auction.turn(persons, dealer, calls, clause)) is not None:
        minimum = auction.find_min_bid(calls, clause)
        is_allowed = clause.max_bid is None or minimum <= clause.max_bid
        wants_to_bid = is_allowed and minimum <= limits[persons.index(seat)] and not has_won_auction(rules, calls, seat)
        forced = auction.must_bid(len(persons), calls, clause)
        calls.append((seat, Bid(minimum) if wants_to_bid or forced else Pass()))
    return tuple(calls)


def play_auctions(
    edition: str,
    rounds: int,
    *,
    seed: int = 1,
    options: Sequence[str] = (),
    players: int | None = None,
    policy: str = "rulebook",
) -> pd.DataFrame:
    """Deal rounds, let rulebook players (or, by `policy`, club players) bid, and play the rounds by that policy.

    One row for each round: `dealer`, `bidder` ("" if all passed), `bid`, `trump`, `taken` (what the bidder's side captured),
    `made`, and a column for the score of each side; thousands of dollars, in some games points.
    Where club players have learned no bids, they bid like rulebook players. Raises ValueError if nobody bids for trump and for an
    unknown policy, Unsupported for half-hidden hands.

    >>> table = play_auctions("make-a-million-1935", 500, seed=1)
    >>> len(table), bool(200 < table.bid.mean() < 260)
    (500, True)
    """
    from mam.engine.rollouts.continuation import Rollout, list_mask_cards
    from mam.engine.rollouts.scores import score_bids
    from mam.engine.rollouts.worlds import MaskDrawer

    rules = find_rules(edition, options, players)
    if not isinstance(rules, TrickGameRules) or "auction" not in rules.phases:
        raise ValueError(f"{rules.id} has no auction for trump")
    if policy not in ("rulebook", "club"):
        raise ValueError(f"{quote(policy)} does not bid: choose 'rulebook' or 'club'")
    seed, tables = check_seed(seed), []
    for number, (dealer, size) in enumerate(_chunks(rules, rounds)):
        hidden = make_unseen_round(rules, dealer)
        masks = MaskDrawer(hidden, list_mask_cards(rules)).draw(size, derive_seed(seed, "auctions", number) >> 2)
        bidders, bids = _hold_auctions(hidden, masks, policy)
        ends = {seat: Rollout(hidden, seat, policy=policy).run(masks) for seat in rules.persons}
        trumps, captures = np.full(size, "", object), np.zeros(size, np.int64)
        for seat, end in ends.items():
            rows = bidders == rules.seats.index(seat)
            trumps[rows] = np.array([str(trump.value) for trump in end.trumps], object)[end.trump[rows]]
            captures[rows] = end.captured[rows]
        names = np.array([*rules.seats, ""])[bidders]
        table = {"dealer": dealer, "bidder": names, "bid": bids, "trump": trumps, "taken": captures}
        table |= {"made": (captures >= bids) & (bidders >= 0)}
        tables.append(pd.DataFrame(table | score_bids(hidden, ends.__getitem__, bidders, bids)))
    return pd.concat(tables, ignore_index=True)


def _hold_auctions(hidden: TrickRound, masks: Masks, policy: str) -> tuple[Int64Array, Int64Array]:
    """Return the bidder (the number of a seat; -1: nobody) and the bid of each row."""
    from mam.engine.rollouts.auctions import hold_rulebook_auctions
    from mam.engine.rollouts.club_hand_tables import hold_club_auctions

    rules, dealer = hidden.rules, hidden.deal.dealer
    if policy == "club" and (weights := find_hand_weights(rules.full_id)):
        return hold_club_auctions(rules, weights, dealer, masks)
    return hold_rulebook_auctions(hidden, masks)


def _chunks(rules: TrickGameRules, rounds: int) -> Iterator[tuple[str, int]]:
    """Yield dealers with a number of rounds each: every person deals equally often."""
    dealers = (rules.first_dealer,) if rules.first_dealer else rules.persons
    for index, dealer in enumerate(dealers):
        count = (rounds + len(dealers) - 1 - index) // len(dealers)
        while count > 0:
            yield dealer, min(count, _CHUNK)
            count -= _CHUNK


def make_unseen_round(rules: TrickGameRules, dealer: str) -> TrickRound:
    """Return a round with every card unseen, as a spectator knows it."""
    if rules.half_hidden_seats:
        raise Unsupported("half-hidden hands are not supported: their face-down cards are not a plain set")
    from mam.engine.rollouts.readable import make_unseen_deal

    round = make_round(rules, make_unseen_deal(rules, dealer))
    assert isinstance(round, TrickRound)
    return round
