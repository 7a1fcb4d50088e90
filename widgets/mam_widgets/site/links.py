"""The part of a page's address after `#`: what it opens, and the place in it."""

from collections.abc import Collection
from urllib.parse import parse_qsl, quote

from mam.support import packing
from mam.support.packing import pack as pack

_SHOWN_LETTERS = 40  # of what a person wrote, in a sentence
_DIGITS = 15  # of a number
PLACE = (
    "step",
    "branch",
    "under",
    "now",
)  # fields that say where in a record one stands; the others say what is opened


class LinkError(ValueError):
    """An address that cannot be opened; the message says why."""


def read_link(link: str, known: Collection[str]) -> dict[str, str]:
    """Return the fields of an address. Raises LinkError for a field that is not one of the `known`, and for one without a value.

    >>> read_link("deal=MN-0&step=3", ("deal", "step"))
    {'deal': 'MN-0', 'step': '3'}
    >>> read_link("nonsense", ("deal",))
    Traceback (most recent call last):
    mam_widgets.site.links.LinkError: Nothing on this page is called “nonsense”.
    """
    fields: dict[str, str] = {}
    for name, value in parse_qsl(link, keep_blank_values=True):
        if name not in known:
            raise LinkError(f"Nothing on this page is called “{shorten(name)}”.")
        if not value:
            raise LinkError(f"The link has nothing after “{name}=”: copy the whole link.")
        if name in fields:
            raise LinkError(f"The link has “{name}=” twice.")
        fields[name] = value
    if link and not fields:
        raise LinkError(f"Nothing on this page is called “{shorten(link)}”.")
    return fields


def read_number(fields: dict[str, str], name: str, what: str) -> int | None:
    """Return a whole number, 0 or more, of an address; None if it has none. Raises LinkError, which names it as `what`."""
    text = fields.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= _DIGITS):
        raise LinkError(f"{what} is a whole number, like 7, not “{shorten(text)}”.")
    return int(text)


def shorten(text: str) -> str:
    """Return a text of a person's as it is repeated in a sentence."""
    text_start = "".join(sign if sign.isprintable() else " " for sign in text[:_SHOWN_LETTERS])
    return text_start + ("…" if len(text) > _SHOWN_LETTERS else "")


def drop_place(link: str) -> str:
    """Return an address as it was opened, without the place in it.

    >>> drop_place("record=eJw&step=3")
    'record=eJw'
    """
    return "&".join(part for part in link.split("&") if part.partition("=")[0] not in PLACE)


def join_fields(*fields: tuple[str, object]) -> str:
    """Return fields of an address as text.

    >>> join_fields(("step", 3), ("under", "sweven+3-players"))
    'step=3&under=sweven%2B3-players'
    """
    return "&".join(f"{name}={quote(str(value), safe='')}" for name, value in fields)


def unpack(packed: str, base: str = "") -> str:
    """Return the text that `pack` was given. Raises LinkError for anything else."""
    try:
        return packing.unpack(packed, base)
    except ValueError:
        raise LinkError("This link is not complete: copy the whole link.") from None
