"""A round of Card Anagrams: words on the table grow by one letter at a time."""

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
from mam.rules.cards import UNSEEN, Card, format_count, join_words, remove_cards
from mam.rules.dealing import Deal, find_next_seat
from mam.rules.editions.anagrams import AnagramsRules
from mam.rules.moves import Extend, Lay, Move, Pass
from mam.rules.rulings import Reason, Ruling

_TRIES = 5_000  # worlds drawn until the game in one of them does not end too soon


@dataclass(frozen=True, repr=False)
class Anagrams(LetterRound):
    """A round of Card Anagrams: `lines` are the words on the table, `passes` counts passes in a row.

    Words are in capitals, the first word at the top. The program has the word list and sees all hands: it knows who can
    extend a word, requires it (D-A04, D-A05), and ends the game when nobody can (D-A09). With unseen cards, the game is not
    over until everyone has passed: otherwise the hands would be face up.
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

    # Words that fit

    @property
    def _outside_hands(self) -> tuple[Card, ...]:
        return (*self.deal.stock, *(Card(letter) for line in self.lines for letter in line))

    @cached_property
    def fitting(self) -> frozenset[str]:
        """Return the letters that extend a word on the table."""
        return frozenset(letter for line in self.lines for letter in self._find_extensions(line))

    def _find_extensions(self, line: str) -> Mapping[str, tuple[str, ...]]:
        return words.find_extending_letters(line, self.rules.keep_order)

    def _can_extend(self, seat: str) -> bool:
        """Return whether this seat visibly holds a letter that fits."""
        return any(card.code in self.fitting for card in self.hands[seat])

    # The one verdict

    def why_not(self, move: Move, seat: str | None = None) -> Ruling | None:
        """Return the ruling that forbids this move now (by this seat, if given), or None if it is legal.

        It does not list the legal moves: finding them is the game (D-A05). `legal_moves` lists them, for a hint.
        """
        reason = self._reason_against(move, seat)
        return None if reason is None else self.rules.refuse(reason)

    def _reason_in_turn(self, move: Move) -> Reason | None:
        match move:
            case Extend():
                return self._why_not_extend(move)
            case Lay():
                return self._why_not_lay(move.card)
            case _:
                return self._why_not_pass()

    def _why_not_extend(self, move: Extend) -> Reason | None:
        count, new = len(self.lines), move.word.upper()
        if not 1 <= move.line <= count:
            range_text = (
                f"the lines are 1 to {count}"
                if count > 1
                else "the only line is 1"
                if count
                else "no word is there yet"
            )
            return Reason("line", f"There is no word on line {move.line}:", f"words run across, and {range_text}.")
        old = self.lines[move.line - 1]
        additions, omissions = Counter(new) - Counter(old), Counter(old) - Counter(new)
        if omissions:
            omitted_text = " ".join(sorted(omissions.elements()))
            return Reason("drops", f"{new} leaves out {omitted_text} of {old}:", "use all letters of the line.")
        if additions.total() != 1:
            change = f"adds {' '.join(sorted(additions.elements()))} to" if additions else "adds no letter to"
            return Reason("one-letter", f"{new} {change} {old}:", "add exactly one letter in a turn.")
        card = Card(next(iter(additions)))
        if not self._may_hold(card):
            place_text = (
                f"and line {move.line} has no other" if card.code in old else f"and it is not on line {move.line}"
            )
            return Reason("not-held", f"You don't hold {card}, {place_text}.")
        return self._why_not_word(old, new)

    def _why_not_word(self, old: str, new: str) -> Reason | None:
        if words.is_abbreviation(new):
            return Reason("abbreviation", f"{new} is an abbreviation, so you can't make it.")
        if not words.is_word(new):
            return Reason("no-word", f"{new} is not in the word list, so you can't make it.")
        if self.rules.keep_order and not words.keeps_order(old, new):
            return Reason("re-ordered", f"{new} changes the order of the letters of {old}, so you can't make it.")
        return None

    def _why_not_lay(self, card: Card) -> Reason | None:
        first = not self.lines
        if card.code not in self.rules.starters:
            card_text = "a hidden card" if card == UNSEEN else card.code
            return Reason(
                "start" if first else "new-word",
                f"You can't start a word with {card_text}:",
                f"only {self._starters} starts one.",
            )
        if not self._may_hold(card):
            return Reason("not-held", f"You don't hold {card}.")
        if not self.rules.on_their_word and self.turn and self._can_extend(self.turn):
            return Reason(
                "new-word-able", "You can't start a word:", "you hold a letter that extends one on the table."
            )
        return None

    @property
    def _starters(self) -> str:
        """Return the letters that start a word, as text."""
        return join_words(self.rules.starters, "or")

    def _why_not_pass(self) -> Reason | None:
        assert self.turn is not None
        if self.rules.on_their_word:
            return None
        if self._can_extend(self.turn):
            return Reason("pass-able", "You can't pass:", "you hold a letter that extends a word on the table.")
        if any(card.code in self.rules.starters for card in self.hands[self.turn]):
            return Reason("pass-able", "You can't pass:", "you hold a letter that starts a new word.")
        return None

    def _candidates(self) -> Iterator[Move]:
        """Yield every way to extend a word, line by line, then every way to start a word, then a pass."""
        if self.turn is None:
            return
        hand = self.hands[self.turn]
        letters = dict.fromkeys((*hand, *(self.unaccounted if UNSEEN in hand else ())))
        for number, line in enumerate(self.lines, 1):
            for letter, extensions in self._find_extensions(line).items():
                if Card(letter) in letters:
                    yield from (Extend(number, word.upper()) for word in extensions)
        yield from (Lay(card) for card in letters if card.code in self.rules.starters)
        yield Pass()

    # What a move brings about

    def _apply(self, move: Move) -> Self:
        assert self.turn is not None
        hand, lines, passes = self.hands[self.turn], list(self.lines), 0
        match move:
            case Lay():
                hand = remove_cards(hand, [move.card])
                lines.append(move.card.code)
            case Extend():
                move = Extend(move.line, move.word.upper())  # typed in any case
                hand = remove_cards(hand, [self._find_new_letter(move)])
                lines[move.line - 1] = move.word
            case _:
                passes = self.passes + 1
        next_round = replace(
            self,
            history=(*self.history, move),
            turn=find_next_seat(self.rules.seats, self.turn),
            hands=MappingProxyType({**self.hands, self.turn: hand}),
            lines=tuple(lines),
            passes=passes,
        )
        return replace(next_round, phase="over", turn=None) if next_round._is_finished() else next_round

    def _find_new_letter(self, move: Extend) -> Card:
        """Return the letter that this move takes from the hand."""
        return Card(next((Counter(move.word) - Counter(self.lines[move.line - 1])).elements()))

    def _is_finished(self) -> bool:
        if self.passes == len(self.rules.seats):
            return True
        if self.rules.on_their_word or not self.lines or any(UNSEEN in hand for hand in self.hands.values()):
            return False
        return not any(self._can_extend(seat) for seat in self.rules.seats)

    def _reasons_for(self, move: Move, next_round: Self) -> Iterator[Reason]:
        assert self.turn is not None
        match move:
            case Extend():
                yield from self._reasons_for_word(move, next_round)
            case Lay():
                yield from self._reasons_for_lay(move.card)
            case _:
                yield self._reason_for_pass()
        if not next_round.hands[self.turn] and self.hands[self.turn] and not next_round.is_over:
            yield Reason("empty-hand", f"{self.name} has no cards left. The game goes on.")
        if next_round.result is not None:
            yield from next_round._reasons_for_end(next_round.result)

    def _reasons_for_word(self, move: Extend, next_round: Self) -> Iterator[Reason]:
        old, new = self.lines[move.line - 1], next_round.lines[move.line - 1]
        letter = self._find_new_letter(Extend(move.line, new))
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
        if not self.lines and not self.rules.on_their_word:
            return Reason("no-starter", f"{self.name} has no {self._starters} and passes.")
        return Reason("pass", f"{self.name} passes and says “I pass.”")

    def _reasons_for_end(self, result: LettersResult) -> Iterator[Reason]:
        if self.passes == len(self.rules.seats):
            yield Reason("all-passed", "Everyone has passed in turn, so the game is over.")
        else:
            yield Reason("ends", "Nobody holds a letter that extends a word, so the game is over.")
        cards = min(result.left.values())
        names = [self.rules.seat_names[seat] for seat in result.fewest]
        if len(names) == 1:
            yield Reason("fewest", f"{names[0]} has the fewest cards, {cards}, and wins.")
        else:
            yield Reason(
                "fewest-level", f"{join_words(names)} have {format_count(cards, 'card')} each and win together."
            )

    # The end

    @cached_property
    def result(self) -> LettersResult | None:
        """Return the result, or None until the game is over: 1 for each seat with the fewest cards, 0 for the others."""
        if not self.is_over:
            return None
        left, fewest = self._count_left()
        return self._score({seat: int(seat in fewest) for seat in left})

    # Who knows what

    def seen_by(self, person: str | None) -> Self:
        """Return the round with this player's cards and the table; all hands are shown when the game is over."""
        self.rules.check_seat(person)
        if person is None:
            return self
        hands = tuple(
            hand if self.is_over or seat == person else (UNSEEN,) * len(hand)
            for seat, hand in zip(self.deal.seats, self.deal.hands, strict=True)
        )
        return self._replay(replace(self.deal, hands=hands, stock=(UNSEEN,) * len(self.deal.stock)))

    def _draw_worlds(self, rng: Random) -> Iterator[Self]:
        """Yield consistent rounds without unseen cards, each equally likely, without end.

        A player who passed or started a new word held no letter that fits, unless players are only taken at their word;
        while the game goes on, somebody holds one. Raises ValueError if no deal is consistent with the view.
        """
        hidden_cards = list_unaccounted(self.rules.pack, [card for card in self.deal.cards if card != UNSEEN])
        missing_letters, played_cards = self._list_clues()
        unplaced = list_unaccounted(hidden_cards, [card for cards in played_cards.values() for card in cards])
        places = {seat: hand.count(UNSEEN) for seat, hand in self.hands.items() if UNSEEN in hand}
        places |= {"stock": self.deal.stock.count(UNSEEN)} if UNSEEN in self.deal.stock else {}
        courses = {
            card: [(seat, LACKS) for seat in places if card.code in missing_letters.get(seat, ())]
            for card in dict.fromkeys(unplaced)
        }
        draws = draw_places(unplaced, places, courses, rng)
        while True:
            for placement in islice(draws, _TRIES):
                world = self._replay(self._fill_deal(played_cards, placement))
                if world.history == self.history and world.is_over == self.is_over:
                    yield world
                    break
            else:
                raise ValueError("no deal is consistent with this view: what it shows contradicts itself")

    def _fill_deal(self, played_cards: Mapping[str, list[Card]], placement: Mapping[str, list[Card]]) -> Deal:
        """Return the deal with cards in place of its unseen cards."""
        hands = tuple(
            (*(card for card in hand if card != UNSEEN), *played_cards[seat], *placement.get(seat, ()))
            for seat, hand in zip(self.deal.seats, self.deal.hands, strict=True)
        )
        stock_cards = iter(placement.get("stock", ()))
        stock = tuple(next(stock_cards) if card == UNSEEN else card for card in self.deal.stock)
        return replace(self.deal, hands=hands, stock=stock)

    def _list_clues(self) -> tuple[dict[str, set[str]], dict[str, list[Card]]]:
        """Return the letters each seat has shown it does not hold, and the cards it played from its unseen ones."""
        missing_letters: dict[str, set[str]] = {seat: set() for seat in self.rules.seats}
        played_cards: dict[str, list[Card]] = {seat: [] for seat in self.rules.seats}
        for round, seat, move in self._yield_steps():
            if not self.rules.on_their_word and not isinstance(move, Extend):
                missing_letters[seat] |= round.fitting
                if isinstance(move, Pass):
                    missing_letters[seat].update(self.rules.starters)
            if isinstance(move, Lay | Extend):
                card = move.card if isinstance(move, Lay) else round._find_new_letter(move)
                if card not in round.hands[seat]:
                    played_cards[seat].append(card)
        return missing_letters, played_cards
