"""What the two games with letter cards share: hands, remaining cards, turns, and who has the fewest cards."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from types import MappingProxyType
from typing import ClassVar, Self

from mam.games.round import Round, list_unaccounted
from mam.rules.cards import UNSEEN, Card, format_count
from mam.rules.dealing import Deal, find_next_seat
from mam.rules.moves import Move, name_deed
from mam.rules.rulings import Reason
from mam.rules.scoring import Fixed, Outcome
from mam.support.messages import shorten


@dataclass(frozen=True, kw_only=True)
class LettersResult(Outcome):
    """A finished game with letter cards: how many cards each seat has left, and which seats have the fewest."""

    left: Mapping[str, int] = field(hash=False)
    fewest: tuple[str, ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "left", Fixed(self.left))


@dataclass(frozen=True, repr=False)
class LetterRound(Round):
    """A round with letter cards: each seat plays for itself, and the fewest cards win."""

    _kinds: ClassVar[tuple[type[Move], ...]]  # the moves of this game
    _awaited: ClassVar[str]  # what a player can do in a turn, as text

    def _check_deal(self) -> None:
        rules, deal = self.rules, self.deal
        if deal.seats != rules.seats or deal.dealer not in rules.seats:
            raise ValueError(f"{rules.id} is dealt to the seats {' '.join(rules.seats)}, one of them dealing")
        for seat, hand in zip(deal.seats, deal.hands, strict=True):
            if len(hand) != rules.hand_size:
                raise ValueError(
                    f"{rules.seat_names[seat]} has {format_count(len(hand), 'card')}, not {rules.hand_size}"
                )
        if deal.nest or len(deal.cards) != len(rules.pack):
            raise ValueError(f"{len(deal.cards)} cards in hands and left over, not the {len(rules.pack)} of the pack")
        self._check_pack()

    def _start_state(self) -> Self:
        hands = MappingProxyType(dict(zip(self.deal.seats, self.deal.hands, strict=True)))
        return replace(
            self, history=(), phase="play", turn=find_next_seat(self.rules.seats, self.deal.dealer), hands=hands
        )

    # What each of the two games defines

    @property
    @abstractmethod
    def _outside_hands(self) -> tuple[Card, ...]:
        """Return the cards on the table and in the stock now."""

    @abstractmethod
    def _reason_in_turn(self, move: Move) -> Reason | None:
        """Return why the seat to move may not make this move of the game, or None if it may."""

    @abstractmethod
    def _draw_worlds(self, rng: Random) -> Iterator[Self]:
        """Yield consistent rounds without unseen cards, each equally likely, without end."""

    # What both games share

    @cached_property
    def unaccounted(self) -> tuple[Card, ...]:
        """Return the cards of the pack that have not been seen anywhere: what an unseen card may be."""
        cards = (*(card for hand in self.hands.values() for card in hand), *self._outside_hands)
        return list_unaccounted(self.rules.pack, [card for card in cards if card != UNSEEN])

    def _may_hold(self, card: Card) -> bool:
        """Return whether the seat to move holds this card, or may hold it unseen."""
        assert self.turn is not None
        hand = self.hands[self.turn]
        return card in hand or (UNSEEN in hand and card in self.unaccounted)

    def _reason_against(self, move: Move, seat: str | None = None) -> Reason | None:
        self.rules.check_seat(seat)
        self._check_move(move)
        if self.turn is None:
            game_word = "game" if self.is_final else "round"
            return Reason("not-now", f"You can't {name_deed(move)}:", f"the {game_word} is over.")
        if not isinstance(move, self._kinds):
            return Reason("not-now", f"There is no “{shorten(str(move))}” in this game:", f"{self._awaited}.")
        if seat not in (None, self.turn):
            topic = "turn" if self.history else "start"
            return Reason(topic, f"It is {self.name}'s turn, not yours.")
        return self._reason_in_turn(move)

    def _count_left(self) -> tuple[dict[str, int], tuple[str, ...]]:
        """Return how many cards each seat has left, and the seats with the fewest."""
        counts = {seat: len(hand) for seat, hand in self.hands.items()}
        return counts, tuple(seat for seat, count in counts.items() if count == min(counts.values()))

    def _score(self, scores: Mapping[str, int]) -> LettersResult:
        """Return the result of a finished round with these scores."""
        counts, fewest = self._count_left()
        note = "left " + " ".join(f"{seat} {count}" for seat, count in counts.items())
        return LettersResult(scores=scores, note=note, left=counts, fewest=fewest)

    def _replay(self, deal: Deal) -> Self:
        """Replay the same moves with other cards, as far as possible; nothing is checked again."""
        round = type(self)(self.rules, deal, carry=self.carry)
        for move in self.history:
            if round.is_over:
                break  # in this world, some of these moves were impossible
            round = round._apply(move)
        return round

    def _yield_steps(self) -> Iterator[tuple[Self, str, Move]]:
        """Yield each move so far with the round before it and its seat."""
        round = type(self)(self.rules, self.deal, carry=self.carry)
        for move in self.history:
            assert round.turn is not None
            yield round, round.turn, move
            round = round._apply(move)
