"""Exercises with a variant for each student, and everything around them: assignments, submissions, grades."""

from mam.classroom.catalog import Exercises, exercises, get_exercise
from mam.classroom.predictions import PredictionError, read_predictions, score_by_week
from mam.classroom.registry import Exercise, Variant
from mam.classroom.steps import check_step
from mam.classroom.tasks import Task, Verdict, check, practice
from mam.classroom.work import Work, open_work
from mam.support.brier import Prediction, PredictionScore, score_predictions

__all__ = [
    "Exercise", "Exercises", "Prediction", "PredictionError", "PredictionScore", "Task", "Variant", "Verdict", "Work", "check",
    "check_step", "exercises", "get_exercise", "open_work", "practice", "read_predictions", "score_by_week", "score_predictions",
]  # fmt: skip
