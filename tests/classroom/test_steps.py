"""The steps of the Build notebooks: what is right passes, each typical mistake is named, and no answer is an error."""

from fractions import Fraction
from typing import Any

import pytest
from cases import check_each

from mam.classroom import build_steps, check_step
from mam.classroom.step_registry import Step, known_steps, step
from mam.classroom.steps import is_same, judge_step

STEPS = list(known_steps.values())


def test_there_are_two_or_three_steps_for_each_of_the_eight_notebooks() -> None:
    assert build_steps.__doc__ and 16 <= len(STEPS) <= 24


@check_each("step", STEPS)
def test_what_is_right_passes(step: Step) -> None:
    verdict = check_step(step.id, step.solve() if step.is_value else step.solve)
    assert verdict.right and verdict.is_read and verdict.text.startswith("Correct")


@check_each("step", STEPS)
def test_each_typical_mistake_is_wrong_and_gets_its_sentence(step: Step) -> None:
    assert step.slips
    for slip in step.slips:
        verdict = check_step(step.id, slip.solve() if step.is_value else slip.solve)
        assert not verdict.right and verdict.slip == slip.why and verdict.text.endswith(slip.why)
        assert verdict.text.startswith("Wrong. ")


@check_each("step", STEPS)
def test_dots_are_no_attempt_and_nothing_is_an_error(step: Step) -> None:
    def fails(*arguments: Any) -> object:
        raise RuntimeError("no\x1b[2J")

    assert not check_step(step.id, ...).is_read
    if step.is_value:
        assert "is too high" in check_step(step.id, 10**6).text
        assert "is not the answer" in check_step(step.id, object()).text
        return
    assert not check_step(step.id, lambda *arguments: ...).is_read
    assert not check_step(step.id, 7).is_read
    text = check_step(step.id, fails).text
    assert "raises RuntimeError: no\\x1b[2J, but should give" in text
    assert f"{len(step.cases)} of {len(step.cases)} cases are wrong" in text
    assert "raises TypeError" in check_step(step.id, lambda: 1).text


def test_the_first_wrong_case_is_shown_with_its_arguments() -> None:
    def score(bid: int, captured: int) -> int:
        return captured if captured > bid else -bid

    verdict = check_step("score-bid", score)
    assert verdict.text == (
        "Wrong. score_bid(200, 200) gives -200, but should give 200. 1 of 5 cases are wrong. Exactly the bid is enough: it is made."
    )
    assert verdict.wrong == ("2",)


def test_a_function_that_changes_its_arguments_spoils_no_other_case() -> None:
    def last(cards: list[int]) -> int:
        return cards.pop()

    same = Step("last", lambda cards: cards[-1], (([1, 2],), ([3],)))
    assert judge_step(same, last).right and same.cases == (([1, 2],), ([3],))


@pytest.mark.parametrize(
    ("answer", "right"),
    [(0.4, Fraction(2, 5)), ([1, 2], (1, 2)), ({"E": 0.5}, {"E": Fraction(1, 2)}), ({1}, {1}), (3.0, 3)],
)
def test_other_forms_of_what_is_right_are_right(answer: object, right: object) -> None:
    assert is_same(answer, right)


class Refuses:
    def __eq__(self, other: object) -> bool:
        raise ValueError

    __hash__ = None  # type: ignore[assignment]


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        (1, True),
        (0.41, Fraction(2, 5)),
        ([1], [1, 2]),
        ({"E": 1}, {"E": 1, "N": 2}),
        (Refuses(), 1),
        (Refuses(), "R"),
        ("2", 2),
    ],
)
def test_what_is_not_right_is_wrong(answer: object, right: object) -> None:
    assert not is_same(answer, right)


def test_numbers_of_numpy_are_numbers() -> None:
    numpy = pytest.importorskip("numpy")
    assert is_same(numpy.int64(3), 3) and is_same(numpy.float64(0.5), 0.5) and is_same(numpy.bool_(True), True)


def test_an_unknown_step_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(KeyError, match="no step 'count-hand': there are count-money-cards, "):
        check_step("count-hand", 1)


def test_two_steps_never_have_the_same_id() -> None:
    def count_hands() -> int:
        return 1

    with pytest.raises(ValueError, match="another step has this id"):
        step()(count_hands)
