"""A deal on paper: the hands of a table to cut apart, and all of them in a list for the teacher."""

from collections.abc import Sequence

from mam.handouts.paper import GRAY, Paper, draw_fan, draw_lines, draw_text, make_picture
from mam.rules.cards import Card, format_cards
from mam.rules.dealing import Deal
from mam.rules.editions import RuleSet, TrickGameRules
from mam.rules.tricks import TrickRules

_A_PAGE = 4  # hands, two by two
_CARD = 24.0  # the width of a card
_ROW = 25.4  # from a color to the next
_MARGIN = 10.0


def draw_deal(edition: RuleSet, deal: Deal, code: str, paper: Paper) -> list[str]:
    """Return pages of four hands each to cut apart, and last a page for the teacher with every hand and the nest."""
    tricks = edition.tricks if isinstance(edition, TrickGameRules) else TrickRules()
    hands = [(edition.seat_names[seat], hand) for seat, hand in zip(deal.seats, deal.hands, strict=True)]
    across, down = paper.width / 2, paper.height / 2
    pages = []
    for start in range(0, len(hands), _A_PAGE):
        path = f"M{across:g} 6V{paper.height - 6:g}M6 {down:g}H{paper.width - 6:g}"
        body = draw_lines(path, ink=GRAY, dashes="2 2")
        for place, (name, hand) in enumerate(hands[start : start + _A_PAGE]):
            left, top = _MARGIN + place % 2 * across, _MARGIN + 2 + place // 2 * down
            body += draw_text(name, left, top + 5, 6, weight=700)
            body += _draw_hand(hand, left, top + 10, across - 2 * _MARGIN, down - 32, tricks)
        pages.append(make_picture(paper.width, paper.height, body, tricks))
    lines = [*hands, *([("Nest", deal.nest)] if deal.nest else [])]
    key = draw_text("The deal, for the teacher", 15, 25, 6, weight=700)
    key += draw_text(
        f"{edition.name} · {edition.seat_names[deal.dealer]} deals · mam deal {code}", 15, 33, 3.6, ink=GRAY
    )
    for row, (name, hand) in enumerate(lines):
        key += draw_text(name, 15, 46 + 8 * row, 4, weight=700) + draw_text(format_cards(hand), 42, 46 + 8 * row, 3.6)
    return [*pages, make_picture(paper.width, paper.height, key)]


def _draw_hand(hand: Sequence[Card], left: float, top: float, width: float, height: float, tricks: TrickRules) -> str:
    """Return a hand with a row for each color."""
    rows: dict[str, list[Card]] = {}
    for card in hand:
        rows.setdefault(card.color.value if card.color else "", []).append(card)
    pitch = min(_ROW, (height - _CARD * 1.4) / max(len(rows) - 1, 1))
    return "".join(
        draw_fan(cards, left, top + row * pitch, _CARD, width, tricks)[0] for row, cards in enumerate(rows.values())
    )
