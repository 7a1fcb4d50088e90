"""Read what a hand holds: cards by name, numbers of a class, low cards, more of them than somebody else."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mam.analysis.probability.conditions import (
    AllOf,
    AnyOf,
    Condition,
    Holds,
    Tally,
    Term,
    between,
    card_count,
    check_once,
)
from mam.analysis.probability.lengths import ANY_LENGTH, Extreme, Shape
from mam.analysis.probability.words import COMPARE, END, HOLD, JOIN, LIE, ONE, Words, count_class
from mam.support.messages import quote, shorten

CLAUSE = (*COMPARE, *HOLD, *LIE, "void", "shape", "longest", "shortest")  # words that only a clause has
SOME, EACH = ("some", "any", "one", *ONE), ("each", "every")
COLORS = ("color", "colors", "suit", "suits")
_LOW = re.compile(r"x+(-x+)*", re.IGNORECASE)
_CARD_AND_LOW = re.compile(r"([a-z]+\d+|\d+)-?(x+(?:-x+)*)", re.IGNORECASE)
Limits = tuple[int | None, int | None]


class Holdings(Words):
    """A reader of what follows “N holds”."""

    def holding(self, place: str) -> Condition:
        """Take what a place holds: cards and numbers, joined by "and" and commas, or by "or"."""
        if self.take("neither"):
            parts = [self._card(place)]
            while self.take("nor"):
                parts.append(self._card(place))
            return AllOf(tuple(~part for part in parts))
        groups = [self._holding_all(place)]
        while self.low() == "or" and not self.starts_clause():
            self.take_next()
            groups.append(self._holding_all(place))
        return AnyOf(tuple(groups)) if len(groups) > 1 else groups[0]

    def _holding_all(self, place: str) -> Condition:
        self.take("both", "either")
        parts = [self._item(place)]
        while self.low() == "," or (self.low() == "and" and not self.starts_clause()):
            self.take_next()
            self.take("and")
            parts.append(self._item(place))
        check_once([part.term.cards for part in parts if isinstance(part, Holds)])
        return AllOf(tuple(parts)) if len(parts) > 1 else parts[0]

    def starts_clause(self) -> bool:
        """Return whether another clause follows the next word, instead of one more card."""
        clause = self.list_clause()
        return len(clause) == 1 or any(word in CLAUSE for word in clause) or clause[1] in self.names

    def _item(self, place: str) -> Condition:
        start = self.position
        if self.take("all"):
            words = self._class()
            return card_count(place, words) >= self.vocabulary.count_cards(words)
        if self.take("most"):
            words = self._class()
            others = [hand for hand in self.vocabulary.hands if hand != place]
            return AllOf(tuple(count_class(place, words) > count_class(hand, words) for hand in others))
        if (compared := self._take_comparison(place)) is not None:
            return compared
        self.position = start
        limits = self.limits()
        if limits is None:
            return self._card(place)
        return self._number_of(place, *limits, is_money=self.words[self.position - 1].startswith("$"), start=start)

    def _take_comparison(self, place: str) -> Condition | None:
        """Take "more reds than S", "fewer …" or "as many … as …"."""
        word = self.take("more", "fewer", "less", "as")
        if not word or self.low() == "than" or (word == "as" and not self.take("many", "much")):
            return None
        end = "as" if word == "as" else "than"
        words = self._class((end,))
        if not self.take(end):
            raise self.wrong(f"“{end}” and a place, as in “N has {word} {shorten(words)} {end} S”")
        subject, self.subject = self.subject, ""
        tally, other_tally = count_class(place, words), count_class(self.require_place(), words)
        self.subject = subject
        return tally == other_tally if word == "as" else tally > other_tally if word == "more" else tally < other_tally

    def limits(self) -> Limits | None:
        """Take how many: "at least 5", "5 or more", "between 3 and 5"; None where no number follows."""
        if self.take("no"):
            return 0, 0
        if self.low() in ONE and not self.vocabulary.has_letters:
            self.take_next()
            return 1, None
        if self.take("at"):
            how = self.take("least", "most")
            if not how:
                raise self.wrong("“least” or “most”")
            count = self.number()
            return (count, None) if how == "least" else (None, count)
        if how := self.take("more", "fewer", "less"):
            if not self.take("than"):
                raise self.wrong("“than”")
            count = self.number()
            return (count + 1, None) if how == "more" else (None, count - 1)
        if self.take("between"):
            low = self.number()
            if not self.take("and"):
                raise self.wrong("“and”, as in “between 3 and 5”")
            return low, self.number()
        is_exact = self.take("exactly")
        if not self.is_number():
            if is_exact and self._has_low_cards():
                self.position -= 1
                return None
            if is_exact:
                raise self.wrong("a number")
            return None
        count = self.number()
        if self.low() == "or" and self.low(1) in ("more", "fewer", "less"):
            self.take_next()
            return (count, None) if self.take_next().lower() == "more" else (None, count)
        if self.take("to"):
            return count, self.number()
        return count, count

    def _number_of(self, place: str, low: int | None, high: int | None, is_money: bool, start: int) -> Condition:
        """Take the class that is counted: "reds", "cards in some color", or nothing after an amount of money."""
        if is_money:
            self.take("of")
            self.take("money")
            return between(Tally(((1, Term(place, "money")),)), low, high)
        color = self._some_color()
        if not color:
            self.take("of")
            return between(count_class(place, self._class()), low, high)
        text = f"{place} has {' '.join(self.words[start : self.position])}"
        if color == "each":
            return each_color(place, text, low, high)
        return Shape(place, text, ((low or 0, ANY_LENGTH if high is None else high),), False)

    def _some_color(self) -> str:
        """Take "cards in some color" or "of each color", and return which; otherwise an empty text."""
        start = self.position
        self.take("cards", "card")
        if self.take("in", "of") and (how := self.take(*SOME, *EACH)) and self.take(*COLORS):
            return "each" if how in EACH else "some"
        self.position = start
        return ""

    # Cards by name, and low cards

    def _card(self, place: str) -> Condition:
        is_exact = bool(self.take("exactly"))
        words = self.card_class((",",))
        if not self.vocabulary.has_letters:
            base, count = _split_low(words)
            if count:
                return self._with_low(place, base, count, is_exact)
        return Holds(Tally(((1, Term(place, "cards", words)),)), 1, None)

    def _has_low_cards(self) -> bool:
        return _split_low(" ".join(self.list_clause()))[1] > 0

    def _with_low(self, place: str, words: str, count: int, is_exact: bool) -> Condition:
        """Return the condition for cards of a color with low cards of the same color, as in R40 x x."""
        suit = self.vocabulary.list_suit(words) if words else None
        if suit is None:
            raise ValueError(
                f"{quote(self.text)}: “x” is any low card of the color named before it: write it like “R40 x x” or “red x x”"
            )
        color, codes, low_count = suit
        parts: list[Condition] = [Holds(Tally(((1, Term(place, "cards", code)),)), 1, None) for code in codes]
        parts.append(card_count(place, f"low {color}") >= count + low_count)  # low cards may be named as well: R3 x
        if is_exact:
            parts.append(card_count(place, color) == count + len(codes))
        return AllOf(tuple(parts)) if len(parts) > 1 else parts[0]

    def _class(self, ends: Sequence[str] = ()) -> str:
        """Take a class of cards, up to a comma before another number of cards: "5 red, 4 green"."""
        words = [self.card_class((",", *ends))]
        while self.low() == "," and not self._starts_item():
            self.take_next()
            words.append(self.card_class((",", *ends)))
        return ", ".join(words)

    def _starts_item(self) -> bool:
        """Return whether a number of another class follows the comma."""
        follows = self.low(2) not in (*JOIN, ",", ")", END)
        return self.low(1) in ("and", "no", "at", "exactly") or (self.is_number(1) and follows)


def each_color(place: str, text: str, low: int | None, high: int | None) -> Condition:
    """Return the condition that every color has a length within limits, inclusive."""
    parts = []
    if low is not None or high is None:
        parts.append(Extreme(place, text, "shortest", low or 0, ANY_LENGTH))
    if high is not None:
        parts.append(Extreme(place, text, "longest", 0, high))
    return parts[0] if len(parts) == 1 else AllOf(tuple(parts))


def _split_low(words: str) -> tuple[str, int]:
    """Return the words without the "x" at their end, and how many: R40xx is R40 and 2."""
    parts, count = words.split(), 0
    while parts and _LOW.fullmatch(parts[-1]):
        count += parts.pop().lower().count("x")
    if parts and (match := _CARD_AND_LOW.fullmatch(parts[-1])):
        parts[-1] = match[1]
        count += match[2].lower().count("x")
    return " ".join(parts), count
