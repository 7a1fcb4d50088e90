"""A hand of cards as a picture that stands alone, for a question."""

import io
from collections.abc import Sequence

from mam.drawing.card_faces import card_svg
from mam.rules.cards import Card
from mam.scenes.card_facts import list_facts

_WIDTH, _STEP, _COLUMNS = 80, 86, 8  # pixels, and cards in a row


def draw_hand(cards: Sequence[Card]) -> str:
    """Return cards side by side, eight in a row, as SVG."""
    rows = -(-len(cards) // _COLUMNS)
    faces = (
        f'<g transform="translate({6 + _STEP * (n % _COLUMNS)} {6 + 118 * (n // _COLUMNS)})">{card_svg(card.code, list_facts(card), width=_WIDTH)}</g>'
        for n, card in enumerate(cards)
    )
    width = 6 + _STEP * min(len(cards), _COLUMNS)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{6 + 118 * rows}">'
    return f"{head}{''.join(faces)}</svg>"


def render_hand(cards: Sequence[Card]) -> tuple[str, bytes]:
    """Return the name and the bytes of a picture: PNG, which every platform shows, where mam[lab] and mam[school] are installed, else SVG."""
    svg = draw_hand(cards)
    try:
        import vl_convert
        from PIL import Image
    except ImportError:
        return "hand.svg", svg.encode()
    picture = io.BytesIO()
    # 64 colors are enough for cards, and make the file 16 times smaller.
    Image.open(io.BytesIO(vl_convert.svg_to_png(svg))).quantize(64).save(picture, "PNG", optimize=True)
    return "hand.png", picture.getvalue()
