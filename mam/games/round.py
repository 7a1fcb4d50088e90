"""What every round of every game shares: an immutable state, one verdict with a reason, moves that replay."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Self, overload

from mam.rules.cards import UNSEEN, Card, format_cards, format_times
from mam.rules.dealing import Deal, find_next_seat
from mam.rules.editions import RuleSet
from mam.rules.moves import Move
from mam.rules.rulings import IllegalMove, Reason, Ruling
from mam.rules.scoring import Carry, Outcome
from mam.support.arguments import check_arguments
from mam.support.messages import quote, shorten


@dataclass(frozen=True, repr=False)
class Round:
    """A round of any game: an edition, a deal, what the match carries into it, and the moves so far.

    Two rounds are equal when these are. Everything else is derived from them move by move: `phase` ("over" at the end),
    `turn` (the seat to move, None when over), `hands`. Cards may be unseen (`??`): then a seat may hold any card that is
    not known to be elsewhere.
    """

    rules: RuleSet
    deal: Deal
    history: tuple[Move, ...] = ()
    carry: Carry = Carry()
    phase: str = field(default="", compare=False)
    turn: str | None = field(default=None, compare=False)
    hands: Mapping[str, tuple[Card, ...]] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        if self.phase:
            return
        if type(self) is Round:
            raise TypeError("every game has a class of its own: mam.start(edition, seed) deals a round of it")
        for value, kind, right in (
            (self.rules, RuleSet, "a round needs an edition's rules, like mam.get_edition('six')"),
            (self.deal, Deal, "a round needs a Deal, like mam.parse_deal('dealer S | …')"),
            (self.history, tuple | list, "the moves so far are a list, like [mam.Bid(175)]"),
        ):
            if not isinstance(value, kind):
                raise TypeError(f"{right}, not {quote(value)}")
        check_carry(self.rules, self.carry)
        self._check_deal()
        round = self._start_state()
        for move in self.history:
            round = round.play(move)
        for name in self.__dataclass_fields__:
            object.__setattr__(self, name, getattr(round, name))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.rules, self.deal, self.history, self.carry)  # the rest follows from these

    def _begin_again(self, deal: Deal, history: Sequence[Move] = ()) -> Self:
        """Return the round with other cards and these moves: for an earlier moment, a view, or a deal that fits one."""
        return type(self)(self.rules, deal, tuple(history), self.carry)

    def __repr__(self) -> str:
        carry = f"carry {self.carry}" if self.carry != Carry() else ""
        moves = ", ".join(map(str, self.history))
        parts = (self.rules.full_id, carry, self._summarize_position(), repr(self.deal), moves)
        return " | ".join((*filter(None, parts[:-1]), moves))

    def _summarize_position(self) -> str:
        """Return what is given where the round begins in the middle, in one line; empty for a whole round."""
        return ""

    def __str__(self) -> str:
        """Return a short summary: where the round stands, the known hands, the moves. `mam.describe_table` shows the table.

        >>> import mam
        >>> print(mam.start("make-a-million-1935", seed=7, dealer="S").play(mam.Bid(200)))
        Make-a-Million, 1935 rules, four players
        Auction: West to move
        North: R7 Y15 Y11 Y9 Y8 Y7 B7 B3 G11 G10 G8 G7 TIGER
        East: R30 R10 R8 R1 B30 B10 B4 B1 G15 G5 G4 G3 G2
        South: R40 R11 R4 Y30 Y4 Y3 Y2 B40 B9 B8 G9 BULL BEAR
        West: R15 R9 R3 R2 Y40 Y5 Y1 B15 B11 B2 G40 G30 G1
        Moves: bid 200
        """
        hands = (f"{self.rules.seat_names[seat]}: {_summarize_cards(cards)}" for seat, cards in self.hands.items())
        moves = ", ".join(map(str, self.history)) or "none"
        return "\n".join([self.rules.name, self._summarize_state(), *hands, f"Moves: {moves}"])

    def _summarize_state(self) -> str:
        if self.result is not None:
            scores = ", ".join(f"{name} {points}" for name, points in self.result.scores.items())
            return f"Over: {scores}"
        phase = self.phase.capitalize()
        return f"{phase}: {self.name} to move" if self.turn else phase

    # What each game defines

    @abstractmethod
    def _check_deal(self) -> None:
        """Raise ValueError with the fault, unless this deal fits these rules."""

    @abstractmethod
    def _start_state(self) -> Self:
        """Return the round before any move, with `phase`, `turn` and `hands` set."""

    @abstractmethod
    def _apply(self, move: Move) -> Self:
        """Return the round after a move known to be legal; nothing is checked again."""

    @abstractmethod
    def _reason_against(self, move: Move, seat: str | None = None) -> Reason | None:
        """Return why this move may not be made now (by this seat), or None if it may: the only verdict."""

    @abstractmethod
    def _candidates(self) -> Iterator[Move]:
        """Yield the moves to check, including every legal one, in display order."""

    @abstractmethod
    def _reasons_for(self, move: Move, next_round: Self) -> Iterator[Reason]:
        """Yield the rules behind a legal move, and what it brings about."""

    @abstractmethod
    def seen_by(self, person: str | None) -> Self:
        """Return the round as this player knows it now, with `??` for every hidden card (None sees all)."""

    @property
    @abstractmethod
    def result(self) -> Outcome | None:
        """Return the result, or None until the round is over."""

    @property
    def is_final(self) -> bool:
        """Return whether this is the last round of a match, whatever the totals."""
        return False

    # What all games share

    @property
    def actor(self) -> str | None:
        """Return the player who decides for the seat to move."""
        return self.turn

    @property
    def is_over(self) -> bool:
        """Whether the round has ended, played out or not."""
        return self.phase == "over"

    @property
    def name(self) -> str:
        """Return the name of the seat to move ("" when the round is over)."""
        return self.rules.seat_names[self.turn] if self.turn else ""

    @property
    def next_dealer(self) -> str:
        """Return the next round's dealer: the deal moves left; after a misdeal the same dealer deals again (D-X08)."""
        if self.result is not None and self.result.is_misdeal:
            return self.deal.dealer
        return find_next_seat(self.rules.persons, self.deal.dealer)

    @property
    def legal_moves(self) -> LegalMoves:
        """Return every legal move, in the order of the hand or of the amounts; empty when the round is over.

        It iterates, has a length, and can be indexed. Where bids have no limit, the list ends at 520, or 100 above the
        minimum bid if that is more, but `in` checks any bid (D-G06): a move is in it exactly when `why_not` returns None.

        >>> import mam
        >>> round = mam.start("make-a-million-1935", seed=7, options=["unlimited-bids"]).play(mam.Bid(200))
        >>> round.legal_moves[-1], mam.Bid(700) in round.legal_moves, mam.Bid(701) in round.legal_moves
        (bid 520, True, False)
        """
        return LegalMoves(self)

    @cached_property
    def _legal_moves(self) -> tuple[Move, ...]:
        # Found once: each refusal lists them all, and a picture of the table has many refusals.
        return tuple(self._find_legal_moves())

    def _find_legal_moves(self) -> Iterator[Move]:
        return (move for move in self._candidates() if self._reason_against(move) is None)

    def why_not(self, move: Move, seat: str | None = None) -> Ruling | None:
        """Return the ruling that forbids this move now (by this seat, if given), or None if it is legal.

        It lists the legal moves instead, except for a seat that is not to move.

        >>> import mam
        >>> print(mam.start("make-a-million-1935", seed=7, dealer="S").play(mam.Bid(200)).why_not(mam.Bid(205)))
        You can't bid $205,000: the high bid is $200,000, so you must bid at least $210,000.
        R35-BID-5 (1935 leaflet, page 3, Bidding): ...
        """
        reason = self._reason_against(move, seat)
        if reason is None:
            return None
        return self.rules.refuse(reason, self.legal_moves if seat in (None, self.turn) else ())

    def play(self, move: Move, seat: str | None = None) -> Self:
        """Return the round after this move. Raises IllegalMove with the ruling if it is not legal."""
        answer = self.try_move(move, seat)
        if isinstance(answer, Ruling):
            raise IllegalMove(answer)
        return answer

    def try_move(self, move: Move, seat: str | None = None) -> Ruling | Self:
        """Return the round after this move, or the ruling that forbids it: the move is judged once.

        >>> import mam
        >>> round = mam.start("make-a-million-1935", seed=7, dealer="S")
        >>> round.try_move(mam.Bid(200)).history, round.try_move(mam.Pass()).id
        ((bid 200,), 'R35-BID-1')
        """
        return self.why_not(move, seat) or self._apply(move)

    @check_arguments
    def at(self, step: int) -> Self:
        """Return the round after `step` moves; a negative number counts back from now, so -1 is one move earlier.

        Raises ValueError if there are not that many moves.

        >>> import mam
        >>> round = mam.start("make-a-million-1935", seed=7, dealer="S").play(mam.Bid(200)).play(mam.Pass())
        >>> round.at(-1).history, round.at(0).history
        ((bid 200,), ())
        """
        count = len(self.history)
        if not -count <= step <= count:
            raise ValueError(f"no step {step}: {count} moves have been made")
        return self._begin_again(self.deal, self.history[:step])

    def why(self, move: Move) -> tuple[Ruling, ...]:
        """Return the rulings behind a legal move and what it brings about, the most specific last.

        Raises IllegalMove if the move is not legal.
        """
        next_round = self.play(move)
        return tuple(self.rules.cite(reason) for reason in self._reasons_for(move, next_round))

    def _check_move(self, move: Move) -> None:
        """Raise TypeError unless this is a move."""
        if not isinstance(move, Move):
            raise TypeError(
                f"a move is a Bid, Pass, Discard, NameTrump or Play; mam.parse_move makes one from text; this is {quote(move)}"
            )

    def _check_pack(self) -> None:
        """Raise ValueError unless the deal is made of this game's pack, with no card too often."""
        pack = Counter(self.rules.pack)
        for card, count in Counter(self.deal.cards).items():
            copies = pack[card]
            if card == UNSEEN:
                continue
            if not copies:
                raise ValueError(f"not in this pack: {card.code}")
            if count > copies:
                raise ValueError(
                    f"{card} is dealt {format_times(count)}" + (f"; the pack has {copies}" if copies > 1 else "")
                )


