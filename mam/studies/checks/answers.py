"""Whether the right answers are those that the test accepts, none by luck, and every wrong one has its sentence."""

from collections.abc import Iterator, Sequence

from mam.rules.cards import format_cards
from mam.studies.answers import ILLEGAL, RIGHT, WRONG, Answer, Judgment, name_discard
from mam.studies.study import OTHER
from mam.text.notation import parse_card, parse_cards

Found = Iterator[tuple[int, str]]


def check_answers(judgment: Judgment) -> Found:
    """Yield the line and the fault of whatever is wrong with the answers of a stop."""
    stop = judgment.stop
    if stop.ask in ("discard", "call"):
        yield from _check_discards(judgment)
    else:
        yield from _check_right(judgment)
        yield from _check_sentences(judgment)
    yield from _check_luck(judgment)


def _check_right(judgment: Judgment) -> Found:
    stop, line = judgment.stop, judgment.stop.find_line("right")
    for answer in judgment.answers.values():
        if answer.verdict == ILLEGAL and answer.text in stop.right:
            yield line, f"{answer.text} is illegal, so it can't be right: {answer.ruling and answer.ruling.reason}"
    accepted = [answer.text for answer in judgment.answers.values() if answer.passes]
    if any(answer.passes is not None for answer in judgment.answers.values()) and set(accepted) != set(stop.right):
        judge = f"{stop.fact} is" if stop.fact else f"the {'engine' if stop.facts or stop.outcome else 'test'} accepts"
        yield line, f"{judge} {', '.join(accepted) or 'nothing'}; right says {', '.join(stop.right)}"


def _check_sentences(judgment: Judgment) -> Found:
    stop = judgment.stop
    wrong = [answer.text for answer in judgment.list_answers(WRONG) if answer.text != OTHER]
    for text in stop.wrong:
        if text != OTHER and judgment.answers[text].verdict == RIGHT:
            yield stop.find_line("wrong", text), f"a sentence for {text}, which is right"
    if stop.is_typed and not stop.wrong.keys() - {OTHER}:
        yield stop.find_line(), "name a tempting wrong number with its sentence"
    missing = [text for text in wrong if text not in stop.wrong]
    if missing and OTHER not in stop.wrong:
        yield (
            stop.find_line("wrong"),
            f"no sentence for {', '.join(missing)}, which {'is' if len(missing) == 1 else 'are'} wrong",
        )
    if OTHER in stop.wrong and not missing and not stop.is_typed:
        yield stop.find_line("wrong", OTHER), "the sentence for other is never shown"


def _check_discards(judgment: Judgment) -> Found:
    stop = judgment.stop
    right, wrong = judgment.list_answers(RIGHT), judgment.list_answers(WRONG)
    for text in stop.right:
        answer = judgment.answers.get(name_discard(parse_cards(text)))
        if answer is None or answer.verdict != RIGHT:
            reason = (
                "no choice of cards here"
                if answer is None
                else answer.ruling.reason
                if answer.ruling
                else "it fails the test"
            )
            yield stop.find_line("right"), f"{text} can't be right: {reason}"
    count = len(stop.right) if stop.count is None else stop.count
    if len(right) != count:
        examples = "; ".join(answer.text for answer in right[:3])
        place = "right" if stop.count is None else "count"
        yield stop.find_line(place), f"the test accepts {len(right)} choices of cards, not {count}: {examples} …"
    if wrong and any(not answer.sentence for answer in wrong):
        example = next(answer.text for answer in wrong if not answer.sentence)
        yield stop.find_line("wrong"), f"no sentence for legal choices of cards that are wrong, like {example}"
    sentences = {answer.sentence for answer in judgment.answers.values() if answer.verdict != RIGHT}
    for text, sentence in stop.wrong.items():
        if sentence not in sentences:
            yield stop.find_line("wrong", text), f"the sentence for {text} is never shown"


def _check_luck(judgment: Judgment) -> Found:
    """Yield a fault where a right card is right only if the hidden hands play kindly: the board needs `given` or `open`."""
    stop, replies = judgment.stop, judgment.replies
    if replies is None or stop.test in ("", "legal") or stop.until != "trick" or judgment.chapter.given:
        return
    for answer in judgment.list_answers(RIGHT):
        spoiled = next((end for end in replies.list_ends(parse_card(answer.text)) if not replies.passes(end)), None)
        if spoiled is not None:
            cards = format_cards(spoiled.tricks[-1].cards)
            yield (
                stop.find_line("right"),
                f"{answer.text} is right only by luck: not after {cards}; say what is given, or open a hand",
            )


def check_misses(judgments: Sequence[Judgment], is_first: bool) -> Iterator[str]:
    """Yield a fault where a first board of a stage can be missed, or another board can't."""
    answers: list[Answer] = [answer for judgment in judgments for answer in judgment.answers.values()]
    if is_first and any(answer.verdict == WRONG for answer in answers):
        yield "the first board of a stage can't be missed: every legal answer is right"
    if not is_first and all(answer.verdict == RIGHT for answer in answers):
        yield "no answer is wrong"
