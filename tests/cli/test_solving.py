"""`mam problems solve`: a problem and a hand are answered in the terminal; what can't be understood is said, and asked again."""

import io
from collections.abc import Iterable

import pytest

import mam
from mam.cli.parser import main
from mam.cli.solving import solve


def answer_all(name: str, answers: Iterable[str], capsys: pytest.CaptureFixture[str]) -> tuple[bool, str]:
    lines = iter(answers)
    is_solved = solve(mam.get_study(name), lambda _prompt: next(lines))
    return is_solved, " ".join(capsys.readouterr().out.split())


def test_a_problem_is_solved_after_a_hint_and_a_wrong_card(capsys: pytest.CaptureFixture[str]) -> None:
    is_solved, said = answer_all("p12", ["hint", "Q9", "b40", "y7", "BEAR", "R5"], capsys)
    assert is_solved
    assert "You need $135,000 of the last five tricks. Black is trump. North B9 B5 TIGER BULL You R5 B40 B30" in said
    assert "Trick West Y7, North Y1, East Y30" in said and "Still out Y15 Y10" in said
    assert "Hint East is winning $30,000." in said
    assert said.count("That is not an answer here.") == 2
    assert "Wrong. You get $120,000: $15,000 short. You take $70,000." in said and "West had B11 B10 B8 G15" in said
    assert said.index("Wrong.") < said.index("Correct.") < said.index("Plan") < said.index(mam.get_study("p12").moral)


def test_a_discard_is_chosen_by_its_number_and_all_prices_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    is_solved, said = answer_all("p205", ["1", "5"], capsys)
    assert is_solved and "Calls West 195, North 205, East pass" in said
    assert "5. " in said and "± $11,000 behind (yours)" in said
    assert "Plan You hold three Yellows" in said


def test_a_hand_goes_on_from_stop_to_stop_and_may_be_left(capsys: pytest.CaptureFixture[str]) -> None:
    is_solved, said = answer_all("h03", ["1", "1", "quit"], capsys)
    assert not is_solved and "North bid $195,000 and East $205,000. Do you bid?" in said
    assert "Which three do you discard?" in said and "Moral" not in said


def test_the_command_takes_a_name_and_ends_with_the_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("BEAR\n"))
    assert main(["problems", "solve", "P12"]) in (None, 0)
    assert "Correct." in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["problems", "solve", "today"]) in (None, 0)
    assert main(["problems", "solve", "p999"]) == 2
    assert "no problem or hand 'p999': write p12, h02 or today" in capsys.readouterr().err
