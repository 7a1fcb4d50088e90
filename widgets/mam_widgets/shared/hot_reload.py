"""Hot reload, for whoever works on the widgets: with ANYWIDGET_HMR=1 an open widget reloads its files when one changes."""

import os
import sys
import threading
import time
import weakref
from pathlib import Path
from typing import Protocol

from mam_widgets.shared.background import TURN


class Reloadable(Protocol):
    """A widget that can read its files again; raises OSError or ValueError for files that cannot be joined."""

    def reload(self) -> None: ...


_INTERVAL = 0.5  # seconds between two looks at the files
_open_widgets: "weakref.WeakSet[Reloadable]" = weakref.WeakSet()
_watcher: threading.Thread | None = None


def is_hot() -> bool:
    """Return whether files are to be read again: the environment variable that anywidget uses says so."""
    return os.environ.get("ANYWIDGET_HMR") == "1"


def reload_on_change(widget: Reloadable) -> None:
    """Send a widget its script and style again whenever a file of the widgets changes, as long as it is in use."""
    global _watcher
    _open_widgets.add(widget)
    if _watcher is None:
        _watcher = threading.Thread(target=_watch, name="mam hot reload", daemon=True)
        _watcher.start()


def reload_now() -> None:
    """Read the files of all open widgets again. A file that cannot be joined is reported, and the widget stays as it was."""
    with TURN:
        for widget in list(_open_widgets):
            try:
                widget.reload()
            except (OSError, ValueError) as error:
                print(f"not reloaded: {error}", file=sys.stderr)


def _watch() -> None:
    before = _newest()
    while True:
        time.sleep(_INTERVAL)
        if (newest := _newest()) != before:
            before = newest
            reload_now()


def _newest() -> float:
    rooms = Path(__file__).parents[1]
    files = (path for pattern in ("*.js", "*.css") for path in rooms.rglob(pattern))
    return max(path.stat().st_mtime for path in files)
