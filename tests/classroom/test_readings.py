"""How a number is read as it was written, and what is said where it can't be read."""

from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cases import check_each

from mam.classroom import open_work, practice
from mam.classroom.answer_parsing import UnreadableAnswer
from mam.classroom.answers import Answer, Judgment, Results
from mam.classroom.quantities import DOLLARS, Chance, Number
from mam.classroom.readings import EXACT, TooFewDigits, read_amount, read_probability
from mam.classroom.slips import Slip

VALUE = Chance(
    Fraction(2, 11), [Slip("one-in-five", Fraction(1, 5), "Five."), Slip("squared", Fraction(4, 121), "Two.")]
)
THREE = {"digits": 3}
LOSS = Number(-405, unit=DOLLARS)
MEAN = Number(Fraction(520, 3), unit=DOLLARS, rounded=True)
HALVES = Number(Fraction(195, 2), unit=DOLLARS)


def judge(answer: Answer, raw: Any, given: dict[str, Any]) -> Judgment:
    return answer.judge(answer.accept(raw, given))


@check_each(
    "text",
    """2/11 | 2 / 11 | 4/22 | 2 in 11 | 2 out of 11 | 2 of 11 | 2 of the 11 | 2 chances in 11 | 1 in 5.5 | 1 in 5.50 | = 2/11 | p = 2/11
    P(Tiger) = 2/11 | P(A|B) = 2/11 | 0.182 | .182 | 0.181 | 0.1818 | 0.18182 | about 0.182 | ≈0.182 | ~ 18.2% | 18.2% | 18.2 % | 18.2 percent
    18.18 pct | 1.82e-1 | 1.82 × 10^-1 | 1.82·10⁻¹ | 0.181818… | 2/11 (18.18%) | 2/11 = 18.18% | 2/11 ≈ 0.18 | 18.18%, 1 in 5.5 (2/11)
    The probability is 2/11. | It is 2/11 | it's about 18.2% | a chance of 2 in 11 | a 2 in 11 chance | 18.2% of the time | 2⁄11 | (2/11) | X = 0.182
    181818/1000000 | 182/1000""".replace("\n", " | ").split(" | "),
)
def test_forms_of_two_elevenths(text: str) -> None:
    assert not judge(VALUE, text.strip(), THREE).fault


@pytest.mark.parametrize(
    "raw", [Fraction(2, 11), 2 / 11, 0.182, Decimal("0.182"), np.float64(2 / 11), np.array([0.182]), 1 / 5.5]
)
def test_a_number_that_python_computed(raw: Any) -> None:
    assert not judge(VALUE, raw, THREE).fault


@pytest.mark.parametrize(
    ("text", "value"),
    [("½", "1/2"), ("half", "1/2"), ("a third", "1/3"), ("¾", "3/4"), ("0", "0"), ("100%", "1"), ("never", "0")],
)
def test_words_and_signs_for_a_fraction(text: str, value: str) -> None:
    reading = read_probability(text)
    assert reading.value == Fraction(value) and reading.digits == EXACT


@pytest.mark.parametrize("text", ["0.18", "18%", ".2", "1 in 5", "about 0.18", "1 in 5.4", "1.0"])
def test_too_few_digits_are_no_attempt(text: str) -> None:
    with pytest.raises(TooFewDigits, match=r"^Give a fraction, or three significant digits\.$"):
        judge(VALUE, text, THREE)


@pytest.mark.parametrize(("text", "slip"), [("1/5", "one-in-five"), ("0.200", "one-in-five"), ("20.0%", "one-in-five"), ("0.0331", "squared"),
                                            ("9/11", "complement"), ("81.8%", "complement"), ("2/9", "odds"), ("0.2", ""), ("0.0", "")])  # fmt: skip
def test_which_slip_it_is(text: str, slip: str) -> None:
    found = VALUE.find_slip(text)
    assert (found.name if found else "") == slip


