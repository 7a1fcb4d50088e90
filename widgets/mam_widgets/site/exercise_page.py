"""The exercises as a page: the address names one, and what is done stays in the browser."""

from typing import Any
from urllib.parse import quote

from mam.classroom import exercises, get_exercise
from mam.classroom.catalog import find_current_id
from mam.classroom.tasks import MOST_VARIANTS
from mam.studies.progress import Progress
from mam_widgets.exercise_pages.widget import ExerciseWidget, name_exercise
from mam_widgets.shared.host import make_field
from mam_widgets.site.links import LinkError, read_number, shorten
from mam_widgets.site.on_page import OnPage, Opening


class ExercisePage(ExerciseWidget, OnPage):
    """Exercises on a page. `progress` are the stars of what was done here, which the page adds to those of its browser."""

    progress: Any = make_field()

    def handle_message(self, message: object) -> None:
        """Do what the browser asks, and send what is done."""
        super().handle_message(message)
        self.progress = {name_exercise(id): stars for id, stars in self.stars.items()}

    def write_address(self, opened: str) -> str:
        """Return the exercise that is shown, its variant if it is not the first, and whose it is if it is anybody's own."""
        if not self.task:
            return ""
        variant = f"&variant={self.task.variant}" if self.task.variant > 1 else ""
        student = f"&student={quote(self.task.student, safe='')}" if self.task.student else ""
        return f"{self.task.exercise.id}{variant}{student}"

    def write_link(self, opened: str) -> str:
        """Return the same: whoever opens it has these variants, too."""
        return self.write_address(opened)


def open_exercises(opening: Opening) -> ExercisePage:
    """Return the list, or the exercise of an address. Raises LinkError for one that there is not."""
    progress = Progress()
    for name, stars in opening.stars.items():
        progress.record(name, stars)
    student = opening.fields.get("student", "")
    return ExercisePage(exercises(), progress, student=student, start=_find_start(opening.fields))


def _find_start(fields: dict[str, str]) -> tuple[str, int] | None:
    if "id" not in fields:
        return None
    variant = read_number(fields, "variant", "A variant")
    try:
        id = find_current_id(get_exercise(fields["id"]).id)
    except ValueError:
        raise LinkError(f"There is no exercise “{shorten(fields['id'])}”.") from None
    if variant is not None and not 1 <= variant <= MOST_VARIANTS:
        raise LinkError(f"A variant is a number from 1 to {MOST_VARIANTS}, not {variant}.")
    return id, variant or 1
