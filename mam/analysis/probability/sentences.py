"""Parse conditions in words, like "N holds Bull and Bear", "S void in red" or "some player (red >= 5 and holds Tiger)"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from mam.analysis.probability.conditions import (
    AllOf,
    AnyOf,
    Condition,
    CountOf,
    Holds,
    Tally,
    Term,
    card_count,
    check_once,
)
from mam.analysis.probability.holdings import CLAUSE, COLORS, EACH, SOME, Holdings, Limits, each_color
from mam.analysis.probability.lengths import ANY_LENGTH, Extreme, LongestColor, Shape
from mam.analysis.probability.words import ASK, COMPARE, END, HELP, HOLD, JOIN, LIE, ONE, TALLY_HELP, Vocabulary, Words
from mam.support.messages import quote, shorten
from mam.support.numbers import NUMBER_WORDS

T = TypeVar("T")

_SOMEBODY = ("somebody", "someone", "anybody", "anyone")
_EVERYBODY = ("everybody", "everyone")
_NOBODY = ("nobody", "no-one")
_PREDICATE = (*HOLD, *LIE, *ASK, "not", "void", "shape", "any", "some", "each", "every", "longest", "shortest", "(")
_GROUPS = ("player", "players", "hand", "hands", "side", "sides", "opponent", "opponents")
_NAME = re.compile(r"[^\W\d][\w-]*")
_SHAPE_WORD = re.compile(r"[\dx+\-−]+", re.IGNORECASE)
_SHAPE = re.compile(r"(\d+\+?|x)(-(\d+\+?|x))*", re.IGNORECASE)
_PLAIN_SHAPE = re.compile(r"\d{3,}")
_MAX_PARSED = 5_000  # words, those of named conditions each time they are used


class _Quantity(NamedTuple):
    """How many of some places are meant, and which."""

    minimum: int
    maximum: int
    places: tuple[str, ...]


class Reader(Holdings):
    """A parser for one condition, or one tally; the vocabulary says which words are places, cards and names."""

    def __init__(self, text: str, vocabulary: Vocabulary) -> None:
        super().__init__(text, vocabulary)
        self.parsed = 0  # words, in all readers of this text

    def condition(self) -> Condition:
        """Parse the whole text. Raises ValueError naming the wrong word and what would be right."""
        self.check_size("condition", HELP)
        for name, named_condition in self.vocabulary.names.items():
            words = (
                Words(named_condition, self.vocabulary).words if isinstance(named_condition, str) else named_condition
            )
            self._define(name, words)
        while ";" in self.words[self.position :]:
            self._read_definition()
        return self._parse_all(self._alternatives, "“and”, “or” or the end", HELP)

    def tally(self) -> Tally:
        """Parse the whole text as a number of cards, money or a strength. Raises ValueError as `condition` does."""
        self.check_size("tally", TALLY_HELP)
        return self._parse_all(self.sum, "“+”, “-” or the end", TALLY_HELP)

    def _parse_all(self, parse: Callable[[], T], ends: str, help: str) -> T:
        value = parse()
        if self.position < len(self.words):
            raise self.wrong(ends, help)
        return value

    # Conditions with a name

    def _read_definition(self) -> None:
        """Read “rich: N money >= 100;”."""
        end = self.words.index(";", self.position)
        if self.peek(1) != ":":
            raise self.wrong("a name and “:”, like “rich: money N >= 100;”")
        name = self.take_next()
        words = self.words[self.position + 1 : end]
        if not words:
            raise self.wrong(f"a condition after “{shorten(name)}:”")
        self._define(name, words)
        self.position = end + 1

    def _define(self, name: str, words: Sequence[str] | Condition) -> None:
        """Give a condition a name, after a look at whether it can be read."""
        if not _NAME.fullmatch(name) or name.lower() in (*CLAUSE, *JOIN, *EACH, *SOME, *ASK, *NUMBER_WORDS):
            raise ValueError(f"{quote(name)} can't name a condition: use a word of your own, like “rich”")
        if self.vocabulary.is_place(name) or self.vocabulary.list_group(name) or self._is_card_word(name):
            raise ValueError(f"“{shorten(name)}” means something already: use another name for the condition")
        if name.lower() in self.names:
            raise ValueError(f"two conditions have the name “{shorten(name)}”: use another one")
        self.names[name.lower()] = words
        if not isinstance(words, Condition):
            self._expand(name, self.vocabulary.hands[0])

    def _is_card_word(self, word: str) -> bool:
        try:
            self.vocabulary.count_cards(word)
        except ValueError:
            return False
        return True

    def _expand(self, name: str, subject: str) -> Condition:
        """Return the condition with this name, said of a subject if it leaves open whose hand is meant."""
        words = self.names[name.lower()]
        if isinstance(words, Condition):
            return words
        reader = Reader(self.text, self.vocabulary)
        reader.words, reader.subject, reader.parsed = list(words), subject, self.parsed + len(words)
        if reader.parsed > _MAX_PARSED:
            raise ValueError(f"{quote(self.text)}: the conditions with names are too long: split them")
        condition_names = [*self.names]
        reader.names = {known: self.names[known] for known in condition_names[: condition_names.index(name.lower())]}
        condition = reader._parse_all(reader._alternatives, "“and”, “or” or the end", HELP)
        self.parsed = reader.parsed
        return condition

    # Joins

    def _alternatives(self) -> Condition:
        condition = self._conjunction()
        while self.take("or"):
            condition = condition | self._conjunction()
        return condition

    def _conjunction(self) -> Condition:
        condition = self._clause()
        while self.take("and"):
            condition = condition & self._clause()
        return condition

    def _clause(self) -> Condition:
        if self.take("not"):
            return ~self._clause()
        if self.take("("):
            return self._group()
        if self.low() in self.names and self.low(1) not in COMPARE:
            return self._expand(self.take_next(), self.subject)
        start = self.position
        if (quantity := self._quantity()) is not None:
            return self._apply_quantity(quantity, start)
        if self.low() in (*ASK, *HOLD, *LIE) and not self.subject:
            return self._question()
        if (condition := self._either()) is not None:
            return condition
        start = self.position
        if (lying := self._lying()) is not None:
            return lying
        if (place := self.place()) and self._starts_predicate():
            return self._predicates(place)
        if place and self.low() == "and" and self.position > start:
            raise ValueError(
                f"{quote(self.text)}: say it of one place at a time, “{place} … and {shorten(self.peek(1))} …”, "
                "or of both hands together, like N-S"
            )
        self.position = start
        return self._comparison()

    def _question(self) -> Condition:
        """Take a question: "has N the Tiger", "is Bull in nest", "does some player hold the Bull"."""
        start = self.position
        verb = self.take_next().lower()
        if verb in LIE and "void" not in self.list_clause() and (lying := self._lying(is_question=True)) is not None:
            return lying
        if (quantity := self._quantity()) is not None:
            return self._apply_quantity(quantity, start, verb in HOLD)
        if (condition := self._either()) is not None:
            return condition
        if not (place := self.place()) and verb in LIE:
            raise self.wrong("cards and a place, as in “is Bull in nest”")
        place = place or self.require_place()
        return self._say(place, start, True) if verb in HOLD else self._predicates(place)

    def _group(self) -> Condition:
        condition = self._alternatives()
        if not self.take(")"):
            raise self.wrong("“)”")
        return condition

    def _starts_predicate(self) -> bool:
        """Return whether something is said of the place just taken, instead of a sum that begins with it."""
        return self.low() in (*_PREDICATE, *self.names) or bool(_SHAPE.fullmatch(self.peek()) and "-" in self.peek())

    def _either(self) -> Condition | None:
        """Take "N or S holds …", perhaps after "either"; None for other words."""
        start = self.position
        self.take("either")
        subject, self.subject = self.subject, ""
        places = [self.place()]
        while places[-1] and self.low() == "or":
            self.take_next()
            places.append(self.place())
        self.subject = subject
        if len(places) < 2 or not places[-1] or self.low() not in (*HOLD, *LIE, *ASK, "void"):
            self.position = start
            return None
        parts = self._of_each(places)
        return AnyOf(tuple(parts))

    # Some player, each player, nobody

    def _quantity(self) -> _Quantity | None:
        """Take "some player", "each hand", "nobody", "at least two players"; None for other words."""
        start = self.position
        for words, how in ((_SOMEBODY, "some"), (_EVERYBODY, "each"), (_NOBODY, "no")):
            if self.take(*words):
                return self._count_places(how, "player")
        if self.take(*SOME[:2], *ONE):
            how = "some"
        elif self.take(*EACH, "all"):
            how = "each"
        elif how := self.take("both", "no"):
            pass
        else:
            limits = None if self.low() == "one" and self.low(1) == "of" else self.limits()
            if limits is not None and (word := self.take(*_GROUPS)):
                places = self._list_group(word)
                low, high = limits
                return _Quantity(low or 0, len(places) if high is None else high, places)
            self.position = start
            return None
        if word := self.take(*_GROUPS):
            return self._count_places(how, word)
        self.position = start
        return None

    def _list_group(self, word: str) -> tuple[str, ...]:
        places = self.vocabulary.list_group(word)
        if not places:
            raise ValueError(
                f"{quote(self.text)}: there is no “{word}” here: name a place, like {self.vocabulary.hands[0]}"
            )
        return places

    def _count_places(self, how: str, word: str) -> _Quantity:
        places = self._list_group(word)
        count = len(places)
        if how == "both" and count != 2:
            raise ValueError(
                f"{quote(self.text)}: “both” means two, but here are {count}: write “each {word.removesuffix('s')}”"
            )
        return _Quantity(*{"some": (1, count), "no": (0, 0)}.get(how, (count, count)), places)

    def _apply_quantity(self, quantity: _Quantity, start: int, is_holding: bool = False) -> Condition:
        parts = self._of_each(quantity.places, is_holding)
        text = " ".join(self.words[start : self.position])
        return CountOf(tuple(parts), quantity.minimum, min(quantity.maximum, len(parts)), text)

    def _of_each(self, places: Sequence[str], is_holding: bool = False) -> list[Condition]:
        """Read what follows once for each of these places; `is_holding`: “has” has been read already."""
        subject, after, parts = self.subject, self.position, list[Condition]()
        for place in places:
            self.position, self.subject = after, place
            if is_holding:
                parts.append(self._say(place, after, True))
            else:
                parts.append(self._predicates(place) if self._starts_predicate() else self._clause())
            self.parsed += self.position - after
            if self.parsed > _MAX_PARSED:
                raise ValueError(f"{quote(self.text)}: too many places within places: split it")
        self.subject = subject
        return parts

    # What is said of a place

    def _predicates(self, place: str) -> Condition:
        """Take what is said of a place: "holds …", "is void in …", and more of it after "and"."""
        condition = self._predicate(place)
        while self.low() == "and" and self.low(1) in (*HOLD, *LIE, *ASK, "void", "shape", "longest", "shortest", "any"):
            if self._is_question(1):
                break
            self.take_next()
            condition = condition & self._predicate(place)
        return condition

    def _is_question(self, offset: int) -> bool:
        """Return whether "has N the Tiger?" or "is Bull in nest?" follows, which is about another place."""
        before, self.position, subject, self.subject = self.position, self.position + offset + 1, self.subject, ""
        clause = self.list_clause()
        names_place = bool(self.place()) or ("in" in clause and "void" not in clause)
        self.position, self.subject = before, subject
        return names_place

    def _predicate(self, place: str) -> Condition:
        if self.take("not"):
            return ~self._predicate(place)
        if self.take(*ASK):
            return ~self._predicate(place) if self.take("not") else self._predicate(place)
        if self.take("("):
            subject, self.subject = self.subject, place
            condition = self._group()
            self.subject = subject
            return condition
        start = self.position
        is_holding = bool(self.take(*HOLD))
        if not is_holding:
            self.take(*LIE)
        if self.take("not"):
            return ~self._say(place, start, is_holding)
        return self._say(place, start, is_holding)

    def _say(self, place: str, start: int, is_holding: bool) -> Condition:
        if (condition := self._lengths(place, start)) is not None:
            return condition
        if self.low() in self.names or (self.low() in ONE and self.low(1) in self.names):
            self.take(*ONE)
            return self._expand(self.take_next(), place)
        if not is_holding:
            raise self.wrong("“void”, “holds”, a shape like 5-4-3-1, or “longest”")
        return self.holding(place)

    # Lengths of colors

    def _lengths(self, place: str, start: int) -> Condition | None:
        """Take "void in red", "shape 5-4-3-1", "any 4-4", "longest >= 6", "longest red", "some color >= 6"."""
        before = self.position
        is_none = bool(self.take("no"))
        if not is_none:
            self.take(*ONE)
        if self.take("void", "voids"):
            condition = self._void(place, start)
            return ~condition if is_none else condition
        self.position = before
        if word := self.take("shape", "any"):
            if word == "any" and self.low() in COLORS:
                self.position = before
            else:
                return self._shape(place, word == "shape", start)
        self.take(*ONE)
        if _SHAPE.fullmatch(self.peek()) and "-" in self.peek():
            condition = self._shape(place, True, start)
            self.take("shape")
            return condition
        self.position = before
        if (how := self.take(*SOME, *EACH)) and self.take(*COLORS):
            low, high = self._number_limits()
            text = self._text_since(place, start)
            if how in EACH:
                return each_color(place, text, low, high)
            return Shape(place, text, ((low or 0, ANY_LENGTH if high is None else high),), False)
        self.position = before
        if word := self.take("longest", "shortest"):
            return self._extreme(place, word, start)
        return None

    def _text_since(self, place: str, start: int) -> str:
        return f"{place} {' '.join(self.words[start : self.position])}"

    def _void(self, place: str, start: int) -> Condition:
        if not self.take("in"):
            return Extreme(place, self._text_since(place, start), "shortest", 0, 0)
        if self.take(*SOME, *EACH) and self.take(*COLORS):
            return Extreme(place, self._text_since(place, start), "shortest", 0, 0)
        colors = [self.card_class()]
        word = self.low()
        while word in ("and", "or") and self.low() == word and not self.starts_clause():
            self.take_next()
            colors.append(self.card_class())
        parts = [card_count(place, color) == 0 for color in colors]
        return parts[0] if len(parts) == 1 else AnyOf(tuple(parts)) if word == "or" else AllOf(tuple(parts))

    def _shape(self, place: str, is_whole: bool, start: int) -> Condition:
        """Take lengths, like 5-4-3-1 or 5+-4; "x" is any length."""
        self.take("=")
        words = ""
        while _SHAPE_WORD.fullmatch(self.peek()):
            words += self.take_next()
        text = words.replace("−", "-")
        if _PLAIN_SHAPE.fullmatch(text):
            text = "-".join(text)
        if not _SHAPE.fullmatch(text):
            if words:
                self.position -= 1
            raise self.wrong("lengths of colors, like 5-4-3-1")
        return Shape(place, self._text_since(place, start), tuple(map(_read_length, text.split("-"))), is_whole)

    def _extreme(self, place: str, word: str, start: int) -> Condition:
        """Take what follows "longest": a comparison with a number, or a color."""
        self.take(*COLORS)
        if self.low() in COMPARE:
            low, high = self._number_limits()
            return Extreme(place, self._text_since(place, start), word, low or 0, ANY_LENGTH if high is None else high)
        if word == "shortest":
            raise self.wrong("a comparison, like “<= 1”")
        self.take(*LIE, "in")
        color = self.card_class()
        return LongestColor(place, self._text_since(place, start), color)

    def _number_limits(self) -> Limits:
        """Take a comparison with a number."""
        sign = self.take(*COMPARE)
        if not sign or sign == "!=":
            raise self.wrong("a comparison with a number, like “>= 5”")
        if not self.is_number():
            raise self.wrong("a number: only that can be compared with the length of a color that is not named")
        count = self.number()
        return {
            ">=": (count, None),
            "<=": (None, count),
            ">": (count + 1, None),
            "<": (None, count - 1),
            "=": (count, count),
        }[sign]

    # Where cards lie

    def _lying(self, is_question: bool = False) -> Condition | None:
        """Parse cards in a place, "Bull is in nest" or (in a question) "Bull in nest"; None for other words."""
        start, cards = self.position, list[str]()
        while not is_question or self.low() not in ("in", "with"):
            word = self.low()
            if not is_question and cards and word in LIE:
                break
            if word in (*COMPARE, *HOLD, *LIE, "or", "not", "in", "(", ")", "+", "-", "−", ";", ":", END):
                self.position = start
                return None
            cards.append(self.take_next())
        is_negated = not is_question and self.take(*LIE) and self.take("not")
        if not cards or not self.take("in", "with"):
            self.position = start
            return None
        names = re.split(r" , and | , | and ", " ".join(cards))
        check_once(names)
        if self.take("same", "one", "different"):
            condition = self._together(names, self.words[self.position - 1].lower() != "different")
            return ~condition if is_negated else condition
        place = self.require_place()
        parts = tuple[Condition, ...](_holds(place, name) for name in names)
        parts = tuple(~part for part in parts) if is_negated else parts
        return AllOf(parts) if len(parts) > 1 else parts[0]

    def _together(self, names: Sequence[str], is_same: bool) -> Condition:
        """Return the condition that some cards are in one hand, or each in another one."""
        if not self.take("hand", "hands") or len(names) < 2:
            raise self.wrong("“hand” after two cards or more, as in “Bull and Bear are in the same hand”")
        hands, text = (
            self.vocabulary.hands,
            f"{' and '.join(names)} in {'the same hand' if is_same else 'different hands'}",
        )
        if is_same:
            parts = [AllOf(tuple(_holds(hand, name) for name in names)) for hand in hands]
            return CountOf(tuple(parts), 1, len(parts), text)
        cards = ", ".join(names)
        apart = [card_count(hand, cards) <= 1 for hand in hands]
        return AllOf((*apart, *(card_count(place, cards) == 0 for place in self.vocabulary.other_places)))

    # Comparisons

    def _comparison(self) -> Condition:
        sums, signs = [self.sum()], []
        while self.peek() in COMPARE:
            signs.append(self.take_next())
            sums.append(self.sum())
        if not signs:
            raise self.wrong("a comparison, like “>= 5”")
        parts = [_compare(first, sign, second) for first, sign, second in zip(sums, signs, sums[1:], strict=False)]
        return AllOf(tuple(parts)) if len(parts) > 1 else parts[0]


def _holds(place: str, card: str) -> Holds:
    return Holds(Tally(((1, Term(place, "cards", card)),)), 1, None)


def _read_length(text: str) -> tuple[int, int]:
    """Return the limits of a length in a shape: 5, 5+ or x."""
    if text.lower() == "x":
        return 0, ANY_LENGTH
    return int(text.rstrip("+")), ANY_LENGTH if text.endswith("+") else int(text)


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
