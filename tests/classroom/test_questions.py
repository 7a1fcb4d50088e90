"""Exercises as questions of learning platforms: what an answer earns there is what it earns here."""

import base64
import html
import io
import re
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest
from command_runs import fail_command, run_command

from mam.classroom.answers import Results
from mam.classroom.catalog import exercises
from mam.classroom.keys import make_key
from mam.classroom.questions.bank import Question, make_questions
from mam.classroom.questions.canvas import write_canvas, write_text
from mam.classroom.questions.gift import write_gift
from mam.classroom.questions.moodle import write_moodle
from mam.classroom.readings import TooFewDigits

KEY = b"a key of an invented class......"
# Shares that Moodle imports; for others it refuses the question.
SHARES = {100, 90, 83.33333, 80, 75, 70, 66.66667, 60, 50, 40, 33.33333, 30, 25, 20, 16.66667, 14.28571, 12.5, 11.11111, 10, 5, 0}  # fmt: skip
IDS = [exercise.id for exercise in exercises() if exercise.form is not Results]
SAMPLE = ["who-captures", "must-follow", "set-back", "count-hands", "spread-of-a-bid", "tricks-as-bid"]
SAMPLE = [id for id in SAMPLE if id in IDS]


def sample_and_long(ids: list[str], sample: list[str]) -> list[object]:
    return [id if id in sample else pytest.param(id, marks=pytest.mark.long) for id in ids]


def earn_here(question: Question, raw: object) -> Fraction:
    """What the exercise itself gives for an answer; nothing for one that it wants with more digits."""
    answer = question.variant.answer
    try:
        return answer.judge(answer.accept(raw, question.variant.given)).share
    except TooFewDigits:
        return Fraction(0)


def pick_in_moodle(question: ET.Element, number: float) -> ET.Element:
    """The answer that Moodle finds for a number: the first within its tolerance, or `*`."""
    for answer in question.findall("answer"):
        text = answer.findtext("text") or ""
        slack = float(answer.findtext("tolerance") or 0)
        if text == "*" or abs(float(text) - number) <= slack + 1e-12 * max(1, abs(number)):
            return answer
    raise AssertionError("no answer")


@pytest.mark.parametrize("id", sample_and_long(IDS, SAMPLE))
def test_right_answers_earn_all_and_slips_nothing(id: str) -> None:
    questions = make_questions([id], 3, KEY)
    root = ET.fromstring(write_moodle(questions))
    elements = [element for element in root.iter("question") if element.get("type") != "category"]
    assert len(elements) == len(questions) == len({question.variant.statement for question in questions}) == 3
    for question, element in zip(questions, elements, strict=True):
        shares = [float(answer.get("fraction", "")) for answer in element.findall("answer")]
        assert all(abs(share) in SHARES for share in shares)
        assert sum(share for share in shares if share > 0) == pytest.approx(100, abs=0.001)
        assert all(answer.findtext("feedback/text") for answer in element.findall("answer"))
        texts = [option.text for option in question.options]
        assert len(set(texts)) == len(texts)
        if question.kind == "number":
            check_number(question, element)
        else:
            check_choice(question, shares)
        assert sum(option.is_right for option in question.list_choices()) >= 1
        for file in element.iter("file"):
            assert base64.b64decode(file.text or "").startswith((b"\x89PNG\r\n", b"<svg"))


def check_choice(question: Question, shares: list[float]) -> None:
    rights = [option.text for option in question.options if option.is_right]
    wrongs = [option.text for option in question.options if not option.is_right]
    if question.kind == "one":
        assert len(rights) == 1 and min(shares) == 0
        assert [earn_here(question, text) for text in (*rights, *wrongs)] == [1] + [0] * len(wrongs)
        return
    assert sum(shares) <= 0.001  # all options together earn nothing
    assert earn_here(question, rights) == 1
    assert all(earn_here(question, [*rights, wrong]) < 1 for wrong in wrongs)


def check_number(question: Question, element: ET.Element) -> None:
    right, *slips = question.options
    assert earn_here(question, right.text) == 1
    assert pick_in_moodle(element, float(right.text)).get("fraction") == "100"
    digits = question.variant.answer.digits
    if right.slack and digits:  # as many digits as the statement asks for
        number = f"{float(right.value):.{digits}g}"
        assert pick_in_moodle(element, float(number)).get("fraction") == "100"
    assert slips
    for slip in slips:
        answer = pick_in_moodle(element, float(slip.text))
        assert answer.get("fraction") == "0"
        assert earn_here(question, slip.text) == 0
        assert abs(slip.value - right.value) > right.slack
    assert element.findall("answer")[-1].findtext("text") == "*"
    assert pick_in_moodle(element, 987_654_321).get("fraction") == "0"


def read_gift(text: str) -> list[tuple[str, list[str]]]:
    """The statements and the answers of each question, by GIFT's rule for signs with a backslash."""
    questions = []
    for block in text.split("\n\n"):
        if "::" in block:
            match = re.fullmatch(
                r"::((?:\\.|[^\\:{}])*)::((?:\\.|[^\\{}])*)\{((?:\\.|[^\\{}])*)\}\n?", block, re.DOTALL
            )
            assert match, block
            questions.append((match[2], match[3].strip().split("\n")))
    return questions


