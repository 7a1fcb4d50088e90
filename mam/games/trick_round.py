"""A round of tricks, from the deal to the score. Immutable: every move returns a new round.

The rules of each phase are in `mam/games/phases`. Only `_reason_against` decides whether a move is legal; `why_not`,
`legal_moves`, the error raised by `play` and every grayed card follow from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any

from mam.games.phases import PHASES, exchange, play, timing, vote
from mam.games.position import Position
from mam.games.state import State, name_mover, replace
from mam.rules import nest, scoring
from mam.rules.cards import UNSEEN, Card, NoTrump, Trump, format_count
from mam.rules.dealing import Deal, count_covered, find_opposite_seat
from mam.rules.editions import TrickGameRules
from mam.rules.moves import BidTricks, Discard, Exchange, Move, Play
from mam.rules.rulings import Reason, Ruling
from mam.rules.scoring import Result
from mam.rules.tricks import find_winner
from mam.support.arguments import check_arguments


@dataclass(frozen=True, repr=False)
class TrickRound(State):
    """A round of a game of tricks: an edition, a deal, and the moves so far.

    Two rounds are equal when these are. Everything else is derived from them move by move; see `State`. `phase` is one of
    the edition's phases, or "over".

    >>> import mam
    >>> round = mam.start("make-a-million-1935", seed=7, dealer="S")
    >>> round.phase, round.turn, round.legal_moves[-2:]
    ('auction', 'S', (bid 195, bid 200))
    """

    # From phase to phase

    def _check_deal(self) -> None:
        rules, deal = self.rules, self.deal
        if not isinstance(rules, TrickGameRules):
            raise TypeError(f"{rules.id} is not a game of tricks: mam.start begins a round of any game")
        if self.position:
            self.position.check(rules, deal)
        elif deal.seats != rules.seats or deal.dealer not in rules.persons:
            raise ValueError(f"{rules.id} is dealt to the seats {' '.join(rules.seats)}, one of them dealing")
        size = self.hand_size
        for seat, hand in zip(deal.seats, deal.hands, strict=True):
            if len(hand) != size:
                raise ValueError(f"{rules.seat_names[seat]} has {format_count(len(hand), 'card')}, not {size}")
        if len(deal.nest) != rules.nest.size and not self.position:
            raise ValueError(f"the nest has {format_count(len(deal.nest), 'card')}, not {rules.nest.size}")
        self._check_pack()
        if len(deal.cards) != len(rules.pack):
            raise ValueError(f"{len(deal.cards)} cards are dealt or in the stock; the pack has {len(rules.pack)}")
        if deal.blind_draw is not None and not (rules.blind_draw and 0 <= deal.blind_draw < rules.nest.size):
            raise ValueError(
                f"blind_draw {deal.blind_draw} names no card of a blind draw from a nest of {rules.nest.size}"
            )
        self._check_covers()

    def _check_covers(self) -> None:
        """Raise ValueError unless each half-hidden hand has six cards, each under an open one (R2H-4, R2H-5)."""
        for seat, hand in zip(self.deal.seats, self.deal.hands, strict=True):
            pairs = [pair for pair in self.deal.covers if pair[0] in hand]
            count = count_covered(len(hand)) if seat in self.rules.half_hidden_seats else 0
            if len(pairs) != count or any(bottom not in hand for _, bottom in pairs):
                name = self.rules.seat_names[seat]
                raise ValueError(
                    f"{name} has {format_count(len(pairs), 'card')} of its own face down under others, not {count}"
                )

    @property
    def hand_size(self) -> int:
        """Return the number of cards in each hand as dealt: it shrinks from deal to deal in the exact game; a position has few."""
        size = len(self.deal.hands[0]) if self.deal.hands else 0
        if self.position:
            return size
        return size if self.rules.shrinks_by and 0 < size <= self.rules.hand_size else self.rules.hand_size

    def _start_state(self) -> TrickRound:
        hands = MappingProxyType(dict(zip(self.deal.seats, self.deal.hands, strict=True)))
        round = TrickRound(
            self.rules, self.deal, (), self.carry, "dealt", None, hands, self.rules.seats, position=self.position
        )
        if self.position:
            return round._begin_position(self.position)
        return replace(round, nest=self.deal.nest, trump=self._find_turned_trump())._enter_next_phase()

    def _begin_position(self, position: Position) -> TrickRound:
        """Begin in the middle: at a lead, where the bidder picks up the nest, or after the last trick."""
        start = replace(self, trump=position.trump, bidder=position.bidder, bid=position.bid, nest=self.deal.nest)
        if self.deal.nest:
            phases = ("dealt", *self.rules.phases)
            return replace(start, phase=phases[phases.index("nest") - 1])._enter_next_phase()
        if not self.hand_size:
            return replace(start, phase="over")
        return play.begin_lead(replace(start, phase="play"), position.leader)

    def _begin_again(self, deal: Deal, history: Sequence[Move] = ()) -> TrickRound:
        return TrickRound(self.rules, deal, tuple(history), self.carry, position=self.position)

    def _summarize_position(self) -> str:
        return repr(self.position) if self.position else ""

    def __reduce__(self) -> tuple[Any, ...]:
        if self.position is None:
            return super().__reduce__()
        return _resume, (self.rules, self.deal, self.history, self.carry, self.position)

    def _find_turned_trump(self) -> Trump | None:
        """Return the trump turned up from the stock: the color of its first card with a color (REX-3, D-V03)."""
        if not self.rules.turns_trump:
            return None
        return next((card.color for card in self.deal.stock if card.color), NoTrump.TIGER_HIGH)

    def _enter_next_phase(self) -> TrickRound:
        """Start the next phase when the current one is finished."""
        state = self
        while state.turn is None and not state.is_over:
            order = ("dealt", *state.rules.phases)
            phase = order[order.index(state.phase) + 1]
            state = PHASES[phase].begin(replace(state, phase=phase))
        return state

    def _apply(self, move: Move) -> TrickRound:
        if isinstance(move, Exchange):
            move = exchange.reveal(self, move)
        next_round: TrickRound = PHASES[self.phase].apply(replace(self, history=(*self.history, move)), move)
        return next_round._enter_next_phase()

    @property
    def actor(self) -> str | None:
        """Return who decides for the seat to move: the bidder for an open hand, the player opposite for a half-hidden one."""
        if self.turn is None or self.phase != "play":
            return self.turn
        if self.turn == self.dummy:
            return self.bidder
        if self.turn in self.rules.half_hidden_seats:
            return find_opposite_seat(self.turn_order, self.turn)
        return self.turn

    @property
    def current_winner(self) -> str | None:
        """Return the seat that is winning the unfinished trick; None before its first card, or while no card in it can win.

        >>> import mam
        >>> round = mam.make_position("make-a-million-1935", "N R40 G1 | E R1 G2 | S R2 B3 | W R3 G4", "B", "N")
        >>> round.current_winner, round.play(mam.Play(round.hands["N"][0])).current_winner
        (None, 'N')
        """
        if self.trick is None:
            return None
        index = find_winner(self.trick.cards, self.trump, self.rules.tricks)
        return None if index is None else self.trick.seats[index]

    @property
    def is_final(self) -> bool:
        return bool(self.rules.shrinks_by) and self.hand_size == 1

    # The one verdict

    def _reason_against(self, move: Move, seat: str | None = None) -> Reason | None:
        self.rules.check_seat(seat)
        self._check_move(move)
        if self.is_over:
            return timing.why_over(move)
        if seat in self.rules.dummies and not isinstance(move, Play):
            return timing.why_no_player(self, move, seat)
        phase = PHASES[self.phase]
        if not isinstance(move, phase.MOVES):
            return timing.why_not_now(self, move, seat)
        if seat is not None and seat != self.turn:
            return timing.why_out_of_turn(self, move, seat)
        reason: Reason | None = phase.why_not(self, move)
        return reason

    def _candidates(self) -> Iterator[Move]:
        if not self.is_over:
            yield from PHASES[self.phase].candidates(self)

    def _reasons_for(self, move: Move, next_round: TrickRound) -> Iterator[Reason]:
        yield from PHASES[self.phase].reasons(self, move, next_round)
        yield from next_round.why_scored()

    def why_scored(self) -> Iterator[Reason]:
        """Yield the rules by which this round was scored or passed out; none before the end, or after a misdeal."""
        result, names = self.result, self.rules.seat_names
        if result is None or self.misdealt:
            return
        if result.bidder is None and not self.sealed:
            yield Reason("passed-out", "Nobody has bid, so the hand is not played.")
            yield from scoring.why_passed_out(self.carry, self.rules.scoring, names)
            return
        if result.nested:
            yield Reason("nested-money", f"Money in the {self.rules.nest.word} counts for nobody.")
        method = self.rules.scoring.method
        if method == "account":
            yield from scoring.why_account(result, names, self.carry)
        elif method == "exact":
            yield from scoring.why_exact(result, {seat: count or 0 for seat, count in self.sealed}, names)
        else:
            yield from scoring.why_scored(result, {**names, **self.side_names})

    @check_arguments
    def why_not_discard_card(self, card: Card) -> Ruling | None:
        """Return the ruling that keeps this card out of any discard of the hand to move, or None."""
        assert self.turn is not None
        reason = nest.why_not_discard_card(card, self.hands[self.turn], self.rules.nest, name_mover(self))
        return None if reason is None else self.rules.refuse(reason)

    # The score

    @cached_property
    def result(self) -> Result | None:
        """Return captured money and scores; None until the round is over, and where the bids are unknown."""
        if not self.is_over or any(count is None for _, count in self.sealed):
            return None
        if self.position and (self.position.bid is None or self.position.captured is None):
            return None
        scores, carry = score_sides(self, self.captured, self.sides)
        return Result(
            scores=scores,
            carry=carry,
            note=self._make_note(),
            is_misdeal=self.misdealt is not None,
            bidder=self.bidder,
            side=self.side_of(self.bidder) if self.bidder else None,
            bid=self.bid,
            trump=self.trump,
            captured=self.captured,
            sides=self.sides,
            nested=self.nested,
            bull_gain=self.bull_gain,
            bear_loss=self.bear_loss,
        )

    def _make_note(self) -> str:
        if self.misdealt:
            return "misdeal"
        if self.sealed:
            return "bids " + " ".join(str(count) for _, count in sorted(self.sealed, key=self._get_seat_index))
        if self.bidder is None or self.bid is None:
            return "passed out"
        return f"{self.bidder} {self.bid} {'made' if self.captured[self.side_of(self.bidder)] >= self.bid else 'set'}"

    def _get_seat_index(self, entry: tuple[str, int | None]) -> int:
        return self.rules.seats.index(entry[0])

    # What a player may know

    def seen_by(self, person: str | None) -> TrickRound:
        self.rules.check_seat(person)
        if person is None:
            return self
        replay = _begin_replay(self.rules, self._deal_seen_by(person), self.carry, self.position)
        view, known = replay.start, True
        steps = replay.steps
        taken: list[tuple[Move, TrickRound]] = []
        for number, move in enumerate(self.history):
            seen = self._move_seen_by(person, view.turn, move)
            known = known and number < len(steps) and steps[number][0] == seen
            view = steps[number][1] if known else view._apply(seen)
            taken.append((seen, view))
        replay.steps = taken
        return view

    def _deal_seen_by(self, person: str) -> Deal:
        """Return the deal as this player knows it now: their own cards, and what everybody has seen."""
        deal = self.deal
        open_hands = {person, self.misdealt, self.dummy}
        played_cards = self.played
        covers = tuple((top, bottom if {top, bottom} & {*played_cards} else UNSEEN) for top, bottom in deal.covers)
        hands = []
        for seat, hand in zip(deal.seats, deal.hands, strict=True):
            pairs = [(top, bottom) for top, bottom in covers if top in hand]
            if seat in self.rules.half_hidden_seats:  # everybody knows the cards that are face up, or were
                visible = [card for card in hand if card not in {bottom for _, bottom in deal.covers}]
                hands.append((*visible, *(bottom for _, bottom in pairs)))
            else:
                hands.append(hand if seat in open_hands else (UNSEEN,) * len(hand))
        sees_nest = self.bidder == person or vote.is_open(self)
        is_nest_taken = self.phase in ("nest", "over") or self.discarded is not None or vote.is_open(self)
        return Deal(
            deal.seats,
            deal.dealer,
            tuple(map(tuple, hands)),
            deal.nest if sees_nest and is_nest_taken else (UNSEEN,) * len(deal.nest),
            covers,
            self._visible_stock(),
            None,
        )

    def _visible_stock(self) -> tuple[Card, ...]:
        """Return the stock with only the cards turned up for trump."""
        stock = self.deal.stock
        count = next((index + 1 for index, card in enumerate(stock) if card.color), len(stock))
        visible = count if self.rules.turns_trump else 0
        return (*stock[:visible], *(UNSEEN,) * (len(stock) - visible))

    def _move_seen_by(self, person: str, seat: str | None, move: Move) -> Move:
        """Return a move as this player sees it; after the round the nest may be examined (R35-NEST-7)."""
        if isinstance(move, Discard) and not (self.bidder == person or self.is_over):
            return Discard(nest.show_discard(move.cards, self.rules.nest))
        if isinstance(move, BidTricks) and self.phase == "sealed" and seat != person:
            return BidTricks(None)
        if isinstance(move, Exchange) and not (move.seat in (person, self.dummy) or self.is_over):
            return Exchange(move.seat, UNSEEN)  # the card drawn is shown once the hand is face up
        return move


class _Replay:
    """What a player has seen of a round, move by move: the next view of the same deal goes on from it."""

    def __init__(self, start: TrickRound) -> None:
        self.start = start
        self.steps: list[tuple[Move, TrickRound]] = []  # replaced as a whole, so that threads may share it


@lru_cache(maxsize=16)
def _begin_replay(rules: TrickGameRules, deal: Deal, carry: scoring.Carry, position: Position | None) -> _Replay:
    return _Replay(TrickRound(rules, deal, (), carry, position=position))


def _resume(
    rules: TrickGameRules, deal: Deal, history: tuple[Move, ...], carry: scoring.Carry, position: Position
) -> TrickRound:
    """Return a round from its parts: a pickle calls this, since it passes no argument by name."""
    return TrickRound(rules, deal, history, carry, position=position)


def score_sides(
    round: TrickRound, captured: Mapping[str, int], sides: Mapping[str, tuple[str, ...]]
) -> tuple[dict[str, int], scoring.Carry]:
    """Return the scores if these sides end the round with these captures, and what goes into the next round."""
    rules, captured = round.rules, dict(captured)
    if rules.scoring.method == "exact":
        bids = dict.fromkeys(captured, 0) | {seat: count or 0 for seat, count in round.sealed}
        return scoring.score_exact(bids, captured), scoring.Carry()
    if round.bidder is None or round.bid is None:  # passed out, or a misdeal
        carry = round.carry if round.misdealt or rules.scoring.account_waits else scoring.Carry()
        return dict.fromkeys(rules.accounts, 0), carry
    if rules.scoring.method == "account":
        return scoring.score_account(round.bid, round.bidder, captured, round.carry)
    bidding_side = next(side for side, members in sides.items() if round.bidder in members)
    if rules.sides:
        return scoring.score(round.bid, bidding_side, captured), scoring.Carry()
    scores = scoring.score_persons(round.bid, round.bidder, captured, sides, rules.scoring)
    return {person: scores[person] for person in rules.accounts}, scoring.Carry()
