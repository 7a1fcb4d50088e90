"""What `mam handout` writes: every card once, each student's own questions, nothing that runs, and errors that help."""

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from command_runs import fail_command, run_command
from homework import CLASS, KEY

import mam
from mam.classroom.assigning import assign
from mam.handouts.deal_sheet import draw_deal
from mam.handouts.deck import draw_deck
from mam.handouts.exercise_sheets import make_sheets
from mam.handouts.paper import CARD_HEIGHT, CARD_WIDTH, PAPERS
from mam.handouts.score_sheet import draw_score_sheet

FIRST = mam.list_editions()[0]
CARD = re.compile(r'<svg x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" viewBox="0 0 100 140">')
MARKS = re.compile(r"M([\d.-]+) ([\d.-]+)([VH])([\d.-]+)")


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    monkeypatch.chdir(tmp_path)
    return partial(run_command, capsys)


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    monkeypatch.chdir(tmp_path)
    return partial(fail_command, capsys)


@pytest.mark.parametrize("paper", PAPERS)
def test_a_deck_has_every_card_at_its_size_and_marks_between_card_and_edge(paper: str) -> None:
    size = PAPERS[paper]
    pages = draw_deck(mam.get_edition(FIRST), size)
    places = [[tuple(map(float, place)) for place in CARD.findall(page)] for page in pages]
    assert sum(map(len, places[:-1])) == 55 and len(places[-1]) == 9
    assert {place[2:] for page in places for place in page} == {(CARD_WIDTH, CARD_HEIGHT)}
    left, top = places[0][0][:2]
    right, bottom = left + 3 * CARD_WIDTH, top + 3 * CARD_HEIGHT
    assert (
        abs(right - (size.width - left)) < 0.02 and abs(bottom - (size.height - top)) < 0.02
    )  # backs meet their fronts
    marks = MARKS.findall(re.search(r'<path d="([^"]*)" stroke="#1C1B1A" stroke-width="0.2"', pages[0])[1])  # type: ignore[index]
    assert len(marks) == 16
    for x, y, way, end in marks:
        near, far = sorted((float(y if way == "V" else x), float(end)))
        low, high, edge = (top, bottom, size.height) if way == "V" else (left, right, size.width)
        assert far < low or near > high, "a mark touches a card"
        assert near > 4.2 and edge - far > 4.2, "printers leave the edge white"


def test_every_edition_has_its_cards_and_letter_games_too() -> None:
    for name in ("make-a-million-2004", "six", "sweven", "anagrams"):
        edition = mam.get_edition(name)
        pages = draw_deck(edition, PAPERS["a4"])
        assert sum(len(CARD.findall(page)) for page in pages[:-1]) == len(edition.pack)


def test_a_score_sheet_says_how_its_edition_scores() -> None:
    page = draw_score_sheet(mam.get_edition(FIRST), PAPERS["letter"])
    assert "$1,000,000 wins the match" in page and ">N-S<" in page and "captured 400" in page
    with pytest.raises(ValueError, match="choose another edition"):
        draw_score_sheet(mam.get_edition("sweven"), PAPERS["letter"])


def test_a_deal_has_each_hand_once_and_the_teacher_sees_the_nest() -> None:
    round = mam.start(FIRST, seed=7)
    hands, key = draw_deal(round.rules, round.deal, mam.encode_deal(round.deal, FIRST), PAPERS["a4"])
    assert len(CARD.findall(hands)) == 52 and "Nest" not in hands
    assert "R5 Y10 B5" in key and "mam deal ME-" in key
    six = mam.start("six", seed=7)
    assert len(draw_deal(six.rules, six.deal, "CODE", PAPERS["a4"])) == 3


def test_sheets_have_each_student_s_own_questions_and_answers_only_at_the_end(tmp_path: Path) -> None:
    assignment = assign(CLASS, {"who-captures": 10, "must-follow": 5, "bid-or-pass": 5}, "hw", tmp_path / "hw", KEY)
    text = make_sheets(assignment, KEY, PAPERS["letter"])
    *sheets, key = text.split("<section>")[1:]
    assert len(sheets) == len(CLASS.students) and "Bob &lt;b&gt;Jones&lt;/b&gt;" in sheets[1]
    assert len({re.sub(r"(?s)<header>.*?</header>", "", sheet) for sheet in sheets}) == len(sheets)
    assert all("<svg" in sheet and "<table>" in sheet and "answers" not in sheet for sheet in sheets)
    for student in assignment.students:
        assert all(assignment.variant(student.id, entry, KEY).answer.shown in key for entry in assignment.exercises)
    assert not re.search(r"<script|\son\w+=|https?://(?!www\.w3\.org)|<b>Jones", text)


def test_commands_write_what_they_say(say: Callable[..., str], tmp_path: Path) -> None:
    assert "letter" not in say("handout", "deck", "--paper", "a4", "--out", "cards.html")
    assert "size:210mm 297mm" in (tmp_path / "cards.html").read_text("utf-8")
    say("handout", "score")
    assert "size:215.9mm 279.4mm" in (tmp_path / "score.html").read_text("utf-8")
    code = mam.encode_deal(mam.start(FIRST, seed=7).deal, FIRST)
    say("handout", "deal", code)
    (tmp_path / "class.csv").write_text("id,name\nann,Ann\n", "utf-8")
    say("assign", "class.csv", "--exercises", "who-captures", "--name", "hw", "--out", "hw")
    assert "1 sheet, and last the answers" in say("handout", "sheets", "hw", "--key", "class.key")


def test_a_pdf_page_has_the_size_of_the_paper(say: Callable[..., str], tmp_path: Path) -> None:
    pytest.importorskip("vl_convert")
    assert "score-1.pdf: print at 100%" in say("handout", "score", "--pdf", "--paper", "a4")
    assert b"/MediaBox [0 0 595.28 841.89]" in (tmp_path / "score-1.pdf").read_bytes()


def test_what_cannot_be_made_is_refused(refused: Callable[..., str], tmp_path: Path) -> None:
    assert "is not a folder: name the folder that “mam assign” made" in refused("handout", "sheets", "x", "--key", "k")
    (tmp_path / "x").mkdir()
    assert "0 assignment files in teacher, not 1" in refused("handout", "sheets", "x", "--key", "k")
    assert "print the HTML" in refused("handout", "sheets", "x", "--key", "k", "--pdf")
    assert "choose another edition" in refused("handout", "score", "--edition", "anagrams")
    assert [path.name for path in tmp_path.iterdir()] == ["x"]
