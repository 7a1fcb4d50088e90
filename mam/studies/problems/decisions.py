"""A person's decisions as problems: mistakes of the last tricks, where another card guaranteed more, and finds, where the card played was the best one.

Both are saved and mixed, so that a problem doesn't tell that something went wrong.
"""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.games.views import view
from mam.rules.amounts import format_amount
from mam.rules.cards import Card
from mam.rules.moves import Play
from mam.studies.problems.problem import MIN_GAP, find_problem
from mam.studies.progress import Progress, find_decision_day
from mam.studies.read import parse_study, read_study
from mam.studies.study import Study, StudyError
from mam.support.messages import capitalize

if TYPE_CHECKING:
    from mam.engine.belief.belief import Belief

FOLDER = Path("mam-saves/decisions")  # earlier releases saved them here, beside the notebook
TRICKS = 5  # with more left it takes too long to find out what is sure
DECISION, MISTAKE, BEST_CARD = "decision", "mistake", "best-card"  # tags
_MOST = 40  # problems that are shown


@dataclass(frozen=True)
class DecisionProblem:
    """A problem made of a person's decision: `step` is how many moves were made before, `is_mistake` whether another one was better; `text` is the file."""

    step: int
    is_mistake: bool
    study: Study
    text: str


@dataclass(frozen=True)
class JudgedDecision(DecisionProblem):
    """A card that a person played: the guaranteed money after it and after the best card (thousands of dollars, bidder's side)."""

    card: Card
    best: Card
    sure: int
    best_sure: int


def find_decisions(round: Round, you: str, name: str = "the round") -> Iterator[JudgedDecision]:
    """Yield the decisions of a player in the last tricks of a finished round that make problems; `name` is what the round is called.

    A mistake: another card guaranteed at least 10 (thousands of dollars) more. A find: the card guaranteed at least 10 more than every other.
    Raises ValueError for a round that is not over, an unknown seat, and a game in which four players are not two partnerships.

    >>> import mam
    >>> from mam.support.data_files import find_data_folder
    >>> specimen = mam.read_record(find_data_folder() / "records" / "specimen.toml").rounds()[-1]
    >>> [(decision.card, decision.best, decision.is_mistake) for decision in find_decisions(specimen, "S")]
    [(G9, G9, False)]
    """
    round = check_round(round, you)
    for step in range(find_last_tricks(round), len(round.history)):
        before, move = round.at(step), round.history[step]
        if before.actor == you and isinstance(move, Play) and before.trump is not None:
            decision = _judge(before, you, move.card, step, name)
            if decision is not None:
                yield decision


def check_round(round: Round, you: str) -> TrickRound:
    """Return the round if problems can be made from it. Raises ValueError for any other, and for an unknown seat."""
    round.rules.check_seat(you)
    if not round.is_over:
        raise ValueError("a round that is not over has no last tricks yet")
    if not isinstance(round, TrickRound) or not _is_for_partners(round):
        raise ValueError("only rounds of four players in two partnerships, played by the rules, become problems")
    return round


def find_last_tricks(round: TrickRound) -> int:
    """Return how many moves were made before the last tricks, in which decisions are judged by what is sure."""
    return max(0, len(round.history) - TRICKS * len(round.turn_order))


def _is_for_partners(round: TrickRound) -> bool:
    """Return whether four players are two partnerships."""
    return len(round.rules.persons) == 4 and [len(seats) for seats in round.rules.sides.values()] == [2, 2]


@dataclass(frozen=True)
class SureCosts:
    """What the bidder's side surely takes from a position on after each card, in thousands of dollars; with the card that was played.

    `best` is the surest card (the one played, if it is one of several), `second` the surest of those that are worse, if any.
    """

    belief: Belief
    sure: Mapping[Card, int]
    card: Card
    best: Card
    second: Card | None

    @property
    def cost(self) -> int:
        """How much less your side is sure of than after the best card."""
        return abs(self.sure[self.best] - self.sure[self.card])

    @property
    def lead(self) -> int:
        """How much the second card is behind the best one."""
        return 0 if self.second is None else abs(self.sure[self.best] - self.sure[self.second])

    @property
    def is_mistake(self) -> bool:
        """Whether another card was surely worth more."""
        return self.cost >= MIN_GAP

    @property
    def is_find(self) -> bool:
        """Whether every other card is surely worth less."""
        surest = [card for card, money in self.sure.items() if money == self.sure[self.best]]
        return surest == [self.card] and self.lead >= MIN_GAP


def find_sure_costs(before: TrickRound, you: str, played: Card) -> SureCosts | None:
    """Return what each card was sure of, or None where that can't be found, or not in time.

    Raises ImportError where no backend can search.
    """
    from mam.engine import Unsupported
    from mam.engine.belief.belief import find_belief
    from mam.engine.belief.guarantee import Searcher
    from mam.studies.problems.find import find_sure
    from mam.studies.problems.problem import find_listed

    try:
        belief = find_belief(view(before, you))
    except Unsupported:
        return None
    searcher = Searcher(belief)
    cards = searcher.list_cards(belief)
    card = find_listed(played, cards)
    if card is None or (sure := find_sure(searcher, belief)) is None:
        return None
    sign = 1 if belief.is_yours else -1
    best = max(cards, key=lambda option: (sign * sure[option], option == card))
    others = [option for option in cards if sure[option] != sure[best]]
    return SureCosts(belief, sure, card, best, max(others, key=lambda option: sign * sure[option], default=None))


