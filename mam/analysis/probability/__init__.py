"""Exact probability by counting who can hold what: chances and distributions in words of the game, with explanations.

Start with `chances`; `card_count`, `money` and `strength` are the tallies that conditions can be made of, besides text.
"""

from mam.analysis.probability.answers import Chance, Distribution, OutOfReach, SimulatedChance, SimulatedDistribution
from mam.analysis.probability.conditions import Condition, Tally, card_count, money, strength
from mam.analysis.probability.questions import Chances, chances

__all__ = [
    "Chance",
    "Chances",
    "Condition",
    "Distribution",
    "OutOfReach",
    "SimulatedChance",
    "SimulatedDistribution",
    "Tally",
    "card_count",
    "chances",
    "money",
    "strength",
]
