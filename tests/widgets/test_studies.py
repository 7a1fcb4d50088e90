"""The player's two teachers, Python and the page's own, agree; what leaves them holds no answer; what was done is kept."""

import json
import os
import shutil
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
import mam
import mam_widgets as mw
from mam.classroom.readings import read_amount
from mam.studies.progress import Progress
from mam.studies.schema import Step, StudyTree
from mam.studies.study import OTHER
from mam.studies.tree import make_tree
from mam.support.data_files import find_data_folder
from mam_widgets.shared.typescript import declare_types
from mam_widgets.studies import widget as room
from mam_widgets.studies.lesson import Lesson, list_problems, list_rules, list_stages
from mam_widgets.studies.schema import StudyScene

ROOM = Path(room.__file__).parent
TYPES = ROOM / "study.d.ts"

ASK = """
import { giveHints, hideAnswers, judge, showStory } from "./teacher.mjs";
import { readFileSync } from "node:fs";
const marks = ({ question, answers }) => (question.ask === "mark" ? [answers.right.join("|"), answers.right.slice(1).join("|"), question.choices.map((one) => one.answer).join("|")].filter(Boolean) : []);
const typed = ({ question }) => (question.is_typed ? ["-5", "007", "123456"] : []);
const trees = JSON.parse(readFileSync(0, "utf8"));
const all = trees.map((tree) => ({
  questions: hideAnswers(tree),
  replies: tree.boards.flatMap((board, b) => board.steps.flatMap((step, s) => [
    ...[...Object.keys(step.answers.answers).filter((answer) => answer !== "other"), ...Object.keys(step.answers.same), ...marks(step), ...typed(step)].map((answer) => judge(tree, { board: b, stop: s, answer })),
    giveHints(tree, { board: b, stop: s, count: 1 }),
  ])),
  stories: tree.boards.flatMap((board, b) => (board.case ? [showStory(tree, { board: b })] : [])),
}));
process.stdout.write(JSON.stringify(all));
"""


def test_the_types_of_the_browsers_files_are_those_of_the_schema() -> None:
    text = declare_types((StudyScene, StudyTree))
    if os.environ.get("MAM_WRITE"):
        TYPES.write_text(text, "utf-8")
    assert TYPES.read_text("utf-8") == text, "MAM_WRITE=1 pytest tests/widgets/test_studies.py writes it again"


def test_python_and_the_page_give_the_same_replies_to_every_answer(tmp_path: Path) -> None:
    node = shutil.which("node")
    if not node:
        pytest.skip("node is not installed")
    shutil.copyfile(ROOM / "teacher.js", tmp_path / "teacher.mjs")
    (tmp_path / "ask.mjs").write_text(ASK, "utf-8")
    lessons = [Lesson(study) for study in (*list_stages(), *list_rules())]
    text = json.dumps([lesson.tree for lesson in lessons])
    done = subprocess.run([node, "ask.mjs"], cwd=tmp_path, input=text, capture_output=True, text=True, check=True)
    count = 0
    for lesson, page in zip(lessons, json.loads(done.stdout), strict=True):
        assert page["questions"] == lesson.show_questions()
        replies = []
        for board, tree in enumerate(lesson.tree["boards"]):
            for stop, step in enumerate(tree["steps"]):
                answers = step["answers"]
                numbers = ("-5", "007", "123456") if "is_typed" in step["question"] else ()
                named = [text for text in answers["answers"] if text != OTHER]  # it stands for all others
                texts = (*named, *answers["same"], *join_marks(step), *numbers)
                replies += [lesson.judge(board, stop, text) for text in texts]
                replies.append(lesson.give_hints(board, stop, 1))
        assert sorted(map(json.dumps, page["replies"])) == sorted(map(json.dumps, replies))  # a page orders numbers
        assert page["stories"] == [
            lesson.show_story(k) for k, tree in enumerate(lesson.tree["boards"]) if "case" in tree
        ]
        count += len(replies)
    assert count > 2000


