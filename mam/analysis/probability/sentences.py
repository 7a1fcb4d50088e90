"""Parse conditions in words, like "N holds Bull and Bear" or "N red >= 5 and money N-S > 200"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

from mam.analysis.probability.conditions import AllOf, Condition, Holds, Tally, Term, between, check_once
from mam.support.messages import quote, shorten

T = TypeVar("T")

_WORD = re.compile(r"\s*(>=|<=|!=|==|=|<|>|≥|≤|≠|[(),+]|[^\s<>=!≥≤≠(),+]+|.)")
_SIGNS = {"≥": ">=", "≤": "<=", "≠": "!=", "==": "="}
_COMPARE = (">=", "<=", "!=", "=", "<", ">")
_JOIN = ("and", "or", "not")
_HOLD = ("holds", "hold", "has", "have")
_LIE = ("is", "are", "lies", "lie")  # "is the Bull in the nest?", "Bull is in the nest"
_ASK = ("does", "do")  # "does N hold the Tiger?"
_ARTICLES = ("the",)  # not "a", which is a card where letters are played
_NUMBER = re.compile(r"[-−]?\d+")
_END = "the end"
_LONGEST_PLACE = 5  # words: North's dummy's face-down cards
_MAX_DIGITS = 15
_MAX_WORDS = 500  # well below Python's limit of nested calls

HELP = (
    "write it like “N holds Bull and Bear”, “N red >= 5”, “money N-S > 200”, “strength N red >= 150”, “Bull is in nest”"
)

TALLY_HELP = "write it like “N red”, “N red - S red”, “money N-S”, “strength N red”"


class Reader:
    """A parser for one condition, or one tally; `is_place` says which words are places."""

    def __init__(self, text: str, is_place: Callable[[str], bool], places: Sequence[str]) -> None:
        self.text, self.is_place, self.places = text, is_place, places
        question = text.strip().rstrip("?").rstrip().removesuffix(".")
        words = [_SIGNS.get(word, word) for word in _WORD.findall(question) if word.strip()]
        self.words: list[str] = [word for word in words if word.lower() not in _ARTICLES]
        self.position = 0

    def condition(self) -> Condition:
        """Parse the whole text. Raises ValueError naming the wrong word and what would be right."""
        return self._parse_all(self._alternatives, "condition", "“and”, “or” or the end", HELP)

    def tally(self) -> Tally:
        """Parse the whole text as a number of cards, money or a strength. Raises ValueError as `condition` does."""
        return self._parse_all(self._sum, "tally", "“+”, “-” or the end", TALLY_HELP)

    def _parse_all(self, parse: Callable[[], T], kind: str, ends: str, help: str) -> T:
        if not self.words:
            raise ValueError(f"the {kind} is empty: {help}")
        if len(self.words) > _MAX_WORDS:
            raise ValueError(f"the {kind} has {len(self.words):,} words, more than {_MAX_WORDS}: split it")
        value = parse()
        if self.position < len(self.words):
            raise self._wrong(ends, help)
        return value

    # Words

    def _peek(self, offset: int = 0) -> str:
        index = self.position + offset
        return self.words[index] if index < len(self.words) else _END

    def _take_next(self) -> str:
        self.position += 1
        return self.words[self.position - 1]

    def _take(self, *words: str) -> str:
        """Take the next word if it is one of these, in any case; otherwise return an empty text."""
        if self._peek().lower() in words and self.position < len(self.words):
            return self._take_next().lower()
        return ""

    def _wrong(self, expected: str, help: str = HELP) -> ValueError:
        word = f"“{shorten(self._peek())}”" if self.position < len(self.words) else _END
        return ValueError(f"{quote(self.text)}: expected {expected}, not {word}; {help}")

    # Conditions

    def _alternatives(self) -> Condition:
        condition = self._conjunction()
        while self._take("or"):
            condition = condition | self._conjunction()
        return condition

    def _conjunction(self) -> Condition:
        condition = self._clause()
        while self._take("and"):
            condition = condition & self._clause()
        return condition

    def _clause(self) -> Condition:
        if self._take("not"):
            return ~self._clause()
        if self._take("("):
            condition = self._alternatives()
            if not self._take(")"):
                raise self._wrong("“)”")
            return condition
        self._take(*_ASK)
        if self._take(*_HOLD):  # "has N the Tiger?"
            return self._holding(self._require_place())
        if self._take(*_LIE):
            if (lying := self._lying(is_question=True)) is None:
                raise self._wrong("cards and a place, as in “is Bull in nest”")
            return lying
        start = self.position
        if (lying := self._lying()) is not None:
            return lying
        if (place := self._place()) and self._take(*_HOLD):
            return self._holding(place)
        self.position = start
        return self._comparison()

    def _holding(self, place: str) -> Condition:
        if self._peek().lower() in ("at", "exactly", "no") or self._peek().isdecimal():
            return self._holding_number(place)
        self._take("both")
        parts = [self._holding_card(place)]
        while self._continues():
            self._take_next()
            parts.append(self._holding_card(place))
        check_once([term.cards for part in parts for _, term in part.tally.terms])
        return AllOf(tuple(parts)) if len(parts) > 1 else parts[0]

    def _lying(self, is_question: bool = False) -> Condition | None:
        """Parse cards in a place, "Bull is in nest" or (in a question) "Bull in nest"; None for other words."""
        start, cards = self.position, list[str]()
        while not is_question or self._peek().lower() != "in":
            word = self._peek().lower()
            if not is_question and cards and word in _LIE:
                break
            if word in (*_COMPARE, *_HOLD, *_LIE, "or", "not", "in", "(", ")", "+", "-", "−", _END):
                self.position = start
                return None
            cards.append(self._take_next())
        is_negated = not is_question and self._take(*_LIE) and self._take("not")
        if not cards or not self._take("in"):
            self.position = start
            return None
        place = self._require_place()
        names = re.split(r" , and | , | and ", " ".join(cards))
        check_once(names)
        parts = tuple[Condition, ...](Holds(Tally(((1, Term(place, "cards", name)),)), 1, None) for name in names)
        parts = tuple(~part for part in parts) if is_negated else parts
        return AllOf(parts) if len(parts) > 1 else parts[0]

    def _holding_card(self, place: str) -> Holds:
        return Holds(Tally(((1, Term(place, "cards", self._class(","))),)), 1, None)

    def _continues(self) -> bool:
        """Return whether a comma or "and" continues the list of cards instead of starting another clause."""
        if self._peek() == ",":
            return True
        clause, offset = [self._peek().lower()], 1
        while (word := self._peek(offset).lower()) not in (*_JOIN, "(", ")", _END):
            clause.append(word)
            offset += 1
        is_clause = offset == 1 or any(word in (*_COMPARE, *_HOLD, *_LIE) for word in clause)
        return clause[0] == "and" and not is_clause

    def _holding_number(self, place: str) -> Condition:
        if self._take("no"):
            return between(Tally(((1, Term(place, "cards", self._class())),)), 0, 0)
        how = ""
        if self._take("at"):
            how = self._take("least", "most")
            if not how:
                raise self._wrong("“least” or “most”")
        self._take("exactly")
        if not self._peek().isdecimal():
            raise self._wrong("a number")
        count = self._number()
        tally = Tally(((1, Term(place, "cards", self._class())),))
        return between(tally, None if how == "most" else count, None if how == "least" else count)

    def _comparison(self) -> Condition:
        sums, signs = [self._sum()], []
        while self._peek() in _COMPARE:
            signs.append(self._take_next())
            sums.append(self._sum())
        if not signs:
            raise self._wrong("a comparison, like “>= 5”")
        parts = [_compare(first, sign, second) for first, sign, second in zip(sums, signs, sums[1:], strict=False)]
        return AllOf(tuple(parts)) if len(parts) > 1 else parts[0]

    def _number(self) -> int:
        if len(self._peek()) > _MAX_DIGITS:
            raise self._wrong(f"a number of at most {_MAX_DIGITS} digits")
        return int(self._take_next().replace("−", "-"))

    # Sums

    def _sum(self) -> Tally:
        tally = self._term()
        while sign := self._take("+", "-", "−"):
            tally = tally + self._term() if sign == "+" else tally - self._term()
        return tally

    def _term(self) -> Tally:
        if _NUMBER.fullmatch(self._peek()):
            return Tally((), self._number())
        if self._take("money"):
            return Tally(((1, Term(self._require_place(counted=True), "money")),))
        if self._take("strength"):
            place = self._require_place()
            return Tally(((1, Term(place, "strength", "", self._class())),))
        place = self._require_place()
        if self._take("strength"):
            return Tally(((1, Term(place, "strength", "", self._class())),))
        words = self._class().split()
        if words[-1].lower() == "money":
            return Tally(((1, Term(place, "money", " ".join(words[:-1]))),))
        return Tally(((1, Term(place, "cards", " ".join(words))),))

    def _place(self, counted: bool = False) -> str:
        """Take the place that the next words name, or return an empty text; `counted`: no class of cards can follow."""
        for length in range(_LONGEST_PLACE, 0, -1):
            words = self.words[self.position : self.position + length]
            if len(words) == length and self.is_place(" ".join(words)):
                self.position += length
                below = words[-1].lower() in ("down", "face-down")
                if below and (counted or self._peek(1).lower() in (*_HOLD, *_JOIN, ")", _END)):
                    self._take("cards")  # S face-down cards hold Bull
                return " ".join(words)
        return ""

    def _require_place(self, counted: bool = False) -> str:
        place = self._place(counted)
        if not place:
            raise self._wrong(f"a place ({', '.join(self.places)})")
        return place

    def _class(self, ends: Sequence[str] = ()) -> str:
        """Take the words of a class of cards."""
        words = []
        while self._peek().lower() not in (*_COMPARE, *_JOIN, *ends, "(", ")", "+", "-", "−", _END):
            words.append(self._take_next())
        if not words:
            raise self._wrong("a class of cards (like red, money cards, R40, Tiger)")
        return " ".join(words)


def _compare(first: Tally, sign: str, second: Tally) -> Condition:
    match sign:
        case ">=":
            return first >= second
        case "<=":
            return first <= second
        case ">":
            return first > second
        case "<":
            return first < second
        case "!=":
            return first != second
    return first == second
