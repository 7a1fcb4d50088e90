"""What the club player looks at, in words: the features of a card and the situations in which they are weighed."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

FEATURES: Mapping[str, str] = {
    "expected money": "what your side is likely to gain by the trick as it lies with this card, less what the others are likely to gain ($1,000s)",
    "side takes": "the chance that your side takes the trick, in 64ths",
    "holds": "the chance that the card takes the trick although opponents are still to play, in 64ths",
    "partner beats": "the chance that a partner who is still to play can beat the card, in 64ths",
    "money": "the card's own money ($1,000s)",
    "money risked": "the card's money times the chance that the others take the trick",
    "rank": "how many cards of its color rank below it",
    "higher unseen": "how many unseen cards of its color rank above it, up to eight",
    "master": "no unseen card of its color ranks above it",
    "master trump": "it is a master and a trump",
    "master's money": "the card's money, if it is a master",
    "trump": "it is a trump",
    "trump, trumps unseen": "how many trumps are unseen, if it is a trump",
    "trump, trumps held": "how many trumps you hold, if it is a trump",
    "length": "how many cards of its color you hold",
    "single": "it is your only card of its color",
    "single, to trump": "it is your only card of a side color, and you hold trumps",
    "color unseen": "how many cards of its color are unseen",
    "money to fall": "on the lead: the unseen money of its color, times the chance that your side takes the trick",
    "money kept": "the money among your other cards of its color",
    "opponents trump": "how many opponents are still to play who cannot hold its color and may hold a trump",
    "partners void": "how many partners are still to play who cannot hold its color",
    "captures early": "how many cards you hold, if the card now holds the trick",
    "Tiger": "it is the Tiger",
    "Bull": "it is the Bull",
    "Bear": "it is the Bear",
    "Bull doubles": "for the Bull: the money in the trick, times the chance that your side takes it",
    "Bear saves": "for the Bear: the money in the trick, times the chance that the others take it",
}
LEADS = ("bidder leads", "bidder's partner leads", "opponent leads")
SIDES, PLACES, WINNERS = ("opponents", "bidder's side"), ("between", "last"), ("others winning", "your side winning")
HANDS = ("following", "trumping possible", "neither")
EARLY_SITUATIONS = (*LEADS, *map(", ".join, product(SIDES, PLACES, WINNERS, HANDS)))
LATE = "late, "  # how the name of a situation begins with few cards left in hand, up to …
LATE_HAND = 7
SITUATIONS = (*EARLY_SITUATIONS, *(f"{LATE}{situation}" for situation in EARLY_SITUATIONS))
