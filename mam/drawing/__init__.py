"""Cards and tables as SVG and text, made from plain data; standard library only."""

from mam.drawing.card_faces import card_svg, defs, effect_path, every_face, faces
from mam.drawing.codes import ALL_CODES, CODES, card_name
from mam.drawing.layout import HandLayout, hand_rows
from mam.drawing.pages import page_svg
from mam.drawing.pictures import table_svg
from mam.drawing.score_sheet import sheet_svg
from mam.drawing.text import table_text
from mam.drawing.tokens import FONT, css, palette, suit_signs

__all__ = [
    "ALL_CODES",
    "CODES",
    "FONT",
    "HandLayout",
    "card_name",
    "card_svg",
    "css",
    "defs",
    "effect_path",
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
