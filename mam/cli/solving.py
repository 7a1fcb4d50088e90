"""`mam problems solve`: a problem or an annotated hand in a terminal, asked and answered line by line."""

from collections.abc import Callable, Iterable, Iterator

from mam.cli.printouts import wrap_lines
from mam.cli.terminal import read_line
from mam.rules.amounts import format_amount
from mam.studies.answers import ILLEGAL, RIGHT, WRONG
from mam.studies.schema import AnswerShown, PlayedCard, Question, Step, StudyTree
from mam.studies.study import Study
from mam.studies.tree import make_tree

_VERDICTS = {RIGHT: "Correct.", WRONG: "Wrong.", ILLEGAL: "Not allowed."}
_HELP = "Type a card like R40, or the number of an answer; “hint” for a hint, “quit” to stop."


def solve(study: Study, read: Callable[[str], str] = read_line) -> bool:
    """Ask a study's questions until all are answered right; return whether they were. Raises EOFError where the input ends.

    >>> import mam
    >>> answers = iter(["B40", "BEAR", "R5"])
    >>> solve(mam.get_study("p12"), lambda prompt: next(answers))  # doctest: +ELLIPSIS
    Problem 12...
    True
    """
    tree = make_tree(study)
    _print(wrap_lines("", f"{tree['title']}. {tree['intro']}"))
    print(_HELP)
    for board in tree["boards"]:
        steps, place = board["steps"], 0
        while 0 <= place < len(steps):
            reply = _ask(tree, steps[place], read)
            if reply is None:
                return False
            place = reply.get("next", place + 1)
            if place < 0 or place == len(steps):
                for sentence in reply.get("plan", ()):
                    _print(wrap_lines("Plan      ", sentence))
    _print(wrap_lines("Moral     ", study.moral))
    return True


def _ask(tree: StudyTree, step: Step, read: Callable[[str], str]) -> AnswerShown | None:
    """Ask one question until the answer is right or about as good; return what is said to it, or None if the person stops."""
    question, hints = step["question"], [*step["answers"]["hints"]]
    print()
    _print(_format_question(tree, question))
    while True:
        line = read("> ").strip()
        if line.lower() in ("quit", "q"):
            return None
        if line.lower() in ("hint", "h"):
            _print(wrap_lines("Hint      ", hints.pop(0) if hints else "There are no more hints."))
            continue
        answer = _read_answer(question, line)
        reply = step["answers"]["answers"].get(step["answers"]["same"].get(answer, answer))
        if reply is None:
            print(f"That is not an answer here. {_HELP}")
            continue
        _print(_format_reply(tree, step, answer, reply))
        if reply["verdict"] not in (WRONG, ILLEGAL):
            return reply


def _read_answer(question: Question, line: str) -> str:
    """Return the answer that a line means: a number stands for the choice in this place."""
    choices = [choice["answer"] for choice in question["choices"]]
    if line.isdecimal() and 0 < int(line) <= len(choices):
        return choices[int(line) - 1]
    return next((choice for choice in choices if choice.lower() == line.lower()), line.upper())


def _format_question(tree: StudyTree, question: Question) -> Iterator[str]:
    table, seats = question["table"], tree["seats"]
    yield from wrap_lines("", question["text"])
    if question["given"]:
        yield from wrap_lines("", question["given"])
    for seat, hand in table["hands"].items():
        if any(card != "??" for card in hand):
            yield from wrap_lines(f"{'You' if seat == table['you'] else seats[seat]:<9} ", " ".join(hand))
    if table["trick"]:
        yield from wrap_lines("Trick     ", _format_plays(tree, table["trick"]))
    if unseen := table.get("unseen"):
        discarded = len(unseen) - sum(hand.count("??") for hand in table["hands"].values())
        yield from wrap_lines(
            "Still out ", " ".join(unseen) + (f" ({discarded} of them discarded)" if discarded else "")
        )
    if table["calls"]:
        yield from wrap_lines(
            "Calls     ", ", ".join(f"{seats[call['seat']]} {call['call']}" for call in table["calls"])
        )
    if table["turn"] and table["turn"] != table["you"]:
        yield f"To play   {seats[table['turn']]}"
    for number, choice in enumerate(question["choices"], 1):
        yield from wrap_lines(f"{number:>8}. ", choice["label"])


def _format_reply(tree: StudyTree, step: Step, answer: str, reply: AnswerShown) -> Iterator[str]:
    refusal = reply.get("refusal")
    sentences = [
        _VERDICTS.get(reply["verdict"], ""),
        reply.get("outcome", ""),
        reply["sentence"],
        refusal["text"] if refusal else "",
    ]
    yield from wrap_lines("", " ".join(filter(None, sentences)))
    if plays := reply.get("plays"):
        yield from wrap_lines("Played    ", _format_plays(tree, plays))
    for seat, hand in reply.get("layout", {}).items():
        yield from wrap_lines(f"{tree['seats'].get(seat, seat):<9} ", f"had {' '.join(hand)}")
    for price in step["answers"].get("prices", ()):
        mark = "  (yours)" if price["answer"] == answer else ""
        yield f"  {price['label']:<22} {format_amount(price['cost'])} ± {format_amount(price['margin'])} behind{mark}"


def _format_plays(tree: StudyTree, plays: list[PlayedCard]) -> str:
    return ", ".join(f"{tree['seats'][play['seat']]} {play['card']}" for play in plays)


def _print(lines: Iterable[str]) -> None:
    print("\n".join(lines))
