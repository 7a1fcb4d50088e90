"""What `mam handout` writes: every card once, each student's own questions, nothing that runs, and errors that help."""

import html
import os
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from command_runs import fail_command, run_command
from homework import CLASS, KEY

import mam
from mam.classroom.assigning import assign
from mam.classroom.classes import Student
from mam.classroom.codes import student_codes
from mam.classroom.keys import read_key
from mam.handouts.deal_sheet import draw_deal
from mam.handouts.deck import draw_deck
from mam.handouts.exercise_sheets import draw_sheets
from mam.handouts.flow import Row, fill_pages
from mam.handouts.paper import CARD_HEIGHT, CARD_WIDTH, PAPERS, make_pages
from mam.handouts.score_sheet import draw_score_sheet
from mam.handouts.slips import draw_slips

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
    *sheets, key = draw_sheets(assignment, KEY, PAPERS["letter"])
    assert len(sheets) == len(CLASS.students) and "Bob &lt;b&gt;Jones&lt;/b&gt;" in sheets[1]
    assert len({re.sub(r"mam\w+-", "", sheet.partition('stroke-width="0.4"')[2]) for sheet in sheets}) == len(sheets), (
        "one line under each head, then the questions"
    )
    assert all(CARD.search(sheet) for sheet in sheets)
    words = read_words(key)
    for student in assignment.students:
        assert all(assignment.variant(student.id, entry, KEY).answer.shown in words for entry in assignment.exercises)
    assert not any("for the teacher" in sheet for sheet in sheets) and "for the teacher" in key
    text = make_pages("hw", [*sheets, key], PAPERS["letter"])
    assert not re.search(r"<script|\son\w+=|https?://(?!www\.w3\.org)|<b>Jones", text)


def read_words(page: str) -> str:
    """What a page says, its lines one after another."""
    return " ".join(
        html.unescape("".join(re.findall(r">([^<]*)<", text))) for text in re.findall(r"<text.*?</text>", page)
    )


def test_a_question_is_not_divided_and_an_endless_one_is() -> None:
    pages = fill_pages([[Row(60), Row(30)], [Row(20)], [Row(50)] * 5], 100)
    assert [[row.height for row in page] for page in pages] == [[60, 30], [20, 50], [50, 50], [50, 50]]


def test_a_long_sheet_takes_pages_that_say_whose_they_are(tmp_path: Path) -> None:
    hard = ["who-captures", "count-hands", "set-back", "two-cards-at-once", "given-one-more", "break-even", "must-follow", "money-function"]  # fmt: skip
    one = replace(CLASS, students=CLASS.students[:1])
    for number, exercises, expected in ((1, hard, 2), (2, [*hard, "rare-deals", "legal-calls", "what-is-shown"], 3)):
        assignment = assign(one, dict.fromkeys(exercises, 1), f"hw{number}", tmp_path / f"hw{number}", KEY)
        pages = draw_sheets(assignment, KEY, PAPERS["a4"])
        *sheet, key = [read_words(page) for page in pages if "for the teacher" not in page] + [""]
        assert len(sheet) == expected and all("Ann Smith" in page for page in sheet), key
        titles = [f"{place}. {entry.exercise.title}" for place, entry in enumerate(assignment.exercises, 1)]
        assert [sum(title in page for page in sheet) for title in titles] == [1] * len(titles)
        assert sum("for the teacher" in page for page in pages) == number, "more than eight exercises: two tables"


@pytest.mark.parametrize("paper", PAPERS)
def test_slips_have_each_student_s_own_code_between_the_cuts(paper: str) -> None:
    students = [*CLASS.students, *(Student(f"s{number}", f"Student {number}") for number in range(10)), Student("long", "Maximilian " * 9)]  # fmt: skip
    codes, size = student_codes(students, KEY), PAPERS[paper]
    pages = draw_slips(students, codes, "9b", size, "mam.example/homework/")
    assert [page.count("mam.example/homework/") for page in pages] == [12, 3]
    texts = [
        (float(x), float(y), float(height), html.unescape(text))
        for page in pages
        for x, y, height, text in re.findall(r'<text x="([\d.]+)" y="([\d.]+)" font-size="([\d.]+)"[^>]*>([^<]*)', page)
    ]
    shown = [text for *_, text in texts]
    for student in students:
        assert shown.count(codes[student.id]) == 1
    assert shown.index("Ann Smith") + 1 == shown.index(codes["ann"]) and "Bob <b>Jones</b>" in shown
    for x, y, height, text in texts:
        left, row = x % (size.width / 2), y % (size.height / 6)
        assert left == 10 and height < row < size.height / 6 - 4.3, "a cut goes through it, or a printer leaves it out"
        assert height * len(text) * 0.52 < size.width / 2 - 20, text
    with pytest.raises(ValueError, match="is too long for a slip: use a shorter one"):
        draw_slips(students, codes, "9b", size, "mam.example/" * 8)


