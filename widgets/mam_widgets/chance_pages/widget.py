"""The shelf Chance, or one page of it: a guess, a picture that can be dragged, and four questions."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NotRequired, TypedDict

from mam import drawing
from mam.chance import Page, find_page, find_title, list_pages, make_tables, show_page
from mam.chance.tables import PAGE_IDS
from mam.studies.progress import Progress
from mam.studies.schedule import list_due
from mam_widgets.shared.background import TURN
from mam_widgets.shared.host import Host, make_field
from mam_widgets.shared.messages import find_answer, on_message
from mam_widgets.shared.offers import Fact, read_offers
from mam_widgets.studies.widget import open_progress

if TYPE_CHECKING:
    import pandas as pd

TITLE = "Chance"


class TrueGuess(TypedDict):
    """What would have been guessed right, with the words around it; a chance is a part of `whole` (100 for percent), else `whole` is 0."""

    answer: float
    whole: int
    before: str
    after: str


class Tile(TypedDict):
    """A page on the shelf; what would have been guessed right is left out while a page is open: counting it takes seconds."""

    id: str
    title: str
    guess: NotRequired[TrueGuess]


class ShelfScene(TypedDict):
    """What the shelf shows: a tile for each page, and links to what stands beside it."""

    title: str
    stages: list[Tile]
    also: list[dict[str, str]]


def make_shelf(also: Mapping[str, str] | None = None) -> ShelfScene:
    """Return the shelf; `also` are other pages: what each is called, and where it is."""
    links = [{"label": label, "address": address} for label, address in (also or {}).items()]
    return {"title": TITLE, "stages": [_make_tile(page) for page in list_pages()], "also": links}


def _make_tile(page: Page) -> Tile:
    scale = make_tables(page.id)["guess"]
    guess: TrueGuess = {
        "answer": float(page.guess.answer) * scale["factor"],
        "whole": scale.get("whole", 0),
        "before": scale["before"],
        "after": scale["after"],
    }
    return {"id": page.id, "title": page.title, "guess": guess}


class ChanceWidget(Host):
    """Pages on probability. The browser judges the answers, and what was answered is kept here."""

    _room = Path(__file__).parent
    scene: Any = make_field()

    def __init__(self, progress: Progress, page: str = "") -> None:
        self._progress = progress
        self._page: Page | None = find_page(page) if page else None
        self._count = 0
        super().__init__(scene=self._make_scene())

    @property
    def stars(self) -> dict[str, int]:
        """The stars of each question that was answered, by its name (`chance-bayes/1`)."""
        return dict(self._progress.stars)

    @property
    def guess(self) -> int | float | None:
        """What was guessed before the page was seen, on the scale of its slider; None before that."""
        return self._progress.guesses.get(f"chance-{self._need_page().id}/guess")

    @property
    def checks(self) -> list[int]:
        """The stars of the page's four questions; 0 for one that was not answered."""
        return [self._progress.stars.get(name, 0) for name in self._need_page().names]

    @property
    def words(self) -> str:
        """What the page says of its picture."""
        return self._need_page().words

    @property
    def table(self) -> "pd.DataFrame":
        """The table of the page: a row for every stop of its controls."""
        import pandas as pd

        table = make_tables(self._need_page().id)["table"]
        return pd.DataFrame(table["rows"], columns=table["columns"])

    def how(self) -> None:
        """Print the lines of Python that compute the page's numbers, ready to run.

        >>> chance("tells", save=False).how()
        alone = 13 * 13  # the 7 in one of East's places, the 8 in one of West's
        both = 13 * 12  # the 7 and the 8 in two of East's places
        shown = both / 2  # with both, East plays the 7 half of the time
        print(f"as dealt, West has the 8: {alone / (alone + both):.0%}")
        print(f"given the 7: {alone / (alone + shown):.1%}")
        """
        print(self._need_page().how, end="")

    def _need_page(self) -> Page:
        """Return the page that is open. Raises LookupError on the shelf."""
        if self._page is None:
            raise LookupError("open a page first: click it, or name it, like chance('bayes')")
        return self._page

    @on_message("open")
    def open_page(self, study: str) -> None:
        """Open a page by its id."""
        self._page = find_page(study)
        self._count += 1

    @on_message("shelf")
    def show_shelf(self) -> None:
        """Show the shelf."""
        self._page = None

    @on_message("done")
    def finish_question(self, name: str, stars: int, grade: str) -> None:
        """Record a question's answer: its name (`chance-bayes/1`), stars from 0 to 3, and "again", "hard" or "good"."""
        self._progress.record(name, stars, grade)

    @on_message("guess")
    def keep_guess(self, name: str, guess: float) -> None:
        """Keep what was guessed before a page was seen, by its name (`chance-bayes/guess`); the first guess stays."""
        self._progress.record_guess(name, guess)

    def handle_message(self, message: object) -> None:
        """Do what the browser asks. What cannot be done becomes a sentence in the scene."""
        with TURN:
            try:
                find_answer(message, self)()
                self.scene = self._make_scene()
            except Exception as error:  # a learner gets a sentence, never a dead button
                self.scene = {**self._make_scene(), "fault": f"{error}"}

    def _make_scene(self) -> dict[str, Any]:
        pages = tuple(f"chance-{page_id}/" for page_id in PAGE_IDS)
        try:
            due, fault = [name for name in list_due(self._progress.answers) if name.startswith(pages)], ""
        except ImportError as error:
            due, fault = [], f"{error}"
        return {
            "title": self._page.title if self._page else TITLE,
            "shelf": _list_titles() if self._page else make_shelf(),
            "study": show_page(self._page) if self._page else None,
            "count": self._count,
            "progress": dict(self._progress.stars),
            "guesses": dict(self._progress.guesses),
            "guess_days": {name: f"{day}" for name, day in self._progress.guess_days.items()},
            "due": due,
            "fault": "" if self._page else fault,
        }

    # What a notebook without a kernel shows

    def _picture(self) -> str:
        page = self._page
        heading, lines = (
            ("Guess before you look", [page.goal, page.guess.ask]) if page else ("Pages", [*map(find_title, PAGE_IDS)])
        )
        return drawing.page_svg(self.scene["title"], [(heading, lines)])

    def _words(self) -> str:
        page = self._page
        if page is None:
            return f"{TITLE}: {', '.join(map(find_title, PAGE_IDS))}"
        return f"{page.title}: {page.goal} {page.guess.ask}"

    def describe(self) -> str:
        """Return in words what is asked, and what can be done first."""
        stage = "guess" if self._page else "shelf"
        due, guesses = len(self.scene["due"]), len(self._progress.guesses)
        facts: dict[str, Fact] = {
            "due": due,
            "has_due": due > 0,
            "guesses": guesses,
            "has_guesses": guesses > 0,
            "back": TITLE,
        }
        return f"{self._words()}\n\n{read_offers(self._room).describe(stage, facts)}"


def _list_titles() -> ShelfScene:
    """Return what a page needs of the shelf that it stands on."""
    return {
        "title": TITLE,
        "stages": [{"id": page_id, "title": find_title(page_id)} for page_id in PAGE_IDS],
        "also": [],
    }


def chance(page: str = "", *, save: bool | str | os.PathLike[str] = True) -> ChanceWidget:
    """Return the shelf Chance: pages on probability, or one of them by its id, like "bayes".

    What was answered is kept in `progress.toml` beside the notebook, or in the file `save`; False keeps nothing. Raises KeyError for an
    unknown page, ValueError for a file that can't be read.

    >>> print(chance("counting", save=False).describe())
    Counting: You pick up two cards from the pack. How many different hands of two are possible from all 55 cards?
    <BLANKLINE>
    You can now:
      See (key n)
      Back to Chance (key Escape)
    """
    return ChanceWidget(open_progress(save), page)
