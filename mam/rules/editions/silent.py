"""What the Silent Partner games share: the bidder calls cards, and whoever holds their duplicates is a secret partner."""

from dataclasses import replace
from types import MappingProxyType
from typing import Any

from mam.rules.editions.ruleset import Option, TrickGameRules


def make_silent_game(base: TrickGameRules, called: int, **facts: Any) -> TrickGameRules:
    """Return a Silent Partner game made from a two-pack game; each player keeps a score."""
    cites = dict(base.cites) | {
        "call": "RSP-2",
        "call-count": "RSP-2",
        "call-few": "D-S05",
        "call-fewer": "D-S06",
        "call-twice": "D-S17",
        "call-duplicates": "RSP-4",
        "call-number-card": "D-S19",
        "call-animal": "RSP-3",
        "call-own-duplicate": "RSP-7",
        "call-put-out": "D-S03",
        "call-single": "D-S04",
        "players": "D-S18",
        "called-card": "D-S10",
        "partner-shown": "RSP-5",
        "partner-again": "D-S07",
        "made": "RSP-8",
        "made-alone": "R04-SCORE-2",
        "others-score": "D-S12",
        "set-back": "D-S11",
        "set-back-alone": "R04-SCORE-3",
        "win-higher": "R04-WIN-1",
        "level": "D-S14",
    }
    options = {name: option for name, option in base.options.items() if name != "draw-at-a-tie"} | {
        "bidder-set-back-alone": Option(
            "D-S11",
            "a failed bid sets back the bidder alone",
            lambda rules: replace(rules, scoring=replace(rules.scoring, setback="bidder")),
        )
    }
    return replace(
        base,
        phases=("auction", "nest", "trump", "called", "play"),
        sides=MappingProxyType({}),
        side_names=MappingProxyType({}),
        alliance="called",
        called=called,
        scoring=replace(base.scoring, tie="joint"),
        rulebook=(*base.rulebook, "silent-partner", "readings-silent"),
        misplay="D-S15",
        cites=MappingProxyType(cites),
        options=MappingProxyType(options),
        **facts,
    )
