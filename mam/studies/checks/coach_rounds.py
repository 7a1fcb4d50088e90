"""Whether a coached round teaches what it should: the advice is true of the open cards, and keeps the promise."""

from collections.abc import Iterator

from mam.studies.coach import Advice, find_false_claims
from mam.studies.rounds import LiveRound, open_round
from mam.studies.rounds.question import write_answer
from mam.studies.study import Chapter


def play_coached(chapter: Chapter) -> tuple[LiveRound, list[Advice], list[str]]:
    """Play a coached chapter as the coach advises; return the round at its end, the advice and what is false of it."""
    live, faults = open_round(chapter), []
    advice: list[Advice] = []
    while step := live.advise():
        advice.append(step)
        found = find_false_claims(step, live.round, chapter.you)
        faults += [f"the coach says “{step.cause} {step.text}”, but {fault}" for fault in found]
        live.act(write_answer(step.move))
    return live, advice, faults


def check_coached(chapter: Chapter) -> Iterator[str]:
    """Yield the faults of a coached chapter."""
    try:
        live, _, faults = play_coached(chapter)
    except ValueError as error:
        yield str(error).splitlines()[0]
        return
    yield from faults
    round = live.round
    if round.bidder != chapter.you or round.bid is None or round.captured[round.side_of(chapter.you)] < round.bid:
        yield f"who plays as the coach advises does not win the bidding and keep the promise: {round.result and round.result.note}"
