"""The look of charts, and their display as pictures, drawn without a network.

Importing this makes altair show its charts as pictures, so that they are visible in a notebook without a kernel or
exported to HTML: one for a light and one for a dark theme (the page shows the one that fits), each with the chart's
description as its alternative text. A PNG stands in where HTML is not trusted. Where vl-convert cannot be installed (Python in a
browser), the notebook draws the chart.
"""

import base64
import html
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

import altair as alt
import pandas as pd

from mam.drawing import FONT, palette
from mam.drawing.tokens import emblem_path
from mam.rules.cards import Card, Color, NoTrump, Suit, Trump
from mam.text.notation import NotationError, parse_trump

try:
    import vl_convert as vlc
except ImportError:
    vlc = None  # type: ignore[assignment]

Chart: TypeAlias = alt.LayerChart | alt.FacetChart | alt.VConcatChart

COLORS = palette("light")

# For more than two accounts: six colors and six dashes; no two of ten lines share both.
EXTRA_COLORS = ["#6B4FA0", "#0F766E", "#A8326E", "#59635E"]
DASHES = [[1, 0], [7, 4], [2, 3], [10, 3, 2, 3], [4, 4], [12, 4]]
SHAPES = ["circle", "square", "triangle-up", "diamond", "cross", "triangle-down"]
RAMP = ["#E3ECFA", "#A9C6F2", "#6699E3", "#1F55B5", "#0E2F6E"]  # for heat maps; also ordered in gray

LOOK: dict[str, Any] = {
    "background": COLORS["panel"],
    "padding": 12,
    "font": FONT,
    "view": {"stroke": None},
    "title": {"anchor": "start", "fontSize": 16, "fontWeight": 600, "color": COLORS["text"], "offset": 12}
    | {"subtitleFontSize": 13, "subtitleColor": COLORS["muted"]},
    "axis": {"labelFontSize": 12, "titleFontSize": 13, "titleFontWeight": 600, "gridOpacity": 0.35}
    | dict.fromkeys(("gridColor", "domainColor", "tickColor"), COLORS["line"])
    | dict.fromkeys(("labelColor", "titleColor"), COLORS["text"]),
    "axisX": {"grid": False},
    "line": {"strokeWidth": 2.5},
    "text": {"fontSize": 12},
}
# For all charts but that of a round.
_EXTRA_LOOK: dict[str, Any] = {
    "title": LOOK["title"] | {"subtitlePadding": 4},
    "header": {"labelFontSize": 13, "labelFontWeight": 600, "labelColor": COLORS["text"], "title": None},
    "text": {"fontSize": 12, "color": COLORS["text"]},
    "axisY": {"labelPadding": 6},
}


# What changes in the dark: the colors of the theme, and those that would not be seen on a dark panel.
_IN_THE_DARK = (
    {
        COLORS[name]: palette("dark")[name]
        for name in (
            "panel",
            "line",
            "text",
            "muted",
            "accent",
            "casing",
            "win",
            "danger",
            "ok",
            "sideA",
            "sideB",
            "out",
        )
    }
    | dict(zip(EXTRA_COLORS, ["#B7A0E8", "#4FC3B7", "#F08CB8", "#B4BFB8"], strict=True))
    | dict(zip(RAMP, ["#24364F", "#2B4F8A", "#3D6FC0", "#7FB0FF", "#C9DDFB"], strict=True))
    | {COLORS["B"]: "#98A39D", COLORS["R"]: "#E0626F"}
)
# Whose theme is dark: JupyterLab's, the site's, VS Code's; elsewhere the reader's.
_STYLE = (
    ".mam-chart>img{max-width:100%}.mam-chart>.mam-dark{display:none}"
    ":is(body[data-jp-theme-light=false],html[data-theme=dark],body.vscode-dark) .mam-chart>.mam-dark{display:inline}"
    ":is(body[data-jp-theme-light=false],html[data-theme=dark],body.vscode-dark) .mam-chart>.mam-light{display:none}"
    "@media(prefers-color-scheme:dark){html:not([data-theme=light]):not([data-theme=dark]) "
    "body:not([data-jp-theme-light]):not(.vscode-light):not(.vscode-dark) .mam-chart>.mam-dark{display:inline}"
    "html:not([data-theme=light]):not([data-theme=dark]) "
    "body:not([data-jp-theme-light]):not(.vscode-light):not(.vscode-dark) .mam-chart>.mam-light{display:none}}"
)


def _as_picture(spec: dict[str, Any], **_: Any) -> dict[str, str]:
    """Render for altair: a light and a dark SVG where the front end trusts HTML, otherwise PNG, with the description as text."""
    description = spec.get("description", "chart")
    pictures = {"light": vlc.vegalite_to_svg(spec), "dark": vlc.vegalite_to_svg(_darken(spec))}
    images = "".join(
        f'<img class="mam-{theme}" alt="{html.escape(description, quote=True)}" src="{_as_address(svg)}">'
        for theme, svg in pictures.items()
    )
    return {
        "text/html": f'<style>{_STYLE}</style><div class="mam-chart">{images}</div>',
        "image/png": base64.b64encode(vlc.vegalite_to_png(spec, scale=1)).decode(),
        "text/plain": description,
    }


def _darken(spec: dict[str, Any]) -> dict[str, Any]:
    """Return the chart in the colors of the dark theme."""
    pattern = re.compile("|".join(map(re.escape, _IN_THE_DARK)), re.IGNORECASE)
    text = pattern.sub(lambda match: _IN_THE_DARK[match[0].upper()], json.dumps(spec))
    dark: dict[str, Any] = json.loads(text)
    return dark


