"""The quiz on a page: its answers are saved in the browser, where another tab may add to them."""

from dataclasses import dataclass
from typing import Any

from mam_widgets.rules_quiz.model import Choice, Quizzing
from mam_widgets.rules_quiz.record import QuizRecord, format_answers, parse_answers
from mam_widgets.rules_quiz.widget import Quiz
from mam_widgets.site.on_page import QUIZ, OnPage, Opening, PageActions, SaveError


@dataclass
class SavedAnswers(QuizRecord):
    """The answers as the browser has them."""

    page_actions: PageActions = PageActions()

    def add(self, question: str, right: bool) -> None:
        super().add(question, right)
        self.save()

    def save(self) -> None:
        """Save all answers."""
        self.page_actions.save(
            QUIZ, format_answers(self.answered), f"Rules quiz · {len(self.answered)} questions answered"
        )

    def merge(self, answered: dict[str, dict[str, Any]]) -> None:
        """Add other answers: for each question, whichever side has more of them."""
        for name, counts in answered.items():
            if (own_counts := self.answered.get(name)) is None or _count(counts) > _count(own_counts):
                self.answered[name] = counts


class SavedQuiz(Quiz, OnPage):
    """The quiz on a page."""

    save_name = QUIZ

    def __init__(self, answers: SavedAnswers) -> None:
        self._answers = answers
        super().__init__(Quizzing(Choice("make-a-million-1935"), 7, answers))

    def take_saved(self, text: str) -> None:
        self._answers.answered = _read_answers(text)

    def take_file(self, text: str) -> None:
        """Add the answers of a file. Raises ValueError for anything else."""
        self._answers.merge(parse_answers(text))
        self._answers.save()
        self._refresh()

    def export(self) -> tuple[str, str]:
        return "make-a-million-quiz.json", format_answers(self._answers.answered)


def open_quiz(opening: Opening) -> SavedQuiz:
    """The quiz, with the answers that were given before."""
    answered = _read_answers(opening.text) if opening.text is not None else {}
    return SavedQuiz(SavedAnswers(answered=answered, page_actions=opening.page_actions))


def _read_answers(text: str) -> dict[str, dict[str, Any]]:
    try:
        return parse_answers(text)
    except ValueError as error:
        raise SaveError(f"Your answers to the quiz can't be read: {error}.") from None


def _count(counts: dict[str, Any]) -> int:
    return int(counts["right"]) + int(counts["wrong"])
