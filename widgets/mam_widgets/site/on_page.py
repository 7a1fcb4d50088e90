"""What a widget on a plain page can do beside being drawn: save itself, have an address, and be a file."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from mam.support.toml import PlacedError


class SaveError(ValueError):
    """A save of this browser that cannot be read; the message says what is wrong with it."""


class FileError(ValueError):
    """A file that cannot be opened here, or nothing to save in one; the message says why."""


@dataclass(frozen=True)
class PageActions:
    """How something leaves the page's Python: `save` takes a name, a text ("" deletes it) and a title for lists; `download` the
    name and the text of a file; `add_problems` a person's decisions for the shelf Problems, as JSON."""

    save: Callable[[str, str, str], None] = lambda _name, _text, _title: None
    download: Callable[[str, str], None] = lambda _name, _text: None
    add_problems: Callable[[str], None] = lambda _problems: None


@dataclass(frozen=True)
class Opening:
    """What a page opens: the fields of its address, the save that belongs to it (its name, and its text if there is one), and the stars of
    what was done in this browser."""

    fields: dict[str, str]
    name: str = ""
    text: str | None = None
    page_actions: PageActions = PageActions()
    is_new: bool = False  # whether it is saved at once, and dealt at random
    stars: Mapping[str, int] = field(default_factory=dict)


class OnPage:
    """A widget on a page; without more, one that saves nothing and that only the page's own address opens."""

    save_name = ""  # under which it is saved now

    def write_address(self, opened: str) -> str:
        """Return what follows `#` in the address of what is shown now: `opened` is what followed it when this was opened,
        without the place in it."""
        return opened

    def write_link(self, opened: str) -> str:
        """Return what follows `#` in an address that shows this in another browser, too; "" for the page itself."""
        return opened

    def export(self) -> tuple[str, str]:
        """Return the name and the text of a file with this. Raises FileError where there is nothing to save."""
        raise FileError("A lab has nothing to save. To share it, use “Copy link”.")

    def report_trouble(self, sentence: str) -> None:
        """Say why the browser saves nothing, "" if it does."""


def describe_fault(error: PlacedError) -> str:
    """Return what is wrong with a file of this program, as a sentence for people."""
    where = f" (line {error.line})" if error.line else ""
    if error.fault.startswith("this is not valid TOML"):
        return f"the file is damaged{where}."
    return f"{error.fault.rstrip('.')}{where}."
