"""What a scene says about a record: the step that is shown, the marks of the bar, and the branches."""

from typing import TypedDict


class Tick(TypedDict):
    """A mark on the stepper's bar."""

    step: int
    label: str


class CurrentBranch(TypedDict):
    """The branch shown; `step` is where it leaves the record."""

    name: str
    step: int
    index: int


class Branch(CurrentBranch):
    """A branch of the record; `moves` counts those that it adds."""

    moves: int


class StepPlace(TypedDict):
    """The moment of a record in words: the `label` says the place, and the position in it as a number of this unit."""

    label: str
    place: str
    unit: str
    position: str


class StepperBar(StepPlace):
    """Where in a record the table stands."""

    step: int
    last_step: int
    ticks: list[Tick]
    branch: CurrentBranch | None
    branches: list[Branch]
