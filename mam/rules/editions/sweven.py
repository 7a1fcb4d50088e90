"""Sweven, for two to six: bid for points, name trump, lead."""

from dataclasses import replace
from types import MappingProxyType

from mam.rules.auction import AuctionRules
from mam.rules.cards import make_suit_pack
from mam.rules.editions.ruleset import Option, TrickGameRules
from mam.rules.editions.seating import list_letters, list_names, make_player_options
from mam.rules.scoring import ScoringRules
from mam.rules.tricks import TrickRules

_LOWEST = {2: 9, 3: 9, 4: 7, 5: 5, 6: 3}  # the lowest rank in the pack for so many players
_CITES = {
    "dealt": "RSW-5",
    "not-now": "D-W11",
    "not-held": "D-W11",
    "opener": "RSW-7",
    "call-turn": "RSW-7",
    "opening": "RSW-8",
    "bid-step": "RSW-9",
    "raise": "RSW-9",
    "max-bid": "RSW-10",
    "amount-only": "D-W09",
    "barred": "RSW-24",
    "pass": "RSW-7",
    "auction-ends": "RSW-7",
    "passed-out": "RSW-12",
    "no-misdeal": "D-W11",
    "trump": "RSW-11",
    "trump-needed": "D-W14",
    "trump-final": "D-W09",
    "first-lead": "RSW-14",
    "lead": "RSW-14",
    "play-turn": "RSW-15",
    "follow": "RSW-15",
    "free": "RSW-15",
    "capture": "RSW-16",
    "winner-leads": "RSW-16",
    "counting": "RSW-13",
    "made": "RSW-18",
    "set-back": "RSW-19",
    "account": "RSW-20",
    "account-paid": "RSW-21",
    "account-exact": "D-W07",
    "account-again": "RSW-23",
    "account-lost": "RSW-22",
    "account-unbid": "D-W02",
    "bar": "RSW-24",
    "bar-unbid": "D-W03",
    "win": "RSW-25",
    "win-higher": "RSW-26",
    "level": "RSW-27",
}
_OPTIONS = make_player_options(range(2, 7), "RSW-1", 4, pack=lambda players: make_suit_pack(_LOWEST[players])) | {
    "passed-out-is-skipped": Option(
        "D-W02",
        "a deal that was passed out does not count as the next hand",
        lambda rules: replace(rules, scoring=replace(rules.scoring, account_waits=True)),
        cites={"bar-unbid": "D-W02"},
    )
}
_SEATS = list_letters(4)

EDITION = TrickGameRules(
    id="sweven",
    name_parts=("Sweven", "two to six players"),
    short_name="Sweven",
    letter="V",
    seats=_SEATS,
    seat_names=list_names(_SEATS),
    pack=make_suit_pack(_LOWEST[4]),
    hand_size=8,
    phases=("auction", "trump", "play"),
    alliance="alone",
    first_lead="bidder",
    auction=AuctionRules(
        opens=1, must_open="nobody", min_opening=3, min_raise=1, step=1, capped=True, one_turn=True, money=False
    ),
    tricks=TrickRules(counts="points"),
    scoring=ScoringRules(target=35, tie="joint", method="account", money=False),
    rulebook=("sweven", "readings-sweven"),
    documents=("sweven",),
    misplay="D-W11",
    cites=MappingProxyType(_CITES),
    options=MappingProxyType(_OPTIONS),
)  # fmt: skip
