"""The exercises of the lessons: no lesson gives its own answer away, and none asks for what comes later."""

import json
import re
from functools import cache
from typing import Any

from cases import check_each

from mam.classroom import practice
from mam.classroom.answers import Cards, Choice, Choices
from mam.classroom.tasks import Task
from mam.support.data_files import find_notebooks_folder

LESSONS = sorted(find_notebooks_folder().glob("[0-9]*.ipynb"))
GLOSSARY = find_notebooks_folder().parent / "docs" / "glossary.md"
CALL = re.compile(r'(\w+) = practice\("([a-z0-9-]+)"(?:, student="([^"]*)")?\)')

# Words that a statement explains itself, or that are no terms there.
EXPLAINED = {
    "probability",
    "estimate",
    "play",
    "deal",
    "call",
    "seat",
    "rank",
    "view",
    "sheet",
    "side",
    "capture",
    "trick winner",
}


@cache
def cells(number: str) -> list[dict[str, Any]]:
    path = next(path for path in LESSONS if path.name.startswith(number))
    return list(json.loads(path.read_text("utf-8"))["cells"])


def code(number: str) -> str:
    return "\n".join("".join(cell["source"]) for cell in cells(number) if cell["cell_type"] == "code")


def variants(number: str) -> dict[str, tuple[str, str]]:
    """The variants that a lesson shows, by the name that its code gives them: `task` is the reader's own."""
    return {name: (id, student) for name, id, student in CALL.findall(code(number))}


def shown(output: dict[str, Any]) -> str:
    data = output.get("data", {})
    return "".join(output.get("text", ())) + "".join("".join(data.get(kind, ())) for kind in ("text/plain",))


def judgments(variant: tuple[str, str]) -> list[str]:
    """What any lesson's saved outputs say of an answer to this variant."""
    texts = []
    for path in LESSONS:
        number = path.name[:2]
        names = [name for name, each in variants(number).items() if each == variant]
        for cell in cells(number):
            source = "".join(cell["source"])
            if cell["cell_type"] == "code" and any(re.search(rf"\b{name}\.(?!given)\w", source) for name in names):
                texts += [shown(output) for output in cell["outputs"]]
    return texts


def forms(task: Task) -> list[str]:
    """The ways in which a sentence may give a right number away."""
    answer = task._variant.answer
    plain = answer.plain if isinstance(answer.plain, list) else [answer.plain]
    texts = {*plain, re.sub(r"[^\d.,/-]", "", answer.shown.partition(" ")[0])}
    for text in plain:
        if re.fullmatch(r"-?\d+(/\d+)?", text):
            whole, _, part = text.partition("/")
            number = int(whole) / int(part or 1)
            texts |= (
                {f"{number:,.0f}", f"{number:g}"} if not part else {f"{number:.4f}", f"{number:.2%}", f"{number:.1%}"}
            )
    return sorted(text for text in texts if text)


@check_each("number", [path.name[:2] for path in LESSONS])
def test_no_saved_output_contains_the_answer_of_the_readers_exercise(number: str) -> None:
    """Where something is to be chosen, every remark on a wrong choice says what is right: none may be there at all."""
    variant = variants(number)["task"]
    task = practice(*variant)
    said = judgments(variant)
    assert said
    for text in said:
        if isinstance(task._variant.answer, Choice | Choices | Cards):
            assert not re.match("Wrong|Correct", text), text
        for form in forms(task):
            assert not re.search(rf"(?<![\d.,/]){re.escape(form)}(?![\d/]|[.,]\d)", text), (form, text)


def test_forms_of_a_right_number_are_found() -> None:
    assert {"120"} <= set(forms(practice("money-in-hand")))
    assert {"1/2", "0.5000", "50.00%"} <= set(forms(practice("one-card-of-yours", "student 5")))


@check_each("number", [path.name[:2] for path in LESSONS])
def test_the_worked_mistake_is_about_another_variant(number: str) -> None:
    taken = variants(number)
    assert "example" not in taken or taken["example"] not in [variants(path.name[:2])["task"] for path in LESSONS]


# What was taught


@cache
def taught(number: str) -> str:
    """All that a reader has seen up to this lesson and in it, up to its exercise."""
    texts = []
    for path in LESSONS:
        if path.name[:2] > number:
            break
        for cell in cells(path.name[:2]):
            source = "".join(cell["source"])
            if path.name[:2] == number and CALL.search(source):
                break
            texts += [source, *map(shown, cell.get("outputs", ()))]
    return "\n".join(texts)


@cache
def term_pattern() -> re.Pattern[str]:
    found = re.findall(r"^### (.+)$", GLOSSARY.read_text("utf-8"), re.MULTILINE)
    terms = sorted((re.escape(term.casefold()) for term in found), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])({'|'.join(terms)})(?=(?:e?s)?(?![\w-]))")


@cache
def find_terms(text: str) -> set[str]:
    """The terms of the glossary in a text."""
    return set(term_pattern().findall(text.casefold()))


COUNT = re.compile(r"\b(\d+|two|three|four|six|eight)\b[\s\w-]{0,20}?\b(?:people|players)\b")


@cache
def find_counts(text: str) -> set[str]:
    """How many people play, wherever a text says so."""
    names = {"2": "two", "3": "three", "4": "four", "6": "six", "8": "eight"}
    return {names.get(count, count) for count in COUNT.findall(text.casefold())}


@check_each("number", [path.name[:2] for path in LESSONS])
def test_an_exercise_asks_only_for_what_was_taught(number: str) -> None:
    """Its terms, its games and, in a program, its functions: in every variant that a reader may get."""
    id, student = variants(number)["task"]
    known = taught(number)
    for name in (student, *(f"student {count}" for count in range(6))):
        task = practice(id, name)
        hints = [task.hint(step).text for step in range(1, task.hints + 1)]
        text = re.sub(r"`[^`]*`", "", "\n".join((task.statement, *hints)))
        assert not find_terms(text) - find_terms(known) - EXPLAINED, (name, text)
        assert not find_counts(task.statement) - find_counts(known), (name, text)
        if edition := task.given.get("edition"):
            assert edition in known, (name, edition)
        functions = set(re.findall(r"`(mam\.\w+)", task.statement))
        assert all(function in known for function in functions), functions
