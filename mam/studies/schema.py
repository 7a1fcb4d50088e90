"""What the tree of answers of a study consists of: plain data (JSON) with which a page asks, judges and shows every reply.

A step has two parts. The `question` holds no answer, also not by what it leaves out; the `answers` hold all of them. Cards are codes, `??` is an
unseen card; amounts are thousands of dollars.
"""

from typing import Literal, NotRequired, TypedDict

Ask = Literal["card", "move", "bid", "discard", "call", "trump", "seat", "amount", "number", "choice", "mark"]
Verdict = Literal["right", "wrong", "illegal"]


class PlayedCard(TypedDict):
    """A card and who played it."""

    seat: str
    card: str


class CallMade(TypedDict):
    """A call: "pass" or an amount."""

    seat: str
    call: str


class Promise(TypedDict):
    """Who is to make what; an `amount` of 0 is unknown."""

    seat: str
    amount: int


class SideAmounts(TypedDict):
    """An amount of your side and one of the others."""

    we: int
    they: int


class BoardTable(TypedDict):
    """What lies on the table at a moment. A part that the study does not name is empty, or null.

    `you` is empty where nobody is asked to act, `turn` the seat to act, empty where that is asked; `dummy` is the hand that you play
    now, where it is not your own. `open` are the seats whose cards
    everybody sees. `tricks` are earlier ones, without their winners; `nest` the cards that you have picked up, which are in your
    hand too. `captured` and `totals` are amounts (thousands of dollars, or points) of "we" and "they" on a board, by side in a case.
    `words` are those of a letter game; `partners` are the seats of your side where only the bidding decides that. `unseen` are the
    cards of a problem that lie in the hidden hands and discards.
    """

    phase: str
    you: str
    turn: str
    dealer: str
    trump: str
    hands: dict[str, list[str]]
    open: list[str]
    trick: list[PlayedCard]
    tricks: list[list[PlayedCard]]
    calls: list[CallMade]
    bid: Promise | None
    captured: dict[str, int] | None
    totals: dict[str, int] | None
    nest: list[str]
    dummy: NotRequired[str]
    is_your_dummy: NotRequired[bool]
    words: NotRequired[list[str]]
    partners: NotRequired[list[str]]
    unseen: NotRequired[list[str]]


class ChoiceOffered(TypedDict):
    """An answer that is offered as a button, and what stands on it."""

    answer: str
    label: str


class TrickShown(TypedDict):
    """A trick that the replies complete: who takes it, its value, and what Bull and Bear do to it ("×2", "×0" or nothing)."""

    winner: str
    value: int
    effect: str


class LineTrick(TrickShown):
    """A trick of a line, with its cards in order."""

    plays: list[PlayedCard]


class Question(TypedDict):
    """What is asked, before any answer: `hints` is how many there are, `size` how many cards are chosen.

    With `is_typed` the answer is a number in a field: of an amount the thousands. Among the answers, `other` stands for all that are not named.
    `earlier` are the complete tricks of an annotated hand before this moment, to look back at.
    """

    ask: Ask
    text: str
    goal: str
    given: str
    size: int
    hints: int
    choices: list[ChoiceOffered]
    table: BoardTable
    is_typed: NotRequired[bool]
    earlier: NotRequired[list[LineTrick]]


class Refusal(TypedDict):
    """Why an answer is illegal, under which rule, and where that is printed."""

    text: str
    rule: str
    source: str


class AnswerShown(TypedDict):
    """What an answer leads to: the cards in order, your own first, the tricks they complete, and what the sides then have; of a move
    that is no card of a trick, the `table` after it.

    `cost` is how many stars it costs. An illegal answer has a refusal and nothing else. In a problem `outcome` says what comes of it, `layout` is how the hidden cards
    lay, by seat; `next` is the index of the step that follows, −1 at the end, and `plan` then says what works in every layout, with
    a `line` of it against a layout that beats a wrong card; of an annotated hand its result, and all its tricks.
    """

    verdict: Verdict
    cost: int
    sentence: str
    outcome: NotRequired[str]
    refusal: NotRequired[Refusal]
    plays: NotRequired[list[PlayedCard]]
    tricks: NotRequired[list[TrickShown]]
    captured: NotRequired[SideAmounts]
    table: NotRequired[BoardTable]
    layout: NotRequired[dict[str, list[str]]]
    next: NotRequired[int]
    plan: NotRequired[list[str]]
    line: NotRequired[list[LineTrick]]


class PriceShown(TypedDict):
    """What an answer costs beside the best one, with the 95% margin, in thousands of dollars; `grade` is "right", "close" (about as
    good) or "wrong"."""

    answer: str
    label: str
    cost: int
    margin: int
    grade: Literal["right", "close", "wrong"]


class Answers(TypedDict):
    """All answers to a question. Those that lead to the same as another one stand in `same`, by the text of that one.

    `prices` are those of the answers, the best first, where simulated deals judge them.
    """

    right: list[str]
    hints: list[str]
    answers: dict[str, AnswerShown]
    same: dict[str, str]
    prices: NotRequired[list[PriceShown]]


class Step(TypedDict):
    """A stop: its question, and its answers."""

    question: Question
    answers: Answers


# Documented cases


class RuleCited(TypedDict):
    """Why a step is as it is, or why a card may not be played: the sentence, the rule, and where that is printed."""

    rule: str
    text: str
    source: str


class FactShown(TypedDict):
    """What the engine was asked, in words, and its answer."""

    text: str
    answer: str


