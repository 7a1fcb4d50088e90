"""Whether the sentences of a problem are true: what is out, who plays after whom, whose a card is, and what is sure.

A sentence speaks of the position in which the first card is asked. A cause ("so East must trump"), and what comes later, is for a person
to check beside the two lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from mam.rules.cards import Card, Color
from mam.rules.tricks import find_color
from mam.studies.checks.hand_claims import Claim
from mam.studies.checks.vocabulary import COLOR, NUMBER, NUMBERS, SEAT
from mam.studies.problems.problem import find_listed
from mam.text.notation import parse_card

if TYPE_CHECKING:
    from mam.engine.belief.belief import Belief, Layout

_KIND = rf"(?:trump|{COLOR})"
_RANKS = r"\d+(?:, \d+)*(?:,? and \d+)?"
_ONE = rf"(?:[Tt]he )?(?:(?:{COLOR}) {_RANKS}|Tiger|Bull|Bear)"
_CARDS = rf"{_ONE}(?:(?:, |,? and ){_ONE})*"
_LATER = re.compile(r"\b(?:[Ii]f|[Tt]hen|[Ww]hen|[Oo]nce|[Ll]ater|next|now leads|leads?|would|see|sees)\b")


@dataclass(frozen=True)
class Facts:
    """What a problem knows: the belief, its layouts, what is sure after each card, and in how many layouts each can reach the goal."""

    belief: Belief
    you: str
    layouts: Collection[Layout]
    right: Collection[str]
    sure: Mapping[str, int]
    reaches: Mapping[str, int]

    @cached_property
    def seats(self) -> dict[str, str]:
        names = {name: seat for seat, name in self.belief.round.rules.seat_names.items()}
        return {**names, "you": self.you, "You": self.you}

    @cached_property
    def order(self) -> list[str]:
        """The seats in the order in which they play to this trick."""
        round = self.belief.round
        first = round.trick.leader if round.trick and round.trick.cards else round.turn
        start = round.turn_order.index(first or round.turn_order[0])
        return [*round.turn_order[start:], *round.turn_order[:start]]

    def count_out(self, kind: str) -> int:
        """Return how many trumps, or cards of a color, are unseen."""
        return len(self.list_out(kind))

    def list_out(self, kind: str) -> set[Card]:
        trump = self.belief.round.trump
        color = trump if kind.startswith("trump") else Color(kind[0])
        return {card for card in self.belief.unseen if find_color(card, trump) == color}

    def may_have(self, seat: str, test: Callable[[Card], bool]) -> bool:
        """Return whether a seat may hold such a card, or has played one to this trick."""
        round = self.belief.round
        played = [card for player, card in (round.trick.plays if round.trick else ()) if player == seat]
        possible_cards = self.belief.possible.get(seat, round.hands[seat])
        return any(test(card) for card in (*played, *possible_cards))

    def find_listed(self, card: Card, values: Mapping[str, int]) -> int | None:
        """Return the value of a card, or of the higher neighbor that it equals."""
        listed = find_listed(card, map(parse_card, values))
        return values[listed.code] if listed else None


def list_claims(text: str, facts: Facts) -> Iterator[Claim]:
    """Yield every claim of a text that a pattern knows, and what is wrong with it, if anything."""
    for pattern, check in _PATTERNS:
        for match in re.finditer(pattern, text):
            before = re.split(r"[.?!] ", text[: match.start()])[-1]
            is_question = re.match(r"[^.!?]*\?", text[match.end() :])
            fault = None if is_question else check(facts, match, before)
            if fault is not None:
                yield Claim(match[0], fault)


def read_cards(text: str) -> list[Card]:
    """Return the cards that a text names.

    >>> read_cards("the Green 10, 9 and 8, the Tiger and the Red 1")
    [G10, G9, G8, R1, TIGER]
    """
    named_ranks = re.findall(rf"({COLOR}) ({_RANKS})", text)
    cards = [parse_card(color[0] + rank) for color, ranks in named_ranks for rank in re.findall(r"\d+", ranks)]
    return cards + [parse_card(name.upper()) for name in re.findall(r"\b(Tiger|Bull|Bear)\b", text)]


# Each check returns what is wrong, "" if nothing is, or None for a sentence that speaks of another moment.


def _check_none_out(facts: Facts, match: re.Match[str], before: str) -> str | None:
    kinds = re.findall(rf"(other )?({_KIND})", match[1])  # the other one is named in another sentence
    wrong = [f"{facts.count_out(kind)} {kind}" for other, kind in kinds if facts.count_out(kind) > bool(other)]
    return None if _LATER.search(before) else f"out: {', '.join(wrong)}" if wrong else ""


def _check_count_out(facts: Facts, match: re.Match[str], before: str) -> str | None:
    if _LATER.search(before):
        return None
    count = facts.count_out(match[2])
    return "" if count == NUMBERS[match[1].lower()] else f"{count} are out"


def _check_cards_out(facts: Facts, match: re.Match[str], before: str) -> str | None:
    if _LATER.search(before):
        return None
    cards = set(read_cards(match[1]))
    if seen := sorted(card.code for card in cards - facts.belief.unseen):
        return f"not out: {', '.join(seen)}"
    sets = [facts.list_out("trump"), *(facts.list_out(card.color.word) for card in cards if card.color)]
    is_only = before.endswith(("Only ", "only "))
    return "" if not is_only or cards in sets else "more are out"


def _check_all_out(facts: Facts, match: re.Match[str], before: str) -> str | None:
    unseen, kind = facts.belief.unseen, match[2]
    count = len(unseen) == NUMBERS[match[1].lower()] if match[1] else True
    fits = all(card.money for card in unseen) if kind == "money" else len(facts.list_out(kind)) == len(unseen)
    return "" if count and fits else f"out: {' '.join(sorted(card.code for card in unseen))}"


def _check_last(facts: Facts, match: re.Match[str], before: str) -> str | None:
    if _LATER.search(match.string):
        return None
    return "" if facts.seats[match[1]] == facts.order[-1] else f"the order is {' '.join(facts.order)}"


def _check_order(facts: Facts, match: re.Match[str], before: str) -> str | None:
    if _LATER.search(match.string) or match[1] == match[3]:
        return None
    first, second = (facts.order.index(facts.seats[name]) for name in (match[1], match[3]))
    is_true = first > second if match[2] == "after" else first < second
    return "" if is_true else f"the order is {' '.join(facts.order)}"


def _check_nobody_after(facts: Facts, match: re.Match[str], before: str) -> str | None:
    if _LATER.search(match.string):
        return None
    return "" if facts.order[-1] == facts.belief.round.turn else f"the order is {' '.join(facts.order)}"


def _check_owner(facts: Facts, match: re.Match[str], before: str) -> str | None:
    name = match[2]
    if name in ("Tiger", "Bull", "Bear"):
        is_true = facts.may_have(facts.seats[match[1]], lambda card: card.code == name.upper())
    else:
        color, rank = name.split() if " " in name else ("", name)
        is_true = facts.may_have(
            facts.seats[match[1]],
            lambda card: card.color is not None and card.code[1:] == rank and card.code.startswith(color[:1]),
        )
    return "" if is_true else f"{match[1]} can't have it"


def _check_sure(facts: Facts, match: re.Match[str], before: str) -> str | None:
    amount, is_right = int(match[2]), not match[1]
    amounts = {money for code, money in facts.sure.items() if (code in facts.right) == is_right}
    return "" if amount in amounts else f"sure {'is' if is_right else 'are'} {', '.join(map(str, sorted(amounts)))}"


def _check_at_most(facts: Facts, match: re.Match[str], before: str) -> str | None:
    amounts = {facts.sure[code] for code in facts.right if code in facts.sure}
    return "" if int(match[1]) in amounts else f"at most {', '.join(map(str, sorted(amounts)))}"


def _check_reaches(facts: Facts, match: re.Match[str], before: str) -> str | None:
    """Check in how many layouts a named card works, or fails."""
    cards = read_cards(match[1])
    works = facts.find_listed(cards[0], facts.reaches) if len(cards) == 1 else None
    if works is None:
        return None
    fails = re.search(r"\b(?:makes? the bid|fails?)\b", match[2])
    expected = len(facts.layouts) - works if fails else works
    claimed = int(match[3] or 0)  # in no layout, or: short in all
    return "" if claimed == expected else f"it works in {works} of {len(facts.layouts)} layouts"


_Check = Callable[[Facts, re.Match[str], str], "str | None"]
_PATTERNS: tuple[tuple[str, _Check], ...] = (
    (rf"\b([Nn]o (?:other )?{_KIND}(?:(?: and|,) no (?:other )?{_KIND})*) is (?:still )?out(?! of)", _check_none_out),
    (rf"\b({NUMBER}) (?:other )?({_KIND})s? (?:is|are) (?:still )?out(?! of)", _check_count_out),
    (rf"({_CARDS}) (?:is|are) (?:still )?out(?! of)", _check_cards_out),
    (rf"\bAll (?:({NUMBER}) )?(?:unseen )?cards(?: that are out)? are ({_KIND}|money)", _check_all_out),
    (rf"\b({SEAT}|[Yy]ou) plays? last\b", _check_last),
    (rf"\b({SEAT}|[Yy]ou) plays? (after|before) ({SEAT}|you)\b", _check_order),
    (r"\b[Nn]obody plays after you", _check_nobody_after),
    (rf"\b({SEAT})'s ((?:(?:{COLOR}) )?\d+|Tiger|Bull|Bear)\b", _check_owner),
    (r"(\b[Oo]nly )?\$(\d+),000 is sure", _check_sure),
    (r"get \$(\d+),000 at most", _check_at_most),
    (rf"\b(?:[Ww]ith|[Ii]f you (?:play|lead|throw|give|keep)) (?:the )?((?:{COLOR}) \d+|Tiger|Bull|Bear)\b([^.;]*?)(?: in (?:only )?(\d+) of (?:the )?\d+ layouts| (?:works in|in) no layout| short in all layouts)", _check_reaches),
)  # fmt: skip
