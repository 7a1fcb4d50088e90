"""Bidding on a hand: the calls made so far, what the others call, the learner's guess. No browser."""

from collections.abc import Generator
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random

import mam
from mam.games.trick_round import TrickRound
from mam.games.views import View, try_move, view
from mam.players import get_player
from mam.players.turns import Player, play_move
from mam.rules.auction import find_bid_range, find_contract_range
from mam.rules.cards import Trump
from mam.rules.dealing import derive_seed
from mam.rules.editions import TrickGameRules
from mam.rules.moves import Bid, Call, Misdeal, Move, Pass
from mam.rules.rulings import Ruling
from mam.support.messages import quote, shorten
from mam.support.steps import in_steps, take_all
from mam.text.notation import NotationError, parse_move
from mam_widgets.bidding.figures import list_trumps
from mam_widgets.bidding.hands import describe_shape, is_condition, open_round_in_steps
from mam_widgets.shared.hands import HandSource


@dataclass(frozen=True)
class Guess:
    """What the learner says before anything is shown: the bid (thousands of dollars, or points), the trump, and the chance of
    making it, from 0 to 1."""

    bid: int
    trump: Trump
    chance: float


@dataclass(frozen=True)
class Bidding:
    """A hand and its auction as far as it has gone. `round` has every card, so it stays in Python: `view` is what is shown.

    `refused` is the call tried last, with its ruling; `guess` what was guessed. Every change gives another one.
    """

    round: TrickRound = field(repr=False)
    seat: str
    origin: str
    seed: int
    player: Player = field(repr=False)
    first_step: int = 0  # calls that were there from the beginning
    condition: HandSource = None  # the condition that the deal meets, if the hand was asked for by one
    guess: Guess | None = None
    refused: tuple[Move, Ruling] | None = field(default=None, compare=False)

    @property
    def rules(self) -> TrickGameRules:
        return self.round.rules

    @cached_property
    def view(self) -> View[TrickRound]:
        """What the learner may know now."""
        return view(self.round, self.seat)

    @cached_property
    def hand_view(self) -> View[TrickRound]:
        """What the learner knows by the cards dealt alone, before any call."""
        return view(self.round.at(0), self.seat)

    @property
    def is_over(self) -> bool:
        """Whether the auction is over."""
        return self.round.phase != "auction"

    @property
    def last_calling(self) -> TrickRound:
        """The round, or as it was before its last call if the auction is over: the hand is still as it was dealt."""
        return self.round.at(len(self.round.history) - 1) if self.is_over else self.round

    @property
    def winner(self) -> str | None:
        """Who has the bid, if the auction is over; None if nobody has."""
        return self.round.bidder if self.is_over else None

    @property
    def minimum(self) -> int:
        """The least that can be bid now."""
        return find_bid_range(self.round.calls, self.rules.auction, len(self.rules.persons)).minimum

    @property
    def own_calls(self) -> list[Call]:
        """What the learner has called."""
        return [call for seat, call in self.round.calls if seat == self.seat]

    @property
    def can_undo(self) -> bool:
        """Whether there is a call of the learner's to take back."""
        return any(self.round.at(step).actor == self.seat for step in range(self.first_step, len(self.round.history)))

    @property
    def cards(self) -> str:
        """The hand in notation."""
        return mam.format_cards(self.hand_view.hand)

    def call(self, text: str) -> "Bidding":
        """Make a call, and let the others call until it is the learner's turn again. A refused call changes nothing, and its
        ruling is kept. Raises NotationError for a text that says no call, ValueError for another kind of move and after the
        auction.
        """
        if self.is_over:
            raise ValueError("The auction is over. Undo the last call, or take a new hand.")
        move = parse_move(text)
        if not isinstance(move, Bid | Pass | Misdeal):
            raise ValueError(f"“{shorten(text)}” is not a call: bid an amount or pass.")
        answer = try_move(self.round, self.seat, move)
        if isinstance(answer, Ruling):
            return replace(self, refused=(move, answer))
        return let_others_call(replace(self, round=answer, refused=None))

    def undo(self) -> "Bidding":
        """Before the learner's last call. Raises ValueError if there is none."""
        history = self.round.history
        steps = [step for step in range(self.first_step, len(history)) if self.round.at(step).actor == self.seat]
        if not steps:
            raise ValueError("You have no call to undo.")
        return replace(self, round=self.round.at(steps[-1]), refused=None)

    def with_guess(self, bid: int, trump: str, percent: float) -> "Bidding":
        """With a guess: the bid, the trump's letter, and the chance in percent. Raises ValueError, saying what would do, for a
        bid that cannot be opened with, an unknown trump, and what is no percentage.
        """
        auction = self.rules.auction
        if not 0 <= percent <= 100:
            raise ValueError(f"A chance is from 0 to 100 percent, not {percent:g}.")
        if bid not in (bids := find_contract_range(auction)):
            raise ValueError(
                f"{auction.format_amount(bid)} can't be bid here: bid {bids.describe(auction)}, in steps of {auction.format_amount(auction.step)}."
            )
        return replace(self, guess=Guess(bid, find_trump(self.round, trump), percent / 100))


