"""Every answer to a stop, judged: by the rules whether it is legal, by the study whether it is right, and what it leads to."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.library.situations.setting import Game
from mam.rules.cards import UNSEEN, Card, format_cards, sort_hand
from mam.rules.moves import CallCards, Discard, NameTrump, Play
from mam.rules.rulings import Ruling
from mam.rules.tricks import Trick
from mam.studies.asking import holds
from mam.studies.facts import find_fact
from mam.studies.playing_on import Replies
from mam.studies.predicates import passes_discard
from mam.studies.setting import find_round
from mam.studies.study import OTHER, Chapter, Stop
from mam.support.messages import quote
from mam.text.notation import parse_call, parse_cards, parse_move, parse_trump

RIGHT, WRONG, ILLEGAL = "right", "wrong", "illegal"


@dataclass(frozen=True)
class Answer:
    """An answer, its verdict ("right", "wrong" or "illegal"), and its sentence.

    `ruling` says why it is illegal, `passes` what the test or the fact says of it (None without one), `end` is the round after the
    replies, `next_round` the one after a move to which nobody replies. `next_index` is the index of the decision that it leads to
    in a problem, −1 at the end; None where the stops follow each other. `layout` is how the hidden cards of a problem lay, and `plan` what
    works in every layout, with a `line` of it against the worst one (of an annotated hand the result, and all its tricks); `outcome` says in a few words what comes of the answer there.
    """

    text: str
    verdict: str
    sentence: str = ""
    ruling: Ruling | None = None
    passes: bool | None = None
    end: TrickRound | None = None
    next_round: Round | None = None
    next_index: int | None = None
    layout: Mapping[str, tuple[Card, ...]] = field(default_factory=dict)
    plan: tuple[str, ...] = ()
    line: tuple[Trick, ...] = ()
    outcome: str = ""


@dataclass(frozen=True)
class Judgment:
    """A stop with all its answers by their texts; `game` is where it stands, `after` where the next one does."""

    chapter: Chapter
    stop: Stop
    game: Round
    answers: Mapping[str, Answer]
    after: Round
    replies: Replies | None = field(default=None, compare=False)

    @property
    def round(self) -> TrickRound:
        """Where it stands, in a game of tricks. Raises ValueError in another one."""
        if not isinstance(self.game, TrickRound):
            raise ValueError(f"{self.game.rules.id} has no tricks")
        return self.game

    def list_answers(self, verdict: str) -> list[Answer]:
        """Return the answers with this verdict."""
        return [answer for answer in self.answers.values() if answer.verdict == verdict]


def judge_chapter(chapter: Chapter) -> list[Judgment]:
    """Return the judgments of a chapter's stops; each stop begins at your next turn after the first right answer to the one before.

    Raises ValueError naming what does not fit.

    >>> import mam
    >>> (judgment,) = judge_chapter(mam.get_study("bull").chapters[1])
    >>> [(answer.text, answer.verdict) for answer in judgment.answers.values()]
    [('R1', 'wrong'), ('Y30', 'wrong'), ('BULL', 'right')]
    """
    judgments: list[Judgment] = []
    for stop in chapter.stops:
        if not stop.ask:
            continue
        judgments.append(judge_next(chapter, stop, judgments))
    return judgments


def judge_next(chapter: Chapter, stop: Stop, earlier: Sequence[Judgment]) -> Judgment:
    """Return every answer to a stop, which stands where the one before it leads, or at a moment of its own."""
    return judge_stop(chapter, stop, earlier[-1].after if earlier and not stop.at else find_round(chapter, stop))


def judge_stop(chapter: Chapter, stop: Stop, round: Round) -> Judgment:
    """Return every answer to a stop at this moment of a round, judged. Raises ValueError naming what does not fit."""
    if stop.ask == "move" or (stop.ask == "card" and not isinstance(round, TrickRound)):
        return _judge_moves(chapter, stop, round)
    if stop.facts:
        return Judgment(chapter, stop, round, judge_by_facts(stop, round), round)
    if not isinstance(round, TrickRound):
        raise ValueError(f"{round.rules.id} has no tricks: ask for a move or a card, or give the facts of each choice")
    match stop.ask:
        case "card":
            return _judge_cards(chapter, stop, round)
        case "discard" | "call":
            answers = _judge_sets(chapter, stop, round)
        case "bid" | "trump":
            answers = _judge_choices(chapter, stop, round)
        case "seat" | "amount" | "number" | "choice":
            answers = _judge_facts(chapter, stop, round)
        case _:
            raise ValueError(f"stops that ask {quote(stop.ask)} are judged by their own shelf")
    return Judgment(chapter, stop, round, answers, round)


def _check_turn(round: Round, you: str, phase: str = "") -> None:
    if phase and round.phase != phase:
        raise ValueError(f"this can't be asked here: the round is in the phase {quote(round.phase)}")
    if you not in (round.turn, round.actor):
        raise ValueError(f"it is {round.name or 'nobody'}'s turn, not {round.rules.seat_names[you]}'s")


def _find_verdict(is_right: bool, ruling: Ruling | None) -> str:
    return ILLEGAL if ruling else RIGHT if is_right else WRONG


def _judge_cards(chapter: Chapter, stop: Stop, round: TrickRound) -> Judgment:
    _check_turn(round, chapter.you, "play")
    hand, replies = round.playable(round.turn or ""), Replies(chapter, stop, round)
    if UNSEEN in hand:
        raise ValueError("your own hand must be complete: name its cards in hands")
    _check_listed(stop, [card.code for card in hand])
    answers: dict[str, Answer] = {}
    for card in dict.fromkeys(hand):
        ruling, is_right = round.why_not(Play(card)), card.code in stop.right
        sentence = find_sentence(stop, card.code, is_right)
        if ruling:
            answers[card.code] = Answer(
                card.code, ILLEGAL, stop.wrong.get(card.code, ""), ruling, False if stop.test else None
            )
            continue
        end = replies.finish(card)
        passes = replies.passes(end) if stop.test else None
        answers[card.code] = Answer(card.code, _find_verdict(is_right, None), sentence, None, passes, end)
    after = _find_next_turn(round, answers[stop.right[0]].end or round, chapter.you)
    return Judgment(chapter, stop, round, answers, after, replies)


def _find_next_turn(round: TrickRound, end: TrickRound, you: str) -> TrickRound:
    """Return the round at your next turn on the way to this end, or the end."""
    for move in end.history[len(round.history) :]:
        round = round.play(move)
        if you in (round.turn, round.actor):
            break
    return round


def _judge_moves(chapter: Chapter, stop: Stop, round: Round) -> Judgment:
    """Judge moves that nobody replies to: the letters of your hand where a card is asked for, and those offered."""
    _check_turn(round, chapter.you)
    hand_codes = [card.code for card in round.hands[chapter.you]] if stop.ask == "card" else []
    texts = tuple(dict.fromkeys((*hand_codes, *stop.choices)))
    _check_listed(stop, texts)
    answers = {}
    for text in texts:
        move, is_right = parse_move(text), text in stop.right
        ruling = round.why_not(move)
        next_round = None if ruling else round.play(move)
        sentence = stop.wrong.get(text, "") if ruling else find_sentence(stop, text, is_right)
        passes = (
            next_round is not None and holds(stop.outcome, next_round) if stop.outcome or stop.test == "legal" else None
        )
        answers[text] = Answer(text, _find_verdict(is_right, ruling), sentence, ruling, passes, next_round=next_round)
    return Judgment(chapter, stop, round, answers, answers[stop.right[0]].next_round or round)


def find_sentence(stop: Stop, text: str, is_right: bool) -> str:
    """Return what is said to an answer: to a right one why it is, to a wrong one its own sentence or that of every other."""
    return stop.why if is_right else stop.wrong.get(text, stop.wrong.get(OTHER, ""))


def _check_listed(stop: Stop, texts: Iterable[str]) -> None:
    """Refuse a right answer or a sentence for what can't be answered here."""
    known = list(texts)
    for kind, answers in (
        ("right", stop.right),
        ("a sentence of wrong", [text for text in stop.wrong if text != OTHER]),
    ):
        for text in answers:
            if text not in known:
                raise ValueError(f"{kind}: {quote(text)} is no answer here; the answers are {', '.join(known)}")


