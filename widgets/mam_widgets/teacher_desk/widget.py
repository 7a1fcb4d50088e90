"""The page Teacher in Jupyter: files are dropped, and the class list or the grades are saved in a folder."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from mam import drawing
from mam_widgets.shared.assets import join_script
from mam_widgets.teacher_desk.dropped_files import work

_ROOM = Path(__file__).parent
_MOST_BYTES = 8_000_000  # of all files together: Jupyter takes no longer message
_NAMES = ("page", "panel", "line", "text", "muted", "accent", "danger")
_COLORS = "".join(f"--{name}:var(--mam-{name});" for name in _NAMES)
_HAIR = "--hair:color-mix(in srgb, var(--line) 34%, var(--panel));"


class TeacherDesk(anywidget.AnyWidget):
    """A place to drop files. What comes of them is saved in `folder`, each time in a new folder `teacher-1`, `teacher-2`, …"""

    _esm = join_script(_ROOM / "widget.js")
    _css = f"{drawing.css()}.mam-root:has(> .mam-desk) {{{_COLORS}{_HAIR}}}\n{(_ROOM / 'desk.css').read_text('utf-8')}"

    most_bytes = traitlets.Int(_MOST_BYTES).tag(sync=True)

    def __init__(self, folder: str | Path = ".") -> None:
        self.folder = Path(folder)
        super().__init__()
        self.on_msg(lambda _widget, message, files: self.send(self.handle_files(message, files)))

    def handle_files(self, message: Mapping[str, Any], files: Sequence[bytes | memoryview]) -> dict[str, Any]:
        """Work with files by their names, as the page sends them; returns what the page shows."""
        result = work([*zip(message["names"], files, strict=True)], message["scale"], message["name"])
        shown_result = {**result, "files": [(name, "") for name, _ in result["files"]]}
        if result["fault"]:
            return shown_result
        try:
            return {**shown_result, "folder": str(self._save(result["files"]))}
        except OSError as error:
            return {**shown_result, "fault": f"The results could not be saved: {error}"}

    def _save(self, files: Sequence[tuple[str, bytes]]) -> Path:
        """Write files into a new folder that only its owner can read, and return it."""
        number = 1
        while (folder := self.folder / f"teacher-{number}").exists():
            number += 1
        folder.mkdir(parents=True, mode=0o700)
        for name, content in files:
            (folder / name).write_bytes(content)
        return folder.resolve()


def teacher(folder: str | Path = ".") -> TeacherDesk:
    """Return a page on which teachers drop files: an export of the class makes a class list; an assignment, its class key and what was
    collected make grades and a report. What comes of them is saved in `folder`.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     desk = teacher(folder)
    ...     shown = desk.handle_files({"names": ["names.txt"], "scale": "", "name": "9b"}, [b"Ann Smith\\nBen Okafor\\n"])
    ...     sorted(path.name for path in Path(folder, "teacher-1").iterdir())
    ['class.toml']
    """
    return TeacherDesk(folder)
