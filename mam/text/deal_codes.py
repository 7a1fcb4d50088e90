"""Encode a deal of any game as a short text to paste into a message.

A code is the number of the deal among all deals of its kind, in base 32, after the game's letter and the dealer (and the
size of the hands where that differs from deal to deal). The number combines the answers to some questions: which card
went to which place; then, where hands are half hidden, what lies under what; then which card a blind draw takes.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from math import prod

from mam.games.registry import make_round
from mam.rules.cards import UNSEEN, Card, remove_cards
from mam.rules.dealing import Deal, count_covered
from mam.rules.editions import RuleSet, get_edition, list_editions
from mam.support.arguments import check_arguments
from mam.support.messages import quote
from mam.support.numbers import count_arrangements
from mam.text.notation import NotationError, check_text

DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # no I, L, O or U, which are misread
_LOOKALIKES = str.maketrans("ILO", "110")

# The answer to a question: the place of each thing in turn. And how many things each place has room for.
_Answer = Sequence[int]
_Room = Sequence[int]


# Numbers


def _rank(answer: _Answer, room: _Room) -> int:
    """Return the number of this arrangement among all of them."""
    free_places, ways, number = list(room), count_arrangements(room), 0
    for index, place in enumerate(answer):
        remaining = len(answer) - index
        number += ways * sum(free_places[:place]) // remaining  # the arrangements that begin with an earlier place
        ways = ways * free_places[place] // remaining
        free_places[place] -= 1
    return number


def _unrank(number: int, room: _Room) -> list[int]:
    """Return the arrangement with this number."""
    free_places, ways, answer = list(room), count_arrangements(room), []
    for remaining in range(sum(room), 0, -1):
        for place, free in enumerate(free_places):
            step = ways * free // remaining
            if number < step:
                answer.append(place)
                free_places[place] -= 1
                ways = step
                break
            number -= step
    return answer


# The questions that a deal answers


def _hand_size(deal: Deal) -> int:
    return len(deal.hands[0]) if deal.hands else 0


def list_rooms(rules: RuleSet, size: int) -> Iterator[_Room]:
    """Yield the room for each question: the hands, the nest and each card of the stock; then pairs, then the blind draw."""
    sizes = [*(size for _ in rules.seats), rules.nest_size]
    yield [*sizes, *(1 for _ in range(len(rules.pack) - sum(sizes)))]
    covered_count = count_covered(size)
    for _ in rules.half_hidden_seats:
        yield [covered_count, size - covered_count]
        yield [covered_count, size - 2 * covered_count]
        yield [1] * covered_count
    if rules.blind_draw:
        yield [1, rules.nest_size]  # the last place: the draw is not known


def _answers(rules: RuleSet, deal: Deal) -> Iterator[_Answer]:
    yield _find_places(rules.pack, (*deal.hands, deal.nest, *((card,) for card in deal.stock)))
    for seat in rules.half_hidden_seats:
        covers = {cover: covered for cover, covered in deal.covers if cover in deal[seat]}
        hidden_cards = [card for card in deal[seat] if card in covers.values()]
        open_cards = [card for card in deal[seat] if card not in hidden_cards]
        yield [0 if card in hidden_cards else 1 for card in deal[seat]]
        yield [0 if card in covers else 1 for card in open_cards]
        yield [hidden_cards.index(covers[card]) for card in open_cards if card in covers]
    if rules.blind_draw:
        blind_draw = rules.nest_size if deal.blind_draw is None else deal.blind_draw
        yield [0 if place == blind_draw else 1 for place in range(rules.nest_size + 1)]


def _find_places(pack: Sequence[Card], places: Iterable[Iterable[Card]]) -> _Answer:
    """Return the place of each card; of duplicates the first lies in the first place."""
    list_places: dict[Card, list[int]] = {}
    for place, cards in enumerate(places):
        for card in cards:
            list_places.setdefault(card, []).append(place)
    return [list_places[card].pop(0) for card in pack]


def _deal_from(rules: RuleSet, dealer: str, answers: Sequence[_Answer], rooms: Sequence[_Room]) -> Deal:
    """Return the deal that these answers describe."""
    next_answers = iter(answers)
    places: list[list[Card]] = [[] for _ in rooms[0]]
    for card, place in zip(rules.pack, next(next_answers), strict=True):
        places[place].append(card)
    hands = [tuple(places.pop(0)) for _ in rules.seats]
    nest = places.pop(0)
    covers: list[tuple[Card, Card]] = []
    for seat in rules.half_hidden_seats:
        hand = hands[rules.seats.index(seat)]
        hidden_cards = [card for card, place in zip(hand, next(next_answers), strict=True) if place == 0]
        open_cards = remove_cards(hand, hidden_cards)
        covering = [card for card, place in zip(open_cards, next(next_answers), strict=True) if place == 0]
        covers += ((card, hidden_cards[place]) for card, place in zip(covering, next(next_answers), strict=True))
    blind_draw = next(next_answers).index(0) if rules.blind_draw else None
    return Deal(
        rules.seats,
        dealer,
        tuple(hands),
        tuple(nest),
        tuple(covers),
        tuple(card for cards in places for card in cards),
        None if blind_draw == rules.nest_size else blind_draw,
    )


# Codes


@check_arguments
def encode_deal(deal: Deal, edition: str) -> str:
    """Return a code for the deal, short enough to paste into a message; `decode_deal` reads it.

    `edition` is an edition's id, with its options after plus signs. Raises NotationError when cards are unseen.

    >>> import mam
    >>> round = mam.start("make-a-million-1935", seed=7, dealer="S")
    >>> encode_deal(round.deal, "make-a-million-1935")
    'MS-0M13Y-A3XT9-M9JBW-PRWBW-KS8SE'
    """
    rules = get_edition(edition)
    if UNSEEN in deal.cards:
        raise NotationError(f"a deal with {deal.cards.count(UNSEEN)} unseen cards has no code")
    try:
        make_round(rules, deal)
    except ValueError as error:
        raise NotationError(f"this is not a deal of {edition}: {error}") from None
    size = _hand_size(deal)
    number = 0
    for answer, room in zip(_answers(rules, deal), list_rooms(rules, size), strict=True):
        number = number * count_arrangements(room) + _rank(answer, room)
    digits = ""
    for _ in range(count_digits(rules, size)):
        number, digit = divmod(number, 32)
        digits = DIGITS[digit] + digits
    return format_code(format_code_head(rules, deal.dealer, size), digits)


def format_code_head(rules: RuleSet, dealer: str, size: int) -> str:
    """Return the start of a code: the game's letter, the dealer, and the size of the hands where it is not the usual one."""
    return f"{rules.letter}{dealer}" + ("" if size == _variants(rules.id)[rules.letter].hand_size else f"{size}")