def _judge_choices(chapter: Chapter, stop: Stop, round: TrickRound) -> dict[str, Answer]:
    """Judge calls, or colors to name."""
    is_call = stop.ask == "bid"
    _check_turn(round, chapter.you, "auction" if is_call else "trump")
    texts = stop.choices if is_call else stop.choices or tuple(str(move).split()[1] for move in round.legal_moves)
    _check_listed(stop, texts)
    answers = {}
    for text in texts:
        ruling = round.why_not(parse_call(text) if is_call else NameTrump(parse_trump(text)))
        is_right = text in stop.right
        verdict = _find_verdict(is_right, ruling)
        passes = ruling is None if stop.test == "legal" else None
        sentence = stop.wrong.get(text, "") if ruling else find_sentence(stop, text, is_right)
        answers[text] = Answer(text, verdict, sentence, ruling, passes)
    return answers


def _judge_facts(chapter: Chapter, stop: Stop, round: TrickRound) -> dict[str, Answer]:
    """Judge answers that state a fact; without a fact the rules of the chapter say which choice is right."""
    texts = round.rules.seats if stop.ask == "seat" else _list_numbers(stop) if stop.is_typed else stop.choices
    _check_listed(stop, texts)
    if not stop.fact and stop.ask != "choice":
        raise ValueError("a seat, an amount or a number needs “is”: the fact that the engine is asked for")
    if not stop.fact and not chapter.cites:
        raise ValueError("a choice among words needs “is”, or the rules that it follows from")
    fact = find_fact(chapter, round, stop.fact) if stop.fact else None
    if fact is not None and fact not in texts:
        raise ValueError(f"{stop.fact} is {quote(fact)}, which is no choice here: {', '.join(texts)}")
    return {
        text: Answer(
            text,
            _find_verdict(text in stop.right, None),
            find_sentence(stop, text, text in stop.right),
            None,
            None if fact is None else text == fact,
        )
        for text in texts
    }


