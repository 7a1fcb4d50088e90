"""Whether the sentences of a hand or of a problem with prices are true: each claim that a pattern knows is compared with what you see at that moment.

Causes ("so West must trump") are for a person to check. A phrase that no pattern knows is not checked.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from mam.games.trick_round import TrickRound
from mam.rules.cards import BEAR, TIGER, Card, Color, money_in
from mam.rules.moves import Play
from mam.rules.tricks import find_color
from mam.studies.answers import Judgment
from mam.studies.checks.vocabulary import COLOR, NUMBERS, SEAT
from mam.studies.study import OTHER
from mam.text.notation import parse_card, parse_cards

_CARD = rf"(?:{COLOR}) \d+|Tiger|Bull|Bear"
_NUMBERS = NUMBERS | {"no": 0}
_NUMBER = "|".join([*_NUMBERS, *(word.capitalize() for word in _NUMBERS)])
_TIMES = {"once": 1, "twice": 2, "three times": 3, "four times": 4}


@dataclass(frozen=True)
class Claim:
    """A claim that was found in a sentence, and what is wrong with it, if anything."""

    text: str
    fault: str = ""


def list_claims(judgment: Judgment, more: Iterable[tuple[str, str]] = ()) -> Iterator[Claim]:
    """Yield every claim of a stop's sentences, and of `more`, that can be checked; each has the answer after which it is said, or "".

    >>> import mam
    >>> from mam.studies.hand import judge_hand
    >>> first, second, *_ = judge_hand(mam.get_study("h01").chapters[0])
    >>> [claim.text for claim in list_claims(second)][:3]
    ['North leads Green 30', 'You have no Green', "'s 30 is the highest Green"]
    """
    stop, table = judgment.stop, _StopView(judgment)
    wrong = (("" if answer == OTHER else answer, text) for answer, text in stop.wrong.items())
    for answer, text in [("", stop.text), (stop.right[0], stop.why), *wrong, *more]:
        for pattern, check in _PATTERNS:
            for match in re.finditer(pattern, text):
                yield Claim(match[0], check(table, match, answer))


class _StopView:
    """What you see at a stop."""

    def __init__(self, judgment: Judgment) -> None:
        self.judgment, self.round, self.you = judgment, judgment.round, judgment.chapter.you
        self.seats = {name: seat for seat, name in self.round.rules.seat_names.items()}
        self.hand = self.round.hands[self.you]
        trick = self.round.trick if self.round.phase == "play" else None
        self.plays = list(trick.plays) if trick else []
        self.tricks = self.round.tricks if self.round.phase == "play" else ()

    def color_of(self, card: Card) -> object:
        """Return the color that a card counts as: the Tiger is a trump."""
        return find_color(card, self.round.trump)

    @cached_property
    def played(self) -> set[Card]:
        return {card for trick in self.tricks for _, card in trick.plays} | {card for _, card in self.plays}

    @cached_property
    def out(self) -> list[Card]:
        """The cards that you do not see and that were not played."""
        discarded = self.round.discarded if self.round.bidder == self.you and self.round.discarded else ()
        return [card for card in self.round.rules.pack if card not in {*self.hand, *self.played, *discarded}]

    @cached_property
    def trumps_out(self) -> list[Card]:
        return [card for card in self.out if self.color_of(card) == self.round.trump]

    @cached_property
    def lying(self) -> int:
        return money_in(card for _, card in self.plays)

    @cached_property
    def amounts(self) -> set[int]:
        """The amounts that a sentence may state: bids, what lies there, with cards of yours, what is captured and missing."""
        bids = [call.amount for _, call in self.round.calls if hasattr(call, "amount")]
        bids += [int(text) for text in self.judgment.answers if text.isdecimal()]
        money_cards = [card for card in self.hand if card.money]
        sums = {money_in(part) for size in range(4) for part in combinations(money_cards, size)}
        amounts = {*bids, *(high - low for low in bids for high in bids), *(self.lying + part for part in sums), *sums}
        amounts |= {money_in(card for card in self.hand if card.color == color) for color in Color}
        amounts |= {money_in(self.hand), *(trick.value for trick in self.tricks), *(card.money for card in self.out)}
        ends = filter(None, (self.find_end(text) for text in self.judgment.answers))
        amounts |= {end.tricks[-1].value for end in ends if len(end.tricks) > len(self.tricks)}
        for side, captured in self.round.captured.items():
            amounts |= {captured, captured + self.lying, *(captured + self.lying + part for part in sums)}
            if self.round.bid and side == self.round.side_of(self.round.bidder or ""):
                amounts |= {self.round.bid - captured, self.round.bid - captured - self.lying}
        return amounts

    def find_end(self, answer: str) -> TrickRound | None:
        """Return the round after a card."""
        move = Play(parse_card(answer)) if self.judgment.stop.ask == "card" and answer else None
        return self.round.play(move) if move and not self.round.why_not(move) else None

    def list_hand(self, answer: str) -> list[Card]:
        """Return your cards after an answer that discards or plays some."""
        is_made_of_cards = answer and self.judgment.stop.ask != "trump" and self.round.phase in ("nest", "play")
        return [card for card in self.hand if not is_made_of_cards or card not in parse_cards(answer)]

    def list_stronger(self, card: Card) -> set[Card]:
        """Return the cards that are out and beat this one on a lead of its color."""
        return {other for other in self.out if self.beats(other, card)}

    def beats(self, other: Card, card: Card) -> bool:
        """Return whether another card beats this one where both may be played."""
        if self.color_of(other) != self.color_of(card):
            return self.color_of(other) == self.round.trump
        return other == TIGER or (card != TIGER and other.rank > card.rank)

    def list_led(self, color: object) -> int:
        """Return in how many tricks a color was led, with the one on the table."""
        leads = [trick.plays[0][1] for trick in self.tricks] + [card for _, card in self.plays[:1]]
        return sum(self.color_of(card) == color for card in leads)

    def shows_void(self, seat: str, color: object) -> bool:
        """Return whether a seat has played another color when this one was led."""
        for trick in [*(list(trick.plays) for trick in self.tricks), self.plays]:
            for player, card in trick[1:]:
                if player == seat and self.color_of(trick[0][1]) == color and self.color_of(card) != color:
                    return True
        return False


def _read_card(text: str) -> Card:
    word, _, rank = text.partition(" ")
    return parse_card(word[0] + rank if rank else word.upper())


def _read_color(word: str) -> Color:
    return Color(word[0])


def _list_cards(text: str) -> list[Card]:
    return [_read_card(name) for name in re.findall(_CARD, text)]


def _complain(is_true: bool, fault: str) -> str:
    return "" if is_true else fault


def _check_amount(table: _StopView, match: re.Match[str], answer: str) -> str:
    amount = int(match[1].replace(",", ""))
    return _complain(amount in table.amounts, "no such amount is here")


def _check_out(table: _StopView, match: re.Match[str], answer: str) -> str:
    missing = [card.code for card in _list_cards(match[0]) if card not in table.out]
    return _complain(not missing, f"{', '.join(missing)} can be seen")


def _check_gone(table: _StopView, match: re.Match[str], answer: str) -> str:
    unplayed = [card.code for card in _list_cards(match[0]) if card not in table.played]
    return _complain(not unplayed, f"{', '.join(unplayed)} was not played")


def _check_only(table: _StopView, match: re.Match[str], answer: str) -> str:
    named_cards = set(_list_cards(match[0]))
    return _complain(named_cards == set(table.trumps_out), f"out are {_name(table.trumps_out)}")


def _name(cards: list[Card]) -> str:
    return " ".join(card.code for card in cards) or "none"


def _check_trumps(table: _StopView, match: re.Match[str], answer: str) -> str:
    count = len(table.trumps_out)
    return _complain(count == _NUMBERS[match[1].lower()], f"out are {_name(table.trumps_out)}, which is {count}")


def _check_color_out(table: _StopView, match: re.Match[str], answer: str) -> str:
    cards = [card for card in table.out if card.color == _read_color(match[2])]
    return _complain(len(cards) == _NUMBERS[match[1].lower()], f"out are {_name(cards)}, which is {len(cards)}")


def _check_length(table: _StopView, match: re.Match[str], answer: str) -> str:
    hand = set(table.hand)
    if table.round.phase == "nest" and answer:  # what a discard leaves
        hand -= set(parse_cards(answer))
    count = sum(card.color == _read_color(match[2]) for card in hand)
    return _complain(count == _NUMBERS[match[1].lower()], f"you have {count} {match[2]}")


def _check_holding(table: _StopView, match: re.Match[str], answer: str) -> str:
    missing = [card.code for card in _list_cards(match[1]) if card not in table.hand]
    return _complain(not missing, f"you don't hold {', '.join(missing)}")


def _check_play(table: _StopView, match: re.Match[str], answer: str) -> str:
    plays = [*table.plays, *(table.tricks[-1].plays if table.tricks else ())]
    return _complain((table.seats[match[1]], _read_card(match[2])) in plays, "that was not played just now")


def _check_winner(table: _StopView, match: re.Match[str], answer: str) -> str:
    seat = table.seats[match[1]]
    played = {name for player, card in table.plays if player == seat for name in (card.code[1:], card.words)}
    if not table.plays or table.round.current_winner != seat:
        return f"{table.round.current_winner if table.plays else 'nobody'} is winning"
    return _complain(not match[2] or match[2] in played, f"{match[1]} played {', '.join(played)}")


def _check_highest(table: _StopView, match: re.Match[str], answer: str) -> str:
    card = _read_card(f"{match[2]} {match[1]}")
    higher = [other for other in [*table.out, *table.hand] if other.color == card.color and other.rank > card.rank]
    return _complain(not higher, f"{_name(higher)} is higher")


def _check_last(table: _StopView, match: re.Match[str], answer: str) -> str:
    return _complain(len(table.plays) == len(table.round.rules.seats) - 1, "you do not play last")


def _check_after(table: _StopView, match: re.Match[str], answer: str) -> str:
    before = [name for name, seat in table.seats.items() if name in match[1] and seat in dict(table.plays)]
    return _complain(not before, f"{', '.join(before)} has played")


def _check_destroys(table: _StopView, match: re.Match[str], answer: str) -> str:
    return _complain(answer == BEAR.code and int(match[1]) == table.lying, f"{table.lying} lies there")


def _check_takes(table: _StopView, match: re.Match[str], answer: str) -> str:
    """Check who takes how much: after the card, if you play it last, else with what lies there then."""
    seat, amount = table.seats[match[1]], int(match[2])
    end = table.find_end(answer)
    if end is None:
        return "no card is played here"
    if len(end.tricks) > len(table.tricks) or not end.trick:
        trick = end.tricks[-1]
        return _complain((trick.winner, trick.value) == (seat, amount), f"{trick.winner} takes {trick.value}")
    value = money_in(end.trick.cards)
    return _complain(end.current_winner == seat and value == amount, f"{end.current_winner} is winning {value}")


def _check_you_take(table: _StopView, match: re.Match[str], answer: str) -> str:
    end = table.find_end(answer)
    trick = end.tricks[-1] if end and len(end.tricks) > len(table.tricks) else None
    if trick is None:
        return "the trick is not over after this card"
    return _complain((trick.winner, trick.value) == (table.you, int(match[1])), f"{trick.winner} takes {trick.value}")


def _check_void(table: _StopView, match: re.Match[str], answer: str) -> str:
    return _complain(table.shows_void(table.seats[match[1]], _read_color(match[2])), "that was not shown")


def _check_led(table: _StopView, match: re.Match[str], answer: str) -> str:
    count = table.list_led(_read_color(match[1]))
    return _complain(count == _TIMES[match[2]], f"it was led {count} times")


def _check_first(table: _StopView, match: re.Match[str], answer: str) -> str:
    count = table.list_led(_read_color(match[1]))
    return _complain(count == 1, f"it was led {count} times")


def _check_bid(table: _StopView, match: re.Match[str], answer: str) -> str:
    calls = [(seat, getattr(call, "amount", None)) for seat, call in table.round.calls]
    return _complain((table.seats[match[1]], int(match[2])) in calls, "that was not bid")


def _check_missing(table: _StopView, match: re.Match[str], answer: str) -> str:
    round = table.round
    missing = (round.bid or 0) - round.captured[round.side_of(round.bidder or "")]
    return _complain(missing == int(match[1]), f"{missing} is missing")


def _check_captured(table: _StopView, match: re.Match[str], answer: str) -> str:
    captured = table.round.captured[table.round.side_of(table.you)]
    return _complain(captured == int(match[1]), f"your side has {captured}")


def _check_none_left(table: _StopView, match: re.Match[str], answer: str) -> str:
    left = [card for card in table.list_hand(answer) if card.color == _read_color(match[1])]
    return _complain(not left, f"{_name(left)} is left")


def _check_stays(table: _StopView, match: re.Match[str], answer: str) -> str:
    return _complain(_read_card(match[1]) in table.list_hand(answer), "it does not stay")


def _check_both_stay(table: _StopView, match: re.Match[str], answer: str) -> str:
    left = [card for card in table.list_hand(answer) if card.color == _read_color(match[1])]
    return _complain(len(left) == 2, f"{_name(left)} stay")


def _check_only_one(table: _StopView, match: re.Match[str], answer: str) -> str:
    color = _read_color(match[1])
    counts = {sum(card.color == color for card in hand) for hand in (table.hand, table.list_hand(answer))}
    return _complain(1 in counts, f"you have {' or '.join(map(str, sorted(counts)))} {match[1]}")


def _check_none_out(table: _StopView, match: re.Match[str], answer: str) -> str:
    color = table.round.trump if match[1] == "trump" else _read_color(match[1])
    out = [card for card in table.out if table.color_of(card) == color]
    return _complain(not out, f"out are {_name(out)}")


def _check_tricks_left(table: _StopView, match: re.Match[str], answer: str) -> str:
    return _complain(len(table.hand) == _NUMBERS[match[1].lower()], f"{len(table.hand)} are left")


def _check_stronger(table: _StopView, match: re.Match[str], answer: str) -> str:
    """Check which cards beat the card that is played, or a trump of yours with this number."""
    named_ranks = {name.rpartition(" ")[2] for name in re.findall(rf"(?:{COLOR}) \d+|\d+|Tiger", match[1])}
    if match[2] == "it":
        cards = parse_cards(answer) if answer and table.judgment.stop.ask == "card" else []
    else:
        cards = [card for card in table.hand if card.color == table.round.trump and card.code[1:] == match[2][5:]]
    beaten_by = [{card.code[1:] if card.color else card.words for card in table.list_stronger(card)} for card in cards]
    return _complain(named_ranks in beaten_by or not cards, f"it is beaten by {' or '.join(map(str, beaten_by))}")


def _check_beats(table: _StopView, match: re.Match[str], answer: str) -> str:
    cards = [card for card in table.hand if card.code[1:] == match[2]]
    named_cards = _list_cards(match[1])
    is_true = any(all(table.beats(other, card) for other in named_cards) for card in cards)
    return _complain(is_true, f"{_name(cards)} is not beaten by all of them")


_Check = Callable[[_StopView, re.Match[str], str], str]
_PATTERNS: tuple[tuple[str, _Check], ...] = (
    (rf"\b({SEAT}) (?:leads|led|plays|played|trumps with|trumped with) (?:the )?({_CARD})", _check_play),
    (rf"\bYou have (no) ({COLOR})\b", _check_length),
    (rf"\b({_NUMBER}) ({COLOR})s? (?:is|are) (?:still )?out\b", _check_color_out),
    (rf"(?<!all but )\b(?!no\b)({_NUMBER}) ({COLOR})s?\b(?! (?:is|are) )(?! at most)", _check_length),
    (rf"\b({SEAT})'s (\d+|Tiger) (?:wins|is winning)", _check_winner),
    (rf"\b({SEAT})() (?:wins|is winning) (?:so far|already|now)", _check_winner),
    (rf"'s (\d+) is the highest ({COLOR})\b", _check_highest),
    (rf"\b[Yy]our (\d+) is the highest ({COLOR})\b", _check_highest),
    (rf"\bOnly (?:the )?(?:{_CARD})(?:(?:, | and )(?:the )?(?:{_CARD}))* (?:is|are) (?:still )?out", _check_only),
    (rf"(?<!Only )(?<!Only the )\b(?:[Tt]he )?(?:{_CARD})(?:(?:, | and )(?:the )?(?:{_CARD}))* (?:is|are) (?:still )?out", _check_out),
    (rf"\b(?:{_CARD})(?:(?:, | and )(?:the )?(?:{_CARD}))* (?:is|are) gone", _check_gone),
    (rf"(?<!After this )\b({_NUMBER}) (?:other )?trumps? (?:is|are) (?:still )?out", _check_trumps),
    (rf"\b[Yy]ou (?:hold|have) ((?:the )?(?:{_CARD})(?:(?:, | and )(?:the )?(?:{_CARD}))*)", _check_holding),
    (r"\b[Yy]ou play last\b", _check_last),
    (rf"\bNo ({COLOR}) (?:is )?left\b", _check_none_left),
    (rf"\b[Yy]our last ({COLOR}) (?:goes|is gone)", _check_none_left),
    (rf"\b({_CARD}) stays\b", _check_stays),
    (rf"\bBoth ({COLOR})s stay\b", _check_both_stay),
    (rf"\b[Yy]our (?:last|only) ({COLOR})\b", _check_only_one),
    (rf"(?<!After this )\b[Nn]o (?:other )?(trump|{COLOR}) is (?:still )?out\b", _check_none_out),
    (rf"\b({_NUMBER}) tricks are left\b", _check_tricks_left),
    (rf"\b[Oo]nly the ((?:(?:{COLOR}) )?\d+|Tiger|\d+ and the Tiger) beats? (it|your \d+)\b", _check_stronger),
    (rf"\b((?:{_CARD})(?:(?:, | and )(?:the )?(?:{_CARD}))*) (?:is|are) out(?:: | and |, and )(?:either may |each may |it |each |they |either )(?:take|beat)s? your (\d+)", _check_beats),
    (rf"\b((?:{SEAT})(?: and (?:{SEAT}))?) plays? after you", _check_after),
    (r"destroys \$(\d+),000", _check_destroys),
    (rf"\b({SEAT}) takes \$(\d+),000", _check_takes),
    (r"\b[Yy]ou take \$(\d+),000", _check_you_take),
    (rf"(?<!unless )(?<!if )\b({SEAT}) has no (?:more )?({COLOR})\b", _check_void),
    (rf"\b({COLOR}) has been led (once|twice|three times|four times)", _check_led),
    (rf"\bfirst round of ({COLOR})\b", _check_first),
    (rf"\b({SEAT}) (?:opened with|bid|has bid) \$(\d+),000", _check_bid),
    (r"\$(\d+),000 (?:is|are) missing", _check_missing),
    (r"[Yy]our side has \$(\d+),000", _check_captured),
    (r"\$([\d,]+),000", _check_amount),
)  # fmt: skip
