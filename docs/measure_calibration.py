"""Are predicted chances worth believing? Bids that players of each kind win: the chance predicted beside what happens.

    python docs/measure_calibration.py [--deals 4000] [--experts 200] [--worlds 200] [--seed 1]

When a person wins the auction, the prediction is the proportion of simulated deals in which club players make the bid: deals
consistent with that person's 13 cards, drawn as often as all calls make them likely (`mam.engine.rollouts.inference`), before
the nest is seen. Then the players who bid play the deal as it was.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random

import pandas as pd

import mam
from mam.analysis.calibration import tabulate
from mam.engine.rollouts.continuation import Rollout, list_mask_cards
from mam.engine.rollouts.inference import Listener
from mam.engine.rollouts.worlds import MaskDrawer, draw_masks
from mam.games.trick_round import TrickRound
from mam.players import get_player, play_on
from mam.rules.dealing import derive_seed

EDITION = "make-a-million-1935"


def predict(name: str, deals: int, worlds: int, seed: int) -> Iterator[dict[str, object]]:
    """Yield a row for each deal: the chance predicted and whether the bid is `made`."""
    player = get_player(name)
    for number in range(deals):
        start = mam.start(EDITION, seed=derive_seed(seed, "calibration", number) >> 32)
        assert isinstance(start, TrickRound)
        persons = start.rules.persons
        rngs = {person: Random(derive_seed(seed, name, number, person)) for person in persons}
        won = play_on(start, dict.fromkeys(persons, player), rngs, lambda round: round.phase != "auction")
        assert won.bidder is not None and won.bid is not None
        before, cards = won.at(len(won.history) - 1), list_mask_cards(won.rules)
        seen, heard = mam.view(before, won.bidder).round, mam.view(won, won.bidder).round
        listener = Listener(heard, won.bidder, MaskDrawer(seen, cards), derive_seed(seed, "listen", number) >> 2)
        masks = listener.draw(worlds, derive_seed(seed, "worlds", number) >> 2)
        predicted = (Rollout(seen, won.bidder, policy="club").run(masks).captured >= won.bid).mean()
        if name == "expert":
            end = play_on(won, dict.fromkeys(persons, player), rngs)
            taken = end.captured[end.side_of(won.bidder)]
        else:
            taken = Rollout(before, won.bidder, policy=name).run(draw_masks(before, cards, 1, 0)).captured[0]
        yield {"bid": won.bid, "predicted": float(predicted), "made": bool(taken >= won.bid)}


def main() -> None:
    """Print for each kind of player how far predictions are off, in tenths."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=4000)
    parser.add_argument("--experts", type=int, default=200, help="deals of expert players, who take their time")
    parser.add_argument("--worlds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", default="club,rulebook,expert")
    options = parser.parse_args()
    for name in options.players.split(","):
        deals = options.experts if name == "expert" else options.deals
        cases = pd.DataFrame(predict(name, deals, options.worlds, options.seed))
        difference = 100 * (cases["predicted"] - cases["made"])
        print(
            f"\n{name} players, {deals:,} deals: bid {cases['bid'].mean():.0f}, made in {cases['made'].mean():.1%}; predictions are off by "
            f"{difference.mean():+.1f} points (SE {difference.sem():.1f})"
        )
        table = tabulate(cases)
        table["off"] = 100 * (table["predicted"] - table["observed"])
        print(table.round(3).to_string(index=False))


if __name__ == "__main__":
    main()
