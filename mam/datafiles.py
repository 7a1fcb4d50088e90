"""Files: where the project's data lies (in a checkout, an editable install and a wheel), and writing one as a whole."""

import os
import secrets
from functools import cache
from pathlib import Path


def _beside(name: str) -> Path:
    """A folder shipped inside the package (a wheel) or beside it (a checkout)."""
    package = Path(__file__).resolve().parent
    for folder in (package / name, package.parent / name):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"mam cannot find its {name}/ folder in {package} or beside it: reinstall mam")


@cache
def data_folder() -> Path:
    """The folder with rules, records and visual tokens.

    Raises FileNotFoundError when an installation lost it.

    >>> (data_folder() / "rules" / "documents.toml").is_file()
    True
    """
    return _beside("data")


@cache
def notebooks_folder() -> Path:
    """The folder with the lessons; raises FileNotFoundError when an installation lost it."""
    return _beside("notebooks")


def write_whole(path: str | Path, text: str, encoding: str = "utf-8") -> None:
    """Write a file; one that stands there is replaced only when the new one is complete and on the disk, whatever the moment of a
    power cut. Raises OSError when it cannot.
    """
    path = Path(path)
    temporary = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
    try:
        with open(temporary, "x", encoding=encoding, newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
