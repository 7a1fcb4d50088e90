"""Build the site: plain pages with the widgets, Python for the browser, the documentation, and the front page.

What it writes depends on nothing but the sources: two builds are equal, byte for byte.
"""

import base64
import contextlib
import hashlib
import html
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from string import Template
from typing import Any

import mam
from mam import drawing
from mam.chance import list_pages, show_page
from mam.site.wasm.build import build_module
from mam.studies.tree import make_tree, split_cases
from mam.support.data_files import find_notebooks_folder, remove_leftovers, replace_folder, reserve_name
from mam_widgets.chance_pages.widget import make_shelf as chance_shelf
from mam_widgets.shared.assets import art, join_script, join_styles, list_modules, strip_comments
from mam_widgets.shared.background import hold_work
from mam_widgets.site.archive import (
    CORE,
    FOR_PAGES,
    PACKAGES,
    WORKBOOKS,
    copy_pyodide,
    list_installed,
    list_sources,
    write_archive,
    write_lock,
)
from mam_widgets.site.lab.build import write_lab
from mam_widgets.site.lab.packages import OF_PYODIDE, add_packages, fetch_wheels
from mam_widgets.site.libraries import write_libraries
from mam_widgets.site.live import open_widget
from mam_widgets.site.page_list import (
    CHANCE,
    CHANCE_ALSO,
    EXERCISES,
    HOMEWORK,
    MOVED_PAGES,
    PAGES,
    PLACES,
    SHELVES,
    TEACHER,
    WALL,
    Page,
    ScriptPage,
    ShelfPage,
)
from mam_widgets.site.pictures import write_pictures
from mam_widgets.site.service import PLACEHOLDER, seal
from mam_widgets.studies.lesson import list_stages, make_shelf
from mam_widgets.wall_page.slides import list_groups, make_page_slides, make_study_slides

WIDGETS = Path(__file__).resolve().parents[1]
ROOM = Path(__file__).resolve().parent
FOLDERS = {
    "play": "match",
    "stepper": "stepper",
    "bidding": "bidding",
    "discard": "discard",
    "probability": "probability",
    "exercise": EXERCISES,
}
HEAVY = ("bidding", "discard")  # they compute from the start
PLAYER = "studies/widget.js"
# Scripts of the pages on which a card is played without Python: each is joined with all that it imports but the player, which they share, so
# that a phone has it sooner. The others share modules with each other.
ONE_FILE = ("front.js", "shelf.js")
SCRIPTS = ("page.js", "chance.js", "wall.js", "homework.js", "teacher.js")
_MANIFEST = "manifest.webmanifest"  # which every site has
AHEAD = strip_comments((ROOM / "ui" / "ahead.js").read_text("utf-8"))  # the only script that stands in a page itself
_AHEAD_HASH = base64.b64encode(hashlib.sha256(AHEAD.encode()).digest()).decode()
# What a page may load, and from where: nothing from elsewhere, no script in the page itself but that one, only the styles of the pictures.
POLICY = "; ".join(
    (
        "default-src 'none'",
        f"script-src 'self' 'wasm-unsafe-eval' 'sha256-{_AHEAD_HASH}'",
        "worker-src 'self'",
        "connect-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
    )
)


