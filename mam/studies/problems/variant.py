"""A problem in other colors and at other seats: the same question, with the same certificate.

Colors are alike in the rules, and the animals have none; seats are alike but for who comes after whom, which turning the table keeps. So
nothing changes but names: in cards, trump and voids, in lines of play and in every sentence.
"""

import re
from collections.abc import Mapping
from functools import cache

from mam.rules.cards import Color
from mam.studies.library import get_study, list_studies, list_study_files
from mam.studies.read import parse_study
from mam.studies.study import MAX_BYTES, Study, StudyError
from mam.support.messages import quote
from mam.support.toml import read_text

# A word, which may stand for several cards ("Reds"); a color's letter, alone or with a card's rank; a seat's letter.
_NAME = re.compile(r"\b(?:(?:Red|Yellow|Black|Green|North|East|South|West)(?=s?\b)|[RYBG](?=\d*\b)|[NESW]\b)")
_SEATS = {"N": "North", "E": "East", "S": "South", "W": "West"}


def rename(text: str, colors: Mapping[Color, Color], turns: int = 0) -> str:
    """Return a text with other names for colors, and for seats if the table is turned: each `turns` seats on, clockwise.

    >>> rename("Two Reds are out, R10 and R9. South leads Black.", {Color.RED: Color.BLACK, Color.BLACK: Color.RED}, 1)
    'Two Blacks are out, B10 and B9. West leads Red.'
    """
    names: dict[str, str] = {}
    for color in Color:
        new_color = colors.get(color, color)
        names |= {color.word: new_color.word, color.value: new_color.value}
    seats = [*_SEATS]
    for index, seat in enumerate(seats):
        new_seat = seats[(index + turns) % len(seats)]
        names |= {seat: new_seat, _SEATS[seat]: _SEATS[new_seat]}
    return _NAME.sub(lambda match: names[match[0]], text)


def vary_problem(study_id: str, colors: Mapping[Color, Color], turns: int = 0) -> Study:
    """Return a problem of the shelf in other colors, and at other seats if the table is turned.

    Raises KeyError for an unknown problem, ValueError if two colors would become one.

    >>> chapter = vary_problem("p84", {Color.GREEN: Color.RED, Color.RED: Color.GREEN}, 1).chapters[0]
    >>> chapter.you, chapter.goal, chapter.stops[0].right
    ('W', 'You need $15,000 of the last four tricks. Red is trump.', ('R7',))
    """
    if len({colors.get(color, color) for color in Color}) < len(Color):
        raise ValueError("two colors can't become the same one: each needs a different color")
    text, you = _read_problem(study_id), get_study(study_id).chapters[0].you
    seated = text.replace("[[chapter]]\n", f'[[chapter]]\nyou = "{you}"\n', 1)
    return parse_study(rename(seated, colors, turns), f"{study_id}.toml")


@cache
def _read_problem(study_id: str) -> str:
    files = dict(zip(list_studies("problems"), list_study_files("problems"), strict=True))
    if study_id not in files:
        raise KeyError(f"no problem {quote(study_id)}; there are {', '.join(files)}")
    return read_text(files[study_id], MAX_BYTES, StudyError)
