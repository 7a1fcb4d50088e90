"""The browser's files: modules whose imports are followed, checked by tsc and eslint where node is there."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
import mam_widgets as mw
from mam_widgets.bidding.schema import BiddingScene
from mam_widgets.discard.schema import DiscardScene
from mam_widgets.match.model import Playing
from mam_widgets.match.schema import MatchScene
from mam_widgets.match.stages import STAGES
from mam_widgets.probability.schema import ProbabilityScene
from mam_widgets.shared import hot_reload
from mam_widgets.shared.assets import UI, join_script, join_styles, strip_comments
from mam_widgets.shared.messages import declare_messages
from mam_widgets.shared.odds import OddsTab
from mam_widgets.shared.typescript import declare_scene
from mam_widgets.stepper.model import Walk
from mam_widgets.stepper.schema import StepperScene

ROOT = Path(__file__).resolve().parents[2]
MESSAGES, SCENE = UI / "messages.d.ts", UI / "scene.d.ts"
SCENES = (StepperScene, MatchScene, BiddingScene, DiscardScene, ProbabilityScene)


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        (folder / f"{name}.js").write_text(text, "utf-8")
    return folder / "entry.js"


def test_a_file_stands_after_those_it_imports_and_once(tmp_path: Path) -> None:
    entry = write(
        tmp_path,
        base="const hidden = 1;\nexport const base = hidden;\n",
        left='import { base } from "./base.js";\nconst hidden = 2;\nexport const left = base + hidden;\n',
        entry='import { base } from "./base.js";\nimport {\n  left,\n} from "./left.js";\nexport default base + left;\n',
    )
    script = join_script(entry, {})
    assert script.index("// base.js") < script.index("// left.js") < script.index("// entry.js")
    assert script.count("const hidden = 1") == 1 and "import" not in script
    if node := shutil.which("node"):
        (tmp_path / "joined.mjs").write_text(script, "utf-8")
        code = f"import({(tmp_path / 'joined.mjs').as_uri()!r}).then((module) => console.log(module.default))"
        run = subprocess.run([node, "-e", code], capture_output=True, text=True, check=True)
        assert run.stdout.strip() == "4"


def test_a_page_has_one_script_beside_the_file_that_stays_apart(tmp_path: Path) -> None:
    """Imports by default are followed, and a script that only acts exports nothing."""
    entry = write(
        tmp_path,
        player='export default { name: "player" };\n',
        load="export async function load() {\n  return 3;\n}\nexport default 4;\n",
        entry='import player from "./player.js";\nimport four from "./load.js";\nimport { load } from "./load.js";\nload().then((three) => console.log(player.name, three, four));\n',
    )
    script = join_script(entry, {}, apart=[tmp_path / "player.js"])
    assert script.count("import") == 1 and "export" not in script
    if node := shutil.which("node"):
        (tmp_path / "package.json").write_text('{"type": "module"}', "utf-8")
        entry.write_text(script, "utf-8")
        run = subprocess.run([node, str(entry)], capture_output=True, text=True, check=True)
        assert run.stdout.strip() == "player 3 4"


@pytest.mark.parametrize(
    ("files", "fault"),
    [
        ({"entry": 'import { b } from "./b.js";\n', "b": 'import { e } from "./entry.js";\n'}, "imports in a circle: "),
        ({"entry": 'import { b } from "./b.js";\n', "b": "const b = 1;\n"}, "imports b, which b.js does not export"),
        ({"entry": 'import b from "./b.js";\n', "b": ""}, "imports b from b.js, which exports nothing by default"),
        ({"entry": 'import * as b from "./b.js";\n', "b": ""}, "not an import or export that can be followed"),
        ({"entry": "const b = 1;\nexport { b };\n"}, "not an import or export that can be followed"),
    ],
)
def test_what_cannot_be_joined_is_an_error_that_names_the_file(
    tmp_path: Path, files: dict[str, str], fault: str
) -> None:
    with pytest.raises(ValueError, match=r"\.js") as raised:
        join_script(write(tmp_path, **files), {})
    assert fault in str(raised.value)


def test_only_comments_are_left_out(tmp_path: Path) -> None:
    """A file and what is left of it are parsed to the same tree."""
    parser = ROOT / "node_modules" / "acorn"
    if not parser.exists():
        pytest.skip("eslint is not installed: run npm ci")
    texts = [path.read_text("utf-8") for path in sorted(UI.parents[1].rglob("*.js"))]
    pairs = [(text, strip_comments(text)) for text in texts]
    assert all(len(short) < len(text) and "\n//" not in short for text, short in pairs)
    (tmp_path / "pairs.json").write_text(json.dumps(pairs), "utf-8")
    code = f"""
        const {{ parse }} = require({json.dumps(str(parser))});
        const options = {{ ecmaVersion: "latest", sourceType: "module" }};
        const read = (text) => JSON.stringify(parse(text, options), (name, value) => (["start", "end"].includes(name) ? undefined : typeof value === "bigint" ? String(value) : value));
        const pairs = require({json.dumps(str(tmp_path / "pairs.json"))});
        console.log(JSON.stringify(pairs.filter(([text, short]) => read(text) !== read(short)).map(([text]) => text.slice(0, 80))));
    """
    run = subprocess.run(["node", "-e", code], capture_output=True, encoding="utf-8", check=True)
    assert json.loads(run.stdout) == []


def test_a_style_sheet_follows_its_imports_once(tmp_path: Path) -> None:
    (tmp_path / "base.css").write_text(".base {}\n", "utf-8")
    (tmp_path / "part.css").write_text('@import "./base.css";\n.part {}\n', "utf-8")
    entry = tmp_path / "entry.css"
    entry.write_text('@import "./base.css";\n@import "./part.css";\n.entry {}\n', "utf-8")
    style = join_styles([entry])
    assert style.index(".base") < style.index(".part") < style.index(".entry")
    assert style.count(".base") == 1 and "@import" not in style


def test_an_open_widget_gets_changed_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """What ANYWIDGET_HMR=1 does, without the clock: the thread only looks when a file was written."""
    monkeypatch.setattr(hot_reload, "_open_widgets", [table := mw.specimen()])
    script = table._esm
    table._esm = "changed"
    hot_reload.reload_now()
    assert table._esm == script


def test_a_half_written_file_leaves_the_widget_as_it_was(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = mw.specimen()
    script = table._esm
    monkeypatch.setattr(hot_reload, "_open_widgets", [table])
    (tmp_path / "widget.js").write_text('import { missing } from "./missing.js";\n', "utf-8")
    table._room = tmp_path
    hot_reload.reload_now()
    assert table._esm == script and "not reloaded" in capsys.readouterr().err


def test_the_messages_that_tsc_checks_are_those_that_python_answers() -> None:
    """After a change of a handler's signature: MAM_WRITE=1 pytest tests/widgets/test_javascript.py."""
    labs = (mw.BiddingLab, mw.DiscardLab, mw.ProbabilityLab)
    receivers = (mw.Stepper, Walk, mw.Play, Playing, *STAGES, *labs, OddsTab)
    scripts = "".join(path.read_text("utf-8") for path in UI.parents[1].rglob("*.js"))
    compare_or_write(MESSAGES, declare_messages({*re.findall(r'do: "(\w+)"', scripts)}, *receivers))


def test_the_scene_that_tsc_checks_is_the_one_that_python_sends() -> None:
    """After a change of a schema: MAM_WRITE=1 pytest tests/widgets/test_javascript.py."""
    compare_or_write(SCENE, declare_scene(SCENES))


def compare_or_write(file: Path, declared: str) -> None:
    if os.environ.get("MAM_WRITE") == "1":
        file.write_text(declared, "utf-8")
    assert file.read_text("utf-8") == declared


@pytest.mark.parametrize(
    "command", [["tsc", "--project", "jsconfig.json"], ["eslint", "widgets"]], ids=["types", "style"]
)
def test_the_files_are_sound(command: list[str]) -> None:
    tool = ROOT / "node_modules" / ".bin" / command[0]
    if not tool.exists():
        pytest.skip(f"{command[0]} is not installed: run npm ci")
    run = subprocess.run([str(tool), *command[1:]], cwd=ROOT, capture_output=True, encoding="utf-8")
    assert run.returncode == 0, run.stdout + run.stderr