class CaseStep(TypedDict):
    """A move of the story, with the rules that the engine cites; `words` say it where no rule does. Of a wrong card that lies on the table, `is_wrong` holds.

    `card` is empty where no card is played; then `table` shows what came of the move. `trick` is the trick that a card completes, and
    `captured` what each side has then.
    """

    moment: str
    seat: str
    text: str
    words: str
    card: str
    is_wrong: bool
    rules: list[RuleCited]
    trick: NotRequired[TrickShown]
    captured: NotRequired[dict[str, int]]
    table: NotRequired[BoardTable]


class CaseCount(TypedDict):
    """What is counted where nothing is played."""

    text: str
    facts: list[FactShown]


class CaseVariation(TypedDict):
    """What is changed, in words, the answer, and the changed story; `same` says whether the facts are those of the case itself."""

    text: str
    answer: str
    same: bool
    facts: list[FactShown]
    table: BoardTable
    steps: list[CaseStep]


class CaseEdition(TypedDict):
    """The story under another edition. `parting` is the moment at which it differs first, empty where nothing does.

    `playable` are the cards that may be played then, `story_playable` those in the story itself.

    Where the rules refuse a move of the story, that is the answer, and `table` is null.
    """

    edition: str
    name: str
    same: bool
    parting: str
    playable: list[str]
    story_playable: list[str]
    facts: list[FactShown]
    table: BoardTable | None
    steps: list[CaseStep]


class CaseReading(TypedDict):
    """One of two readings of an open question, played; `parting` is the moment at which the two differ first, and `playable`
    are the cards that may be played then."""

    name: str
    text: str
    why: str
    parting: str
    playable: list[str]
    facts: list[FactShown]
    table: BoardTable
    steps: list[CaseStep]


class CaseAsked(TypedDict):
    """What a reader of a case sees before the answer.

    `kind` is "question", "worked example", "number", "own figures" or "open question"; `people` are the document's names of the
    seats; `table` is the moment at which the reader comes in; `counts` is "money", "points" or "tricks".
    """

    kind: str
    edition: str
    edition_name: str
    counts: str
    seats: dict[str, str]
    sides: list[list[str]]
    people: dict[str, str]
    source: str
    setup: str
    question: str
    table: BoardTable


class CaseStory(TypedDict):
    """What follows the answer: the story step by step, and what would change it. The title may tell the answer."""

    title: str
    answer: str
    moral: str
    rules: list[RuleCited]
    steps: list[CaseStep]
    counts: list[CaseCount]
    variations: list[CaseVariation]
    editions: list[CaseEdition]
    readings: list[CaseReading]


class CaseTree(TypedDict):
    """A documented case beside its questions."""

    asked: CaseAsked
    story: CaseStory


# A study


class RuleText(TypedDict):
    """A rule in our own words, and where it is printed."""

    text: str
    source: str


class BoardTree(TypedDict):
    """A board with its steps; of a coached round `deal` is the code of the deal, and there are no steps. A documented case has `case`."""

    id: str
    goal: str
    rules: list[str]
    moral: str
    deal: str
    steps: list[Step]
    case: NotRequired[CaseTree]


class StudyTree(TypedDict):
    """A study with all its boards; `seats` are the names of the seats in turn order, `sides` the seats that play together.

    `counts` is what amounts are: "money" (thousands of dollars), "points" or "tricks".

    `pass_mark` is 0 where it is no test. `rules` are the rules that the study, a refusal or a step of a case cites.
    """

    format: Literal[1]
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
    rules: dict[str, RuleText]
    hide: list[str]
    is_test: bool
    pass_mark: int
    boards: list[BoardTree]


class BoardQuestions(TypedDict):
    """A board with its questions alone."""

    id: str
    goal: str
    deal: str
    questions: list[Question]
    case: NotRequired[CaseAsked]


# A live round


class AdviceShown(TypedDict):
    """What the coach advises: the answer, what stands on its button, what the table shows, and what follows from that."""

    answer: str
    label: str
    cause: str
    text: str


class LastPlay(TypedDict):
    """Your last card and what followed until the trick was complete; `table` is the one on which you played it.

    `what` says what the trick brought, `sentence` what that means for the bid and who leads next.
    """

    table: BoardTable
    plays: list[PlayedCard]
    trick: TrickShown
    sentence: str
    what: str


class Race(TypedDict):
    """How the bid stands: what both sides have captured, what the bidder's side `needs` and can `spare`."""

    we: int
    they: int
    bid: int
    is_ours: bool
    needs: int
    spare: int


class EndLine(TypedDict):
    """One thing that is said after a round, with its heading."""

    title: str
    text: str


class NotedCard(TypedDict):
    """A card with a note in a few words: "yours"."""

    card: str
    note: str


class EndShown(TypedDict):
    """What came of a round: `decision` is the index of your decision that mattered (-1 for none), `cards` are those it was about.

    Until your decisions are judged (`is_judged`), the line about what decided it says how far that is.
    """

    headline: str
    lines: list[EndLine]
    decision: int
    cards: list[NotedCard]
    score: str
    is_judged: bool


class RoundShown(TypedDict):
    """A live round as you see it: `number` is how many decisions you have made, `decision` the index of the one asked (-1 for none).

    `legal` are the answers that are legal, of a discard the cards that may be among them. `news` is what the others did since
    your last act where the table does not show it. `last` is there if your last card ended in a complete trick.
    """

    number: int
    decision: int
    question: Question | None
    legal: list[str]
    advice: AdviceShown | None
    news: str
    last: LastPlay | None
    race: Race | None
    end: EndShown | None
    can_undo: bool
