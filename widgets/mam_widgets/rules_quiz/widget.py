"""The quiz widget: the documented cases as questions, answered before the ruling, the source and the position are shown."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from secrets import randbelow

from mam.games.dictionary import read_words_in_steps
from mam.rules.dealing import check_seed
from mam.rules.editions import get_edition
from mam.support.messages import quote
from mam_widgets.rules_quiz.model import Choice, Quizzing, Score, all_questions
from mam_widgets.rules_quiz.phrases import KINDS
from mam_widgets.rules_quiz.record import QuizRecord
from mam_widgets.rules_quiz.scene import ask_aloud, describe_verdict, draw_quiz, make_quiz_scene, write_quiz
from mam_widgets.rules_quiz.schema import QuizScene
from mam_widgets.shared.messages import on_message
from mam_widgets.shared.widget import SceneWidget

FILE = Path("mam-saves") / "quiz.json"


def quiz(
    edition: str | None = None,
    *,
    kinds: str | Sequence[str] | None = None,
    ids: str | Sequence[str] | None = None,
    seed: int | None = None,
    record: str | Path | bool = True,
) -> "Quiz":
    """Open the rules quiz, the documented cases as questions: answer first, then see the ruling, the source and the position.

    Asked are the cases of an `edition` (all, unless you say), of some `kinds` of question ("capture", "worth", "legal",
    "score", "table"), or those with these `ids` ("B29", or "B29.3" for one question of it); `seed` mixes them. What you miss is
    kept in the file `record` names, `mam-saves/quiz.json` beside the notebook unless you say; `record=False` keeps nothing.
    Raises ValueError for an unknown edition, kind or id, and where no case is left; TypeError for what is no seed or file.

    >>> table = quiz(ids="B29.3", record=False)
    >>> table.question
    'What is the trick worth?'
    >>> table.answer("$40,000").score
    Score(right=1, answered=1)
    """
    choice = Choice(
        get_edition(edition).id if edition is not None else "",
        _check_known(kinds, set(KINDS), "kind of question"),
        _check_known(ids, _list_known_ids(), "documented case"),
    )
    seed = randbelow(1_000_000) if seed is None else check_seed(seed)
    return Quiz(Quizzing(choice, seed, QuizRecord(_file(record))))


def _list_known_ids() -> set[str]:
    return {name for question in all_questions() for name in (question.id, question.case.situation.id)}


def _check_known(chosen: str | Sequence[str] | None, allowed: set[str], kind: str) -> tuple[str, ...]:
    names = () if chosen is None else (chosen,) if isinstance(chosen, str) else tuple(chosen)
    for name in names:
        if name not in allowed:
            options = sorted(allowed)
            listed = (
                ", ".join(options)
                if len(options) < 10
                else f"for example {options[0]} and {options[1]}, up to {options[-1]}"
            )
            raise ValueError(f"no {kind} {quote(name)}: there are {listed}")
    return names


def _file(record: str | Path | bool) -> Path | None:
    if isinstance(record, bool):
        return FILE if record else None
    if not isinstance(record, str | Path) or not str(record):
        raise TypeError(f"record is the name of a file, True or False, not {quote(record)}")
    return Path(record)


class Quiz(SceneWidget):
    """Questions on the documented cases. `question` is the one shown, `score` how many were right of how many answered,
    `missed` the ids of the questions that were wrong the last time, as the learner's file has them.
    """

    _room = Path(__file__).parent

    def __init__(self, quizzing: Quizzing) -> None:
        self._quiz = quizzing
        self._message = ""
        super().__init__()

    @property
    def question(self) -> str:
        return self._quiz.question.text

    @property
    def score(self) -> Score:
        return self._quiz.score

    @property
    def missed(self) -> tuple[str, ...]:
        return self._quiz.record.missed

    def answer(self, *given: int | str) -> "Quiz":
        """Answer the question shown and return the widget: places of choices from 0, or numbers. Raises ValueError for what
        is no answer."""
        self._answer(list(given))
        self._refresh()
        return self

    def go(self, index: int) -> "Quiz":
        """Show the question with this number from 0 (or the nearest) and return the widget."""
        self._message = ""
        self._quiz.go_to(index)
        self._refresh()
        return self

    @on_message("answer")
    def _answer(self, given: list[int | str]) -> None:
        marked = self._quiz.answer(given)
        self._message = " ".join(describe_verdict(self._quiz.question, marked))

    def _before_message(self) -> None:
        self._message = ""

    @on_message("go_to")
    def _go_to(self, index: int) -> None:
        self._quiz.go_to(index)

    @on_message("shuffle")
    def _restart(self) -> None:
        self._quiz.begin(self._quiz.choice, self._quiz.next_seed)

    @on_message("choose")
    def _choose(self, edition: str | None = None, kind: str | None = None, missed: bool | None = None) -> None:
        """Begin again with other questions; what the message leaves out stays as it was."""
        quiz, before = self._quiz, self._quiz.choice
        chosen_edition = before.edition if edition is None else edition
        kinds = before.kinds if kind is None else (kind,) if kind else ()
        choice = Choice(
            get_edition(chosen_edition).id if chosen_edition else "",
            _check_known(kinds, set(KINDS), "kind of question"),
            before.ids if edition is None and kind is None else (),
            before.missed if missed is None else missed,
        )
        quiz.begin(choice, quiz.next_seed)
        self._message = f"{len(quiz.deck)} question{'' if len(quiz.deck) == 1 else 's'}. {ask_aloud(quiz)}"

    def warm_up(self) -> Iterator[None]:
        """Work out how hard each question is, too: other questions come in that order."""
        yield from super().warm_up()
        yield from read_words_in_steps()
        for question in all_questions():
            yield
            question.difficulty  # noqa: B018

    def _make_scene(self) -> QuizScene:
        return make_quiz_scene(self._quiz, self._message)

    def _picture(self) -> str:
        return draw_quiz(self.scene)

    def _words(self) -> str:
        return write_quiz(self.scene)
