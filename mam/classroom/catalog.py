"""All exercises, found by id, kind or level; the files in `topics/` are imported when the first one is asked for."""

from dataclasses import replace
from difflib import get_close_matches
from importlib import import_module
from pkgutil import iter_modules

from mam.classroom import topics
from mam.classroom.registry import KINDS, LEVELS, Exercise, former_ids, known_exercises
from mam.support.messages import quote


class Exercises(tuple[Exercise, ...]):
    """Exercises in order of kind and level; shown as a table."""

    __slots__ = ()

    def __str__(self) -> str:
        width = max((len(exercise.id) for exercise in self), default=0)
        lines = []
        for kind in KINDS:
            group = [exercise for exercise in self if exercise.kind == kind]
            lines += [f"{kind}, {len(group)}"] * bool(group)
            lines += [f"  {exercise.id:<{width}}  level {exercise.level}  {exercise.title}" for exercise in group]
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_markdown_(self) -> str:
        rows = [
            f"| `{exercise.id}` | {exercise.title} | {exercise.kind} | {exercise.level} | {exercise.lesson_name} |"
            for exercise in self
        ]
        return "\n".join(["| exercise | | kind | level | lesson |", "|---|---|---|---|---|", *rows])


def exercises(kind: str | None = None, level: int | None = None) -> Exercises:
    """Return all exercises, or those of one kind (rules, probability, decisions, programming) or level (1 first steps … 5 very hard).

    Raises ValueError for an unknown kind or level.

    >>> len(exercises()) == sum(len(exercises(kind)) for kind in KINDS)
    True
    """
    if kind is not None and kind not in KINDS:
        raise ValueError(f"no kind {quote(kind)}: choose one of {', '.join(KINDS)}")
    if level is not None and level not in LEVELS:
        raise ValueError(f"no level {quote(level)}: choose 1 to {len(LEVELS)}")
    _import_topics()
    matches = [
        exercise
        for exercise in known_exercises.values()
        if kind in (None, exercise.kind) and level in (None, exercise.level)
    ]
    return Exercises(sorted(matches, key=lambda exercise: (KINDS.index(exercise.kind), exercise.level, exercise.id)))


def get_exercise(id: str) -> Exercise:
    """Return the exercise with this id. Raises ValueError for an unknown id, and names the nearest one.

    By a former id it keeps that name, by which its variants are drawn: an assignment has those that were handed out.

    >>> get_exercise("who-captures").kind
    'rules'
    """
    _import_topics()
    if current := former_ids.get(id):
        return replace(known_exercises[current], id=id)
    if id not in known_exercises:
        matches = get_close_matches(f"{id}", known_exercises, 1)
        suggestion = f" (did you mean {quote(matches[0])}?)" if matches else ""
        raise ValueError(f"no exercise {quote(id)}{suggestion}: “mam exercises” lists them all")
    return known_exercises[id]


def find_current_id(id: str) -> str:
    """Return the id that an exercise has now.

    >>> find_current_id("error-of-a-share"), find_current_id("set-back")
    ('standard-error', 'set-back')
    """
    _import_topics()
    return former_ids.get(id, id)


def _import_topics() -> None:
    """Import every file of exercises: importing it registers them."""
    for module in iter_modules(topics.__path__):
        import_module(f"{topics.__name__}.{module.name}")
