"""The browser's files: ES modules and style sheets in the rooms, joined to the one of each that a widget gets.

A widget is one ES module for anywidget, without a build step and without a network. So the imports of its `widget.js` are
followed here when its class is made: each file becomes a function that returns its exports, in an order in which every file
stands after those that it imports from. Names of two files cannot collide.
"""

import json
import os
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from mam import drawing
from mam.rules.cards import ALL_CARDS, UNSEEN
from mam.rules.tricks import BULL_EFFECTS
from mam.scenes import list_facts
from mam_widgets.shared import offers

UI = Path(__file__).with_name("ui")

_IMPORT = re.compile(r'^import (?:\{([^}]*)\}|(\w+)) from "(\.[^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:function|async function|const|class) (\w+))", re.MULTILINE)
_DEFAULT = re.compile(r"^export default ", re.MULTILINE)
_COMMENT = re.compile(r"^[ \t]*(?://.*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)\n", re.MULTILINE)
_STRAY = re.compile(r"^\s*(import\b(?! *\().*|export\b.*)", re.MULTILINE)
_STYLE_IMPORT = re.compile(r'^@import "(\.[^"]+)";\n', re.MULTILINE)


@cache
def art() -> Mapping[Path, str]:
    """Return the modules that no file holds: the card art, which `mam.drawing` makes, what each card is, and what is offered on the pages
    of each shelf."""
    shapes = {
        "FACES": {card.code: drawing.draw_face(card.code, list_facts(card)) for card in (*ALL_CARDS, UNSEEN)},
        "SHAPES": drawing.shapes(),
        "EFFECT_PATHS": {effect: drawing.effect_path(effect) for effect in BULL_EFFECTS},
        "COLOR_SIGNS": drawing.color_signs(),
        "ANIMAL_SIGNS": drawing.animal_signs(),
        "CARD_FACTS": {card.code: list_facts(card) for card in (*ALL_CARDS, UNSEEN)},
    }
    module = "".join(f"export const {name} = {json.dumps(data)};\n" for name, data in shapes.items())
    rooms = sorted(path.parent for path in UI.parents[1].glob(f"*/{offers.FILE}"))
    return {UI / "art.js": module, **{room / "offers.js": offers.read_offers(room).script() for room in rooms}}


def strip_comments(text: str) -> str:
    """Return JavaScript or CSS without the lines that are only comments: people read them in the files; browsers need not download them.

    >>> strip_comments("/* How many\\n   cards. */\\nconst size = 3; // of a nest\\n")
    'const size = 3; // of a nest\\n'
    """
    return _COMMENT.sub("", text)


def join_script(entry: Path, generated: Mapping[Path, str] | None = None, apart: Iterable[Path] = ()) -> str:
    """Return one ES module: the file `entry`, whose default export it exports, if it has one, and all that it imports.

    `generated` are texts that stand for files; of the files `apart` the default export is imported, as before. Raises ValueError, naming
    the file, for an import of what is not exported, for imports in a circle, and for any import or export that is not one of these:

        import { one, two } from "./file.js";
        import whole from "./file.js";
        export function …, export async function …, export const …, export class …, export default …
    """
    joined_modules = _JoinedModules(entry, art() if generated is None else generated, apart)
    name = joined_modules.add(entry.resolve())
    ending = [f"export default {name}.default;\n"] if joined_modules.has_default(entry.resolve()) else []
    return "\n".join([*joined_modules.imports, *joined_modules.texts, *ending])


class _JoinedModules:
    """The files joined so far."""

    def __init__(self, entry: Path, generated: Mapping[Path, str], apart: Iterable[Path] = ()) -> None:
        self._folder = entry.resolve().parent  # where the whole will lie
        self._generated = {path.resolve(): text for path, text in generated.items()}
        self._apart = {path.resolve() for path in apart}
        self.names: dict[Path, str] = {}  # what each file is called in the whole
        self._exports: dict[Path, set[str]] = {}
        self._open: list[Path] = []  # the files whose imports are being followed
        self.imports: list[str] = []  # of the files that stay apart
        self.texts: list[str] = []

    def has_default(self, path: Path) -> bool:
        """Return whether a file that was added has a default export."""
        return "default" in self._exports[path]

    def add(self, path: Path) -> str:
        """Add a file, after all that it imports, and return what it is called."""
        if path in self.names:
            return self.names[path]
        if path in self._apart:
            name = self.names[path] = f"$module{len(self.names)}"
            self._exports[path] = {"default"}
            address = f"./{Path(os.path.relpath(path, self._folder)).as_posix()}"
            self.imports.append(f'import * as {name} from "{address}";\n')
            return name
        if path in self._open:
            circle = " imports ".join(file.name for file in (*self._open[self._open.index(path) :], path))
            raise ValueError(f"imports in a circle: {circle}")
        self._open.append(path)
        text = self._generated[path] if path in self._generated else path.read_text("utf-8")
        text = strip_comments(text)
        text = _IMPORT.sub(lambda match: self._import(path, match), text)
        exports = {name: name for _, name in _EXPORT.findall(text)}
        text = _EXPORT.sub(r"\1", text)
        if _DEFAULT.search(text):
            text, exports["default"] = _DEFAULT.sub("const $default = ", text, count=1), "$default"
        if stray := _STRAY.search(text):
            raise ValueError(f"{path.name}: not an import or export that can be followed: {stray[1]}")
        self._open.pop()
        name = self.names[path] = f"$module{len(self.names)}"
        self._exports[path] = set(exports)
        returned = ", ".join(f"{public}: {local}" for public, local in exports.items())
        self.texts.append(f"// {path.name}\nconst {name} = (() => {{\n{text}\nreturn {{ {returned} }};\n}})();\n")
        return name

    def _import(self, path: Path, match: re.Match[str]) -> str:
        source = (path.parent / match[3]).resolve()
        joined = self.add(source)
        if whole := match[2]:
            if not self.has_default(source):
                raise ValueError(f"{path.name} imports {whole} from {source.name}, which exports nothing by default")
            return f"const {whole} = {joined}.default;\n"
        names = [name.strip() for name in match[1].split(",") if name.strip()]
        if missing := [name for name in names if name not in self._exports[source]]:
            raise ValueError(f"{path.name} imports {', '.join(missing)}, which {source.name} does not export")
        return f"const {{ {', '.join(names)} }} = {joined};\n"


def join_all_styles() -> str:
    """Return the style sheet that every widget gets: the rules of all, each under its widget's root.

    So a page with several widgets has the same rules in the same order as a page with one, whichever comes last.
    """
    return join_styles(sorted(UI.parents[1].glob("*/widget.css")))


def join_styles(entries: Iterable[Path]) -> str:
    """Return one style sheet: the colors, then each file after all that it imports (`@import "./file.css";`), what they share once."""
    visited: list[Path] = []
    return drawing.css() + "\n".join(part for entry in entries for part in _follow_styles(entry.resolve(), visited))


def list_modules(entry: Path) -> list[Path]:
    """Return the file `entry` after all that it imports, as a page fetches them."""
    joined_modules = _JoinedModules(entry, art())
    joined_modules.add(entry.resolve())
    return [*joined_modules.names]


def _follow_styles(path: Path, visited: list[Path]) -> list[str]:
    if path in visited:
        return []
    visited.append(path)
    text = strip_comments(path.read_text("utf-8"))
    imported = [
        part for name in _STYLE_IMPORT.findall(text) for part in _follow_styles((path.parent / name).resolve(), visited)
    ]
    return [*imported, _STYLE_IMPORT.sub("", text)]
