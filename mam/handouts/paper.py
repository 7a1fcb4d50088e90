"""Paper and what is drawn on it: cards of their real size, text, cut marks; pages as HTML. All lengths are millimeters."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from mam.drawing.card_faces import draw_face, list_needed_shapes, prefix_ids, rail_only, size_face, with_bull_effect
from mam.drawing.tokens import resolve
from mam.drawing.wrap import escape_text
from mam.rules.cards import BULL, Card
from mam.rules.tricks import TrickRules
from mam.scenes.card_facts import list_facts

CARD_WIDTH, CARD_HEIGHT = 63.5, 88.9  # as sleeves for poker cards take them
INK, GRAY = "#1C1B1A", "#4F5A54"
FONT = "Arial, Helvetica, 'Liberation Sans', 'DejaVu Sans', sans-serif"
_PIXELS = 96 / 25.4  # in a millimeter of CSS
_RAIL = 0.36  # of a card's width, with the gap after it
_PRINTER_MARGIN = 4.3  # of the edge, which most printers leave white


@dataclass(frozen=True)
class Paper:
    """A size of paper, upright: `size` is its name in CSS."""

    size: str
    width: float
    height: float


PAPERS = {"a4": Paper("A4", 210, 297), "letter": Paper("letter", 215.9, 279.4)}


def draw_card(
    card: Card,
    x: float,
    y: float,
    width: float = CARD_WIDTH,
    rules: TrickRules | None = None,
    *,
    is_covered: bool = False,
) -> str:
    """Return a card at a place on the page; of one that the next card covers only its rail."""
    face = size_face(draw_face(card.code, list_facts(card, rules or TrickRules())), width * _PIXELS)
    return (
        f'<svg x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{width * 1.4:.2f}" viewBox="0 0 100 140">'
        f"{rail_only(face) if is_covered else face}</svg>"
    )


def draw_fan(
    cards: Sequence[Card], x: float, y: float, width: float, room: float, rules: TrickRules | None = None
) -> tuple[str, float]:
    """Return cards of a width side by side, each covered by the next but for its rail, and how wide they are together.

    They take no more than `room`: where there are many, less of each is seen.
    """
    step = min(_RAIL * width, (room - width) / max(len(cards) - 1, 1))
    last = len(cards) - 1
    body = (
        draw_card(card, x + place * step, y, width, rules, is_covered=place < last) for place, card in enumerate(cards)
    )
    return "".join(body), last * step + width


def draw_text(
    text: str, x: float, y: float, size: float = 4, *, anchor: str = "start", weight: int = 400, ink: str = INK
) -> str:
    """Return a line of text; `y` is its baseline."""
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size}" font-family="{FONT}" font-weight="{weight}" '
        f'text-anchor="{anchor}" fill="{ink}">{escape_text(text)}</text>'
    )


def draw_lines(path: str, width: float = 0.25, *, ink: str = INK, dashes: str = "") -> str:
    """Return lines, as an SVG path says them."""
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<path d="{path}" stroke="{ink}" stroke-width="{width}" fill="none"{dashed}/>'


def draw_cut_marks(left: float, top: float, columns: int, rows: int) -> str:
    """Return short lines around a block of cards that say where to cut. None touches a card or the edge that printers leave white."""
    across, down = (_mark_ends(margin) for margin in (left, top))
    right, bottom = left + columns * CARD_WIDTH, top + rows * CARD_HEIGHT
    path = ""
    for column in range(columns + 1):
        x = f"{left + column * CARD_WIDTH:.2f}"
        path += f"M{x} {top - down[1]:.2f}V{top - down[0]:.2f}M{x} {bottom + down[0]:.2f}V{bottom + down[1]:.2f}"
    for row in range(rows + 1):
        y = f"{top + row * CARD_HEIGHT:.2f}"
        path += (
            f"M{left - across[1]:.2f} {y}H{left - across[0]:.2f}M{right + across[0]:.2f} {y}H{right + across[1]:.2f}"
        )
    return draw_lines(path, 0.2)


def _mark_ends(margin: float) -> tuple[float, float]:
    """Return how far from the cards a mark begins and ends."""
    return 0.5, min(4.0, margin - _PRINTER_MARGIN)


def make_picture(width: float, height: float, body: str, rules: TrickRules | None = None) -> str:
    """Return an SVG picture of a size on paper that stands alone, with the shapes of its cards by these rules of tricks."""
    effect = list_facts(BULL, rules or TrickRules())["effect"]
    shapes = with_bull_effect(list_needed_shapes(body), effect)
    return prefix_ids(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="0 0 {width:g} {height:g}">{resolve(f"<defs>{shapes}</defs>{body}")}</svg>'
    )


def make_pages(title: str, pages: Sequence[str], paper: Paper) -> str:
    """Return pictures of whole pages as one HTML file, which a browser prints at their true size, one a sheet. It has no scripts and loads nothing.

    >>> make_pages("Cards", [make_picture(210, 297, draw_text("A & B", 10, 10))], PAPERS["a4"]).count("A &amp; B")
    1
    """
    size = f"{paper.width:g}mm {paper.height:g}mm"
    style = (
        f"@page{{size:{size};margin:0}}body{{margin:0}}svg{{display:block}}"
        f"section{{width:{paper.width:g}mm;height:{paper.height:g}mm;overflow:hidden;break-after:page}}"
        "section:last-of-type{break-after:auto}"
        "@media screen{body{background:#ccc}section{margin:8px auto;background:#fff}}"
    )
    body = "".join(f"<section>{page}</section>" for page in pages)
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{style}</style><body>{body}</body></html>\n"
    )
