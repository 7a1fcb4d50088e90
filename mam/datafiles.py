"""Where the project's data lies: one answer for a checkout, an editable install and a wheel."""

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
