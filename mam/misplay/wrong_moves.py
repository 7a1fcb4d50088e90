"""Find wrong moves, and play a round as the cards lie, right or wrong."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from mam.games.trick_round import TrickRound
from mam.rules.cards import BEAR, BULL, TIGER, AnyColor, Card, remove_cards
from mam.rules.dealing import Deal, list_seats_from
from mam.rules.editions import TrickGameRules
from mam.rules.moves import Discard, Move, Play
from mam.rules.rulings import Reason, Ruling
from mam.rules.tricks import Trick, find_color, find_led_color

# Tricks, counted from 1, that keep their leader although another hand took the trick before.
Leaders = tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class Misplay:
    """A misplay, noticed or not.

    `kind` is "revoke", "early lead" (Bull or Bear led too soon, D-R13) or "nest". `step` is the number of moves before it;
    `trick` and `place` count from 1 (0 for the nest). `verdict` is the ruling by which a round would refuse it. `hidden`
    are the cards of that hand that were face down then, `color` is the color that it had to follow. `tricks_led` is the highest number of tricks started while it lay
    on the table: taking cards back does not make the misplay more recent. `is_lifted` says that its card went back into the
    hand with a wrong card before it in the same trick: this corrected it, but it is still paid for once somebody claims it.
    `end` says how it was settled, and is empty until somebody notices it.
    """

    kind: str
    seat: str
    move: Move
    step: int
    verdict: Ruling
    trick: int = 0
    place: int = 0
    hidden: tuple[Card, ...] = ()
    tricks_led: int = 0
    is_lifted: bool = False
    end: str = ""
    color: AnyColor | None = None

    @property
    def window(self) -> int:
        """1 until the next trick is led to, 2 until the one after that is, then 3 (R35-MIS-2, R35-MIS-3, D-R02)."""
        return min(3, self.tricks_led - self.trick + 1)

    @property
    def involves_animal(self) -> bool:
        """Whether an animal was kept back, or played in place of a card that follows (D-R12)."""
        return self.move in (Play(BULL), Play(BEAR)) or self.verdict.instead == (Play(TIGER),)


class SetAside(NamedTuple):
    """A move to repeat, if it is still legal, after the moves before it have been corrected; `wrong` marks a misplay."""

    step: int
    seat: str
    move: Move
    wrong: bool = False


def list_started_tricks(round: TrickRound) -> tuple[Trick, ...]:
    """Return the tricks that have been led to, the open one last."""
    return tuple(trick for trick in (*round.tricks, round.trick) if trick and trick.cards)


def make_misplay(round: TrickRound, move: Move, reason: Reason) -> Misplay:
    """Return the misplay that this move is, which a round would refuse for this reason."""
    verdict = round.rules.refuse(reason, round.legal_moves)
    seat, step, open_trick = round.turn or "", len(round.history), round.trick
    if open_trick is None:  # before play it can only be a discard
        return Misplay("nest", seat, move, step, verdict)
    trick, place = len(round.tricks) + 1, len(open_trick.cards) + 1
    hidden_cards = remove_cards(round.hands[seat], round.playable(seat))
    kind = "revoke" if place > 1 else "early lead"
    color = find_led_color(open_trick.cards, round.trump, round.rules.tricks)
    return Misplay(kind, seat, move, step, verdict, trick, place, hidden_cards, trick, color=color)


def can_lay(round: TrickRound, move: Move) -> bool:
    """Say whether the hand to move has the cards for this move, right or wrong."""
    if round.phase == "play":
        return isinstance(move, Play) and move.card in round.playable(round.turn or "")
    if round.phase != "nest" or not isinstance(move, Discard):
        return False
    hand = round.hands[round.turn or ""]
    holds_cards = all(move.cards.count(card) <= hand.count(card) for card in move.cards)
    return holds_cards and len(move.cards) == round.rules.nest.size


def lay_move(round: TrickRound, move: Move, leaders: Leaders = ()) -> TrickRound:
    """Return the round after this move, right or wrong; the cards as they lie decide who captures."""
    after = round._apply(move)
    leader = dict(leaders).get(len(after.tricks) + 1)
    if leader and after.trick and not after.trick.cards:
        return replace(
            after, turn=leader, trick=Trick(list_seats_from(after.turn_order, leader), rules=after.rules.tricks)
        )
    return after


def lay_moves(rules: TrickGameRules, deal: Deal, moves: Sequence[Move], leaders: Leaders = ()) -> TrickRound:
    """Return the round after all these moves, right or wrong."""
    round = TrickRound(rules, deal)
    for move in moves:
        round = lay_move(round, move, leaders)
    return round


def list_replacements(round: TrickRound, misplay: Misplay) -> tuple[Card, ...]:
    """Return the cards still held that can take the place of a card that did not follow (D-R06)."""
    color = find_led_color(round.tricks[misplay.trick - 1].cards, round.trump, round.rules.tricks)
    hand = round.playable(misplay.seat)
    return tuple(card for card in hand if find_color(card, round.trump) == color and card not in misplay.hidden)


def replace_card(round: TrickRound, misplay: Misplay, move: Move, leaders: Leaders) -> tuple[TrickRound, Leaders]:
    """Return the round with this card in the place of the wrong one: that trick is decided again, later ones stay (D-R06)."""
    next_trick = list_started_tricks(round)[misplay.trick]  # a misplay noticed this late was before it
    leaders = (*leaders, (misplay.trick + 1, next_trick.leader))
    history = (*round.history[: misplay.step], move, *round.history[misplay.step + 1 :])
    return lay_moves(round.rules, round.deal, history, leaders), leaders