def _as_address(svg: str) -> str:
    """Return a picture as an address that holds it, readable as text."""
    return html.escape("data:image/svg+xml;utf8," + svg.replace("%", "%25").replace("#", "%23"), quote=True)


alt.renderers.register("mam-picture", _as_picture)
alt.renderers.enable("mam-picture" if vlc is not None else "mimetype")


def style_chart(chart: Any, title: str, subtitle: str | Sequence[str], description: str, source: str = "") -> Chart:
    """Return the chart with the common look, its title and subtitle, description and source."""
    lines = [subtitle] if isinstance(subtitle, str) else list(subtitle)
    lines += [f"Source: {source}"] if source else []
    heading = alt.TitleParams(title, subtitle=[line for line in lines if line])
    result: Chart = chart.properties(title=heading, description=description).configure(**LOOK | _EXTRA_LOOK)
    return result


def select_columns(table: object, columns: Iterable[str], name: str, *, optional: str = "") -> pd.DataFrame:
    """Return a copy of these columns, and of an optional one. Raises ValueError for a missing column or an empty table."""
    required = list(columns)
    if not isinstance(table, pd.DataFrame):
        raise ValueError(
            f"{name} needs a table (pandas) with the columns {', '.join(required)}, not {type(table).__name__}"
        )
    missing = [column for column in required if column not in table.columns]
    if missing:
        raise ValueError(f"{name} needs the columns {', '.join(required)}: {', '.join(missing)} is missing")
    if table.empty:
        raise ValueError(f"{name}: the table has no rows, so there is nothing to chart")
    return table[required + [column for column in table.columns if column == optional]].copy()


def format_value(value: object) -> str:
    """Format an alternative or a value: the word of a trump, the cards of a discard, the parts of a split.

    >>> from mam.rules.cards import PACK, Color
    >>> format_value(Color.RED), format_value(PACK[:2]), format_value((5, 4, 2)), format_value("pass")
    ('Red', 'R40 R30', '5-4-2', 'pass')
    """
    if isinstance(value, Color | Suit | NoTrump):
        return value.word
    if isinstance(value, tuple):
        return (" " if any(isinstance(part, Card) for part in value) else "-").join(map(str, value))
    return str(value)


def format_percent(proportion: float) -> str:
    """Format a proportion in percent; a small one is never shown as 0%, and one below 1 never as 100%.

    >>> format_percent(0.23636), format_percent(0.5), format_percent(0.0004), format_percent(0.99997), format_percent(1)
    ('23.6%', '50%', '0.04%', '>99.9%', '100%')
    """
    if 0.9995 <= proportion < 1:
        return ">99.9%"
    if 0 < proportion < 0.00005:
        return "<0.01%"
    digits = 2 if 0 < proportion < 0.001 else 1
    return f"{100 * proportion:.{digits}f}".removesuffix(".0") + "%"


def format_number_range(counts: Iterable[float], noun: str) -> str:
    """Format a count, or the range of several counts.

    >>> format_number_range([1000, 1000], "simulated deals"), format_number_range([900, 1200], "deals")
    ('1,000 simulated deals', '900 to 1,200 deals')
    """
    sizes = sorted(int(count) for count in counts)
    return f"{sizes[0]:,} {noun}" if sizes[0] == sizes[-1] else f"{sizes[0]:,} to {sizes[-1]:,} {noun}"


def spread_apart(places: Sequence[float], gap: float) -> list[float]:
    """Move positions apart where they are closer than the gap, keeping their order.

    >>> spread_apart([1, 1, 5], 2)
    [0.0, 2.0, 5.0]
    """
    order = sorted(range(len(places)), key=places.__getitem__)
    groups: list[list[int]] = []

    def middle(group: list[int]) -> float:
        return sum(places[index] for index in group) / len(group)

    def first(group: list[int]) -> float:
        return middle(group) - gap * (len(group) - 1) / 2

    for index in order:
        groups.append([index])
        while len(groups) > 1 and first(groups[-1]) - first(groups[-2]) < gap * len(groups[-2]):
            last_group = groups.pop()
            groups[-1] += last_group
    positions = dict.fromkeys(range(len(places)), 0.0)
    for group in groups:
        positions |= {index: first(group) + gap * n for n, index in enumerate(group)}
    return [float(positions[index]) for index in range(len(places))]


# Card colors


def name_trump(trump: Trump | str) -> tuple[str, str]:
    """Return the word for a trump and its letter ("" for no trump); other text stays as it is.

    >>> name_trump("B"), name_trump("NT+"), name_trump("auto")
    (('Black', 'B'), ('no trump, Tiger highest', ''), ('auto', ''))
    """
    try:
        parsed_trump = parse_trump(trump) if isinstance(trump, str) else trump
    except NotationError:
        return str(trump), ""
    letter = str(parsed_trump.value)
    return parsed_trump.word, letter if len(letter) == 1 else ""


def find_emblem(letter: str) -> str:
    """Return the emblem of a color as a Vega shape in a box of 2 by 2; a circle if there is none."""
    if not letter:
        return "circle"
    return "".join(_scale_command(*step) for step in re.findall(r"([A-Za-z])([^A-Za-z]*)", emblem_path(letter)))


def _scale_command(command: str, numbers: str) -> str:
    values = re.findall(r"-?(?:\d+\.?\d*|\.\d+)", numbers)
    unscaled = (2, 3, 4) if command in "Aa" else ()  # an arc's angle and flags are not lengths
    return command + " ".join(_scale(values, unscaled))


def _scale(values: Sequence[str], unscaled: Sequence[int]) -> Iterator[str]:
    for index, value in enumerate(values):
        yield value if index % 7 in unscaled else f"{float(value) / 12:.4f}"
