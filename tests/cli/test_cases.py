"""`mam case`: a documented case step by step, and lists of cases."""

import pytest

import mam
from mam.cli.parser import main


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert main(["case", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


def test_a_case_is_printed_from_its_story_to_other_editions(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "b26")
    assert lines[0].startswith("B26  The lowest trump takes the Bull's trick (question; ")
    order = [
        "South     Y3 BULL",
        "Question  North-South play the Bull. Who takes the trick?",
        "  S BULL",
        "      West takes the trick: $80,000.",
        "Right     West: $80,000 for East-West",
        "Printed   1935 Supplement, page 2, Questions and Answers",
        "And if …",
        "Under other rules",
        "  Manhattan: the same [who takes the trick: West; what it is worth: $80,000]",
    ]
    assert [line for line in lines if line in order] == order
    assert any(line.startswith("      R35-BULL-1: South has no Green") for line in lines)


@pytest.mark.parametrize("case_id", ["B06", "B22", "B35", "B47", "B77", "B81", "D-G19", "D-M10"])
def test_cases_of_every_kind_are_printed(case_id: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, case_id)
    assert lines[0].startswith(f"{case_id}  ") and any(line.startswith("Answer") for line in lines)
    assert max(map(len, lines)) <= 130 and ("Two readings" in lines) == case_id.startswith("D")


def test_cases_are_listed_by_word_rule_and_edition(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(run(capsys, "--list")) == len(mam.list_cases()) == 119
    assert any(line.startswith("D-G19 ") for line in run(capsys, "--list", "tiger"))
    assert run(capsys, "--rule", "R35-QA-5") == ["B29  The Bear led as the last card"]
    assert all(line[0] in "BD" for line in run(capsys, "--edition", "sweven", "--list", "bid"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [(["B99"], "no case 'B99'"), (["--list", "zeppelin"], "no case is about 'zeppelin'"), (["B26", "--list", "x"], "not both")],
)  # fmt: skip
def test_what_there_is_not_is_said(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["case", *arguments]) == 2
    assert message in capsys.readouterr().err
