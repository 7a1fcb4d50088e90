"""Programming: the worked solutions are run, and solve every case; some cases are worked by hand."""

import re
from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import Any

import pytest
from cases import check_each

import mam
from mam.classroom import exercises, get_exercise, practice
from mam.classroom.answers import Results
from mam.classroom.quantities import Number

WRITTEN = [exercise for exercise in exercises("programming") if exercise.form is Results]


def worked(solution: str) -> Callable[[str], Any]:
    """The last function of a worked solution."""
    match = re.search(r"```python\n(.*?)```", solution, re.DOTALL)
    assert match
    names: dict[str, Any] = {"mam": mam}
    exec(match[1], names)
    last: Callable[[str], Any] = names[re.findall(r"^def (\w+)", match[1], re.MULTILINE)[-1]]
    return last


@pytest.mark.parametrize("exercise", WRITTEN, ids=lambda exercise: exercise.id)
def test_the_worked_solution_solves_every_case(exercise: mam.classroom.Exercise) -> None:
    for student in ("ann", "ben", "cleo"):
        variant = exercise.variant(student)
        plain = exercise.form.read(worked(variant.solution), variant.given)
        assert variant.answer.find_fault(plain) == ""
        if "example" in variant.given:
            results = Results((variant.given["result"],), (variant.given["example"],))
            assert (
                results.find_fault(Results.read(worked(variant.solution), {"cases": [variant.given["example"]]})) == ""
            )


@check_each(
    "id, case, result",
    [
        ("money-function", "R40 Y11 B5 TIGER G1", 45),
        ("longest-color", "R40 R1 BULL BEAR B7 TIGER", "R"),
        ("longest-color", "R1 R2 Y1 Y5 B8", "Y"),
        ("how-many-discards", "R1 R2 R40 R30 Y40 TIGER BULL", 3),
        ("how-many-discards", "R1 R2 R3 R4 Y40", 4),
        ("worth-function", "R40 BEAR BULL Y10", 100),
        ("worth-function", "R40 BULL BEAR Y10", 0),
        ("capture-function", "B: Y40 BULL B1 Y30", "B1"),
        ("capture-function", "B: BEAR Y9 G40 Y11", "Y11"),
        ("capture-function", "R: G9 G40 G11 Y8", "G40"),
        ("legal-cards-function", "B | B4 Y1 | R40 TIGER BULL", "TIGER"),
        ("legal-cards-function", "B | | BULL BEAR", "BULL BEAR"),
        ("legal-cards-function", "B | BEAR TIGER | R40 BULL", "R40 BULL"),
        ("score-function", "E-W 205 200 200", "200 -205"),
        ("score-function", "N-S 200 200 200", "200 200"),
        ("auction-function", "N 195, E 200", 2),
        ("auction-function", "N 200, E pass, S 210, W 220, N pass, E 230", 6),
        ("auction-function", "N 205, E pass", 1),
        ("record-function", "B N: Y1 Y40 Y2 Y30 / R40 R5 R3 R1", "0 115"),
        ("ways-they-can-lie", "E1 N1 W1 | ER NR | R1 Y1 BULL", 2),
    ],
)
def test_a_case_worked_by_hand(id: str, case: str, result: object) -> None:
    solve = worked(get_exercise(id).variant("ann").solution)
    assert Results((f"{result}",), (case,)).find_fault(Results.read(solve, {"cases": [case]})) == ""


def test_a_slip_is_shown_with_its_case() -> None:
    """Whoever counts the 11 as money is shown a hand in which that matters."""
    task = practice("money-function", "ann")

    def with_elevens(hand: str) -> int:
        return sum(int(code[1:]) for code in hand.split() if code[1:] in {"40", "30", "15", "11", "10", "5"})

    text = f"{task.check(with_elevens)}"
    assert "For the second of 6 cases" in text and "the 11" in text


def test_deals_until_a_rare_one_is_met() -> None:
    """All four 40s in one hand: comb(51, 9) hands of comb(55, 13)."""
    solve = worked(get_exercise("rare-deals").variant("ann").solution)
    sure = Fraction(f"{get_exercise('rare-deals').variant('ann').given['sure']}")
    fails = 1 - Fraction(comb(51, 9), comb(55, 13))
    deals = solve("E 40 = 4")
    assert float(fails) ** deals <= 1 - sure < float(fails) ** (deals - 1)


def test_count_the_deals_by_the_program_of_the_solution() -> None:
    for student in ("ann", "ben", "cleo", "dov", "eve"):
        variant = get_exercise("count-the-deals").variant(student)
        match = re.search(r"```python\n(.*)\n(sum.*)\n```", variant.solution, re.DOTALL)
        assert match and isinstance(variant.answer, Number)
        names: dict[str, Any] = {}
        exec(match[1], names)
        assert eval(match[2], names) == variant.answer.value
