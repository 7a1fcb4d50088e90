"""A class at one table: what a teacher fixed of a round that every student plays on, and what can't be done there."""

from dataclasses import dataclass

MAX_TITLE = 60  # characters

NO_UNDO = "At a class table every move stands: there is no undo."
NO_HINT = "At a class table there are no hints."
NO_CHANGE = "Your teacher has chosen the players of this table, the same for everybody."
NO_REAL_TABLE = "At a class table a wrong card is refused, the same for everybody."
ONE_ROUND = "The round is over, and a class table is one round: hand it in."


@dataclass(frozen=True)
class ClassTable:
    """A round that a teacher began: its `title`, and how many `moves` were made before the students play on."""

    title: str
    moves: int

    def __post_init__(self) -> None:
        if not self.title.strip() or not self.title.isprintable() or len(self.title) > MAX_TITLE:
            raise ValueError(f"a class table has a title of 1 to {MAX_TITLE} characters on one line, like “Period 3”")
