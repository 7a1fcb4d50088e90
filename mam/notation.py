"""Text in, text out: cards, hands, moves, deals, rounds and deal codes.

Every value prints as the text that these functions read, unseen cards (`??`) included.
"""

import hashlib
import re
from functools import cache
from math import comb

from mam.cards import PACK, UNSEEN, Card, Colour, sort_hand
from mam.dealing import Deal
from mam.editions import RuleSet, get_edition, list_editions
from mam.moves import Bid, Call, Discard, Move, NameTrump, Pass, Play
from mam.round import Round


class NotationError(ValueError):
    """A text that does not say what it should: the message quotes it and says what would be right."""


@cache
def _by_code() -> dict[str, Card]:
    return {card.code: card for card in (*PACK, UNSEEN)}


def parse_card(text: str) -> Card:
    """A card from its code, in any case.

    Raises NotationError for anything else.

    >>> parse_card("y40"), parse_card("Tiger"), parse_card("??")
    (Y40, TIGER, ??)
    """
    card = _by_code().get(text.strip().upper()) if text.isascii() else None
    if card is None:
        raise NotationError(f"{_quote(text)} is not a card: {_card_help(text.strip().upper())}")
    return card


def _card_help(code: str) -> str:
    if re.fullmatch(r"[RYBG]\d+", code):
        return "the ranks are 40 30 15 11 10 9 8 7 5 4 3 2 1 (no 6)"
    return "write R, Y, B or G and a rank (R40), TIGER, BULL, BEAR, or ?? for an unseen card"


def parse_hand(text: str) -> tuple[Card, ...]:
    """Cards from one line, sorted. Raises NotationError for a wrong card or one named twice.

    >>> parse_hand("bull Y11 R40")
    (R40, Y11, BULL)
    """
    cards = [parse_card(word) for word in text.replace(",", " ").split()]
    for place, card in enumerate(cards):
        if card != UNSEEN and card in cards[:place]:
            raise NotationError(f"{card.code} stands twice in {_quote(text)}")
    return sort_hand(cards)


def parse_colour(text: str) -> Colour:
    """A colour from its letter or its name; raises NotationError for anything else.

    >>> parse_colour("B"), parse_colour("black")
    (B, B)
    """
    for colour in Colour:
        if text.strip().upper() in (colour.value, colour.name):
            return colour
    raise NotationError(f"{_quote(text)} is not a colour: write R, Y, B or G, or the colour's name")


def parse_amount(text: str) -> int:
    """A bid in whole thousands, however people write it; raises NotationError for anything else.

    >>> parse_amount("175"), parse_amount("$175,000"), parse_amount("175000")
    (175, 175, 175)
    """
    digits = re.fullmatch(r"\$?(\d{1,3}(?:,\d{3})*|\d{1,15})", text.strip(), re.ASCII)
    if digits is None:
        raise NotationError(f"{_quote(text)} is not a bid: write thousands (175) or dollars ($175,000)")
    amount = int(digits[1].replace(",", ""))
    if amount < 10_000 and "$" not in text and "," not in text:
        return amount
    if amount % 1000:
        raise NotationError(f"{_quote(text)} is not a bid: bids are whole thousands of dollars")
    return amount // 1000


def parse_call(text: str) -> Call:
    """A bid or a pass; raises NotationError for anything else.

    >>> parse_call("pass"), parse_call("200"), parse_call("bid 200")
    (pass, bid 200, bid 200)
    """
    said = text.strip().lower()
    return Pass() if said in ("pass", "passes", "p") else Bid(parse_amount(said.removeprefix("bid ")))


def parse_move(text: str) -> Move:
    """A move from its notation; a card alone is played, an amount alone is bid.

    Raises NotationError for anything else.

    >>> [parse_move(text) for text in ("bid 175", "pass", "discard G8 R4 Y4", "trump Black", "play R40", "TIGER")]
    [bid 175, pass, discard R4 Y4 G8, trump B, play R40, play TIGER]
    """
    verb, _, rest = text.strip().partition(" ")
    match verb.lower():
        case "pass" | "bid":
            return parse_call(text)
        case "discard":
            return Discard(parse_card(word) for word in rest.replace(",", " ").split())
        case "trump":
            return NameTrump(parse_colour(rest))
        case "play":
            return Play(parse_card(rest))
    if verb.upper() in _by_code() and not rest:
        return Play(parse_card(verb))
    if not rest and re.match(r"\$?\d", verb):
        return parse_call(verb)
    raise NotationError(f"{_quote(text)} is not a move: bid 175, pass, discard R4 Y4 G8, trump B or play R40")


def parse_deal(text: str) -> Deal:
    """A deal from its one-line text.

    Raises NotationError naming the part that is wrong.

    >>> parse_deal("dealer S | N R4 | S ?? | nest")
    dealer S | N R4 | S ?? | nest
    """
    first, *parts = (part.strip() for part in text.strip().split("|"))
    word, _, dealer = first.partition(" ")
    if word != "dealer" or len(parts) < 2 or parts[-1].partition(" ")[0] != "nest":
        raise NotationError(f"{_quote(text)} is not a deal: write dealer S | N cards | E cards | … | nest cards")
    hands = {}
    for part in parts[:-1]:
        seat, _, cards = part.partition(" ")
        if seat in hands:
            raise NotationError(f"seat {seat} stands twice in the deal")
        hands[seat] = parse_hand(cards)
    if dealer not in hands:
        raise NotationError(f"the dealer {_quote(dealer)} has no hand; the seats are {' '.join(hands)}")
    return Deal(tuple(hands), dealer, tuple(hands.values()), parse_hand(parts[-1].partition(" ")[2]))


