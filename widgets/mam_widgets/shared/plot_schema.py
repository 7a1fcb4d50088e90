"""What a scene says about a plot: its axes, points and lines, and the same in words."""

from typing import Literal, NotRequired, TypedDict


class Axis(TypedDict):
    """An axis of a plot; `percent` writes proportions in percent."""

    label: str
    percent: NotRequired[bool]


class Point(TypedDict):
    """A point of a plot, with its interval where there is one. `label` is written over a bar, or at the end of a line; `what` and
    `why` are what is said of the point when it is read."""

    x: float
    y: float
    low: NotRequired[float]
    high: NotRequired[float]
    text: NotRequired[str]
    label: NotRequired[str]
    what: NotRequired[str]
    why: NotRequired[str]


class Series(TypedDict):
    """The points of one line; `code` is the color of the game that it is drawn in, `is_best` marks the recommended one, and at
    `even_bid` it has a chance of one half."""

    name: str
    points: list[Point]
    code: NotRequired[str]
    is_best: NotRequired[bool]
    even_bid: NotRequired[int | None]


class Spot(TypedDict):
    """A point that is marked on a plot."""

    x: float
    y: float
    kind: Literal["even", "limit", "guess"]
    text: str


class RuleLine(TypedDict):
    """A straight line across a plot, with its label."""

    axis: Literal["x", "y"]
    value: float
    label: str


class PlotRows(TypedDict):
    """The numbers of a plot as text."""

    columns: list[str]
    rows: list[list[str]]


class Plot(TypedDict):
    """A plot with the sentence and the table that say the same. Its title is what it shows, `name` is what it is about."""

    key: str
    kind: Literal["curve", "bars", "running"]
    title: str
    short: NotRequired[str]
    name: NotRequired[str]
    description: str
    x: Axis
    y: Axis
    series: list[Series]
    rules: list[RuleLine]
    marks: NotRequired[list[Spot]]
    table: PlotRows
