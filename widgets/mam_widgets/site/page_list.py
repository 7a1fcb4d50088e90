"""The pages of the site: their names, titles, and what stands on them."""

from collections.abc import Callable
from dataclasses import dataclass, field

from mam.studies.study import Study
from mam_widgets.studies.lesson import list_problems, list_rules, list_stages

EXERCISES = "exercise_pages"
PLACES = (("learn", "Learn"), ("play", "Play"), ("problems", "Problems"), ("chance", "Chance"), ("rules", "Rules"))
MOVED_PAGES = {
    "labs": {"": "bids/", "probability": "probability/"},
    "quiz": {"": "rules/"},
}  # pages that had another address: where each leads now, by what follows # in it


@dataclass(frozen=True)
class ShelfPage:
    """A page of studies, which needs no Python; `part` is the heading of what is opened there."""

    name: str
    title: str
    description: str
    part: str
    list_studies: Callable[[], list[Study]]
    also: dict[str, str] = field(
        default_factory=dict
    )  # other pages of this shelf: what each is called, and where it is


SHELVES = (
    ShelfPage(
        "learn",
        "Learn Make-a-Million",
        "Learn a 1934 card game by playing it: small boards, from one trick to a million.",
        "Boards",
        list_stages,
        {"Exercises": "../exercises/"},
    ),
    ShelfPage(
        "rules",
        "Rules of Make-a-Million",
        "Every documented case of the rules: guess, play it card by card, and change it.",
        "Cases",
        list_rules,
    ),
    ShelfPage(
        "problems",
        "Make-a-Million problems",
        "Hands in which the defense sees every card: find the play that works however the cards lie.",
        "Problems",
        list_problems,
        {"Bidding lab": "../bids/#bidding", "Discard lab": "../bids/#discard"},
    ),
)


@dataclass(frozen=True)
class Page:
    """A plain page: its first widget, and those that its address can ask for."""

    name: str
    title: str
    description: str
    part: str  # the heading of what Python fills
    kinds: dict[str, str]  # each with what it is called in the page's menu
    shelf: str = ""  # on which it stands, if it is not one itself
    styles: str = "widgets"  # its style sheet


PAGES = (
    Page(
        "play",
        "Play Make-a-Million",
        "A whole match against three opponents, in your browser.",
        "Table",
        {"play": "", "stepper": ""},
    ),
    Page(
        "bids",
        "Make-a-Million bids and discards",
        "What a bid or a discard is worth, computed in your browser.",
        "Lab",
        {"bidding": "Bidding", "discard": "Discard"},
        "problems",
    ),
    Page(
        "probability",
        "Make-a-Million probability lab",
        "The probability of anything about the cards, exact, in your browser.",
        "Lab",
        {"probability": ""},
        "chance",
    ),
    Page(
        "exercises",
        "Make-a-Million exercises",
        "Exercises on the rules, on probability and on decisions: every wrong answer gets its reason.",
        "Exercise",
        {"exercise": ""},
        "learn",
        EXERCISES,
    ),
)


@dataclass(frozen=True)
class ScriptPage:
    """A page that its script fills by itself: the heading of what it fills, its style sheet, and the buttons of its menu."""

    name: str
    title: str
    description: str
    part: str
    script: str
    styles: str
    menu: dict[str, str] = field(default_factory=dict)


HOMEWORK = "homework"  # the page of class files
TEACHER = "teacher"  # the page on which teachers drop files
CHANCE = "chance"  # the shelf of pages on probability
CHANCE_ALSO = {"Probability lab": "../probability/"}
WALL = "wall"  # the page for a projector
