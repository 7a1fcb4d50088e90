"""Cards and tables as SVG and text, made from plain data; standard library only."""

from .codes import ALL_CODES, CODES, card_name
from .faces import card_svg, defs, every_face, faces
from .layout import HandLayout, hand_rows
from .pages import page_svg
from .score_sheet import sheet_svg
from .tables import table_svg
from .text import table_text
from .tokens import FONT, css, palette, suit_signs

__all__ = [
    "ALL_CODES",
    "CODES",
    "FONT",
    "HandLayout",
    "card_name",
    "card_svg",
    "css",
    "defs",
    "every_face",
    "faces",
    "hand_rows",
    "page_svg",
    "palette",
    "sheet_svg",
    "suit_signs",
    "table_svg",
    "table_text",
]
