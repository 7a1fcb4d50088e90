"""A study as the player asks for it: its questions, and to each answer what the study says. Beside it, what was done so far.

It answers the same messages, in the same words, as `teacher.js` does on a page without Python.
"""

from collections.abc import Iterable
from functools import cached_property
from typing import cast

from mam.games.trick_round import TrickRound
from mam.studies.answers import judge_chapter
from mam.studies.library import get_study, list_studies
from mam.studies.schema import Answers, StudyTree
from mam.studies.study import Study
from mam.studies.tree import ACTS, list_questions, make_tree
from mam.support.messages import shorten
from mam_widgets.studies.schema import Reply, Shelf, Stage, StudyShown


def list_stages() -> list[Study]:
    """Return the studies of the shelf Learn that are asked board by board; a coached round is none of them."""
    studies = map(get_study, list_studies("learn"))
    return [study for study in studies if not any(chapter.coached for chapter in study.chapters)]


def make_shelf(title: str, studies: Iterable[Study]) -> Shelf:
    """Return the studies that can be opened, with the ids of their boards."""
    stages: list[Stage] = [
        {"id": study.id, "title": study.title, "boards": [chapter.id for chapter in study.chapters]}
        for study in studies
    ]
    return {"title": title, "stages": stages}


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
        rest = {name: part for name, part in self.tree.items() if name not in ("boards", "cases")}
        return cast(StudyShown, {**rest, "boards": list_questions(self.tree)})

    def judge(self, board: int, stop: int, answer: str) -> Reply:
        """Return what the study says to an answer. Raises ValueError for what is no answer to this question."""
        answers = self._find_answers(board, stop)
        shown = answers["answers"].get(answers["same"].get(answer, answer))
        if shown is None:
            raise ValueError(f"“{shorten(answer)}” is no answer to this question.")
        return {"board": board, "stop": stop, "answer": answer, "shown": shown}

    def give_hints(self, board: int, stop: int, count: int) -> Reply:
        """Return the first hints of a question."""
        return {"board": board, "stop": stop, "hints": self._find_answers(board, stop)["hints"][: max(0, count)]}

    def name_board(self, board: int) -> str:
        """Return the name of a board for good, like `bull/double`."""
        if not 0 <= board < len(self.study.chapters):
            raise ValueError(f"“{self.study.title}” has no board {board + 1}.")
        return f"{self.study.id}/{self.study.chapters[board].id}"

    def find_asked(self, board: int) -> TrickRound | None:
        """Return where a board begins if it is answered on the table; a table would tell what else is asked, so None."""
        first = judge_chapter(self.study.chapters[board])[0]
        return first.round if first.stop.ask in ACTS else None

    def _find_answers(self, board: int, stop: int) -> Answers:
        self.name_board(board)
        steps = self.tree["boards"][board]["steps"]
        if not 0 <= stop < len(steps):
            raise ValueError(f"“{self.study.title}” has no board {board + 1} with a question {stop + 1}.")
        return steps[stop]["answers"]
