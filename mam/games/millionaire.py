"""A round of Millionaire: all players spell the word together, letter by letter."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from types import MappingProxyType
from typing import Self

from mam.games.letter_places import GAINED, LACKS, PLAYED, draw_places
from mam.games.letter_round import LetterRound, LettersResult
from mam.games.round import list_unaccounted
from mam.rules.cards import UNSEEN, Card, format_count, format_times, join_words, remove_cards, sort_hand
from mam.rules.dealing import find_next_seat
from mam.rules.editions.millionaire import MillionaireRules
from mam.rules.moves import Draw, Move, Pass, Play, Stop
from mam.rules.rulings import Reason


@dataclass(frozen=True, repr=False)
class Millionaire(LetterRound):
    """A round of Millionaire: the letters `spelled` so far with the seats that played them, and the current turn.

    In its turn a seat plays the next letter if it holds it, or else draws. After a letter it plays on or stops; after a
    draw it plays the card drawn, if that fits, or stops. It says "stop" whether it could play or not, so that the end
    of a turn reveals nothing about a hand. `going` says whether a letter was played in this turn, `drew`
    whether a card was drawn; `draws` are the seats that drew, in order.
    """

    _kinds = (Play, Draw, Stop, Pass)
    _awaited = "play a letter, draw, stop or pass"

    rules: MillionaireRules
    spelled: tuple[tuple[str, Card], ...] = field(default=(), compare=False)
    draws: tuple[str, ...] = field(default=(), compare=False)
    going: bool = field(default=False, compare=False)
    drew: bool = field(default=False, compare=False)

    def _check_deal(self) -> None:
        super()._check_deal()
        rules = self.rules
        if not self.deal.stock:
            raise ValueError("the pack must exceed the cards dealt: no stock is left")
        if letters := {letter for letter in rules.word if rules.pack.count(Card(letter)) < rules.word.count(letter)}:
            raise ValueError(f"this pack cannot spell {rules.word}: too few of {' '.join(sorted(letters))}")

    # What everybody sees

    @property
    def needed(self) -> Card | None:
        """Return the letter that comes next, or None when the word is complete."""
        index = len(self.spelled)
        return Card(self.rules.word[index]) if index < len(self.rules.word) else None

    @property
    def stock(self) -> tuple[Card, ...]:
        """Return the stock as it is now, top card first."""
        return self.deal.stock[len(self.draws) :]

    @property
    def _outside_hands(self) -> tuple[Card, ...]:
        return (*self.stock, *(card for _, card in self.spelled))

    # The one verdict

    def _reason_in_turn(self, move: Move) -> Reason | None:
        match move:
            case Play():
                return self._why_not_play(move.card)
            case Draw():
                return self._why_not_draw()
            case Stop():
                return self._why_not_stop()
            case _:
                return self._why_not_pass()

    def _why_not_play(self, card: Card) -> Reason | None:
        if card == UNSEEN:
            return Reason("not-held", "Name the letter to play:", "a card is played face up.")
        if card != self.needed:
            return Reason(
                "letter", f"You can't play {card}:", f"the letter {self.needed} comes next in {self.rules.word}."
            )
        if not self._may_hold(card):
            return Reason("not-held", f"You don't hold the letter {card}.")
        return None

    def _why_not_draw(self) -> Reason | None:
        if self.going:
            return Reason("draw-played", "You can't draw:", "you have played a letter in this turn.")
        if self.drew:
            return Reason("draw-again", "You can't draw again:", "you may draw only one card in a turn.")
        if reason := self._why_must_play():
            return reason
        if not self.stock:
            return Reason("no-pile", "You can't draw:", "the stock is used up, so you must pass.")
        return None

    def _why_not_stop(self) -> Reason | None:
        if self.going or self.drew:
            return None
        if reason := self._why_must_play():
            return reason
        action = "draw" if self.stock else "pass"
        return Reason("stop-early", "You can't stop:", f"you have done nothing in this turn, so you must {action}.")

    def _why_not_pass(self) -> Reason | None:
        if self.going or self.drew:
            action = "played a letter" if self.going else "drawn a card"
            return Reason(
                "stop" if self.going else "no-fit",
                "You can't pass:",
                f"you have {action}, so end your turn with “stop”.",
            )
        if reason := self._why_must_play():
            return reason
        if not self.stock:
            return None
        cause = f"you don't hold the letter {self.needed}, so you must draw"
        if UNSEEN in self.hands[self.turn or ""]:  # it may be among the unseen letters
            cause = f"you must play the letter {self.needed} or draw"
        return Reason("pass-early", "You can't pass:", f"{cause}.")

    def _why_must_play(self) -> Reason | None:
        """Return why a turn must begin with a play: the next letter is visibly in the hand (D-L04)."""
        if self.turn is None or self.needed not in self.hands[self.turn]:
            return None
        return Reason("must-play", f"You hold the letter {self.needed}, which comes next, so you must play it.")

    def _candidates(self) -> Iterator[Move]:
        if self.needed is not None:
            yield from (Play(self.needed), Draw(), Stop(), Pass())

    # What a move brings about

    def _apply(self, move: Move) -> Self:
        assert self.turn is not None
        next_round = replace(self, history=(*self.history, move))
        match move:
            case Play():
                return next_round._apply_play(move.card)
            case Draw():
                return next_round._apply_draw()
            case _:
                return next_round._with_next_turn()

    def _with_next_turn(self) -> Self:
        assert self.turn is not None
        return replace(self, turn=find_next_seat(self.rules.seats, self.turn), going=False, drew=False)

    def _apply_play(self, card: Card) -> Self:
        assert self.turn is not None
        hands = MappingProxyType({**self.hands, self.turn: remove_cards(self.hands[self.turn], [card])})
        next_round = replace(self, hands=hands, spelled=(*self.spelled, (self.turn, card)), going=True)
        return replace(next_round, phase="over", turn=None) if next_round.needed is None else next_round

    def _apply_draw(self) -> Self:
        assert self.turn is not None
        hand = sort_hand((*self.hands[self.turn], self.stock[0]))
        hands = MappingProxyType({**self.hands, self.turn: hand})
        return replace(self, hands=hands, draws=(*self.draws, self.turn), drew=True)

    def _reasons_for(self, move: Move, next_round: Self) -> Iterator[Reason]:
        assert self.turn is not None
        match move:
            case Play():
                yield from self._reasons_for_letter(move.card, next_round)
            case Draw():
                yield Reason("draw", f"{self.name} doesn't hold the letter {self.needed} and draws.")
                if self.stock[0] == self.needed:
                    yield Reason("fits", f"The card drawn is the letter {self.needed}.")
                    yield Reason("keep", f"{self.name} may play it or keep it.")
            case Stop():
                yield self._reason_for_stop(next_round.name)
            case _:
                yield Reason("no-pile", f"{self.name} doesn't hold the letter {self.needed}, and the stock is used up.")

    def _reason_for_stop(self, next_name: str) -> Reason:
        assert self.turn is not None
        if self.going:
            return Reason("stop", f"{self.name} plays no more letters: {next_name} is next.")
        if self.needed in self.hands[self.turn]:
            return Reason("keep", f"{self.name} keeps the letter drawn: {next_name} is next.")
        return Reason("no-fit", f"{self.name} draws and plays nothing: {next_name} is next.")

    def _reasons_for_letter(self, card: Card, next_round: Self) -> Iterator[Reason]:
        assert self.turn is not None
        name, word = self.name, self.rules.word
        if not self.history:
            yield Reason("start", f"{name} sits at the dealer's left and begins with the letter {card}.")
        elif self.going:
            yield Reason("go-on", f"{name} goes on with the letter {card}.")
        else:
            yield Reason("letter", f"{name} plays the letter {card}, which comes next in {word}.")
        if word.count(card.code) > 1:
            yield Reason(
                "any-of-them",
                f"{word} has the letter {card} {format_times(word.count(card.code))}: any of them will do.",
            )
        if not next_round.hands[self.turn] and not next_round.is_over:
            yield Reason("empty-hand", f"{name} has no cards left. Play goes on until the word is complete.")
        if next_round.result is not None:
            yield Reason("complete", f"The letter {card} completes {word}.")
            if self.turn not in next_round.result.fewest:
                yield Reason("last-letter", f"{name} played the last letter but does not have the fewest cards.")
            yield from next_round._reasons_for_score(next_round.result)

    def _reasons_for_score(self, result: LettersResult) -> Iterator[Reason]:
        names = [self.rules.seat_names[seat] for seat in result.fewest]
        cards = min(result.left.values())
        points = self.rules.scoring.format_amount(result.scores[result.fewest[0]])
        if len(names) == 1:
            yield Reason(
                "fewest",
                f"{names[0]} has the fewest cards, {cards}, and scores {points}, one for each card in the other hands.",
            )
        elif self.rules.tied_score:
            yield Reason(
                "fewest-level",
                f"{join_words(names)} have {format_count(cards, 'card')} each, and each scores {points}.",
            )
        else:
            yield Reason(
                "fewest-level", f"{join_words(names)} have {format_count(cards, 'card')} each, so nobody scores."
            )

    # The score

    @cached_property
    def result(self) -> LettersResult | None:
        """Return who has the fewest cards and the scores; None until the word is complete."""
        if not self.is_over:
            return None
        counts, fewest = self._count_left()
        scorers = fewest if len(fewest) == 1 or self.rules.tied_score else ()
        return self._score({seat: sum(counts.values()) - counts[seat] if seat in scorers else 0 for seat in counts})

    # Who knows what

    def seen_by(self, person: str | None) -> Self:
        """Return the round with this player's cards and all plays; other hands stay hidden, even at the end."""
        self.rules.check_seat(person)
        if person is None:
            return self
        hands = tuple(
            hand if seat == person else (UNSEEN,) * len(hand)
            for seat, hand in zip(self.deal.seats, self.deal.hands, strict=True)
        )
        drawn_cards = (
            card if seat == person else UNSEEN for card, seat in zip(self.deal.stock, self.draws, strict=False)
        )
        stock = (*drawn_cards, *(UNSEEN for _ in self.stock))
        return self._replay(replace(self.deal, hands=hands, stock=stock))

    def _draw_worlds(self, rng: Random) -> Iterator[Self]:
        """Yield consistent rounds without unseen cards, each equally likely, without end.

        A player who drew or passed did not hold the letter that was needed then; a player who played a letter held it. A
        stop reveals nothing. Raises ValueError if no deal is consistent with the view.
        """
        visible_cards = [card for card in self.deal.cards if card != UNSEEN]
        hidden_cards = list_unaccounted(self.rules.pack, visible_cards)
        for placement in draw_places(hidden_cards, self._list_places(), self._list_courses(), rng):
            hands = tuple(
                (*(card for card in hand if card != UNSEEN), *placement.get(seat, ()))
                for seat, hand in zip(self.deal.seats, self.deal.hands, strict=True)
            )
            stock_cards = iter(placement.get("stock", ()))
            stock = tuple(
                card
                if card != UNSEEN
                else placement[f"draw {index}"][0]
                if index < len(self.draws)
                else next(stock_cards)
                for index, card in enumerate(self.deal.stock)
            )
            yield self._replay(replace(self.deal, hands=hands, stock=stock))

    def _list_places(self) -> dict[str, int]:
        """Return the places of unseen cards and their numbers: hands as dealt, each drawn card, the rest of the stock."""
        room = {seat: hand.count(UNSEEN) for seat, hand in zip(self.deal.seats, self.deal.hands, strict=True)}
        draw_rooms = {f"draw {index}": 1 for index in range(len(self.draws)) if self.deal.stock[index] == UNSEEN}
        room |= {**draw_rooms, "stock": self.stock.count(UNSEEN)}
        return {place: count for place, count in room.items() if count}

    def _list_courses(self) -> dict[Card, list[list[str]]]:
        """Return what each seat has shown about each letter of the word, in order of time."""
        letters = [Card(letter) for letter in dict.fromkeys(self.rules.word)]
        courses: dict[tuple[str, Card], list[str]] = {
            (seat, letter): [GAINED] * hand.count(letter) + [seat] * (UNSEEN in hand)
            for seat, hand in zip(self.deal.seats, self.deal.hands, strict=True)
            for letter in letters
        }
        for round, seat, move in self._yield_steps():
            needed = round.needed
            assert needed is not None
            if isinstance(move, Play):
                courses[seat, needed].append(PLAYED)
            elif isinstance(move, Draw | Pass):
                courses[seat, needed].append(LACKS)
            if isinstance(move, Draw) and round.stock[0] == UNSEEN:
                for letter in letters:
                    courses[seat, letter].append(f"draw {len(round.draws)}")
            elif isinstance(move, Draw) and round.stock[0] in letters:
                courses[seat, round.stock[0]].append(GAINED)
        return {letter: [courses[seat, letter] for seat in self.deal.seats] for letter in letters}