def parse_round(text: str) -> Round:
    """A round from the one line that it prints as: edition and options, deal, moves.

    Raises NotationError, or IllegalMove for a move that its position refuses.
    """
    edition, _, rest = text.partition("|")
    deal, _, moves = rest.rpartition("|")
    name, *options = edition.strip().split("+")
    try:
        rules = get_edition(name, options)
        return Round(rules, parse_deal(deal), tuple(map(parse_move, filter(None, map(str.strip, moves.split(","))))))
    except (NotationError, RuntimeError):
        raise
    except ValueError as error:
        if type(error) is ValueError:
            raise NotationError(str(error)) from None
        raise


# Deal codes: the number of a deal among all deals of the edition, in base 32, after the edition's letter and the dealer.

_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # no I, L, O or U, which are misread
_LOOKALIKES = str.maketrans("ILO", "110")


def _deal_counts(rules: RuleSet) -> list[int]:
    return [*(rules.hand_size for _ in rules.seats), rules.nest.size]


def _arrangements(counts: list[int]) -> int:
    """In how many ways the cards left can still be dealt to places with this much room."""
    ways, left = 1, sum(counts)
    for count in counts:
        ways *= comb(left, count)
        left -= count
    return ways


def _check_digits(body: str) -> str:
    number = int.from_bytes(hashlib.sha256(body.encode()).digest()[:4], "big") % 1024
    return _DIGITS[number // 32] + _DIGITS[number % 32]


def deal_code(deal: Deal, edition: str) -> str:
    """A code for the deal, short enough to paste into a message; `parse_code` reads it.

    Raises NotationError when cards are unseen.

    >>> import mam
    >>> round = mam.start("make-a-million-1935", seed=7, dealer="S")
    >>> deal_code(round.deal, "make-a-million-1935")
    'MS-0M13Y-A3XT9-M9JBW-PRWBW-KS8SE'
    """
    rules = get_edition(edition)
    if UNSEEN in deal.cards:
        raise NotationError(f"a deal with {deal.cards.count(UNSEEN)} unseen cards has no code")
    if (
        deal.seats != rules.seats
        or sorted(map(len, deal.hands)) != [rules.hand_size] * len(rules.seats)
        or set(deal.cards) != set(rules.pack)
    ):
        raise NotationError(
            f"this is not a deal of {edition}: every card of its pack to {' '.join(rules.seats)} and the nest"
        )
    place_of = {card: place for place, hand in enumerate((*deal.hands, deal.nest)) for card in hand}
    counts, number = _deal_counts(rules), 0
    for card in rules.pack:
        place = place_of[card]
        for earlier in range(place):
            number += (
                _arrangements([count - (other == earlier) for other, count in enumerate(counts)])
                if counts[earlier]
                else 0
            )
        counts[place] -= 1
    digits = ""
    for _ in range(_code_length(rules)):
        number, digit = divmod(number, 32)
        digits = _DIGITS[digit] + digits
    body = rules.letter + deal.dealer + digits
    digits += _check_digits(body)
    groups = "-".join(digits[start : start + 5] for start in range(0, len(digits), 5))
    return f"{rules.letter}{deal.dealer}-{groups}"


def _code_length(rules: RuleSet) -> int:
    return -(-(_arrangements(_deal_counts(rules)) - 1).bit_length() // 5)


def parse_code(code: str) -> tuple[str, Deal]:
    """The edition's id and the deal behind a code; case, blanks and look-alike letters do not matter.

    Raises NotationError for a code that is not one or was mistyped.
    """
    head, _, tail = (code if code.isascii() else "").strip().upper().partition("-")
    body = re.sub(r"[\s-]", "", tail).translate(_LOOKALIKES)
    editions = {get_edition(name).letter: get_edition(name) for name in list_editions()}
    rules = editions.get(head[:-1])
    if rules is None or head[-1:] not in rules.seats:
        raise NotationError(f"{_quote(code)} is not a deal code: it begins like MS- (the game's letter and the dealer)")
    digits, check = body[:-2], body[-2:]
    if len(digits) != _code_length(rules) or not set(body) <= set(_DIGITS):
        raise NotationError(
            f"{_quote(code)} is not a deal code: {_code_length(rules) + 2} letters and digits follow {head}-"
        )
    number = 0
    for digit in digits:
        number = number * 32 + _DIGITS.index(digit)
    counts = _deal_counts(rules)
    if check != _check_digits(head + digits) or number >= _arrangements(counts):
        raise NotationError(f"{_quote(code)} was mistyped: its last two letters do not fit the others")
    places: list[list[Card]] = [[] for _ in counts]
    for card in rules.pack:
        for place in range(len(counts)):
            if not counts[place]:
                continue
            counts[place] -= 1
            below = _arrangements(counts)
            if number < below:
                places[place].append(card)
                break
            number -= below
            counts[place] += 1
    hands = tuple(tuple(hand) for hand in places[:-1])
    return rules.id, Deal(rules.seats, head[-1], hands, tuple(places[-1]))


def _quote(text: str) -> str:
    """A text as an error message quotes it: short and on one line."""
    return repr(text if len(text) <= 60 else text[:57] + "…")
