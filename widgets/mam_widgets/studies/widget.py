"""Studies on a table: the shelf Learn, or one study, asked board by board and answered by acting."""

import os
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

from mam import drawing
from mam.games.views import view
from mam.scenes import describe_table, make_empty_scene, make_scene
from mam.studies.library import get_case, get_study, list_cases
from mam.studies.problems.decisions import FOLDER as DECISIONS_FOLDER
from mam.studies.problems.decisions import list_saved_decisions
from mam.studies.problems.rating import list_rated
from mam.studies.problems.themes import find_theme
from mam.studies.progress import MOST_STARS, PROGRESS_FILE, Progress
from mam.studies.read import read_study
from mam.studies.rounds import LiveRound
from mam.studies.schedule import list_due
from mam.studies.schema import Question
from mam.studies.study import Study
from mam.support.messages import quote, shorten
from mam_widgets.shared.background import TURN
from mam_widgets.shared.host import Host, make_field
from mam_widgets.shared.messages import find_answer, on_message
from mam_widgets.shared.offers import Fact, read_offers
from mam_widgets.studies.lesson import Lesson, list_problems, list_rules, list_stages, make_practice, make_shelf
from mam_widgets.studies.schema import LiveShown, Practice, Reply, StoryShown, StudyScene


class StudyWidget(Host):
    """Studies to be answered on the table. Answers stay here until they are asked for."""

    _room = Path(__file__).parent
    scene: Any = make_field()

    def __init__(
        self,
        title: str,
        studies: Sequence[Study],
        progress: Progress,
        start: tuple[str, int] | None = None,
        *,
        in_order: bool = False,
    ) -> None:
        self._lessons = {study.id: Lesson(study) for study in studies}
        self._title = title
        self._rated = [] if in_order else list_rated(studies)
        self._progress = progress
        self._lesson: Lesson | None = None
        self._board = -1
        self._reply: Reply | None = None
        self._story: StoryShown | None = None
        self._round: tuple[int, str, LiveRound] | None = None
        self._count = 0
        if start:
            self.open_study(*start)
        super().__init__(scene=self._make_scene())

    @property
    def stars(self) -> dict[str, int]:
        """The stars of each board that was done, by its name (`bull/double`)."""
        return dict(self._progress.stars)

    @on_message("open")
    def open_study(self, study: str, board: int = -1) -> None:
        """Open a study at a board, counted from 0; at −1 the player begins at the first that is not done."""
        if study not in self._lessons:
            raise ValueError(f"There is no study “{shorten(study)}”.")
        lesson = self._lessons[study]
        self._lesson, self._board = lesson, board if board < len(lesson.study.chapters) else -1
        self._reply = self._story = self._round = None

    @on_message("shelf")
    def show_shelf(self) -> None:
        """Show the shelf."""
        self._lesson = self._reply = self._story = self._round = None

    @on_message("answer")
    def answer(self, board: int, stop: int, answer: str) -> None:
        """Judge an answer."""
        self._say(self._find_lesson().judge(board, stop, answer))

    @on_message("hint")
    def hint(self, board: int, stop: int, count: int) -> None:
        """Give the first hints of a question."""
        self._say(self._find_lesson().give_hints(board, stop, count))

    @on_message("show_story")
    def show_story(self, board: int) -> None:
        """Show the answer of a documented case, and its story."""
        self._story = self._find_lesson().show_story(board)

    @on_message("play")
    def play(self, study: str, board: int, moment: str = "") -> None:
        """Begin a live round: a coached hand, or a case from one of its moments."""
        if self._lesson is None or self._lesson.study.id != study:
            self.open_study(study, board)
        self._round = board, moment, self._find_lesson().open_round(board, moment)

    @on_message("move")
    def move(self, answer: str) -> None:
        """Make your move in the live round."""
        self._find_round().act(answer)

    @on_message("undo")
    def undo(self) -> None:
        """Go back to your decision before."""
        self._find_round().undo()

    @on_message("judge")
    def judge(self) -> None:
        """Judge the next of your decisions in the live round that is over: the browser asks until all are judged."""
        if self._round is not None:
            self._find_round().judge()

    @on_message("return")
    def return_to(self, decision: int) -> None:
        """Go back to a decision of the live round, counted from 0."""
        self._find_round().go_to(decision)

    @on_message("done")
    def finish_board(self, board: int, stars: int, grade: str = "") -> None:
        """Record that a board is done, and how it was answered: "again", "hard" or "good"."""
        self._progress.record(self._find_lesson().name_board(board), stars, grade)

    def handle_message(self, message: object) -> None:
        """Do what the browser asks. What cannot be done becomes a sentence in the scene."""
        with TURN:
            try:
                find_answer(message, self)()
                self.scene = self._make_scene()
            except Exception as error:  # a learner gets a sentence, never a dead button
                self.scene = {**self._make_scene(), "fault": f"{error}"}

    def _find_lesson(self) -> Lesson:
        if self._lesson is None:
            raise ValueError("Open a study first.")
        return self._lesson

    def _find_round(self) -> LiveRound:
        if self._round is None:
            raise ValueError("No round is open. Start one first.")
        return self._round[2]

    def _show_round(self) -> LiveShown | None:
        if self._round is None:
            return None
        board, moment, round = self._round
        return {"board": board, "moment": moment, "shown": round.show()}

    def _say(self, reply: Reply) -> None:
        self._count += 1
        self._reply = {**reply, "count": self._count}

    def _plan(self) -> tuple[list[str], Practice | None, str]:
        """Return the boards to repeat today and what to solve next, or why they can't be found: the shelf is shown all the same."""
        answers = self._progress.answers
        try:
            due = [] if self._lesson else list_due(answers)
            return due, make_practice(self._rated, answers, date.today()) if self._rated else None, ""
        except ImportError as error:
            return [], None, "" if self._lesson else f"{error}"

    def _make_scene(self) -> StudyScene:
        shelf = make_shelf(self._title, (known.study for known in self._lessons.values()))
        lesson = self._lesson
        due, practice, fault = self._plan()
        scene: StudyScene = {
            "title": lesson.study.shown_title if lesson else self._title,
            "shelf": shelf,
            "study": lesson.show_questions() if lesson else None,
            "board": self._board,
            "reply": self._reply,
            "story": self._story,
            "round": self._show_round(),
            "progress": dict(self._progress.stars),
            "due": due,
            "fault": fault,
        }
        return {**scene, "practice": practice} if practice else scene

    # What a notebook without a kernel shows: a position and its question

    def _picture(self) -> str:
        lesson, board = self._find_shown()
        title, round = lesson.study.shown_title, lesson.find_start(board)
        if round is None:
            return drawing.table_svg(make_empty_scene(title))
        return drawing.table_svg(make_scene(view(round, lesson.study.chapters[board].you or None), title=title))

    def _words(self) -> str:
        lesson, board = self._find_shown()
        chapter, round = lesson.study.chapters[board], lesson.find_start(board)
        name = f"Case {chapter.id}" if chapter.case else f"{lesson.study.shown_title}, board {board + 1}"
        story = f" {chapter.case.setup}" if chapter.case else ""
        table = f"\n\n{describe_table(round, chapter.you or None)}" if round else ""
        return f"{name}:{story} {chapter.goal}{table}"

    def _find_shown(self) -> tuple[Lesson, int]:
        """Return the lesson and the board that stand for the widget: of a shelf the first."""
        return (self._lesson, max(0, self._board)) if self._lesson else (next(iter(self._lessons.values())), 0)

    def describe(self) -> str:
        """Return the board in words: its question, its position, and what can be done before an answer is given."""
        lesson, board = self._find_shown()
        questions = lesson.show_questions()["boards"][board]["questions"] if self._lesson else []
        if self._lesson and not questions:
            return self._words()
        return f"{self._words().rstrip()}\n\n{read_offers(self._room).describe(*self._find_stage(questions))}"

    def _find_stage(self, questions: Sequence[Question]) -> tuple[str, dict[str, Fact]]:
        """Return the stage in which the browser begins, and its facts, as stage.js finds them."""
        if not questions:
            due, practice = len(self.scene["due"]), self.scene.get("practice")
            has_next = bool(practice and practice["next"])
            has_hands = any(known.study.shelf == "hands" for known in self._lessons.values())
            return "shelf", {
                "due": due,
                "has_due": due > 0,
                "has_practice": bool(practice),
                "has_next": has_next,
                "has_hands": has_hands,
            }
        lesson, board = self._find_shown()
        chapter = lesson.study.chapters[board]
        can_hint = not chapter.case and not lesson.study.is_test and questions[0]["hints"] > 0
        ends_board = len(questions) == 1 and lesson.study.shelf not in ("problems", "hands")
        return "asked", {
            "is_case": bool(chapter.case),
            "can_hint": can_hint,
            "has_tricks": bool(questions[0].get("earlier")),
            "is_first_trick": False,
            "is_last_trick": True,
            "can_leave": len(self._lessons) > 1,
            "back": self._title,
            "ends_board": ends_board,
            "ends_study": ends_board and chapter is lesson.study.chapters[-1],
        }


