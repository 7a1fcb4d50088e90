"""Classes of cards in words: codes, names, colors, ranks, "trumps", "money cards", "plain", and several at once."""

from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches

from mam.rules.cards import ANIMALS, TIGER, AnyColor, Card, Color, Suit, Trump
from mam.rules.editions import RuleSet
from mam.rules.tricks import color_of

# Words for cards of some pack or other: where this one has none, no other word was meant.
_ELSEWHERE = frozenset(one.word.lower().removesuffix("s") for one in (*Color, *Suit))
_COURT = {"ace": 14, "king": 13, "queen": 12, "jack": 11}


class CardWords:
    """What the words for cards mean in one pack.

    Words beside each other narrow a class down ("red money"), commas add ("red, Tiger"), and so do single cards beside
    each other ("R40 BULL"). `trump` is what "trumps" are, None before it is settled.
    """

    def __init__(self, rules: RuleSet, trump: Trump | None) -> None:
        self.rules, self.trump = rules, trump
        self.pack = frozenset(rules.pack)

    def cards(self, words: str) -> frozenset[Card]:
        """The cards of a class. Raises ValueError naming the word that is wrong, or that no card is all of this."""
        if not words.strip():
            return self.pack
        return frozenset[Card]().union(*(self._narrowed(part) for part in words.split(",")))

    def card(self, words: str) -> Card:
        """The one card that these words name; raises ValueError when they name several."""
        if not words.strip():
            raise ValueError(f"no card is named; {self._known()}")
        found = self.cards(words)
        if len(found) != 1:
            raise ValueError(
                f"{words!r} is {len(found)} cards, not one: count them, like “{words} >= 1”, or name a single card"
            )
        return next(iter(found))

    def _narrowed(self, part: str) -> frozenset[Card]:
        if not part.strip():
            raise ValueError(f"a comma stands where a card should; {self._known()}")
        words = [word for word in part.split() if _bare(word) != "card"]
        if not words:
            return self.pack
        classes = [self._one(word) for word in words]
        if all(len(one) == 1 for one in classes):
            return frozenset[Card]().union(*classes)
        found = classes[0].intersection(*classes[1:])
        if not found and len(words) > 1:
            raise ValueError(f"no card of this pack is {' and '.join(words)} at once; put a comma between to add them")
        return found

    def _one(self, word: str) -> frozenset[Card]:
        if self._is_trump(word):
            return self._trumps()
        meaning = self._meaning(word)
        if meaning is None:
            near = get_close_matches(_bare(word), [*self._names()], 1, cutoff=0.7)
            hint = f"did you mean “{near[0]}”? " if near and _bare(word) not in _ELSEWHERE else ""
            raise ValueError(f"“{word}” is no word for cards here: {hint}{self._known()}")
        return frozenset(filter(meaning, self.pack))

    @staticmethod
    def _is_trump(word: str) -> bool:
        return _bare(word) == "trump"

    def _trumps(self) -> frozenset[Card]:
        if self.trump is None:
            raise ValueError("no trump is settled yet, so nobody can say which cards are “trumps”: name the color")
        found = frozenset(card for card in self.pack if color_of(card, self.trump) == self.trump)
        if not found:
            raise ValueError(f"there are no “trumps”: this hand is played with {self.trump.word}")
        return found

    def _meaning(self, word: str) -> Callable[[Card], bool] | None:
        """What a word asks of a card; None for no word at all, or one of another pack."""
        code, bare = word.upper(), _bare(word)
        if any(card.code == code for card in self.pack):
            return lambda card: card.code == code
        return self._names().get(bare)

    def _names(self) -> Mapping[str, Callable[[Card], bool]]:
        return dict(self._named())

    def _named(self) -> Iterator[tuple[str, Callable[[Card], bool]]]:
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
            yield "plain", lambda card: card.is_plain

    def _known(self) -> str:
        codes = [card.code for card in self.rules.pack if card.color or card != TIGER]
        names = ", ".join(dict.fromkeys(self._names()))
        named = f", {names}, trumps" if names else ""
        return f"cards are named by code, like {codes[0]} or {codes[-1]}{named}"


def _of_color(color: AnyColor) -> Callable[[Card], bool]:
    return lambda card: card.color == color


def _of_rank(rank: int) -> Callable[[Card], bool]:
    return lambda card: card.rank == rank


def _bare(word: str) -> str:
    """A word in lower case without the s of several."""
    low = word.lower()
    return low[:-1] if len(low) > 2 and low.endswith("s") and not low.endswith("ss") else low
