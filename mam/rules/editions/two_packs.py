"""What the games with two packs share: doubled amounts, three cards in the nest, and the partnerships."""

from dataclasses import replace
from types import MappingProxyType
from typing import Any

from mam.rules.cards import make_two_packs
from mam.rules.editions import make_a_million_2004 as one_pack
from mam.rules.editions.ruleset import Option, TrickGameRules
from mam.rules.editions.seating import list_names

_CITES = one_pack.CITES | {
    "dealt": "R68-5",
    "opening": "R68-2",
    "bid-step-opening": "D-P02",
    "raise-amount": "D-P02",
    "animal-lead-two": "D-P09",
    "later-duplicate": "R68-6",
    "bulls-quadruple": "R68-8",
    "bear-between": "R68-9",
    "animal-orders": "D-P05",
}
_OPTIONS = one_pack.OPTIONS | {
    "double-target": Option(
        "D-P03",
        "play to two million",
        lambda rules: replace(rules, scoring=replace(rules.scoring, target=2000)),
        cites={"win": "D-P03", "target": "D-P03"},
    ),
    "double-misdeal": Option(
        "D-P04",
        "a player with $30,000 or less may call for a new deal",
        lambda rules: replace(rules, auction=replace(rules.auction, max_misdeal_money=30)),
        group="misdeal",
        cites={"misdeal": "D-P04"},
        allows=("no-misdeal",),
    ),
    "misdeal": replace(one_pack.OPTIONS["misdeal"], group="misdeal"),
}


def make_two_pack_game(
    seats: tuple[str, ...], teams: tuple[str, ...], omit: str, hand_size: int, **facts: Any
) -> TrickGameRules:
    """Return the 2004 rules for these seats with two packs without some Ones."""
    sides = {"-".join(team): tuple(team) for team in teams}
    return replace(
        one_pack.EDITION,
        seats=seats,
        seat_names=list_names(seats),
        sides=MappingProxyType(sides),
        side_names=MappingProxyType({side: side for side in sides}),
        pack=make_two_packs(omit.split()),
        hand_size=hand_size,
        auction=replace(one_pack.EDITION.auction, min_opening=350, max_opening=400),
        rulebook=(*one_pack.EDITION.rulebook, "two-packs", "readings-two-packs"),
        cites=MappingProxyType(_CITES),
        options=MappingProxyType(_OPTIONS),
        **facts,
    )