@pytest.mark.parametrize("ids", [SAMPLE, pytest.param(IDS, marks=pytest.mark.long)], ids=["sample", "all"])
def test_gift_is_well_formed(ids: list[str]) -> None:
    questions = make_questions(ids, 2, KEY)
    blocks = read_gift(write_gift(questions))
    assert len(blocks) == len(questions)
    for question, (statement, lines) in zip(questions, blocks, strict=True):
        assert not re.search(r"(?<!\\)[=~#{}:]", statement.removeprefix("[html]"))
        answers = [line for line in lines if re.match("[=~]", line)]
        assert len(answers) == len(question.options) + (question.kind == "number")  # and one for all other numbers
        for line in answers:
            assert len(re.findall(r"(?<!\\)#", line)) == 1 and len(re.findall(r"(?<!\\)[=~]", line)) == 1


@pytest.mark.parametrize("ids", [SAMPLE, pytest.param(IDS, marks=pytest.mark.long)], ids=["sample", "all"])
def test_the_zip_for_canvas_is_well_formed(ids: list[str]) -> None:
    pytest.importorskip("text2qti")
    questions = make_questions(ids, 2, KEY)
    with zipfile.ZipFile(io.BytesIO(write_canvas(questions))) as archive:
        trees = [ET.fromstring(archive.read(name)) for name in archive.namelist() if name.endswith(".xml")]
        pictures = {
            name for name in archive.namelist() if name.startswith("images/") and len(archive.read(name)) > 1000
        }
    items = [element for tree in trees for element in tree.iter() if element.tag.endswith("}item")]
    groups = [element for tree in trees for element in tree.iter() if element.tag.endswith("}selection_number")]
    assert len(items) == len(questions) and len(groups) == len(ids)
    for question, item in zip(questions, items, strict=True):
        text = next(element.text or "" for element in item.iter() if element.tag.endswith("mattext"))
        assert "$" not in text and "equation" not in text  # a dollar begins a formula
        words = [re.findall(r"\w+", html.unescape(re.sub("<[^>]*>", " ", part))) for part in (text, question.text)]
        assert words[0] == re.findall(r"\w+", re.sub(r"(?m)^```.*$|^\|[-| :]+$|^\d+\. ", " ", question.text))
        idents = [element.get("ident") for element in item.iter() if element.tag.endswith("}response_label")]
        assert len(idents) == len(question.list_choices())
        shown = re.findall(r'src="%24IMS-CC-FILEBASE%24/(images/[^"]+)"', html.unescape(text))
        assert len(shown) == bool(question.cards) and {*shown} <= pictures, (
            "a hand has its picture, and no other question"
        )
    assert len(pictures) == sum(bool(question.cards) for question in questions) > 0


def test_the_text_for_canvas_marks_one_right_choice_of_a_number() -> None:
    text = write_text(make_questions(["count-hands"], 1, KEY))
    assert len(re.findall(r"(?m)^\*[a-z]\)", text)) == 1 and "$" not in text


def test_variants_belong_to_the_key() -> None:
    first, again, other = (make_questions(["who-captures"], 2, key) for key in (KEY, KEY, b"another"))
    assert [question.text for question in first] == [question.text for question in again]
    assert [question.text for question in first] != [question.text for question in other]


def test_a_function_is_no_question() -> None:
    with pytest.raises(ValueError, match="money-function: its answer is a function"):
        make_questions(["money-function"], 1)


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str], folder: Path) -> Callable[..., str]:
    return partial(run_command, capsys)


def test_the_command_writes_questions(say: Callable[..., str]) -> None:
    make_key(Path("class.key"))
    text = say("exercises", "who-captures", "set-back", "--as", "moodle", "--variants", "2", "--key", "class.key")
    assert text == "4 questions of 2 exercises: questions.xml. The right answers are in it.\n"
    assert len(ET.parse("questions.xml").getroot().findall("question")) == 5
    text = say("exercises", "--kind", "programming", "--as", "gift", "--out", "mine.txt")
    assert "Left out, because the answer is a function: money-function" in text and "Anyone who has mam" in text
    assert Path("mine.txt").read_text("utf-8").startswith("$CATEGORY")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["money-function", "--as", "gift"], "its answer is a function"),
        (["set-back", "--as", "gift", "--variants", "99"], "99 variants: choose 1 to 50"),
        (["set-back", "--variants", "2"], "are for questions: add --as"),
        (["set-back", "--as", "gift", "--key", "class.key"], "class.key"),
    ],
)
def test_what_the_command_refuses(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    assert message in fail_command(capsys, "exercises", *words)
    assert not list(folder.iterdir())


def test_no_variant_is_asked_twice() -> None:
    questions = make_questions(["power-of-a-count"], 12, KEY)
    assert len({question.variant.statement for question in questions}) == 12
