"""The audit of the rulebook: page and data agree, and the script that makes them runs."""

import importlib
import re
from pathlib import Path
from types import ModuleType

import pandas as pd
import pytest

from mam.rules.rulings import all_rulings

ROOT = Path(__file__).parents[2]
DATA, PAGE, WORDS = ROOT / "data" / "audit", ROOT / "docs" / "audit.md", ROOT / "docs" / "audit_words.md"


@pytest.fixture(scope="module")
def audit() -> ModuleType:
    """The script, as `python tools/make_audit.py` finds it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT / "tools")
        return importlib.import_module("make_audit")


def test_the_page_says_what_the_data_say(audit: ModuleType) -> None:
    assert audit.write_page(audit.read(DATA), WORDS.read_text("utf-8")) == PAGE.read_text("utf-8")
    assert "{{" not in PAGE.read_text("utf-8")


def test_another_figure_would_make_another_page(audit: ModuleType) -> None:
    words, tables = WORDS.read_text("utf-8"), audit.read(DATA)
    for name, column in {
        "figures": "estimate",
        "calibration": "observed",
        "beginner": "gain",
        "specimen": "gain",
        "animals": "made",
    }.items():
        changed = tables[name].copy()
        changed.loc[0, column] += 0.02 if column in ("observed", "made") else 2
        assert audit.write_page(tables | {name: changed}, words) != PAGE.read_text("utf-8")


def test_every_figure_is_on_the_page(audit: ModuleType) -> None:
    words = WORDS.read_text("utf-8")
    for claim in audit.read(DATA)["figures"]["claim"].unique():
        assert f"{{{{rows {claim}}}}}" in words


def test_words_do_not_carry_figures_of_their_own() -> None:
    """Numbers with an error come from the data."""
    assert "±" not in re.sub(r"\{\{[^}]+\}\}", "", WORDS.read_text("utf-8"))


def test_rules_that_are_named_exist() -> None:
    named = set(re.findall(r"\b(?:R35|R04|R68|RMM|RSP)-[A-Z0-9-]*[A-Z0-9]", WORDS.read_text("utf-8")))
    assert len(named) >= 8
    assert named <= {*all_rulings()}


def test_what_is_unknown_is_not_written(audit: ModuleType) -> None:
    with pytest.raises(KeyError):
        audit.write_page(audit.read(DATA), "{{bids: of nobody}}")


def test_figures_are_spelled_with_their_errors(audit: ModuleType) -> None:
    def format_figure(*values: object) -> str:
        return str(audit.format_figure(audit.Figure("", "", *values, "")))

    assert format_figure(0.25, 0.01, 100, "share") == "25.0% (SE 1.0)"
    assert format_figure(206.4675, 0.02, 4000, "thousand dollars") == "206.47 (SE 0.02)"
    assert format_figure(1280.0, 0.0, 0, "thousand dollars") == "1,280"
    assert format_figure(0.0147, 0.0, 0, "share") == "1.47%"


@pytest.mark.long
def test_a_quick_audit_runs(audit: ModuleType, tmp_path: Path) -> None:
    audit.main(["--quick", "--workers", "1", "--out", str(tmp_path)])
    assert (tmp_path / "docs" / "pictures" / "calibration.png").read_bytes().startswith(b"\x89PNG")
    for name in audit.TABLES:
        quick, full = (pd.read_csv(folder / f"{name}.csv") for folder in (tmp_path / "data" / "audit", DATA))
        assert [*quick.columns] == [*full.columns]
        if name != "calibration":  # few cases leave tenths empty
            assert len(quick) == len(full)
    page = (tmp_path / "docs" / "audit.md").read_text("utf-8")
    audit.main(["--page", "--out", str(tmp_path)])
    assert (tmp_path / "docs" / "audit.md").read_text("utf-8") == page


def test_a_case_without_a_world_is_left_out(audit: ModuleType) -> None:
    cases = pd.DataFrame(
        {
            "rival": ["", "N", "E", "E"],
            "bidder": ["S", "S", "S", "S"],
            "predicted": [0.5, 0.6, float("nan"), 0.7],
            "predicted_without_calls": [0.5, 0.5, 0.5, 0.5],
            "made": [True, False, True, True],
        }
    )
    counts = {figure.figure: figure.n for figure in audit.measure_predictions(pd.concat([cases, cases]))}
    assert counts["opponent's bid beaten, listening"] == counts["partner's bid beaten, listening"] == 2
