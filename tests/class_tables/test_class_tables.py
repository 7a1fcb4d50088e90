"""A class at one table: the start and its link, what students can't do there, hand-ins through every channel, attacks, and the results."""

import csv
import io
import re
import zipfile
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from random import Random

import pytest
from cases import check_each
from channels import CHANNELS
from command_runs import fail_command, run_command

import mam
from mam.class_tables import make_class_table, open_class_table, pack_class_table, read_results, write_hand_in
from mam.class_tables.choices import find_choice, play_reference
from mam.class_tables.hand_ins import (
    HandInError,
    OtherPlayers,
    parse_hand_in,
    replay_hand_in,
    split_text,
)
from mam.class_tables.picture import make_picture
from mam.class_tables.starts import find_id, find_start
from mam.classroom import incoming
from mam.players import random_player
from mam.records import write_record
from mam.rules.rulings import IllegalMove
from mam.sessions import RealTable, Session, SessionError
from mam.sessions.actions import list_actions

FAST = 40  # deals: what is tested here are the rounds, not the figures


@cache
def start() -> Session:
    """Seed 16, where South holds a hand worth bidding on: the students bid."""
    return make_class_table("Period 3", seed=16, skill_level="rulebook")


@cache
def played(number: int, table: Callable[[], Session] = start) -> Session:
    """A student's round, played at random."""
    session = find_start(table())
    while not session.round.is_over:
        if session.to_move:
            session.play(random_player(session.view, Random(100 * number + len(session.round.history))))
        else:
            session.step()
    return session


def text(number: int = 1, name: str = "Ann Lee") -> str:
    return write_hand_in(played(number), name)


def read_first(piece: str) -> Session:
    return replay_hand_in(start(), parse_hand_in(next(split_text(piece))))


def reseal(body: str) -> str:
    """A text with a check that fits, as a program can make one."""
    from mam.class_tables.hand_ins import _make_check

    lines = body.splitlines()
    return "\n".join([*lines[:-1], f"check {_make_check(' '.join(lines[1:-1]))}"])


# The start


def test_the_students_bid_discard_or_lead() -> None:
    first = start().round
    assert first.phase == "auction" and start().to_move and not start().can_undo
    after = make_class_table("x", seed=16, auction=["195", "205", "pass", "pass", "pass"]).round
    assert after.phase == "play" and after.bidder == "E" and len(after.calls) == 5
    later = make_class_table("x", seed=16, auction=[], tricks=3)
    assert len(later.round.tricks) == 3 and later.to_move
    assert later.class_table and later.class_table.moves == len(later.round.history)


@check_each(
    "words, options",
    [
        ("not legal|at least|must", {"auction": ["10"]}),
        ("leave it out", {"auction": ["195", "pass", "pass", "pass", "pass"]}),
        ("round is over", {"auction": [], "tricks": 13}),
        ("not a game of tricks", {"edition": "anagrams"}),
        ("no seat", {"seat": "X"}),
        ("expert players take seconds", {"skill_level": "expert"}),
        ("a title of 1 to 60", {"title": " "}),
        ("a title of 1 to 60", {"title": "x" * 61}),
    ],
)
def test_a_start_that_cannot_be(words: str, options: dict[str, object]) -> None:
    with pytest.raises((ValueError, IllegalMove), match=words):
        make_class_table(**({"title": "x", "seed": 16} | options))  # type: ignore[arg-type]


def test_a_link_and_a_file_hold_the_same(tmp_path: Path) -> None:
    deal = mam.start("make-a-million-1935", 3).deal
    table = make_class_table("Période 3", deal=deal, seed=5, auction=[], tricks=1)
    table.save(tmp_path / "p3.toml")
    packed = pack_class_table(table)
    assert len(packed) < 400
    opened = [
        open_class_table(tmp_path / "p3.toml"),
        open_class_table(f"https://example.org/site/play/#class={packed}\n"),
        open_class_table(f"class={packed}"),
    ]
    assert {session.dumps() for session in opened} == {table.dumps()}
    assert all(session.round.deal == deal and session.class_table == table.class_table for session in opened)
    with pytest.raises(ValueError, match="copy the whole link"):
        open_class_table(f"class={packed[:-9]}")


