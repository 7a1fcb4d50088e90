"""An exercise of the classroom on the screen, or the list of them: a statement, cards, a field, hints, and what is wrong in a sentence."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mam import drawing
from mam.classroom import Exercise, Exercises, Task, Verdict, Work, get_exercise, practice
from mam.classroom import exercises as list_exercises
from mam.classroom.answer_parsing import UnreadableAnswer
from mam.classroom.blocks import Block, read_blocks, read_spans
from mam.classroom.catalog import find_current_id
from mam.classroom.display import show_exercise
from mam.classroom.tasks import MOST_VARIANTS
from mam.studies.progress import Progress
from mam.support.messages import quote
from mam_widgets.exercise_pages.scene import list_groups
from mam_widgets.exercise_pages.schema import AnswerReply, ExerciseScene
from mam_widgets.shared.background import TURN
from mam_widgets.shared.host import Host, make_field
from mam_widgets.shared.messages import find_answer, on_message
from mam_widgets.shared.offers import read_offers
from mam_widgets.studies.widget import open_progress

TITLE = "Exercises"
_AT_ONCE, _LATER = 3, 2  # stars: right at once and without a hint, or not


def name_exercise(id: str) -> str:
    """Return the name under which progress keeps an exercise."""
    return f"exercise/{id}"


class ExerciseWidget(Host):
    """Exercises to choose from, or one of them. Python judges; the answer leaves it when it was given or asked for.

    `task` is the variant that is shown, `stars` what is done. With a `work` every answer that can be read is recorded there, by the
    function that a notebook's cells call.
    """

    _room = Path(__file__).parent
    scene: Any = make_field()
    reading: Any = make_field()

    def __init__(
        self,
        known: Sequence[Exercise],
        progress: Progress,
        *,
        student: str = "",
        work: Work | None = None,
        start: tuple[str, int] | None = None,
    ) -> None:
        self._known = known
        self._progress, self._student, self._work = progress, student, work
        self._task: Task | None = None
        self._hints = self._opened = self._count = 0
        self._reply: AnswerReply | None = None
        self._is_solved = self._was_wrong = False
        if start:
            self.open_exercise(*start)
        super().__init__(scene=self._make_scene(), reading={"answer": "", "text": ""})

    @property
    def task(self) -> Task | None:
        """The variant that is shown, as `practice` returns it; None while the list is shown."""
        return self._task

    @property
    def stars(self) -> dict[str, int]:
        """The stars of each exercise that was done, by its id: 3 if it was right at once and without a hint, else 2."""
        stars = self._progress.stars
        done = {exercise.id: stars[name] for exercise in self._known if (name := name_exercise(exercise.id)) in stars}
        return done | (dict.fromkeys(self._work.answers(), _AT_ONCE) if self._work else {})

    @on_message("open")
    def open_exercise(self, id: str, variant: int = 1) -> None:
        """Show an exercise."""
        if id not in [exercise.id for exercise in self._known]:
            raise ValueError(f"There is no exercise {quote(id)} here.")
        self._task = practice(id, self._student, variant)
        self._hints, self._reply, self._is_solved, self._was_wrong = 0, None, False, False
        self._opened += 1

    @on_message("list")
    def show_list(self) -> None:
        """Show the list."""
        self._task = None

    @on_message("another")
    def open_another(self) -> None:
        """Show the next variant; in an assignment everybody has one, and the next exercise follows."""
        task = self._find_task()
        if self._work:
            ids = [exercise.id for exercise in self._known]
            return self.open_exercise(ids[(ids.index(task.exercise.id) + 1) % len(ids)])
        return self.open_exercise(task.exercise.id, task.variant % MOST_VARIANTS + 1)

    @on_message("read")
    def read(self, answer: str) -> None:
        """Say how what is typed is understood."""
        try:
            text = self._find_task().describe(answer) if answer.strip() else ""
        except (UnreadableAnswer, KeyError):
            text = ""
        self.reading = {"answer": answer, "text": text}

    @on_message("answer")
    def answer(self, answer: str | list[str]) -> None:
        """Judge an answer, and record it where it is recorded."""
        task = self._find_task()
        verdict = task.check(answer)
        saved = self._record(task, answer) if self._work else ""
        if verdict.right and not self._is_solved and not self._work:
            is_first = not self._hints and not self._was_wrong
            self._progress.record(name_exercise(task.exercise.id), _AT_ONCE if is_first else _LATER)
        self._was_wrong |= verdict.is_read and not verdict.right
        self._is_solved |= verdict.right
        self._count += 1
        self._reply = _show_verdict(verdict, task, self._count, saved)

    @on_message("hint")
    def give_hint(self) -> None:
        """Give one more hint."""
        self._hints = min(self._hints + 1, self._find_task().hints)

    @on_message("solution")
    def show_solution(self) -> None:
        """Show the worked solution, with the answer."""
        self._find_task()
        self._is_solved = True

    def handle_message(self, message: object) -> None:
        """Do what the browser asks. What cannot be done becomes a sentence in the scene."""
        with TURN:
            try:
                find_answer(message, self)()
                self.scene = self._make_scene()
            except Exception as error:  # a learner gets a sentence, never a dead button
                self.scene = {**self._make_scene(), "fault": f"{error}"}

    def _find_task(self) -> Task:
        if self._task is None:
            raise ValueError("Open an exercise first.")
        return self._task

    def _record(self, task: Task, answer: str | list[str]) -> str:
        """Record an answer in the work, as a notebook's cell does, and return what was saved; "" if it could not be read."""
        assert self._work
        message = self._work.record(task.exercise.id, answer, task.given)
        return self._work.describe_saved(task.exercise.id) if isinstance(message, Verdict) else ""

    def _make_scene(self) -> ExerciseScene:
        task = self._task
        return {
            "title": task.exercise.title if task else TITLE,
            "list_title": self._work.assignment if self._work else TITLE,
            "another": "Next" if self._work else "Another",
            "mode": "check",
            "place": f"variant {task.variant}" if task else "",
            "answer": "",
            "sure": 0,
            "feedback": "",
            "opened": self._opened,
            "groups": list_groups(self._known) if not task else [],
            "exercise": show_exercise(task.exercise, task.content, task.variant) if task else None,
            "hints": [read_blocks(hint) for hint in task.list_hints()[: self._hints]] if task else [],
            "solution": self._show_solution(task) if task and self._is_solved else [],
            "reply": self._reply if task else None,
            "stars": self.stars,
            "fault": "",
        }

    def _show_solution(self, task: Task) -> list[Block]:
        return read_blocks(task.solution().text)

    # What a notebook without a kernel shows

    def _picture(self) -> str:
        if not self._task:
            kinds = {exercise.kind: "" for exercise in self._known}
            lists = [(kind, [exercise.title for exercise in self._known if exercise.kind == kind]) for kind in kinds]
            return drawing.page_svg(
                self.scene["title"], [(kind.capitalize(), ["; ".join(titles)]) for kind, titles in lists]
            )
        return drawing.page_svg(self.scene["title"], [("Exercise", [*filter(None, f"{self._task}".splitlines()[1:])])])

    def _words(self) -> str:
        return f"{self._task}" if self._task else f"{Exercises(self._known)}"

    def describe(self) -> str:
        """Return in words what is asked, and what can be done before an answer is given."""
        exercise = self.scene["exercise"]
        if exercise is None:
            return self._words()
        stage = "solved" if self._is_solved else "none" if exercise["form"] in ("cards", "choices") else "empty"
        facts = {
            "another": self.scene["another"],
            "back": self.scene["list_title"],
            "can_hint": self._hints < exercise["hints"],
        }
        return f"{self._words().rstrip()}\n\n{read_offers(self._room).describe(stage, facts)}"


