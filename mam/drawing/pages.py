"""A page of text panels as SVG: what a widget without a table looks like in a saved notebook."""

from collections.abc import Sequence

from mam.drawing.card_faces import prefix_ids
from mam.drawing.parts import box, panel, paragraph, stack
from mam.drawing.tokens import FONT, resolve
from mam.drawing.wrap import escape_text


def page_svg(title: str, panels: Sequence[tuple[str, Sequence[str]]], *, theme: str = "light", width: int = 720) -> str:
    """Panels of text one below the other: each a heading and its lines. Raises ValueError for an unknown theme.

    >>> page_svg("A question", [("Answer", ["5.25 %"])]).count("<text") >= 3
    True
    """
    room = width - 32
    drawn_panels = [panel(heading, [paragraph(line, room - 24) for line in lines], room) for heading, lines in panels]
    whole = stack([paragraph(title, room, 16, 22, 600), *drawn_panels], 12)
    height = round(whole.height + 32.5)
    body = resolve(box(0.5, 0.5, width - 1, height - 1, 12, "table", "line") + whole.at(16, 16), theme)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}"><title>{escape_text(title)}</title>'
    )
    style = f'font-family="{escape_text(FONT)}" style="font-variant-numeric:tabular-nums"'
    return prefix_ids(f"{head}<g {style}>{body}</g></svg>")
