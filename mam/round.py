"""A round, from the deal to the score. Immutable: every move gives the next round.

The verdict on a move is reached once, in `_reason_against`; `why_not`, `moves`, the error raised by `play` and every
greyed card follow from it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from types import MappingProxyType

from mam import auction, nest, scoring, tricks
from mam.cards import UNSEEN, Card, Colour, money_in, show, sort_hand, without
from mam.dealing import Deal, check_seed, deal_round, derive_seed, draw_for_deal, next_seat, seats_from
from mam.editions import RuleSet, get_edition
from mam.moves import Bid, Call, Discard, Move, NameTrump, Pass, Play
from mam.rulings import IllegalMove, Reason, Ruling
from mam.tricks import Trick

_MOVES_OF = {"auction": (Bid, Pass), "nest": (Discard,), "trump": (NameTrump,), "play": (Play,), "over": ()}
_AWAITED = {"auction": "a call", "nest": "a discard", "trump": "the trump colour", "play": "a card"}


@dataclass(frozen=True)
class Round:
    """One round of a partnership game: an edition, a deal, and the moves made so far.

    Two rounds are equal when these three are. Everything else is worked out from them as the moves are made:
    `phase` ("auction", "nest", "trump", "play", "over"), `turn` (the seat to move, None when over), `hands`, `calls`,
    `bidder` and `bid` (thousands of dollars), `discarded`, `trump`, `tricks` (complete ones) and `trick` (the open one).
    Cards may be unseen (`??`): then a seat may hold any card not accounted for elsewhere.

    >>> import mam
    >>> round = mam.start("make-a-million-1935", seed=7, dealer="S")
    >>> round.phase, round.turn, round.moves()[:2]
    ('auction', 'S', (bid 175, bid 180))
    """

    rules: RuleSet
    deal: Deal
    history: tuple[Move, ...] = ()
    phase: str = field(default="auction", compare=False)
    turn: str | None = field(default=None, compare=False)
    hands: Mapping[str, tuple[Card, ...]] = field(default_factory=dict, compare=False)
    calls: tuple[tuple[str, Call], ...] = field(default=(), compare=False)
    bidder: str | None = field(default=None, compare=False)
    bid: int | None = field(default=None, compare=False)
    discarded: tuple[Card, ...] | None = field(default=None, compare=False)
    trump: Colour | None = field(default=None, compare=False)
    tricks: tuple[Trick, ...] = field(default=(), compare=False)
    trick: Trick | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if self.hands:
            return
        self._check_deal()
        made = Round._begun(self)
        for move in self.history:
            made = made.play(move)
        for name in self.__dataclass_fields__:
            object.__setattr__(self, name, getattr(made, name))

    def __reduce__(self) -> tuple[type["Round"], tuple[RuleSet, Deal, tuple[Move, ...]]]:
        return Round, (self.rules, self.deal, self.history)  # the rest follows from these

    @staticmethod
    def _begun(given: "Round") -> "Round":
        rules, deal = given.rules, given.deal
        hands = MappingProxyType(dict(zip(deal.seats, deal.hands, strict=True)))
        turn = auction.turn(rules.seats, deal.dealer, (), rules.auction)
        return Round(rules, deal, hands=hands, turn=turn)

    def _check_deal(self) -> None:
        rules, deal = self.rules, self.deal
        if deal.seats != rules.seats or deal.dealer not in rules.seats:
            raise ValueError(f"{rules.id} is dealt to the seats {' '.join(rules.seats)}, one of them dealing")
        for seat, hand in zip(deal.seats, deal.hands, strict=True):
            if len(hand) != rules.hand_size:
                raise ValueError(f"{rules.seat_names[seat]} has {len(hand)} cards, not {rules.hand_size}")
        if len(deal.nest) != rules.nest.size:
            raise ValueError(f"the nest has {len(deal.nest)} cards, not {rules.nest.size}")
        seen: set[Card] = set()
        for card in deal.cards:
            if card in seen:
                raise ValueError(f"{card} is dealt twice")
            if card != UNSEEN:
                seen.add(card)
        if strange := seen - set(rules.pack):
            raise ValueError(f"not in this pack: {' '.join(sorted(card.code for card in strange))}")

    # Who decides, and what

    @property
    def actor(self) -> str | None:
        """The person who decides for the seat whose turn it is."""
        return self.turn

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def name(self) -> str:
        """The name of the seat whose turn it is ("" when the round is over)."""
        return self.rules.seat_names[self.turn] if self.turn else ""

    def moves(self) -> tuple[Move, ...]:
        """Every legal move, in the order of the hand or of the amounts; empty when the round is over.

        Where bids have no limit the list stops 100 above the least bid, and `why_not` judges any other.
        """
        return tuple(move for move in self._candidates() if self._reason_against(move) is None)

    def why_not(self, move: Move, seat: str | None = None) -> Ruling | None:
        """The ruling that forbids this move now (by this seat, if one is named), or None if it is legal.

        >>> import mam
        >>> print(mam.start("make-a-million-1935", seed=7, dealer="S").why_not(mam.Bid(170)))
        The opening bid must be $175,000 to $200,000; $170,000 is not.
        R35-BID-2 (1935 leaflet, page 3, Bidding): ...
        """
        reason = self._reason_against(move, seat)
        return None if reason is None else self.rules.cite(reason, self.moves())

    def why_not_put_out(self, card: Card) -> Ruling | None:
        """The ruling that keeps this single card out of any discard of the hand to move, or None."""
        assert self.turn is not None
        reason = nest.why_not_put_out(card, self.hands[self.turn], self.rules.nest, self.name)
        return None if reason is None else self.rules.cite(reason)

    def play(self, move: Move, seat: str | None = None) -> "Round":
        """The round after this move. Raises IllegalMove with the ruling when it is not legal."""
        if ruling := self.why_not(move, seat):
            raise IllegalMove(ruling)
        return self.after(move)

    def why(self, move: Move) -> tuple[Ruling, ...]:
        """The rulings under which a legal move is made, and what it brings about, most telling last.

        Raises IllegalMove when the move is not legal.
        """
        after = self.play(move)
        return tuple(self.rules.cite(reason) for reason in self._reasons_for(move, after))

    @cached_property
    def result(self) -> scoring.Result | None:
        """Captured money and scores by side; None until the round is over."""
        if not self.over:
            return None
        assert self.bidder is not None and self.bid is not None
        side, captured = self.rules.side_of(self.bidder), dict(self.captured)
        return scoring.Result(
            bidder=self.bidder,
            side=side,
            bid=self.bid,
            trump=self.trump,
            captured=captured,
            scores=scoring.score(self.bid, side, captured),
            nested=money_in(self.discarded or ()),
            bull_gain=self.bull_gain,
            bear_loss=self.bear_loss,
        )

    @property
    def captured(self) -> Mapping[str, int]:
        """Money captured so far by each side, in thousands of dollars."""
        taken = dict.fromkeys(self.rules.sides, 0)
        for trick in self.tricks:
            if trick.winner:
                taken[self.rules.side_of(trick.winner)] += trick.worth
        return taken

    @property
    def bull_gain(self) -> int:
        """What the Bull has added so far, in thousands of dollars."""
        return sum(max(0, trick.worth - money_in(trick.cards)) for trick in self.tricks)

    @property
    def bear_loss(self) -> int:
        """What the Bear has destroyed so far, in thousands of dollars."""
        return sum(max(0, money_in(trick.cards) - trick.worth) for trick in self.tricks)

    @cached_property
    def unaccounted(self) -> tuple[Card, ...]:
        """The cards of the pack that nobody has been seen to hold: what an unseen card may be."""
        played = [card for trick in (*self.tricks, self.trick) if trick for card in trick.cards]
        known = {*self.deal.cards, *(self.discarded or ()), *played}
        return tuple(card for card in self.rules.pack if card not in known)

    # The one verdict

    def _reason_against(self, move: Move, seat: str | None = None) -> Reason | None:
        if seat is not None and seat not in self.rules.seats:
            raise ValueError(f"no seat {seat!r}: the seats are {' '.join(self.rules.seats)}")
        if not isinstance(move, Move):
            raise TypeError(
                f"a move is a Bid, Pass, Discard, NameTrump or Play; mam.parse_move makes one from text; this is {move!r}"
            )
        if not isinstance(move, _MOVES_OF[self.phase]):
            awaited = f"{self.name} owes {_AWAITED[self.phase]} now" if self.turn else "the round is over"
            return Reason("not-now", f"Not now: {awaited}, so “{move}” has to wait.")
        assert self.turn is not None
        if seat not in (None, self.turn):
            return Reason(self._turn_topic(), f"It is {self.name}'s turn, not {self.rules.seat_names[seat]}'s.")
        hand, who = self.hands[self.turn], self.name
        if isinstance(move, Bid | Pass):
            return auction.why_not_call(move, self.calls, self.rules.auction, who)
        if isinstance(move, NameTrump):
            return None
        cards = move.cards if isinstance(move, Discard) else (move.card,)
        for card in cards:
            if card == UNSEEN and isinstance(move, Play):
                return Reason("not-held", "A card that is played is seen: name the card.")
            if not self._may_hold(hand, card):
                return Reason("not-held", f"{who} does not hold {card.words}.")
        if isinstance(move, Discard):
            return nest.why_not_discard(cards, hand, self.rules.nest, who)
        assert self.trick is not None
        return tricks.why_not_play(move.card, hand, self.trick.cards, self.trump, self.rules.tricks, who)

    def _turn_topic(self) -> str:
        """The topic of the rule that says whose turn it is."""
        if self.trick is None or self.trick.cards:
            return {"auction": "call-turn", "nest": "take-nest", "trump": "trump", "play": "play-turn"}[self.phase]
        return "captor-leads" if self.tricks else "first-lead"

    def _may_hold(self, hand: tuple[Card, ...], card: Card) -> bool:
        return card in hand or (UNSEEN in hand and card in self.unaccounted)

    def _candidates(self) -> Iterator[Move]:
        if self.turn is None:
            return
        hand = self.hands[self.turn]
        if self.phase == "auction":
            yield from auction.list_calls(self.calls, self.rules.auction)
        elif self.phase == "nest":
            yield from map(Discard, nest.list_discards(hand, self.rules.nest))
        elif self.phase == "trump":
            yield from map(NameTrump, Colour)
        else:
            yield from (Play(card) for card in hand if card != UNSEEN)
            if UNSEEN in hand:
                yield from map(Play, self.unaccounted)

    # What a move brings about

    def after(self, move: Move) -> "Round":
        """The round after a move already known to be legal: nothing is checked again."""
        assert self.turn is not None
        done = replace(self, history=(*self.history, move))
        match move:
            case Bid() | Pass():
                return done._after_call(move)
            case Discard():
                left = without(self.hands[self.turn], move.cards)
                return replace(done, phase="trump", hands=self._hands_with(self.turn, left), discarded=move.cards)
            case NameTrump():
                leader = next_seat(self.rules.seats, self.turn)  # R35-PLAY-1
                opened = Trick(seats_from(self.rules.seats, leader))
                return replace(done, phase="play", trump=move.colour, turn=leader, trick=opened)
            case Play():
                return done._after_card(move.card)

    def _hands_with(self, seat: str, hand: tuple[Card, ...]) -> Mapping[str, tuple[Card, ...]]:
        return MappingProxyType({**self.hands, seat: hand})

    def _after_call(self, call: Call) -> "Round":
        assert self.turn is not None
        calls = (*self.calls, (self.turn, call))
        turn = auction.turn(self.rules.seats, self.deal.dealer, calls, self.rules.auction)
        if turn is not None:
            return replace(self, calls=calls, turn=turn)
        standing = auction.highest(calls)
        assert standing is not None
        bidder, bid = standing
        hand = sort_hand((*self.hands[bidder], *self.deal.nest))  # R35-NEST-1
        hands = self._hands_with(bidder, hand)
        return replace(self, calls=calls, phase="nest", turn=bidder, bidder=bidder, bid=bid, hands=hands)

    def _after_card(self, card: Card) -> "Round":
        assert self.turn is not None and self.trick is not None
        hands = self._hands_with(self.turn, without(self.hands[self.turn], [card]))
        trick = replace(self.trick, cards=(*self.trick.cards, card))
        if not trick.complete:
            return replace(self, hands=hands, trick=trick, turn=trick.seats[len(trick.cards)])
        place = tricks.capturing(trick.cards, self.trump, self.rules.tricks)
        assert place is not None  # four cards hold at most three animals (D-G20)
        winner = trick.seats[place]
        done = replace(trick, winner=winner, worth=tricks.worth(trick.cards))
        after = replace(self, hands=hands, tricks=(*self.tricks, done))
        if not any(hands.values()):
            return replace(after, phase="over", turn=None, trick=None)
        return replace(after, turn=winner, trick=Trick(seats_from(self.rules.seats, winner)))

    def _reasons_for(self, move: Move, after: "Round") -> Iterator[Reason]:
        assert self.turn is not None
        hand, who, names = self.hands[self.turn], self.name, dict(self.rules.seat_names)
        match move:
            case Bid() | Pass():
                yield from auction.why_call(move, self.calls, self.rules.auction, who)
                if after.bidder is not None and after.bid is not None:
                    yield auction.why_won(names[after.bidder], after.bid)
                    cards = "" if UNSEEN in self.deal.nest else f": {show(self.deal.nest)}"
                    yield Reason("take-nest", f"{names[after.bidder]} takes the nest into hand{cards}.")
            case Discard():
                yield from nest.why_discard(move.cards, who)
            case NameTrump():
                yield Reason("trump", f"{who} has put out the nest and names {move.colour.word}.")
                yield Reason("first-lead", f"{after.name} sits at the bidder's left and leads first.")
            case Play():
                assert self.trick is not None
                yield tricks.why_play(move.card, hand, self.trick.cards, self.trump, self.rules.tricks, who)
                if len(after.tricks) > len(self.tricks):
                    yield from tricks.why_captured(after.tricks[-1], self.trump, self.rules.tricks, names)
                if after.result is not None:
                    if after.result.nested:
                        yield Reason("nested-money", "Money put into the nest counts for nobody.")
                    yield from scoring.why_scored(after.result, self.rules.side_names)

    def __repr__(self) -> str:
        options = "".join(f"+{name}" for name in self.rules.chosen)
        moves = ", ".join(map(str, self.history))
        return f"{self.rules.id}{options} | {self.deal!r} | {moves}"


def start(
    edition: str, seed: int, *, dealer: str | None = None, options: Sequence[str] = (), deal: Deal | None = None
) -> Round:
    """A round of this edition, dealt with this seed (or the deal given). The same seed gives the same cards for ever.

    The dealer is drawn as the rules say unless one is named. Raises ValueError for an unknown edition, option or seat.

    >>> start("make-a-million-1935", seed=7, dealer="N").turn
    'N'
    """
    rules = get_edition(edition, options)
    if deal is not None:
        return Round(rules, deal)
    check_seed(seed)
    if dealer is None:
        dealer, _ = draw_for_deal(rules.pack, rules.seats, Random(derive_seed(seed, "dealer")))
    if dealer not in rules.seats:
        raise ValueError(f"no seat {dealer!r} to deal: the seats are {' '.join(rules.seats)}")
    return Round(rules, deal_round(rules.pack, rules.seats, dealer, rules.nest.size, Random(seed)))
