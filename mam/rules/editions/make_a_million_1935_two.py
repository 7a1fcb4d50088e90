"""Make-a-Million for two with half-hidden dummy partners, 1935. North plays for South, East for West."""

from dataclasses import replace
from types import MappingProxyType

from mam.rules.editions import make_a_million_1935 as four
from mam.rules.editions.ruleset import MisplayRules, Option

_CITES = four.CITES | {
    "dealt": "R2H-2",
    "opener": "R2H-7",
    "must-open": "R2H-7",
    "opening": "R2H-7",
    "bid-step-opening": "D-H05",
    "call-turn": "R2H-8",
    "raise-amount": "D-H05",
    "auction-ends": "R2H-8",
    "pass": "R2H-8",
    "take-nest": "R2H-9",
    "first-lead": "R2H-10",
    "winner-leads-dummy": "R35-PLAY-8",
    "covered": "R2H-12",
    "void-face-up": "D-H07",
    "animal-face-up": "D-H09",
    "tiger-face-up": "D-H10",
    "animal-lead-open": "D-H08",
    "uncovered": "R2H-13",
    "nested-money": "D-G16",
}
_OPTIONS = four.OPTIONS | {
    "opening-cap": Option(
        "D-H04",
        "the opening bid is at most $200,000, as in the game for four",
        lambda rules: replace(rules, auction=replace(rules.auction, max_opening=200)),
        cites={"opening": "D-H04"},
    ),
    "without-ones": Option(
        "R2H-16",
        "all Ones are left out: hands of twelve",
        lambda rules: replace(
            rules, letter="D12", pack=tuple(card for card in rules.pack if card.rank != 1), hand_size=12
        ),
        cites={"discard-count": "R2H-9"},
    ),
}

EDITION = replace(
    four.EDITION,
    id="make-a-million-1935-two",
    name_parts=("Make-a-Million", "1935 rules", "two players with dummy partners"),
    short_name="1935, two",
    letter="D",
    seat_names=MappingProxyType({"N": "North", "E": "East", "S": "North's dummy", "W": "East's dummy"}),
    side_names=MappingProxyType({"N-S": "North", "E-W": "East"}),
    dummies=("S", "W"),
    first_dealer="N",
    half_hidden=True,
    auction=replace(four.EDITION.auction, max_opening=None),
    rulebook=(*four.RULEBOOK, "make-a-million-1935-two", "readings-two"),
    misplay=MisplayRules(cites=MappingProxyType(four.MISPLAY_CITES | {"hidden": "D-R18"})),
    cites=MappingProxyType(_CITES),
    options=MappingProxyType(_OPTIONS),
)
