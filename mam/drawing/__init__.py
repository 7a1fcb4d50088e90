"""Cards and tables as SVG and text, made from plain data; standard library only."""

from .faces import CODES, card_name, card_svg, defs, faces
from .layout import HandLayout, hand_rows
from .tables import table_svg
from .text import table_text
from .tokens import FONT, css, palette

__all__ = [
    "CODES",
    "FONT",
    "HandLayout",
    "card_name",
    "card_svg",
    "css",
    "defs",
    "faces",
    "hand_rows",
    "palette",
    "table_svg",
    "table_text",
]
