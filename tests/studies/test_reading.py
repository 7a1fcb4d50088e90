"""`mam.studies.read`: a study is data; every fault has its file and line."""

import re
from pathlib import Path

import golden_records
import pytest

import mam
from mam.library.situations import Check
from mam.studies import Setup, StudyError, parse_study, read_study
from mam.studies.study import MAX_BYTES
from mam.studies.write import format_study

HEAD = 'format = 1\nshelf = "learn"\nid = "x"\ntitle = "X"\nedition = "make-a-million-1935"\n'
STOP = '[[chapter.stop]]\nask = "card"\nright = ["R40"]\n'
BOARD = f'[[chapter]]\nid = "a"\ngoal = "Take it."\nposition = {{ trick = "W: R2 R3 R4", hands = "S R40 R1" }}\n{STOP}'


def read(text: str) -> mam.Study:
    return parse_study(text, "x.toml")


def test_a_study_keeps_what_the_file_says() -> None:
    (chapter,) = read(
        HEAD + BOARD + 'wrong = { R1 = "Too low." }\nhints = ["Which is highest?"]\nwhy = "Yes."\n'
    ).chapters
    assert (chapter.id, chapter.goal, chapter.you, chapter.our_side) == ("a", "Take it.", "S", ("S", "N"))
    assert chapter.setup == Setup(hands="S R40 R1", tricks=("W: R2 R3 R4",))
    (stop,) = chapter.stops
    assert (stop.ask, stop.right, dict(stop.wrong), stop.hints, stop.why) == (
        "card", ("R40",), {"R1": "Too low."}, ("Which is highest?",), "Yes.",
    )  # fmt: skip
    assert stop.find_line("wrong", "R1") == 13 and stop.find_line("test") == 10


def test_both_dialects_of_a_position_are_read() -> None:
    line = BOARD.replace(
        'trick = "W: R2 R3 R4", hands = "S R40 R1"', 'line = ["N: R9 R3"], hands = "N R9 ? | E R3 ? | S R40 ?"'
    )
    (chapter,) = read(HEAD + line).chapters
    assert chapter.setup == Setup(hands="N R9 ? | E R3 ? | S R40 ?", tricks=("N: R9 R3",), hands_at_lead=True)


def test_choices_may_be_tables() -> None:
    stop = '[[chapter.stop]]\nask = "choice"\nchoices = [{ text = "East", right = true, is = [{ ask = "winner", expect = "E" }] }, { text = "West" }]\n'
    (chapter,) = read(HEAD + BOARD.replace(STOP, stop)).chapters
    assert (chapter.stops[0].choices, chapter.stops[0].right) == (("East", "West"), ("East",))
    assert chapter.stops[0].facts == {"East": (Check("winner", "E"),)}


def test_whole_numbers_are_answers_too() -> None:
    stop = '[[chapter.stop]]\nask = "amount"\nis = "value"\nchoices = [-5, 0, 55]\nright = [55]\n'
    (chapter,) = read(HEAD + BOARD.replace(STOP, stop)).chapters
    assert chapter.stops[0].choices == ("-5", "0", "55") and chapter.stops[0].fact == "value"


def test_keys_of_another_shelf_are_passed_on_there_and_refused_elsewhere() -> None:
    board = BOARD + "[chapter.certificate]\nlayouts = 3\n"
    assert read(HEAD.replace("learn", "problems") + board).chapters[0].extra == {"certificate": {"layouts": 3}}
    with pytest.raises(StudyError, match="line 13: unknown key 'certificate'"):
        read(HEAD + board)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("format = 1", "format = 2", "line 1: this mam reads format 1"),
        ('"learn"', '"lern"', "line 2: the shelf is one of learn, hands, problems, rules, not 'lern'"),
        ("goal =", "gaol =", "line 8: unknown key 'gaol'; known here:"),
        ("trick =", "trik =", "line 9: unknown key 'trik'; known here:"),
        ('"card"', '"cards"', "line 11: nothing is asked with 'cards': write one of card, move, bid"),
        ('right = ["R40"]', 'test = "you take"', "line 10: name the answers that are right, as a list"),
        ('right = ["R40"]', "right = true", "line 12: right must be a list of texts or whole numbers"),
        ('id = "a"\n', "", "line 6: id is missing"),
        ('id = "a"\n', 'id = "a"\nyou = "Q"\n', "line 8: no seat 'Q': the seats are N E S W"),
        ('edition = "make-a-million-1935"\n', "", "name the edition"),
        ("-1935", "-1936", "line 5: "),
        (STOP, "", "line 6: a position has at least one stop"),
        ("trick =", 'line = ["W: R2"], trick =', "line 9: write the tricks as line, or as tricks and trick, not both"),
        ("position =", "[chapter.deal]\ndealer = 'S'\n[chapter.x]\nposition =", "unknown key 'x'"),
        (STOP, STOP + 'then = "W"\n', "line 13: 'W' must name seats and cards, like W G2, N G3"),
        (STOP, STOP + 'until = "dawn"\n', 'line 13: until is "trick" or "end", not \'dawn\''),
        (STOP, STOP + "hints = 3\n", "line 13: hints must be a list of texts"),
        (STOP, STOP + "wrong = { R1 = 3 }\n", "line 13: the sentence for 'R1' must be text"),
        ("trick =", 'captured = { us = 3 }, trick =', "line 9: captured are whole thousands of dollars"),
        (BOARD, BOARD + BOARD, "line 14: the id 'a' is used twice"),
        (BOARD, "chapter = []\n", "line 6: a study has at least one chapter"),
    ],
)  # fmt: skip
def test_a_fault_names_file_line_and_what_would_be_right(old: str, new: str, fault: str) -> None:
    text = HEAD + BOARD
    assert text.count(old) == 1
    with pytest.raises(StudyError, match=re.escape(fault)) as error:
        read(text.replace(old, new))
    assert str(error.value).startswith("x.toml")