def write_site(
    out: Path,
    *,
    base_url: str = "",
    pyodide: Path | None = None,
    wheels: Path | None = None,
    packages: Path | None = None,
    docs: bool = True,
    lab: bool = True,
) -> Iterator[str]:
    """Write the site into the folder `out` in place of what it holds, and yield a line for each part that is done.

    `base_url` is where it will be (only for what links need from elsewhere: every page works from any path). Raises ValueError,
    naming what to provide, when something is missing, and for a folder that holds anything other than a site; `out` is then as it was.
    """
    _check_free(out)
    source = find_notebooks_folder().parent
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "site"
        target.mkdir()
        app = target / "app" / PLACEHOLDER
        app.mkdir(parents=True)
        npm = pyodide or source / "node_modules" / "pyodide"
        core, names = (("pyodide.js", *CORE), OF_PYODIDE) if lab else (CORE, PACKAGES)
        python = copy_pyodide(npm, wheels, target / "app", names, core)
        write_lock(npm, app, PACKAGES)
        engine = Path(folder) / "engine"
        build_module(engine)
        compiled = [(f"mam/engine/tables/{path.name}", path) for path in engine.iterdir()]
        write_archive(app / "mam.zip", [*_list_sources(FOR_PAGES), *compiled])
        write_archive(app / "workbooks.zip", list_installed(WORKBOOKS))
        yield f"Python: {_size(target / 'app')}"
        if lab:
            fetched = fetch_wheels(Path(folder) / "wheels", packages)
            loaded = add_packages(python, [*_list_sources((".html", ".md")), *compiled], fetched)
            write_lab(target / "lab", source / "notebooks", python.name, loaded, fetched)
            yield f"lab: {_size(target / 'lab')}"
        if docs:
            _build_docs(source, target, Path(folder) / "doctrees", lab)
            yield "documentation"
        write_modules(app)
        write_libraries(app, npm.parent)
        write_pictures(source, target)
        _write_studies(app)
        _write_chance(app)
        _write_pages(target, base_url, python.name)
        release = seal(
            target,
            npm.parent,
            [*(page.name for page in (*SHELVES, *PAGES)), CHANCE, WALL, HOMEWORK, TEACHER, *MOVED_PAGES],
        )
        _put_in_place(target, out)
    yield f"{out}: {_size(out)}, release {release}"


def _check_free(out: Path) -> None:
    """Raise ValueError unless the site can take this place: nothing that somebody else put there is deleted."""
    if out.exists() and not out.is_dir():
        raise ValueError(f"{out} exists and is not a folder: choose another place for the site")
    if out.exists() and any(out.iterdir()) and not (out / _MANIFEST).is_file():
        raise ValueError(f"{out} exists and holds something other than a site: choose another folder")


def _put_in_place(built: Path, out: Path) -> None:
    """Move the site to its place, and delete an earlier one when the new one is there."""
    out.parent.mkdir(parents=True, exist_ok=True)
    remove_leftovers(out.parent, out.name)
    with reserve_name(out.parent, out.name) as run:
        staged, earlier = out.parent / run, out.parent / f"{run}.earlier"
        try:
            shutil.move(built, staged)  # from the disk of temporary files to this one
            _check_free(out)
            replace_folder(staged, out, earlier)
        finally:
            shutil.rmtree(staged, ignore_errors=True)
        shutil.rmtree(earlier, ignore_errors=True)


def _list_sources(without: Iterable[str]) -> Iterator[tuple[str, Path]]:
    return list_sources(Path(mam.__file__).parent, WIDGETS, without)


def _size(folder: Path) -> str:
    return f"{sum(path.stat().st_size for path in folder.rglob('*') if path.is_file()) / 1e6:.1f} MB"


def _build_docs(source: Path, target: Path, doctrees: Path, lab: bool) -> None:
    if not (source / "docs" / "conf.py").is_file():
        raise ValueError("the documentation is built from a checkout of the project: run this there, or use --no-docs")
    if not all(map(importlib.util.find_spec, ("sphinx", "myst_nb", "furo"))):
        raise ValueError('Sphinx is not installed. Install it: pip install "mam[docs]", or use --no-docs')
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-W",
        "-q",
        "-c",
        "docs",
        "-d",
        str(doctrees),
        "-A",
        "plain_pages=1",
        *(("-A", "lab=1") if lab else ()),
        ".",
        str(target),
    ]
    process = subprocess.run(command, cwd=source, env=os.environ | {"SOURCE_DATE_EPOCH": "1577836800"}, check=False)
    if process.returncode:
        raise ValueError("Sphinx could not build the documentation: its errors are above")
    for leftover in (target / ".buildinfo", target / ".buildinfo.bak"):
        leftover.unlink(missing_ok=True)


# The parts