def test_a_short_answer_is_a_slip_where_it_cannot_be_the_value() -> None:
    answer = Chance(Fraction(9, 25), [Slip("quarter", Fraction(1, 4), "Four places are not equally likely.")])
    judgment = judge(answer, "25%", THREE)
    assert (judgment.share, judgment.fault) == (0, "Four places are not equally likely.") and judgment.slip


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2 to 9", "“2 to 9” are odds. Give a probability: the favorable cases divided by all cases."),
        ("2:9", "“2:9” are odds. Give a probability: the favorable cases divided by all cases."),
        ("9 to 2 against", "“9 to 2 against” are odds. Give a probability: the favorable cases divided by all cases."),
        ("50/50", "Do you mean 1/2?"),
        ("50-50", "Do you mean 1/2?"),
        ("fifty-fifty", "Do you mean 1/2?"),
        ("18.2", "A probability is between 0 and 1 (0% to 100%). Did you mean 18.2%?"),
        ("118%", "A probability is between 0 and 1 (0% to 100%)."),
        ("-0.18", "“-0.18” can't be read as a probability. Write 5/11, 5 in 11, 0.4545 or 45.45%."),
        ("0,182", "Use a decimal point, not a comma: “0,182”."),
        ("18,2 %", "Use a decimal point, not a comma: “18,2 %”."),
        ("2/0", "You can't divide by 0."),
        ("two elevenths", "“two elevenths” can't be read as a probability. Write 5/11, 5 in 11, 0.4545 or 45.45%."),
        ("2/11 = 0.19", "You gave two different numbers, 2/11 and 0.19. Give one."),
        ("18.18%, 1 in 7", "You gave two different numbers, 18.18% and 1 in 7. Give one."),
        ("", "Nothing is written there."),
        ("9" * 300, "That is too long for an answer."),
        (True, "Give a probability: 5/11, 5 in 11, 0.4545 or 45.45%, not bool True."),
        (None, "Give a probability: 5/11, 5 in 11, 0.4545 or 45.45%, not NoneType None."),
    ],
)
def test_what_is_said_of_a_probability_that_cannot_be_read(text: Any, message: str) -> None:
    with pytest.raises(UnreadableAnswer) as caught:
        Chance.read(text, THREE)
    assert str(caught.value) == message


@check_each(
    "answer, text",
    [
        *(
            (LOSS, text)
            for text in "-405 | −405 | - 405 | -$405,000 | $-405,000 | −$405,000 | - $405,000 | -405 thousand | -$405 thousand | -405k".split(
                " | "
            )
        ),
        *(
            (LOSS, text)
            for text in "-405 thousand dollars | -0.405 million | about -405 | = -405 | -405,000 dollars | it is -405 | -405.0 | –405".split(
                " | "
            )
        ),
        *(
            (HALVES, text)
            for text in "97.5 | 97.50 | 195/2 | 97.5 thousand | $97,500 | 97.5k | $97.5 thousand | $97500 | 97 1/2 | 97½ | $97,500.00".split(
                " | "
            )
        ),
        *(
            (MEAN, text)
            for text in "520/3 | 173.3 | 173.33 | 173.333333333333 | 173.3 thousand | 520/3 = 173.3 thousand dollars | 173 1/3".split(
                " | "
            )
        ),
    ],
)
def test_forms_of_an_amount(answer: Number, text: str) -> None:
    assert not judge(answer, text, {"unit": DOLLARS, "digits": answer.digits}).fault


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("-405,000", "Amounts are in thousands of dollars: do you mean -405?"),
        (97_500, "Amounts are in thousands of dollars: do you mean 97.5?"),
        ("-$405", "Is that 405 dollars or 405 thousand? Write thousands without the $ sign."),
        ("405 dollars", "Is that 405 dollars or 405 thousand? Write thousands without the $ sign."),
        ("minus 405", "“minus 405” can't be read as a number of dollars. Write digits, like -405 or 97.5."),
        ("--405", "“--405” can't be read as a number of dollars. Write digits, like -405 or 97.5."),
        ("45%", "“45%” can't be read as a number of dollars. Write digits, like -405 or 97.5."),
        ("4,05", "Use a decimal point, not a comma: “4,05”."),
    ],
)
def test_an_amount_is_never_guessed(text: Any, message: str) -> None:
    with pytest.raises(UnreadableAnswer) as caught:
        Number.read(text, {"unit": DOLLARS})
    assert str(caught.value) == message


