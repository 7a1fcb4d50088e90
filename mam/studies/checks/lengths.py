"""Whether what a board says fits a phone: a goal takes three lines of it, every other sentence two."""

from collections.abc import Iterator

from mam.studies.study import Chapter, Stop

MAX_GOAL, MAX_SENTENCE, MAX_HINTS = 86, 76, 3  # characters; measured at 360 pixels
MAX_LONG_SENTENCE = 130  # of problems and hands: four lines

Place = tuple[str | int, ...]


def list_texts(stop: Stop) -> Iterator[tuple[Place, str]]:
    """Yield every text of a stop with its place in the file."""
    yield ("text",), stop.text
    yield from ((("wrong", answer), sentence) for answer, sentence in stop.wrong.items())
    yield from ((("hints", number), hint) for number, hint in enumerate(stop.hints))
    yield ("why",), stop.why


def check_lengths(chapter: Chapter) -> Iterator[tuple[int, str]]:
    """Yield the line and the fault of every text that is too long, and of a fourth hint."""
    if len(chapter.goal) > MAX_GOAL:
        line = chapter.lines.get(("goal",), 0)
        yield line, f"the goal has {len(chapter.goal)} characters: at most {MAX_GOAL} fit a phone"
    for stop in chapter.stops:
        if len(stop.hints) > MAX_HINTS:
            yield stop.find_line("hints"), f"at most {MAX_HINTS} hints, not {len(stop.hints)}"
        for place, text in list_texts(stop):
            if len(text) > MAX_SENTENCE:
                name = " ".join(map(str, place))
                yield stop.find_line(*place), f"{name} has {len(text)} characters: at most {MAX_SENTENCE} fit a phone"
