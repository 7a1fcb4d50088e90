"""Read classes of cards in words: codes, names, colors, ranks, "trumps", "money cards", "plain", and combinations."""

from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches

from mam.rules.cards import ANIMALS, TIGER, AnyColor, Card, Color, Suit, Trump
from mam.rules.editions import RuleSet
from mam.rules.tricks import find_color
from mam.support.messages import quote, shorten

# Words for cards of any pack: if this pack has none of them, the word is not a typing error.
_ALL_COLORS = frozenset(color.word.lower().removesuffix("s") for color in (*Color, *Suit))
_LOW_BELOW = 10  # a low card, “x”, is a number card of a lower rank
_COURT = {"ace": 14, "king": 13, "queen": 12, "jack": 11}


class CardWords:
    """What the words for cards mean in one pack.

    Words in a row narrow a class down ("red money"), commas add ("red, Tiger"), and so do single cards in a row
    ("R40 BULL"). `trump` says what "trumps" are; None before trump is named.
    """

    def __init__(self, rules: RuleSet, trump: Trump | None) -> None:
        self.rules, self.trump = rules, trump
        self.pack = frozenset(rules.pack)

    def cards(self, words: str) -> frozenset[Card]:
        """Return the cards of a class. Raises ValueError for an unknown word, or if no card fits all words."""
        if not words.strip():
            return self.pack
        return frozenset[Card]().union(*(self._intersection(part) for part in words.split(",")))

    def card(self, words: str) -> Card:
        """Return the one card that these words name. Raises ValueError if they name several."""
        if not words.strip():
            raise ValueError(f"name a card; {self._describe_names()}")
        cards = self.cards(words)
        if len(cards) != 1:
            raise ValueError(
                f"{quote(words)} means {len(cards)} cards, not one: count them, like “{shorten(words)} >= 1”, or name one card"
            )
        return next(iter(cards))

    def _intersection(self, part: str) -> frozenset[Card]:
        if not part.strip():
            raise ValueError(f"there is a comma where a card should be; {self._describe_names()}")
        words = [word for word in part.split() if _bare(word) != "card"]
        if not words:
            return self.pack
        classes = [self._class_of(word) for word in words]
        if all(len(cards) == 1 for cards in classes):
            return frozenset[Card]().union(*classes)
        cards = classes[0].intersection(*classes[1:])
        if not cards and len(words) > 1:
            raise ValueError(f"no card of this pack is {shorten(' and '.join(words))}; use a comma to add classes")
        return cards

    def _class_of(self, word: str) -> frozenset[Card]:
        if self._is_trump(word):
            return self._trumps()
        meaning = self._meaning(word)
        if meaning is None:
            nearest = get_close_matches(_bare(word), [*self._names()], 1, cutoff=0.7)
            hint = f"did you mean “{nearest[0]}”? " if nearest and _bare(word) not in _ALL_COLORS else ""
            raise ValueError(f"“{shorten(word)}” does not name cards here: {hint}{self._describe_names()}")
        return frozenset(filter(meaning, self.pack))

    @staticmethod
    def _is_trump(word: str) -> bool:
        return _bare(word) == "trump"

    def _trumps(self) -> frozenset[Card]:
        if self.trump is None:
            raise ValueError("trump has not been named yet, so name the color instead of “trumps”")
        trumps = frozenset(card for card in self.pack if find_color(card, self.trump) == self.trump)
        if not trumps:
            raise ValueError(f"there are no “trumps”: this hand is played with {self.trump.word}")
        return trumps

    def _meaning(self, word: str) -> Callable[[Card], bool] | None:
        """Return the test that a word stands for; None for an unknown word, or one for another pack."""
        code, bare = word.upper(), _bare(word)
        if any(card.code == code for card in self.pack):
            return lambda card: card.code == code
        return self._names().get(bare)

    def _names(self) -> Mapping[str, Callable[[Card], bool]]:
        return dict(self._list_names())

    def _list_names(self) -> Iterator[tuple[str, Callable[[Card], bool]]]:
        for color in dict.fromkeys(card.color for card in self.rules.pack if card.color):
            yield _bare(color.word), _of_color(color)
        for rank in sorted({card.rank for card in self.pack if card.rank}, reverse=True):
            yield str(rank), _of_rank(rank)
        if any(card.rank > 11 and card.rank < 15 for card in self.pack):
            for name, rank in _COURT.items():
                yield name, _of_rank(rank)
        if ANIMALS[0] in self.pack or ANIMALS[1] in self.pack:
            yield "animal", lambda card: card in ANIMALS
            for animal in ANIMALS:
                yield _bare(animal.code), animal.__eq__
        if any(card.color for card in self.pack):
            yield "money", lambda card: bool(card.money)
            yield "plain", lambda card: card.is_number_card
            yield "low", lambda card: card.is_number_card and card.rank < _LOW_BELOW

    def _describe_names(self) -> str:
        codes = [card.code for card in self.rules.pack if card.color or card != TIGER]
        names = ", ".join(dict.fromkeys(self._names()))
        trump_names = f", {names}, trumps" if names else ""
        return f"cards are named by code, like {codes[0]} or {codes[-1]}{trump_names}"


def _of_color(color: AnyColor) -> Callable[[Card], bool]:
    return lambda card: card.color == color


def _of_rank(rank: int) -> Callable[[Card], bool]:
    return lambda card: card.rank == rank


def _bare(word: str) -> str:
    """Return a word in lower case, in the singular."""
    low = word.lower()
    return low[:-1] if len(low) > 2 and low.endswith("s") and not low.endswith("ss") else low
