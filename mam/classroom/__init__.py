"""Exercises with a variant for each student, and everything around them: assignments, submissions, grades."""

from mam.classroom.catalog import Exercises, exercises, get_exercise
from mam.classroom.registry import Exercise, Variant
from mam.classroom.tasks import Task, Verdict, check, practice
from mam.classroom.work import Work, open_work

__all__ = [
    "Exercise", "Exercises", "Task", "Variant", "Verdict", "Work", "check", "exercises", "get_exercise", "open_work", "practice",
]  # fmt: skip
