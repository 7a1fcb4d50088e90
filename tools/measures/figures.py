"""What the measures of players share: options of simulated deals, and how gains and calibration are printed."""

from argparse import ArgumentParser

import pandas as pd

from mam.analysis.calibration import tabulate
from mam.support.estimates import Estimate

EDITION = "make-a-million-1935"


def add_deals(parser: ArgumentParser, deals: int, seed: int, text: str = "how many deals") -> None:
    """Add the number of deals and their seed, with these defaults."""
    parser.add_argument("--deals", type=int, default=deals, help=f"{text} ({deals})")
    parser.add_argument("--seed", type=int, default=seed, help=f"other numbers give other deals ({seed})")


def describe_gain(opponent: str, gain: float, standard_error: float, deals: int, digits: int = 1) -> str:
    """Return by how much somebody beats an opponent in a duplicate match.

    >>> describe_gain("the rulebook player", 10, 1, 4000)
    'beats the rulebook player by 10.0 (SE 1.0; 99% confidence interval 7.4 to 12.6; 4,000 deals)'
    """
    low, high = Estimate(gain, standard_error, deals).interval(0.99)
    return (
        f"beats {opponent} by {gain:.{digits}f} (SE {standard_error:.{digits}f}; 99% confidence interval "
        f"{low:.{digits}f} to {high:.{digits}f}; {deals:,} deals)"
    )


def print_tenths(title: str, cases: pd.DataFrame) -> None:
    """Print `predicted` chances beside how often it was `made`, in tenths of the prediction, in percent."""
    table = tabulate(cases)
    table["off"] = table["predicted"] - table["observed"]
    percentages = ["predicted", "observed", "standard_error", "off"]
    table[percentages] *= 100
    print(f"{title}\n{table.round(1).to_string(index=False)}", flush=True)
