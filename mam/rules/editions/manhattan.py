"""Manhattan Million, 1935: a bid names its color, No Color is a bid, and the bidder plays the partner's open hand."""

from dataclasses import replace
from types import MappingProxyType

from mam.rules.cards import TIGER
from mam.rules.editions import make_a_million_1935 as four
from mam.rules.editions.ruleset import MisplayRules, Option

_CITES = four.CITES | {
    "amount-only": "RMM-2",
    "opening": "RMM-3",
    "bid-color": "RMM-2",
    "bid-change": "RMM-4",
    "bid-step-opening": "R35-BID-6",
    "bid-no-color": "RMM-6",
    "no-color-rank": "D-M06",
    "pass": "RMM-5",
    "auction-ends": "D-M02",
    "trump": "D-M04",
    "trump-final": "D-M04",
    "trump-needed": "RMM-6",
    "no-trump": "RMM-6",
    "capture-no-trump": "RMM-6",
    "no-color-score": "D-M05",
    "tiger-no-trump": "RMM-7",
    "exchange": "RMM-7",
    "exchange-time": "D-M07",
    "exchange-bidder": "D-M08",
    "exchange-money": "D-M09",
    "exchange-blind": "RMM-7",
    "exposed": "RMM-8",
}
_OPTIONS = four.OPTIONS | {
    "without-tiger": Option(
        "RMM-9",
        "the Tiger is left out: a nest of two",
        lambda rules: replace(
            rules,
            letter="H2",
            pack=tuple(card for card in rules.pack if card != TIGER),
            nest=replace(rules.nest, size=2),
            blind_draw=False,
        ),
        cites={"dealt": "D-M10", "discard-count": "D-M10"},
    ),
    "free-trump": Option(
        "D-M04",
        "the bidder names trump after the discards, whatever color was bid; No Color stays",
        lambda rules: replace(rules, trump_bound=False),
        cites={"trump-final": "D-G29"},
        allows=("trump-final",),
    ),
}

EDITION = replace(
    four.EDITION,
    id="manhattan",
    name_parts=("Manhattan Million", "1935", "four players"),
    short_name="Manhattan",
    letter="H",
    phases=("auction", "nest", "trump", "exchange", "play"),
    exposed="partner",
    blind_draw=True,
    trump_bound=True,
    auction=replace(four.EDITION.auction, min_opening=100, speaks_color=True, no_color=True, reentry=True),
    rulebook=(*four.RULEBOOK, "manhattan", "readings-manhattan"),
    misplay=MisplayRules(cites=MappingProxyType(four.MISPLAY_CITES | {"open-hand": "D-R17"})),
    cites=MappingProxyType(_CITES),
    options=MappingProxyType(_OPTIONS),
)
