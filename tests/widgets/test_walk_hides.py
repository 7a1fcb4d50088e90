"""With a seat of your own, nothing that the table sends holds a card you have not seen."""

import json
import re
from collections.abc import Iterable
from itertools import islice
from random import Random
from typing import Any

import pytest

import mam
from mam.players import random_player

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
import mam_widgets as mw
from mam_widgets.shared.messages import handle_message
from mam_widgets.stepper.model import Walk
from mam_widgets.stepper.scene import make_main_action, make_walk_scene
from mam_widgets.stepper.schema import Solve

UNSOLVED: Solve = {"can_solve": True, "state": "", "seconds": 2.0, "text": "", "message": None}
WORDS = {card: card.words for card in mam.PACK if card.color}  # of Tiger, Bull and Bear every rule may speak


def named(text: str, cards: Iterable[mam.Card]) -> set[mam.Card]:
    """Which of these cards a text names, as codes or in words."""
    return {
        card
        for card in cards
        if re.search(rf"(?<![0-9A-Za-z]){card.code}(?![0-9A-Za-z])", text)
        or (card in WORDS and re.search(rf"{WORDS[card]}(?![0-9])", text))
    }


def unseen(walk: Walk) -> set[mam.Card]:
    """The cards that the walk's person has not seen at the moment shown."""
    round, you = walk.round, walk.you
    seen_cards = {*round.deal[you], *(move.card for move in round.history if isinstance(move, mam.Play))}
    if round.bidder == you:
        seen_cards |= {*round.deal.nest}
    seen_cards |= {card for card in mam.view(round, you).round.discarded or () if card != mam.UNSEEN}
    return set() if round.is_over else set(mam.PACK) - seen_cards


def guarded(walk: Walk, announcement: str = "") -> dict[str, Any]:
    """The scene, if it names no unseen card but one that the person spoke of first."""
    scene = make_walk_scene(walk)
    leaked = named(json.dumps(scene, ensure_ascii=False), unseen(walk) - named(announcement, mam.PACK))
    assert not leaked, f"{walk.you} at step {walk.step} ({walk.round.phase}, {walk.round.turn} to move)"
    assert all(seat["open_cards"] is None for seat in scene["seats"]) or walk.round.is_over
    return scene


def table(seed: int, you: str, dealer: str) -> Walk:
    return Walk(
        mam.Record.from_round(mam.start("make-a-million-1935", seed, dealer=dealer)), you=you, bottom=you, seed=seed
    )


@pytest.mark.parametrize("you", "NESW")
@pytest.mark.parametrize("seed", [1, 7, 20])
@pytest.mark.sample(3, 11)
def test_a_whole_round_gives_nothing_away(seed: int, you: str) -> None:
    walk, rng = table(seed, you, "NESW"[seed % 4]), Random(seed)
    tried = [str(mam.Play(card)) for card in mam.PACK]
    while not walk.round.is_over:
        guarded(walk)
        for message in (rng.choice(tried), "pass", "bid 3", "trump B", "discard R1 R2 R3", "discard Y40 Y4 R4"):
            # Whatever is refused, on one's turn or not, tells nothing of other hands.
            if mam.view(walk.round, you).why_not(mam.parse_move(message)) is None:
                continue
            index = walk.step
            handle_message(walk, {"do": "move", "move": message})
            assert walk.step == index
            guarded(walk, announcement=message)
        if walk.round.actor == you:
            handle_message(walk, {"do": "move", "move": str(random_player(mam.view(walk.round, you), rng))})
        else:
            handle_message(walk, {"do": "random_move"})
    guarded(walk)
    # R35-NEST-7: now everything may be looked at, the nest included, also by stepping back.
    assert walk.person is None
    walk.go_to_step(walk.last - 5)
    assert all(seat["open_cards"] for seat in make_walk_scene(walk)["seats"])
    assert mam.format_cards(walk.round.discarded or ()) in json.dumps(make_walk_scene(walk)["badges"])


@pytest.mark.parametrize("you", "NESW")
@pytest.mark.sample(2, 2)
def test_moves_out_of_turn_are_refused_whatever_they_are(you: str) -> None:
    walk = table(7, you, "N")
    for _ in range(30):
        if walk.round.is_over or walk.round.actor == you:
            break
        for move in walk.round.legal_moves[:40]:
            if mam.view(walk.round, you).why_not(move) is not None:
                index = walk.step
                handle_message(walk, {"do": "move", "move": str(move)})
                assert walk.step == index
                assert not make_walk_scene(walk)["ruling"]["moves"]  # of a hidden hand nobody can say
                guarded(walk, announcement=str(move))
        handle_message(walk, {"do": "random_move"})


