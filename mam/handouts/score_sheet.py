"""A score sheet for a match of two sides."""

from mam.handouts.deck import has_contracts
from mam.handouts.paper import GRAY, Paper, draw_lines, draw_text, make_picture
from mam.rules.amounts import format_amount
from mam.rules.editions import RuleSet, TrickGameRules

_MARGIN = 15.0
_ROW = 12.4  # of a round: room for handwriting
_FOOT = 36.0  # for the sentences under the table
_HEAD = 43.0  # where the table begins
_COLUMNS = (
    *(("round", 13), ("bidder", 18), ("bid", 15), ("trump", 17)),
    *(("captured", 20), ("captured", 20), ("score", 18), ("score", 18), ("total", 20), ("total", 20)),
)


def draw_score_sheet(edition: RuleSet, paper: Paper) -> str:
    """Return a page with a row for each round. Raises ValueError for an edition that is not scored by a bid of one of two sides."""
    if not isinstance(edition, TrickGameRules) or not has_contracts(edition) or len(edition.sides) != 2:
        raise ValueError(
            f"the score sheet is for a bid by one of two sides, not for {edition.name}: choose another edition"
        )
    scoring = edition.scoring
    sides = [edition.side_names.get(side, side) for side in edition.sides]
    initials = [*edition.sides]  # like N-S
    goal = f" · {format_amount(scoring.target)} wins the match" if scoring.target else ""
    body = draw_text("Make-a-Million: score sheet", _MARGIN, 20, 7, weight=700)
    body += draw_text(f"{edition.name} · in thousands of dollars{goal}", _MARGIN, 27, 3.8, ink=GRAY)
    body += draw_text("     ".join(f"{side}: {'_' * 22}" for side in sides) + "     Date: __________", _MARGIN, 37, 3.8)
    rows = int((paper.height - _HEAD - _FOOT) / _ROW) - 1  # the first is the heading's
    bottom = _HEAD + _ROW * (rows + 1)
    right = _MARGIN + sum(width for _, width in _COLUMNS)
    grid, x = "", _MARGIN
    for number, (name, width) in enumerate(_COLUMNS):
        lines = [name] if number < 4 else [initials[number % 2], name]
        for row, line in enumerate(lines):
            body += draw_text(line, x + width / 2, _HEAD + 5 + 4.2 * row, 3.2, anchor="middle", weight=600, ink=GRAY)
        grid += f"M{x:g} {_HEAD:g}V{bottom:g}"
        x += width
    grid += f"M{right:g} {_HEAD:g}V{bottom:g}"
    grid += "".join(f"M{_MARGIN:g} {_HEAD + _ROW * row:.2f}H{right:g}" for row in range(rows + 2))
    body += draw_lines(grid)
    for row in range(rows):
        body += draw_text(f"{row + 1}", _MARGIN + 6.5, _HEAD + _ROW * (row + 1) + 8, anchor="middle")
    all_money = sum(card.money for card in edition.pack)
    rules = (
        "Made the bid: the bidder's side scores all it captured, not the bid.",
        "Set back: the bidder's side loses the bid, whatever it captured.",
        "The opponents score what they captured.",
        f"Check: without Bull and Bear, both sides captured {all_money} together, less the money discarded.",
    )
    body += "".join(draw_text(line, _MARGIN, bottom + 9 + 6.4 * row, 3.8) for row, line in enumerate(rules))
    return make_picture(paper.width, paper.height, body)