TYPED = """
import { readTyped } from "./typed.mjs";
import { readFileSync } from "node:fs";
process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map((text) => readTyped(text, true))));
"""


def test_an_amount_that_is_typed_is_read_as_the_classroom_reads_it(tmp_path: Path) -> None:
    node = shutil.which("node")
    if not node:
        pytest.skip("node is not installed")
    shutil.copyfile(ROOM / "typed.js", tmp_path / "typed.mjs")
    (tmp_path / "ask.mjs").write_text(TYPED, "utf-8")
    texts = [
        "240",
        "$240,000",
        "240 k",
        "240 thousand",
        "0.24 million",
        "$5,000",
        " -$20,000",
        "−20",
        "1,000",
        "4999",
        "0",
    ]
    refused = ["", "x", "$400", "97.5", "24o", "--5", "-$-5", "1e3", "5 cards"]
    done = subprocess.run(
        [node, "ask.mjs"], cwd=tmp_path, input=json.dumps(texts + refused), capture_output=True, text=True, check=True
    )
    read = json.loads(done.stdout)
    assert read[: len(texts)] == [str(read_amount(text, "thousand dollars", True).value) for text in texts]
    assert read[len(texts) :] == [""] * len(refused)


def test_a_number_that_nobody_named_is_too_high_or_too_low() -> None:
    widget = mw.case("B01", save=False)
    said = []
    for text in ("20", "32", "21", "-3", "other", "x"):
        widget.handle_message({"do": "answer", "board": widget.scene["board"], "stop": 1, "answer": text})
        fault = widget.scene["fault"]
        said.append(
            fault or (widget.scene["reply"]["shown"]["verdict"], widget.scene["reply"]["shown"]["sentence"][:27])
        )
    assert said == [
        ("right", "In each color the 40, the 3"),
        ("wrong", "Those are the number cards."),
        ("wrong", "That is too high."),
        ("wrong", "That is too low."),
        "“other” is not an answer to this question.",
        "“x” is not an answer to this question.",
    ]


def join_marks(step: Step) -> list[str]:
    """Several choices at once: the right ones, all but one of them, and all choices."""
    if step["question"]["ask"] != "mark":
        return []
    right = step["answers"]["right"]
    every = [one["answer"] for one in step["question"]["choices"]]
    return ["|".join(texts) for texts in (right, right[1:], every) if texts]


def test_marks_are_right_only_all_together() -> None:
    widget = mw.case("B06", save=False)
    said = []
    for marked in ("175|180|185|190|195|200", "175|180", "170|175"):
        widget.handle_message({"do": "answer", "board": widget.scene["board"], "stop": 0, "answer": marked})
        shown = widget.scene["reply"]["shown"]
        said.append((shown["verdict"], shown["sentence"]))
    assert said[0] == ("right", "")
    assert said[1] == ("wrong", "These are legal, but something is missing.")
    assert said[2][0] == "wrong" and said[2][1].startswith("$170,000: ") and "$175,000" in said[2][1]


def test_the_story_of_a_case_is_told_only_when_it_is_asked_for() -> None:
    widget = mw.cases(save=False)
    for stage in widget.scene["shelf"]["stages"]:
        for board, case_id in enumerate(stage["boards"]):
            widget.handle_message({"do": "open", "study": stage["id"], "board": board})
            chapter = mam.get_case(case_id)
            answer = json.dumps(chapter.case and chapter.case.answer)[1:-1]
            assert answer not in json.dumps(widget.scene), case_id
            assert "title" not in widget.scene["study"]["boards"][board]["case"]  # it may tell the answer
            widget.handle_message({"do": "show_story", "board": board})
            assert answer in json.dumps(widget.scene["story"]) and widget.scene["fault"] == ""


def test_cases_are_listed_by_word_rule_and_edition() -> None:
    listed = mw.cases(rule="R35-QA-5", save=False).scene["shelf"]["stages"]
    assert [case["id"] for stage in listed for case in stage["cases"]] == ["B29"]
    sweven = mw.cases(edition="sweven", save=False).scene["shelf"]["stages"]
    assert {case["edition"] for stage in sweven for case in stage["cases"]} == {"Sweven"}
    with pytest.raises(ValueError, match="no case is about 'zebra'"):
        mw.cases("zebra", save=False)
    with pytest.raises(KeyError, match="no case 'B99'"):
        mw.case("B99", save=False)