class LegalMoves(Sequence[Move]):
    """The legal moves of a round, found when first needed; `in` checks any move.

    >>> import mam
    >>> moves = mam.start("make-a-million-1935", seed=7).legal_moves
    >>> moves[-2:], mam.Bid(200) in moves, mam.Pass() in moves
    ((bid 195, bid 200), True, False)
    """

    def __init__(self, round: Round) -> None:
        self._round = round

    def __iter__(self) -> Iterator[Move]:
        # Whoever needs few moves finds few; `tuple` and `list` ask for the number first, which finds all.
        yield from self._moves if "_legal_moves" in vars(self._round) else self._round._find_legal_moves()

    @property
    def _moves(self) -> tuple[Move, ...]:
        return self._round._legal_moves

    def __len__(self) -> int:
        return len(self._moves)

    def __bool__(self) -> bool:
        return any(True for _ in self)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, index: int | slice) -> Move | tuple[Move, ...]:
        return self._moves[index]

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and self._round._reason_against(move) is None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LegalMoves | tuple) and self._moves == tuple(other)

    def __hash__(self) -> int:
        return hash(self._moves)

    def __repr__(self) -> str:
        return repr(self._moves)


def check_carry(rules: RuleSet, carry: Carry) -> None:
    """Raise TypeError or ValueError unless a round of this game can carry this into the next one."""
    if not isinstance(carry, Carry):
        raise TypeError(f"what is carried is a Carry, like Carry('A', 3), not {quote(carry)}")
    if carry != Carry() and rules.scoring.method != "account":
        raise ValueError(f"in {rules.id} nothing is carried from hand to hand: leave “{shorten(str(carry))}” out")
    for seat in (carry.owner, carry.barred):
        if seat is not None and seat not in rules.persons:
            raise ValueError(f"no seat {quote(seat)}: the seats are {' '.join(rules.persons)}")


def _summarize_cards(cards: Sequence[Card]) -> str:
    """Return a hand in one line; unseen cards are counted."""
    known_cards = [card for card in cards if card != UNSEEN]
    unseen = len(cards) - len(known_cards)
    return (
        ", ".join(part for part in (format_cards(known_cards), f"{unseen} unseen" if unseen else "") if part) or "none"
    )


def list_unaccounted(pack: Sequence[Card], known_cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards of a pack, in order, without the known ones, copy by copy."""
    counts: dict[Card, int] = {}
    for card in known_cards:
        counts[card] = counts.get(card, 0) + 1
    cards = []
    for card in pack:
        if counts.get(card, 0):
            counts[card] -= 1
        else:
            cards.append(card)
    return tuple(cards)
