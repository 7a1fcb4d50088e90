"""Find who pays and who is paid after a misplay; the score of a round that had one."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from mam.games.trick_round import TrickRound
from mam.rules.dealing import list_seats_from
from mam.rules.editions.ruleset import MisplayRules, RuleSet
from mam.rules.rulings import IllegalMove, Reason
from mam.rules.scoring import Fixed, Result


@dataclass(frozen=True, kw_only=True)
class AdjudicatedResult(Result):
    """The score of a round with misplays: what each account enters for it, and what its total gains or loses besides.

    `adjustments` are premiums and penalties: they go on the running total and never help or hurt the bid (R35-MIS-4,
    R35-MIS-7). `captured` is what each side had captured; `stopped` says that the innocent side ended the round early.
    """

    adjustments: Mapping[str, int] = field(hash=False)
    stopped: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "adjustments", Fixed(self.adjustments))

    @property
    def is_bid_made(self) -> bool:
        """Whether the bid was made; False in a round that was stopped."""
        return not self.stopped and super().is_bid_made

    @property
    def gains(self) -> Mapping[str, int]:
        return Fixed({name: points + self.adjustments[name] for name, points in self.scores.items()})


def find_terms(rules: RuleSet) -> MisplayRules:
    """Return what these rules say about misplay. Raises IllegalMove where a wrong card is simply refused (D-R19)."""
    terms = getattr(rules, "misplay", None)
    if isinstance(terms, MisplayRules):
        return terms
    rule_id = terms if isinstance(terms, str) else rules.cites["not-now"]
    sentence = f"In this game ({rules.name}) a wrong card is refused, so there is no misplay to settle."
    raise IllegalMove(rules.apply(rule_id, Reason("not-now", sentence)))


def find_accounts(round: TrickRound, side: str) -> tuple[str, ...]:
    """Return the accounts of this side of the round: one of its own, or one for each person in it."""
    accounts = round.rules.accounts
    return (side,) if side in accounts else tuple(seat for seat in round.sides[side] if seat in accounts)


def find_payers(round: TrickRound, seat: str) -> tuple[str, ...]:
    """Return the accounts that pay a penalty for this seat's card (D-T08, D-T09)."""
    side = find_accounts(round, round.side_of(seat))
    if find_terms(round.rules).payers == "offender" and seat in side:
        return (seat,)
    return side


def find_opponents(round: TrickRound, side: str) -> str:
    """Return the side that plays against this one: in games with misplay there are two."""
    return next(opponents for opponents in round.sides if opponents != side)


def find_decider(round: TrickRound, seat: str) -> str:
    """Return the person who plays this seat's cards."""
    return replace(round, phase="play", turn=seat).actor or seat


def list_innocent(round: TrickRound, seat: str) -> tuple[str, ...]:
    """Return the persons on the side opposing this seat, starting at its left."""
    opponents = round.sides[find_opponents(round, round.side_of(seat))]
    order = list_seats_from(round.turn_order, seat)
    return tuple(dict.fromkeys(find_decider(round, opponent) for opponent in order if opponent in opponents))
