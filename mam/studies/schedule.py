"""When a board is due again: what was missed comes back when it is about to be forgotten.

The scheduler is FSRS, by the package `fsrs` here and by `ts-fsrs` on a page (`schedule.js`), both with the same published weights; days are
whole days and nothing is random, so both name the same day. A board's history is all that either needs.
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime

from mam.studies.progress import GOOD, Answers


def find_due(answers: Answers) -> date:
    """Return the day on which a board with these answers is due. Raises ImportError where the package fsrs is missing.

    >>> find_due({date(2026, 11, 27): "again", date(2026, 11, 28): "good"})
    datetime.date(2026, 11, 30)
    """
    try:
        from fsrs import Card, Rating, Scheduler
    except ImportError:
        raise ImportError('boards are repeated by the package fsrs. Install it with: pip install "mam[lab]"') from None
    scheduler = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)  # days, not minutes; no chance
    card = Card(card_id=0)
    for day, grade in sorted(answers.items()):
        when = datetime(day.year, day.month, day.day, tzinfo=UTC)
        card, _ = scheduler.review_card(card, Rating[grade.capitalize()], when)
    return card.due.date()


def list_due(answers: Mapping[str, Answers], today: date | None = None) -> list[str]:
    """Return the names of the boards to repeat today, the longest due first.

    A board is repeated from the first day on which it was answered wrong, or with a hint; one that was always right at once is not.

    >>> history = {"bull/double": {date(2026, 11, 27): "again"}, "bear/home": {date(2026, 11, 27): "good"}}
    >>> list_due(history, date(2026, 12, 24)), list_due(history, date(2026, 11, 27))
    (['bull/double'], [])
    """
    day = today or date.today()
    missed_boards = {board: days for board, days in answers.items() if any(grade != GOOD for grade in days.values())}
    due = sorted((find_due(days), board) for board, days in missed_boards.items())
    return [board for when, board in due if when <= day]
