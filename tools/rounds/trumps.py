"""How often rulebook players name Red as trump, when every person deals in turn.

The file keeps, of the rounds of each dealer, how often Red was trump in the first of them, for each number of rounds that the page shows.
"""

import json
from collections.abc import Iterator
from typing import cast

import numpy as np

from mam.analysis.auctions import _chunks, _hold_auctions, make_unseen_round
from mam.chance.tables.significance import ROUNDS
from mam.engine.rollouts.continuation import Rollout, list_mask_cards
from mam.engine.rollouts.worlds import MaskDrawer
from mam.rules.cards import Color
from mam.rules.dealing import derive_seed
from mam.rules.editions import TrickGameRules, get_edition

POLICY, SEED = "rulebook", 7
RULES = cast(TrickGameRules, get_edition("make-a-million-1935"))
CUTS = [rounds // len(RULES.persons) for rounds in ROUNDS]  # of each dealer's rounds


def list_reds(dealer: str) -> list[bool]:
    """Play a dealer's rounds, and return whether Red was trump in each."""
    hidden, cards = make_unseen_round(RULES, dealer), list_mask_cards(RULES)
    reds: list[bool] = []
    for number, (person, size) in enumerate(_chunks(RULES, ROUNDS[-1])):
        if person != dealer:
            continue
        masks = MaskDrawer(hidden, cards).draw(size, derive_seed(SEED, "auctions", number) >> 2)
        bidders, _ = _hold_auctions(hidden, masks, POLICY)
        is_red = np.zeros(size, bool)
        for seat in RULES.persons:
            rows = np.flatnonzero(bidders == RULES.seats.index(seat))
            end = Rollout(hidden, seat, policy=POLICY).run(masks[rows])
            is_red[rows] = np.array([trump is Color.RED for trump in end.trumps])[end.trump]
        reds += is_red.tolist()
    return reds


def list_lines() -> Iterator[str]:
    """Play all the rounds, and return the text of the file."""
    yield "{\n"
    counts = {dealer: np.cumsum(list_reds(dealer))[np.array(CUTS) - 1].tolist() for dealer in RULES.persons}
    yield ",\n".join(f"{json.dumps(dealer)}: {json.dumps(row)}" for dealer, row in counts.items())
    yield "\n}\n"