def test_links_that_were_handed_out_open_forever() -> None:
    table = open_class_table("class=ePnRVnflKyYj_szoGIFGyBGIN6BiuQA-Szs9")
    assert table.class_table and table.class_table.title == "Period 3" and find_id(table) == "5W81RTGZ"


def test_a_match_of_your_own_is_no_class_table(tmp_path: Path) -> None:
    match = Session.start(seed=7)
    match.save(tmp_path / "match.toml")
    with pytest.raises(ValueError, match=r"a match of somebody's own"):
        open_class_table(tmp_path / "match.toml")
    with pytest.raises(ValueError, match=r"a match of your own"):
        write_hand_in(match, "Ann")


@check_each(
    "old, new, words",
    [
        ("moves = 2", "moves = 3", "the round has only 2 moves"),
        ("moves = 2", 'moves = "2"', "number"),
        ('title = "Period 3"', 'title = ""', "title"),
        ("[class_table]", "[class_table]\nhomework = 1", "homework"),
        ("[class_table]", "[real_table]\nnotice = 5\nmisplays = 5\n\n[class_table]", "wrong card is refused"),
    ],
)
def test_a_damaged_file_is_refused_with_its_line(old: str, new: str, words: str) -> None:
    with pytest.raises(SessionError, match=words):
        Session.loads(start().dumps().replace(old, new, 1))


# At the table


def test_every_move_stands_and_nothing_is_changed() -> None:
    session = find_start(start())
    session.play("pass")
    for refused, words in (
        (session.undo, "no undo"),
        (session.hint, "no hints"),
        (partial(session.change_skill_level, "random"), "chosen the players"),
        (partial(session.sit_at_real_table, RealTable()), "wrong card is refused"),
    ):
        with pytest.raises(ValueError, match=words):
            refused()
    assert not {"hint", "undo"} & {action["id"] for action in list_actions(session)}
    with pytest.raises(ValueError, match="when the round is over"):
        write_hand_in(session, "Ann")
    over = played(1)
    with pytest.raises(ValueError, match="one round"):
        over.next_round()
    assert [action["id"] for action in list_actions(over) if action["is_primary"]] == ["hand-in"]


def test_it_is_saved_and_goes_on_as_it_would_have() -> None:
    session = find_start(start())
    session.play("pass")
    again = Session.loads(session.dumps())
    assert again.class_table == start().class_table
    for each in (session, again):
        each.play_to_your_turn()
    assert again.dumps() == session.dumps()


def test_the_page_says_who_won_the_auction(tmp_path: Path) -> None:
    """Where the start has the auction already, it is not the students who won it: seed 16 makes East the bidder."""

    def fixed() -> Session:
        return make_class_table("Fixed", seed=16, skill_level="rulebook", auction=[], tricks=11)

    (tmp_path / "a.txt").write_text(write_hand_in(played(1, fixed), "Ann"), "utf-8")
    assert "<p>East won the auction, and made the bid in 1 of 1 round. " in make_picture(read_results(fixed(), tmp_path, deals=2))  # fmt: skip
    (tmp_path / "a.txt").write_text(text(), "utf-8")
    page = make_picture(read_results(start(), tmp_path, deals=2))
    assert re.search(
        r"<p>(1 of 1 won the auction, and (1|none) of them made the bid|None of 1 won the auction)\. ", page
    )


def test_what_the_teacher_played_is_not_the_students_decision() -> None:
    def late() -> Session:
        return make_class_table("x", seed=16, auction=[], tricks=4)

    session = played(1, late)
    assert session.class_table and session.decision_steps
    assert min(session.decision_steps) >= session.class_table.moves
    assert session.past(1).decision_steps == session.decision_steps


# Hand-ins


def test_a_hand_in_is_short_and_comes_back() -> None:
    assert len(text()) < 700
    assert read_first(text()).dumps() == played(1).dumps()


@check_each("name", [*CHANNELS])
def test_every_channel(name: str) -> None:
    arrival = CHANNELS[name](text(1, "Zoë O'Neil, Jr."))
    pieces = [*split_text(incoming.decode_text(arrival if isinstance(arrival, bytes) else arrival.encode()))]
    assert len(pieces) == 1
    hand_in = parse_hand_in(pieces[0])
    assert hand_in.name == "Zoë O'Neil, Jr."
    assert replay_hand_in(start(), hand_in).dumps() == played(1).dumps()


