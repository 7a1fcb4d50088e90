"""`mam deal`: print a deal, and how to get it again."""

from argparse import Namespace
from random import SystemRandom

import mam
from mam.cli import printouts


def deal(arguments: Namespace) -> None:
    """Print a deal, and how to get it again."""
    commands = []
    if arguments.code is not None:
        if (arguments.dealer, arguments.edition, arguments.players, arguments.options) != (None, None, None, []):
            raise ValueError(
                "a deal code already includes the game, the dealer and the number of players: leave those options out"
            )
        edition, deal = mam.decode_deal(arguments.code)
    else:
        named = mam.list_editions()[0] if arguments.edition is None else arguments.edition
        seed = SystemRandom().randrange(1_000_000) if arguments.seed is None else arguments.seed
        dealer = arguments.dealer and arguments.dealer.upper()
        round = mam.start(named, seed, dealer=dealer, options=arguments.options, players=arguments.players)
        deal, edition = round.deal, round.rules.full_id
        options = [f" --edition {edition}"] if edition != mam.list_editions()[0] else []
        options += [f" --seed {seed}"] + ([f" --dealer {deal.dealer}"] if arguments.dealer else [])
        commands = ["mam deal" + "".join(options)]
    print("\n".join(printouts.deal_lines(mam.get_edition(edition), deal)))
    print(f"\n{deal!r}")
    code = mam.encode_deal(deal, edition)
    print(f"\nDeal code: {code}")
    print("Same cards again: " + " or ".join([*commands, f"mam deal {code}"]))
