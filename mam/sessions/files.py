"""The file that a session is saved in. Another program, notebook or cell may have it open, too."""

from itertools import count
from pathlib import Path

from mam.sessions.heading import MAX_BYTES, SessionError
from mam.sessions.session import Session
from mam.support.data_files import write_file
from mam.support.toml import read_text


class SessionFile:
    """A file in which one session is saved again and again.

    What another session has written there meanwhile is never overwritten: then this session continues in a new file beside it.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._text = _read(self.path)  # what was in the file when this session last read or wrote it

    @classmethod
    def put_aside(cls, path: str | Path) -> Path | None:
        """Rename a file that holds no session, and return its new name; None if it holds one, or does not exist."""
        path = Path(path)
        try:
            Session.load(path)
        except FileNotFoundError:
            return None
        except SessionError:
            return path.rename(_free_name(path, "-unreadable"))
        return None

    def load(self) -> Session:
        """Read the session. Raises SessionError with the place of the fault, OSError if the file cannot be opened."""
        text = read_text(self.path, MAX_BYTES, SessionError)
        session = Session.loads(text, self.path.name)
        self._text = text
        return session

    def save(self, session: Session) -> Path | None:
        """Save the session, if it has changed. Return the file it was saved in before, if that was changed elsewhere.

        Raises OSError when it cannot be written.
        """
        text, moved = session.dumps(), None
        if text == self._text and self.path.exists():
            return None
        if _read(self.path) not in (self._text, text, None):
            moved, self.path = self.path, _free_name(self.path)
        write_file(self.path, text, new=moved is not None)
        self._text = text
        return moved


def _read(path: Path) -> str | None:
    """Return the text of a file, or None if there is no file. Bytes that are not text never equal a session's text."""
    try:
        return path.read_text("utf-8", errors="replace")
    except OSError:
        return None


def _free_name(path: Path, mark: str = "") -> Path:
    """Return a name beside a file that nothing has yet."""
    names = (path.with_name(f"{path.stem}{mark}-{number}{path.suffix}") for number in count(1 if mark else 2))
    return next(name for name in names if not name.exists())