def test_cases_that_were_missed_are_listed_until_they_are_answered_right_at_once(tmp_path: Path) -> None:
    file = tmp_path / "progress.toml"
    with pytest.raises(ValueError, match="you missed no case; cases\\(\\) shows them all"):
        mw.cases(missed=True, save=file)
    for case_id, stars, grade in (("B26", 2, "hard"), ("B29", 3, "good"), ("B06", 0, "")):
        widget = mw.case(case_id, save=file)
        widget.handle_message({"do": "done", "board": widget.scene["board"], "stars": stars, "grade": grade})
    assert list_shown_cases(mw.cases(missed=True, save=file)) == {"B06", "B26"}
    assert list_shown_cases(mw.cases(rule="R35-QA-2", missed=True, save=file)) == {"B26"}
    with pytest.raises(ValueError, match="you missed no case about 'tiger'"):
        mw.cases("tiger", missed=True, save=file)
    widget = mw.case("B26", save=file)
    widget.handle_message({"do": "done", "board": widget.scene["board"], "stars": 3, "grade": "good"})
    assert list_shown_cases(mw.cases(missed=True, save=file)) == {"B06"}


def list_shown_cases(widget: mw.StudyWidget) -> set[str]:
    return {case["id"] for stage in widget.scene["shelf"]["stages"] for case in stage["cases"]}


def test_what_was_missed_is_due_on_the_shelf(tmp_path: Path) -> None:
    long_ago = date(2020, 1, 1)
    progress = Progress(tmp_path / "progress.toml")
    progress.record("bull/double", 1, "again", long_ago)
    progress.record("trump/beats", 3, "good", long_ago)
    widget = mw.learn(save=tmp_path / "progress.toml")
    assert widget.scene["due"] == ["bull/double"]
    widget.handle_message({"do": "open", "study": "bull", "board": 1})
    assert widget.scene["due"] == []
    widget.handle_message({"do": "done", "board": 1, "stars": 3, "grade": "good"})
    widget.handle_message({"do": "shelf"})
    assert widget.scene["due"] == []
    assert Progress(tmp_path / "progress.toml").answers["bull/double"] == {long_ago: "again", date.today(): "good"}


def test_the_shelf_is_shown_without_what_schedules_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Progress(tmp_path / "progress.toml").record("bull/double", 1, "again", date(2020, 1, 1))
    monkeypatch.setitem(sys.modules, "fsrs", None)
    widget = mw.learn(save=tmp_path / "progress.toml")
    assert widget.scene["due"] == [] and 'pip install "mam[lab]"' in widget.scene["fault"]
    widget.handle_message({"do": "open", "study": "bull", "board": 1})
    assert widget.scene["study"] and widget.scene["fault"] == ""


def test_no_scene_holds_an_answer_before_it_is_given() -> None:
    widget = mw.learn("bull/double", save=False)
    tree = make_tree(mam.get_study("bull"))
    sent = json.dumps(widget.scene)
    for board in tree["boards"]:
        for step in board["steps"]:
            for shown in step["answers"]["answers"].values():
                assert not shown["sentence"] or shown["sentence"] not in sent
            assert not any(hint in sent for hint in step["answers"]["hints"])
    assert "verdict" not in sent and '"right"' not in sent


