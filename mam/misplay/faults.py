"""A wrong card or a wrong discard that lies on the table, and the round as the cards lie, right or wrong."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mam.games.trick_round import TrickRound
from mam.rules.cards import BEAR, BULL, TIGER, Card, without
from mam.rules.dealing import Deal, seats_from
from mam.rules.editions import TrickGameRules
from mam.rules.moves import Discard, Move, Play
from mam.rules.rulings import Ruling
from mam.rules.tricks import Trick, color_of, led_color

Leaders = tuple[
    tuple[int, str], ...
]  # tricks, counted from 1, that keep a leader although another hand took the last one


@dataclass(frozen=True)
class Fault:
    """A misplay, noticed or not.

    `kind` is "revoke", "early lead" (Bull or Bear led too soon, D-R13) or "nest". `step` is how many moves had been made
    before it; `trick` and `place` count from 1 (0 for the nest). `verdict` is what a strict round says of it. `hidden`
    cards of that hand lay face down then. `led` is the most tricks that were begun while it lay on the table: taking cards
    back does not make it a younger one. `lifted` says that its card went back into the hand with a wrong card before it
    in the same trick: it has been put right by that, and is still paid for once somebody claims it. `end` says how it was settled, and is empty as long as nobody has noticed it.
    """

    kind: str
    seat: str
    move: Move
    step: int
    verdict: Ruling
    trick: int = 0
    place: int = 0
    hidden: tuple[Card, ...] = ()
    led: int = 0
    lifted: bool = False
    end: str = ""

    @property
    def window(self) -> int:
        """1 until the next trick is led to, 2 until the one after that is, then 3 (R35-MIS-2, R35-MIS-3, D-R02)."""
        return min(3, self.led - self.trick + 1)

    @property
    def of_animal(self) -> bool:
        """Whether an animal was kept back or played in place of a card that follows (D-R12)."""
        return self.move in (Play(BULL), Play(BEAR)) or self.verdict.instead == (Play(TIGER),)


def list_begun(round: TrickRound) -> tuple[Trick, ...]:
    """The tricks that have been led to, the open one last."""
    return tuple(one for one in (*round.tricks, round.trick) if one and one.cards)


def judge(round: TrickRound, move: Move) -> Fault | None:
    """The misplay that this move is, or None if it is right."""
    verdict = round.why_not(move)
    if verdict is None:
        return None
    seat, step, lying = round.turn or "", len(round.history), round.trick
    if lying is None:  # before the play it can only be a discard
        return Fault("nest", seat, move, step, verdict)
    trick, place = len(round.tricks) + 1, len(lying.cards) + 1
    hidden = without(round.hands[seat], round.playable(seat))
    return Fault("revoke" if place > 1 else "early lead", seat, move, step, verdict, trick, place, hidden, trick)


def is_at_hand(round: TrickRound, move: Move) -> bool:
    """Whether the hand to move could physically lay this, right or wrong."""
    if round.phase == "play":
        return isinstance(move, Play) and move.card in round.playable(round.turn or "")
    if round.phase != "nest" or not isinstance(move, Discard):
        return False
    held = round.hands[round.turn or ""]
    enough = all(move.cards.count(card) <= held.count(card) for card in move.cards)
    return enough and len(move.cards) == round.rules.nest.size


def lay(round: TrickRound, move: Move, leaders: Leaders = ()) -> TrickRound:
    """The round after this move, right or wrong: who captures is decided by the cards as they lie."""
    done = round._apply(move)
    leader = dict(leaders).get(len(done.tricks) + 1)
    if leader and done.trick and not done.trick.cards:
        return replace(done, turn=leader, trick=Trick(seats_from(done.turn_order, leader)))
    return done


def lay_all(rules: TrickGameRules, deal: Deal, moves: Sequence[Move], leaders: Leaders = ()) -> TrickRound:
    """The round after all these moves, right or wrong."""
    round = TrickRound(rules, deal)
    for move in moves:
        round = lay(round, move, leaders)
    return round


def list_amends(round: TrickRound, fault: Fault) -> tuple[Card, ...]:
    """The cards still held that could take the place of a card that did not follow (D-R06)."""
    led = led_color(round.tricks[fault.trick - 1].cards, round.trump, round.rules.tricks)
    held = round.playable(fault.seat)
    return tuple(card for card in held if color_of(card, round.trump) == led and card not in fault.hidden)


def exchange(round: TrickRound, fault: Fault, move: Move, leaders: Leaders) -> tuple[TrickRound, Leaders]:
    """The round with a right card in the place of the wrong one: that trick is decided anew, later ones stay (D-R06)."""
    following = list_begun(round)[fault.trick]  # led to before it was found so late
    leaders = (*leaders, (fault.trick + 1, following.leader))
    history = (*round.history[: fault.step], move, *round.history[fault.step + 1 :])
    return lay_all(round.rules, round.deal, history, leaders), leaders
