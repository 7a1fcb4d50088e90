"""Compare the chance that players make their bids, as predicted after the auction, with how often they do.

When a person wins the auction, before the nest is seen, the prediction is the proportion of simulated deals in which club players
make the bid. The deals are consistent with that person's 13 cards, and drawn with the probabilities that all calls give them
(`mam.engine.rollouts.inference`). Then the players who bid play the true deal.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from random import Random

import pandas as pd

import mam
from mam.engine.rollouts.continuation import Rollout, list_mask_cards
from mam.engine.rollouts.listener import Listener
from mam.engine.rollouts.worlds import MaskDrawer, draw_masks
from mam.games.trick_round import TrickRound
from mam.players import get_player, play_on
from mam.rules.dealing import derive_seed
from measures.figures import EDITION, add_deals, print_tenths


def predict(name: str, deals: int, worlds: int, seed: int) -> Iterator[dict[str, object]]:
    """Yield a row for each deal: the bid, the chance `predicted`, and whether the bid is `made`."""
    player = get_player(name)
    for number in range(deals):
        start = mam.start(EDITION, seed=derive_seed(seed, "calibration", number) >> 32)
        assert isinstance(start, TrickRound)
        persons = start.rules.persons
        rngs = {person: Random(derive_seed(seed, name, number, person)) for person in persons}
        round = play_on(start, dict.fromkeys(persons, player), rngs, lambda round: round.phase != "auction")
        bidder, bid = round.bidder, round.bid
        assert bidder is not None and bid is not None
        round_before, cards = round.at(-1), list_mask_cards(round.rules)
        seen_before, seen_after = mam.view(round_before, bidder).round, mam.view(round, bidder).round
        listener = Listener(
            seen_after, bidder, MaskDrawer(seen_before, cards), derive_seed(seed, "listen", number) >> 2
        )
        masks = listener.draw(worlds, derive_seed(seed, "worlds", number) >> 2)
        predicted = (Rollout(seen_before, bidder, policy="club").run(masks).captured >= bid).mean()
        if name == "expert":
            end = play_on(round, dict.fromkeys(persons, player), rngs)
            captured = end.captured[end.side_of(bidder)]
        else:
            masks = draw_masks(round_before, cards, 1, 0)
            captured = Rollout(round_before, bidder, policy=name).run(masks).captured[0]
        yield {"bid": bid, "predicted": float(predicted), "made": bool(captured >= bid)}


def add_options(parser: ArgumentParser) -> None:
    """Add what the measure takes."""
    add_deals(parser, 8000, 1)
    parser.add_argument("--experts", type=int, default=250, help="deals for expert players, who are slow (250)")
    parser.add_argument(
        "--worlds",
        type=int,
        default=1500,
        help="simulated deals (1500); with few of them chances land in the wrong tenth",
    )
    parser.add_argument("--players", default="club,rulebook,expert", help="(club,rulebook,expert)")


def run(options: Namespace) -> None:
    """Print for each kind of player how far predictions are off, in tenths of the predicted chance."""
    for name in options.players.split(","):
        deals = options.experts if name == "expert" else options.deals
        cases = pd.DataFrame(predict(name, deals, options.worlds, options.seed))
        difference = 100 * (cases["predicted"] - cases["made"])
        print_tenths(
            f"\n{name} players, {deals:,} deals: bid {cases['bid'].mean():.0f}, made in {cases['made'].mean():.1%}; predictions are off by "
            f"{difference.mean():+.1f} points (SE {difference.sem():.1f})",
            cases,
        )
