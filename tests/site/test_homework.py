"""Homework on a page and in Python: each opens what the other sealed, and a number means the same to both."""

import json
import shutil
import subprocess
from dataclasses import asdict, replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from answer_forms import number_forms, probability_forms
from homework import CLASS, KEY

from mam.classroom.answer_parsing import UnreadableAnswer
from mam.classroom.assigning import assign
from mam.classroom.assignments import Assignment
from mam.classroom.class_files import open_part, write_link
from mam.classroom.codes import is_code, make_code, student_codes
from mam.classroom.hand_ins import list_hand_ins, parse_hand_in, write_hand_in
from mam.classroom.quantities import DOLLARS, Chance, Number
from mam.classroom.readings import TooFewDigits
from mam.classroom.submissions import RecordedAnswer, Submission

ANN = replace(CLASS, students=CLASS.students[:1])
ANSWERS: tuple[str | list[str], ...] = (
    *(
        "a)",
        "R40 TIGER",
        "",
        "-",
        "?",
        "a | b",
        "325/861",
        "44.44%",
        "2 in 11",
        "(16/42)^2",
        "none",
        "  x  y\t\nz\x1c\x85 ",
    ),
    *(
        "-- 1..2 …",
        "1 − 2 ≈ ½",
        "seal 0123456789abcdef",
        "éseal 0123456789abcdef",
        "my mam hand-in 1",
        "Ω 😀 <b>&amp;</b> =20",
        "!41;",
    ),
    *(["95", "145"], ["", "-", "?", "x | y"], ["R15 R11", "none", "", ""], []),
)


def ask_page(*cases: dict[str, Any]) -> list[dict[str, Any]]:
    """What the page makes of these cases: a value, or a fault."""
    node = shutil.which("node")
    if not node:
        pytest.skip("not there: Node")
    script = Path(__file__).with_name("homework.test.mjs")
    done = subprocess.run([node, script], input=json.dumps(cases), capture_output=True, encoding="utf-8", check=True)
    answers: list[dict[str, Any]] = json.loads(done.stdout)
    return answers


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Assignment, str]:
    """A small assignment with hints, and its class file."""
    folder = tmp_path_factory.mktemp("class") / "homework-1"
    assignment = assign(ANN, {"who-captures": 10, "must-follow": 5}, "homework-1", folder, KEY, hints=True)
    return assignment, (folder / "homework-1.mam").read_text("utf-8")


def test_the_page_opens_what_python_sealed(made: tuple[Assignment, str]) -> None:
    _, text = made
    code = student_codes(ANN.students, KEY)["ann"]
    part = open_part(text, code)
    typed = f" {code.lower().replace('1', 'l').replace('0', 'O')} "
    link = write_link(text, code)
    answers = ask_page(
        {"do": "open", "text": text, "code": code},
        {"do": "open", "text": text, "code": typed},
        {"do": "link", "hash": link, "code": code},
    )
    assert [answer.get("value") for answer in answers] == [part] * 3