def format_code(head: str, digits: str) -> str:
    """Return the code with this head and number, with its check digits, in groups of five."""
    digits += _check_digits(head + digits)
    return f"{head}-" + "-".join(digits[start : start + 5] for start in range(0, len(digits), 5))


def _check_digits(body: str) -> str:
    number = int.from_bytes(hashlib.sha256(body.encode()).digest()[:4], "big") % 1024
    return DIGITS[number // 32] + DIGITS[number % 32]


def count_digits(rules: RuleSet, size: int) -> int:
    """Return how many digits the number of a deal has, without the two check digits."""
    return -(-(prod(map(count_arrangements, list_rooms(rules, size))) - 1).bit_length() // 5)


@cache
def _variants(edition: str) -> Mapping[str, RuleSet]:
    """Return the edition by the letter of its codes, and its variants whose options change the deal and so the letter."""
    rules_of_edition = get_edition(edition)
    variants = {rules_of_edition.letter: rules_of_edition}
    for option in rules_of_edition.options:
        with suppress(ValueError):  # an option for another number of players
            rules = rules_of_edition.with_options([option])
            variants.setdefault(rules.letter, rules)
    return variants


def _find_rules(letter: str) -> RuleSet | None:
    """Return the rules whose codes begin with this letter; editions are read only until one has it."""
    return next((rules[letter] for rules in map(_variants, list_editions()) if letter in rules), None)


@check_arguments
def decode_deal(code: str) -> tuple[str, Deal]:
    """Return the edition and the deal behind a code; case, spaces and look-alike letters do not matter.

    The edition is an id that `mam.start` and `get_edition` take, with an option if that changes what is dealt, like
    "sweven+5-players". Raises NotationError for a text that is not a code, or a mistyped code.
    """
    check_text(code, "a deal")
    head, _, tail = (code if code.isascii() else "").strip().upper().partition("-")
    body = re.sub(r"[\s-]", "", tail).translate(_LOOKALIKES)
    rules, dealer, size = _read_head(head, code)
    length = count_digits(rules, size)
    if len(body) != length + 2 or not set(body) <= set(DIGITS):
        raise NotationError(f"{quote(code)} is not a deal code: {length + 2} letters and digits follow {head}-")
    number = 0
    for digit in body[:-2]:
        number = number * 32 + DIGITS.index(digit)
    edition = rules.full_id
    rooms = list(list_rooms(rules, size))
    if body[-2:] == _check_digits(head + body[:-2]) and number < prod(map(count_arrangements, rooms)):
        answers: list[_Answer] = []
        for room in reversed(rooms):
            number, answer_number = divmod(number, count_arrangements(room))
            answers.insert(0, _unrank(answer_number, room))
        deal = _deal_from(rules, dealer, answers, rooms)
        if (
            encode_deal(deal, edition).replace("-", "") == head + body
        ):  # a number with duplicates exchanged is not the canonical one
            return edition, deal
    raise NotationError(f"{quote(code)} was mistyped: its last two letters do not fit the others")


def _read_head(head: str, code: str) -> tuple[RuleSet, str, int]:
    """Return the rules, the dealer and the size of the hands."""
    match = re.fullmatch(r"([A-Z]\d*)([A-Z])(\d{0,2})", head)
    rules = _find_rules(match[1]) if match else None
    if match is None or rules is None or match[2] not in rules.persons:
        raise NotationError(f"{quote(code)} is not a deal code: it begins like MS- (the game's letter and the dealer)")
    size = int(match[3] or rules.hand_size)
    if match[3] and not (rules.shrinks_by and 0 < size < rules.hand_size and match[3] == str(size)):
        raise NotationError(f"{quote(code)} is not a deal code: hands of {match[3]} are not dealt in {rules.id}")
    return rules, match[2], size
