"""Deal codes: a deal of any game as a short text to paste into a message.

A code is the number of the deal among all deals of its kind, in base 32, after the game's letter and the dealer (and the
size of the hands where that differs from deal to deal). The number is made of questions one after another: which card
went to which place; then, where hands are half hidden, what lies under what; then which card a blind draw takes.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from math import factorial, prod

from mam.games.registry import make_round
from mam.rules.cards import UNSEEN, Card, without
from mam.rules.dealing import Deal, count_covered
from mam.rules.editions import RuleSet, get_edition, list_editions
from mam.text.notation import NotationError, check_text, quote

DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # no I, L, O or U, which are misread
_LOOKALIKES = str.maketrans("ILO", "110")

# One question: for each thing in turn the place it went to, and how much room each place has.
_Answer = Sequence[int]
_Room = Sequence[int]


# Numbers


def count_arrangements(room: _Room) -> int:
    """In how many ways things can go to places with this much room, one for each thing."""
    return factorial(sum(room)) // prod(map(factorial, room))


def _rank(answer: _Answer, room: _Room) -> int:
    """The number of this arrangement among all of them."""
    left, ways, number = list(room), count_arrangements(room), 0
    for done, place in enumerate(answer):
        things = len(answer) - done
        number += ways * sum(left[:place]) // things  # as many begin with an earlier place
        ways = ways * left[place] // things
        left[place] -= 1
    return number


def _unrank(number: int, room: _Room) -> list[int]:
    """The arrangement with this number."""
    left, ways, answer = list(room), count_arrangements(room), []
    for things in range(sum(room), 0, -1):
        for place, free in enumerate(left):
            below = ways * free // things
            if number < below:
                answer.append(place)
                left[place] -= 1
                ways = below
                break
            number -= below
    return answer


# The questions that a deal answers


def _size_of(deal: Deal) -> int:
    return len(deal.hands[0]) if deal.hands else 0


def list_rooms(rules: RuleSet, size: int) -> Iterator[_Room]:
    """The room for the answer to each question: every hand, the nest, each card of the stock; then pairs and the blind draw."""
    dealt = [*(size for _ in rules.seats), rules.nest_size]
    yield [*dealt, *(1 for _ in range(len(rules.pack) - sum(dealt)))]
    down = count_covered(size)
    for _ in rules.half_hidden_seats:
        yield [down, size - down]
        yield [down, size - 2 * down]
        yield [1] * down
    if rules.blind_draw:
        yield [1, rules.nest_size]  # the last way: the draw is not known


def _answers(rules: RuleSet, deal: Deal) -> Iterator[_Answer]:
    yield _where(rules.pack, (*deal.hands, deal.nest, *((card,) for card in deal.stock)))
    for seat in rules.half_hidden_seats:
        under = {over: below for over, below in deal.covers if over in deal[seat]}
        down = [card for card in deal[seat] if card in under.values()]
        up = [card for card in deal[seat] if card not in down]
        yield [0 if card in down else 1 for card in deal[seat]]
        yield [0 if card in under else 1 for card in up]
        yield [down.index(under[card]) for card in up if card in under]
    if rules.blind_draw:
        blind_draw = rules.nest_size if deal.blind_draw is None else deal.blind_draw
        yield [0 if place == blind_draw else 1 for place in range(rules.nest_size + 1)]


def _where(pack: Sequence[Card], places: Iterable[Iterable[Card]]) -> _Answer:
    """The place of each card; of equal cards, which nobody can tell apart, the first lies in the first place."""
    found: dict[Card, list[int]] = {}
    for place, cards in enumerate(places):
        for card in cards:
            found.setdefault(card, []).append(place)
    return [found[card].pop(0) for card in pack]


def _deal_from(rules: RuleSet, dealer: str, answers: Sequence[_Answer], rooms: Sequence[_Room]) -> Deal:
    """The deal that these answers describe."""
    waiting = iter(answers)
    places: list[list[Card]] = [[] for _ in rooms[0]]
    for card, place in zip(rules.pack, next(waiting), strict=True):
        places[place].append(card)
    hands = [tuple(places.pop(0)) for _ in rules.seats]
    nest = places.pop(0)
    covers: list[tuple[Card, Card]] = []
    for seat in rules.half_hidden_seats:
        hand = hands[rules.seats.index(seat)]
        down = [card for card, place in zip(hand, next(waiting), strict=True) if place == 0]
        up = without(hand, down)
        over = [card for card, place in zip(up, next(waiting), strict=True) if place == 0]
        covers += ((card, down[place]) for card, place in zip(over, next(waiting), strict=True))
    blind_draw = next(waiting).index(0) if rules.blind_draw else None
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


def deal_code(deal: Deal, edition: str) -> str:
    """A code for the deal, short enough to paste into a message; `parse_code` reads it.

    `edition` is an edition's id, with its options after plus signs. Raises NotationError when cards are unseen.

    >>> import mam
    >>> round = mam.start("make-a-million-1935", seed=7, dealer="S")
    >>> deal_code(round.deal, "make-a-million-1935")
    'MS-0M13Y-A3XT9-M9JBW-PRWBW-KS8SE'
    """
    rules = get_edition(edition)
    if UNSEEN in deal.cards:
        raise NotationError(f"a deal with {deal.cards.count(UNSEEN)} unseen cards has no code")
    try:
        make_round(rules, deal)
    except ValueError as error:
        raise NotationError(f"this is not a deal of {edition}: {error}") from None
    size = _size_of(deal)
    number = 0
    for answer, room in zip(_answers(rules, deal), list_rooms(rules, size), strict=True):
        number = number * count_arrangements(room) + _rank(answer, room)
    digits = ""
    for _ in range(code_length(rules, size)):
        number, digit = divmod(number, 32)
        digits = DIGITS[digit] + digits
    return spell_code(code_head(rules, deal.dealer, size), digits)


def code_head(rules: RuleSet, dealer: str, size: int) -> str:
    """How the code of such a deal begins: the game's letter, the dealer, the size of the hands where that is not the usual."""
    return f"{rules.letter}{dealer}" + ("" if size == _variants(rules.id)[rules.letter].hand_size else f"{size}")


