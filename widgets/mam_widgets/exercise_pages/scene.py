"""The list of exercises, as the browser draws it."""

from collections.abc import Sequence

from mam.classroom.registry import Exercise
from mam_widgets.exercise_pages.schema import ExerciseGroup


def list_groups(exercises: Sequence[Exercise]) -> list[ExerciseGroup]:
    """Return exercises by their kinds, in their order."""
    kinds = dict.fromkeys(exercise.kind for exercise in exercises)
    return [
        {
            "kind": kind,
            "exercises": [
                {"id": exercise.id, "title": exercise.title, "level": exercise.level}
                for exercise in exercises
                if exercise.kind == kind
            ],
        }
        for kind in kinds
    ]
