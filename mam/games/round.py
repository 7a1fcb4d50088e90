"""What every round of every game has in common: an immutable state, one verdict with a reason, moves that replay."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module  # scenes lie above the rules; only printing reaches up to them
from typing import Any, Self, overload

from mam.rules.cards import UNSEEN, Card, often
from mam.rules.dealing import Deal, next_seat
from mam.rules.editions import RuleSet
from mam.rules.moves import Move
from mam.rules.rulings import IllegalMove, Reason, Ruling
from mam.rules.scoring import Carry, Outcome


@dataclass(frozen=True, repr=False)
class Round:
    """A round of any game: an edition, a deal, what the match carries into it, and the moves made so far.

    Two rounds are equal when these are. Everything else is worked out from them as the moves are made: `phase` ("over" at
    the end), `turn` (the seat to move, None when over), `hands`. Cards may be unseen (`??`): then a seat may hold any card
    not accounted for elsewhere.
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
        check_carry(self.rules, self.carry)
        self._check_deal()
        made = self._start_state()
        for move in self.history:
            made = made.play(move)
        for name in self.__dataclass_fields__:
            object.__setattr__(self, name, getattr(made, name))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.rules, self.deal, self.history, self.carry)  # the rest follows from these

    def __repr__(self) -> str:
        carry = f" | carry {self.carry}" if self.carry != Carry() else ""
        return f"{self.rules.full_id}{carry} | {self.deal!r} | {', '.join(map(str, self.history))}"

    def __str__(self) -> str:
        """The table in words, with all cards that are known: what `print` shows.

        >>> import mam
        >>> print(mam.start("make-a-million-1935", seed=7, dealer="S"))
        Make-a-Million, 1935 rules, four players
        1935 rules. No bid yet. Trump not named.
        ...
        """
        tell: Callable[[Round, str | None], str] = import_module("mam.scenes").describe_table
        return tell(self, None)

    # What each game answers for itself

    @abstractmethod
    def _check_deal(self) -> None:
        """Raise ValueError naming the fault when this is no deal of these rules."""

    @abstractmethod
    def _start_state(self) -> Self:
        """The round as dealt, before any move: `phase`, `turn` and `hands` set."""

    @abstractmethod
    def _apply(self, move: Move) -> Self:
        """The round after a move already known to be legal: nothing is checked again."""

    @abstractmethod
    def _reason_against(self, move: Move, seat: str | None = None) -> Reason | None:
        """The one verdict: why this move may not be made now (by this seat), or None if it may."""

    @abstractmethod
    def _candidates(self) -> Iterator[Move]:
        """The moves worth judging, all legal ones among them, in the order in which people look at them."""

    @abstractmethod
    def _reasons_for(self, move: Move, after: Self) -> Iterator[Reason]:
        """The rules under which a legal move is made, and what it brings about."""

    @abstractmethod
    def seen_by(self, person: str | None) -> Self:
        """The round as this person knows it now, `??` wherever that person may not look (None sees all)."""

    @property
    @abstractmethod
    def result(self) -> Outcome | None:
        """What was scored; None until the round is over."""

    @property
    def is_final(self) -> bool:
        """Whether no further round follows this one in a match, whatever the totals."""
        return False

    # What follows for all of them

    @property
    def actor(self) -> str | None:
        """The person who decides for the seat whose turn it is."""
        return self.turn

    @property
    def is_over(self) -> bool:
        return self.phase == "over"

    @property
    def name(self) -> str:
        """The name of the seat whose turn it is ("" when the round is over)."""
        return self.rules.seat_names[self.turn] if self.turn else ""

    @property
    def next_dealer(self) -> str:
        """Who deals the round after this one: the deal moves left; after a misdeal the same dealer deals again (D-X08)."""
        if self.result is not None and self.result.again:
            return self.deal.dealer
        return next_seat(self.rules.persons, self.deal.dealer)

    @property
    def legal_moves(self) -> LegalMoves:
        """Every legal move, in the order of the hand or of the amounts; empty when the round is over.

        It iterates, has a length, and can be indexed. Where bids have no limit the list ends at 520, or 100 above the
        minimum bid if that is more, but `in` asks the verdict (D-G06): a move is in it exactly when `why_not` returns None.

        >>> import mam
        >>> round = mam.start("make-a-million-1935", seed=7, options=["unlimited-bids"]).play(mam.Bid(175))
        >>> round.legal_moves[-1], mam.Bid(700) in round.legal_moves, mam.Bid(701) in round.legal_moves
        (bid 520, True, False)
        """
        return LegalMoves(self)

    def why_not(self, move: Move, seat: str | None = None) -> Ruling | None:
        """The ruling that forbids this move now (by this seat, if one is named), or None if it is legal.

        >>> import mam
        >>> print(mam.start("make-a-million-1935", seed=7, dealer="S").why_not(mam.Bid(170)))
        You can't open with $170,000: the opening bid must be $175,000 to $200,000.
        R35-BID-2 (1935 leaflet, page 3, Bidding): ...
        """
        reason = self._reason_against(move, seat)
        return None if reason is None else self.rules.refuse(reason, self.legal_moves)

    def play(self, move: Move, seat: str | None = None) -> Self:
        """The round after this move. Raises IllegalMove with the ruling when it is not legal."""
        if ruling := self.why_not(move, seat):
            raise IllegalMove(ruling)
        return self._apply(move)

    def at(self, step: int) -> Self:
        """The round as it stood after this number of moves; a number below 0 counts back from now, so -1 is one move earlier.

        Raises ValueError where there are fewer moves.

        >>> import mam
        >>> round = mam.start("make-a-million-1935", seed=7, dealer="S").play(mam.Bid(175)).play(mam.Pass())
        >>> round.at(-1).history, round.at(0).history
        ((bid 175,), ())
        """
        made = len(self.history)
        if not -made <= step <= made:
            raise ValueError(f"no step {step}: {made} moves have been made")
        return type(self)(self.rules, self.deal, self.history[:step], self.carry)

    def why(self, move: Move) -> tuple[Ruling, ...]:
        """The rulings under which a legal move is made, and what it brings about, most telling last.

        Raises IllegalMove when the move is not legal.
        """
        after = self.play(move)
        return tuple(self.rules.cite(reason) for reason in self._reasons_for(move, after))

    def _check_move(self, move: Move) -> None:
        """Raise TypeError unless this is a move at all."""
        if not isinstance(move, Move):
            raise TypeError(
                f"a move is a Bid, Pass, Discard, NameTrump or Play; mam.parse_move makes one from text; this is {move!r}"
            )

    def _check_pack(self) -> None:
        """Raise ValueError unless the deal is made of this game's pack, each card as often as it is there."""
        pack = Counter(self.rules.pack)
        for card, count in Counter(self.deal.cards).items():
            there = pack[card]
            if card == UNSEEN:
                continue
            if not there:
                raise ValueError(f"not in this pack: {card.code}")
            if count > there:
                raise ValueError(f"{card} is dealt {often(count)}" + (f"; the pack has {there}" if there > 1 else ""))