def _show_verdict(verdict: Verdict, task: Task, count: int, saved: str) -> AnswerReply:
    if verdict.right:
        kind, what, why = "right", "Correct.", f"{task.answer}."
    elif verdict.is_read:
        kind, what, why = "wrong", "Wrong.", verdict.clue
    else:
        kind, what, why = "unread", "Not an answer yet.", verdict.clue
    wrong = [*verdict.wrong]
    return {"count": count, "verdict": kind, "what": what, "why": read_spans(why), "wrong": wrong, "saved": saved}


def exercises(
    kind: str | None = None,
    level: int | None = None,
    *,
    student: str = "",
    work: Work | None = None,
    save: bool | str | os.PathLike[str] = True,
) -> ExerciseWidget:
    """Return a list of exercises to choose from: all, those of a kind or level, or those of an assignment's `work`.

    What is done is kept in `progress.toml` beside the notebook, or in the file `save`; False keeps nothing. Raises ValueError for an
    unknown kind or level, for a file that can't be read, and for work that is graded: its variants are in its notebook only.

    >>> exercises("decisions", 5, save=False).scene["groups"][0]["exercises"]
    [{'id': 'two-worlds', 'title': 'Two possible deals, one card', 'level': 5}]
    """
    return _make_widget(list_exercises(kind, level), student, work, save)


def exercise(
    id: str,
    *,
    student: str = "",
    variant: int = 1,
    work: Work | None = None,
    save: bool | str | os.PathLike[str] = True,
) -> ExerciseWidget:
    """Return an exercise to answer on the screen: the variant that `practice(id, student, variant)` returns.

    With an assignment's `work` each answer is recorded as `work.record` does. `save` is as in `exercises`. Raises ValueError for an unknown
    id or variant, and as `exercises` does; TypeError for a name that is not text.

    >>> exercise("who-captures", save=False).scene["title"]
    'Who captures the trick?'
    """
    get_exercise(id)
    current = id if work else find_current_id(id)  # an assignment has the id that was handed out
    return _make_widget(list_exercises(), student, work, save, (current, variant))


def _make_widget(
    known: Sequence[Exercise],
    student: str,
    work: Work | None,
    save: bool | str | os.PathLike[str],
    start: tuple[str, int] | None = None,
) -> ExerciseWidget:
    if work is None:
        return ExerciseWidget(known, open_progress(save), student=student, start=start)
    if not work.practice:
        raise ValueError(f"{quote(work.assignment)} is graded: answer in its notebook, with work.record(…)")
    if student not in ("", work.student) or (start and start[1] != 1):
        raise ValueError(
            f"{quote(work.assignment)} has one variant, that of {quote(work.student)}: leave student and variant out"
        )
    if start and start[0] not in work.exercises:
        raise ValueError(f"no exercise {quote(start[0])} in {work.assignment}: it has {', '.join(work.exercises)}")
    assigned = [get_exercise(id) for id in work.exercises]
    if foreign := [exercise.id for exercise in assigned if exercise.version != work.exercises[exercise.id]]:
        raise ValueError(
            f"{quote(work.assignment)} has other variants of {', '.join(foreign)} than this mam: answer in its notebook"
        )
    return ExerciseWidget(assigned, Progress(), student=work.student, work=work, start=start)
