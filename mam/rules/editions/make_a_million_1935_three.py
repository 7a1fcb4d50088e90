"""Make-a-Million for three with Dummy, 1935: the bidder also plays Dummy's hand, and each player keeps a score."""

from dataclasses import replace
from types import MappingProxyType

from mam.rules.editions import make_a_million_1935 as four
from mam.rules.editions.ruleset import MisplayRules, Option
from mam.rules.editions.seating import list_names

_CITES = four.CITES | {
    "dealt": "R35-3P-1",
    "reseat": "R35-3P-2",
    "reseat-how": "D-T01",
    "first-lead": "R35-3P-4",
    "exposed": "R35-3P-5",
    "exposed-hand-played": "R35-3P-6",
    "winner-leads-dummy": "R35-3P-7",
    "made": "R35-3P-9",
    "others-score": "R35-3P-9",
    "set-back": "R35-3P-10",
    "set-back-bidder": "D-T06",
    "win": "R35-3P-13",
    "win-higher": "D-T07",
    "level": "D-T07",
}
_MISPLAY = MisplayRules(cites=MappingProxyType(four.MISPLAY_CITES | {"open-hand": "D-T09", "each-alone": "D-T08"}))
_OPTIONS = {name: option for name, option in four.OPTIONS.items() if name != "draw-at-a-tie"} | {
    "circle-kept": Option(
        "D-T01",
        "the three players keep their order, and Dummy is moved opposite the bidder",
        lambda rules: replace(rules, reseat="circle"),
    ),
    "offender-pays": Option(
        "D-T08",
        "of the bidder's two opponents, only the one who misplayed pays",
        lambda rules: replace(rules, misplay=replace(rules.misplay, payers="offender")),
    ),
    "play-on-at-a-tie": Option(
        "D-T07",
        "equal totals at the target: another round is played",
        lambda rules: replace(rules, scoring=replace(rules.scoring, tie="play on")),
    ),
}
_SEATS = ("A", "B", "C", "D")

EDITION = replace(
    four.EDITION,
    id="make-a-million-1935-three",
    name_parts=("Make-a-Million", "1935 rules", "three players with Dummy"),
    short_name="1935, three",
    letter="T",
    seats=_SEATS,
    seat_names=list_names(_SEATS, D="Dummy"),
    dummies=("D",),
    sides=MappingProxyType({}),
    side_names=MappingProxyType({}),
    alliance="dummy",
    exposed="dummy",
    reseat="exchange",
    scoring=replace(four.EDITION.scoring, setback="bidder", tie="joint"),
    rulebook=(*four.RULEBOOK, "make-a-million-1935-three", "readings-three"),
    misplay=_MISPLAY,
    cites=MappingProxyType(_CITES),
    options=MappingProxyType(_OPTIONS),
)
