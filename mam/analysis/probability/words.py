"""The words of a question, one after another: places, classes of cards, numbers and sums."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Protocol

from mam.analysis.probability.conditions import Condition, Tally, Term
from mam.support.messages import quote, shorten
from mam.support.numbers import NUMBER_WORDS

_WORD = re.compile(r"\s*(>=|<=|!=|==|=|<|>|≥|≤|≠|[(),+;:]|[^\s<>=!≥≤≠(),+;:]+|.)")
_SIGNS = {"≥": ">=", "≤": "<=", "≠": "!=", "==": "="}
_SHORT_FORMS = re.compile(r"\b(does|do|is|are|has|have)n['’]t\b", re.IGNORECASE)
_AMOUNT = re.compile(r"\$(\d{1,3}(?:,\d{3})*)(?!\d)")
_POSSESSIVE = re.compile(r"(?<=\w)['’]s?$")
COMPARE = (">=", "<=", "!=", "=", "<", ">")
JOIN = ("and", "or", "not", "nor", ";", ":")
HOLD = ("holds", "hold", "has", "have")
LIE = ("is", "are", "lies", "lie")  # "is the Bull in the nest?", "Bull is in the nest"
ASK = ("does", "do")  # "does N hold the Tiger?"
ONE = ("a", "an")
_ARTICLES = ("the",)  # not "a", which is a card where letters are played
_NUMBER = re.compile(r"[-−]?\$?\d+")
END = "the end"
_LONGEST_PLACE = 5  # words: North's dummy's face-down cards
_MAX_DIGITS = 15
_MAX_WORDS = 500  # well below Python's limit of nested calls

HELP = (
    "write it like “N holds Bull and Bear”, “N red >= 5”, “S void in red”, “S shape 5-4-3-1”, “some player holds Tiger”, "
    "“money N-S > 200”, “strength N red >= 150”, “Bull is in nest”"
)

TALLY_HELP = "write it like “N red”, “N red - S red”, “money N-S”, “strength N red”"


class Vocabulary(Protocol):
    """What the words of a question can mean in one setting."""

    def is_place(self, words: str) -> bool:
        """Return whether these words name a place."""

    @property
    def place_names(self) -> tuple[str, ...]:
        """The names of all places."""

    def list_group(self, word: str) -> tuple[str, ...] | None:
        """Return the places that "player", "hand", "side" or "opponent" stands for; None for another word."""

    @property
    def hands(self) -> tuple[str, ...]:
        """Every place with a hand."""

    @property
    def other_places(self) -> tuple[str, ...]:
        """Every place with cards that is nobody's hand."""

    @property
    def names(self) -> Mapping[str, Condition | str]:
        """The conditions that have a name."""

    @property
    def has_letters(self) -> bool:
        """Whether single letters are cards."""

    def count_cards(self, words: str) -> int:
        """Return how many cards of the pack are in a class."""

    def list_suit(self, words: str) -> tuple[str, tuple[str, ...], int] | None:
        """Return the color of some cards, their codes unless all of it is meant, and how many are low; None without one color."""


