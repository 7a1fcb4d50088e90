"""North's hand of 1935, over West's bid: the same deals with North as bidder and with West, and what each makes of a match.

Only deals count in which West's hand is worth the bid to a rulebook player, as West has just made it; club players play. The file keeps, of
each bid of West: the deals; how often North makes a bid $10,000 higher, West makes this one, and East-West capture $50,000 against North;
and what bidding gains on passing (the sums of the gains and of their squares). At each score of the match it keeps the chances to win
by bidding and by passing, and the 95% margin of their difference.
"""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple, cast

import numpy as np

import mam
from mam.analysis.match_chances import find_match_chances
from mam.chance.tables.decide import BIDS, NEED, OPPONENTS, QUANTILE, RAISE, TOTALS
from mam.engine.rollouts.call_model import find_bid_limits
from mam.engine.rollouts.continuation import Rollout, list_mask_cards
from mam.engine.rollouts.scores import score_results
from mam.engine.rollouts.worlds import MaskDrawer
from mam.games.registry import make_round
from mam.games.trick_round import TrickRound
from mam.rules.dealing import derive_seed
from mam.rules.editions import TrickGameRules, get_edition
from mam.support.data_files import find_data_folder

EDITION, POLICY, SEED = "make-a-million-1935", "club", 1935
CHUNKS, CHUNK = 12, 20_000  # deals, before West's hand is looked at
RULES = cast(TrickGameRules, get_edition(EDITION))

Array = Any  # of numpy


class DealScores(NamedTuple):
    """A row for each deal: what West's hand is worth (thousands of dollars), and for each bid of West four scores: of N-S and of E-W if
    North bids over it, and of N-S and of E-W if North passes."""

    limit: Array
    scores: Array

    def select(self, bid: int) -> Array:
        """Return the four scores in the deals in which West's hand is worth this bid: score, deal."""
        return self.scores[self.limit >= bid, BIDS.index(bid)].T


def play_chunk(number: int) -> DealScores:
    """Play one chunk: the deals in which West's hand is worth the lowest bid, both ways."""
    deal = mam.read_record(find_data_folder() / "records" / "specimen.toml").rounds()[0].deal
    hands = tuple(deal[seat] if seat == "N" else (mam.UNSEEN,) * len(deal[seat]) for seat in deal.seats)
    hidden = make_round(RULES, mam.Deal(deal.seats, deal.dealer, hands, (mam.UNSEEN,) * len(deal.nest)))
    assert isinstance(hidden, TrickRound)
    masks = MaskDrawer(hidden, list_mask_cards(RULES)).draw(CHUNK, derive_seed(SEED, "decide", number) >> 2)
    limit = find_bid_limits(hidden, masks)[:, RULES.seats.index("W")]
    rows = np.flatnonzero(limit >= BIDS[0])
    bid_end, pass_end = (Rollout(hidden, seat, policy=POLICY).run(masks[rows]) for seat in "NW")
    scores = [
        [
            *score_results(hidden, bid_end, "N", bid + RAISE).values(),
            *score_results(hidden, pass_end, "W", bid).values(),
        ]
        for bid in BIDS
    ]
    return DealScores(limit[rows], np.array(scores).transpose(2, 0, 1))


def add_up(played: DealScores, bid: int) -> list[int]:
    """Return the deals, how often North and West make their bids, how often East-West capture $50,000 against North, and the sums of what
    bidding gains and of its squares."""
    us_bid, them_bid, us_pass, them_pass = played.select(bid)
    gain = (us_bid - them_bid) - (us_pass - them_pass)
    counts = (len(gain), (us_bid > 0).sum(), (them_pass > 0).sum(), (them_bid >= NEED).sum())
    return [int(value) for value in (*counts, gain.sum(), (gain**2).sum())]


def find_chances(played: DealScores, bid: int, total: int, opponents: int) -> tuple[float, float, float]:
    """Return the chances to win the match by bidding and by passing, and the margin of their difference."""
    odds = find_match_chances(EDITION)
    us_bid, them_bid, us_pass, them_pass = played.select(bid)
    win = odds.chance(total + us_bid, opponents + them_bid)
    leave = odds.chance(total + us_pass, opponents + them_pass)
    return float(win.mean()), float(leave.mean()), float(QUANTILE * (win - leave).std() / len(win) ** 0.5)


def list_lines() -> Iterator[str]:
    """Play all the deals, and return the text of the file."""
    chunks = [play_chunk(number) for number in range(CHUNKS)]
    played = DealScores(*(np.concatenate(parts) for parts in zip(*chunks, strict=True)))
    yield '{"bids": {\n'
    yield ",\n".join(f'"{bid}": {json.dumps(add_up(played, bid))}' for bid in BIDS)
    yield '\n},\n"chunks": [\n'
    yield ",\n".join(json.dumps([add_up(chunk, bid) for bid in BIDS]) for chunk in chunks)
    yield '\n],\n"chances": [\n'
    yield ",\n".join(
        json.dumps([bid, opponents, total, *(round(value, 4) for value in find_chances(played, bid, total, opponents))])
        for bid in BIDS
        for opponents in OPPONENTS
        for total in TOTALS
    )
    yield "\n]}\n"