def learn(study: str = "", *, save: bool | str | os.PathLike[str] = True) -> StudyWidget:
    """Return the shelf Learn: stages from one trick to the million, or one of them by its id, like "trump" or "bull/double".

    What was done is kept in `progress.toml` beside the notebook, or in the file `save`; False keeps nothing. Raises KeyError for an
    unknown stage, ValueError for a file that can't be read.

    >>> learn("bull", save=False).scene["title"]
    'The Bull'
    """
    return StudyWidget("Learn", list_stages(), open_progress(save), _find_start(study) if study else None)


def study(source: str | os.PathLike[str] | Study, *, save: bool | str | os.PathLike[str] = True) -> StudyWidget:
    """Return one study: by its id, a file (`"my.toml"`), or one that was read. `save` is as in `learn`.

    Raises KeyError for an unknown id, StudyError naming the line for a file that is no study, and ValueError for a study in which
    nothing is asked, like a record.

    >>> study("trump", save=False).scene["title"]
    'Trump'
    """
    if isinstance(source, Study):
        found, board = source, -1
    elif str(source).endswith(".toml"):
        found, board = read_study(Path(source)), -1
    else:
        name, board = _find_start(str(source))
        found = get_study(name)
    if not found.has_questions:
        raise ValueError(f"nothing is asked in {quote(found.title)}: replay() shows a record move by move")
    return StudyWidget(found.shown_title, [found], open_progress(save), (found.id, board))


