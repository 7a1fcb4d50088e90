"""What the sentences of rulings state about hands, read back from their words, to be compared with the cards.

Every phrase that speaks of somebody's cards is either in `_CLAIMS`, with what must be true of the round before the move, or in
`_HARMLESS`, because it is a condition, or says what everybody has seen. `find_faults` reports a phrase that is in neither.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache

from mam.games.anagrams import Anagrams
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.rules.cards import BEAR, BULL, TIGER, Card
from mam.rules.editions import RuleSet
from mam.rules.tricks import find_color, find_led_color

Claim = Callable[[Round, str, re.Match[str]], bool]
_COUNTS = {"once": 1, "twice": 2, "three times": 3}


def visible(round: Round, seat: str) -> tuple[Card, ...]:
    """The cards this hand may choose from: without those face down under others."""
    return round.playable(seat) if isinstance(round, TrickRound) else round.hands[seat]


def _followers(round: Round, seat: str) -> tuple[Card, ...]:
    """The cards face up in this hand that follow the color of the trick on the table."""
    assert isinstance(round, TrickRound) and round.trick is not None
    color = find_led_color(round.trick.cards, round.trump, round.rules.tricks)
    return tuple(card for card in visible(round, seat) if color is not None and find_color(card, round.trump) == color)


def _trumps(round: Round, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    assert isinstance(round, TrickRound)
    return tuple(card for card in cards if round.trump is not None and find_color(card, round.trump) == round.trump)


def _of_color(round: Round, cards: tuple[Card, ...], word: str) -> tuple[Card, ...]:
    assert isinstance(round, TrickRound)
    return tuple(card for card in cards if (color := find_color(card, round.trump)) is not None and color.word == word)


def _names(text: str, card: Card) -> bool:
    return text.casefold() in (card.named.casefold(), card.words.casefold(), card.code.casefold())


def _holds(round: Round, seat: str, text: str) -> int:
    return sum(_names(text, card) for card in round.hands[seat])


def _codes(text: str) -> set[str]:
    return {part.removeprefix("the ").upper() for part in re.split(r", | and ", text)}


def _has_no_color_face_up(round: Round, seat: str, match: re.Match[str]) -> bool:
    covered = len(visible(round, seat)) < len(round.hands[seat])
    return covered and not _of_color(round, visible(round, seat), match["color"])


def _owns_only_tiger(round: Round, seat: str, match: re.Match[str]) -> bool:
    """The Tiger is the only trump of the whole hand, or of what lies face up."""
    cards = visible(round, seat) if match["up"] else round.hands[seat]
    return _trumps(round, cards) == (TIGER,)


def _has_money(round: Round, seat: str, amount: str) -> bool:
    return sum(card.money for card in round.hands[seat]) * 1000 == int(amount.replace(",", ""))


def _number_cards(round: Round, seat: str) -> int:
    return sum(card.is_number_card for card in round.hands[seat])


def _first_to_go(round: Round, seat: str, match: re.Match[str]) -> bool:
    numbers = {card.code for card in round.hands[seat] if card.is_number_card}
    return set(match["cards"].split()) <= numbers


def _took_last_trick(round: Round, seat: str) -> bool:
    assert isinstance(round, TrickRound)
    return round.tricks[-1].winner == seat


def _extends(round: Round, seat: str) -> bool:
    assert isinstance(round, Anagrams)
    return any(card.code in round.fitting for card in round.hands[seat])


# WHO is a player or "you"; then `seat` is the hand, for "you" the hand to move.
_CLAIMS: dict[str, Claim] = {
    r"WHO has no (?P<color>COLOR) face up": _has_no_color_face_up,
    r"WHO has no (?P<color>COLOR)(?=, so)": lambda round, seat, match: (
        not _of_color(round, round.hands[seat], match["color"])
    ),
    r"WHO has no other card left(?=, so)": lambda round, seat, match: len(round.hands[seat]) == 1,
    r"WHO has only Bulls and Bears left": lambda round, seat, match: (
        set(round.hands[seat]) <= {BULL, BEAR} and len(round.hands[seat]) > 1
    ),
    r"WHO may lead (?P<card>the \w+): it is the only card face up": lambda round, seat, match: (
        len(visible(round, seat)) == 1 < len(round.hands[seat]) and _names(match["card"], visible(round, seat)[0])
    ),
    r"WHO may lead the \w+: only the Bull and the Bear are face up": lambda round, seat, match: (
        set(visible(round, seat)) == {BULL, BEAR} and len(round.hands[seat]) > 2
    ),
    r"The Tiger is (?:your|WHO's) only trump(?P<up> face up)?": _owns_only_tiger,
    r"The two Tigers are (?:your|WHO's) only trumps": lambda round, seat, match: (
        _trumps(round, round.hands[seat]) == (TIGER, TIGER)
    ),
    r"WHO may play any trump: the Tiger": lambda round, seat, match: (
        len(set(_trumps(round, visible(round, seat)))) > 1 and TIGER in visible(round, seat)
    ),
    r"WHO has no card of another color": lambda round, seat, match: (
        not {*round.hands[seat]} - {BULL, BEAR} - {*_trumps(round, round.hands[seat])}
    ),
    r"WHO still holds? (?P<cards>[\w, ]+)(?=\.)": lambda round, seat, match: (
        _codes(match["cards"]) == {card.code for card in _followers(round, seat)}
    ),
    r"WHO can play only its face-up cards, and (?P<card>[\w ]+) isn't one of them": lambda round, seat, match: (
        len(visible(round, seat)) < len(round.hands[seat])
        and not any(_names(match["card"], card) for card in visible(round, seat))
    ),
    r"(?P<card>[\w ]+) is WHO's last card": lambda round, seat, match: (
        len(round.hands[seat]) == 1 and _names(match["card"].split("yet and ")[-1], round.hands[seat][0])
    ),
    r"WHO took the last trick": lambda round, seat, match: _took_last_trick(round, seat),
    r"WHO (?:don't|doesn't) hold (?:the letter )?(?P<card>[\w ]+?)(?=\.| and draws|, and|,)": lambda round, seat, match: (
        not _holds(round, seat, match["card"])
    ),
    r"WHO hold (?P<count>\d+) number cards": lambda round, seat, match: (
        _number_cards(round, seat) == int(match["count"])
    ),
    r"WHO named (?P<card>[\w ]+) (?:twice|\w+ times) but hold it (?P<times>once|twice)": lambda round, seat, match: (
        _holds(round, seat, match["card"]) == _COUNTS[match["times"]]
    ),
    r"WHO may discard money only when WHO have no other card to discard: discard (?P<cards>[\w ]+) first": _first_to_go,
    r"WHO has too few number cards": lambda round, seat, match: (
        0 < _number_cards(round, seat) < getattr(round.rules, "nest_size", 0)
    ),
    r"WHO has no number card": lambda round, seat, match: _number_cards(round, seat) == 0,
    r"WHO hold \$(?P<amount>[\d,]+), and": lambda round, seat, match: _has_money(round, seat, match["amount"]),
    r"WHO has at most \$(?P<amount>[\d,]+) in hand": lambda round, seat, match: (
        sum(card.money for card in round.hands[seat]) * 1000 <= int(match["amount"].replace(",", ""))
    ),
    r"WHO hold (?P<count>\d+) cards?, so bid": lambda round, seat, match: len(round.hands[seat]) == int(match["count"]),
    r"WHO hold its duplicate too": lambda round, seat, match: any(
        round.hands[seat].count(card) > 1 for card in round.hands[seat]
    ),
    r"WHO (?:hold|has) no card that can be called": lambda round, seat, match: (
        [*map(str, round.legal_moves)] == ["call"]
    ),
    r"WHO hold only (?P<count>\d+) cards? that can be called": lambda round, seat, match: (
        len(str(round.legal_moves[0]).split()) - 1 == int(match["count"])
    ),
    r"WHO hold the letter (?P<card>\w)(?=, which)": lambda round, seat, match: _holds(round, seat, match["card"]) > 0,
    r"WHO keeps the letter drawn": lambda round, seat, match: bool(round.legal_moves),
    r"WHO hold a letter that extends (?:one|a word) on the table": lambda round, seat, match: _extends(round, seat),
    r"WHO hold a letter that starts a new word": lambda round, seat, match: any(
        card.code in "AIO" for card in round.hands[seat]
    ),
    r"WHO has no A, I or O": lambda round, seat, match: not any(card.code in "AIO" for card in round.hands[seat]),
    r"WHO has no cards left and passes": lambda round, seat, match: not round.hands[seat],
    r"WHO has no cards left(?=\. )": lambda round, seat, match: len(round.hands[seat]) == 1,  # the one just played
}

# Conditions, and what everybody has seen.
_HARMLESS = (
    r"only (?:when|if) [^.]*",
    r"whoever holds the duplicates? is a silent partner",
    r"Nobody holds a letter that extends a word",
    r"one for each card in the other hands",
    r"lay under it and is now face up",
    r"'s hand is now face up",
    r"shows the hand",
    r"has no effect|have no effect|has no color|has no duplicate in play",
    r"has (?:bid|discarded|called|voted|passed|won)\b|have (?:called|drawn|played|passed|reached|done)\b|has been (?:made|played|exchanged)",
    r"has the fewest cards(?:, \d+)?|have \d+ cards? each|does not have the fewest cards",
    r"has the letter \w|line \d+ has no other|the lines? (?:is|are) [\w ]+",
    r"a card is played face up|hidden cards can't be played",
    r"adds \w to|leaves out",
    r"sits at the (?:bidder|dealer)'s left",
    r"\bleft\. Play goes on|is left\b",
    r"out of this auction",
)
# Words that a sentence about a hand has.
_SUSPECT = re.compile(
    r"\b(?:holds?|held|has|have|had|lacks?|void|out of|face up|face down|face-up|in hand|only trumps?|last card|left|keeps)\b"
)


@cache
def _patterns(names: tuple[str, ...], colors: tuple[str, ...]) -> tuple[tuple[re.Pattern[str], Claim], ...]:
    person = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    who = rf"(?P<who>(?:{person})(?!\w)|[Yy]ou\b)"

    def fill(pattern: str) -> re.Pattern[str]:
        first, *others = pattern.replace("COLOR", "|".join(colors)).split("WHO")
        return re.compile(f"{first}{who}{'(?:[Yy]ou|it)'.join(others)}" if others else first)

    return tuple((fill(pattern), claim) for pattern, claim in _CLAIMS.items())


def _seats(rules: RuleSet) -> dict[str, str]:
    return {name: seat for seat, name in rules.seat_names.items()}


def find_faults(before: Round, sentence: str) -> Iterator[str]:
    """The phrases of a sentence that are not true of the cards before the move, or that nobody has classified."""
    seats = _seats(before.rules)
    colors = tuple(dict.fromkeys(card.color.word for card in before.rules.pack if card.color is not None))
    rest = sentence
    for pattern, claim in _patterns(tuple(seats), colors):
        for match in [*pattern.finditer(rest)]:
            who = match.groupdict().get("who") or "you"
            seat = seats.get(who, before.turn or "")
            if not claim(before, seat, match):
                yield f"false: {match[0]}"
            rest = rest.replace(match[0], " … ")
    for harmless in _HARMLESS:
        rest = re.sub(harmless, " … ", rest)
    rest = re.sub(r"“[^”]*”", " … ", rest)
    if suspect := _SUSPECT.search(rest):
        yield f"unknown phrase with “{suspect[0]}”: {rest}"
