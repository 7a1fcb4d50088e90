"""What can be done now, and what can be read: plain data, from which buttons, keys, help and commands are made."""

from collections.abc import Mapping
from typing import Any, Literal, TypedDict

Side = Literal["help", "act", "header", "page", ""]
Value = str | int | bool


class Action(TypedDict):
    """Something that a person can do now.

    `text` is the button's, `short` where there is little room; with `is_icon` it shows the icon alone. `does` says it in the list of keys. `side` is the end of the dock
    where it stands, "header" or "page" where it stands elsewhere ("" for a key without a button). Of the buttons that find no room the one with the highest `rank` gives
    way first. `is_on` says of a switch whether it is on. `why_not` says why it can't be done now. `do` is the message to
    Python, or {"act": …} for what the browser does itself.
    """

    id: str
    text: str
    short: str
    does: str
    icon: str
    is_icon: bool
    key: str
    side: Side
    rank: int
    is_primary: bool
    is_on: bool | None
    why_not: str
    do: dict[str, Value]


class Tab(TypedDict):
    """Something that can be read: `parts` are the names of what stands in it, `empty` is said where there is nothing.

    `heading` stands over it where it `is_left`, open beside the table on a very wide screen; one that is `forward` is open until
    the person chooses another. `nav` orders the tabs of a narrow screen, whose first three have a place in the navigation.
    """

    id: str
    title: str
    heading: str
    empty: str
    parts: list[str]
    is_left: bool
    is_forward: bool
    nav: int


def make_action(
    id: str,
    text: str,
    do: Mapping[str, Any],
    *,
    does: str = "",
    short: str = "",
    icon: str = "",
    is_icon: bool = False,
    key: str = "",
    side: Side = "act",
    rank: int = 5,
    is_primary: bool = False,
    is_on: bool | None = None,
    why_not: str = "",
) -> Action:
    """Return an action; what is not given is usual.

    >>> make_action("undo", "Undo", {"do": "undo"}, key="u")["why_not"]
    ''
    """
    return {
        "id": id,
        "text": text,
        "short": short or text,
        "does": does or f"{text[0].lower()}{text[1:]}",
        "icon": icon,
        "is_icon": is_icon,
        "key": key,
        "side": side,
        "rank": rank,
        "is_primary": is_primary,
        "is_on": is_on,
        "why_not": why_not,
        "do": dict(do),
    }


def make_key(key: str, id: str, does: str, do: Mapping[str, Any], why_not: str = "") -> Action:
    """Return an action that has a key and no button."""
    return make_action(id, does, do, does=does, key=key, side="", why_not=why_not)


def make_step(
    id: str, text: str, do: Mapping[str, Any], icon: str, why_not: str, key: str = "", does: str = ""
) -> Action:
    """Return an icon that goes through a list: with a key one step; without one to an end, and it gives way sooner."""
    rank = 1 if key else 4
    return make_action(
        id, text, do, does=does, icon=icon, is_icon=True, key=key, side="help", rank=rank, why_not=why_not
    )


def make_tab(
    id: str,
    title: str,
    parts: list[str],
    *,
    heading: str = "",
    empty: str = "",
    is_left: bool = False,
    is_forward: bool = False,
    nav: int = 5,
) -> Tab:
    """Return a tab; what is not given is usual."""
    return {
        "id": id,
        "title": title,
        "heading": heading or title,
        "empty": empty,
        "parts": parts,
        "is_left": is_left,
        "is_forward": is_forward,
        "nav": nav,
    }
