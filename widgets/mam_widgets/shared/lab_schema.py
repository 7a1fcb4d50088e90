"""What the scenes of both labs share: a finding, the trumps to choose from, and how far work in the background is."""

from typing import NotRequired, TypedDict


class Work(TypedDict):
    """How far the work in the background is; `proportion` is from 0 to 1."""

    proportion: float
    text: str


class TrumpChoice(TypedDict):
    """A trump in a menu; `color` is the letter by which it is drawn."""

    code: str
    color: str
    text: str
    is_chosen: NotRequired[bool]


class Finding(TypedDict):
    """A headline, and the same where there is less room."""

    text: str
    short: str