class LegalMoves(Sequence[Move]):
    """The legal moves of a round, judged when they are asked for; `in` asks the verdict on any move.

    >>> import mam
    >>> moves = mam.start("make-a-million-1935", seed=7).legal_moves
    >>> len(moves), moves[:2], mam.Bid(175) in moves, mam.Pass() in moves
    (6, (bid 175, bid 180), True, False)
    """

    def __init__(self, round: Round) -> None:
        self._round = round

    def __iter__(self) -> Iterator[Move]:
        return (move for move in self._round._candidates() if self._round._reason_against(move) is None)

    @cached_property
    def _listed(self) -> tuple[Move, ...]:
        return tuple(iter(self))  # tuple(self) would ask for the length first

    def __len__(self) -> int:
        return len(self._listed)

    def __bool__(self) -> bool:
        return any(True for _ in self)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, index: int | slice) -> Move | tuple[Move, ...]:
        return self._listed[index]

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and self._round._reason_against(move) is None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LegalMoves | tuple) and self._listed == tuple(other)

    def __hash__(self) -> int:
        return hash(self._listed)

    def __repr__(self) -> str:
        return repr(self._listed)


def check_carry(rules: RuleSet, carry: Carry) -> None:
    """Raise TypeError or ValueError unless a round of this game can have left this for the next one."""
    if not isinstance(carry, Carry):
        raise TypeError(f"what is carried is a Carry, like Carry('A', 3), not {carry!r}")
    if carry != Carry() and rules.scoring.method != "account":
        raise ValueError(f"in {rules.id} nothing is carried from hand to hand: leave “{carry}” out")
    for seat in (carry.owner, carry.barred):
        if seat is not None and seat not in rules.persons:
            raise ValueError(f"no seat {seat!r}: the seats are {' '.join(rules.persons)}")


def list_unaccounted(pack: Sequence[Card], known: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of a pack, in its order, less those known, each as often as it is left."""
    left: dict[Card, int] = {}
    for card in known:
        left[card] = left.get(card, 0) + 1
    found = []
    for card in pack:
        if left.get(card, 0):
            left[card] -= 1
        else:
            found.append(card)
    return tuple(found)
