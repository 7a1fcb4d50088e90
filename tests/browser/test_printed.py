"""A deck as Chromium prints it, at 300 dots per inch: cards are 63.5 by 88.9 mm to a pixel, and nothing but marks is outside."""

from math import ceil as round_up
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser

import mam
from mam.classroom.classes import Student
from mam.handouts.deal_sheet import draw_deal
from mam.handouts.deck import draw_deck
from mam.handouts.paper import CARD_HEIGHT, CARD_WIDTH, PAPERS, make_pages
from mam.handouts.pdf import make_pdf
from mam.handouts.score_sheet import draw_score_sheet
from mam.handouts.slips import draw_slips

pdfium = pytest.importorskip("pypdfium2", reason="the extra dev is not installed")
DOTS = 300
A_MM = DOTS / 25.4
DARK = 128


@pytest.fixture(scope="module", params=PAPERS)
def paper(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def draw_page(data: bytes, page: int = 0) -> Any:
    """A page as gray pixels."""
    return np.asarray(pdfium.PdfDocument(data)[page].render(scale=DOTS / 72).to_pil().convert("L"))


def find_lines(dark: Any) -> list[float]:
    """The middles of the runs of True."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], dark.astype(int), [0]])))
    return [(start + end - 1) / 2 for start, end in zip(edges[::2], edges[1::2], strict=True)]


def check_deck(page: Any, paper: str) -> None:
    size = PAPERS[paper]
    left, top = ((side - 3 * card) / 2 * A_MM for side, card in ((size.width, CARD_WIDTH), (size.height, CARD_HEIGHT)))
    assert abs(page.shape[1] - size.width * A_MM) <= 2 and abs(page.shape[0] - size.height * A_MM) <= 2
    above, beside = page[: round(top) - 4] < DARK, page[:, : round(left) - 4] < DARK
    columns, rows = find_lines(above.any(axis=0) & ~above.all(axis=0)), find_lines(beside.any(axis=1))
    columns = [x for x in columns if left - 6 <= x <= left + 3 * CARD_WIDTH * A_MM + 6]
    rows = [y for y in rows if top - 6 <= y <= top + 3 * CARD_HEIGHT * A_MM + 6]
    assert np.allclose(columns[-4:] if len(columns) > 4 else columns, left + np.arange(4) * CARD_WIDTH * A_MM, atol=2)
    assert np.allclose(rows, top + np.arange(4) * CARD_HEIGHT * A_MM, atol=2)
    for edge in (page[:40], page[-40:], page[:, :40], page[:, -40:]):  # 3.4 mm that printers leave white
        assert (edge > DARK).all()


def test_cards_and_marks_have_their_size(browser: Browser, paper: str, tmp_path: Path) -> None:
    pages = draw_deck(mam.get_edition(mam.list_editions()[0]), PAPERS[paper])
    file = tmp_path / "deck.html"
    file.write_text(make_pages("deck", pages, PAPERS[paper]), "utf-8")
    tab = browser.new_page()
    tab.goto(file.as_uri())
    data = tab.pdf(prefer_css_page_size=True, print_background=True)
    tab.close()
    assert len(pdfium.PdfDocument(data)) == len(pages)
    check_deck(draw_page(data), paper)


def test_the_pdf_of_the_command_has_the_same_size(paper: str) -> None:
    pages = draw_deck(mam.get_edition(mam.list_editions()[0]), PAPERS[paper])
    check_deck(draw_page(make_pdf(pages[:1])), paper)


def test_nothing_lies_where_printers_print_nothing(paper: str) -> None:
    """The edge of 4.3 mm stays white on every page, and no hand or text crosses a cut."""
    size, edition = PAPERS[paper], mam.get_edition(mam.list_editions()[0])
    round = mam.start(edition.id, seed=7)  # a hand with five rows of cards at the bottom
    students = [Student(f"s{number}", "Maximiliane Mustermann-Musterfrau") for number in range(12)]
    slips = draw_slips(
        students,
        {student.id: "GSMHX-JT8SZ" for student in students},
        "9b",
        size,
        "https://www.school.example/mam/homework/",
    )
    deal = draw_deal(edition, round.deal, mam.encode_deal(round.deal, edition.id), size)
    for name, page in (("score", draw_score_sheet(edition, size)), ("deal", deal[0]), ("key", deal[1]), ("slips", slips[0])):  # fmt: skip
        dark = draw_page(make_pdf([page])) < DARK
        edge = round_up(4.3 * A_MM)
        assert not (dark[:edge].any() or dark[-edge:].any() or dark[:, :edge].any() or dark[:, -edge:].any()), name
    for name, page, rows in (("deal", deal[0], 2), ("slips", slips[0], 6)):
        dark = draw_page(make_pdf([page])) < DARK
        height, width = dark.shape
        for cut in (height * row // rows for row in range(1, rows)):  # beside the dashes and below them
            assert not dark[cut - 20 : cut - 6].any(where=~find_cut(width)) and not dark[cut + 6 : cut + 20].any(where=~find_cut(width)), (name, cut)  # fmt: skip


def find_cut(width: int) -> Any:
    """Where the cut from top to bottom lies in a row of pixels."""
    return np.abs(np.arange(width) - width / 2) < 6


def test_colors_differ_in_black_and_white() -> None:
    """The rails of the four colors: no two look alike when hue is gone, by their pattern or their gray."""
    deck = mam.get_edition(mam.list_editions()[0])
    pages = draw_deck(deck, PAPERS["a4"])
    rails = {}
    for color in "RYBG":
        place = [card.code for card in deck.pack].index(f"{color}7")
        page = draw_page(make_pdf([pages[place // 9]]))
        x = (210 - 3 * CARD_WIDTH) / 2 + place % 3 * CARD_WIDTH
        y = (297 - 3 * CARD_HEIGHT) / 2 + place % 9 // 3 * CARD_HEIGHT
        box = page[round((y + 32) * A_MM) : round((y + 84) * A_MM), round((x + 4) * A_MM) : round((x + 20) * A_MM)]
        rails[color] = box.astype(float)
    names = sorted(rails)
    for place, name in enumerate(names):
        for second in names[place + 1 :]:
            height, width = (min(rails[name].shape[axis], rails[second].shape[axis]) for axis in (0, 1))
            difference = np.abs(rails[name][:height, :width] - rails[second][:height, :width]).mean()
            assert difference > 25, (name, second, difference)
