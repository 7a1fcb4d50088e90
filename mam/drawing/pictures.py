"""The static picture of a scene: what a saved notebook, a page or a printout shows of a table.

A scene is plain JSON data. The picture paints its own surface, has no style sheet and no CSS variables,
and is the same bytes in every run.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from mam.drawing.card_faces import PLACEHOLDER, list_needed_shapes, prefix_ids, with_bull_effect
from mam.drawing.parts import DIM, box, hatch
from mam.drawing.tokens import FONT, resolve
from mam.drawing.wide import wide_picture
from mam.drawing.wrap import escape_text

Scene = Mapping[str, Any]
MIN_WIDTH, LAID_OUT = 240, 960  # a narrower picture is a smaller one of this width


def table_svg(scene: Scene, *, theme: str = "light", width: int = 960) -> str:
    """Return a scene as an SVG picture `width` pixels wide, with the layout of the live widgets: table, hand and ruling.

    It is 640 pixels high, or higher where the hands need it; under 960 pixels all of it is smaller. Raises ValueError for a
    width under 240 or an unknown theme.
    """
    if width < MIN_WIDTH:
        raise ValueError(f"a table needs at least {MIN_WIDTH} pixels")
    shown_width, width = width, max(width, LAID_OUT)
    whole = wide_picture(scene, width, theme)
    height = round(whole.height + 0.5)
    shown_height = round(height * shown_width / width)
    surface = box(0.5, 0.5, width - 1, height - 1, 12, "table", "line")
    body = _by_the_rules(resolve(surface + whole.markup, theme), scene)
    title, live = escape_text(str(scene["title"])), escape_text(str(scene.get("live") or ""))
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{shown_width}" height="{shown_height}" '
        f'viewBox="0 0 {width} {height}"><title>{title}</title><desc>{live}</desc>'
    )
    style = f'font-family="{escape_text(FONT)}" style="font-variant-numeric:tabular-nums"'
    return prefix_ids(
        f"{head}<defs>{_by_the_rules(_definitions(body, theme), scene)}</defs><g {style}>{body}</g></svg>"
    )


def _by_the_rules(markup: str, scene: Scene) -> str:
    """Return the markup with the Bull marked as the scene says: an option may change what it does."""
    bull = scene["cards"].get("BULL")
    return with_bull_effect(markup, bull["effect"]) if bull else markup


def _definitions(body: str, theme: str) -> str:
    """Return the shapes the picture uses: in their own colors, and once more in dimmed ones where cards are dimmed."""
    dimmed = "".join(f'href="#{PLACEHOLDER}{name}"' for name in re.findall(rf"#{DIM}([\w-]+)", body))
    plain = re.sub(rf'<use href="#{DIM}[^>]*>', "", body)
    side_b = f"url(#{PLACEHOLDER}hatch)"
    used = hatch() if side_b in plain else ""
    plain = plain.replace(side_b, "")
    shapes = resolve(used + list_needed_shapes(plain), theme)
    return shapes + resolve(list_needed_shapes(dimmed), theme, dimmed=True).replace(PLACEHOLDER, DIM)
