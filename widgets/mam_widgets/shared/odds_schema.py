"""What the scene says about the unseen cards: where each of them may be, with probabilities."""

from typing import NotRequired, TypedDict


class OddsPlace(TypedDict):
    """A hand, the nest or the stock, with the number of its unseen cards."""

    id: str
    name: str
    size: int


class OddsCell(TypedDict):
    """The probability that a card is in a place: "23%", and as a number for the shade; `margin` is "± 2%" where it is simulated."""

    text: str
    probability: float
    margin: NotRequired[str]


class OddsCard(TypedDict):
    """An unseen card with a cell for each place; with two unseen `copies`, a cell is about each of them."""

    code: str
    copies: int
    cells: list[OddsCell]


class OddsRow(TypedDict):
    """The unseen cards of a color; "" is the animals."""

    color: str
    name: str
    cards: list[OddsCard]


class Odds(TypedDict):
    """The unseen cards by color against the places where they may be, as the person called `viewer` knows them.

    `sentence` says which deals are possible.

    In a scene it is None as long as nobody looks at it.
    """

    places: list[OddsPlace]
    rows: list[OddsRow]
    viewer: str
    sentence: str
    is_sampled: bool
