"""Charts (altair), drawn to SVG and PNG with no network; each has a table twin and a one-sentence description.

Tables are tidy and of pandas, money in them in thousands of dollars. Everything is also told without color: by dashes,
shapes, places and words. A chart that is made of a table has that table as its twin; the others name theirs.

Importing this package makes altair show its charts as pictures (see `mam.charts.theme`).
"""

from mam.charts.checks import bids_against_results, calibration, convergence, tabulate_bids, tabulate_convergence
from mam.charts.comparisons import comparison, edition_comparison
from mam.charts.flows import capture_flow, list_flow
from mam.charts.outcomes import make_curve, outcome_distribution, tabulate_outcomes
from mam.charts.probability import color_splits, distribution, tabulate_chances
from mam.charts.rounds import list_tricks, money_by_trick

__all__ = [
    "bids_against_results",
    "calibration",
    "capture_flow",
    "color_splits",
    "comparison",
    "convergence",
    "distribution",
    "edition_comparison",
    "list_flow",
    "list_tricks",
    "make_curve",
    "money_by_trick",
    "outcome_distribution",
    "tabulate_bids",
    "tabulate_chances",
    "tabulate_convergence",
    "tabulate_outcomes",
]
