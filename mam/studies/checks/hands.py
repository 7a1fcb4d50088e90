"""Whether an annotated hand agrees with its prices: right is what nothing tells from the best, wrong what is clearly behind."""

from mam.studies.answers import ILLEGAL, Judgment
from mam.studies.checks.answers import Found
from mam.studies.checks.hand_claims import list_claims
from mam.studies.checks.lengths import MAX_LONG_SENTENCE
from mam.studies.hand import find_sure, judge_hand, price_stop, read_sure
from mam.studies.prices import Price, read_prices
from mam.studies.problems.price_problems import price_problem
from mam.studies.study import OTHER, Chapter, Stop

MIN_STOPS = 5
_TOLERANCE = 1  # thousand dollars: another machine may add in another order


def check_hand(chapter: Chapter, judgments: list[Judgment], *, certify: bool = False) -> Found:
    """Yield the line and the fault of whatever is wrong with an annotated hand; its stops are added to `judgments`.

    With `certify`, every answer is priced again.
    """
    try:
        judgments += judge_hand(chapter)
    except ValueError as error:
        yield 0, str(error).splitlines()[0]
        return
    if len(judgments) < MIN_STOPS:
        yield 0, f"a hand has {MIN_STOPS} stops or more, not {len(judgments)}"
    for judgment in judgments:
        yield from _check_stop(judgment)
        if certify:
            yield from certify_prices(chapter, judgment.stop)
            yield from certify_sure(chapter, judgment.stop)


def certify_prices(chapter: Chapter, stop: Stop) -> Found:
    """Yield the fault of every price that simulation does not give again, to $1,000."""
    compute = price_stop if chapter.record else price_problem
    stated, computed = read_prices(stop), compute(chapter, stop)
    for text in {**stated, **computed}:
        if not _agree(stated.get(text), computed.get(text)):
            yield (
                stop.find_line("prices"),
                f"{stop.at or stop.ask}: {text} costs {computed.get(text, 'nothing known')}, not {stated.get(text, 'nothing known')}: mam study price FILE",
            )


def certify_sure(chapter: Chapter, stop: Stop) -> Found:
    """Yield a fault where what is guaranteed is not what the search finds."""
    if (stated := read_sure(stop)) and stated != (computed := find_sure(chapter, stop, stop.right)):
        yield stop.find_line("sure"), f"{stop.at}: guaranteed are {computed or 'no such amounts'}: mam study price FILE"


def _agree(stated: Price | None, computed: Price | None) -> bool:
    if stated is None or computed is None:
        return False
    return abs(stated.cost - computed.cost) <= _TOLERANCE and abs(stated.margin - computed.margin) <= _TOLERANCE


def _check_stop(judgment: Judgment) -> Found:
    stop, prices = judgment.stop, read_prices(judgment.stop)
    for text in prices:
        answer = judgment.answers.get(text)
        if answer is None or answer.verdict == ILLEGAL:
            yield stop.find_line("prices"), f"{stop.at}: a price for {text}, which can't be answered here"
    right = {text for text, price in prices.items() if price.is_right}
    sure = read_sure(stop)
    if sure and {text for text in sure if sure[text] == max(sure.values())} != right:
        yield stop.find_line("sure"), f"{stop.at}: the surest cards are not the right ones"
    if difference := right ^ set(stop.right):
        yield (
            stop.find_line("right"),
            f"{stop.at}: by the prices {', '.join(sorted(right))} are right ({', '.join(sorted(difference))})",
        )
    for text in stop.wrong:
        if text != OTHER and text in prices and not prices[text].is_wrong:
            yield stop.find_line("wrong", text), f"{stop.at}: {text} costs {prices[text]}, which is not clearly wrong"
        if text != OTHER and text not in judgment.answers:
            yield stop.find_line("wrong", text), f"{stop.at}: a sentence for {text}, which can't be answered here"
    if not stop.text or not stop.why:
        yield stop.find_line("text"), f"{stop.at}: say what has just happened (text), and why the answer is right (why)"
    for claim in list_claims(judgment):
        if claim.fault:
            yield stop.find_line("text"), f"{stop.at}: “{claim.text}”: {claim.fault}"
    for text in (stop.text, stop.why, *stop.wrong.values()):
        if len(text) > MAX_LONG_SENTENCE:
            yield stop.find_line("text"), f"{stop.at}: {len(text)} characters, at most {MAX_LONG_SENTENCE} fit: {text}"
