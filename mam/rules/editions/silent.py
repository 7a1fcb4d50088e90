"""What the Silent Partner games share: the bidder calls cards, and whoever holds their duplicates is a partner unseen."""

from dataclasses import replace
from types import MappingProxyType
from typing import Any

from mam.rules.editions.ruleset import Option, TrickGameRules


def silent_game(together: TrickGameRules, called: int, **facts: Any) -> TrickGameRules:
    """The game for this number of players, with partners who are called; everybody keeps a score."""
    cites = dict(together.cites) | {
        "call": "RSP-2",
        "call-count": "RSP-2",
        "call-animal": "RSP-3",
        "call-own-duplicate": "RSP-7",
        "call-put-out": "D-S03",
        "call-single": "D-S04",
        "players": "D-S18",
        "partner-shown": "RSP-5",
        "made": "RSP-8",
        "others-score": "D-S12",
        "set-back": "D-S11",
        "win-higher": "D-S14",
        "level": "D-S14",
    }
    options = {name: option for name, option in together.options.items() if name != "draw-at-a-tie"} | {
        "bidder-set-back-alone": Option(
            "D-S11",
            "a failed bid sets back the bidder alone",
            lambda rules: replace(rules, scoring=replace(rules.scoring, setback="bidder")),
        )
    }
    return replace(
        together,
        phases=("auction", "nest", "trump", "called", "play"),
        sides=MappingProxyType({}),
        side_names=MappingProxyType({}),
        alliance="called",
        called=called,
        scoring=replace(together.scoring, tie="joint"),
        rulebook=(*together.rulebook, "silent-partner", "readings-silent"),
        misplay="D-S15",
        cites=MappingProxyType(cites),
        options=MappingProxyType(options),
        **facts,
    )
