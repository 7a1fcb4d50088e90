"""The play widget without a browser: messages, what is told, what is hidden, and the file it keeps."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from bids import opening

import mam
from mam.players import random_player, rulebook_player
from mam.sessions import Session

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
from matches import can_do, find_main, send

from mam_widgets.match.scene import make_playing_scene
from mam_widgets.match.widget import Play, play

Scene = dict[str, Any]


pytestmark = pytest.mark.usefixtures("folder")


def decide(table: Play) -> Scene:
    """One thing that goes on: your move, at random, or the button."""
    session = table.session
    if session.to_move:
        return send(table, "move", move=str(random_player(session.view, Random(len(session.round.history)))))
    return send(table, "next_round" if session.round.is_over else "step")


def played_out(table: Play) -> Play:
    while not table.session.round.is_over:
        decide(table)
    return table


def your_turn(**options: Any) -> Play:
    """A table at which you are to call."""
    table = play(seed=7, **options)
    while not table.session.to_move:
        decide(table)
    return table


# Playing on


@pytest.mark.parametrize("edition", ["make-a-million-1935-two", "manhattan", "exact-tricks", "millionaire"])
def test_the_browser_asks_for_the_opponents_moves_until_your_turn_or_the_end_of_a_trick(edition: str) -> None:
    table = play(edition, seed=5, save=False)
    while not table.session.round.is_over:
        scene = decide(table)
        waits = table.session.to_move or scene["is_trick_complete"] or table.session.round.is_over
        assert (scene["session"]["auto"] is None) == waits
        assert (find_main(scene)["id"] == "pause") != waits
    send(table, "auto_play", is_on=False)
    assert table.scene["session"]["auto"] is None


def test_to_my_turn_tells_what_the_others_did() -> None:
    table = play("make-a-million-1935", seed=7, skill_level="rulebook", save=False)
    scene, lowest = send(table, "to_turn"), opening("make-a-million-1935")
    assert scene["live"] == f"East bids ${lowest},000. Your turn."
    assert (
        scene["message"]["what"] == "Your turn."
        and f"Bid ${lowest + 10},000 or more, or pass." in scene["message"]["why"]
    )
    assert find_main(scene)["text"] == "Next" and "your turn" in find_main(scene)["why_not"]


def test_the_next_deal_and_the_score() -> None:
    table = played_out(play(seed=7, save=False))
    main = find_main(table.scene)
    assert (main["text"], main["do"]) == ("Next deal", {"do": "next_round"})
    scene = send(table, "next_round")
    assert scene["heading"]["subtitle"] == "Round 2 · Auction" and scene["stepper"]["step"] == 0
    totals = table.session.totals
    assert scene["session"]["sheet"]["totals"] == list(totals.values()) and any(totals.values())


def test_your_only_legal_card_can_be_played_for_you() -> None:
    table = your_turn(save=False)
    send(table, "auto_forced", is_on=True)
    answers = set()
    while not table.session.round.is_over:
        legal = table.session.view.legal_moves
        is_forced = table.session.round.phase == "play" and len(legal) == 1
        auto = table.scene["session"]["auto"]
        assert (auto if table.session.to_move else None) == (
            {"do": "move", "move": str(legal[0])} if is_forced else None
        )
        answers.add(is_forced)
        decide(table)
    assert answers == {True, False}


# Claiming, looking back


def to_claim() -> Play:
    """A table at which you can claim at least two tricks."""
    for seed in range(200, 240):
        table = play(seed=seed, save=False)
        session = table.session
        while not (session.round.is_over or can_do(table.scene, "claim")):
            if session.to_move:
                send(table, "move", move=str(rulebook_player(session.table_view, Random(seed))))
            else:
                send(table, "step")
        if not session.round.is_over:
            return table
    raise AssertionError("no deal could be claimed")


def test_a_claim_of_the_rest_takes_every_trick_and_can_be_undone() -> None:
    table = to_claim()
    before, left = table.session.round, len(table.session.view.hand)
    scene = send(table, "claim")
    assert table.session.round.is_over and left > 1
    assert all(trick.winner == "S" for trick in table.session.round.tricks[-left:])
    assert scene["message"]["what"] == f"You claimed the last {left} tricks."
    assert can_do(send(table, "undo"), "claim") and table.session.round == before


def test_a_claim_that_is_not_certain_is_refused() -> None:
    table = your_turn(save=False)
    assert "only when you are certain" in send(table, "claim")["ruling"]["text"]


@pytest.mark.parametrize(("edition", "shown"), [("make-a-million-1935", True), ("make-a-million-2004", False)])
def test_the_last_trick_can_be_seen_where_no_rule_forbids_it(edition: str, shown: bool) -> None:
    table = play(edition, seed=5, save=False)
    while not (table.session.round.phase == "play" and table.scene["last_trick"]):
        decide(table)
    last = table.scene["last_trick"]
    assert (last["trick"] is not None) == shown
    assert last["cite"]["id"] == ("R35-PLAY-8" if shown else "R04-PLAY-6")


def test_a_refused_move_shows_its_ruling_and_changes_nothing() -> None:
    table = your_turn(save=False)
    round = table.session.round
    scene = send(table, "move", move="bid 100")
    assert scene["ruling"]["kind"] == "stop" and scene["ruling"]["cites"][0]["id"].startswith("R35")
    assert scene["live"] == scene["ruling"]["text"] and scene["ruling"]["text"].startswith(scene["ruling"]["what"])
    assert "bid lots" in send(table, "move", move="bid lots")["ruling"]["text"] or table.scene["ruling"]["text"]
    assert table.scene["ruling"]["kind"] == "stop" and table.session.round is round


def test_undo_goes_back_to_your_decision() -> None:
    table = your_turn(save=False)
    assert not can_do(table.scene, "undo")
    before = table.session.round
    decide(table)
    decide(table)
    scene = send(table, "undo")
    assert table.session.round == before and can_do(scene, "hint")
    assert scene["live"].startswith("Undone")
    assert "you have made no decision in this round" in send(table, "undo")["ruling"]["text"]


@pytest.mark.parametrize(
    "message",
    [
        None,
        "step",
        {"do": "fly"},
        {"do": ["step"]},
        {"do": "move"},
        {"do": "move", "move": 3},
        {"do": "auto_play", "is_on": "yes"},
        {"do": "begin", "seat": "S"},
        {"do": "edition", "edition": "whist"},
        {"do": "skill_level", "name": "strong"},
        {"do": "begin", "seat": "Q", "skill_level": "random"},
        {"do": "begin", "seat": "S", "skill_level": "random", "seed": "many"},
        {"do": "next_round"},
        {"do": "review"},
    ],
)
def test_what_cannot_be_done_becomes_a_sentence_and_changes_nothing(message: Any) -> None:
    table = your_turn()
    text = table.session.dumps()
    table.handle_message(message)
    assert table.scene["ruling"]["kind"] == "stop" and len(table.scene["ruling"]["text"]) > 10
    assert table.scene["live"].startswith("That did not work")
    assert table.session.dumps() == text


# Hints


def test_a_hint_marks_what_it_advises() -> None:
    pytest.importorskip("numba")
    table = your_turn(save=False)
    scene = send(table, "hint")
    hint = scene["session"]["hint"]
    marked = [option["move"] for option in scene["calls"]["options"] if option.get("hint")]
    assert len(marked) == 1 and hint["head"] in ("pass", f"bid ${marked[0].split()[-1]},000")
    assert hint["reason"] and len(hint["rows"]) > 1 and scene["live"].startswith(f"Hint: {hint['head']}")
    assert scene["session"]["busy"] == "" and scene["session"]["hints"] == 1
    assert decide(table)["session"]["hint"] is None


def test_a_hint_marks_cards() -> None:
    pytest.importorskip("numba")
    table = your_turn(save=False)
    while table.session.round.phase != "play" or not table.session.to_move or len(table.session.view.legal_moves) == 1:
        decide(table)
    scene = send(table, "hint")
    marked = [card for card in scene["hand"]["cards"] if card.get("hint")]
    assert [card["state"] for card in marked] == ["legal"]
    assert table.session.why_not(marked[0]["move"]) is None


def test_a_hint_that_comes_after_you_went_on_is_dropped() -> None:
    table = your_turn(save=False)
    find = table._playing.hints()
    decide(table)
    table._playing.take_hint(next(find))
    assert table._playing.stage.hint is None


# What may be seen


def hidden(table: Play) -> set[str]:
    """The codes of the cards that the learner may not see now."""
    view_round, whole = table.session.view.round, table.session.round
    visible_codes = {card.code for card in view_round.deal.cards} | {
        code for move in view_round.history for code in str(move).split()
    }
    return {card.code for card in whole.deal.cards} - visible_codes


def codes_in(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        value = [*value.values()]
    if isinstance(value, list):
        for part in value:
            yield from codes_in(part)
    elif isinstance(value, str):
        yield from re.findall(r"\b(?:[RYBG]\d+|[SHDC][AKQJ\d]+|TIGER|BULL|BEAR)\b", value)


def check_hidden(table: Play, step: int) -> None:
    """The scene names no card out of sight, and it would be the same with other cards there."""
    playing, session = table._playing, table.session
    if session.rules.game == "tricks":  # a letter may stand for itself in any word
        assert not hidden(table) & set(codes_in(table.scene))
    scene_text, match = json.dumps(table.scene, sort_keys=True), session.match
    world = next(mam.worlds(session.view, Random(step)))
    session._line[-1] = replace(match, round=world)
    assert json.dumps(make_playing_scene(playing), sort_keys=True) == scene_text
    session._line[-1] = match


@pytest.mark.parametrize("edition", mam.list_editions())
@pytest.mark.sample(5, 9)
def test_a_round_of_every_edition_in_which_nothing_hidden_is_sent(edition: str) -> None:
    table = play(edition, seed=5, save=False)
    send(table, "all_hands", is_on=True)
    while not table.session.round.is_over:
        count = len(table.session.round.history)
        if count % 7 == 0:
            check_hidden(table, count)
        scene = decide(table)
        assert scene["ruling"]["kind"] != "stop", scene["ruling"]
        assert scene["stepper"]["step"] == len(table.session.round.history) == count + 1
        assert scene["live"] and table._words()
    assert scene["session"]["hands"]["seats"][0]["open_cards"]
    assert len(scene["session"]["sheet"]["rows"]) == 1


def test_the_seed_is_not_told() -> None:
    table = play(seed=918273, save=False)
    send(table, "to_turn")
    assert "918273" not in json.dumps(table.scene) + table._words()
    assert "918273" not in str(table.record)


# Another match


def test_another_strength_and_another_match() -> None:
    table = your_turn(save=False)
    assert send(table, "skill_level", name="random")["session"]["skill_level"] == "random"
    scene = send(table, "edition", edition="manhattan")
    assert scene["editions"]["change"]["items"] and table.session.rules.id == "make-a-million-1935"
    assert scene["session"]["new_match"]["gives_up"]
    scene = send(table, "begin", seat="E", skill_level="random", seed="12")
    session = table.session
    assert (session.rules.id, session.you, session.match.seed) == ("manhattan", "E", 12)
    assert scene["editions"]["change"] is None and scene["viewer"] == "E"


def test_undo_brings_back_the_match_that_a_new_one_replaced() -> None:
    table = your_turn(save=False)
    earlier = table.session
    scene = send(table, "begin", seat="E", skill_level="random", seed="12")
    assert "Undo" in scene["message"]["what"] and can_do(scene, "undo")
    scene = send(table, "undo")
    assert table.session is earlier and scene["message"]["what"] == "Back in your earlier match."
    assert not can_do(scene, "undo")


def test_mixed_strengths_are_kept() -> None:
    table = play(skill_level={"N": "random"}, seed=7, save=False)
    assert table.scene["session"]["skill_level"] == "" and table.session.skill_levels["E"] == "club"


def test_a_match_begins_against_club_players_unless_you_say() -> None:
    for edition, level in (("make-a-million-1935", "club"), ("sweven", "club"), ("anagrams", "rulebook")):
        table = play(edition, seed=7, save=False)
        session = table.scene["session"]
        assert session["skill_level"] == session["new_match"]["skill_level"] == level
        assert {"name": level, "text": level.title()} in session["new_match"]["skill_levels"]


# The file


def test_it_saves_itself_after_every_move_and_the_same_call_goes_on(folder: Path) -> None:
    table = play()
    file = folder / "mam-saves" / "make-a-million-1935-S.toml"
    assert str(file.relative_to(folder)) in table.scene["session"]["save_status"]
    for _ in range(12):
        decide(table)
        assert file.read_text("utf-8") == table.session.dumps()
    reopened = play()
    assert reopened.session.round == table.session.round and reopened.session.match.seed == table.session.match.seed
    assert [path.name for path in file.parent.iterdir()] == [file.name]
    assert play(skill_level="random").session.skill_levels == dict.fromkeys("NEW", "random")
    assert play(resume=False).session.round.history == ()


def test_calls_that_differ_have_files_of_their_own(folder: Path) -> None:
    calls: list[Callable[[], Play]] = [
        lambda: play(seat="N"),
        lambda: play(seed=3),
        lambda: play("sweven", players=3),
        lambda: play(options=["short-game"]),
        lambda: play(save="own/mine.toml"),
    ]
    for call in calls:
        call()
    saved = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.toml"))
    assert saved == [
        "mam-saves/make-a-million-1935+short-game-S.toml",
        "mam-saves/make-a-million-1935-N.toml",
        "mam-saves/make-a-million-1935-S-seed3.toml",
        "mam-saves/sweven+3-players-A.toml",
        "own/mine.toml",
    ]


def test_a_faulty_file_is_named_and_stays(folder: Path) -> None:
    file = folder / "mine.toml"
    file.write_text("session = 2\nedition = 3\n", "utf-8")
    with pytest.raises(ValueError, match=r"mine.toml, line 2: edition must be text in quotes, not 3 .*resume=False"):
        play(save="mine.toml")
    assert file.read_text("utf-8") == "session = 2\nedition = 3\n"


def test_a_faulty_file_is_renamed_and_not_overwritten_by_a_new_match(folder: Path) -> None:
    (folder / "mine.toml").write_text("precious garbage", "utf-8")
    play(save="mine.toml", resume=False)
    assert (folder / "mine-unreadable-1.toml").read_text("utf-8") == "precious garbage"
    assert Session.load(folder / "mine.toml").round.history == ()


def test_two_tables_of_one_file_do_not_overwrite_each_other(folder: Path) -> None:
    first = your_turn(save="mine.toml")
    second = play(save="mine.toml")
    send(second, "move", move="pass")
    status = send(first, "move", move="bid 300")["session"]["save_status"]
    assert (
        status
        == "Saved in mine-2.toml after every move. mine.toml was changed elsewhere, so this match has a file of its own."
    )
    assert Session.load(folder / "mine.toml").dumps() == second.session.dumps()
    assert first.file is not None and Session.load(first.file).dumps() == first.session.dumps()


def test_where_nothing_can_be_written_the_match_goes_on(folder: Path) -> None:
    (folder / "mam-saves").write_text("in the way", "utf-8")
    table = play()
    assert table.scene["session"]["save_status"].startswith("Not saved: cannot write mam-saves")
    count = len(decide(table)["auction"])
    assert count == 1


def test_a_record_is_written_beside_the_saves_and_says_where(folder: Path) -> None:
    table = your_turn()
    scene = send(table, "record")
    first, second = "make-a-million-1935-S-round-1.toml", "make-a-million-1935-S-round-1-2.toml"
    assert first in scene["message"]["what"] and "??" in scene["message"]["what"]
    played_out(table)
    assert second in send(table, "record")["live"]
    record = mam.read_record(folder / "mam-saves" / second)
    assert record.rounds()[-1] == table.session.round == table.record.rounds()[-1]
    assert mam.UNSEEN in mam.read_record(folder / "mam-saves" / first).deal.cards


def test_save_writes_a_copy_that_can_be_played_on(folder: Path) -> None:
    table = your_turn(save=False)
    assert table.file is None and table.scene["session"]["save_status"] == "" and not any(folder.iterdir())
    table.save("copy.toml")
    assert play(save="copy.toml").session.round == table.session.round


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"edition": "whist"}, "whist"),
        ({"seat": "Q"}, "no seat 'Q'"),
        ({"skill_level": "strong"}, "no skill level 'strong'"),
        ({"seed": "x"}, "a seed is"),
        ({"players": 9}, "4 players"),
        ({"save": 3}, "save is the name of a file"),
    ],
)
def test_arguments_that_are_wrong_are_named(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises((ValueError, TypeError), match=message):
        play(**wrong)
