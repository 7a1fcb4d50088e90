"""Exercises of the classroom, answered on the screen."""