def cases(
    word: str = "",
    *,
    rule: str = "",
    edition: str = "",
    missed: bool = False,
    save: bool | str | os.PathLike[str] = True,
) -> StudyWidget:
    """Return the shelf Rules: the documented cases and open questions, or those with this word, rule id or edition.

    With `missed`, only those of them that you did and have not yet answered right at once. Raises KeyError for an
    unknown rule, ValueError for an unknown edition or if no case is found. `save` is as in `learn`.

    >>> [stage["boards"] for stage in cases(rule="R35-QA-2", save=False).scene["shelf"]["stages"]]
    [['B26']]
    """
    found = {chapter.id for chapter in list_cases(word, rule=rule, edition=edition)}
    request = " ".join(filter(None, (word, rule, edition)))
    if not found:
        raise ValueError(f"no case is about {quote(request)}; cases() shows them all")
    progress = open_progress(save)
    if missed:
        names = {f"{study.id}/{chapter.id}": chapter.id for study in list_rules(found) for chapter in study.chapters}
        found = {names[name] for name, stars in progress.stars.items() if name in names and stars < MOST_STARS}
        if not found:
            raise ValueError(
                f"you missed no case{f' about {quote(request)}' if request else ''}; cases() shows them all"
            )
    return StudyWidget("Rules", list_rules(found), progress, None)


def case(case_id: str, *, save: bool | str | os.PathLike[str] = True) -> StudyWidget:
    """Return a documented case or an open question, to be guessed and then stepped through. Raises KeyError for an unknown id.

    >>> case("B26", save=False).scene["board"]
    3
    """
    wanted_case = get_case(case_id).id
    studies = list_rules()
    study_id, board = next(
        (study.id, [chapter.id for chapter in study.chapters].index(wanted_case))
        for study in studies
        if any(chapter.id == wanted_case for chapter in study.chapters)
    )
    return StudyWidget("Rules", studies, open_progress(save), (study_id, board))