class Words:
    """The words of one text, read from left to right."""

    def __init__(self, text: str, vocabulary: Vocabulary) -> None:
        self.text, self.vocabulary, self.position = text, vocabulary, 0
        self.subject = ""  # whose hand is meant where no place is named
        self.names: dict[str, Sequence[str] | Condition] = {}  # the words of conditions with a name
        question = text.strip().rstrip("?").rstrip().removesuffix(".")
        question = _AMOUNT.sub(_read_thousands, _SHORT_FORMS.sub(r"\1 not", question))
        words = [_SIGNS.get(word, word) for word in _WORD.findall(question) if word.strip()]
        self.words: list[str] = [word for word in words if word.lower() not in _ARTICLES]

    def check_size(self, kind: str, help: str) -> None:
        """Raise ValueError for a text that is empty or too long."""
        if not self.words:
            raise ValueError(f"the {kind} is empty: {help}")
        if len(self.words) > _MAX_WORDS:
            raise ValueError(f"the {kind} has {len(self.words):,} words, more than {_MAX_WORDS}: split it")

    # Single words

    def peek(self, offset: int = 0) -> str:
        """Return a word that follows, as it is written."""
        index = self.position + offset
        return self.words[index] if index < len(self.words) else END

    def low(self, offset: int = 0) -> str:
        """Return a word that follows, in lower case."""
        return self.peek(offset).lower()

    def take_next(self) -> str:
        """Take the next word, whatever it is."""
        self.position += 1
        return self.words[self.position - 1]

    def take(self, *words: str) -> str:
        """Take the next word if it is one of these, in any case; otherwise return an empty text."""
        if self.low() in words and self.position < len(self.words):
            return self.take_next().lower()
        return ""

    def take_all(self, *words: str) -> bool:
        """Take the next words if they are these, in any case."""
        if all(self.low(offset) == word for offset, word in enumerate(words)):
            self.position += len(words)
            return True
        return False

    def wrong(self, expected: str, help: str = HELP) -> ValueError:
        """Return the error for the next word."""
        word = f"“{shorten(self.peek())}”" if self.position < len(self.words) else END
        return ValueError(f"{quote(self.text)}: expected {expected}, not {word}; {help}")

    def list_clause(self) -> list[str]:
        """List the words from the next one up to where another clause can begin."""
        clause, offset = [self.low()], 1
        while (word := self.low(offset)) not in (*JOIN, ")", END):
            clause.append(word)
            offset += 1
        return clause

    # Numbers

    def is_number(self, offset: int = 0) -> bool:
        """Return whether a number follows, in digits or as a word."""
        word = self.low(offset)
        return word.isdecimal() or word in NUMBER_WORDS[1:] or word.startswith("$")

    def number(self) -> int:
        """Take a number: of cards, or of thousands of dollars."""
        word = self.low()
        if word in NUMBER_WORDS:
            self.take_next()
            return NUMBER_WORDS.index(word)
        if len(word) > _MAX_DIGITS:
            raise self.wrong(f"a number of at most {_MAX_DIGITS} digits")
        if not _NUMBER.fullmatch(word):
            raise self.wrong("a number")
        if "$" in word and not word.endswith("$"):
            amount = int(word.replace("−", "-").replace("$", ""))
            if amount % 1000:
                raise self.wrong("whole thousands of dollars, like $100,000")
            self.take_next()
            return amount // 1000
        return int(self.take_next().replace("−", "-"))

    # Places, classes of cards, and sums

    def place(self, counted: bool = False) -> str:
        """Take the place that the next words name; where none does, return whose hand is meant, or an empty text.

        `counted`: no class of cards can follow.
        """
        for length in range(_LONGEST_PLACE, 0, -1):
            words = self.words[self.position : self.position + length]
            if len(words) < length:
                continue
            place_name = next((name for name in _name_forms(words) if self.vocabulary.is_place(name)), "")
            if place_name:
                self.position += length
                below = words[-1].lower() in ("down", "face-down")
                if below and (counted or self.low(1) in (*HOLD, *JOIN, ")", END)):
                    self.take("cards")  # S face-down cards hold Bull
                return place_name
        return self.subject

    def require_place(self, counted: bool = False) -> str:
        """Take a place. Raises ValueError where there is none."""
        place = self.place(counted)
        if not place:
            raise self.wrong(f"a place ({', '.join(self.vocabulary.place_names)})")
        return place

    def card_class(self, ends: Sequence[str] = ()) -> str:
        """Take the words of a class of cards."""
        words = []
        while self.low() not in (*COMPARE, *JOIN, *ends, "(", ")", "+", "-", "−", END):
            words.append(self.take_next())
        if not words:
            raise self.wrong("a class of cards (like red, money cards, R40, Tiger)")
        return " ".join(words)

    def sum(self) -> Tally:
        """Take a sum of numbers of cards, money and strengths."""
        tally = self._term()
        while sign := self.take("+", "-", "−"):
            tally = tally + self._term() if sign == "+" else tally - self._term()
        return tally

    def _term(self) -> Tally:
        if _NUMBER.fullmatch(self.peek()):
            return Tally((), self.number())
        if self.take("money"):
            return Tally(((1, Term(self.require_place(counted=True), "money")),))
        if self.take("strength"):
            place = self.require_place()
            return Tally(((1, Term(place, "strength", "", self.card_class())),))
        place = self.require_place()
        if self.take("strength"):
            return Tally(((1, Term(place, "strength", "", self.card_class())),))
        return count_class(place, self.card_class())


def count_class(place: str, words: str) -> Tally:
    """Return the number of cards of a class in a place; "red money" is the money of the Reds."""
    *before, last = words.split()
    if last.lower() == "money":
        return Tally(((1, Term(place, "money", " ".join(before))),))
    return Tally(((1, Term(place, "cards", words)),))


def _read_thousands(match: re.Match[str]) -> str:
    return f"${match[1].replace(',', '')}"


def _name_forms(words: Sequence[str]) -> tuple[str, ...]:
    """Return these words as they are, and without the "s" of a possessor: S's, North’s."""
    return " ".join(words), " ".join([*words[:-1], _POSSESSIVE.sub("", words[-1])])
