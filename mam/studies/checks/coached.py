"""Whether a coached round teaches what it should: the advice is true of the open cards, and keeps the promise."""

from collections.abc import Iterator
from random import Random

from mam.games.trick_round import TrickRound
from mam.games.views import view
from mam.players import play_move, rulebook_player
from mam.studies.coach import Advice, coach_move, find_false_claims
from mam.studies.study import Chapter


def play_coached(chapter: Chapter) -> tuple[TrickRound, list[Advice], list[str]]:
    """Play a coached chapter as the coach advises, the others as rulebook players; return the end, the advice and what is false of it."""
    round, you = chapter.record.start if chapter.record else None, chapter.you
    if not isinstance(round, TrickRound):
        raise ValueError("a coached chapter has a [chapter.deal] of a game of tricks")
    seats = round.rules.persons
    players, rngs = dict.fromkeys(seats, rulebook_player), {seat: Random(1) for seat in seats}
    advice: list[Advice] = []
    faults: list[str] = []
    while not round.is_over:
        if round.actor != you:
            round = play_move(round, players, rngs)
            continue
        advice.append(coach_move(view(round, you)))
        found = find_false_claims(advice[-1], round, you)
        faults += (f"the coach says “{advice[-1].cause} {advice[-1].text}”, but {fault}" for fault in found)
        round = round.play(advice[-1].move)
    return round, advice, faults


def check_coached(chapter: Chapter) -> Iterator[str]:
    """Yield the faults of a coached chapter."""
    try:
        round, _, faults = play_coached(chapter)
    except ValueError as error:
        yield str(error).splitlines()[0]
        return
    yield from faults
    if round.bidder != chapter.you or round.bid is None or round.captured[round.side_of(chapter.you)] < round.bid:
        yield f"who plays as the coach advises does not win the bidding and keep the promise: {round.result and round.result.note}"