@check_each("name", ["", "   ", "-", "x" * 61])
def test_a_name_is_needed(name: str) -> None:
    with pytest.raises(ValueError, match="name"):
        write_hand_in(played(1), name)


def swap_own_card(piece: str) -> str:
    """Another card in place of the last own one: one that somebody else holds."""
    cards = piece.split("moves ")[1].split("\ncheck")[0].split(", ")
    return reseal(piece.replace(f", {cards[-1]}\n", ", R40\n" if cards[-1] != "R40" else ", R30\n"))


@check_each(
    "attack, words",
    [
        (lambda piece: piece.replace("Ann", "Bob"), "changed or cut"),
        (lambda piece: piece[:-40], "breaks off"),
        (lambda piece: piece.replace(", pass", "", 1), "changed or cut"),
        (lambda piece: reseal(piece.replace(find_id(start()), "00000000")), "another class table"),
        (lambda piece: reseal(piece.replace("moves pass", "moves import os")), "not a move"),
        (lambda piece: reseal(piece.replace("moves ", "moves <script>")), "not a hand-in"),
        (lambda piece: reseal(piece.replace("\ncheck", ", R40\ncheck")), "too many"),
        (lambda piece: reseal(piece.rsplit(", ", 1)[0] + "\ncheck x"), "not finished"),
        (swap_own_card, "is not legal|at this table, not"),
        (lambda piece: reseal(piece.replace("moves ", "moves " + "R40, " * 300)), "more than a round"),
        (lambda piece: reseal(piece.replace("Ann Lee", "!a;")), "no name"),
        (lambda piece: "mam table 1 table 5W81RTGZ, " + piece, "breaks off"),
        (lambda piece: "mam table 1\n" + "R40, " * 200_000, "breaks off"),
    ],
)
def test_an_attack_is_refused_with_its_reason(attack: Callable[[str], str], words: str) -> None:
    changed = attack(text())
    assert changed != text()
    with pytest.raises(HandInError, match=words):
        read_first(changed)


def test_a_card_of_another_seat_is_what_its_player_plays() -> None:
    """West's legal choice is changed, and the text made anew: refused unless any players count."""
    hand_in = parse_hand_in(next(split_text(text())))
    session = find_start(start())
    for number, move in enumerate(hand_in.moves):
        others = [other for other in session.round.legal_moves if other != move]
        if not session.to_move and session.round.phase == "play" and others:
            edited = replace(hand_in, moves=(*hand_in.moves[:number], others[0]))
            break
        session._advance(move)
    with pytest.raises(OtherPlayers, match=f"move {number + 1}: .* at this table, not “{others[0]}”"):
        replay_hand_in(start(), edited)
    with pytest.raises(HandInError, match="is not finished"):
        replay_hand_in(start(), edited, any_players=True)


