"""Problems that are searched for: a draft lacks only its sentences, and a search goes on where the last one ended."""

import re
from pathlib import Path

import pytest

from mam.cli.parser import main
from mam.studies.checks import check_study
from mam.studies.problems.draft import write_draft
from mam.studies.problems.find import Candidate, search_rounds
from mam.studies.read import parse_study

SENTENCES = re.compile(r"no sentence for|the sentence for other is never shown")


@pytest.mark.parametrize(
    ("kind", "tricks", "rounds"),
    [("open", 4, 12), ("defend", 4, 12), pytest.param("alone", 3, 40, marks=pytest.mark.extended)],
)
def test_a_draft_lacks_only_its_sentences(kind: str, tricks: int, rounds: int) -> None:
    """Its position, goal, certificate and lines are true: South has been turned to the bottom, and money shifted between the sides."""
    found = [item for item in search_rounds(kind, tricks, 1, rounds) if isinstance(item, Candidate)]
    assert found
    for candidate in found[:2]:
        text = write_draft(candidate, "d01").replace('title = ""', 'title = "A draft"')
        report = check_study(parse_study(text, "draft.toml"), certify=True)
        assert [fault.text for fault in report.faults if not SENTENCES.search(fault.text)] == []
        assert report.study.chapters[0].you == "S"


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="no kind 'blind': the kinds are open, alone, defend"):
        next(search_rounds("blind", 4, 1, 1))


def test_a_search_goes_on_after_the_round_it_ended_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["problems", "find", "open", "4", "--out", str(tmp_path), "--rounds", "3"]
    assert main(command) == 0
    assert (tmp_path / "searched.toml").read_text("utf-8") == "open-4 = 4\n"
    assert (tmp_path / "open-4-2.toml").exists()
    assert main(command) == 0
    assert "rounds 4 to 6: 1 position." in capsys.readouterr().out
    assert {path.name for path in tmp_path.iterdir()} == {"searched.toml", "open-4-2.toml", "open-4-4.toml"}
    assert [found.round for found in search_rounds("open", 4, 1, 6) if isinstance(found, Candidate)] == [2, 4]


def test_a_damaged_list_of_rounds_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "searched.toml").write_text("open-4 = zero\n", "utf-8")
    assert main(["problems", "find", "open", "4", "--out", str(tmp_path)]) == 2
    assert "delete it to search from the first round on" in capsys.readouterr().err