def spell_code(head: str, digits: str) -> str:
    """The code of the deal with this head and number, with its check digits, in groups."""
    digits += _check_digits(head + digits)
    return f"{head}-" + "-".join(digits[start : start + 5] for start in range(0, len(digits), 5))


def _check_digits(body: str) -> str:
    number = int.from_bytes(hashlib.sha256(body.encode()).digest()[:4], "big") % 1024
    return DIGITS[number // 32] + DIGITS[number % 32]


def code_length(rules: RuleSet, size: int) -> int:
    """How many digits the number of a deal has, the two check digits left out."""
    return -(-(prod(map(count_arrangements, list_rooms(rules, size))) - 1).bit_length() // 5)


@cache
def _variants(edition: str) -> Mapping[str, RuleSet]:
    """An edition under the letter of its codes, and with those options that change what is dealt, and so the letter."""
    plain = get_edition(edition)
    found = {plain.letter: plain}
    for option in plain.options:
        with suppress(ValueError):  # an option that is only for more or fewer players than the usual
            rules = plain.with_options([option])
            found.setdefault(rules.letter, rules)
    return found


def _find_rules(letter: str) -> RuleSet | None:
    """The rules whose codes begin with this letter; editions are read only until one has it."""
    return next((rules[letter] for rules in map(_variants, list_editions()) if letter in rules), None)


def parse_code(code: str) -> tuple[str, Deal]:
    """The edition and the deal behind a code; case, blanks and look-alike letters do not matter.

    The edition is its id, with an option where that changes what is dealt, like "sweven+5-players": `mam.start` and
    `get_edition` take it so. Raises NotationError for a code that is not one or was mistyped.
    """
    check_text(code, "a deal")
    head, _, tail = (code if code.isascii() else "").strip().upper().partition("-")
    body = re.sub(r"[\s-]", "", tail).translate(_LOOKALIKES)
    rules, dealer, size = _read_head(head, code)
    length = code_length(rules, size)
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
            number, own = divmod(number, count_arrangements(room))
            answers.insert(0, _unrank(own, room))
        deal = _deal_from(rules, dealer, answers, rooms)
        if deal_code(deal, edition).replace("-", "") == head + body:  # equal cards exchanged have another number
            return edition, deal
    raise NotationError(f"{quote(code)} was mistyped: its last two letters do not fit the others")


def _read_head(head: str, code: str) -> tuple[RuleSet, str, int]:
    """The rules, the dealer and the size of the hands."""
    found = re.fullmatch(r"([A-Z]\d*)([A-Z])(\d{0,2})", head)
    rules = _find_rules(found[1]) if found else None
    if found is None or rules is None or found[2] not in rules.persons:
        raise NotationError(f"{quote(code)} is not a deal code: it begins like MS- (the game's letter and the dealer)")
    size = int(found[3] or rules.hand_size)
    if found[3] and not (rules.shrinks_by and 0 < size < rules.hand_size and found[3] == str(size)):
        raise NotationError(f"{quote(code)} is not a deal code: hands of {found[3]} are not dealt in {rules.id}")
    return rules, found[2], size
