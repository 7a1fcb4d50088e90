"""What each student chose first at a class table, and what those choices are worth in the same simulated deals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mam.analysis.alternatives import Alternative, GoTo, as_alternative
from mam.class_tables.starts import advance, find_start, name_level
from mam.games.trick_round import TrickRound
from mam.games.views import view
from mam.players.candidates import rank_trumps
from mam.rules.cards import format_cards, name_trump
from mam.rules.dealing import derive_seed
from mam.rules.moves import Bid, Discard, NameTrump, Pass, Play
from mam.sessions import Session

if TYPE_CHECKING:
    from mam.support.estimates import Estimate

_SECONDS = 300.0  # where each simulated deal takes long


@dataclass(frozen=True)
class Choice:
    """The first thing that a student decides, in words: how far to bid, a discard with its trump, a card."""

    alternative: Alternative
    text: str


@dataclass(frozen=True)
class Worth:
    """What a choice is worth: the expected difference between the sides' scores, and that minus the reference's in the same deals."""

    expected: Estimate
    paired: Estimate


@dataclass(frozen=True)
class Simulation:
    """What each choice is worth, by its words; `reference` is what the players of the table would choose, `model` what was assumed."""

    reference: Choice
    worths: dict[str, Worth]
    deals: int
    model: str


def find_choice(start: Session, last: TrickRound) -> Choice:
    """Return what was chosen first in a round that was played on from a start: in an auction, how far the student went."""
    step = len(start.round.history)
    first, seen = last.history[step], view(start.round, start.you)
    assert isinstance(start.round, TrickRound) and isinstance(seen.round, TrickRound)
    if not isinstance(first, Bid | Pass):
        alternative = as_alternative(seen, first, last)
        return Choice(alternative, _describe(alternative, start))
    bids = [call for seat, call in last.calls[len(start.round.calls) :] if seat == start.you and isinstance(call, Bid)]
    if not bids:
        return Choice((Pass(),), "passes")
    highest = bids[-1]
    named_trump = last.trump if last.bidder == start.you else None
    alternative = (GoTo(highest.amount, highest.color or named_trump or rank_trumps(seen.round)[0]),)
    return Choice(alternative, _describe(alternative, start))


def _describe(alternative: Alternative, start: Session) -> str:
    """Return a choice as a verb: "bids up to $220,000, Red"."""
    rules, parts = start.rules, []
    for move in alternative:
        if isinstance(move, GoTo):
            trump = f", {name_trump(move.trump)}" if move.trump else ""
            parts.append(f"bids up to {rules.scoring.format_amount(move.limit)}{trump}")
        elif isinstance(move, Discard):
            parts.append(f"discards {format_cards(move.cards)}")
        elif isinstance(move, NameTrump):
            parts.append(f"names {name_trump(move.color)}")
        elif isinstance(move, Play):
            parts.append(f"plays {move.card.code}")
        else:
            parts.append(f"{move}")
    return ", ".join(parts)


def play_reference(start: Session) -> TrickRound:
    """Return the round as a player of the table's skill level plays it in the student's seat, against the same players."""
    session = find_start(start)
    while not session.round.is_over:
        advance(session)
    assert isinstance(session.round, TrickRound)
    return session.round


def simulate(start: Session, choices: list[Choice], deals: int) -> Simulation:
    """Compare choices in the same simulated deals, all consistent with what the student could see at the start.

    Raises ImportError without the libraries of `mam[lab]`.
    """
    from mam.analysis.outcomes import compare, estimate_mean

    reference = find_choice(start, play_reference(start))
    distinct = {choice.text: choice for choice in (reference, *choices)}
    outcomes = compare(
        view(start.round, start.you),
        [choice.alternative for choice in distinct.values()],
        seed=derive_seed(start.match.seed, "class table"),
        n=deals,
        seconds=_SECONDS,
        finish=name_level(start),
        listen=True,
    )
    values = dict(zip(map(_key, outcomes.alternatives), outcomes.columns["gain"], strict=True))
    base = values[_key(reference.alternative)]
    worths = {}
    for text, choice in distinct.items():
        row = values[_key(choice.alternative)]
        worths[text] = Worth(estimate_mean(row), estimate_mean(row - base))
    return Simulation(reference, worths, outcomes.n, outcomes.model)


def _key(alternative: Alternative) -> str:
    return ", ".join(map(str, alternative))