def test_an_answer_is_judged_and_a_board_that_is_done_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "progress.toml"
    widget = mw.learn("bull/double", save=file)
    widget.handle_message({"do": "answer", "board": 1, "stop": 0, "answer": "R1"})
    assert widget.scene["reply"]["shown"]["verdict"] == "wrong"
    widget.handle_message({"do": "answer", "board": 1, "stop": 0, "answer": "BULL"})
    assert widget.scene["reply"]["shown"]["verdict"] == "right"
    widget.handle_message({"do": "done", "board": 1, "stars": 2})
    assert mw.learn(save=file).stars == {"bull/double": 2}


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ({"do": "open", "study": "bul"}, "There is no study “bul”."),
        ({"do": "answer", "board": 1, "stop": 0, "answer": "G40"}, "“G40” is not an answer to this question."),
        ({"do": "answer", "board": 99, "stop": 0, "answer": "G40"}, "“The Bull” has no board 100."),
        ({"do": "answer", "board": 1, "stop": 7, "answer": "G40"}, "“The Bull” has no board 2 with a question 8."),
        ({"do": "done", "board": 1, "stars": 4}, "the stars of “bull/double” are a whole number from 0 to 3, not 4"),
        ({"do": "show_story", "board": 1}, "Board 2 of “The Bull” is not a documented case."),
        (
            {"do": "done", "board": 1, "stars": 3, "grade": "fine"},
            "an answer was again, hard or good, not 'fine'",
        ),
        ({"do": "jump"}, "jump"),
    ],
)
def test_a_message_that_cannot_be_done_becomes_a_sentence(message: dict[str, object], said: str) -> None:
    widget = mw.learn("bull", save=False)
    widget.handle_message(message)
    assert said in widget.scene["fault"]


def test_a_file_of_ones_own_is_a_study_of_one_stage(tmp_path: Path) -> None:
    source = (find_data_folder() / "studies" / "learn" / "07-bull.toml").read_text("utf-8")
    (tmp_path / "my-bull.toml").write_text(source, "utf-8")
    widget = mw.study(tmp_path / "my-bull.toml", save=False)
    assert [stage["title"] for stage in widget.scene["shelf"]["stages"]] == ["The Bull"]


def test_a_record_asks_nothing_and_is_sent_to_the_stepper() -> None:
    with pytest.raises(ValueError, match=r"nothing is asked in .*: replay\(\) shows a record move by move"):
        mw.study(find_data_folder() / "records" / "specimen.toml", save=False)


def test_a_saved_notebook_has_the_position_and_its_question() -> None:
    words = mw.learn("bull/double", save=False)._words()
    assert "You have no Green, and North is winning." in words and "G40" in words


def test_a_saved_notebook_shows_no_table_that_tells_what_is_asked() -> None:
    words = mw.learn("a-trick/other-color", save=False)._words()
    assert words == "A trick, board 4: Black was led. Who takes the trick?"


def test_problems_by_theme_and_in_an_order_of_ones_own() -> None:
    bull = {study.id for study in list_problems(theme="Bull")}
    shown = mw.problems(theme="bull", save=False).scene["shelf"]["stages"]
    assert {stage["id"] for stage in shown} == bull
    assert len(bull) > 8
    own = mw.problems(numbers=[33, 12], save=False)
    assert [stage["id"] for stage in own.scene["shelf"]["stages"]] == ["p33", "p12"]
    assert "practice" not in own.scene  # the teacher's order counts
    with pytest.raises(ValueError, match=r"no problem 999; their numbers are 1 to 150, 201 to 230"):
        mw.problems(numbers=[12, 999], save=False)
    with pytest.raises(ValueError, match=r"no theme 'horse'; the themes are How high to bid"):
        mw.problems(theme="horse", save=False)
    with pytest.raises(ValueError, match="not both"):
        mw.problems(2, numbers=[12], save=False)
    with pytest.raises(ValueError, match=r"no hand 99; their numbers are 1 to 24"):
        mw.hand(99, save=False)


def test_problems_open_without_the_package_that_rates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "glicko2", None)
    widget = mw.problems(save=False)
    assert "practice" not in widget.scene or widget.scene["practice"]["count"] == 0
    widget.handle_message({"do": "open", "study": "p12", "board": 0})
    widget.handle_message({"do": "done", "board": 0, "stars": 3, "grade": "good"})
    widget.handle_message({"do": "shelf"})
    assert "pip install" in widget.scene["fault"]
    assert widget.scene["progress"] == {"p12/play": 3}