def write_modules(app: Path) -> None:
    """The ES modules that pages load, without their comments; the card art; and the style sheets."""
    modules = app / "modules"
    entries = [ROOM / "ui" / script for script in SCRIPTS]
    entries += [WIDGETS / folder / "widget.js" for folder in FOLDERS.values()]
    needed = {path for entry in entries for path in list_modules(entry)}
    for path in sorted(WIDGETS.rglob("*.js")):
        # `service.js` and `start.js` lie at the top of the site, `ahead.js` in a page; what only one script needs is joined to it.
        if path in needed or (path.parent == ROOM / "ui" and path.name not in ("service.js", "start.js", "ahead.js")):
            copy = modules / path.relative_to(WIDGETS)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(strip_comments(path.read_text("utf-8")), "utf-8")
    for path, text in art().items():
        if path in needed:
            (modules / path.relative_to(WIDGETS)).write_text(text, "utf-8")
    (modules / PLAYER).parent.mkdir(exist_ok=True)
    (modules / PLAYER).write_text(join_script(WIDGETS / PLAYER), "utf-8")  # one file: a phone has it sooner
    for script in ONE_FILE:  # and another for the page itself
        (modules / "site" / "ui" / script).write_text(
            join_script(ROOM / "ui" / script, apart=[WIDGETS / PLAYER]), "utf-8"
        )
    (app / "widgets.css").write_text(
        join_styles(WIDGETS / name / "widget.css" for name in FOLDERS.values() if name != EXERCISES), "utf-8"
    )
    (app / "player.css").write_text(join_styles([WIDGETS / "studies" / "widget.css"]), "utf-8")
    (app / f"{EXERCISES}.css").write_text(join_styles([WIDGETS / EXERCISES / "widget.css"]), "utf-8")
    (app / f"{WALL}.css").write_text(join_styles([WIDGETS / "wall_page" / "widget.css"]), "utf-8")
    (app / f"{CHANCE}.css").write_text(join_styles([WIDGETS / "chance_pages" / "widget.css"]), "utf-8")
    (app / f"{HOMEWORK}.css").write_text(join_styles([WIDGETS / HOMEWORK / "homework.css"]), "utf-8")
    shutil.copyfile(WIDGETS / "teacher_desk" / "desk.css", app / f"{TEACHER}.css")
    (app / "site.css").write_text(_write_colors() + (ROOM / "site.css").read_text("utf-8"), "utf-8")


def _write_studies(app: Path) -> None:
    """Every study of every shelf with all its answers, each documented case by itself, and the slides: what a page asks for when one is opened."""
    folder, wall = app / "studies", app / WALL
    (folder / "cases").mkdir(parents=True)
    wall.mkdir()
    for study in (study for shelf in SHELVES for study in shelf.list_studies()):
        tree = make_tree(study)
        cases = {folder / "cases" / f"{name}.json": case for name, case in split_cases(tree)}
        files = cases or {folder / f"{study.id}.json": tree}
        for path, data in {**files, wall / f"{study.id}.json": make_study_slides(tree)}.items():
            path.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")), "utf-8")  # seats in turn order


def _write_chance(app: Path) -> None:
    """Every page of the shelf Chance with its tables, and its slides."""
    folder = app / CHANCE
    folder.mkdir()
    for page in list_pages():
        (folder / f"{page.id}.json").write_text(_dump(show_page(page)), "utf-8")
        (app / WALL / f"chance-{page.id}.json").write_text(_dump(make_page_slides(page)), "utf-8")


def _write_colors() -> str:
    names = ("page", "table", "panel", "line", "text", "muted", "accent", "danger")
    rules = {
        theme: "".join(f"--{name}:{drawing.palette(theme)[name]};" for name in names) for theme in ("light", "dark")
    }
    hair = "--hair:color-mix(in srgb, var(--line) 34%, var(--panel));"
    return f":root{{{rules['light']}{hair}}}\n@media (prefers-color-scheme: dark){{:root{{{rules['dark']}}}}}\n"


def _plain(scene: Any) -> Any:
    return json.loads(_dump(scene))


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def draw_first(kind: str) -> dict[str, Any]:
    """Return the fields of the first picture of a widget: those that Python will send when it is ready."""
    with (
        tempfile.TemporaryDirectory() as folder,
        contextlib.chdir(folder),
        hold_work(),
    ):  # nothing saved, nothing computed
        widget = open_widget(kind)
        return {name: _plain(getattr(widget, name)) for name in ("scene", "near") if hasattr(widget, name)}


