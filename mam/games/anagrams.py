"""A game of Card Anagrams: words on the table grow by one letter at a time."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from random import Random
from types import MappingProxyType
from typing import Self

from mam.games import dictionary as words
from mam.games.letter_places import LACKS, draw_places
from mam.games.letter_round import LetterRound, LettersResult
from mam.games.round import list_unaccounted
from mam.rules.cards import UNSEEN, Card, counted, without
from mam.rules.dealing import Deal, next_seat
from mam.rules.editions.anagrams import AnagramsRules
from mam.rules.moves import Extend, Lay, Move, Pass
from mam.rules.rulings import Reason, Ruling

_TRIES = 5_000  # worlds looked at for one in which the game has not ended too soon


@dataclass(frozen=True, repr=False)
class Anagrams(LetterRound):
    """One game: the `lines` on the table, a word each in capitals, the first at the top, and how many passed in a row.

    The program has the word list and sees all hands: it knows who is able to extend a word, holds players to it (D-A04,
    D-A05), and ends the game when nobody is (D-A09). Where cards are unseen, the game is not over until everyone has
    passed: had it been, the hands would lie open.
    """

    _kinds = (Lay, Extend, Pass)
    _awaited = "add a letter, start a word or pass"

    rules: AnagramsRules
    lines: tuple[str, ...] = field(default=(), compare=False)
    passes: int = field(default=0, compare=False)

    def _check_deal(self) -> None:
        super()._check_deal()
        if len(self.deal.stock) >= len(self.rules.seats):
            raise ValueError(f"{len(self.deal.stock)} cards left over would go round once more")

    @property
    def is_final(self) -> bool:
        return True

    # What the cards allow

    @property
    def _outside_hands(self) -> tuple[Card, ...]:
        return (*self.deal.stock, *(Card(letter) for line in self.lines for letter in line))

    @cached_property
    def fitting(self) -> frozenset[str]:
        """The letters that extend some word on the table."""
        return frozenset(letter for line in self.lines for letter in self._extensions(line))

    def _extensions(self, line: str) -> Mapping[str, tuple[str, ...]]:
        return words.extending_letters(line, self.rules.keep_order)

    def _can_extend(self, seat: str) -> bool:
        """Whether this seat is seen to hold a letter that fits."""
        return any(card.code in self.fitting for card in self.hands[seat])

    # The one verdict

    def why_not(self, move: Move, seat: str | None = None) -> Ruling | None:
        """The ruling that forbids this move now (by this seat, if one is named), or None if it is legal.

        It does not list what could be played instead: to find that is the game (D-A05). `legal_moves` does, for a hint.
        """
        reason = self._reason_against(move, seat)
        return None if reason is None else self.rules.refuse(reason)

    def _own_reason_against(self, move: Move) -> Reason | None:
        match move:
            case Extend():
                return self._against_extend(move)
            case Lay():
                return self._against_lay(move.card)
            case _:
                return self._against_pass()

    def _against_extend(self, move: Extend) -> Reason | None:
        count, new = len(self.lines), move.word.upper()
        if not 1 <= move.line <= count:
            there = (
                f"the lines are 1 to {count}"
                if count > 1
                else "the only line is 1"
                if count
                else "no word is there yet"
            )
            return Reason("line", f"There is no word on line {move.line}: words run across, and {there}.")
        old = self.lines[move.line - 1]
        added, dropped = Counter(new) - Counter(old), Counter(old) - Counter(new)
        if dropped:
            lost = " ".join(sorted(dropped.elements()))
            return Reason("drops", f"{new} leaves out {lost} of {old}: use all letters of the line.")
        if added.total() != 1:
            more = f"adds {' '.join(sorted(added.elements()))} to" if added else "adds no letter to"
            return Reason("one-letter", f"{new} {more} {old}: add exactly one letter in a turn.")
        card = Card(next(iter(added)))
        if not self._may_hold(card):
            where = f"and line {move.line} has no other" if card.code in old else f"and it is not on line {move.line}"
            return Reason("not-held", f"You don't hold {card}, {where}.")
        return self._against_word(old, new)

    def _against_word(self, old: str, new: str) -> Reason | None:
        if words.is_abbreviation(new):
            return Reason("abbreviation", f"{new} is an abbreviation, so you can't make it.")
        if not words.is_word(new):
            return Reason("no-word", f"{new} is not in the word list, so you can't make it.")
        if self.rules.keep_order and not words.keeps_order(old, new):
            return Reason("re-ordered", f"{new} changes the order of the letters of {old}, so you can't make it.")
        return None

    def _against_lay(self, card: Card) -> Reason | None:
        first = not self.lines
        if card.code not in self.rules.starters:
            named = "a hidden card" if card == UNSEEN else card.code
            return Reason(
                "start" if first else "new-word",
                f"You can't start a word with {named}: only {self._starters} starts one.",
            )
        if not self._may_hold(card):
            return Reason("not-held", f"You don't hold {card}.")
        if not self.rules.on_their_word and self.turn and self._can_extend(self.turn):
            return Reason("new-word-able", "You can't start a word: you hold a letter that extends one on the table.")
        return None

    @property
    def _starters(self) -> str:
        """The letters that begin a word, as people list them."""
        return " or ".join([", ".join(self.rules.starters[:-1]), self.rules.starters[-1]])

    def _against_pass(self) -> Reason | None:
        assert self.turn is not None
        if self.rules.on_their_word:
            return None
        if self._can_extend(self.turn):
            return Reason("pass-able", "You can't pass: you hold a letter that extends a word on the table.")
        if any(card.code in self.rules.starters for card in self.hands[self.turn]):
            return Reason("pass-able", "You can't pass: you hold a letter that starts a new word.")
        return None

    def _candidates(self) -> Iterator[Move]:
        """Every way to extend a word, line by line, then what could begin one, then the pass."""
        if self.turn is None:
            return
        hand = self.hands[self.turn]
        held = dict.fromkeys((*hand, *(self.unaccounted if UNSEEN in hand else ())))
        for number, line in enumerate(self.lines, 1):
            for letter, found in self._extensions(line).items():
                if Card(letter) in held:
                    yield from (Extend(number, word.upper()) for word in found)
        yield from (Lay(card) for card in held if card.code in self.rules.starters)
        yield Pass()

    # What a move brings about

    def _apply(self, move: Move) -> Self:
        assert self.turn is not None
        hand, lines, passes = self.hands[self.turn], list(self.lines), 0
        match move:
            case Lay():
                hand = without(hand, [move.card])
                lines.append(move.card.code)
            case Extend():
                move = Extend(move.line, move.word.upper())  # however it was typed
                hand = without(hand, [self._added(move)])
                lines[move.line - 1] = move.word
            case _:
                passes = self.passes + 1
        done = replace(
            self,
            history=(*self.history, move),
            turn=next_seat(self.rules.seats, self.turn),
            hands=MappingProxyType({**self.hands, self.turn: hand}),
            lines=tuple(lines),
            passes=passes,
        )
        return replace(done, phase="over", turn=None) if done._ended() else done

    def _added(self, move: Extend) -> Card:
        """The letter that this move takes from the hand."""
        return Card(next((Counter(move.word) - Counter(self.lines[move.line - 1])).elements()))

    def _ended(self) -> bool:
        if self.passes == len(self.rules.seats):
            return True
        if self.rules.on_their_word or not self.lines or any(UNSEEN in hand for hand in self.hands.values()):
            return False
        return not any(self._can_extend(seat) for seat in self.rules.seats)

    def _reasons_for(self, move: Move, after: Self) -> Iterator[Reason]:
        assert self.turn is not None
        match move:
            case Extend():
                yield from self._reasons_for_word(move, after)
            case Lay():
                yield from self._reasons_for_lay(move.card)
            case _:
                yield self._reason_for_pass()
        if not after.hands[self.turn] and self.hands[self.turn] and not after.is_over:
            yield Reason("empty-hand", f"{self.name} has no cards left. The game goes on.")
        if after.result is not None:
            yield from after._reasons_for_end(after.result)

    def _reasons_for_word(self, move: Extend, after: Self) -> Iterator[Reason]:
        old, new = self.lines[move.line - 1], after.lines[move.line - 1]
        letter = self._added(Extend(move.line, new))
        yield Reason("add", f"{self.name} adds {letter} to {old}, which becomes {new}.")
        if len(self.lines) > 1:
            yield Reason(
                "any-line", f"Any of the {len(self.lines)} words may be extended: this one is on line {move.line}."
            )
        if not words.keeps_order(old, new):
            yield Reason("re-ordered", f"The letters of {old} may be put in any order.")
        elif new not in (f"{letter}{old}", f"{old}{letter}"):
            yield Reason("inside", f"{letter} is added inside the word.")
        if new in self.lines:
            yield Reason("twice", f"{new} is now on the table twice, which is allowed.")

    def _reasons_for_lay(self, card: Card) -> Iterator[Reason]:
        yield Reason("starter", f"{card} by itself may start a word.")
        if not self.lines:
            yield Reason("start", f"{self.name} lays {card} as the first letter on the table.")
        else:
            yield Reason("new-word", f"{self.name} starts a new word with {card}, on line {len(self.lines) + 1}.")

    def _reason_for_pass(self) -> Reason:
        assert self.turn is not None
        if not self.hands[self.turn]:
            return Reason("empty-hand", f"{self.name} has no cards left and passes.")
        if not self.lines:
            return Reason("no-starter", f"{self.name} has no {self._starters} and passes.")
        return Reason("pass", f"{self.name} passes and says “I pass.”")

    def _reasons_for_end(self, result: LettersResult) -> Iterator[Reason]:
        if self.passes == len(self.rules.seats):
            yield Reason("all-passed", "All have passed in turn, so the game is over.")
        else:
            yield Reason("ends", "Nobody holds a letter that extends a word, so the game is over.")
        cards = min(result.left.values())
        names = [self.rules.seat_names[seat] for seat in result.fewest]
        if len(names) == 1:
            yield Reason("fewest", f"{names[0]} has the fewest cards, {cards}, and wins.")
        else:
            yield Reason("fewest-level", f"{' and '.join(names)} have {counted(cards, 'card')} each and win together.")

    # The end

    @cached_property
    def result(self) -> LettersResult | None:
        """Who has the fewest cards: 1 for each of them, who all win, and 0 for the others; None until the game is over."""
        if not self.is_over:
            return None
        left, fewest = self._count_left()
        return self._score({seat: int(seat in fewest) for seat in left})

    # Who knows what

    def seen_by(self, person: str | None) -> Self:
        """Own cards and all that was laid; when the game is over the hands lie open, the cards left over never."""
        self.rules.check_seat(person)
        if person is None:
            return self
        hands = tuple(
            hand if self.is_over or seat == person else (UNSEEN,) * len(hand)
            for seat, hand in zip(self.deal.seats, self.deal.hands, strict=True)
        )
        return self._replay(replace(self.deal, hands=hands, stock=(UNSEEN,) * len(self.deal.stock)))

    def _draw_worlds(self, rng: Random) -> Iterator[Self]:
        """Rounds without an unseen card consistent with this one, each equally likely to be drawn; endless.

        Whoever passed or began a new word held no letter that fits, unless players are only taken at their word; and as
        long as the game goes on, somebody holds one. Raises ValueError when no deal is consistent with what is seen.
        """
        unseen = list_unaccounted(self.rules.pack, [card for card in self.deal.cards if card != UNSEEN])
        lacking, played = self._shown()
        loose = list_unaccounted(unseen, [card for cards in played.values() for card in cards])
        places = {seat: hand.count(UNSEEN) for seat, hand in self.hands.items() if UNSEEN in hand}
        places |= {"stock": self.deal.stock.count(UNSEEN)} if UNSEEN in self.deal.stock else {}
        courses = {
            card: [(seat, LACKS) for seat in places if card.code in lacking.get(seat, ())]
            for card in dict.fromkeys(loose)
        }
        drawn = draw_places(loose, places, courses, rng)
        while True:
            for found in islice(drawn, _TRIES):
                world = self._replay(self._filled(played, found))
                if world.history == self.history and world.is_over == self.is_over:
                    yield world
                    break
            else:
                raise ValueError("no deal is consistent with this view: what it shows contradicts itself")

    def _filled(self, played: Mapping[str, list[Card]], found: Mapping[str, list[Card]]) -> Deal:
        """The deal with its unseen cards named."""
        hands = tuple(
            (*(card for card in hand if card != UNSEEN), *played[seat], *found.get(seat, ()))
            for seat, hand in zip(self.deal.seats, self.deal.hands, strict=True)
        )
        rest = iter(found.get("stock", ()))
        stock = tuple(next(rest) if card == UNSEEN else card for card in self.deal.stock)
        return replace(self.deal, hands=hands, stock=stock)

    def _shown(self) -> tuple[dict[str, set[str]], dict[str, list[Card]]]:
        """The letters each seat has shown not to hold, and the cards each has played that were unseen in its hand."""
        lacking: dict[str, set[str]] = {seat: set() for seat in self.rules.seats}
        played: dict[str, list[Card]] = {seat: [] for seat in self.rules.seats}
        for now, seat, move in self._steps():
            if not self.rules.on_their_word and not isinstance(move, Extend):
                lacking[seat] |= now.fitting
                if isinstance(move, Pass):
                    lacking[seat].update(self.rules.starters)
            if isinstance(move, Lay | Extend):
                card = move.card if isinstance(move, Lay) else now._added(move)
                if card not in now.hands[seat]:
                    played[seat].append(card)
        return lacking, played
