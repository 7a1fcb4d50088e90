"""How an exercise is written: rows of one text, values of its slips, and the example in the guide."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from mam.classroom import registry
from mam.classroom.phrases import make_list
from mam.classroom.quantities import Number
from mam.classroom.template import ask_number, read_rows
from mam.classroom.topics import counting

TEXT = """
    How many cards does the nest hold?

    Nudge: Count them.
    Hint: It is dealt first.
    Hint: The bidder picks it up.
    Slip two-packs: That is the nest of the game with two packs.
    Slip none: Some cards are dealt to nobody.
    Solution: Three, in the rules of 1935:

        three = 3
"""


def slips_of(values: dict[str, Fraction | int | tuple[int, str] | None]) -> list[tuple[str, Fraction, str]]:
    answer = ask_number(TEXT, 3, values, {}).answer
    assert isinstance(answer, Number)
    return [(slip.name, slip.value, slip.why) for slip in answer.slips]


def test_rows_are_read_without_the_indentation_of_the_text() -> None:
    rows = read_rows(TEXT)
    assert rows.statement == "How many cards does the nest hold?"
    assert (rows.nudge, rows.hints) == ("Count them.", ["It is dealt first.", "The bidder picks it up."])
    assert rows.solution == "Three, in the rules of 1935:\n\n    three = 3"


def test_what_is_put_into_a_text_is_no_row() -> None:
    lines = make_list(["Hint: a", "b"]) + "\nHint: at the beginning of a line"
    rows = read_rows(f"""
        These lines:

        {lines}

        Hint: the only one
    """)
    assert rows.statement == f"These lines:\n\n{lines}"
    assert rows.hints == ["the only one"]


def test_slips_come_in_the_order_of_their_values() -> None:
    values = {"none": 0, "two-packs": 4}
    assert slips_of(values) == [
        ("none", 0, "Some cards are dealt to nobody."),
        ("two-packs", 4, "That is the nest of the game with two packs."),
    ]


def test_a_slip_may_be_left_out_and_may_bring_its_own_sentence() -> None:
    values = {"two-packs": None, "none": 0, "one-more": (4, "Count them again, one by one.")}
    assert [name for name, *_ in slips_of(values)] == ["none", "one-more"]


@pytest.mark.parametrize(
    ("values", "name"), [({"none": 0}, "two-packs"), ({"none": 0, "two-packs": 4, "one-more": 5}, "one-more")]
)
def test_a_slip_with_only_a_sentence_or_only_a_value_is_named(values: dict[str, int], name: str) -> None:
    with pytest.raises(ValueError, match=f"needs a value and a row .*: {name}$"):
        ask_number(TEXT, 3, values, {})


def test_two_rows_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="two rows are named Slip none"):
        read_rows(TEXT.replace("two-packs", "none"))


def test_an_exercise_needs_an_id_of_its_own() -> None:
    with pytest.raises(ValueError, match="count-hands"):
        registry.exercise("Count", kind="rules", level=1, lesson="")(counting.count_hands)


def test_the_example_in_the_guide_is_an_exercise(monkeypatch: pytest.MonkeyPatch) -> None:
    guide = Path(__file__).resolve().parents[2] / "CONTRIBUTING.md"
    (code,) = re.findall(r"^```py\n(.*?)^```", guide.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    monkeypatch.setattr(registry, "known_exercises", {})
    exec(compile(code, str(guide), "exec"), dict(vars(counting)))
    (example,) = registry.known_exercises.values()
    for number in range(5):
        variant = example.variant(f"student {number}")
        assert not variant.answer.find_fault(str(variant.answer.plain))
        assert len(variant.hints) == 2 and variant.solution and "digits" in variant.given
