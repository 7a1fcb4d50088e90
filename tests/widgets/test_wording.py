"""No text in the scene of a widget uses a word that our language retired, in any edition and phase."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from retired_words import SUITS, find_retired, texts_in_data

import mam
from mam.drawing import table_text
from mam.players import random_player
from mam.studies import Study
from mam.studies.tree import make_tree

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")

import mam_widgets as mw
from mam_widgets.bidding.hands import has_auction
from mam_widgets.discard.deals import has_nest
from mam_widgets.match.widget import Play
from mam_widgets.studies.lesson import list_rules

EDITIONS = mam.list_editions()
OPTIONS = ("make-a-million-2004+misdeal+no-trump+trump-break+open-widow", "sweven+5-players", "anagrams+keep-order")
REFUSED = ("play TIGER", "pass", "bid 7", "discard R1 R2 R3", "trump R", "draw", "stop")
Scene = dict[str, Any]


pytestmark = pytest.mark.usefixtures("folder")


def check(scene: Scene) -> None:
    texts = [*texts_in_data(scene)]
    assert texts
    faults = find_retired("\n".join(texts), SUITS)  # Sweven has suits
    assert not faults


def rounds(table: Play) -> Iterator[Scene]:
    """The scenes of a round that the person plays with random moves, each with the scene of a refused move."""
    session, rng = table.session, Random(5)
    while not session.round.is_over:
        if not session.to_move:
            table.handle_message({"do": "to_turn"})
        elif len(session.round.history) % 5 == 0:
            table.handle_message({"do": "move", "move": rng.choice(REFUSED)})
            yield table.scene
        if session.to_move:
            move = random_player(session.view, Random(len(session.round.history)))
            table.handle_message({"do": "move", "move": str(move)})
        yield table.scene


@pytest.mark.parametrize("edition", [*EDITIONS, *OPTIONS])
@pytest.mark.sample(4, 8)
def test_no_text_of_a_match_uses_retired_words(edition: str) -> None:
    table = mw.play(edition, seed=4, skill_level="random", save=False)
    for number, scene in enumerate(rounds(table)):
        if number % 4 == 0 or "ruling" in scene:
            check(scene)
    check({"text": table_text(table.scene)})
    for message in ({"do": "undo"}, {"do": "all_hands", "is_on": True}):
        table.handle_message(message)
        check(table.scene)


def test_no_hint_and_no_review_uses_retired_words() -> None:
    table = mw.play("make-a-million-1935", seed=4, save=False)
    for _ in range(3):
        table.handle_message({"do": "to_turn"})
        table.handle_message({"do": "hint"})
        table.wait()
        check(table.scene)
        table.handle_message({"do": "move", "move": str(table.session.round.legal_moves[-1])})
    *_, _ = rounds(table)
    table.handle_message({"do": "review"})
    table.wait()
    check(table.scene)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.sample(2, 1)
def test_no_text_of_the_stepper_uses_retired_words(edition: str) -> None:
    table = mw.deal(3, edition=edition)
    rng = Random(3)
    while not table.round.is_over:
        if len(table.round.history) % 3 == 0:
            table.handle_message({"do": "move", "move": rng.choice(REFUSED)})
            check(table.scene)
        table.handle_message({"do": "random_move"})
    check(table.scene)
    for edition_id in rng.sample(EDITIONS, 3):
        table.handle_message({"do": "edition", "edition": edition_id})
        check(table.scene)


def test_no_text_of_the_specimen_hand_uses_retired_words() -> None:
    table = mw.specimen()
    for step in range(0, 66, 5):
        table.handle_message({"do": "go_to_step", "step": step})
        check(table.scene)
    table.go(60).solve()
    check(table.scene)


@pytest.mark.long
@pytest.mark.parametrize("edition", [edition for edition in EDITIONS if has_auction(edition)])
@pytest.mark.sample(3, 8)
def test_no_text_of_the_bidding_lab_uses_retired_words(edition: str) -> None:
    check(mw.bidding_lab(edition=edition, seed=2, guess_first=True).scene)
    check(mw.bidding_lab(edition=edition, seed=2, worlds=20).wait().scene)


@pytest.mark.parametrize("edition", [edition for edition in EDITIONS if has_nest(edition)])
@pytest.mark.sample(4, 3)
def test_no_text_of_the_discard_lab_uses_retired_words(edition: str) -> None:
    lab = mw.discard_lab(edition=edition, seed=2)
    check(lab.scene)
    lab.handle_message({"do": "move", "move": "discard R1 R2"})
    check(lab.scene)


def test_no_comparison_of_discards_uses_retired_words() -> None:
    lab = mw.discard_lab("R40 R30 R15 R11 R10 Y9 Y8 Y7 B5 B4 B3 B2 G2 G1 TIGER BULL", seed=1)
    check(lab.choose("discard Y7 Y8 Y9", "trump B").compare().scene)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.sample(4, 11)
def test_no_text_of_the_probability_lab_uses_retired_words(edition: str) -> None:
    lab = mw.probability_lab(edition=edition)
    check(lab.scene)
    for message in ({"do": "guess", "percent": "20"}, {"do": "ask", "text": "who?"}):
        lab.handle_message(message)
        lab.wait()
        check(lab.scene)


@pytest.mark.parametrize("study", list_rules(), ids=lambda study: study.id)
def test_no_text_of_a_case_uses_retired_words(study: Study) -> None:
    check(dict(make_tree(study)))