# The pages

_ABOUT = "Play a 1934 card game in your browser, and see what every bid and every card was worth."


def _write_pages(target: Path, base_url: str, python: str) -> None:
    """Write the pages, which find Python's own files in the folder `app/PYTHON`."""
    for page in PAGES:
        _write_widget_page(target, page, base_url, python)
    for shelf in SHELVES:
        _write_shelf_page(target, shelf, base_url, python)
    _write_chance_page(target, base_url)
    _write_wall_page(target, base_url)
    write_homework_page(target, base_url)
    write_teacher_page(target, base_url, python)
    for name, places in MOVED_PAGES.items():
        _write_moved_page(target, name, places, base_url)
    shutil.copyfile(ROOM / "ui" / "start.js", target / "start.js")
    _write_offline_page(target)
    _write_front_page(target, base_url)
    _write_manifest(target)


def _write_offline_page(target: Path) -> None:
    offline = _frame(
        "Offline",
        "This page needs an internet connection.",
        "./",
        (),
        _fill("offline.html", places=_list_places("", "")),
        "",
        "",
    )
    (target / "offline.html").write_text(offline, "utf-8")


def _write_front_page(target: Path, base_url: str) -> None:
    stages = list_stages()
    data = {
        "release": PLACEHOLDER,
        "studies": f"app/{PLACEHOLDER}/studies/",
        "shelf": make_shelf("Learn", stages),
        "first": stages[0].id,
    }
    text = _fill(
        "front.html",
        app=f"app/{PLACEHOLDER}/",
        places=_list_places("", ""),
        page=_dump(data).replace("<", "\\u003c"),
        lesson='\n<a class="on-wide" href="lab/"><h2>The first lesson</h2><p>In JupyterLab, here in your browser.</p></a>'
        if (target / "lab").is_dir()
        else "",
        stages=str(len(stages)),
        lessons=str(len(list(find_notebooks_folder().glob("*.ipynb"))) - 1),
    )
    modules = _list_scripts("front.js")
    first = f"app/{PLACEHOLDER}/studies/{stages[0].id}.json"  # asked for with the scripts, not after them
    title = "Make-a-Million: a 1934 card game, every decision computed"
    page_text = _frame(title, _ABOUT, "", modules, text, base_url, "", fetched=[first])
    (target / "index.html").write_text(page_text, "utf-8")


