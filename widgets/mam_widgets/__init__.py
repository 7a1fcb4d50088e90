"""Widgets for the games of `mam`: each is one call.

>>> import mam_widgets as mw
>>> table = mw.specimen()
>>> table.round.phase
'auction'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from mam_widgets.stepper import Stepper, deal, replay, specimen
from mam_widgets.walk import Walk

if TYPE_CHECKING:
    from mam_widgets.bidding_widget import BiddingLab, bidding_lab
    from mam_widgets.chance_widget import ChanceLab, chance_lab
    from mam_widgets.discard_widget import DiscardLab, discard_lab
    from mam_widgets.play_widget import Play, play
    from mam_widgets.quiz_widget import Quiz, quiz

# Where the rest lives: looked up when first used, so that a table is there before pandas and the engine are loaded.
_LATER = {
    "BiddingLab": "bidding_widget",
    "ChanceLab": "chance_widget",
    "DiscardLab": "discard_widget",
    "Play": "play_widget",
    "Quiz": "quiz_widget",
    "bidding_lab": "bidding_widget",
    "chance_lab": "chance_widget",
    "discard_lab": "discard_widget",
    "play": "play_widget",
    "quiz": "quiz_widget",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'mam_widgets' has no attribute {name!r}")
    return getattr(import_module(f"mam_widgets.{_LATER[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})


__all__ = [
    "BiddingLab",
    "ChanceLab",
    "DiscardLab",
    "Play",
    "Quiz",
    "Stepper",
    "Walk",
    "bidding_lab",
    "chance_lab",
    "deal",
    "discard_lab",
    "play",
    "quiz",
    "replay",
    "specimen",
]
