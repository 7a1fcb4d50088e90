"""A person's decisions as problems: the page shows those that Python shows, in the same order; what is not stored is said."""

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from mam.studies.problems.decisions import BEST_CARD, MISTAKE, list_saved_decisions
from mam.support.data_files import find_data_folder

ROOT = Path(__file__).parents[2]
PROBLEM = (find_data_folder() / "studies" / "problems" / "p12.toml").read_text("utf-8")


def make_decision(name: str, *, is_mistake: bool) -> dict[str, Any]:
    text = PROBLEM.replace('"p12"', f'"{name}"').replace(
        "tags = [", f'tags = ["decision", "{MISTAKE if is_mistake else BEST_CARD}", '
    )
    return {
        "stage": {"id": name, "title": "Trick 9 of round 1"},
        "tree": {"id": name, "title": "Trick 9 of round 1", "boards": [{}]},
        "isMistake": is_mistake,
        "text": text,
    }


def ask_page(batches: Sequence[Sequence[dict[str, Any]]], others: dict[str, str] | None = None) -> dict[str, Any]:
    node = shutil.which("node")
    if not node:
        pytest.skip("not there: Node")
    given = json.dumps({"batches": batches, "others": others or {}})
    script = Path(__file__).with_name("decisions.test.mjs")
    done = subprocess.run([node, script], input=given, capture_output=True, encoding="utf-8", check=True)
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def test_the_page_mixes_decisions_as_python_does(tmp_path: Path) -> None:
    for mistakes, finds in [(3, 5), (5, 3), (0, 4), (4, 0), (24, 30)]:
        check_mixed(mistakes, finds, tmp_path / f"{mistakes}")


def check_mixed(mistakes: int, finds: int, folder: Path) -> None:
    random = Random(mistakes)
    decisions = [
        make_decision(f"decision-{random.getrandbits(40):010x}", is_mistake=number < mistakes)
        for number in range(mistakes + finds)
    ]
    random.shuffle(decisions)
    folder.mkdir()
    for time, decision in enumerate(decisions, 1):
        path = folder / f"{decision['stage']['id']}.toml"
        path.write_text(decision["text"], "utf-8")
        os.utime(path, (time, time))
    expected = [[study.id, study.title, study.title, "release"] for study in list_saved_decisions(folder)]
    asked = ask_page([[decision] for decision in decisions])
    assert asked["shown"] == expected and all(asked["stored"])
    assert asked["count"] == mistakes + finds


def test_nothing_is_stored_twice_and_the_oldest_make_room() -> None:
    decisions = [make_decision(f"decision-{number:03}", is_mistake=False) for number in range(230)]
    asked = ask_page([decisions, decisions[30:35]])
    assert asked["stored"] == [True, True] and asked["count"] == 200
    assert {name for name, *_ in asked["shown"]} == {f"decision-{number:03}" for number in range(210, 230)}


def test_what_the_browser_refuses_is_said_and_what_is_broken_is_left_out() -> None:
    others = {"mam-decision broken": "{", "mam-decision empty": "null", "another site's": "x"}
    one = make_decision("decision-a", is_mistake=True)
    assert [name for name, *_ in ask_page([[one]], others)["shown"]] == ["decision-a"]
    full = {f"another site's {number}": "x" for number in range(300)}
    asked = ask_page([[one]], full)
    assert asked["stored"] == [False] and asked["shown"] == []


def test_saved_decisions_are_the_same_in_another_browser() -> None:
    decisions = [make_decision(f"decision-{number:010x}", is_mistake=number % 2 == 0) for number in range(4)]
    asked = ask_page([decisions])
    assert asked["isOpened"]
    names = [name for name, *_ in asked["shown"]]
    assert [row[0] for row in asked["opened"]] == names and len(names) == 4
    for number, (name, title, is_mistake, release, is_same) in enumerate(asked["opened"]):
        assert (title, release, is_same) == (
            f"Decision {number + 1}",
            "",
            True,
        )  # Python makes the tree when it is opened
        assert is_mistake == (int(name[-1], 16) % 2 == 0)