# Results


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A class of six: four rounds, in files of every kind, and what does not count."""
    place = tmp_path / "collected"
    place.mkdir()
    (place / "ann.txt").write_text(text(1, "=Ann <b>"))
    (place / "ben.html").write_text(str(CHANNELS["paragraphs"](text(2, "Ben"))))
    with zipfile.ZipFile(place / "platform.zip", "w") as archive:
        archive.writestr("cem/onlinetext.txt", text(3, "Cem"))
        archive.writestr("cem/second.txt", text(3, "cem"))
    (place / "two.eml").write_text(f"{text(4, 'Dia')}\n\n{text(5, 'dia')}")
    (place / "photo.jpg").write_bytes(b"\xff\xd8\xff" + bytes(1000))
    (place / "huge.txt").write_text("mam table 1 " + "x" * 1_000_001)
    (place / "empty.txt").write_text("")
    return place


def test_a_class_is_read_replayed_and_compared(folder: Path) -> None:
    results = read_results(start(), folder, deals=FAST)
    assert {row.name for row in results.rows} == {"=Ann <b>", "Ben", "Cem", "Dia"}
    for row in results.rows:
        number = ["=Ann <b>", "Ben", "Cem", "Dia"].index(row.name) + 1
        scores = played(number).round.result.scores  # type: ignore[union-attr]
        assert (row.score, row.difference) == (scores["N-S"], scores["N-S"] - scores["E-W"])
    assert [row.difference for row in results.rows] == sorted((row.difference for row in results.rows), reverse=True)
    refused = {refusal.place: refusal.reason for refusal in results.refusals}
    assert set(refused) == {
        "photo.jpg", "huge.txt", "empty.txt", "platform.zip/cem/second.txt", "two.eml (hand-in 2)",
    }  # fmt: skip
    assert "is the same round as platform.zip/cem/onlinetext.txt" in refused["platform.zip/cem/second.txt"]
    assert "another round of dia: delete one to choose; two.eml counts" in refused["two.eml (hand-in 2)"]
    assert "is too long" in refused["huge.txt"] and "holds no hand-in" in refused["photo.jpg"]


def test_choices_are_compared_in_the_same_deals(folder: Path) -> None:
    results = read_results(start(), folder, deals=FAST)
    assert results.simulation and results.simulation.deals == FAST
    for row in results.rows:
        worth = results.find_worth(row)
        assert worth and worth.expected.n == worth.paired.n == FAST
        reference = results.simulation.worths[results.reference.choice.text]
        assert worth.paired.mean == pytest.approx(worth.expected.mean - reference.expected.mean)
    assert results.find_worth(results.reference).paired.mean == 0  # type: ignore[union-attr]


def test_a_choice_is_how_far_a_student_went() -> None:
    session = find_start(start())
    session.play("215")
    while not session.round.is_over:
        session.play(session.view.legal_moves[0]) if session.to_move else session.step()
    choice = find_choice(start(), session.round)  # type: ignore[arg-type]
    bids = [call.amount for seat, call in session.round.calls if seat == "S" and isinstance(call, mam.Bid)]  # type: ignore[union-attr]
    assert choice.text.startswith(f"bids up to ${bids[-1]},000")
    later = make_class_table("x", seed=16, auction=[], tricks=1)
    assert find_choice(later, play_reference(later)).text.startswith("plays ")


def test_the_page_has_no_script_and_escapes_everything(folder: Path) -> None:
    (folder / "<img src=x>.txt").write_text("nothing")
    page = make_picture(read_results(start(), folder, deals=FAST))
    assert "<script" not in page and "<img" not in page and "=Ann &lt;b&gt;" in page
    assert page.count("<circle") == 4 and "Not counted" in page


def test_a_class_that_handed_in_nothing(tmp_path: Path) -> None:
    results = read_results(start(), tmp_path)
    assert not results.rows and results.simulation is None
    assert "0 students" in make_picture(results)


# The commands


def test_from_the_command_to_the_table(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = partial(run_command, capsys)
    file = folder.parent / "p3.toml"
    said = run(
        "table",
        "new",
        str(file),
        "--seed",
        "16",
        "--level",
        "rulebook",
        "--title",
        "Period 3",
        "--site",
        "https://example.org/",
    )
    link = next(word for word in said.split() if word.startswith("https://"))
    assert open_class_table(link).dumps() == open_class_table(file).dumps() == start().dumps()
    said = run("table", "results", str(file), str(folder), "--deals", str(FAST))
    assert "4 rounds counted, 5 not." in said
    out = folder.parent / "p3-results"
    rows = [*csv.DictReader(io.StringIO((out / "results.csv").read_text("utf-8-sig")))]
    assert {row["name"] for row in rows} == {"'=Ann <b>", "Ben", "Cem", "Dia"}
    assert (out / "results.html").read_text("utf-8").startswith("<!doctype html>")


def test_a_start_from_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_record(played(1).record(), tmp_path / "round.toml")
    file = tmp_path / "p3.toml"
    run_command(capsys, "table", "new", str(file), "--record", str(tmp_path / "round.toml"), "--at", "trick 3 card 1")
    table = open_class_table(file)
    recorded = next(step for step in range(60) if len(played(1).round.at(step).tricks) == 2)  # type: ignore[union-attr]
    assert len(table.round.tricks) == 2 and table.to_move
    assert table.round.history[:recorded] == played(1).round.history[:recorded]


@check_each(
    "words, arguments",
    [
        ("add --record", ["new", "x.toml", "--at", "3"]),
        ("leave out --edition", ["new", "x.toml", "--deal", "MN-0", "--edition", "manhattan"]),
        ("not a folder", ["results", "x.toml", "nowhere"]),
        ("x.toml", ["results", "x.toml", "."]),
    ],
)
def test_a_wrong_command(words: str, arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert words in fail_command(capsys, "table", *arguments)
