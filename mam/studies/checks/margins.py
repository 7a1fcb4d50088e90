"""Whether a judgment, a bid or a trump, is right by the margin that the file states, in simulated deals."""

from collections.abc import Iterator

from mam.games.views import view
from mam.studies.answers import ILLEGAL, Judgment

DEALS = 1000


def measure_answers(judgment: Judgment) -> dict[str, float]:
    """Return what each legal answer is worth: the mean difference of the sides in 1,000 simulated deals, in thousands of dollars.

    With totals, what counts is the chance of winning the match, in percentage points. The deals are the same every time.
    """
    from mam.analysis.outcomes import compare  # what simulates takes a second to load

    chapter, stop, round = judgment.chapter, judgment.stop, judgment.round
    verb = {"bid": "bid ", "trump": "trump ", "card": "play ", "discard": "discard "}[stop.ask]
    legal = [text for text, answer in judgment.answers.items() if answer.verdict != ILLEGAL]
    moves = [text if text == "pass" else verb + text for text in legal]
    totals = chapter.setup.totals if chapter.setup else {}
    our_side = round.side_of(chapter.you)
    side_totals = {side: totals["we" if side == our_side else "they"] for side in round.sides} if totals else None
    outcomes = compare(view(round, chapter.you), moves, n=DEALS, seed=1, totals=side_totals)
    return dict(zip(legal, map(float, outcomes.values.mean(axis=1)), strict=True))


def check_margin(judgment: Judgment) -> Iterator[tuple[int, str]]:
    """Yield a fault where a right answer is not better than every wrong one by the margin."""
    stop = judgment.stop
    values = measure_answers(judgment)
    right = [value for text, value in values.items() if text in stop.right]
    wrong = [value for text, value in values.items() if text not in stop.right]
    if stop.margin is not None and right and wrong and (gap := min(right) - max(wrong)) < stop.margin:
        yield stop.find_line("margin"), f"right by {gap:.0f} in simulated deals, not by {stop.margin}"
