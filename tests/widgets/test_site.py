"""The parts of the site, without a browser: what runs behind a page, and what the build writes."""

import base64
import hashlib
import json
import re
from pathlib import Path

import pytest

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
from test_page import run_bare

import mam
from mam.sessions import Session
from mam.studies import parse_study
from mam.studies.tree import make_tree
from mam_widgets.site import archive
from mam_widgets.site.build import (
    WIDGETS,
    _write_pages,
    draw_first,
    write_modules,
)
from mam_widgets.site.libraries import LIBRARIES, write_libraries
from mam_widgets.site.links import pack, unpack
from mam_widgets.site.live import open_widget
from mam_widgets.site.pictures import write_pictures
from mam_widgets.site.service import PLACEHOLDER, seal
from mam_widgets.studies.lesson import list_stages, make_shelf

ROOT = Path(__file__).resolve().parents[2]

MATCH = """
import json
from mam_widgets.site.live import LivePage
sent, saves = [], {}
page = LivePage(lambda name, value: sent.append([name, json.loads(value)]), lambda name, text, title: saves.update({name: text}))
page.open("play", "", "match-1.toml")
first = sent[-1][1]
page.handle('{"do": "move", "move": "pass"}')
link, (name, text) = page.link(), page.export()
again = LivePage(lambda name, value: None).open("play", "", *saves.popitem()).widget.session.dumps()
other = page.open("play", link).link()
kind = page.load(name, text)
record = page.open("stepper").link()
steps = len(page.open("stepper", record).widget.record.moves)
bad = []
for wrong in (lambda: page.open("stepper", "record=abc"), lambda: page.load("x.toml", "x"), lambda: page.open("play", "deal=MN-0")):
    try:
        wrong()
    except ValueError as error:
        bad.append(str(error))
print(json.dumps([first, text, again, link, other, kind, steps, bad]))
"""


def test_a_match_is_saved_shared_and_opened_again() -> None:
    first, text, saved_text, link, second_link, kind, steps, bad = run_bare(MATCH)
    assert first == draw_first("play")["scene"], "the picture of the build is what Python sends first"
    assert text == saved_text, "the saved match goes on at the next visit"
    assert link.startswith("deal=MN-") and second_link == link and kind == "play"
    assert steps == 65
    assert len(bad) == 3 and bad[0] == "This link is not complete: copy the whole link."
    assert Session.loads(text).you == "S"


STUDY = """
import json
from mam_widgets.site.live import LivePage
source = {source!r}
sent = {{}}
page = LivePage(lambda name, value: sent.update({{name: json.loads(value)}}))
kind = page.load("own.toml", source, ["rounds", "stepper"])
page.handle('{{"do": "play", "study": "first-round", "board": 0}}')
bad = []
for text, kinds in (
    (source.replace("BULL", "BOLL", 1), ["rounds"]),
    (source.replace('"own"', '"bull"', 1), ["rounds"]),
    (source.partition("[[chapter.stop]]")[0].replace("position", "#"), ["rounds"]),
    (source, ["play", "stepper"]),
    ("x = 1", ["rounds"]),
):
    try:
        page.load("own.toml", text, kinds)
    except ValueError as error:
        bad.append(str(error))
print(json.dumps([kind, sent["opened"], sent["scene"]["fault"], sent["scene"]["round"] is not None, bad]))
"""
OWN = """format = 1
shelf = "learn"
id = "own"
title = "Own"
edition = "make-a-million-1935"
[[chapter]]
id = "one"
goal = "What do you play?"
position = { trick = "W: G2 G40 G10", hands = "S BULL R1" }
[[chapter.stop]]
ask = "card"
right = ["BULL"]
"""