def _judge(before: TrickRound, you: str, played: Card, step: int, name: str) -> JudgedDecision | None:
    """Return a decision if it makes a problem."""
    from mam.studies.problems.draft import Words, write_draft
    from mam.studies.problems.find import Candidate

    costs = find_sure_costs(before, you, played)
    if costs is None or costs.belief.count_layouts() < 2 or not (costs.is_mistake or costs.is_find):
        return None
    belief, sure, card, best, second = costs.belief, costs.sure, costs.card, costs.best, costs.second
    assert second is not None
    is_mistake = costs.is_mistake
    goal = _choose_goal(before, sure[best], sure[second], belief.round.captured[belief.side], is_yours=belief.is_yours)
    kind = "open" if len(belief.seats) > 1 else "alone" if not before.dummy or belief.is_yours else "defend"
    tempting = card if is_mistake else second
    candidate = Candidate(kind, belief, sure, best, tempting, goal, {}, {}, 0, step)
    why, wrong, other = _write_sentences(sure, best, tempting, is_yours=belief.is_yours)
    words = Words(
        tags=(DECISION, MISTAKE if is_mistake else BEST_CARD),
        title=f"Trick {len(before.tricks) + 1} of {name}",
        moral=f"In {name} you {f'played {played.named}' if is_mistake else 'found it'}.",
        why=why,
        wrong=wrong,
        other=other,
        hints=("Which cards may the others have? Compare what each of your cards guarantees.",),
    )
    text = write_draft(candidate, name_problem(before, you), words)
    study = parse_study(text, "your decision")
    if find_problem(study.chapters[0]).belief.count_layouts() != belief.count_layouts():
        return None  # something is known that a position can't say
    return JudgedDecision(step, is_mistake, study, text, played, best, sure[card], sure[best])


def _choose_goal(before: TrickRound, best: int, second: int, captured: int, *, is_yours: bool) -> int:
    """Return the goal, from the position on: what the bid really needed, if only the best cards are sure of it, else as much as they are."""
    need = (before.bid or 0) - captured
    step = before.rules.auction.step or 5
    if is_yours:
        return need if second < need <= best else best
    return need if best < need <= second else best + step


def _write_sentences(sure: Mapping[Card, int], best: Card, tempting: Card, *, is_yours: bool) -> tuple[str, str, str]:
    """Return what is said to the right card, to the tempting one, and to any other."""
    most, less = format_amount(sure[best]), format_amount(sure[tempting])
    if is_yours:
        return (
            f"It guarantees {most}, however the hidden cards lie.",
            f"It guarantees only {less}; {best.named} guarantees {most}.",
            f"{capitalize(best.named)} guarantees {most}; this card guarantees less.",
        )
    return (
        f"After it they can't take more than {most}, however the hidden cards lie.",
        f"After it they can take {less}; after {best.named} no more than {most}.",
        f"After {best.named} they can't take more than {most}; after this card they can.",
    )


def name_problem(before: TrickRound, you: str) -> str:
    """Return an id that is the same whenever the same decision is looked at."""
    return f"decision-{hashlib.sha256(f'{you} {before!r}'.encode()).hexdigest()[:10]}"


# Saved


def save_decisions(decisions: Sequence[DecisionProblem], progress: Progress) -> int:
    """Write the problems of decisions into a progress file; return how many are new there.

    Those in the folder `mam-saves/decisions` beside it, where earlier releases saved them, are added. Raises ProgressError for a file
    that can't be read; it is left as it is.
    """
    if progress.file:
        for path in (progress.file.parent / FOLDER).glob("decision-*.toml"):
            with suppress(StudyError, OSError, ValueError):  # a broken file stays where it is
                study, day = read_study(path), date.fromtimestamp(path.stat().st_mtime)
                progress.record_decisions({study.id: path.read_text("utf-8")}, day)
    return progress.record_decisions({decision.study.id: decision.text for decision in decisions})


def list_saved_decisions(folder: Path, texts: Mapping[str, str] | None = None) -> list[Study]:
    """Return the problems of a progress file (`texts`, by their ids), and those that earlier releases saved in a folder.

    There are as many finds as mistakes, the latest of each, in an order that doesn't tell them apart. Where there are only finds or only
    mistakes, those. A file that can't be read is left out, with a warning that says why: one broken file must not close the shelf.
    """
    texts, paths = texts or {}, list(folder.glob("decision-*.toml"))
    times = {path.stem: path.stat().st_mtime for path in paths}  # of a progress file only the day is known
    days = {name: date.fromtimestamp(time) for name, time in times.items()}
    reads: dict[str, Callable[[], Study]] = {path.stem: partial(read_study, path) for path in paths}
    days |= {name: find_decision_day(text) or date.min for name, text in texts.items()}
    reads |= {name: partial(parse_study, text, f"{name}.toml") for name, text in texts.items()}
    latest = sorted(reads, key=lambda name: (days[name], times.get(name, 0), name), reverse=True)
    studies = list(_read_saved(reads[name] for name in latest))
    mistakes = [study for study in studies if MISTAKE in study.tags][: _MOST // 2]
    finds = [study for study in studies if BEST_CARD in study.tags][: len(mistakes) or _MOST // 2]
    mixed = sorted((*mistakes, *finds), key=lambda study: study.id)
    return [replace(study, title=f"Decision {number}") for number, study in enumerate(mixed, 1)]


def _read_saved(reads: Iterable[Callable[[], Study]]) -> Iterator[Study]:
    for read in reads:
        try:
            yield read()
        except (StudyError, OSError) as error:
            warnings.warn(f"a saved decision is left out: {error}", stacklevel=4)
