"""Exercises with a variant for each student, and the classroom round them: assignments, submissions, grades."""

from mam.classroom.exercise import Exercise, Exercises, Variant, exercises, get_exercise
from mam.classroom.practice import Task, Verdict, check, practice

__all__ = ["Exercise", "Exercises", "Task", "Variant", "Verdict", "check", "exercises", "get_exercise", "practice"]