@check_each(
    "unit_name, value, text",
    [
        *(("hands", "378", text) for text in ("378", "378 hands", "= 378", "378.0", "378 Hands")),
        *(("deals", "5228", text) for text in ("5,228", "5228 deals", "5 228", "5,228 deals (within 52)")),
        *(
            ("percentage points", "0.351", text)
            for text in ("0.351", "0.351 percentage points", "0.351%", "0.351 points", ".351 pp")
        ),
        *(("standard errors", "-2.98", text) for text in ("-2.98", "−2.98 standard errors", "-2.98 SE")),
        *(("points", "1", text) for text in ("1 point", "1 points")),
        *(("hands", "1234567", text) for text in ("1,234,567", "1 234 567", "1_234_567")),
    ],
)
def test_the_unit_of_the_exercise_may_follow(unit_name: str, value: str, text: str) -> None:
    assert read_amount(text, unit_name).value == Fraction(value)


def test_a_mean_that_is_rounded_too_far_is_asked_for_again() -> None:
    with pytest.raises(TooFewDigits, match="four significant digits"):
        judge(MEAN, "173", {"unit": DOLLARS, "digits": MEAN.digits})
    assert judge(HALVES, "98", {"unit": DOLLARS}).fault == "98 is rounded too far: give it exactly."


def test_where_an_exact_number_is_asked_for_a_slip_near_it_is_a_slip() -> None:
    answer = Number(Fraction(517, 4), [Slip("stop-only", 130, "Compare it.")], unit=DOLLARS)
    assert (
        answer.find_fault("130") == "Compare it."
        and answer.find_fault("129") == "129 is rounded too far: give it exactly."
    )


def test_an_answer_is_stored_and_echoed_as_it_was_written(tmp_path: Path) -> None:
    """A float as Python writes it, with zeros where it has fewer digits than the statement asks for."""
    task = practice("where-is-it", "ann")
    work = open_work("h", "ann", token="", exercises={"where-is-it": 2, "trick-worth": 2}, folder=tmp_path)
    for raw, text in (
        (" 44.44% ", "44.44%"),
        (0.69, "0.690"),
        (1 / 3, repr(1 / 3)),
        (Fraction(1, 3), "1/3"),
        ("about 1 in 3.00", "about 1 in 3.00"),
    ):
        assert str(work.record("where-is-it", raw, task.given)) == f"where-is-it: saved: {text}."
        assert work.answers() == {"where-is-it": text}
    assert str(work.record("trick-worth", "$95,000")) == "trick-worth: saved: $95,000."
    assert f"{task.check('44.44%')}".startswith("Wrong. 44.44% is too high.")


def test_a_float_that_lost_its_zeros_is_right() -> None:
    answer = Chance(Fraction("0.68998"))
    assert not judge(answer, 0.690, {"digits": 3}).fault and answer.read(0.690, {"digits": 3}) == "0.690"
    with pytest.raises(TooFewDigits):
        judge(answer, "0.69", {"digits": 3})


UNREADABLE = [
    "",
    "many",
    "50/50",
    "2 to 9",
    "0,182",
    "-$405",
    "-405,000",
    "18.2",
    "1/0",
    None,
    [1, 2],
    float("nan"),
    "2/11 = 0.19",
    "0.18",
    "x" * 300,
    3j,
]


