"""Your own decisions as problems: those of the last tricks in which another card was surely worth more, and those in which you found it.

Both are kept and mixed, so that a problem doesn't tell that something went wrong.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.games.views import view
from mam.rules.amounts import format_amount
from mam.rules.cards import Card
from mam.rules.moves import Play
from mam.studies.problems.problem import MIN_GAP, find_problem
from mam.studies.read import parse_study, read_study
from mam.studies.study import Study
from mam.support.data_files import write_file
from mam.support.steps import take_all

FOLDER = Path("mam-saves", "yours")  # beside the notebook, with its matches
TRICKS = 5  # with more left it takes too long to find out what is sure
OWN, MISTAKE, FOUND = "own", "mistake", "found"  # tags
_NODES = 3_000_000  # of a decision; one that takes more is left out
_MOST = 40  # that are shown


@dataclass(frozen=True)
class OwnDecision:
    """A card that you played: what is sure after it and after the best card, for the counted side, in thousands of dollars; and its problem.

    `step` is how many moves were made before, `is_mistake` whether another card was surely worth more.
    """

    step: int
    card: Card
    best: Card
    sure: int
    best_sure: int
    is_mistake: bool
    study: Study
    text: str


def find_own(round: Round, you: str, name: str = "the round") -> Iterator[OwnDecision]:
    """Yield the decisions of a player in the last tricks of a finished round that make problems; `name` is what the round is called.

    A mistake: another card was sure of 10 or more (thousands of dollars) that yours was not. Found: yours was the only one so sure, by 10 or more.
    A game without tricks has none. Raises ValueError for a round that is not over, or an unknown seat.

    >>> import mam
    >>> from mam.support.data_files import find_data_folder
    >>> specimen = mam.read_record(find_data_folder() / "records" / "specimen.toml").rounds()[-1]
    >>> [(decision.card, decision.best, decision.is_mistake) for decision in find_own(specimen, "S")]
    [(G9, G9, False)]
    """
    round.rules.check_seat(you)
    if not round.is_over:
        raise ValueError("a round that is not over has no last tricks yet")
    if not isinstance(round, TrickRound):
        return
    for step in range(max(0, len(round.history) - TRICKS * len(round.turn_order)), len(round.history)):
        before, move = round.at(step), round.history[step]
        if before.actor == you and isinstance(move, Play) and before.trump is not None:
            decision = _judge(before, you, move.card, step, name)
            if decision is not None:
                yield decision


def _judge(before: TrickRound, you: str, played: Card, step: int, name: str) -> OwnDecision | None:
    """Return a decision if it makes a problem."""
    from mam.engine import Unsupported
    from mam.engine.belief.belief import find_belief
    from mam.engine.belief.guarantee import Searcher, find_guarantee
    from mam.studies.problems.draft import Words, write_draft
    from mam.studies.problems.find import Candidate, find_listed

    try:
        belief = find_belief(view(before, you))
    except Unsupported:
        return None
    searcher = Searcher(belief)
    cards = searcher.list_cards(belief)
    card = find_listed(played, cards)
    if len(cards) < 2 or belief.count_layouts() < 2 or card is None:
        return None
    guarantee = take_all(find_guarantee(belief, searcher=searcher, nodes=_NODES))
    if guarantee.stopped:
        return None
    captured = belief.round.captured[belief.side]
    sure = {one: guarantee.moves[one][0] - captured for one in cards}
    sign = 1 if belief.is_yours else -1
    best = max(cards, key=lambda one: (sign * sure[one], one == card))
    others = [one for one in cards if sure[one] != sure[best]]
    if not others:
        return None
    second = max(others, key=lambda one: sign * sure[one])
    is_mistake = sign * (sure[best] - sure[card]) >= MIN_GAP
    is_found = card == best and len(others) == len(cards) - 1 and sign * (sure[best] - sure[second]) >= MIN_GAP
    if not is_mistake and not is_found:
        return None
    goal = _choose_goal(before, sure[best], sure[second], captured, is_yours=belief.is_yours)
    kind = "open" if len(belief.seats) > 1 else "alone" if not before.dummy or belief.is_yours else "defend"
    tempting = card if is_mistake else second
    candidate = Candidate(kind, belief, sure, best, tempting, goal, {}, {}, 0, step)
    said = _say(sure, best, tempting, is_yours=belief.is_yours)
    words = Words(
        title=f"Trick {len(before.tricks) + 1} of {name}",
        moral=f"In {name} you {f'played {played.words}' if is_mistake else 'found it'}.",
        why=said[0],
        wrong=said[1],
        other=said[2],
        hints=("Which cards may the others have? Compare what each of yours makes sure of.",),
    )
    text = write_draft(candidate, _name_problem(before, you), words)
    text = text.replace("tags = [", f'tags = ["{OWN}", "{MISTAKE if is_mistake else FOUND}", ', 1)
    study = parse_study(text, "your decision")
    if find_problem(study.chapters[0]).belief.count_layouts() != belief.count_layouts():
        return None  # something is known that a position can't say
    return OwnDecision(step, played, best, sure[card], sure[best], is_mistake, study, text)


def _choose_goal(before: TrickRound, best: int, second: int, captured: int, *, is_yours: bool) -> int:
    """Return the goal, from the position on: what the bid really needed, if only the best cards are sure of it, else as much as they are."""
    needed = (before.bid or 0) - captured
    step = before.rules.auction.step or 5
    if is_yours:
        return needed if second < needed <= best else best
    return needed if best < needed <= second else best + step


def _say(sure: dict[Card, int], best: Card, tempting: Card, *, is_yours: bool) -> tuple[str, str, str]:
    """Return what is said to the right card, to the tempting one, and to any other."""
    most, less = format_amount(sure[best]), format_amount(sure[tempting])
    if is_yours:
        return (
            f"{most} is sure, however the hidden cards lie.",
            f"Only {less} is sure after it; after {best.words} it is {most}.",
            f"After {best.words} {most} is sure; after this card it is less.",
        )
    return (
        f"They can't take more than {most}, however the hidden cards lie.",
        f"After it they can take {less}; after {best.words} no more than {most}.",
        f"After {best.words} they can't take more than {most}; after this card they can.",
    )


def _name_problem(before: TrickRound, you: str) -> str:
    """Return an id that is the same whenever the same decision is looked at."""
    return f"own-{hashlib.sha256(f'{you} {before!r}'.encode()).hexdigest()[:10]}"


# Kept


def keep_own(decisions: Sequence[OwnDecision], folder: Path) -> int:
    """Write the problems of decisions into a folder; return how many are new there."""
    count = 0
    for decision in decisions:
        path = folder / f"{decision.study.id}.toml"
        if not path.exists():
            folder.mkdir(parents=True, exist_ok=True)
            write_file(path, decision.text)
            count += 1
    return count


def list_own(folder: Path) -> list[Study]:
    """Return the problems kept in a folder, as many found as mistakes, the latest of each, in an order that doesn't tell them apart.

    Where nothing was found, the mistakes stand alone. Raises StudyError for a file that can't be read.
    """
    paths = sorted(folder.glob("own-*.toml"), key=lambda path: path.stat().st_mtime, reverse=True)
    studies = [read_study(path) for path in paths]
    mistakes = [study for study in studies if MISTAKE in study.tags][: _MOST // 2]
    found = [study for study in studies if FOUND in study.tags][: len(mistakes)]
    mixed = sorted((*mistakes, *found), key=lambda study: study.id)
    return [replace(study, title=f"Yours {number}") for number, study in enumerate(mixed, 1)]
