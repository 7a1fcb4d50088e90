"""Make-a-Million for four, from the article on the 2004 edition."""

from dataclasses import replace
from types import MappingProxyType

from mam.rules.cards import NoTrump
from mam.rules.editions import make_a_million_1935 as leaflet
from mam.rules.editions.ruleset import Option
from mam.rules.tricks import TrickRules

CITES = leaflet.CITES | {
    "dealt": "R04-DEAL-2",
    "opener": "R04-BID-1",
    "must-open": "D-X01",
    "call-turn": "R04-BID-3",
    "opening": "R04-BID-2",
    "raise": "R04-BID-4",
    "bid-step": "D-X02",
    "amount-only": "R04-WID-4",
    "pass": "D-X04",
    "players": "D-X18",
    "auction-ends": "R04-BID-5",
    "passed-out": "D-X01",
    "misdeal": "R04-OPT-1",
    "no-misdeal": "R04-OPT-1",
    "open-nest": "R04-WID-5",
    "take-nest": "R04-WID-1",
    "discard-count": "R04-WID-1",
    "discard": "R04-WID-3",
    "discard-money": "R04-WID-2",
    "discard-forced": "R04-WID-2",
    "discard-shown": "R04-WID-2",
    "trump": "R04-WID-4",
    "no-trump": "R04-OPT-2",
    "tiger-no-trump": "D-X11",
    "first-lead": "R04-PLAY-1",
    "lead": "R04-PLAY-1",
    "trump-break": "R04-OPT-3",
    "play-turn": "R04-PLAY-2",
    "capture": "R04-PLAY-2",
    "winner-leads": "R04-PLAY-7",
    "follow": "R04-PLAY-3",
    "free": "R04-PLAY-3",
    "bull-play": "R04-BULL-1",
    "bull-doubles": "R04-BULL-2",
    "bear-play": "R04-BEAR-1",
    "bear-destroys": "R04-BEAR-2",
    "last-animal": "R04-BB-1",
    "animal-lead": "R04-PLAY-8",
    "color-after-animal": "R04-BB-2",
    "tiger-sets-color": "R04-BB-2",
    "tiger-captures": "R04-TIG-1",
    "tiger-lead": "R04-TIG-2",
    "tiger-forced": "R04-TIG-3",
    "tiger-choice": "R04-TIG-1",
    "counting": "R04-SCORE-1",
    "made": "R04-SCORE-2",
    "set-back": "R04-SCORE-3",
    "others-score": "R04-SCORE-4",
    "win": "R04-WIN-1",
    "win-higher": "R04-WIN-1",
}
OPTIONS = {name: leaflet.OPTIONS[name] for name in ("unlimited-bids", "draw-at-a-tie")} | {
    "tiger-sets-no-color": Option(
        "D-G19",
        "after a Bull or Bear lead, the Tiger sets no color, as in 1935",
        lambda rules: replace(rules, tricks=replace(rules.tricks, tiger_sets_color=False)),
        cites={"color-after-animal": "D-G19", "tiger-sets-color": "D-G19"},
    ),
    "redeal-if-all-pass": Option(
        "D-X01",
        "everyone may pass; then the next dealer deals",
        lambda rules: replace(rules, auction=replace(rules.auction, must_open="nobody")),
        allows=("must-open",),
    ),
    "misdeal": Option(
        "R04-OPT-1",
        "a player with $15,000 or less may call for a new deal",
        lambda rules: replace(rules, auction=replace(rules.auction, max_misdeal_money=15)),
        allows=("no-misdeal",),
    ),
    "no-trump": Option(
        "R04-OPT-2",
        "the bidder may name no trump, with the Tiger highest or lowest",
        lambda rules: replace(rules, no_trumps=(NoTrump.TIGER_HIGH, NoTrump.TIGER_LOW)),
        allows=("no-trump",),
    ),
    "trump-break": Option(
        "R04-OPT-3",
        "trumps may not be led until one has been played",
        lambda rules: replace(rules, tricks=replace(rules.tricks, trump_break=True)),
    ),
    "open-widow": Option(
        "R04-WID-5",
        "a vote may show the widow to everyone",
        lambda rules: replace(rules, phases=("auction", "vote", *rules.phases[1:])),
        allows=("open-nest",),
    ),
}

EDITION = replace(
    leaflet.EDITION,
    id="make-a-million-2004",
    name="Make-a-Million, 2004 edition, four players",
    short_name="2004 rules",
    letter="P",
    first_lead="bidder",
    auction=replace(leaflet.EDITION.auction, opens=1, must_open="last"),
    nest=replace(leaflet.EDITION.nest, shows="money", word="widow"),
    tricks=TrickRules(tiger_sets_color=True),
    rulebook=("readings", "make-a-million-2004", "readings-2004"),
    documents=("article-2004",),
    misplay="D-R19",
    cites=MappingProxyType(CITES),
    options=MappingProxyType(OPTIONS),
)
