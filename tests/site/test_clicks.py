"""The clicks whose time `python tools/measure.py site-clicks` takes: every kind that a page can send."""

from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")

from mam_widgets.bidding.widget import BiddingLab
from mam_widgets.discard.widget import DiscardLab
from mam_widgets.match.model import Playing
from mam_widgets.match.stages import AtTable, NewMatch, Practice, Reviewing, RoundOver, WhatIf
from mam_widgets.match.widget import Play
from mam_widgets.probability.widget import ProbabilityLab
from mam_widgets.shared.messages import find_handlers
from mam_widgets.shared.odds import OddsTab
from mam_widgets.stepper.model import Walk
from mam_widgets.stepper.widget import Stepper

RECEIVERS: dict[str, tuple[type, ...]] = {
    "play": (Play, Walk, Playing, OddsTab, AtTable, NewMatch, Practice, Reviewing, RoundOver, WhatIf),
    "stepper": (Stepper, Walk, OddsTab),
    "bidding": (BiddingLab,),
    "discard": (DiscardLab,),
    "probability": (ProbabilityLab, OddsTab),
}


@pytest.fixture(scope="module")
def measuring() -> ModuleType:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(Path(__file__).parents[2] / "tools")
        return import_module("measures.site_clicks")


def test_every_kind_of_click_is_measured(measuring: ModuleType) -> None:
    walks = measuring.make_walks().values()
    for kind, receivers in RECEIVERS.items():
        messages = [message for walk in walks if walk.kind == kind for message in walk.messages]
        sent = {message["do"] for message in messages if "do" in message}
        assert sent == {name for receiver in receivers for name in find_handlers(receiver)}, kind


def test_a_click_in_the_middle_of_the_longest_step_counts(measuring: ModuleType) -> None:
    page = measuring.Page()
    page.add({"message": {"act": "open"}, "time": 400.0, "longest": 10.0})  # the page says that it is loading
    page.add({"message": {"do": "deal"}, "time": 55.0, "longest": 0.0})
    assert (page.sum, page.is_quick) == (65.0, True)
    page.add({"message": {"do": "stop"}, "time": 5.0, "longest": 45.0})
    assert (page.sum, page.is_quick) == (100.0, False)