def _list_numbers(stop: Stop) -> tuple[str, ...]:
    """Return the answers to a question with a field: the right number, those with a sentence of their own, and every other one.

    Raises ValueError for what is no number.
    """
    named = (*stop.right, *(text for text in stop.wrong if text != OTHER))
    if wrong := [text for text in named if not text.isdecimal() or str(int(text)) != text]:
        raise ValueError(
            f"a typed answer is a whole number, 0 or more, because a phone shows only digits (amounts in thousands), not {quote(wrong[0])}"
        )
    if len(stop.right) != 1:
        raise ValueError(f"a typed number has one right answer, not {len(stop.right)}")
    return (*named, OTHER)


def judge_number(stop: Stop, game: Game) -> dict[str, Answer]:
    """Judge numbers that are typed: right is the one that the engine gives for all facts of `is`. Raises ValueError naming what does not fit.

    >>> import mam
    >>> from mam.studies.cases.moments import Moments
    >>> chapter = mam.get_case("B31")
    >>> [(answer.text, answer.verdict) for answer in judge_number(chapter.stops[1], Moments(chapter.case).end).values()]
    [('40', 'right'), ('52', 'wrong'), ('0', 'wrong'), ('other', 'wrong')]
    """
    texts = _list_numbers(stop)
    if not stop.outcome:
        raise ValueError('say what the engine must answer: is = [{ ask = "cards", of = "money", expect = 20 }]')
    stated = [text for check in stop.outcome for text in _list_values(check.expected)]
    if stop.right[0] not in stated:
        raise ValueError(f"right is {stop.right[0]}, which no fact of “is” states: {', '.join(stated)}")
    return {
        text: Answer(
            text,
            _find_verdict(text in stop.right, None),
            find_sentence(stop, text, text in stop.right),
            passes=text in stop.right and holds(stop.outcome, game),
        )
        for text in texts
    }


