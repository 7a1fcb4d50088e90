"""What is offered on the pages of every shelf, without a browser: in each stage, whatever holds there."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
from shelf_stages import STAGES

import mam_widgets as mw
from mam.drawing.text import KEY_NAMES
from mam.scenes.actions import Action
from mam.support.toml import PlacedError
from mam_widgets.shared.assets import UI, join_script
from mam_widgets.shared.offers import FILE, Fact, Offers, read_offers

ROOMS = {path.parent.name: path.parent for path in sorted(UI.parents[1].glob(f"*/{FILE}"))}
SHARED = (UI / "offers.js").read_text("utf-8")
TAKEN = {*"123456789"}  # the card or answer in this place
ICONS = set(re.findall(r"^  (\w+): \"M", (UI / "cards.js").read_text("utf-8"), re.MULTILINE))


def read_scripts(room: Path) -> str:
    return "\n".join(path.read_text("utf-8") for path in room.rglob("*.js"))


def list_moments(offers: Offers) -> Iterator[tuple[str, dict[str, Fact], list[Action]]]:
    for stage in offers.stages:
        for facts in offers.list_facts(stage):
            yield stage, facts, offers.choose(stage, facts)


def test_a_key_has_the_same_name_in_text_and_in_the_list_of_shortcuts() -> None:
    (listed,) = re.findall(r"const KEY_NAMES = \{(.*)\};", (UI / "dock.js").read_text("utf-8"))
    assert {key or name: called for key, name, called in re.findall(r'(?:"(.+?)"|(\w+)): "(.+?)"', listed)} == KEY_NAMES


@pytest.mark.parametrize("name", ROOMS)
def test_every_stage_has_one_primary_action_and_every_key_is_unique(name: str) -> None:
    scripts = read_scripts(ROOMS[name])
    offers = read_offers(ROOMS[name])
    used = set()
    for stage, facts, actions in list_moments(offers):
        place = f"{stage}, {facts}"
        assert len([action for action in actions if action["is_primary"]]) == 1, place
        assert len({action["id"] for action in actions}) == len(actions), place
        keys = [action["key"] for action in actions if action["key"]]
        assert len({*keys}) == len(keys) and not TAKEN & {*keys}, place
        assert all(action["side"] or action["key"] for action in actions), place
        used |= {(action["do"]["act"], action["icon"], action["does"]) for action in actions}
    for act, icon, does in used:
        is_known = re.search(rf"^ +(?:async )?{act}: (?!none)", scripts, re.MULTILINE) or f"  ui.{act} = " in SHARED
        assert is_known, f"{act} is no function of {name}"
        assert icon in {"", *ICONS} and does


@pytest.mark.parametrize("name", ROOMS)
def test_a_page_has_no_button_of_its_own_but_for_what_it_lets_choose(name: str) -> None:
    scripts = read_scripts(ROOMS[name])
    fixed = re.findall(r'h\("button", \{[^}]*"data-mam": "([\w-]+)"', scripts)
    assert {*fixed} <= {
        "close-sheet",
        "rule",
        "option",
        "set",
    }  # a sheet's own, a rule to read, a vote, a set of questions
    drawn = {*re.findall(r'draw(?:Action|Link|Button)\((?:ui, )?"([\w-]+)"', scripts + read_scripts(ROOMS["studies"]))}
    in_page = {offer["action"]["id"] for offer in read_offers(ROOMS[name]).offers if offer["action"]["side"] == "page"}
    assert in_page <= drawn


@pytest.mark.parametrize("name", ROOMS)
def test_the_browser_knows_every_stage_and_fact(name: str) -> None:
    scripts = read_scripts(ROOMS[name])
    offers = read_offers(ROOMS[name])
    facts = {fact for stage in offers.stages for held in offers.list_facts(stage) for fact in held}
    assert facts and [fact for fact in facts if not re.search(rf"\b{fact}\b", scripts)] == []
    assert [stage for stage in offers.stages if not re.search(rf"[\"']{stage}[\"']", scripts)] == []
    offered = {stage for offer in offers.offers for stage in offer["stages"]}
    assert offered == {*offers.stages}


def test_every_stage_of_a_shelf_is_opened_by_the_test_of_what_fits() -> None:
    opened = {name: {*stages} for name, stages in STAGES.items()}
    opened["exercise_pages"] |= {"saved"}  # opened by test_homework.py in tests/browser, as are all of homework
    assert opened == {
        name: {*read_offers(room).stages} for name, room in ROOMS.items() if name not in ("homework", "teacher_desk")
    }


@pytest.mark.parametrize(
    ("make", "now", "later"),
    [
        (
            lambda: mw.learn("bull/double", save=False),
            "Hint, costs a star (key h)",
            "Next board (key n): Answer first.",
        ),
        (lambda: mw.case("B26", save=False), "Just show me", "Next question (key n): Answer first."),
        (lambda: mw.problems(1, save=False), "First problem (key n) Problem of the day (key d)", ""),
        (
            lambda: mw.exercise("card-of-either-kind", save=False),
            "Hint (key h) Another",
            "Check (key n): Answer first.",
        ),
        (lambda: mw.exercise("must-follow", save=False), "None of them (key n)", ""),
        (lambda: mw.chance(save=False), "Start (key n)", ""),
        (lambda: mw.wall("bull/double"), "Reveal (key →)", ""),
    ],
)
def test_the_words_of_a_shelf_say_what_can_be_done_first(make: Callable[[], Any], now: str, later: str) -> None:
    text = " ".join(make().describe().split())
    possible, _, impossible = text.partition("You can now:")[2].partition("Not now:")
    assert now in possible and later in impossible
    assert "You can now:" not in make()._words()


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_browser_chooses_what_python_chooses(tmp_path: Path) -> None:
    path = Path(os.path.relpath(UI / "offers.js", tmp_path)).as_posix()
    entry = tmp_path / "entry.js"
    entry.write_text(f'import {{ chooseActions }} from "{path}";\nexport default chooseActions;\n', "utf-8")
    (tmp_path / "joined.mjs").write_text(join_script(entry), "utf-8")
    for name, room in ROOMS.items():
        offers = read_offers(room)
        (tmp_path / f"{name}.mjs").write_text(offers.script(), "utf-8")
        moments = list(list_moments(offers))
        (tmp_path / "moments.json").write_text(json.dumps([(stage, facts) for stage, facts, _ in moments]), "utf-8")
        code = (
            "const { readFileSync } = require('node:fs');"
            f"Promise.all([import('./joined.mjs'), import('./{name}.mjs')]).then(([{{ default: choose }}, {{ OFFERS }}]) =>"
            "console.log(JSON.stringify(JSON.parse(readFileSync('moments.json', 'utf-8'))"
            ".map(([stage, facts]) => choose(OFFERS, stage, facts)))))"
        )
        run = subprocess.run(["node", "-e", code], cwd=tmp_path, capture_output=True, encoding="utf-8", check=True)
        assert json.loads(run.stdout) == [actions for _, _, actions in moments], name


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ('{ id = "go", text = "Go", act = "go", stages = "gone" }', "line 2: go: there is no stage gone"),
        ('{ id = "go", text = "Go" }', "line 2: go: act is missing"),
        ('{ id = "go", text = "Go", act = "go", shade = "red" }', "line 2: go: unknown key"),
        ('{ id = "go", text = "Go", act = "go", side = "left" }', "line 2: go: side must be"),
    ],
)
def test_a_wrong_row_is_named_with_its_line(tmp_path: Path, row: str, fault: str) -> None:
    (tmp_path / FILE).write_text(f'actions = [\n  {row},\n]\n[stages]\nasked = "a question"\n', "utf-8")
    with pytest.raises(PlacedError, match=re.escape(fault)):
        read_offers(tmp_path)
