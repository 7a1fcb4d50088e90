"""Cards and tables as SVG and text, made from plain data; standard library only."""

from mam.drawing.card_faces import card_svg, draw_face, effect_path, shapes
from mam.drawing.layout import HandLayout, hand_rows
from mam.drawing.pages import page_svg
from mam.drawing.pictures import table_svg
from mam.drawing.text import table_text
from mam.drawing.tokens import FONT, animal_signs, color_signs, css, palette

__all__ = [
    "FONT",
    "HandLayout",
    "animal_signs",
    "card_svg",
    "color_signs",
    "css",
    "draw_face",
    "effect_path",
    "hand_rows",
    "page_svg",
    "palette",
    "shapes",
    "table_svg",
    "table_text",
]
