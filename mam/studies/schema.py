"""What the tree of answers of a study consists of: plain data (JSON) with which a page asks, judges and shows every reply.

A step has two parts. The `question` holds no answer, also not by what it leaves out; the `answers` hold all of them. Cards are codes, `??` is an
unseen card; amounts are thousands of dollars.
"""

from typing import Literal, NotRequired, TypedDict

Ask = Literal["card", "bid", "discard", "trump", "seat", "amount", "number", "choice"]
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
    """What lies on the table at a question. A part that the study does not name is empty, or null.

    `turn` is the seat to act, empty where that is asked. `open` are the seats whose cards everybody sees. `tricks` are earlier ones,
    without their winners; `nest` the cards that you have picked up, which are in your hand too.
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
    captured: SideAmounts | None
    totals: SideAmounts | None
    nest: list[str]


class ChoiceOffered(TypedDict):
    """An answer that is offered as a button, and what stands on it."""

    answer: str
    label: str


class Question(TypedDict):
    """What is asked, before any answer: `hints` is how many there are, `size` how many cards are chosen."""

    ask: Ask
    text: str
    goal: str
    given: str
    size: int
    hints: int
    choices: list[ChoiceOffered]
    table: BoardTable


class Refusal(TypedDict):
    """Why an answer is illegal, under which rule, and where that is printed."""

    text: str
    rule: str
    source: str


class TrickShown(TypedDict):
    """A trick that the replies complete: who takes it, its value, and what Bull and Bear do to it ("×2", "×0" or nothing)."""

    winner: str
    value: int
    effect: str


class AnswerShown(TypedDict):
    """What an answer leads to: the cards in order, your own first, the tricks they complete, and what the sides then have.

    `cost` is how many stars it costs. An illegal answer has a refusal and nothing else.
    """

    verdict: Verdict
    cost: int
    sentence: str
    refusal: NotRequired[Refusal]
    plays: NotRequired[list[PlayedCard]]
    tricks: NotRequired[list[TrickShown]]
    captured: NotRequired[SideAmounts]


class Answers(TypedDict):
    """All answers to a question. Those that lead to the same as another one stand in `same`, by the text of that one."""

    right: list[str]
    hints: list[str]
    answers: dict[str, AnswerShown]
    same: dict[str, str]


class Step(TypedDict):
    """A stop: its question, and its answers."""

    question: Question
    answers: Answers


class BoardTree(TypedDict):
    """A board with its steps; of a coached round `deal` is the code of the deal, and there are no steps."""

    id: str
    goal: str
    rules: list[str]
    moral: str
    deal: str
    steps: list[Step]


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


class CaseTable(TypedDict):
    """What lies on the table at a moment of a case. A part that the document does not name is empty, or null.

    `captured` and `totals` are amounts by side (thousands of dollars, or points), `words` those of a letter game.
    """

    moment: str
    phase: str
    turn: str
    dealer: str
    trump: str
    hands: dict[str, list[str]]
    nest: list[str]
    trick: list[PlayedCard]
    tricks: list[list[PlayedCard]]
    calls: list[CallMade]
    bid: Promise | None
    captured: dict[str, int] | None
    totals: dict[str, int] | None
    words: list[str]


class CaseStep(TypedDict):
    """A move of the story, with the rules that the engine cites. Of a wrong card that lies on the table, `is_wrong` holds.

    `card` is empty where no card is played; then `table` shows what came of the move. `trick` is the trick that a card completes.
    """

    moment: str
    seat: str
    text: str
    card: str
    is_wrong: bool
    rules: list[RuleCited]
    trick: NotRequired[TrickShown]
    table: NotRequired[CaseTable]


class CaseQuestion(TypedDict):
    """What the reader is asked before the story goes on, at the moment after this many `steps`; `seat` is who acts, if anybody."""

    ask: Literal["card", "choice", "mark", "discard"]
    text: str
    moment: str
    steps: int
    seat: str
    choices: list[str]


class CaseGuess(TypedDict):
    """A question, and its answers."""

    question: CaseQuestion
    answers: Answers


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
    table: CaseTable
    steps: list[CaseStep]


class CaseEdition(TypedDict):
    """The story under another edition. `parting` is the moment at which it differs first, empty where nothing does.

    Where the rules refuse a move of the story, that is the answer, and `table` is null.
    """

    edition: str
    name: str
    same: bool
    parting: str
    facts: list[FactShown]
    table: CaseTable | None
    steps: list[CaseStep]


class CaseReading(TypedDict):
    """One of two readings of an open question, played; `parting` is the moment at which the two differ first."""

    name: str
    text: str
    why: str
    parting: str
    facts: list[FactShown]
    table: CaseTable
    steps: list[CaseStep]


class CaseTree(TypedDict):
    """A documented case: the story up to the first question, what is asked, the answer, and the story step by step.

    `kind` is "question", "worked example", "number", "own figures" or "open question"; `people` are the document's names of the
    seats, and `table` is the moment at which the reader comes in.
    """

    id: str
    title: str
    kind: str
    edition: str
    edition_name: str
    seats: dict[str, str]
    sides: list[list[str]]
    people: dict[str, str]
    source: str
    rules: list[RuleCited]
    setup: str
    question: str
    table: CaseTable
    guesses: list[CaseGuess]
    answer: str
    moral: str
    steps: list[CaseStep]
    counts: list[CaseCount]
    variations: list[CaseVariation]
    editions: list[CaseEdition]
    readings: list[CaseReading]


class StudyTree(TypedDict):
    """A study with all its boards; `seats` are the names of the seats in turn order, `sides` the seats that play together.

    `pass_mark` is 0 where it is no test. A study of documented cases has `cases`, and no boards.
    """

    format: Literal[1]
    id: str
    shelf: str
    title: str
    edition: str
    seats: dict[str, str]
    sides: list[list[str]]
    intro: str
    moral: str
    teaches: list[str]
    hide: list[str]
    is_test: bool
    pass_mark: int
    boards: list[BoardTree]
    cases: NotRequired[list[CaseTree]]


class BoardQuestions(TypedDict):
    """A board with its questions alone."""

    id: str
    goal: str
    deal: str
    questions: list[Question]


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
    """What came of a round: `decision` is the index of your decision that mattered (-1 for none), `cards` are those it was about."""

    headline: str
    lines: list[EndLine]
    decision: int
    cards: list[NotedCard]
    score: str


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
