"""`mam study`: check studies, and make one of a record."""

from pathlib import Path

import pytest
from specimen_records import write_specimen

from mam.cli.parser import main
from mam.studies.library import list_study_files

BULL = next(path for path in list_study_files("learn") if path.stem.endswith("bull"))


def test_a_study_without_a_fault(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study", "check", str(BULL)]) == 0
    assert capsys.readouterr().out == "1 file, 8 boards, 8 questions, 11 wrong answers with a sentence: no fault\n"


def test_all_studies_of_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "week-2").mkdir()
    for name in ("bull.toml", "week-2/again.toml"):
        (tmp_path / name).write_text(BULL.read_text("utf-8"), "utf-8")
    (tmp_path / "notes.txt").write_text("no study", "utf-8")
    assert main(["study", "check", "--quick", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith("2 files, 16 boards, ")


def test_a_folder_without_a_study(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study", "check", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"mam: {tmp_path} has no study: a study is a file whose name ends in .toml\n"


def test_every_board_with_what_each_answer_leads_to(capsys: pytest.CaptureFixture[str]) -> None:
    first_round = next(path for path in list_study_files("learn") if path.stem.endswith("first-round"))
    assert main(["study", "check", "--quick", "-v", str(BULL), str(first_round)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert (
        "       wrong   BULL         E takes 100: G10 G3 G40 BULL. The Bull works for whoever takes the trick: East-West get $100,000."
        in lines
    )
    assert any(line.startswith("       discard") for line in lines)


def test_cases_are_checked_with_all_that_is_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    *_, sweven, letters, unclear = list_study_files("rules")
    assert main(["study", "check", str(sweven), str(letters)]) == 0
    assert capsys.readouterr().out == (
        "2 files, 15 boards, 40 questions, 52 wrong answers with a sentence; 20 variations, 2 other editions: no fault\n"
    )
    head, *cases = unclear.read_text("utf-8").split("\n[[chapter]]\n")
    path = tmp_path / unclear.name
    path.write_text("\n[[chapter]]\n".join([head, next(case for case in cases if 'id = "D-G19"' in case)]), "utf-8")
    assert main(["study", "check", "-v", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "       They differ first at: trick 1 card 2." in lines and lines[-1].endswith("2 readings: no fault")


def test_each_fault_is_a_line_and_the_exit_code_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bull.toml"
    text = BULL.read_text("utf-8")
    path.write_text(
        text.replace('right = ["R2", "Y9"]', 'right = ["R2"]').replace("$140,000 out of", "$145,000 out of"), "utf-8"
    )
    assert main(["study", "check", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out.splitlines()[0] == "bull.toml, line 38, board 3 (not-for-them): the test accepts R2, Y9; right says R2"
    assert any(
        "line 62, board 5 (bull-or-forty): wrong G40: $145,000 is no amount of this board" in line
        for line in out.splitlines()
    )
    assert err == "mam: 3 faults in 1 file\n"


def test_a_file_that_is_no_study(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.toml"
    path.write_text("format = 1\n")
    assert main(["study", "check", str(path)]) == 2
    assert "mam: x.toml" in capsys.readouterr().err


def test_a_study_of_a_record_replaces_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "my-hand.toml"
    record = str(write_specimen(tmp_path))
    assert main(["study", "new", str(path), "--from", record]) == 0
    assert "16 stops. Add questions" in capsys.readouterr().out
    assert main(["study", "check", str(path)]) == 0
    text = path.read_text("utf-8")
    assert main(["study", "new", str(path), "--from", record]) == 2 and path.read_text("utf-8") == text