def _write_manifest(target: Path) -> None:
    """Write what a phone needs to keep the site as an app."""
    manifest = {
        "name": "Make-a-Million",
        "short_name": "Make-a-Million",
        "description": _ABOUT,
        "id": "./",
        "start_url": "play/",
        "scope": "./",
        "display": "standalone",
        "background_color": drawing.palette("light")["table"],
        "theme_color": drawing.palette("light")["panel"],
        "icons": [
            {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"},
            *({"src": f"icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png"} for size in (192, 512)),
            {"src": "icon-512.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        ],
    }
    (target / _MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", "utf-8")


def _write_widget_page(target: Path, page: Page, base_url: str, python: str) -> None:
    top = "../"
    choices = {
        kind: {
            "module": f"../../../modules/{FOLDERS[kind]}/widget.js",
            "fields": draw_first(kind),
            "heavy": kind in HEAVY,
        }
        for kind in page.kinds
    }
    first = next(iter(page.kinds))
    data = {
        "release": PLACEHOLDER,
        "python": f"{top}app/{python}/",
        "kind": first,
        "choices": choices,
        "service": f"{top}sw.js",
        "links": {"deal": f"{top}play/", "class": f"{top}play/", "record": f"{top}play/"},
    }
    menu = "".join(f'<a href="#{kind}" data-choice="{kind}">{name}</a>' for kind, name in page.kinds.items() if name)
    matches = {"matches": "Saved matches"} if "play" in page.kinds else {}
    body = _fill(
        "widget.html",
        title=page.title,
        part=page.part,
        top=top,
        app=f"{top}app/{PLACEHOLDER}/",
        places=_list_places(top, page.shelf or page.name),
        choices=f'<nav class="choices" aria-label="Labs">{menu}</nav>' if menu else "",
        page=_dump(data).replace("<", "\\u003c"),
        menu=_make_menu(top, {"share": "Copy link", "save": "Save to a file", "load": "Open a file"} | matches),
        saves=_SAVES if "play" in page.kinds else "",
    )
    modules = [*list_modules(WIDGETS / FOLDERS[first] / "widget.js"), ROOM / "ui" / "model.js"]
    folder = target / page.name
    folder.mkdir()
    text = _frame(page.title, page.description, top, modules, body, base_url, f"{page.name}/", page.styles)
    (folder / "index.html").write_text(text, "utf-8")


def _write_shelf_page(target: Path, shelf: ShelfPage, base_url: str, python: str) -> None:
    """A shelf of studies: a page without Python, but for live rounds."""
    top, title = "../", shelf.title
    data = {
        "python": f"{top}app/{python}/",
        "studies": f"{top}app/{PLACEHOLDER}/studies/",
        "shelf": make_shelf(dict(PLACES)[shelf.name], shelf.list_studies(), shelf.also),
        "title": title,
        "moved": {address.partition("#")[2]: address for address in shelf.also.values() if "#" in address},
    }
    menu = {"save-progress": "Save progress", "open-progress": "Open progress", "load": "Open a file"}
    page = ScriptPage(shelf.name, title, shelf.description, shelf.part, "shelf.js", "player", menu)
    _write_script_page(target, page, base_url, data)


def _write_chance_page(target: Path, base_url: str) -> None:
    """The shelf Chance, which needs no Python."""
    title = "Make-a-Million chances"
    data = {
        "pages": f"../app/{PLACEHOLDER}/{CHANCE}/",
        "shelf": chance_shelf(CHANCE_ALSO),
        "title": title,
        "moved": {"probability": CHANCE_ALSO["Probability lab"]},
    }
    about = "Probability with cards: guess, drag the picture, and see what is counted."
    _write_script_page(target, ScriptPage(CHANCE, title, about, "Pages", "chance.js", CHANCE), base_url, data)


def write_homework_page(target: Path, base_url: str) -> None:
    """The page on which students open class files and hand in. It needs no Python."""
    title = "Make-a-Million homework"
    about = "Open the class file that your teacher gave you, answer on any device, and hand in a text."
    page = ScriptPage(HOMEWORK, title, about, "Homework", "homework.js", HOMEWORK, {"load": "Open a file"})
    _write_script_page(target, page, base_url, {})


def write_teacher_page(target: Path, base_url: str, python: str) -> None:
    """The page on which teachers drop files: Python runs there, and nothing that is dropped leaves the browser."""
    title = "Make-a-Million for teachers"
    about = "Class lists from what your platform exports, and grades back into it, in your browser."
    page = ScriptPage(TEACHER, title, about, "Files", "teacher.js", TEACHER)
    _write_script_page(target, page, base_url, {"python": f"../app/{python}/"})


def _list_scripts(script: str) -> list[Path]:
    """Return all that a page with this script loads before it can begin."""
    entry = ROOM / "ui" / script
    return [WIDGETS / PLAYER, entry] if script in ONE_FILE else list_modules(entry)


def _write_script_page(target: Path, page: ScriptPage, base_url: str, data: dict[str, Any]) -> None:
    """A page that its script fills by itself, with `data`."""
    top = "../"
    body = _fill(
        "shelf.html",
        title=page.title,
        part=page.part,
        top=top,
        app=f"{top}app/{PLACEHOLDER}/",
        places=_list_places(top, page.name),
        menu=_make_menu(top, page.menu),
        script=page.script,
    )
    folder = target / page.name
    folder.mkdir()
    modules = _list_scripts(page.script)
    head = _write_data({"release": PLACEHOLDER, "service": f"{top}sw.js", **data})
    text = _frame(page.title, page.description, top, modules, body, base_url, f"{page.name}/", page.styles, head=head)
    (folder / "index.html").write_text(text, "utf-8")


def _write_data(data: dict[str, Any]) -> str:
    """Return the data for a page's script and, if the page has studies, the script that asks for one."""
    text = _dump(data).replace("<", "\\u003c")
    ahead = f"<script>{AHEAD}</script>\n" if "studies" in data else ""
    return f'<script type="application/json" id="page">{text}</script>\n{ahead}'


def _write_wall_page(target: Path, base_url: str) -> None:
    """The page for a projector, which needs no Python."""
    top, title = "../", "Make-a-Million on the wall"
    data = {
        "release": PLACEHOLDER,
        "service": f"{top}sw.js",
        "slides": f"{top}app/{PLACEHOLDER}/{WALL}/",
        "groups": list_groups(),
        "title": title,
    }
    body = _fill(
        "shelf.html",
        title=title,
        part="Questions",
        top=top,
        app=f"{top}app/{PLACEHOLDER}/",
        places=_list_places(top, ""),
        menu=_make_menu(top, {}),
        script="wall.js",
    )
    folder = target / WALL
    folder.mkdir()
    about = "A question for the whole class, large: count votes, then reveal the answer."
    text = _frame(title, about, top, _list_scripts("wall.js"), body, base_url, f"{WALL}/", WALL, head=_write_data(data))
    (folder / "index.html").write_text(text, "utf-8")


def _write_moved_page(target: Path, name: str, places: dict[str, str], base_url: str) -> None:
    """A page at an address that links and bookmarks still have: it leads on."""
    top, app = "../", f"../app/{PLACEHOLDER}/"
    body = _fill("moved.html", top=top, app=app, first=places[""], page=_dump(places))
    folder = target / name
    folder.mkdir()
    text = _frame("This page has moved", "It leads on.", top, (), body, base_url, f"{name}/")
    (folder / "index.html").write_text(text, "utf-8")


_SAVES = (
    '<dialog id="saves" aria-labelledby="saves-title"><h2 id="saves-title">Saved matches</h2>'
    '<p>They are saved in this browser only.</p><ul></ul><form method="dialog"><button>Close</button></form></dialog>\n'
)


def _make_menu(top: str, buttons: dict[str, str]) -> str:
    """The menu ⋯ of a page: its own buttons, and what leads to the others; beside it what is said of its work."""
    lines = (f'<button type="button" id="{name}">{label}</button>\n' for name, label in buttons.items())
    return _fill("menu.html", top=top, buttons="".join(lines))


def _list_places(top: str, current: str) -> str:
    return "".join(
        f'<a href="{top}{name}/"{" aria-current=page" if name == current else ""}>{title}</a>' for name, title in PLACES
    )


def _frame(
    title: str,
    about: str,
    top: str,
    modules: Iterable[Path],
    body: str,
    base_url: str,
    path: str,
    styles: str = "player",
    fetched: Iterable[str] = (),
    head: str = "",
) -> str:
    address = ""
    if base_url:
        page_url = html.escape(f"{base_url.rstrip('/')}/{path}")
        picture = html.escape(f"{base_url.rstrip('/')}/pictures/play.png")
        address = f'<link rel="canonical" href="{page_url}">\n<meta property="og:url" content="{page_url}">\n'
        address += f'<meta property="og:title" content="{html.escape(title)}">\n<meta property="og:image" content="{picture}">\n'
    preloads = "\n".join(
        f'<link rel="modulepreload" href="{top}app/{PLACEHOLDER}/modules/{module.relative_to(WIDGETS).as_posix()}">'
        for module in modules
    )
    preloads += "".join(f'\n<link rel="preload" href="{file}" as="fetch" crossorigin>' for file in fetched)
    return _fill(
        "frame.html",
        title=html.escape(title),
        description=html.escape(about),
        light=drawing.palette("light")["panel"],
        dark=drawing.palette("dark")["panel"],
        address=address,
        head=head,
        top=top,
        app=f"{top}app/{PLACEHOLDER}/",
        policy=POLICY,
        styles=styles,
        preloads=preloads,
        body=body,
    )


def _fill(name: str, **values: str) -> str:
    return Template((ROOM / "pages" / name).read_text("utf-8")).substitute(values)
