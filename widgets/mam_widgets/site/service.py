"""Complete a site: its scripts move into a folder with the name of what they are, and the service worker gets a list of all files.

A page never runs scripts of one release with the Python of another: both lie in `app/RELEASE/`, and every release has a name of its own.
The service worker is made of Workbox, which compares each file with the hash in the list.
"""

import base64
import hashlib
import json
import re
from collections.abc import Sequence
from pathlib import Path

from mam_widgets.site.archive import CORE

PLACEHOLDER = "RELEASE"  # stands in the pages, and as the name of the folder, until all files are there
_LIBRARIES = (
    "workbox-core",
    "workbox-routing",
    "workbox-strategies",
    "workbox-precaching",
)  # each needs those before it
_SOURCE = Path(__file__).parent / "ui" / "service.js"
_SHELL = ("index.html", "offline.html", "start.js", "icon.svg", "manifest.webmanifest")


def seal(target: Path, libraries: Path, pages: Sequence[str], release: str = PLACEHOLDER) -> str:
    """Name the release that lies in `target`, write its service worker `sw.js`, and return the name.

    `pages` are the folders of the pages with a widget, `release` is what the pages call the release so far. Workbox comes from the
    packages in the folder `libraries`. Raises ValueError, naming what to provide, when one is missing.
    """
    runtime = _read_libraries(libraries)
    folder = target / "app" / release
    name = _hash_folder(folder)
    folder.rename(target / "app" / name)
    for page in ("index.html", "offline.html", *(f"{page}/index.html" for page in pages)):
        path = target / page
        path.write_text(path.read_text("utf-8").replace(release, name), "utf-8")
    files = _list_files(target, name, pages)
    head = f"self.RELEASE = {json.dumps(name)};\nself.FILES = {json.dumps(files, indent=0)};\n"
    (target / "sw.js").write_text(runtime + head + _SOURCE.read_text("utf-8"), "utf-8")
    return name


def _hash_folder(folder: Path) -> str:
    """Return a name for exactly these files."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:12]


def _list_files(target: Path, release: str, pages: Sequence[str]) -> dict[str, list[dict[str, str | None]]]:
    """Return the files of the site by what needs them: every page, the front page, the shelves, and Python."""
    app = target / "app" / release
    lock = json.loads((app / "pyodide-lock.json").read_text("utf-8"))
    pyodide = target / "app" / f"pyodide-{lock['info']['version']}"
    wheels = [pyodide / package["file_name"] for package in lock["packages"].values()]
    core = [pyodide / name for name in CORE]
    shell = [target / name for name in (*_SHELL, *(f"{page}/index.html" for page in pages))]
    shell += [*(app / "modules").rglob("*.js"), *app.glob("*.css")]
    studies = [
        *(app / "studies").rglob("*.json"),
        *(app / "chance").glob("*.json"),
    ]  # not in the shell: hundreds of files would keep a first visit waiting
    front = [app / "trick.svg", *(target / "pictures").iterdir()]
    python = [app / "mam.zip", app / "pyodide-lock.json", *core, *wheels]
    groups = {"shell": shell, "front": front, "studies": studies, "python": python}
    return {name: [_describe(target, path) for path in sorted(paths)] for name, paths in groups.items()}


def _describe(target: Path, path: Path) -> dict[str, str | None]:
    """Return Workbox's entry for a file. What lies in `app` has its version in its address; anything else needs a revision."""
    digest = hashlib.sha256(path.read_bytes())
    url = path.relative_to(target).as_posix()
    return {
        "url": url,
        "revision": None if url.startswith("app/") else digest.hexdigest()[:16],
        "integrity": f"sha256-{base64.b64encode(digest.digest()).decode()}",
    }


def _read_libraries(folder: Path) -> str:
    """Return Workbox's scripts as its packages bring them, below their license."""
    scripts = [folder / name / "build" / f"{name}.prod.js" for name in _LIBRARIES]
    license = folder / _LIBRARIES[0] / "LICENSE"
    if missing := [path.relative_to(folder).parts[0] for path in (*scripts, license) if not path.is_file()]:
        raise ValueError(f"{folder} has no {', '.join(dict.fromkeys(missing))}: run “npm ci”")
    texts = [re.sub(r"//# sourceMappingURL=.*", "", path.read_text("utf-8")).strip() for path in scripts]
    return "\n".join([f"/*! Workbox\n\n{license.read_text('utf-8').strip()}\n*/", *texts, ""])