def test_a_study_from_a_file_becomes_the_tree_that_the_build_makes() -> None:
    kind, opened, fault, is_playing, bad = run_bare(STUDY.format(source=OWN))
    study = parse_study(OWN, "own.toml")
    assert kind == "rounds" and opened["tree"] == make_tree(study)
    assert opened["stage"] == make_shelf("", [study])["stages"][0]
    assert fault == "" and is_playing, "the rounds of the shelf are played beside it"
    assert [sentence.partition(": ")[0] for sentence in bad[:3]] == [
        "own.toml, line 6",
        "own.toml, line 3",
        "own.toml, line 6",
    ]
    assert "BOLL" in bad[0] and "give yours an id of its own" in bad[1] and "a chapter shows a position" in bad[2]
    assert bad[3] == "“own.toml” holds a study: open it on the Learn page."
    assert bad[4] == "“own.toml” can't be opened: it is not a match, a record or a study."


WARM = """
import json, os, tempfile, tomllib
from mam_widgets.site.live import LivePage
os.chdir(tempfile.mkdtemp())
page = LivePage(lambda name, value: None).open("stepper")
steps = 0
while page._warming._worker._step():
    steps += 1
loads, parsed = tomllib.loads, []
tomllib.loads = lambda text: parsed.append(text[:200]) or loads(text)
for edition in ("manhattan", "make-a-million-2004", "make-a-million-1935"):
    page.handle(json.dumps({"do": "edition", "edition": edition}))
    assert page.widget.round.rules.id == edition
print(json.dumps([steps, parsed]))
"""


def test_after_the_first_picture_a_page_reads_what_the_first_clicks_need() -> None:
    steps, parsed = run_bare(WARM)
    assert steps > 20 and parsed == []


LOADED = """
import json, os, sys, tempfile
from mam_widgets.site.live import LivePage
os.chdir(tempfile.mkdtemp())
page = LivePage(lambda name, value: None)
page.load_packages()
from mam.engine.solver import position
from mam.engine.tables import build
opened = [position._compile.cache_info().currsize, build._make_tables.cache_info().currsize > 0]
missing = {}
clicks = {
    "play": [{"do": "hint"}, {"do": "odds", "is_on": True, "listen": True}],
    "stepper": [{"do": "go_to_step", "step": 55}, {"do": "solve"}],
    "bidding": [],
    "discard": [{"do": "move", "move": "discard B2 G1 G2"}, {"do": "move", "move": "trump R"}, {"do": "compare"}],
}
for kind, messages in clicks.items():
    page.open(kind)
    before = {*sys.modules}
    for message in messages:
        page.handle(json.dumps(message))
    page.widget._background.wait()
    missing[kind] = [name for name in {*sys.modules} - before if name.startswith(("mam.analysis", "mam.engine"))]
    if kind in ("play", "stepper"):
        missing[kind] += [] if "pandas" not in sys.modules else ["it did not do without pandas"]
print(json.dumps([opened, missing]))
"""


@pytest.mark.extended
def test_what_is_computed_with_is_imported_and_used_once_while_the_page_says_so() -> None:
    pytest.importorskip("numba")
    opened, missing = run_bare(LOADED)
    assert opened == [1, True]
    assert not any(missing.values()), missing


def test_a_packed_text_fits_into_an_address() -> None:
    packed = pack("a deal\n" * 100)
    assert re.fullmatch(r"[\w-]+", packed) and unpack(packed) == "a deal\n" * 100
    for wrong in ("", "%", packed[:-6], pack("x" * 300_000)):
        with pytest.raises(ValueError, match="link is not complete"):
            unpack(wrong)


