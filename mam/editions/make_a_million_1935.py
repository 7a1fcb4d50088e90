"""Make-a-Million for four by the 1935 leaflet."""

from dataclasses import replace
from types import MappingProxyType

from mam.cards import PACK
from mam.editions.ruleset import Option, RuleSet

_CITES = {
    # dealing and turns
    "dealt": "R35-DEAL-3",
    "not-now": "D-G27",
    "not-held": "D-G27",
    # the auction
    "must-open": "R35-BID-1",
    "call-turn": "R35-BID-3",
    "opening": "R35-BID-2",
    "raise": "R35-BID-5",
    "bid-step": "R35-BID-6",
    "most": "D-G06",
    "pass": "R35-BID-8",
    "auction-ends": "R35-BID-11",
    # the nest and trump
    "take-nest": "R35-NEST-1",
    "discard-count": "R35-NEST-2",
    "discard": "R35-NEST-3",
    "discard-forced": "R35-NEST-4",
    "discard-shown": "R35-NEST-5",
    "trump": "R35-NEST-8",
    "first-lead": "R35-PLAY-1",
    # play
    "lead": "R35-PLAY-2",
    "play-turn": "R35-PLAY-3",
    "capture": "R35-PLAY-4",
    "captor-leads": "R35-PLAY-8",
    "follow": "R35-PLAY-5",
    "free": "R35-PLAY-6",
    "bull-play": "R35-BULL-1",
    "bull-doubles": "R35-BULL-2",
    "bear-play": "R35-BEAR-1",
    "bear-destroys": "R35-BEAR-2",
    "last-animal": "R35-BB-1",
    "animal-lead": "R35-BB-2",
    "animal-lead-two": "D-G17",
    "animal-no-money": "D-G23",
    "colour-after-animal": "R35-BB-3",
    "no-colour-yet": "D-G18",
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

_OPTIONS = {
    "short-game": Option(
        "R35-WIN-3",
        "play to half a million",
        lambda rules: replace(rules, scoring=replace(rules.scoring, target=500)),
    ),
    "unlimited-bids": Option(
        "D-G06",
        "no highest bid",
        lambda rules: replace(rules, auction=replace(rules.auction, most=None)),
    ),
    "tiger-sets-colour": Option(
        "D-G19",
        "after a Bull or Bear lead the Tiger fixes trumps as the colour",
        lambda rules: replace(rules, tricks=replace(rules.tricks, tiger_sets_colour=True)),
    ),
    "draw-at-a-tie": Option(
        "D-G24",
        "level totals at the target end the match in a draw",
        lambda rules: replace(rules, scoring=replace(rules.scoring, draw_at_tie=True)),
    ),
}

EDITION = RuleSet(
    id="make-a-million-1935",
    name="Make-a-Million, 1935 rules, four players",
    short_name="1935 rules",
    letter="M",
    seats=("N", "E", "S", "W"),
    seat_names=MappingProxyType({"N": "North", "E": "East", "S": "South", "W": "West"}),
    sides=MappingProxyType({"N-S": ("N", "S"), "E-W": ("E", "W")}),
    side_names=MappingProxyType({"N-S": "North-South", "E-W": "East-West"}),
    pack=PACK,
    hand_size=13,
    cites=MappingProxyType(_CITES),
    options=MappingProxyType(_OPTIONS),
)