@pytest.mark.parametrize("you", "NESW")
@pytest.mark.sample(2, 2)
def test_the_scene_is_the_same_whatever_the_hidden_cards_are(you: str) -> None:
    """In every world that agrees with what you know, the same picture, the same answers, the same refusals."""
    played, rng = table(11, you, "E"), Random(5)
    while not played.round.is_over:
        handle_message(played, {"do": "random_move"})
    for step in range(0, played.last, 7):
        round = played.rounds[step]
        moves = [str(mam.Play(rng.choice(mam.PACK))), "pass", "bid 520", "trump R", "discard R1 Y2 B3"]
        for world in islice(mam.worlds(mam.view(round, you), rng), 2):
            for move in moves:
                if mam.view(round, you).why_not(mam.parse_move(move)) is None:
                    continue
                scenes = []
                for each_round in (round, world):
                    walk = Walk(mam.Record.from_round(each_round), step=step, you=you, bottom=you)
                    scenes.append(make_walk_scene(walk))
                    handle_message(walk, {"do": "move", "move": move})
                    scenes.append(make_walk_scene(walk))
                assert scenes[:2] == scenes[2:], f"step {step}, {move}"


def test_others_move_only_when_asked_to_and_stop_at_your_turn() -> None:
    walk = table(7, "S", "E")
    tools, main = make_walk_scene(walk)["tools"], make_main_action(walk, UNSOLVED)
    assert main["id"] == "to-turn" and not main["why_not"] and tools["random_move"]["why_not"]
    handle_message(walk, {"do": "to_turn"})
    assert walk.round.actor == "S"
    tools, main = make_walk_scene(walk)["tools"], make_main_action(walk, UNSOLVED)
    assert main["why_not"] == "It is your turn." and not tools["random_move"]["why_not"]


def test_impatient_clicks_never_make_a_move_of_ones_own() -> None:
    walk = table(7, "S", "E")
    for _ in range(20):
        handle_message(walk, {"do": "to_turn"})
    assert walk.round.actor == "S"
    assert [seat for seat, _ in walk.round.calls if seat == "S"] == []


def test_a_neighboring_step_is_sent_only_where_all_hands_are_open() -> None:
    mine = mw.deal(7, you="S", dealer="E")
    mine.handle_message({"do": "to_turn"})
    mine.handle_message({"do": "go_to_step", "step": 0})
    assert mine.near == {}
    assert "code" in mine.scene["tools"] and mine.scene["tools"]["code"] == ""
    everybody = mw.specimen().go(30)
    assert set(everybody.near) == {"29", "31", "32"}
    line, ahead = everybody.scene["line"], everybody.near["31"]
    everybody.handle_message({"do": "go_to_step", "step": 31})
    assert everybody.scene == ahead and ahead["line"] == line
    everybody.handle_message({"do": "bottom", "seat": "N"})
    assert everybody.scene["line"] != line


def test_taking_back_goes_to_your_own_last_decision() -> None:
    walk = table(7, "S", "E")
    handle_message(walk, {"do": "random_move"})
    mine = walk.step
    handle_message(walk, {"do": "move", "move": "pass"})
    handle_message(walk, {"do": "random_move"})
    handle_message(walk, {"do": "undo"})
    assert walk.step == mine and walk.round.actor == "S"


def test_hands_cannot_be_opened_by_a_message() -> None:
    walk = table(7, "S", "E")
    handle_message(walk, {"do": "all_hands", "is_on": True})
    handle_message(walk, {"do": "bottom", "seat": "N"})
    scene = guarded(walk)
    assert not scene["tools"]["can_show_all"] and not scene["tools"]["all_hands"]
    assert scene["hand"] is None or scene["hand"]["seat"] == "S"


def test_the_same_seed_plays_the_same_round() -> None:
    def whole() -> mam.Record:
        walk = table(7, "S", "E")
        while not walk.round.is_over:
            handle_message(walk, {"do": "random_move"})
        return walk.record

    assert whole() == whole()
