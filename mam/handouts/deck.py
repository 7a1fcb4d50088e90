"""A deck to cut out: nine cards a page, helper cards, and a page of backs."""

from mam.handouts.paper import (
    CARD_HEIGHT,
    CARD_WIDTH,
    INK,
    Paper,
    draw_card,
    draw_cut_marks,
    draw_text,
    make_picture,
)
from mam.rules.amounts import format_amount
from mam.rules.cards import BEAR, BULL, TIGER, UNSEEN, Card
from mam.rules.editions import RuleSet, TrickGameRules

_Helper = tuple[str, tuple[str, ...]]  # the title of a helper card, and its lines
_COLUMNS = _ROWS = 3
_A_PAGE = _COLUMNS * _ROWS
_COPIES = 2  # of each helper card


def draw_deck(edition: RuleSet, paper: Paper) -> list[str]:
    """Return the pages of a deck: every card of the edition, helper cards, and last a page of backs.

    The helper cards say who takes a trick and how a round is scored; only editions of the game with these rules have them.

    >>> import mam
    >>> from mam.handouts.paper import PAPERS
    >>> len(draw_deck(mam.get_edition("make-a-million-1935"), PAPERS["a4"]))
    8
    """
    tricks = edition.tricks if isinstance(edition, TrickGameRules) else None
    left, top = (paper.width - _COLUMNS * CARD_WIDTH) / 2, (paper.height - _ROWS * CARD_HEIGHT) / 2
    places = [(left + place % _COLUMNS * CARD_WIDTH, top + place // _COLUMNS * CARD_HEIGHT) for place in range(_A_PAGE)]
    cards: list[Card | _Helper] = [*edition.pack, *list_helpers(edition) * _COPIES]
    pages: list[list[Card | _Helper]] = [cards[start : start + _A_PAGE] for start in range(0, len(cards), _A_PAGE)] + [
        [UNSEEN] * _A_PAGE
    ]
    pictures = []
    for page in pages:
        body = draw_cut_marks(left, top, _COLUMNS, _ROWS)
        for card, (x, y) in zip(page, places, strict=False):
            body += _draw_helper(card, x, y) if isinstance(card, tuple) else draw_card(card, x, y, rules=tricks)
        pictures.append(make_picture(paper.width, paper.height, body, tricks))
    return pictures


def list_helpers(edition: RuleSet) -> list[_Helper]:
    """Return the helper cards of an edition, each a title and its lines; none for a game that is scored in another way.

    >>> import mam
    >>> [title for title, _ in list_helpers(mam.get_edition("make-a-million-1935"))]
    ['Who takes the trick', 'What you may play', 'The animals', 'The score']
    >>> list_helpers(mam.get_edition("sweven"))
    []
    """
    pack = edition.pack
    if not isinstance(edition, TrickGameRules) or not has_contracts(edition) or not {TIGER, BULL, BEAR} <= {*pack}:
        return []
    ranks = [f"{rank}" for rank in sorted({card.rank for card in pack if card.color}, reverse=True)]
    half = len(ranks) // 2
    order = (" ".join(ranks[:half]), " ".join(ranks[half:]))
    money = format_amount(sum(card.money for card in pack))
    bull = f"Bull {edition.tricks.bull_verb} the money."
    return [
        ("Who takes the trick", ("The highest trump.", "No trump in it: the highest", "card of the color led.", "", *order)),
        ("What you may play", ("Follow the color led", "if you hold it.", "", "If not, play anything.", "", "The Tiger is a trump.")),
        ("The animals", ("Tiger: the highest trump.", "", bull, "Bear: no money at all.", "Both: the later one counts.", "", "Bull and Bear never", "take a trick.")),
        ("The score", ("Bid made: your side scores", "all it captured.", "", "Set back: your side loses", "the bid.", "", "The opponents score what", "they captured.", "", f"All the money: {money}.")),
    ]  # fmt: skip


def has_contracts(edition: TrickGameRules) -> bool:
    """Return whether a side scores all the money that it captured if it makes its bid, and loses the bid if it does not."""
    scoring = edition.scoring
    return (scoring.method, scoring.setback, scoring.money) == ("contract", "side", True)


def _draw_helper(helper: _Helper, x: float, y: float) -> str:
    title, lines = helper
    edge = (
        f'<rect x="{x + 0.5:.2f}" y="{y + 0.5:.2f}" width="{CARD_WIDTH - 1}" height="{CARD_HEIGHT - 1}" rx="4" '
        f'fill="#fff" stroke="{INK}" stroke-width=".6"/>'
    )
    text = [draw_text(line, x + 5, y + 20 + 5.9 * row) for row, line in enumerate(lines)]
    return edge + draw_text(title, x + 5, y + 11, 5, weight=700) + "".join(text)
