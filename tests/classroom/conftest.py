"""The class of `homework.py` with its assignment made, graded and for practice."""

from collections.abc import Callable

import pytest
from homework import CLASS, EXERCISES, KEY, Homework

from mam.classroom.assigning import assign


@pytest.fixture(scope="session")
def make_homework(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Homework]:
    def make(**options: bool) -> Homework:
        folder = tmp_path_factory.mktemp("class") / "homework-1"
        return Homework(folder, assign(CLASS, EXERCISES, "homework-1", folder, KEY, **options))

    return make


@pytest.fixture(scope="session")
def homework(make_homework: Callable[..., Homework]) -> Homework:
    return make_homework()


@pytest.fixture(scope="session")
def practice_homework(make_homework: Callable[..., Homework]) -> Homework:
    return make_homework(practice=True)
