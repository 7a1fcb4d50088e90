"""`mam deal`: the cards of a deal, and how to get them again."""

from argparse import Namespace
from random import SystemRandom

import mam
from mam.cli import printouts


def deal(chosen: Namespace) -> None:
    """Print a deal, and how to get it again."""
    again = []
    if chosen.code is not None:
        if (chosen.dealer, chosen.edition, chosen.players, chosen.options) != (None, None, None, []):
            raise ValueError("a deal code says who deals, in which game, and for how many: leave those options out")
        edition, deal = mam.decode_deal(chosen.code)
    else:
        named = mam.list_editions()[0] if chosen.edition is None else chosen.edition
        seed = SystemRandom().randrange(1_000_000) if chosen.seed is None else chosen.seed
        dealer = chosen.dealer and chosen.dealer.upper()
        round = mam.start(named, seed, dealer=dealer, options=chosen.options, players=chosen.players)
        deal, edition = round.deal, round.rules.full_id
        said = [f" --edition {edition}"] if edition != mam.list_editions()[0] else []
        said += [f" --seed {seed}"] + ([f" --dealer {deal.dealer}"] if chosen.dealer else [])
        again = ["mam deal" + "".join(said)]
    print("\n".join(printouts.deal_lines(mam.get_edition(edition), deal)))
    print(f"\n{deal!r}")
    code = mam.encode_deal(deal, edition)
    print(f"\nDeal code: {code}")
    print("The same cards again: " + " or ".join([*again, f"mam deal {code}"]))
