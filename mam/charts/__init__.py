"""Charts (altair), drawn to SVG and PNG without a network; each has a table and a one-sentence description.

Tables are tidy (pandas), with money in thousands of dollars. Nothing depends on color alone: there are dashes, shapes,
positions and words as well. A chart made from a table shows that table; the others name theirs.

Importing this package makes altair show its charts as pictures (see `mam.charts.theme`).
"""

from mam.charts.checks import bids_against_results, calibration, convergence, tabulate_bids, tabulate_convergence
from mam.charts.class_tables import class_table
from mam.charts.comparisons import comparison, edition_comparison
from mam.charts.flows import capture_flow, list_flow
from mam.charts.outcomes import make_curve, outcome_distribution, tabulate_outcomes
from mam.charts.probability import color_splits, distribution, tabulate_chances
from mam.charts.rounds import list_tricks, money_by_trick

__all__ = [
    "bids_against_results",
    "calibration",
    "capture_flow",
    "class_table",
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
