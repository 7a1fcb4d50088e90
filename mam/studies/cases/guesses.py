"""What a reader of a case is asked before it is played, and the judgment of every guess."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from mam.games.trick_round import TrickRound
from mam.library.situations.setting import Game
from mam.studies.answers import (
    ILLEGAL,
    RIGHT,
    WRONG,
    Answer,
    Judgment,
    find_sentence,
    judge_by_facts,
    judge_number,
    judge_stop,
)
from mam.studies.cases.moments import Moments
from mam.studies.cases.outcomes import keep_start
from mam.studies.cases.setting import change_case
from mam.studies.study import OTHER, Chapter, Reply, Stop
from mam.support.messages import quote
from mam.text.notation import parse_move


@dataclass(frozen=True)
class Guess:
    """A stop of a case: the index of its moment, the game then, and all answers by their texts, each judged.

    `moments` are those of the story, or of the what-if that the stop asks about. Where a card is asked for, `judgment` knows what each leads to.
    """

    stop: Stop
    moments: Moments
    moment: int
    game: Game
    answers: Mapping[str, Answer]
    judgment: Judgment | None = None


def judge_guess(chapter: Chapter, stop: Stop, moments: Moments) -> Guess:
    """Return every answer to a stop of a case, judged by the engine. Raises ValueError naming what does not fit.

    >>> import mam
    >>> chapter = mam.get_case("B26")
    >>> guess = judge_guess(chapter, chapter.stops[0], Moments(chapter.case))
    >>> [(answer.text, answer.verdict) for answer in guess.answers.values()]
    [('Y3', 'wrong'), ('BULL', 'right')]
    """
    if stop.changes:
        assert chapter.case is not None
        moments = Moments(keep_start(change_case(chapter.case, stop.changes)))
    index = _find_moment(stop, moments)
    game = moments.games[index]
    if stop.you and game.turn != stop.you:
        raise ValueError(f"at {moments.names[index]} it is the turn of {game.turn or 'nobody'}, not {stop.you}")
    match stop.ask:
        case "card":
            judgment = _judge_cards(chapter, stop, game, moments)
            return Guess(stop, moments, index, game, judgment.answers, judgment)
        case "choice":
            answers = judge_by_facts(stop, game if stop.is_judged_now else moments.end)
        case "number" | "amount" if stop.is_typed:
            answers = judge_number(stop, game if stop.is_judged_now else moments.end)
        case "mark":
            answers = judge_moves(stop, game, {text: text for text in stop.choices})
        case "discard":
            answers = judge_moves(stop, game, {text: f"discard {text}" for text in (*stop.right, *stop.wrong)})
        case _:
            raise ValueError(
                f"a case asks for a card, a choice, marks, a discard or a number without choices, not {quote(stop.ask)}"
            )
    return Guess(stop, moments, index, game, answers)


def _find_moment(stop: Stop, moments: Moments) -> int:
    """Return where a stop stands: as written, else at the end of the story for what is tried or counted there."""
    if stop.at:
        return moments.find(stop.at)
    return len(moments.games) - 1 if stop.ask in ("mark", "choice", "number", "amount") else 0


def judge_moves(stop: Stop, game: Game, moves: Mapping[str, str]) -> dict[str, Answer]:
    """Judge moves by the rules alone: right are those that are legal."""
    answers = {}
    for text, move in moves.items():
        ruling, is_right = game.why_not(parse_move(move)), text in stop.right
        verdict = ILLEGAL if ruling else RIGHT if is_right else WRONG
        answers[text] = Answer(text, verdict, find_sentence(stop, text, is_right), ruling, ruling is None)
    return answers


def _judge_cards(chapter: Chapter, stop: Stop, game: Game, moments: Moments) -> Judgment:
    """Judge each card of the hand; after it the others play as the story has them."""
    if not isinstance(game, TrickRound):
        raise ValueError("a card is asked for in a game of tricks")
    seat = game.turn or ""
    then = {OTHER: _list_replies(game, moments.end)} if not stop.then else stop.then
    return judge_stop(replace(chapter, you=seat), replace(stop, then=then), game)


def _list_replies(game: TrickRound, end: Game) -> tuple[Reply, ...]:
    """Return who plays what in the rest of this trick, as the story has it."""
    if not isinstance(end, TrickRound) or game.trick is None:
        return ()
    tricks = [*end.tricks, *([end.trick] if end.trick else [])]
    plays = tricks[len(game.tricks)].plays if len(game.tricks) < len(tricks) else ()
    return tuple((seat, card.code) for seat, card in plays[len(game.trick.cards) + 1 :])


def list_tries(guesses: Iterable[Guess]) -> list[str]:
    """Return what is tried at the stops of a case in which nothing is played: each move, and whether it is legal.

    >>> import mam
    >>> chapter = mam.get_case("B06")
    >>> list_tries([judge_guess(chapter, chapter.stops[0], Moments(chapter.case))])[:2]
    ['170: refused R35-BID-2', '175: legal']
    """
    return [
        f"{'discard ' if guess.stop.ask == 'discard' else ''}{text}: "
        + (f"refused {answer.ruling.id}" if answer.ruling else "legal")
        for guess in guesses
        if guess.stop.ask in ("mark", "discard") and not guess.stop.changes
        for text, answer in guess.answers.items()
    ]