def _list_values(expected: object) -> list[str]:
    """Return the numbers in what the engine is expected to answer: one, a list of them, or one for each side."""
    if isinstance(expected, dict):
        return [text for part in expected.values() for text in _list_values(part)]
    if isinstance(expected, list):
        return [text for part in expected for text in _list_values(part)]
    return [str(expected)] if isinstance(expected, int) and not isinstance(expected, bool) else []


def judge_by_facts(stop: Stop, game: Game) -> dict[str, Answer]:
    """Judge choices by their facts: right is the one whose facts hold. Raises ValueError for a choice without facts."""
    if missing := [text for text in stop.choices if text not in stop.facts]:
        raise ValueError(f"no facts for the choice {quote(missing[0])}")
    if unknown := [text for text in stop.facts if text not in stop.choices]:
        raise ValueError(f"facts for {quote(unknown[0])}, which is no choice here")
    _check_listed(stop, stop.choices)
    return {
        text: Answer(
            text,
            _find_verdict(text in stop.right, None),
            find_sentence(stop, text, text in stop.right),
            passes=holds(stop.facts[text], game),
        )
        for text in stop.choices
    }


# Cards that are chosen: discards, and cards that call partners


def name_discard(cards: Iterable[Card]) -> str:
    """Return a discard as the text of an answer, its cards in the order of a hand."""
    return format_cards(sort_hand(cards))


def count_chosen(stop: Stop, round: TrickRound) -> int:
    """Return how many cards of the hand an answer to a stop names."""
    return {"card": 1, "discard": round.rules.nest.size, "call": round.rules.called}.get(stop.ask, 0)


def _judge_sets(chapter: Chapter, stop: Stop, round: TrickRound) -> dict[str, Answer]:
    """Judge every choice of that many cards of the hand: a discard, or cards that call partners."""
    is_discard = stop.ask == "discard"
    _check_turn(round, chapter.you, "nest" if is_discard else "called")
    hand, size = round.hands[chapter.you], count_chosen(stop, round)
    listed = {name_discard(parse_cards(text)) for text in stop.right}
    sentences = {text: parse_cards(text) for text in stop.wrong if text != OTHER}
    for text, cards in (*sentences.items(), *((text, parse_cards(text)) for text in stop.right)):
        if missing := [card.code for card in cards if card not in hand]:
            raise ValueError(f"{quote(text)} names {', '.join(missing)}, which you don't hold")
    answers = {}
    for cards in combinations(hand if is_discard else dict.fromkeys(hand), size):  # nobody shows the same card twice
        text = name_discard(cards)
        ruling = round.why_not(Discard(cards) if is_discard else CallCards(cards))
        passes = ruling is None and passes_discard(stop.test, cards, hand) if stop.test else None
        is_right = passes if passes is not None else text in listed
        verdict = _find_verdict(is_right, ruling)
        answers[text] = Answer(text, verdict, _find_discard_sentence(stop, sentences, cards, verdict), ruling, passes)
    return answers


def _find_discard_sentence(
    stop: Stop, sentences: Mapping[str, tuple[Card, ...]], cards: tuple[Card, ...], verdict: str
) -> str:
    """Return the sentence for these very cards, or for every discard that has the cards it names."""
    if verdict == RIGHT:
        return stop.why
    exact = [text for text, named in sentences.items() if set(named) == set(cards)]
    part = [text for text, named in sentences.items() if len(named) < len(cards) and set(named) <= set(cards)]
    if exact or (part and verdict == WRONG):
        return stop.wrong[(exact or part)[0]]
    return stop.wrong.get(OTHER, "") if verdict == WRONG else ""
