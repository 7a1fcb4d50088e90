"""Homework without Jupyter: a page that opens a class file with a student's code, keeps the answers, and writes a sealed text to hand in.

It is JavaScript alone; what it opens and writes is that of `mam.classroom.class_files`, `codes` and `hand_ins`.
"""
