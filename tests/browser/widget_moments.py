"""The widgets that every check of all widgets runs over: a new widget, or a new moment of one, is one line here."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import mam
import mam_widgets as mw
from mam.players import rulebook_player
from mam.sessions import Session
from mam.support.data_files import find_data_folder
from mam_widgets.bidding.widget import bidding_lab
from mam_widgets.discard.widget import discard_lab
from mam_widgets.match.widget import Play, play
from mam_widgets.probability.widget import probability_lab
from mam_widgets.shared.background import BackgroundTask
from mam_widgets.shared.widget import SceneWidget

Message = Mapping[str, Any]


def _replay(edition: str, part: float = 0.5, **options: Any) -> SceneWidget:
    """The record of an edition after this part of its moves."""
    stepper = mw.replay(find_data_folder() / "records" / f"{edition}.toml", **options)
    return stepper.go(round(part * len(stepper.record.moves)))


def _specimen(step: int) -> SceneWidget:
    return mw.specimen().go(step)


def play_on(edition: str, moves: int) -> SceneWidget:
    """A match at your first turn after so many moves, yours as the rulebook player would; or its first round whole."""
    session = Session.start(edition, seed=5)
    while not session.round.is_over and (len(session.round.history) < moves or not session.to_move):
        session.play(rulebook_player(session.view, Random(1))) if session.to_move else session.step()
    return Play(session)


def _ask(widget: SceneWidget, *messages: Message) -> SceneWidget:
    """A widget that was asked for this and has answered, also what it was at work on before."""
    wait_for(widget)
    for message in messages:
        widget.handle_message(message)
        wait_for(widget)
    return widget


def wait_for(widget: SceneWidget) -> None:
    """Wait until nothing is worked out behind the widget any more."""
    for attribute in vars(widget).values():
        if isinstance(attribute, BackgroundTask):
            attribute.wait()


# Each is a fresh widget at its start, to be used: its name, and how it is made.
WIDGETS: Mapping[str, Callable[[], SceneWidget]] = {
    "specimen": mw.specimen,
    "deal": lambda: mw.deal(7, dealer="S"),
    "deal from a seat": lambda: mw.deal(7, you="S", dealer="S"),
    "deal for six": lambda: mw.deal(3, edition="six", you="A"),
    "deal of letters": lambda: mw.deal(3, edition="anagrams"),
    "play": lambda: play(seed=7, save=False, skill_level="rulebook"),
    "play Sweven": lambda: play("sweven", players=3, seed=7, save=False, skill_level="rulebook"),
    "bidding lab": lambda: bidding_lab(seed=1, worlds=400),
    "discard lab": lambda: discard_lab(seed=1),
    "chance lab": probability_lab,
}

# Moments that look different: every part of a table is in one of them.
MOMENTS: Mapping[str, Callable[[], SceneWidget]] = {
    **WIDGETS,
    "deal for six, your call": lambda: _ask(mw.deal(3, edition="six", you="A"), {"do": "to_turn"}),
    "specimen, the last call": lambda: _specimen(9),
    "specimen, the discard": lambda: _specimen(11),
    "specimen, trump": lambda: _specimen(12),
    "specimen, in a trick": lambda: _specimen(31),
    "specimen, the count": lambda: _specimen(65),
    **{f"{edition}, half-way": lambda edition=edition: _replay(edition) for edition in mam.list_editions()},
    **{
        f"{edition}, early, from a seat": lambda edition=edition: _replay(edition, 0.2, open_hands=False)
        for edition in ("sweven", "exact-tricks", "silent-six", "manhattan")
    },
    "play, a hint": lambda: _ask(play_on("make-a-million-1935", 12), {"do": "hint"}),
    "play, the review": lambda: _ask(
        play_on("make-a-million-1935", 99), {"do": "review"}, {"do": "all_hands", "is_on": True}
    ),
    "play exact tricks": lambda: play_on("exact-tricks", 6),
    "play Millionaire": lambda: play_on("millionaire", 9),
    "bidding lab, worked out": lambda: _ask(bidding_lab(seed=1, worlds=400)),
    "bidding lab, a guess first": lambda: bidding_lab(seed=1, guess_first=True),
    "discard lab, compared": lambda: discard_lab(seed=1).take_advice().compare(),
    "chance lab, answered": lambda: probability_lab("N holds Bull and Bear").guess(5),
    "eight, the end": lambda: _replay("eight", 1.0),
    "millionaire, the end": lambda: _replay("millionaire", 1.0),
}
