"""The stepper for every edition: a deal is played to its end, replayed, branched off from, and gives nothing away."""

import json
import re
from random import Random
from typing import Any

import pytest

import mam
from mam.drawing import table_svg, table_text
from mam.records import format_record, parse_record
from mam.rules.moves import Exchange

mw = pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
from mam_widgets.shared.messages import handle_message  # noqa: E402
from mam_widgets.stepper.model import Walk  # noqa: E402
from mam_widgets.stepper.scene import make_walk_scene  # noqa: E402

EDITIONS = mam.list_editions()
ANY = {"do": "random_move"}


def deal(edition: str, seed: int = 3, **options: Any) -> Walk:
    table = mw.deal(seed, edition=edition, **options)
    walk: Walk = table._walk
    table.close()
    return walk


def finish(walk: Walk) -> Walk:
    while not walk.round.is_over:
        handle_message(walk, ANY)
    return walk


def check(walk: Walk) -> dict[str, Any]:
    scene = make_walk_scene(walk)
    assert json.loads(json.dumps(scene)) == scene and len(json.dumps(scene)) < 90_000
    assert scene["stepper"]["label"] and scene["stepper"]["step"] == walk.step
    assert table_text(scene) and table_svg(scene, width=480)
    return scene


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.sample(5, 3)
def test_a_deal_of_every_edition_is_played_to_its_end_and_kept(edition: str) -> None:
    walk = finish(deal(edition))
    assert walk.round.is_over and walk.step == walk.last == len(walk.record.moves)
    assert parse_record(format_record(walk.record)) == walk.record
    ticks = [tick["step"] for tick in make_walk_scene(walk)["stepper"]["ticks"]]
    assert ticks == sorted(set(ticks)) and all(0 < tick < walk.last for tick in ticks[:-1])
    if isinstance(walk.round, mam.TrickRound):
        assert len(ticks) == len(walk.round.tricks)
    for step in {0, 1, walk.last // 2, walk.last - 1, walk.last}:
        walk.go_to_step(step)
        check(walk)
    for trick in make_walk_scene(walk)["history"]:
        walk.go_to_step(trick["step"])
        assert walk.round.tricks[-1].winner == trick["winner"] and make_walk_scene(walk)["is_trick_complete"]  # type: ignore[attr-defined]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.sample(6, 12)
def test_every_edition_is_replayed_from_its_record(edition: str, tmp_path: Any) -> None:
    path = tmp_path / "round.toml"
    mam.write_record(finish(deal(edition, 5)).record, path)
    table = mw.replay(path)
    seats = [seat["seat"] for seat in table.scene["seats"]]
    assert seats[0] == ("S" if "S" in seats else table.record.deal.seats[0])
    walk: Walk = table._walk
    for step in range(0, walk.last, max(1, walk.last // 8)):
        walk.go_to_step(step)
        check(walk)
    for move in map(str, walk.record.moves[:3]):
        walk.go_to_step(walk.record.moves.index(mam.parse_move(move)))
        handle_message(walk, {"do": "move", "move": move})  # the record's own moves, made by hand
    assert not walk.record.branches and not walk.fault and walk.refused is None
    table.close()


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.sample(5, 5)
def test_another_move_branches_off_and_is_taken_back(edition: str) -> None:
    walk = finish(deal(edition, 7))
    recorded = walk.record
    walk.recorded_count = walk.last
    for step in (0, walk.last // 2, walk.last - 1):
        walk.back_to_record()
        walk.go_to_step(step)
        other_moves = [move for move in walk.round.legal_moves if move != recorded.moves[step]]
        if not other_moves:
            continue
        handle_message(walk, {"do": "move", "move": str(other_moves[0])})
        assert walk.branch is not None and walk.record.moves == recorded.moves
        assert parse_record(format_record(walk.record)) == walk.record
        check(walk)
        handle_message(walk, {"do": "undo"})
        assert walk.record.branches == () and walk.step == step


def known_codes(walk: Walk) -> set[str]:
    """The cards that the walk's person has seen by now, as codes."""
    visible_round: Any = mam.view(walk.round, walk.person).round
    hands = [card for hand in (*visible_round.deal.hands, *visible_round.hands.values()) for card in hand]
    codes = {
        card.code
        for card in (*hands, *visible_round.deal.nest, *visible_round.deal.stock, *getattr(visible_round, "nest", ()))
    }
    return codes | {word.strip(",") for move in visible_round.history for word in str(move).split()}


@pytest.mark.parametrize("edition", [name for name in EDITIONS if name not in ("millionaire", "anagrams")])
@pytest.mark.sample(4, 5)
def test_with_a_seat_of_ones_own_no_card_is_shown_that_is_not_seen(edition: str) -> None:
    rng = Random(4)
    persons = mam.get_edition(edition).persons
    for you in (persons[-1],) if len(persons) > 4 else (persons[0], persons[-1]):
        walk = deal(edition, 9, you=you)
        while not walk.round.is_over:
            scene = check(walk) if rng.random() < 0.2 else make_walk_scene(walk)
            assert scene["hand"] is None or scene["hand"]["seat"] in (you, walk.round.turn)
            shown = [card["card"] for card in (scene["hand"] or {"cards": []})["cards"]]
            shown += [card["card"] for card in scene["trick"]]
            shown += [code for seat in scene["seats"] for code in seat["open_cards"] or []]
            assert set(shown) - known_codes(walk) <= {"??"}
            assert not scene["tools"]["can_show_all"] or walk.round.is_over
            handle_message(walk, ANY)
        assert make_walk_scene(walk)["tools"]["can_show_all"]


@pytest.mark.parametrize("you", "ABC")
def test_sealed_bids_of_others_are_in_no_scene(you: str) -> None:
    walk = deal("exact-tricks", 2, you=you, players=3)
    last = None
    while walk.round.phase == "sealed":
        scene, bidder = make_walk_scene(walk), walk.round.turn
        assert not any(re.search(r"bid \d", " ".join(seat["roles"])) for seat in scene["seats"] if seat["seat"] != you)
        if last not in (None, you):
            assert re.match(r"\w has bid\.", scene["live"]) and "tricks" not in scene["ruling"]["head"]
            assert not [
                move
                for move in scene["alternatives"]["legal"]
                if "0 to" not in move["text"] and not move["text"].isdigit()
            ]
        last = bidder
        handle_message(walk, {"do": "move", "move": "tricks 2"} if bidder == you else ANY)
    assert all(re.match(r"bid \d", " ".join(seat["roles"])) for seat in make_walk_scene(walk)["seats"])


def test_players_and_options_are_chosen() -> None:
    assert len(deal("sweven", players=6).round.rules.seats) == 6
    assert deal("anagrams", options=["keep-order"], players=3).round.rules.chosen == ("3-players", "keep-order")
    table = mw.deal(1, edition="make-a-million-1935-two", options=["without-ones"])
    assert len(table.round.hands["N"]) == 12
    table.close()


@pytest.mark.parametrize(
    "wrong",
    [
        {"edition": "sweven", "players": 9},
        {"edition": "make-a-million-1935-three", "you": "D"},
        {"edition": "make-a-million-1935-two", "you": "S"},
        {"edition": "sweven", "options": ["no-such"]},
        {"edition": "millionaire", "players": 2},
    ],
)
def test_a_wrong_wish_is_answered_in_words(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"player|seat|option|edition"):
        mw.deal(1, **wrong)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_deal_code_brings_the_same_table(edition: str) -> None:
    walk = deal(edition, 11)
    code = mam.encode_deal(walk.round.deal, edition)
    for table in (mw.deal(code), mw.deal(code, edition=edition)):
        assert table.round.deal == walk.round.deal and table.round.rules == walk.round.rules
        table.close()
    with pytest.raises(ValueError, match="code"):
        mw.deal(code, players=4)


def test_the_blind_exchange_is_the_records_own_move() -> None:
    walk = Walk(mam.Record.from_round(mam.start("manhattan", 3, dealer="N")))
    for text in ("bid 100 NC", "pass", "pass", "pass"):
        handle_message(walk, {"do": "move", "move": text})
    while walk.round.phase != "play":
        handle_message(walk, {"do": "move", "move": str(walk.round.legal_moves[0])})
    place = next(index for index, move in enumerate(walk.record.moves) if isinstance(move, Exchange))
    assert walk.record.moves[place].card is not None  # type: ignore[attr-defined]
    walk.go_to_step(place)
    handle_message(walk, {"do": "move", "move": "exchange"})
    assert (walk.step, walk.branch) == (place + 1, None)
    assert make_walk_scene(walk)["stepper"]["label"] == "The Tiger is exchanged"