def test_a_deal_of_any_game_can_be_opened() -> None:
    code = mam.encode_deal(mam.start("manhattan", 7).deal, "manhattan")
    assert open_widget("stepper", f"deal={code}").record.edition == "manhattan"


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    core = tmp_path / "pyodide"
    core.mkdir()
    with pytest.raises(ValueError, match=r"has no pyodide\.mjs, .*npm ci"):
        archive.copy_pyodide(core, None, tmp_path / "out")
    for name in archive.CORE:
        (core / name).write_text("")
    packages = {
        "numpy": {"file_name": "numpy.whl", "sha256": "0" * 64, "depends": []},
        "pandas": {"file_name": "pandas.whl", "sha256": "0" * 64, "depends": ["six"]},
        "six": {"file_name": "six.whl", "sha256": "0" * 64, "depends": []},
    }
    (core / "pyodide-lock.json").write_text(json.dumps({"info": {"version": "1.2"}, "packages": packages}))
    with pytest.raises(ValueError, match=r"wheels of Pyodide 1\.2: .*six\.whl.* --wheels"):
        archive.copy_pyodide(core, tmp_path, tmp_path / "out2")
    for name in packages:
        (tmp_path / f"{name}.whl").write_text("")
    with pytest.raises(ValueError, match="is not the file of Pyodide"):
        archive.copy_pyodide(core, tmp_path, tmp_path / "out3")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("pages")
    app = target / "app" / PLACEHOLDER
    app.mkdir(parents=True)
    write_modules(app)
    write_pictures(ROOT, target)
    (app / "studies").mkdir()  # all of them take minutes; the front page names the first
    (app / "studies" / f"{list_stages()[0].id}.json").touch()
    _write_pages(target, "https://example.org/mam", "pyodide-1.2")
    return target


def test_every_page_works_from_any_path(pages: Path) -> None:
    """Each address in a page is relative, and what it names is there, but for the documentation."""
    for page in pages.rglob("*.html"):
        text = page.read_text("utf-8")
        assert 'rel="canonical" href="https://example.org/mam/' in text or page.name == "offline.html"
        text = re.sub(r'"https://example\.org/mam/[^"]*"', "", text)
        for address in re.findall(r'(?:src|href|data-scenes)="([^"]*)"', text):
            assert not re.match(r"/|\w+:", address), address
            path = (page.parent / address.partition("#")[0]).resolve()
            path = path / "index.html" if path.is_dir() else path
            assert path.exists() or "docs" in path.parts or path.name == "README.html", (page, address)


WORKBOX = ("workbox-core", "workbox-routing", "workbox-strategies", "workbox-precaching")


def write_small_site(folder: Path, script: str) -> Path:
    """A site of a few files that is complete but for its service worker."""
    files = {
        **dict.fromkeys(("index.html", "offline.html", "play/index.html"), f'<script src="app/{PLACEHOLDER}/x.js">'),
        **dict.fromkeys(("start.js", "icon.svg", "manifest.webmanifest", "pictures/play.png"), "x"),
        **{f"app/{PLACEHOLDER}/{name}": script for name in ("modules/x.js", "a.css", "trick.svg", "mam.zip")},
        f"app/{PLACEHOLDER}/pyodide-lock.json": '{"info": {"version": "1"}, "packages": {"a": {"file_name": "a.whl"}}}',
        **{f"app/pyodide-1/{name}": name for name in (*archive.CORE, "a.whl", "b.whl")},
    }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


@pytest.fixture
def libraries(tmp_path: Path) -> Path:
    for name in WORKBOX:
        build = tmp_path / "npm" / name / "build"
        build.mkdir(parents=True)
        (build / f"{name}.prod.js").write_text(f"// {name}\n//# sourceMappingURL=x.map\n", "utf-8")
        (build.parent / "LICENSE").write_text("Copyright", "utf-8")
    return tmp_path / "npm"


def test_the_service_worker_has_the_hash_of_every_file_and_a_release_a_folder(tmp_path: Path, libraries: Path) -> None:
    site = write_small_site(tmp_path / "site", "1")
    name = seal(site, libraries, ["play"])
    text = (site / "sw.js").read_text("utf-8")
    assert text.index("Copyright") < text.index("// workbox-core") < text.index("// workbox-precaching")
    assert "sourceMappingURL" not in text and f'self.RELEASE = "{name}"' in text
    (listed,) = re.findall(r"self\.FILES = (.*?);\n", text, re.DOTALL)
    entries = [entry for group in json.loads(listed).values() for entry in group]
    for entry in entries:
        digest = hashlib.sha256((site / entry["url"]).read_bytes())
        assert entry["integrity"] == f"sha256-{base64.b64encode(digest.digest()).decode()}"
        assert (entry["revision"] is None) == entry["url"].startswith("app/")
    urls = {entry["url"] for entry in entries}
    assert {"play/index.html", f"app/{name}/modules/x.js", "app/pyodide-1/a.whl"} <= urls
    assert "app/pyodide-1/b.whl" not in urls, "only the lab needs it"
    assert f"app/{name}/x.js" in (site / "play" / "index.html").read_text("utf-8")


