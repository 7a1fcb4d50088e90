"""From a chapter to the round that it shows."""

from collections.abc import Mapping
from itertools import chain

from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.rules.cards import UNSEEN, Card
from mam.studies.real_moves import play_setup
from mam.studies.study import Chapter, Stop
from mam.text.open_positions import lay_position

_UNTAUGHT_TRUMP = "B"


def set_up(chapter: Chapter) -> TrickRound:
    """Return the round of a chapter's position. Raises ValueError naming what does not fit.

    >>> import mam
    >>> set_up(mam.get_study("bull").chapters[1])
    make-a-million-1935 | position leads W, trump B | no dealer | N G40 ?? ?? | E G10 ?? ?? | ... play G10
    """
    setup, rules = chapter.setup, chapter.rules
    if setup is None or rules is None:
        raise ValueError("this chapter has no position that can be laid out")
    for seat in setup.open:
        if seat not in rules.seats:
            raise ValueError(f"open names the seats {' '.join(rules.seats)}, not {seat}")
    return lay_position(
        rules,
        setup.hands,
        _find_trump(chapter),
        tricks=setup.tricks or (() if setup.bid or not setup.hands else (f"{chapter.you}:",)),
        bid=setup.bid,
        captured=name_sides(chapter, setup.captured) if setup.captured else None,
        nest=setup.nest,
        discarded=setup.discarded,
        dealer=setup.dealer,
        calls=setup.calls,
        hands_at_lead=setup.hands_at_lead,
    )


def _find_trump(chapter: Chapter) -> str:
    """Return the trump of a position where cards are played: Black, where a study has not taught it yet and names none."""
    setup = chapter.setup
    if setup is None or setup.trump or setup.dealer or setup.calls or setup.nest:
        return setup.trump if setup else ""
    return _UNTAUGHT_TRUMP if setup.tricks or setup.hands else ""


def find_round(chapter: Chapter, stop: Stop) -> Round:
    """Return the round at a stop of a chapter: of its position, or of a record at this moment.

    Raises ValueError where the record has no such moment, and IllegalMove where the rules refuse a move of the set-up.
    """
    if chapter.move_setup is not None:
        moves = chapter.move_setup
        game = play_setup(moves.edition, moves.options, moves.form, moves.facts)
        if not isinstance(game, Round):
            raise ValueError("a board shows one round")
        return game
    record = chapter.record
    if record is None:
        return set_up(chapter)
    return record.rounds()[record.moments.index(stop.at) if stop.at else 0]


def name_sides(chapter: Chapter, amounts: Mapping[str, int]) -> Mapping[str, int]:
    """Return amounts of "we" and "they" by the names of the sides."""
    if not amounts or chapter.rules is None:
        return {}
    sides = list(chapter.rules.sides) or list(chapter.rules.persons)
    our_side = next(side for side in sides if chapter.you in chapter.rules.sides.get(side, (side,)))
    their_sides = [side for side in sides if side != our_side]
    if "they" in amounts and len(their_sides) != 1:
        raise ValueError("they are several sides here: leave their amount out")
    return {(our_side if side == "we" else their_sides[0]): amount for side, amount in amounts.items()}


def list_shown(chapter: Chapter, round: TrickRound) -> tuple[str, ...]:
    """Return the seats whose hands the learner sees: your own, those that lie open, and the one that you play now."""
    shown_seats = {chapter.you, *(chapter.setup.open if chapter.setup else ()), *round.rules.half_hidden_seats}
    shown_seats |= {round.turn or ""} if round.actor == chapter.you else set()
    return tuple(seat for seat in round.rules.seats if seat in shown_seats)


def find_owners(rounds: list[TrickRound]) -> dict[Card, str]:
    """Return whose card each known card is, or was when it was played, in any of these rounds."""
    owners: dict[Card, str] = {}
    for round in rounds:
        tricks = [*round.tricks, *([round.trick] if round.trick else [])]
        owners |= {card: seat for seat, hand in round.hands.items() for card in hand}
        owners |= {card: seat for seat, card in chain.from_iterable(trick.plays for trick in tricks)}
    owners.pop(UNSEEN, None)
    return owners
