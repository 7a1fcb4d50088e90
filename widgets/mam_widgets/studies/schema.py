"""What the player of studies shows: plain data (JSON), the same from Python and from a page without it."""

from typing import NotRequired, TypedDict

from mam.studies.schema import AnswerShown, BoardQuestions, CaseStory, PriceShown, Question, RoundShown


class CaseListed(TypedDict):
    """A documented case in a list, without its title, which may tell the answer; `words` is what else it can be found by."""

    id: str
    question: str
    kind: str
    edition: str
    words: str


class Stage(TypedDict):
    """A study on the shelf, with the ids of its boards, and those of them that are documented cases; `group` is the heading under which
    it stands, empty for the course. A problem has a number, a rating and themes; `coached` are whole rounds.
    `from_file` is said by a page that opened it."""

    id: str
    title: str
    group: str
    boards: list[str]
    cases: list[CaseListed]
    rating: NotRequired[int]
    themes: NotRequired[list[str]]
    coached: NotRequired[bool]
    number: NotRequired[int]
    from_file: NotRequired[bool]


class PageLink(TypedDict):
    """Another page: what its link says, and its address."""

    label: str
    address: str


class Shelf(TypedDict):
    """The studies that can be opened; `also` are other pages of the same shelf."""

    title: str
    stages: list[Stage]
    also: NotRequired[list[PageLink]]


class ThemeRated(TypedDict):
    """A theme of problems, how many of its problems were answered, and a learner's rating in it; without any it is only a start."""

    name: str
    rating: int
    count: int


class Practice(TypedDict):
    """What to solve next: a learner's rating, its standard deviation and how many problems gave it, the themes, the weakest first, and the
    ids of the next problem ("" if all are answered) and of the problem of the day."""

    rating: int
    deviation: int
    count: int
    themes: list[ThemeRated]
    next: str
    daily: str


class StudyShown(TypedDict):
    """A study without an answer; see `mam.studies.schema.StudyTree`."""

    id: str
    shelf: str
    title: str
    edition: str
    counts: str
    seats: dict[str, str]
    sides: list[list[str]]
    intro: str
    moral: str
    teaches: list[str]
    hide: list[str]
    is_test: bool
    pass_mark: int
    boards: list[BoardQuestions]


class Reply(TypedDict):
    """What was said to an answer, or the hints that were given; `count` tells two equal replies apart. `question` is the decision of a
    problem that follows, `prices` are those of all answers."""

    board: int
    stop: int
    answer: NotRequired[str]
    shown: NotRequired[AnswerShown]
    question: NotRequired[Question]
    prices: NotRequired[list[PriceShown]]
    hints: NotRequired[list[str]]
    count: NotRequired[int]


class StoryShown(TypedDict):
    """A documented case after its answer."""

    board: int
    case: CaseStory


class LiveShown(TypedDict):
    """A live round of a board: a coached hand, or a case that is played on from a `moment`."""

    board: int
    moment: str
    shown: RoundShown


class StudyScene(TypedDict):
    """The shelf, and the study that is open. `progress` are the stars of each board that was done, and `due`, while the shelf is
    shown, the names of those to repeat today; `practice` is there for problems. `story` is the case that is answered, and `round` what is played. `board` is −1 where
    the first one that is not done is to be opened."""

    title: str
    shelf: Shelf
    study: StudyShown | None
    board: int
    reply: Reply | None
    story: StoryShown | None
    round: LiveShown | None
    progress: dict[str, int]
    due: list[str]
    practice: NotRequired[Practice]
    fault: str