def test_the_same_files_are_the_same_release_and_others_another(tmp_path: Path, libraries: Path) -> None:
    names = []
    for folder, script in (("first", "1"), ("again", "1"), ("second", "2")):
        names.append(seal(write_small_site(tmp_path / folder, script), libraries, ["play"]))
    assert names[0] == names[1] != names[2]
    assert (tmp_path / "first" / "sw.js").read_bytes() == (tmp_path / "again" / "sw.js").read_bytes()


def test_a_missing_library_is_named_and_nothing_is_changed(tmp_path: Path, libraries: Path) -> None:
    (libraries / "workbox-routing" / "build" / "workbox-routing.prod.js").unlink()
    site = write_small_site(tmp_path / "site", "1")
    with pytest.raises(ValueError, match=r"has no workbox-routing: run “npm ci”"):
        seal(site, libraries, ["play"])
    assert (site / "app" / PLACEHOLDER).is_dir() and not (site / "sw.js").exists()


def test_two_archives_are_equal_and_hold_no_lesson(tmp_path: Path) -> None:
    files = list(archive.list_sources(Path(mam.__file__).parent, WIDGETS))
    names = [name for name, _ in files]
    assert "mam/data/glossary.toml" in names and "mam_widgets/site/live.py" in names
    assert not [name for name in names if name.endswith((".ipynb", ".js", ".pyc"))]
    assert "mam_widgets/site/build.py" not in names, "what builds the site stays outside"
    for name in ("first", "second"):
        archive.write_archive(tmp_path / name, reversed(files) if name == "second" else files)
    assert (tmp_path / "first").read_bytes() == (tmp_path / "second").read_bytes()


def test_each_library_is_beside_its_module_with_its_license(tmp_path: Path) -> None:
    app, libraries = tmp_path / "app", tmp_path / "npm"
    app.mkdir()
    write_modules(app)
    folder = app / "modules" / "site" / "ui"
    for library in LIBRARIES:
        with pytest.raises(ValueError, match=f"has no {library.package}: run “npm ci”"):
            write_libraries(app, libraries)
        file = libraries / library.package / library.file
        file.parent.mkdir(parents=True)
        file.write_text("export const get = 1;", "utf-8")
        (libraries / library.package / "LICENSE").write_text("the license", "utf-8")
    write_libraries(app, libraries)
    for library in LIBRARIES:
        assert f'from "./{library.package}.js"' in (folder / library.user).read_text("utf-8")
        module = (folder / f"{library.package}.js").read_text("utf-8")
        assert module.startswith("const module") == library.is_commonjs
        assert "export const get = 1;" in module
        assert (folder / f"{library.package}.LICENSE.txt").read_text("utf-8") == "the license"
    for module in app.rglob("*.js"):
        for name in re.findall(r'^import .* from "([^"]+)"', module.read_text("utf-8"), re.MULTILINE):
            assert (module.parent / name).is_file(), f"{module.name} imports {name}: a browser finds only files"


def test_a_package_for_the_site_comes_whole_with_its_license() -> None:
    pytest.importorskip("openpyxl", reason="the extra site is not installed")
    names = {name for name, _ in archive.list_installed(archive.WORKBOOKS)}
    assert {"openpyxl/__init__.py", "et_xmlfile/__init__.py"} < names
    assert sum("LICEN" in name for name in names) >= 2 and not any(name.endswith(".pyc") for name in names)


def test_a_package_that_is_not_installed_is_named() -> None:
    with pytest.raises(ValueError, match=r'no-such-package is not installed\. Install it: pip install "mam\[site\]"'):
        list(archive.list_installed(["no-such-package"]))