def test_a_study_that_is_too_long_is_refused_with_a_reason(tmp_path: Path) -> None:
    path = tmp_path / "long.toml"
    path.write_text(HEAD + "# " + "x" * MAX_BYTES)
    with pytest.raises(StudyError, match="bytes long; at most 1,000,000 are read"):
        read_study(path)
    with pytest.raises(StudyError, match="characters long; a study has at most 1,000,000"):
        parse_study(path.read_text())


def test_a_study_with_too_many_stops_is_refused_with_a_reason() -> None:
    with pytest.raises(StudyError, match="has 10,001 stops; a study has at most 10,000"):
        read(HEAD + BOARD + "[[chapter.stop]]\n" * 10_000)


def test_a_record_is_a_study_of_one_chapter(tmp_path: Path) -> None:
    note = mam.Note(1, "A low opening.", "S")
    start = mam.start("make-a-million-1935", seed=7, dealer="S")
    branch = mam.Branch(0, (mam.Bid(200),), "What if South opens high?")
    record = mam.Record.from_round(start.play(mam.Bid(190)), title="An opening", notes=(note,), branches=(branch,))
    path = tmp_path / "opening.toml"
    mam.write_record(record, path)
    study = read_study(path)
    (chapter,) = study.chapters
    assert (study.id, study.title, chapter.record) == ("opening", "An opening", mam.read_record(path))
    assert [(stop.ask, stop.at, stop.text) for stop in chapter.stops] == [("", "call 1", "A low opening.")]
    assert [(variation.text, variation.at, variation.moves) for variation in chapter.variations] == [
        ("What if South opens high?", "deal", ("bid 200",))
    ]
    written = parse_study(format_study(record, "opening"))
    assert written.chapters[0].stops == chapter.stops and written.chapters[0].variations == chapter.variations
    assert written.chapters[0].record is not None and written.chapters[0].record.moves == record.moves


@pytest.mark.parametrize("name", golden_records.NAMES)
def test_every_record_of_the_library_becomes_a_study_and_back(name: str) -> None:
    record = golden_records.read_golden(name)
    chapter = parse_study(format_study(record, name), name).chapters[0]
    assert chapter.record is not None and chapter.record.moves
    assert (chapter.record.deal, chapter.record.moves) == (record.deal, record.moves)


def test_a_stop_of_a_round_names_a_moment_that_there_is() -> None:
    record = mam.Record.from_round(
        mam.start("make-a-million-1935", seed=7).play(mam.Bid(200)), notes=(mam.Note(1, "x"),)
    )
    text = format_study(record, "x").replace('at = "call 1"', 'at = "call 2"')
    with pytest.raises(StudyError, match="'call 2' is not in this record; write deal or call 1"):
        parse_study(text)


def test_the_studies_are_listed_by_shelf() -> None:
    assert mam.list_studies("learn")[:3] == ("a-trick", "follow", "trump") and len(mam.list_studies("learn")) == 18
    assert mam.list_studies("games")[:1] == ("six-and-eight",)
    assert set(mam.list_studies("learn")) <= set(mam.list_studies())
    assert all(mam.get_study(name).id == name for name in mam.list_studies())
    with pytest.raises(KeyError, match="no study 'trumps'; there are trump"):
        mam.get_study("trumps")
    with pytest.raises(ValueError, match="no shelf 'teach': the shelves are learn, games, hands, problems, rules"):
        mam.list_studies("teach")