def test_what_opens_nothing_is_a_sentence(made: tuple[Assignment, str]) -> None:
    _, text = made
    code = make_code(KEY, "ann")
    typo = next(code[:3] + sign + code[4:] for sign in "0123456789" if not is_code(code[:3] + sign + code[4:]))
    changed = json.loads(text)
    changed["parts"] = {place: sealed[:-8] + "AAAAAAA=" for place, sealed in changed["parts"].items()}
    link = write_link(text, code)
    cases = {
        "typing mistake": {"do": "open", "text": text, "code": typo},
        "ten letters and digits": {"do": "open", "text": text, "code": "ABC"},
        "opens nothing": {"do": "open", "text": text, "code": make_code(KEY, "zoe")},
        "was changed": {"do": "open", "text": json.dumps(changed), "code": code},
        "not a class file": {"do": "open", "text": '{"kind": 1}', "code": code},
        "its name ends in .mam": {"do": "open", "text": "PK", "code": code},
        "another version": {"do": "open", "text": text.replace('"format": 1', '"format": 9'), "code": code},
        "link is not complete": {"do": "link", "hash": link[: len(link) // 2], "code": code},
    }
    for words, answer in zip(cases, ask_page(*cases.values()), strict=True):
        assert words in answer.get("fault", ""), words


def test_python_reads_what_the_page_wrote_and_both_write_the_same() -> None:
    random = Random(3)
    works, cases = [], []
    for number in range(60):
        answers = {
            f"exercise-{place}": RecordedAnswer(
                random.randint(1, 3),
                answer,
                tries=random.randint(0, 3),
                hints=random.randint(0, 2),
                unread=random.randint(0, 2),
                sure=random.choice((0, 30, 60, 90)),
            )
            for place, answer in enumerate(random.sample(ANSWERS, 4))
        }
        answers["hints-only"] = RecordedAnswer(1, "", hints=1, is_given=False)
        work = Submission("homework-1", f"s{number}", number % 5 == 0, "2026-09-01T12:00:00Z", 0, answers)
        works.append(work)
        rows = [
            {"id": id, "isGiven": answer.is_given}
            | {key: value for key, value in asdict(answer).items() if key != "is_given"}
            for id, answer in answers.items()
        ]
        head = {"assignment": "homework-1", "student": work.student, "saved": work.saved, "practice": work.practice}
        cases.append({"do": "write", "work": head | {"rows": rows}, "token": f"token {number} ü"})
    for number, (work, page) in enumerate(zip(works, ask_page(*cases), strict=True)):
        text, token = page["value"], f"token {number} ü"
        sealed = parse_hand_in(next(list_hand_ins("> " + text.replace("\n", "\n> "))))
        assert sealed.is_sealed_with(token) and not sealed.is_sealed_with("token")
        assert sealed.submission == parse_hand_in(next(list_hand_ins(write_hand_in(work, token)))).submission
        assert {id: answer.sure for id, answer in sealed.submission.answers.items()} == {
            id: answer.sure for id, answer in work.answers.items()
        }


def list_numbers() -> list[tuple[str, type[Chance] | type[Number], str, int]]:
    """Texts that people type, right and broken, with the form, the unit and the digits they are asked for."""
    cases: list[tuple[str, type[Chance] | type[Number], str, int]] = []
    for value in map(Fraction, ("2/11", "26/495", "0", "1", "1/3", "9999/10000", "69/100")):
        for digits in (3, 4):
            cases += [(form, Chance, "", 3) for form in probability_forms(value, digits) if isinstance(form, str)]
            cases += [
                (form[:-2], Chance, "", digits) for form in probability_forms(value, digits) if isinstance(form, str)
            ]
    for value in map(Fraction, ("97.5", "-405", "520/3", "1200", "0", "12345/7")):
        for unit in ("", "hands", "percentage points", DOLLARS):
            answer = Number(value, unit=unit)
            forms = [form for form in number_forms(answer, value, 4) if isinstance(form, str)]
            cases += [(form, Number, unit, digits) for form in forms for digits in (0, 4)]
    odd = "(16/42)^2|C(5,3) x 2|C(5,3)/C(9,4)|1-(2/3)^3|2 to 9|1,5|1/0|--3|3-|$5|97 1/2|97½|1.2.3|1e5|((1))|4(2)|C(3)|2^-1|0^0|5.|.5|50-50|half|1,234.5|12,34|7000|1/2/3|-1/2|C(2.5,1)|2^201|1 2|½"
    cases += [(text, form, unit, 3) for text in odd.split("|") for form in (Chance, Number) for unit in ("", DOLLARS)]
    return cases


def test_a_number_means_the_same_to_both() -> None:
    cases = list_numbers()
    pages = ask_page(
        *(
            {
                "do": "number",
                "text": text,
                "unit": unit,
                "reading": {"is_probability": form is Chance, "is_money": unit == DOLLARS, "digits": digits},
            }
            for text, form, unit, digits in cases
        )
    )
    for (text, form, unit, digits), page in zip(cases, pages, strict=True):
        try:
            plain, fault = form.read(text, {"digits": digits, "unit": unit}), ""
        except UnreadableAnswer as error:
            plain, fault = "", type(error).__name__
        name = f"{text!r} as {form.__name__} {unit} to {digits}: {page}, {fault}"
        if "value" in page:
            assert not fault, name
            words, right = page["value"].partition(" ")[0], form.describe(plain, unit).partition(" ")[0]
            number, other = (float(word.rstrip("%")) for word in (words, right))
            assert abs(number - other) <= 2e-4 * abs(other), name
        elif "significant digits" in page["fault"]:
            assert fault == TooFewDigits.__name__, name
        elif "between 0 and 1" in page["fault"]:
            assert fault, name


def test_what_people_type_is_understood() -> None:
    chances = (
        "2/11",
        "2 in 11",
        "2 out of 11",
        "0.182",
        ".182",
        "18.2%",
        "18.2 %",
        "about 0.182",
        "= 2/11",
        "0",
        "100%",
        "(16/42)^2",
        "C(5,3)/C(9,4)",
        "½",
    )
    amounts = (
        "97.5",
        "-405",
        "−405",
        "$97,500",
        "-$405,000",
        "97.5 thousand",
        "97 1/2",
        "520/3",
        "3 x 40",
        "97,500 dollars",
        "120.",
    )
    counts = ("378", "1,234", "1,234 hands", "378 hands", "= 378")
    expected = {
        "(16/42)^2": "14.51%",
        "2/11": "18.18%",
        "0.182": "18.2%",
        "$97,500": "97.5 thousand dollars",
        "378 hands": "378 hands",
        "−405": "-405 thousand dollars",
    }
    texts = [
        *((text, True, "") for text in chances),
        *((text, False, DOLLARS) for text in amounts),
        *((text, False, "hands") for text in counts),
    ]
    pages = ask_page(
        *(
            {
                "do": "number",
                "text": text,
                "unit": unit,
                "reading": {"is_probability": chance, "is_money": unit == DOLLARS, "digits": 3 if chance else 0},
            }
            for text, chance, unit in texts
        )
    )
    for (text, _, _), page in zip(texts, pages, strict=True):
        assert "value" in page and page["value"] == expected.get(text, page["value"]), (text, page)
