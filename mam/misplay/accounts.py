"""Who pays and who is paid after a misplay, and the score of a round that had one."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from mam.games.trick_round import TrickRound
from mam.rules.dealing import seats_from
from mam.rules.editions.ruleset import MisplayRules, TrickGameRules
from mam.rules.rulings import IllegalMove
from mam.rules.scoring import Fixed, Result


@dataclass(frozen=True, kw_only=True)
class Adjudged(Result):
    """A round with misplays as it is written down: what each account enters for it, and apart from that what its total
    gains or loses at once.

    `adjustments` are premiums and penalties: they go on the running total and never help or hurt the bid (R35-MIS-4,
    R35-MIS-7). `captured` is what each side had taken; `stopped` says that the innocent side ended the round early.
    """

    adjustments: Mapping[str, int] = field(hash=False)
    stopped: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "adjustments", Fixed(self.adjustments))

    @property
    def made(self) -> bool:
        """Whether the bid was made; False in a round that was stopped."""
        return not self.stopped and super().made

    @property
    def gains(self) -> Mapping[str, int]:
        return Fixed({name: points + self.adjustments[name] for name, points in self.scores.items()})


def find_terms(rules: TrickGameRules) -> MisplayRules:
    """What these rules say about misplay. Raises IllegalMove where a wrong card is simply refused (D-R19)."""
    terms = getattr(rules, "misplay", None)
    if isinstance(terms, MisplayRules):
        return terms
    rule_id = terms if isinstance(terms, str) else rules.cites["not-now"]
    raise IllegalMove(
        rules.ruling(rule_id, f"In this game ({rules.name}) a wrong card is refused, so there is no misplay to settle.")
    )


def find_accounts(round: TrickRound, side: str) -> tuple[str, ...]:
    """Under which names this side of the round scores: its own, or that of each person in it."""
    accounts = round.rules.accounts
    return (side,) if side in accounts else tuple(seat for seat in round.sides[side] if seat in accounts)


def find_payers(round: TrickRound, seat: str) -> tuple[str, ...]:
    """Whose total a penalty for this seat's card comes off (D-T08, D-T09)."""
    side = find_accounts(round, round.side_of(seat))
    if find_terms(round.rules).payers == "offender" and seat in side:
        return (seat,)
    return side


def other_side(round: TrickRound, side: str) -> str:
    """The side that plays against this one: in games with misplay there are two."""
    return next(other for other in round.sides if other != side)


def find_decider(round: TrickRound, seat: str) -> str:
    """The person who plays this seat's cards."""
    return replace(round, phase="play", turn=seat).actor or seat


def list_innocent(round: TrickRound, seat: str) -> tuple[str, ...]:
    """The persons on the side against this seat's, from its left on."""
    others = round.sides[other_side(round, round.side_of(seat))]
    around = seats_from(round.turn_order, seat)
    return tuple(dict.fromkeys(find_decider(round, one) for one in around if one in others))
