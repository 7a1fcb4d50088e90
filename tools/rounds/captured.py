"""What North's hand of 1935 captures: the same 13 cards, all others unknown, played by club players; North is the bidder.

The file keeps how often each amount was captured (thousands of dollars), of the first rounds and of all.
"""

import json
from collections import Counter
from collections.abc import Iterator

from mam.engine.rollouts.playouts import play_out
from mam.records.read import read_record
from mam.rules.cards import UNSEEN
from mam.rules.dealing import Deal
from mam.support.data_files import find_data_folder

EDITION, POLICY, BIDDER = "make-a-million-1935", "club", "N"
ROUNDS, FIRST, SEED = 40_000, 2_000, 11
RECORD = "specimen.toml"


def make_deal() -> Deal:
    """Return the deal of the leaflet with only North's hand known."""
    deal = read_record(find_data_folder() / "records" / RECORD).rounds()[0].deal
    hands = tuple(deal[seat] if seat == BIDDER else (UNSEEN,) * len(deal[seat]) for seat in deal.seats)
    return Deal(deal.seats, deal.dealer, hands, (UNSEEN,) * len(deal.nest))


def list_captured(rounds: int) -> list[int]:
    """Play rounds in which North bids, and return what North's side captured in each."""
    played = play_out(EDITION, rounds, seed=SEED, policy=POLICY, bidder=BIDDER, deal=make_deal())
    amounts: list[int] = played.side_money().tolist()
    return amounts


def count_amounts(captured: list[int]) -> list[list[int]]:
    """Return each amount that was captured, and how often."""
    return [[amount, count] for amount, count in sorted(Counter(captured).items())]


def list_lines() -> Iterator[str]:
    """Play all the rounds, and return the text of the file."""
    captured = list_captured(ROUNDS)
    yield f'{{"first": {json.dumps(count_amounts(captured[:FIRST]))},\n'
    yield f'"all": {json.dumps(count_amounts(captured))}}}\n'