@pytest.mark.parametrize("id", ["after-these-cards", "set-back", "expected-money", "count-hands", "standard-error"])
def test_what_check_cannot_read_is_not_recorded_with_the_same_sentence(id: str, tmp_path: Path) -> None:
    task = practice(id, "ann")
    work = open_work("h", "ann", token="", exercises={id: task.exercise.version}, folder=tmp_path)
    refused = 0
    for raw in UNREADABLE:
        verdict = f"{task.check(raw)}"
        if verdict.startswith("Not an answer yet. "):
            refused += 1
            assert (
                f"{work.record(id, raw, task.given)}"
                == f"{id}: not saved. {verdict.removeprefix('Not an answer yet. ')}"
            )
    assert refused >= 8 and not work.answers()


def test_a_probability_needs_the_digits_that_were_given_with_it(tmp_path: Path) -> None:
    task = practice("after-these-cards", "ann")
    work = open_work("h", "ann", token="", exercises={"after-these-cards": 2}, folder=tmp_path)
    assert "Run the cell with the given values" in f"{work.record('after-these-cards', '0.182')}"
    assert f"{work.record('after-these-cards', '0.182', task.given)}" == "after-these-cards: saved: 0.182."


def test_a_number_of_very_many_digits_is_no_answer() -> None:
    for raw in (10**5000, 1e308, Fraction(10**5000, 3), "9" * 10_000, Decimal("1e999999")):
        for kind in (Chance, Number):
            with pytest.raises(UnreadableAnswer):
                kind.read(raw, {"unit": DOLLARS})
    with pytest.raises(UnreadableAnswer):
        Results.read([10**5000], {"cases": ["a"]})


def test_a_number_that_was_recorded_is_read_the_same_when_it_is_graded() -> None:
    exact = 1 - (1 - Fraction("0.0157101")) ** 146  # a chance of a thousand digits
    for raw in (exact, Fraction(1, 10**5000), Fraction(10**5000 - 1, 10**5000), 1e-30, 5e-324):
        plain = Chance.read(raw, THREE)
        assert Chance.read(plain, THREE) == plain and len(plain) <= 200
        assert abs(read_probability(plain).value - Fraction(raw)) <= Fraction(1, 10**20)


def test_a_whole_number_that_floats_missed_by_their_last_digit_is_right() -> None:
    assert not Number(3).find_fault(Number.read(0.1 * 30, {}))
    assert not Results(("3",), ("a",)).find_fault(Results.read([0.1 * 30], {"cases": ["a"]}))
    assert Number(3).find_fault(Number.read(3.0001, {}))


@pytest.mark.parametrize(
    ("value", "within", "recognized", "unknown"),
    [
        (1000, 1, "500.5", "500.6"),  # the value is asked about to a thousandth, and so is the slip
        (100, 10, "505", "506"),  # however much is let pass of the value, a slip is known to a hundredth
        (0, 10, "505", "506"),
        (1000, 0, "500", "500.1"),
    ],
)
def test_how_closely_a_slip_is_known(value: int, within: int, recognized: str, unknown: str) -> None:
    answer = Number(value, [Slip("half", 500, "half")], "count", within=within)
    assert answer.find_fault(recognized) == "half" != answer.find_fault(unknown) != ""


def test_a_slip_may_be_a_float() -> None:
    answer = Chance(Fraction(1, 10), [Slip("same", 0.1, "No slip here."), Slip("twice", 0.2, "Counted twice.")])
    assert [slip.name for slip in answer.slips] == ["twice", "complement", "odds"]


def test_of_two_slips_with_one_value_the_first_is_kept() -> None:
    slips = [Slip("first", Fraction(1, 2), "One."), Slip("second", 0.5, "Two."), Slip("out", Fraction(3, 2), "Three.")]
    assert [slip.name for slip in Chance(Fraction(1, 3), slips).slips] == ["first", "complement"]