@in_steps
def open_bidding(
    hand: HandSource = None,
    *,
    edition: str | None = None,
    seat: str | None = None,
    dealer: str | None = None,
    seed: int | None = None,
    calls: tuple[str, ...] = (),
    player: str | Player = "rulebook",
) -> Generator[None, None, Bidding]:
    """Return a hand, and the auction up to the learner's first turn. `calls` are those made before ("bid 175", "pass"), from
    the first to speak on; then the others call as their player does.

    Raises what `open_round_in_steps` raises, IllegalMove for a call that the rules refuse, NotationError for one that says nothing.

    >>> bidding = open_bidding("R40 R30 R15 R11 R10 Y9 Y8 Y7 B5 B4 B3 TIGER BULL", dealer="S", seed=1)
    >>> bidding.call("bid 200").round.calls[0]
    ('S', bid 200)
    """
    caller = get_player(player)
    round, seat, origin, seed = yield from open_round_in_steps(hand, edition, seat, dealer, seed)
    if isinstance(calls, str):
        raise TypeError(f"calls are a list of texts, like ['bid 175', 'pass'], not {quote(calls)}")
    for text in calls:
        if round.phase != "auction":
            raise ValueError(f"the auction is over before “{shorten(text)}”: leave it out")
        round = round.play(parse_move(text))
    first_step = len(round.history)
    condition = hand if is_condition(hand) else None
    yield
    return let_others_call(Bidding(round, seat, origin, seed, caller, first_step, condition))


def deal_next(bidding: Bidding, edition: str | None = None) -> Bidding:
    """Another hand from the next seed, for the same seat of the same edition unless another is named."""
    return _open_like(bidding, None, derive_seed(bidding.seed, "another hand") % 1_000_000, edition)


def deal_similar_in_steps(bidding: Bidding) -> Generator[None, None, Bidding]:
    """Deal in short steps another hand that meets the condition which this one was asked for by, or that has its shape: as many cards of each
    color, the same animals, about as much money."""
    shape, _ = describe_shape(bidding.rules, bidding.seat, bidding.hand_view.hand)
    condition = bidding.condition if bidding.condition is not None else shape
    seed = derive_seed(bidding.seed, "a hand alike") % 1_000_000
    similar = yield from _open_like_in_steps(bidding, condition, seed, None)
    return replace(similar, origin="a hand like the last", condition=bidding.condition)


def describe_similar(bidding: Bidding) -> str:
    """Return what hands like this one have in common."""
    if bidding.condition is None:
        return describe_shape(bidding.rules, bidding.seat, bidding.hand_view.hand)[1]
    return bidding.condition if isinstance(bidding.condition, str) else "your condition"


def type_hand_in_steps(bidding: Bidding, text: str) -> Generator[None, None, Bidding]:
    """Open in short steps a hand that somebody typed: cards, a deal code, a condition. Raises ValueError that says what would do."""
    if not text.strip():
        raise ValueError("Type a hand first: its cards, a deal code, or a condition like “five reds and the Tiger”.")
    try:
        return (yield from _open_like_in_steps(bidding, text, bidding.seed, None))
    except (OSError, NotationError) as error:
        raise ValueError(f"{error}") from None


def switch_edition(bidding: Bidding, edition: str) -> tuple[Bidding, str]:
    """Return the same cards under another edition, or new ones and a sentence that says why."""
    try:
        return _open_like(bidding, bidding.cards, bidding.seed, edition), ""
    except ValueError as error:
        return deal_next(bidding, edition), f" New cards were dealt: {error}."


def _open_like(bidding: Bidding, hand: HandSource, seed: int, edition: str | None) -> Bidding:
    return take_all(_open_like_in_steps(bidding, hand, seed, edition))


def _open_like_in_steps(
    bidding: Bidding, hand: HandSource, seed: int, edition: str | None
) -> Generator[None, None, Bidding]:
    before = bidding.rules.full_id
    seat = bidding.seat if edition in (None, before) else None
    return (
        yield from open_bidding.in_steps(hand, edition=edition or before, seat=seat, seed=seed, player=bidding.player)
    )


def let_others_call(bidding: Bidding) -> Bidding:
    """Return the auction up to the learner's next turn, or to its end."""
    round, rules = bidding.round, bidding.rules
    players = dict.fromkeys(rules.persons, bidding.player)
    while round.phase == "auction" and round.actor != bidding.seat:
        number = len(round.history)
        rngs = {person: Random(derive_seed(bidding.seed, f"calls of {person}", number)) for person in rules.persons}
        round = play_move(round, players, rngs)
    return replace(bidding, round=round)


def find_trump(round: TrickRound, letter: str) -> Trump:
    """Return the trump of this letter. Raises ValueError, with those there are, for any other."""
    trumps = list_trumps(round)
    for trump in trumps:
        if str(trump.value) == letter:
            return trump
    raise ValueError(
        f"No trump {quote(letter)}: there are {', '.join(f'{trump.value} ({trump.word})' for trump in trumps)}."
    )
