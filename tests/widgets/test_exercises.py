"""Exercises on the screen: each opens, takes its right answer, names each slip and gives nothing away; what is recorded is the notebook's."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cases import check_each

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
from test_page import run_bare

import mam_widgets as mw
from mam.classroom import Exercise, Variant, exercises, get_exercise, open_work, practice
from mam.classroom.answers import Cards, Choice, Choices, Results
from mam.classroom.blocks import name_cards_once, read_blocks, split_question
from mam.classroom.quantities import Chance, Number
from mam.classroom.tasks import strip_markdown
from mam.text.notation import parse_card
from mam_widgets.exercise_pages import widget as room
from mam_widgets.exercise_pages.schema import AnswerRead, ExerciseScene
from mam_widgets.exercise_pages.widget import ExerciseWidget
from mam_widgets.shared.typescript import declare_types

TYPES = Path(room.__file__).with_name("exercise.d.ts")
IDS = [exercise.id for exercise in exercises()]
PEOPLE = ("", "ann")


def open_it(id: str, student: str = "") -> ExerciseWidget:
    return mw.exercise(id, student=student, save=False)


def send(widget: ExerciseWidget, **message: object) -> dict[str, Any]:
    """Return the scene after a message, which could be done."""
    widget.handle_message(message)
    assert not widget.scene["fault"], widget.scene["fault"]
    scene: dict[str, Any] = widget.scene
    return scene


def give(widget: ExerciseWidget, plain: str | list[str]) -> dict[str, Any]:
    """Answer as the browser does: options by their letters, cards by their codes."""
    shown = widget.scene["exercise"]
    if shown["form"] in ("choice", "choices"):
        words = [strip_markdown(option) for option in widget.task.given["options"]]  # type: ignore[union-attr]
        letters = [
            shown["options"][words.index(strip_markdown(option))]["answer"]
            for option in ([plain] if isinstance(plain, str) else plain)
        ]
        return send(widget, do="answer", answer=letters[0] if shown["form"] == "choice" else letters)
    return send(widget, do="answer", answer=plain)


def write_why(scene: dict[str, Any]) -> str:
    return "".join(span["text"] for span in scene["reply"]["why"])


def answer_of(widget: ExerciseWidget) -> Any:
    assert widget.task
    return widget.task._variant.answer


def list_slips(answer: Any) -> Iterator[tuple[str | list[str], str]]:
    """Yield typical wrong answers, each with what has to be said to it."""
    if isinstance(answer, Chance | Number):
        is_whole = isinstance(answer, Number) and answer.is_whole
        for slip in answer.slips:  # 2 may be 1.9, rounded too far; 2.000 isn't
            is_short = slip.value.denominator == 1 and not is_whole and slip.value not in (0, 1)
            yield f"{slip.value}{'.000' * is_short}", slip.why
    elif isinstance(answer, Choice):
        yield from answer.reasons.items()
    elif isinstance(answer, Choices):
        for option in answer.options:
            if option not in answer.right:
                yield [option], answer.reasons.get(option, "does not belong")
    elif isinstance(answer, Cards):
        for code, reason in answer.reasons.items():
            if code not in answer.plain.split():
                yield code, reason
    elif isinstance(answer, Results):
        yield ["?", *answer.plain[1:]], "Case 1 is wrong."


def test_the_types_of_the_browsers_files_are_those_of_the_schema() -> None:
    text = declare_types((ExerciseScene, AnswerRead))
    if os.environ.get("MAM_WRITE"):
        TYPES.write_text(text, "utf-8")
    assert TYPES.read_text("utf-8") == text, "MAM_WRITE=1 pytest tests/widgets/test_exercises.py writes it again"


@check_each("id", IDS)
def test_every_exercise_opens_and_takes_its_right_answer(id: str) -> None:
    for student in PEOPLE:
        widget = open_it(id, student)
        scene = widget.scene
        assert scene["exercise"]["title"] == get_exercise(id).title and not scene["solution"] and scene["reply"] is None
        assert scene["exercise"]["question"] or scene["exercise"]["blocks"]
        scene = give(widget, answer_of(widget).plain)
        assert scene["reply"]["verdict"] == "right" and scene["solution"], write_why(scene)
        assert widget.stars == {id: 3}


@check_each("id", IDS)
def test_every_slip_gets_its_sentence_and_no_answer(id: str) -> None:
    for student in PEOPLE:
        widget = open_it(id, student)
        count = 0
        for plain, sentence in list_slips(answer_of(widget)):
            scene = give(widget, plain)
            why = write_why(scene)
            assert scene["reply"]["verdict"] == "wrong" and not scene["solution"], (plain, why)
            assert strip_markdown(sentence) in why, (plain, why)
            count += 1
        assert count, "no slip was tried"
        assert not widget.stars
        assert give(widget, answer_of(widget).plain)["reply"]["verdict"] == "right"
        assert widget.stars == {id: 2}


@check_each("id", IDS)
def test_hints_and_the_solution_come_one_by_one(id: str) -> None:
    widget = open_it(id)
    assert widget.task
    for number in range(1, widget.task.hints + 2):
        assert len(send(widget, do="hint")["hints"]) == min(number, widget.task.hints)
    scene = send(widget, do="solution")
    assert scene["solution"] == read_blocks(widget.task.solution().text)
    give(widget, answer_of(widget).plain)
    assert not widget.stars  # it was shown


@check_each("id", IDS)
def test_what_is_missing_is_counted_and_not_named(id: str) -> None:
    widget = open_it(id)
    answer = answer_of(widget)
    if not isinstance(answer, Cards | Choices) or not answer.plain:
        return
    scene = give(widget, "" if isinstance(answer, Cards) else [])
    parts = answer.plain.split() if isinstance(answer, Cards) else answer.plain
    count = f"{len(parts)} {'card' if isinstance(answer, Cards) else 'option'}"
    assert write_why(scene).startswith(count)


@check_each("id", IDS)
def test_every_statement_is_whole(id: str) -> None:
    """Every number of a statement stands on the screen: in the question, the text, the options, the cases or on a card."""
    widget = open_it(id)
    assert widget.task
    shown = widget.scene["exercise"]
    words = json.dumps(shown, ensure_ascii=False) + " ".join(parse_card(code).words for code in shown["hand"])
    for amount in ("$", "%"):
        assert words.count(amount) >= widget.task.statement.count(amount) - 1  # of the legend “Red $40,000”
    for block in shown["blocks"]:
        assert block["kind"] in ("text", "list", "numbered", "table", "program")
        assert "**" not in json.dumps(block) and "`" not in json.dumps(block)


def test_cards_stand_there_once() -> None:
    text = name_cards_once(
        "You hold Red 8 and 4, Tiger (`R8 R4 TIGER`). The only other Red card out, Red 9 (`R9`), is R9.", "R8 R4 TIGER"
    )
    (spans,) = read_blocks(text)[0]["rows"][0]
    assert (
        "".join(span["text"] for span in spans) == "You hold the cards below. The only other Red card out, R9, is R9."
    )
    assert [span["kind"] for span in spans] == ["plain", "cards", "plain", "cards", "plain"]


@pytest.mark.parametrize(
    ("statement", "question"),
    [
        (
            "You have 4 cards. What is the probability of this: **at least one Red**? Give digits.",
            "What is the probability of this: **at least one Red**?",
        ),
        ("Discard by this measure: no trump. Which three?", ""),
        ("Write a function of a hand.", ""),
        (
            "R35-BID-2 says so. (The dealer must bid.) May North bid $175,000 or less? (Why?)",
            "May North bid $175,000 or less?",
        ),
    ],
)
def test_the_question_stands_first(statement: str, question: str) -> None:
    found, rest = split_question(statement)
    assert found == question
    assert sorted(f"{found} {rest}".split()) == sorted(statement.split())


def test_an_exercise_of_any_form_can_be_answered() -> None:
    """What a new exercise gives under names of its own is no hindrance: without cards to tap there is a field."""

    def make(answer: Any, given: dict[str, object]) -> Exercise:
        variant = Variant("What is it, then, exactly?", answer, ("Think.",), "So it is.", given)
        return Exercise("anything", "Anything", "rules", 1, "", 1, type(answer), "", lambda _draw: variant)

    card = parse_card("R40")
    for answer, given, form, right in (
        (Cards((card,)), {}, "text", "red 40"),
        (Cards((card,)), {"hand": "R40 B4"}, "cards", "R40"),
        (Cards((card,)), {"hand": {"N": ["R40"]}, "cards": 7}, "text", "R40"),
        (Choice("A", ("C", "A")), {"options": ["C", "A"]}, "choice", "b)"),
        (Results(("1",), ("x",)), {"cases": ["x"]}, "results", ["1"]),
        (Number(3), {"hand": ["not", "cards"], "table": None}, "number", "3"),
    ):
        widget = ExerciseWidget([make(answer, given)], room.Progress())
        widget._task = room.Task(widget._known[0])
        widget._opened = 1
        assert widget._make_scene()["exercise"]["form"] == form  # type: ignore[index]
        assert send(widget, do="answer", answer=right)["reply"]["verdict"] == "right"


def test_what_is_typed_is_understood_or_waits() -> None:
    widget = open_it("two-cards-at-once")
    for text, understood in (("2/11", "18.18%"), ("1 in 19", "5.263%"), ("2 to 9", ""), ("", ""), ("(", "")):
        send(widget, do="read", answer=text)
        assert widget.reading == {"answer": text, "text": understood}
    widget = open_it("trick-worth")
    send(widget, do="read", answer="-$405,000")
    assert widget.reading["text"] == "-405 thousand dollars"
    scene = send(widget, do="answer", answer="$405")
    assert scene["reply"]["verdict"] == "unread" and write_why(scene).startswith("Is that 405 dollars or 405 thousand?")
    assert not widget.stars


def test_another_variant_is_that_of_practice(tmp_path: Path) -> None:
    file = tmp_path / "progress.toml"
    widget = mw.exercise("who-captures", variant=3, save=file)
    assert widget.task and widget.task.statement == practice("who-captures", variant=3).statement
    send(widget, do="another")
    assert widget.task.variant == 4 and widget.task.statement == practice("who-captures", variant=4).statement
    give(widget, answer_of(widget).plain)
    assert mw.exercises(save=file).stars == {"who-captures": 3}
    send(widget, do="list")
    assert [group["kind"] for group in widget.scene["groups"]] == ["rules", "probability", "decisions", "programming"]
    assert [row["id"] for group in widget.scene["groups"] for row in group["exercises"]] == IDS
    for variant in (0, True, 10_000, 1.5):
        with pytest.raises(ValueError, match="a variant is a whole number from 1 to 9999"):
            mw.exercise("who-captures", variant=variant, save=False)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="did you mean 'who-captures'"):
        mw.exercise("who-capture", save=False)


def test_what_is_recorded_is_what_the_notebook_records(tmp_path: Path) -> None:
    versions = {id: get_exercise(id).version for id in ("who-captures", "two-cards-at-once")}

    def open_it_in(name: str, practice: bool = True, **change: int) -> Any:
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        return open_work(
            "homework-1",
            "ann",
            token="t",
            exercises=versions | change,
            practice=practice,
            folder=folder,
        )

    screen, notebook = open_it_in("screen"), open_it_in("notebook")
    widget = mw.exercise("two-cards-at-once", work=screen)
    assert widget.task and widget.scene["list_title"] == "homework-1"
    for text in ("0.2501", "nonsense", widget.task.answer):
        send(widget, do="answer", answer=text)
        notebook.record("two-cards-at-once", text, practice("two-cards-at-once", "ann").given)
    assert widget.scene["reply"]["saved"] == widget.task.answer
    send(widget, do="another")
    assert widget.task.exercise.id == "who-captures"
    give(widget, answer_of(widget).plain)
    notebook.record("who-captures", answer_of(widget).plain, widget.task.given)
    here, there = (json.loads(work.path.read_text("utf-8")) | {"saved": "", "seal": ""} for work in (screen, notebook))
    assert here == there and here["records"] == 3
    assert {*mw.exercises(work=open_it_in("screen")).stars} == {"who-captures", "two-cards-at-once"}
    with pytest.raises(ValueError, match="is graded: answer in its notebook"):
        mw.exercises(work=open_it_in("graded", practice=False))
    with pytest.raises(ValueError, match="has other variants of set-back than this mam"):
        mw.exercises(work=open_it_in("other", **{"set-back": 99}))
    with pytest.raises(ValueError, match="no exercise 'set-back' in homework-1"):
        mw.exercise("set-back", work=screen)
    with pytest.raises(ValueError, match="has one variant, that of 'ann'"):
        mw.exercise("who-captures", variant=2, work=screen)


def test_a_message_that_fits_nothing_becomes_a_sentence() -> None:
    widget = mw.exercises(save=False)
    for message, fault in (
        ({"do": "answer", "answer": "1"}, "Open an exercise first."),
        ({"do": "open", "id": "nothing"}, "There is no exercise 'nothing' here."),
        ({"do": "answer", "answer": 7}, "“answer” must be text or a list of texts"),
    ):
        widget.handle_message(message)
        assert fault in widget.scene["fault"].replace("“nothing”", "'nothing'")


PAGE = """
import json
from mam_widgets.site.live import LivePage
sent, bad = {}, []
page = LivePage(lambda name, value: sent.update({name: json.loads(value)}))
page.open("exercise", "who-captures&variant=2", stars='{"exercise/set-back": 2}')
task, address, stars = page.widget.task, page.address(), sent["scene"]["stars"]
page.handle(json.dumps({"do": "answer", "answer": task.answer}))
done = sent["progress"]
page.handle('{"do": "list"}')
for link in ("nothing", "who-captures&variant=0", "who-captures&x=1"):
    try:
        page.open("exercise", link)
    except ValueError as error:
        bad.append(str(error))
before = page.address()
page.open("exercise", "set-back&student=ann%2B1")
print(json.dumps([task.statement, address, stars, done, before, bad, page.widget.task.statement, page.address()]))
"""


def test_the_page_opens_an_address_and_sends_what_is_done() -> None:
    statement, address, stars, done, list_address, bad, own_statement, own_address = run_bare(PAGE)
    assert (
        own_statement == practice("set-back", student="ann+1").statement and own_address == "set-back&student=ann%2B1"
    )
    assert statement == practice("who-captures", variant=2).statement
    assert address == "who-captures&variant=2" and stars == {"set-back": 2} and list_address == ""
    assert done == {"exercise/set-back": 2, "exercise/who-captures": 3}
    assert bad == [
        "There is no exercise “nothing”.",
        "A variant is a number from 1 to 9999, not 0.",
        "Nothing on this page is called “x”.",
    ]