def test_commands_write_what_they_say(say: Callable[..., str], tmp_path: Path) -> None:
    assert "letter" not in say("handout", "deck", "--paper", "a4", "--out", "cards.html")
    assert "size:210mm 297mm" in (tmp_path / "cards.html").read_text("utf-8")
    say("handout", "score")
    assert "size:215.9mm 279.4mm" in (tmp_path / "score.html").read_text("utf-8")
    code = mam.encode_deal(mam.start(FIRST, seed=7).deal, FIRST)
    say("handout", "deal", code)
    (tmp_path / "class.csv").write_text("id,name\nann,Ann\n", "utf-8")
    say("assign", "class.csv", "--exercises", "who-captures", "--name", "hw", "--out", "hw")
    assert "1 sheet on 2 pages. The answers come last" in say("handout", "sheets", "hw", "--key", "class.key")
    assert "1 slip on 1 page: cut them apart" in say("handout", "slips", "hw")
    code = student_codes([Student("ann", "Ann")], read_key(tmp_path / "class.key"))["ann"]
    assert code in (tmp_path / "slips.html").read_text("utf-8")
    assert os.name == "nt" or (tmp_path / "slips.html").stat().st_mode & 0o077 == 0, "others can read the codes"


def test_a_pdf_has_every_page_in_the_size_of_the_paper(say: Callable[..., str], tmp_path: Path) -> None:
    pytest.importorskip("vl_convert")
    pdfium = pytest.importorskip("pypdfium2")
    (tmp_path / "class.csv").write_text("id,name\nann,Ann\n", "utf-8")
    say("assign", "class.csv", "--exercises", "who-captures", "set-back", "--name", "hw", "--out", "hw")
    code = mam.encode_deal(mam.start(FIRST, seed=7).deal, FIRST)
    for kind, pages, wanted in (
        (["deck"], 8, "Who takes the trick"),
        (["score"], 1, "score sheet"),
        (["deal", code], 2, "The deal, for the teacher"),
        (["sheets", "hw"], 2, "for the teacher"),
        (["slips", "hw"], 1, "Ann"),
    ):
        assert "print it at 100%" in say("handout", *kind, "--pdf", "--paper", "a4")
        file = pdfium.PdfDocument(tmp_path / f"{kind[0]}.pdf")
        assert len(file) == pages
        assert {tuple(map(round, page.get_size())) for page in file} == {(595, 842)}
        text = "".join(page.get_textpage().get_text_bounded() for page in file)
        assert wanted.replace(" ", "") in re.sub(r"\s", "", text), kind
        for page in file:
            dots = page.render(scale=2).to_numpy()  # two dots a point
            edges = (dots[:24], dots[-24:], dots[:, :24], dots[:, -24:])  # 4.2 mm, which printers leave white
            assert dots.min() < 128 < min(edge.min() for edge in edges), kind
    say("handout", "score", "--out", "here.pdf")
    assert (tmp_path / "here.pdf").read_bytes().startswith(b"%PDF"), "the name says PDF"


def test_what_cannot_be_made_is_refused(refused: Callable[..., str], tmp_path: Path) -> None:
    assert "is not a folder: name the folder that “mam assign” made" in refused("handout", "sheets", "x", "--key", "k")
    (tmp_path / "x").mkdir()
    assert "holds no assignment" in refused("handout", "slips", "x")
    assert "choose another edition" in refused("handout", "score", "--edition", "anagrams")
    assert [path.name for path in tmp_path.iterdir()] == ["x"]
