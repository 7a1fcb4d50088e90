"""An invented class of thirty, which answers eight exercises as students answer: right, with a typical mistake, with anything else, in
part, unreadably, not at all; late, copied, edited, twice. What was put in is counted, exercise by exercise."""

from collections import Counter
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from random import Random

from mam.classroom.answers import Answer, Cards, Choice, Plain
from mam.classroom.assigning import assign
from mam.classroom.assignments import AssignedExercise, Assignment
from mam.classroom.classes import parse_class
from mam.classroom.quantities import Chance, Number
from mam.classroom.registry import Variant
from mam.classroom.submissions import RecordedAnswer, Submission, write_submission

KEY = bytes(range(32, 64))
EXERCISES = {
    "who-captures": 10,
    "must-follow": 10,
    "set-back": 10,
    "count-hands": 10,
    "two-cards-at-once": 15,
    "given-one-more": 15,
    "break-even": 15,
    "money-function": 15,
}
_SOLUTION = "def money(hand):\n    total = 0\n    for card in hand.split():\n        total += values.get(card, 0) * 2\n    return total\n"
_NAMES = "Ada Ben Cleo Dan Eva Finn Gus Hana Ida Jon Kim Leo Mia Noa Oli Pia Quin Ron Sue Tom Uma Vic Wim Xenia Yan Zoe Abe Bea Cal"
CLASS = parse_class(
    "id,name\n" + "".join(f"s{number:02},{name}\n" for number, name in enumerate([*_NAMES.split(), "<b>Dot</b>"], 1)),
    "club.csv",
)


@dataclass
class InventedClass:
    """The assignment, its folder of hand-ins, and what was put in: for each exercise the kinds of answers, and the slips by name."""

    assignment: Assignment
    folder: Path
    kinds: dict[str, Counter[str]] = field(default_factory=lambda: {id: Counter() for id in EXERCISES})
    slips: dict[str, Counter[str]] = field(default_factory=lambda: {id: Counter() for id in EXERCISES})


def make_class(folder: Path) -> InventedClass:
    """Make the assignment in `folder/homework-1`, and in `folder/collected` what comes in.

    s28 hands in nothing, s29 an edited file, s30 a copy of s01's file; s02 and s03 hand in twice; s04 and s05 are late by a day; s06 and
    s07 have one program under other names.
    """
    made = InventedClass(assign(CLASS, EXERCISES, "homework-1", folder / "homework-1", KEY), folder / "collected")
    for number, student in enumerate(CLASS.students, 1):
        if number in (28, 30):
            continue
        answers = {}
        for place, entry in enumerate(made.assignment.exercises):
            variant = made.assignment.variant(student.id, entry, KEY)
            kind, slip, answer = _draw_answer(entry, variant, Random(f"{student.id} {entry.id}"), (number + place) % 8)
            if number < 28:
                made.kinds[entry.id][kind] += 1
                made.slips[entry.id].update([slip] if slip else [])
            if answer is not None:
                code = _write_program(number) if entry.id == "money-function" else ""
                answers[entry.id] = RecordedAnswer(entry.version, answer, code=code)
        day = 26 if number in (4, 5) else 24
        submission = Submission("homework-1", student.id, False, f"2026-11-{day}T12:00:00Z", 8, answers)
        text = write_submission(submission, made.assignment.token(student.id, KEY))
        _put(made.folder, f"{student.id}_x", text.replace('"records": 8', '"records": 9') if number == 29 else text)
        if number == 1:
            _put(made.folder, "s30_x", text, "homework-1.s30.json")
        if number in (2, 3):
            early = replace(submission, saved="2026-11-20T12:00:00Z", answers={})
            _put(made.folder, f"{student.id}_early", write_submission(early, made.assignment.token(student.id, KEY)))
    return made


def _put(folder: Path, name: str, text: str, file: str = "file.json") -> None:
    (folder / name).mkdir(parents=True)
    (folder / name / file).write_text(text, "utf-8")


def _write_program(number: int) -> str:
    if number in (6, 7):
        return _SOLUTION.replace("total", "s" * number).replace("card", f"c{number}")
    rng = Random(number)
    lines = [
        f"    x{n} = hand.{rng.choice(['split()', 'strip()', 'count(str(1))', 'upper()'])} {rng.choice('+-*/%')} {n}"
        for n in range(12)
    ]
    return "\n".join(["def money(hand):", *rng.sample(lines, 12), f"    {'    '.join(rng.choices('()[]', k=9))}"])


def _draw_answer(entry: AssignedExercise, variant: Variant, rng: Random, kind: int) -> tuple[str, str, Plain | None]:
    """Return what kind of answer it is, which slip it is if one, and the answer: three of eight are right, one is left out."""
    answer = variant.answer
    if kind < 3:
        return "right", "", answer.plain
    if kind == 7:
        return "none", "", None
    if isinstance(answer, Chance | Number):
        slips = [slip for slip in answer.slips if not isinstance(answer, Chance) or 0 <= slip.value <= 1]
        if kind == 6 or not slips:
            return "wrong", "", _find_other(answer)
        slip = slips[0] if kind < 5 else rng.choice(slips)
        return "wrong", slip.name, f"{slip.value}"
    if isinstance(answer, Choice):
        return "wrong", "", rng.choice([option for option in answer.options if option != answer.right])
    if isinstance(answer, Cards) and kind < 5:
        others = [code for code in answer.codes if code not in answer.plain.split()]
        return ("part", "", f"{answer.plain} {others[0]}") if len(others) > 1 else ("wrong", "", "")
    if isinstance(answer, Cards):
        return (
            "wrong",
            "",
            " ".join(code for code in answer.codes if code not in answer.plain.split()) or "TIGER BULL BEAR",
        )
    return "wrong", "", ["17"] * len(answer.plain)


def _find_other(answer: Answer) -> str:
    """Return a number that is wrong and no slip."""
    assert isinstance(answer, Chance | Number)
    tries = [Fraction(n, 97) if isinstance(answer, Chance) else Fraction(1000 + 7 * n) for n in range(1, 90)]
    return next(f"{number}" for number in tries if answer.find_fault(f"{number}") and not answer.find_slip(f"{number}"))
