"""Make-a-Million for four, from the 1935 leaflet."""

from dataclasses import replace
from types import MappingProxyType

from mam.rules.auction import AuctionRules
from mam.rules.cards import PACK
from mam.rules.editions.ruleset import MisplayRules, Option, TrickGameRules
from mam.rules.nest import NestRules
from mam.rules.scoring import ScoringRules

CITES = {
    # dealing and turns
    "dealt": "R35-DEAL-3",
    "not-now": "D-G27",
    "not-held": "D-G27",
    # the auction
    "opener": "R35-BID-1",
    "must-open": "R35-BID-1",
    "call-turn": "R35-BID-3",
    "opening": "R35-BID-2",
    "raise": "R35-BID-5",
    "bid-step": "R35-BID-6",
    "bid-step-opening": "D-G04",
    "max-bid": "D-G06",
    "amount-only": "R35-BID-7",
    "pass": "R35-BID-8",
    "auction-ends": "R35-BID-11",
    "opening-wins": "D-G07",
    "bidder-raises": "D-G09",
    "no-misdeal": "D-G27",
    # the nest and trump
    "take-nest": "R35-NEST-1",
    "discard-count": "R35-NEST-2",
    "discard": "R35-NEST-3",
    "discard-money": "R35-NEST-3",
    "discard-forced": "R35-NEST-4",
    "discard-all-numbers": "D-G13",
    "discard-no-numbers": "D-G12",
    "discard-shown": "R35-NEST-5",
    "discard-shown-at-once": "D-G15",
    "trump": "R35-NEST-8",
    "trump-needed": "R35-NEST-8",
    "trump-final": "D-G29",
    "first-lead": "R35-PLAY-1",
    # play
    "lead": "R35-PLAY-2",
    "play-turn": "R35-PLAY-3",
    "capture": "R35-PLAY-4",
    "winner-leads": "R35-PLAY-8",
    "follow": "R35-PLAY-5",
    "free": "R35-PLAY-6",
    "bull-play": "R35-BULL-1",
    "bull-last": "R35-BULL-1",
    "bull-doubles": "R35-BULL-2",
    "bear-play": "R35-BEAR-1",
    "bear-last": "D-G18",
    "bear-destroys": "R35-BEAR-2",
    "last-animal": "R35-BB-1",
    "animal-lead": "R35-BB-2",
    "animal-lead-two": "D-G17",
    "tiger-before-animal": "D-G21",
    "animal-no-money": "D-G23",
    "color-after-animal": "R35-BB-3",
    "no-color-yet": "D-G18",
    "tiger-captures": "R35-TIG-1",
    "tiger-lead": "R35-TIG-3",
    "tiger-forced": "R35-TIG-4",
    "tiger-choice": "R35-TIG-5",
    # the score
    "counting": "R35-SCORE-8",
    "made": "R35-SCORE-3",
    "set-back": "R35-SCORE-4",
    "others-score": "R35-SCORE-5",
    "nested-money": "D-G16",
    "win": "R35-WIN-1",
    "win-higher": "R35-WIN-2",
    "level": "D-G24",
}

# The rulings on misplays, for a table that lets players make them.
MISPLAY_CITES = {
    "revoke": "R35-MIS-1",
    "animal": "D-R12",
    "early-lead": "D-R13",
    "anyone": "D-R17",
    "one-by-one": "D-R11",
    "scored": "D-R04",
    # when a misplay is found
    "at-once": "R35-MIS-2",
    "late": "R35-MIS-3",
    "total-pays": "R35-MIS-4",
    "window": "D-R02",
    "last-tricks": "D-R03",
    "take-back": "D-R05",
    "choice": "R35-MIS-5",
    # the innocent side's choice
    "stop": "R35-MIS-6",
    "stopped-tricks": "D-R09",
    "bidder-stops": "D-R07",
    "bidder-stopped": "D-R08",
    "play-on": "R35-MIS-7",
    "premium": "D-R10",
    "exchange": "D-R06",
    # the nest
    "nest": "R35-MIS-8",
    "nest-animal": "D-R16",
    "nest-pays": "D-R14",
    "nest-right": "D-R15",
}

OPTIONS = {
    "short-game": Option(
        "R35-WIN-3",
        "play to half a million",
        lambda rules: replace(rules, scoring=replace(rules.scoring, target=500)),
        cites={"win": "R35-WIN-3", "target": "R35-WIN-3"},
    ),
    "unlimited-bids": Option(
        "D-G06",
        "no limit on bids",
        lambda rules: replace(rules, auction=replace(rules.auction, capped=False, max_bid=None)),
        allows=("max-bid",),
    ),
    "tiger-sets-color": Option(
        "D-G19",
        "after a Bull or Bear lead, the Tiger sets the color to trump",
        lambda rules: replace(rules, tricks=replace(rules.tricks, tiger_sets_color=True)),
        cites={"tiger-sets-color": "D-G19"},
    ),
    "draw-at-a-tie": Option(
        "D-G24",
        "equal totals at the target end the match in a draw",
        lambda rules: replace(rules, scoring=replace(rules.scoring, tie="draw")),
    ),
}

RULEBOOK = ("make-a-million-1935", "readings", "readings-1935", "misplay", "readings-misplay")

EDITION = TrickGameRules(
    id="make-a-million-1935",
    name_parts=("Make-a-Million", "1935 rules", "four players"),
    short_name="1935 rules",
    letter="M",
    seats=("N", "E", "S", "W"),
    seat_names=MappingProxyType({"N": "North", "E": "East", "S": "South", "W": "West"}),
    sides=MappingProxyType({"N-S": ("N", "S"), "E-W": ("E", "W")}),
    side_names=MappingProxyType({"N-S": "North-South", "E-W": "East-West"}),
    pack=PACK,
    hand_size=13,
    auction=AuctionRules(min_opening=175, max_opening=200, min_raise=10, step=5, capped=True),
    nest=NestRules(size=3),
    scoring=ScoringRules(target=1000),
    rulebook=RULEBOOK,
    documents=("leaflet-1935", "supplement-1935"),
    misplay=MisplayRules(cites=MappingProxyType(MISPLAY_CITES)),
    cites=MappingProxyType(CITES),
    options=MappingProxyType(OPTIONS),
)
