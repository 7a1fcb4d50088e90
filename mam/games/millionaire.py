"""A round of Millionaire: all players together spell the word, letter by letter."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from types import MappingProxyType
from typing import Self

from mam.games.letter_places import GAINED, LACKS, PLAYED, draw_places
from mam.games.letter_round import LetterRound, LettersResult
from mam.games.round import list_unaccounted
from mam.rules.cards import UNSEEN, Card, counted, often, sort_hand, without
from mam.rules.dealing import next_seat
from mam.rules.editions.millionaire import MillionaireRules
from mam.rules.moves import Draw, Move, Pass, Play, Stop
from mam.rules.rulings import Reason


@dataclass(frozen=True, repr=False)
class Millionaire(LetterRound):
    """One round: the letters `spelled` so far with the seats that played them, and the turn in progress.

    In a turn a seat plays the letter that comes next if it holds it, or else draws. After a letter it plays on or stops;
    after a draw it plays what it drew, if that fits, or stops. It says so when it stops, able to play or not: nobody
    learns from the end of a turn what is in a hand. `going` says whether a letter was played in this turn, `drew`
    whether a card was drawn; `draws` are the seats that drew, one after another.
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
        if lacking := {letter for letter in rules.word if rules.pack.count(Card(letter)) < rules.word.count(letter)}:
            raise ValueError(f"this pack cannot spell {rules.word}: too few of {' '.join(sorted(lacking))}")

    # What everybody can see

    @property
    def needed(self) -> Card | None:
        """The letter that comes next; None when the word is complete."""
        place = len(self.spelled)
        return Card(self.rules.word[place]) if place < len(self.rules.word) else None

    @property
    def stock(self) -> tuple[Card, ...]:
        """The stock as it is now, the top card first."""
        return self.deal.stock[len(self.draws) :]

    @property
    def _outside_hands(self) -> tuple[Card, ...]:
        return (*self.stock, *(card for _, card in self.spelled))

    # The one verdict

    def _own_reason_against(self, move: Move) -> Reason | None:
        match move:
            case Play():
                return self._against_play(move.card)
            case Draw():
                return self._against_draw()
            case Stop():
                return self._against_stop()
            case _:
                return self._against_pass()

    def _against_play(self, card: Card) -> Reason | None:
        if card == UNSEEN:
            return Reason("not-held", "Name the letter to play: a card is played face up.")
        if card != self.needed:
            return Reason("letter", f"You can't play {card}: the letter {self.needed} comes next in {self.rules.word}.")
        if not self._may_hold(card):
            return Reason("not-held", f"You don't hold the letter {card}.")
        return None

    def _against_draw(self) -> Reason | None:
        if self.going:
            return Reason("draw-played", "You can't draw: you have played a letter in this turn.")
        if self.drew:
            return Reason("draw-again", "You can't draw again: you may draw only one card in a turn.")
        if owed := self._owed():
            return owed
        if not self.stock:
            return Reason("no-pile", "You can't draw: the stock is used up, so you must pass.")
        return None

    def _against_stop(self) -> Reason | None:
        if self.going or self.drew:
            return None
        if owed := self._owed():
            return owed
        able = "draw" if self.stock else "pass"
        return Reason("stop-early", f"You can't stop: you have done nothing in this turn, so you must {able}.")

    def _against_pass(self) -> Reason | None:
        if self.going or self.drew:
            done = "played a letter" if self.going else "drawn a card"
            return Reason(
                "stop" if self.going else "no-fit", f"You can't pass: you have {done}, so end your turn with “stop”."
            )
        if owed := self._owed():
            return owed
        if self.stock:
            return Reason("pass-early", f"You can't pass: you don't hold the letter {self.needed}, so you must draw.")
        return None

    def _owed(self) -> Reason | None:
        """Why a turn cannot begin otherwise: the letter needed is seen to be in hand (D-L04)."""
        if self.turn is None or self.needed not in self.hands[self.turn]:
            return None
        return Reason("must-play", f"You hold the letter {self.needed}, which comes next, so you must play it.")

    def _candidates(self) -> Iterator[Move]:
        if self.needed is not None:
            yield from (Play(self.needed), Draw(), Stop(), Pass())

    # What a move brings about

    def _apply(self, move: Move) -> Self:
        assert self.turn is not None
        done = replace(self, history=(*self.history, move))
        match move:
            case Play():
                return done._after_play(move.card)
            case Draw():
                return done._after_draw()
            case _:
                return done._with_next_turn()

    def _with_next_turn(self) -> Self:
        assert self.turn is not None
        return replace(self, turn=next_seat(self.rules.seats, self.turn), going=False, drew=False)

    def _after_play(self, card: Card) -> Self:
        assert self.turn is not None
        hands = MappingProxyType({**self.hands, self.turn: without(self.hands[self.turn], [card])})
        done = replace(self, hands=hands, spelled=(*self.spelled, (self.turn, card)), going=True)
        return replace(done, phase="over", turn=None) if done.needed is None else done

    def _after_draw(self) -> Self:
        assert self.turn is not None
        hand = sort_hand((*self.hands[self.turn], self.stock[0]))
        hands = MappingProxyType({**self.hands, self.turn: hand})
        return replace(self, hands=hands, draws=(*self.draws, self.turn), drew=True)

    def _reasons_for(self, move: Move, after: Self) -> Iterator[Reason]:
        assert self.turn is not None
        match move:
            case Play():
                yield from self._reasons_for_letter(move.card, after)
            case Draw():
                yield Reason("draw", f"{self.name} doesn't hold the letter {self.needed} and draws.")
                if self.stock[0] == self.needed:
                    yield Reason("fits", f"The card drawn is the letter {self.needed}.")
                    yield Reason("keep", f"{self.name} may play it or keep it.")
            case Stop():
                yield self._reason_for_stop(after.name)
            case _:
                yield Reason("no-pile", f"{self.name} doesn't hold the letter {self.needed}, and the stock is used up.")

    def _reason_for_stop(self, next_name: str) -> Reason:
        assert self.turn is not None
        if self.going:
            return Reason("stop", f"{self.name} plays no more letters: {next_name} is next.")
        if self.needed in self.hands[self.turn]:
            return Reason("keep", f"{self.name} keeps the letter drawn: {next_name} is next.")
        return Reason("no-fit", f"{self.name} draws and plays nothing: {next_name} is next.")

    def _reasons_for_letter(self, card: Card, after: Self) -> Iterator[Reason]:
        assert self.turn is not None
        who, word = self.name, self.rules.word
        if not self.history:
            yield Reason("start", f"{who} sits at the dealer's left and begins with the letter {card}.")
        elif self.going:
            yield Reason("go-on", f"{who} goes on with the letter {card}.")
        else:
            yield Reason("letter", f"{who} plays the letter {card}, which comes next in {word}.")
        if word.count(card.code) > 1:
            yield Reason(
                "any-of-them", f"{word} has the letter {card} {often(word.count(card.code))}: any of them will do."
            )
        if not after.hands[self.turn] and not after.is_over:
            yield Reason("empty-hand", f"{who} has no cards left. Play goes on until the word is complete.")
        if after.result is not None:
            yield Reason("complete", f"The letter {card} completes {word}.")
            if self.turn not in after.result.fewest:
                yield Reason("last-letter", f"{who} played the last letter but does not have the fewest cards.")
            yield from after._reasons_for_score(after.result)

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
                "fewest-level", f"{' and '.join(names)} have {counted(cards, 'card')} each, and each scores {points}."
            )
        else:
            yield Reason("fewest-level", f"{' and '.join(names)} have {counted(cards, 'card')} each, so nobody scores.")

    # The score

    @cached_property
    def result(self) -> LettersResult | None:
        """Who has the fewest cards and what that brings; None until the word is complete."""
        if not self.is_over:
            return None
        left, fewest = self._count_left()
        paid = fewest if len(fewest) == 1 or self.rules.tied_score else ()
        return self._score({seat: sum(left.values()) - left[seat] if seat in paid else 0 for seat in left})

    # Who knows what

    def seen_by(self, person: str | None) -> Self:
        """Own cards as dealt and drawn, and what was played; hands left at the end stay closed: their size counts."""
        self.rules.check_seat(person)
        if person is None:
            return self
        hands = tuple(
            hand if seat == person else (UNSEEN,) * len(hand)
            for seat, hand in zip(self.deal.seats, self.deal.hands, strict=True)
        )
        drawn = (card if seat == person else UNSEEN for card, seat in zip(self.deal.stock, self.draws, strict=False))
        stock = (*drawn, *(UNSEEN for _ in self.stock))
        return self._replay(replace(self.deal, hands=hands, stock=stock))

    def _draw_worlds(self, rng: Random) -> Iterator[Self]:
        """Rounds without an unseen card consistent with this one, each equally likely to be drawn; endless.

        Whoever drew or passed did not hold the letter needed then, and whoever played one held it. That somebody
        stopped tells nothing. Raises ValueError when no deal is consistent with what is seen.
        """
        known = [card for card in self.deal.cards if card != UNSEEN]
        unseen = list_unaccounted(self.rules.pack, known)
        for found in draw_places(unseen, self._places(), self._courses(), rng):
            hands = tuple(
                (*(card for card in hand if card != UNSEEN), *found.get(seat, ()))
                for seat, hand in zip(self.deal.seats, self.deal.hands, strict=True)
            )
            rest = iter(found.get("stock", ()))
            stock = tuple(
                card if card != UNSEEN else found[f"draw {at}"][0] if at < len(self.draws) else next(rest)
                for at, card in enumerate(self.deal.stock)
            )
            yield self._replay(replace(self.deal, hands=hands, stock=stock))

    def _places(self) -> dict[str, int]:
        """Where unseen cards lie, and how many: in hands as dealt, each card drawn for itself, the rest of the pile."""
        room = {seat: hand.count(UNSEEN) for seat, hand in zip(self.deal.seats, self.deal.hands, strict=True)}
        drawn = {f"draw {at}": 1 for at in range(len(self.draws)) if self.deal.stock[at] == UNSEEN}
        room |= {**drawn, "stock": self.stock.count(UNSEEN)}
        return {place: count for place, count in room.items() if count}

    def _courses(self) -> dict[Card, list[list[str]]]:
        """What each seat has shown about each letter of the word, in order of time."""
        letters = [Card(letter) for letter in dict.fromkeys(self.rules.word)]
        shown: dict[tuple[str, Card], list[str]] = {
            (seat, letter): [GAINED] * hand.count(letter) + [seat] * (UNSEEN in hand)
            for seat, hand in zip(self.deal.seats, self.deal.hands, strict=True)
            for letter in letters
        }
        for now, seat, move in self._steps():
            needed = now.needed
            assert needed is not None
            if isinstance(move, Play):
                shown[seat, needed].append(PLAYED)
            elif isinstance(move, Draw | Pass):
                shown[seat, needed].append(LACKS)
            if isinstance(move, Draw) and now.stock[0] == UNSEEN:
                for letter in letters:
                    shown[seat, letter].append(f"draw {len(now.draws)}")
            elif isinstance(move, Draw) and now.stock[0] in letters:
                shown[seat, now.stock[0]].append(GAINED)
        return {letter: [shown[seat, letter] for seat in self.deal.seats] for letter in letters}
