"""A study as the player asks for it: its questions, and to each answer what the study says. Beside it, what was done so far.

It answers the same messages, in the same words, as `teacher.js` does on a page without Python.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cached_property
from typing import cast

from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.rules.editions import get_edition
from mam.studies.case import Case
from mam.studies.cases.moments import Moments
from mam.studies.cases.wording import shorten_edition
from mam.studies.library import get_study, list_studies
from mam.studies.problems.decisions import DECISION
from mam.studies.problems.price_problems import is_priced
from mam.studies.problems.problem import find_problem, is_problem
from mam.studies.problems.rating import RatedProblem, choose_next, find_daily, list_rated, rate_learner, rate_themes
from mam.studies.problems.themes import list_themes
from mam.studies.progress import Answers
from mam.studies.rounds import LiveRound, open_round
from mam.studies.schema import AnswerShown, Step, StudyTree
from mam.studies.study import OTHER, Chapter, Study
from mam.studies.tree import ACTS, list_judgments, list_questions, make_tree
from mam.support.messages import shorten
from mam_widgets.studies.schema import CaseListed, Practice, Reply, Shelf, Stage, StoryShown, StudyShown


def list_stages() -> list[Study]:
    """Return the studies of the shelf Learn, in order: the course, and then what is different in other games."""
    return [get_study(study_id) for shelf in ("learn", "games") for study_id in list_studies(shelf)]


def list_rules(case_ids: Collection[str] | None = None) -> list[Study]:
    """Return the studies of the shelf Rules, with only these cases if any are named."""
    studies = map(get_study, list_studies("rules"))
    if case_ids is None:
        return list(studies)
    shorter_studies = (
        replace(study, chapters=tuple(chapter for chapter in study.chapters if chapter.id in case_ids))
        for study in studies
    )
    return [study for study in shorter_studies if study.chapters]


def list_problems(level: int | None = None, theme: str = "") -> list[Study]:
    """Return the problems, the easiest level first, bids, discards and trumps after them, then the annotated hands; or those of one level or theme."""
    problems = [
        study
        for study in map(get_study, list_studies("problems"))
        if level in (None, study.level) and (not theme or theme in list_themes(study.tags))
    ]
    hands = list(map(get_study, list_studies("hands"))) if level is None and not theme else []
    return [
        *sorted(problems, key=lambda study: (_is_before_play(study), study.level or 0, len(study.id), study.id)),
        *hands,
    ]


def _is_before_play(study: Study) -> bool:
    """Return whether a problem is about a bid, a discard or a trump."""
    return any(map(is_priced, study.chapters))


def make_shelf(title: str, studies: Iterable[Study], also: Mapping[str, str] | None = None) -> Shelf:
    """Return the studies that can be opened, with the ids of their boards; `also` are other pages, each with its address."""
    shelf: Shelf = {"title": title, "stages": [_make_stage(study) for study in studies]}
    if also:
        shelf["also"] = [{"label": label, "address": address} for label, address in also.items()]
    return shelf


def _make_stage(study: Study) -> Stage:
    stage: Stage = {
        "id": study.id,
        "title": study.shown_title,
        "group": _find_group(study),
        "boards": [chapter.id for chapter in study.chapters],
        "cases": [_list_case(chapter) for chapter in study.chapters if chapter.case],
    }
    if study.number is not None:
        stage["number"] = study.number
    if all(chapter.coached for chapter in study.chapters):
        stage["coached"] = True
    for problem in list_rated([study]):
        stage |= {"rating": problem.rating, "themes": list(problem.themes)}
    return stage


def make_practice(problems: Sequence[RatedProblem], answers: Mapping[str, Answers], today: date) -> Practice:
    """Return what a learner with these answers is to solve next. Raises ImportError where the package glicko2 is missing."""
    learner = rate_learner(answers, problems)
    return {
        "rating": round(learner.value),
        "deviation": round(learner.deviation),
        "count": learner.count,
        "themes": [
            {"name": theme, "rating": round(rating.value), "count": rating.count}
            for theme, rating in rate_themes(answers, problems).items()
        ],
        "next": choose_next(answers, problems).partition("/")[0],
        "daily": find_daily(problems, today).partition("/")[0],
    }


def _find_group(study: Study) -> str:
    """Return the heading under which a study stands on its shelf: none for the course, and for problems their level."""
    if DECISION in study.tags:
        return "Your decisions"
    if study.shelf == "problems" and _is_before_play(study):
        return "Bids, discards, trumps"
    if study.shelf == "problems" and study.level is not None:
        return f"Level {study.level}"
    if study.shelf == "hands":
        return "Whole hands" if study.id == "specimen" else f"Whole hands: {study.tags[0]}"
    is_course = study.shelf != "learn" or not study.edition or study.edition == get_study("a-trick").edition
    return "" if is_course else "Other games"


def _list_case(chapter: Chapter) -> CaseListed:
    """Return what a list says of a case; its answer is not among it."""
    case = cast(Case, chapter.case)
    return {
        "id": chapter.id,
        "question": case.question,
        "kind": case.kind,
        "edition": shorten_edition(get_edition(case.edition)),
        "words": " ".join((case.setup, case.source, *chapter.cites)),
    }


class Lesson:
    """A study with all its answers; only those that were asked for leave it."""

    def __init__(self, study: Study) -> None:
        self.study = study

    @cached_property
    def tree(self) -> StudyTree:
        """The study with its answers."""
        return make_tree(self.study)

    def show_questions(self) -> StudyShown:
        """Return the study without an answer."""
        rest = {name: part for name, part in self.tree.items() if name != "boards"}
        return cast(StudyShown, {**rest, "boards": list_questions(self.tree)})

    def judge(self, board: int, stop: int, answer: str) -> Reply:
        """Return what the study says to an answer. Raises ValueError for what is not an answer to this question."""
        step = self._find_step(board, stop)
        question = step["question"]
        judge = judge_marks if question["ask"] == "mark" else judge_typed if "is_typed" in question else find_answer
        shown = judge(step, answer)
        if shown is None:
            raise ValueError(f"“{shorten(answer)}” is not an answer to this question.")
        reply: Reply = {"board": board, "stop": stop, "answer": answer, "shown": shown}
        if shown.get("next", -1) >= 0:
            reply["question"] = self._find_step(board, shown["next"])["question"]
        if prices := step["answers"].get("prices") if shown["verdict"] != "illegal" else None:
            reply["prices"] = prices
        return reply

    def give_hints(self, board: int, stop: int, count: int) -> Reply:
        """Return the first hints of a question."""
        return {
            "board": board,
            "stop": stop,
            "hints": self._find_step(board, stop)["answers"]["hints"][: max(0, count)],
        }

    def show_story(self, board: int) -> StoryShown:
        """Return the answer of a documented case, its story step by step, and what would change it. Raises ValueError for a board."""
        self.name_board(board)
        case = self.tree["boards"][board].get("case")
        if case is None:
            raise ValueError(f"Board {board + 1} of “{self.study.shown_title}” is not a documented case.")
        return {"board": board, "case": case["story"]}

    def open_round(self, board: int, moment: str) -> LiveRound:
        """Return a live round: of a board its coached hand, of a case what follows a moment. Raises ValueError where there is none."""
        self.name_board(board)
        chapter = self.study.chapters[board]
        if not chapter.coached and chapter.case is None:
            raise ValueError(f"Board {board + 1} of “{self.study.shown_title}” is not played as a round.")
        return open_round(chapter, moment, coached=chapter.coached)

    def name_board(self, board: int) -> str:
        """Return the name of a board for good, like `bull/double`."""
        if not 0 <= board < len(self.study.chapters):
            raise ValueError(f"“{self.study.shown_title}” has no board {board + 1}.")
        return f"{self.study.id}/{self.study.chapters[board].id}"

    def find_start(self, board: int) -> Round | None:
        """Return where a case begins, or a board that is answered on the table; a table would tell what else is asked, so None."""
        chapter = self.study.chapters[board]
        if chapter.coached and chapter.record:
            start = chapter.record.start
            return start if isinstance(start, TrickRound) else None
        if chapter.case:
            moments = Moments(chapter.case)
            game = moments.games[moments.start]
            return game if isinstance(game, TrickRound) else None
        if is_problem(chapter):
            return find_problem(chapter).belief.round
        first = list_judgments(chapter)[0]
        return first.game if first.stop.ask in ACTS else None

    def _find_step(self, board: int, stop: int) -> Step:
        self.name_board(board)
        steps = self.tree["boards"][board]["steps"]
        if not 0 <= stop < len(steps):
            raise ValueError(f"“{self.study.shown_title}” has no board {board + 1} with a question {stop + 1}.")
        return steps[stop]


def find_answer(step: Step, answer: str) -> AnswerShown | None:
    """Return what is said to an answer, or None for what is none."""
    answers = step["answers"]
    return answers["answers"].get(answers["same"].get(answer, answer))


def judge_typed(step: Step, answer: str) -> AnswerShown | None:
    """Return what is said to a number: its own sentence, that of every other one, or whether it is too high."""
    if answer != OTHER and (reply := find_answer(step, answer)):
        return reply
    if not re.fullmatch(r"-?\d{1,9}", answer):
        return None
    other, right = step["answers"]["answers"][OTHER], int(step["answers"]["right"][0])
    return {**other, "sentence": other["sentence"] or f"That is too {'high' if int(answer) > right else 'low'}."}


def judge_marks(step: Step, answer: str) -> AnswerShown | None:
    """Return what is said to several choices at once, joined by "|": right are those that are legal, all of them."""
    marked, answers = answer.split("|"), step["answers"]
    if any(text not in answers["answers"] for text in marked):
        return None
    labels = {choice["answer"]: choice["label"] for choice in step["question"]["choices"]}
    wrong = next((text for text in labels if text in marked and text not in answers["right"]), None)
    if wrong is not None:
        refusal = answers["answers"][wrong].get("refusal")
        return {
            "verdict": "wrong",
            "cost": 1,
            "sentence": f"{labels[wrong]}: {refusal['text'] if refusal else 'not legal.'}",
        }
    if any(text in answers["right"] and text not in marked for text in labels):
        return {"verdict": "wrong", "cost": 1, "sentence": "These are legal, but something is missing."}
    return {"verdict": "right", "cost": 0, "sentence": ""}