def problems(
    level: int | None = None,
    *,
    theme: str = "",
    numbers: Sequence[int] = (),
    save: bool | str | os.PathLike[str] = True,
) -> StudyWidget:
    """Return the shelf Problems, or the problems of one level, 1 (easy) to 5, or theme: reach the goal however the hidden cards lie.

    Your first card is asked, and after right ones each later card that matters. Of bids, discards and trumps, simulated deals say what
    each answer costs. The shelf shows your rating, and the next problem is one that fits it; with `numbers` it has these problems only, in
    this order. Raises ValueError for a level without problems, an unknown theme or number. `save` is as in `learn`.

    >>> problems(1, save=False).scene["shelf"]["stages"][0]["title"]
    'Problem 1'
    >>> [stage["title"] for stage in problems(numbers=[33, 12], save=False).scene["shelf"]["stages"]]
    ['Problem 33', 'Problem 12']
    """
    if numbers:
        if level is not None or theme:
            raise ValueError("choose problems by their numbers, or by level and theme, not both")
        chosen = [_find_numbered("problem", number) for number in numbers]
        return StudyWidget("Problems", chosen, open_progress(save), in_order=True)
    found = list_problems(level, find_theme(theme) if theme else "")
    if not found:
        levels = sorted(
            {study.level for study in list_problems(theme=find_theme(theme) if theme else "") if study.level}
        )
        what = f"of {quote(find_theme(theme))} " if theme else ""
        raise ValueError(f"no problem {what}has level {quote(level)}; the levels are {', '.join(map(str, levels))}")
    progress = open_progress(save)
    saved = (
        list_saved_decisions(progress.file.parent / DECISIONS_FOLDER, progress.decisions)
        if progress.file and level is None and not theme
        else []
    )
    return StudyWidget("Problems", [*saved, *found], progress)


def decisions(
    folder: str | os.PathLike[str] = DECISIONS_FOLDER, *, save: bool | str | os.PathLike[str] = True
) -> StudyWidget:
    """Return a person's decisions as problems: *Practice* in the review of a match saves them in the file of progress.

    There are as many finds as mistakes, and nothing tells which is which. The shelf Problems begins with them. Files in `folder` are
    shown, too: earlier releases wrote one for each decision. Raises ValueError if there are none. A file that can't be read is left out,
    with a warning. `save` is as in `learn`.

    >>> decisions("nowhere", save=False)
    Traceback (most recent call last):
    ValueError: no saved decisions: press Practice in the review of a round
    """
    progress = open_progress(save)
    found = list_saved_decisions(Path(folder), progress.decisions)
    if not found:
        raise ValueError("no saved decisions: press Practice in the review of a round")
    return StudyWidget("Your decisions", found, progress)


def problem(number: int | str, *, save: bool | str | os.PathLike[str] = True) -> StudyWidget:
    """Return a problem by its number, or by its name in a link (`p12`). Raises ValueError for an unknown one; `save` is as in `learn`.

    >>> problem(12, save=False).scene["title"], problem("p12", save=False).scene["title"]
    ('Problem 12', 'Problem 12')
    """
    return StudyWidget("Problems", list_problems(), open_progress(save), (_find_numbered("problem", number).id, 0))


def hand(number: int | str, *, save: bool | str | os.PathLike[str] = True) -> StudyWidget:
    """Return an annotated hand by its number or name (`h02`): a whole round that stops where a choice matters.

    Raises ValueError for an unknown one. `save` is as in `learn`.

    >>> hand(2, save=False).scene["title"]
    'Hand 2'
    """
    return StudyWidget("Problems", list_problems(), open_progress(save), (_find_numbered("hand", number).id, 0))


def _find_numbered(word: str, number: int | str) -> Study:
    """Return a problem or a hand by its number or id. Raises ValueError for an unknown one."""
    known = {study.shown_title: study for study in list_problems()}
    number = next((title.split()[1] for title, study in known.items() if study.id == number), number)
    if (title := f"{word.capitalize()} {number}") not in known:
        numbers = sorted(int(name.split()[1]) for name in known if name.startswith(f"{word.capitalize()} "))
        raise ValueError(f"no {word} {quote(number)}; their numbers are {_write_runs(numbers)}")
    return known[title]


def _write_runs(numbers: Sequence[int]) -> str:
    """Return whole numbers in ascending order as runs.

    >>> _write_runs([1, 2, 3, 7, 201, 202])
    '1 to 3, 7, 201 to 202'
    """
    starts = [number for number in numbers if number - 1 not in numbers]
    ends = [number for number in numbers if number + 1 not in numbers]
    return ", ".join(
        f"{start} to {end}" if end > start else f"{start}" for start, end in zip(starts, ends, strict=True)
    )


def _find_start(name: str) -> tuple[str, int]:
    """Return the id of a study and the index of its board in a name like "bull" or "bull/double"."""
    study_id, _, board = name.partition("/")
    ids = [chapter.id for chapter in get_study(study_id).chapters]
    if board and board not in ids:
        raise KeyError(f"no board {quote(board)} in {study_id}; there are {', '.join(ids)}")
    return study_id, ids.index(board) if board else -1


def open_progress(save: bool | str | os.PathLike[str]) -> Progress:
    if save is False:
        return Progress()
    return Progress(PROGRESS_FILE if save is True else save)
