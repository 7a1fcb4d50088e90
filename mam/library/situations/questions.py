"""Ask a position questions, by name: each is answered by playing, looking and counting, never from memory.

An answer is plain data (numbers, text, lists and tables of them), so that it can be written beside a situation.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from mam.games.match import Match
from mam.games.phases import PHASES
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.library.situations.setting import Facts, Game
from mam.misplay import Table
from mam.rules.rulings import IllegalMove, Ruling
from mam.rules.scoring import Outcome
from mam.support.messages import quote

Plain = int | str | bool | list[Any] | dict[str, Any]
Answer = tuple[Plain, tuple[Ruling, ...]]
_Asker = Callable[[Game, Facts], Plain | Answer]


class _Question(NamedTuple):
    text: str
    answer: _Asker
    is_about_score: bool


_QUESTIONS: dict[str, _Question] = {}


def register_question(name: str, text: str, *, about_score: bool = False) -> Callable[[_Asker], _Asker]:
    """Register a question: its name, its text, which the facts of a check fill in, and whether it is about the score."""

    def add(answer: _Asker) -> _Asker:
        _QUESTIONS[name] = _Question(text, answer, about_score)
        return answer

    return add


def list_questions() -> Mapping[str, str]:
    """Return the text of every question, by its name."""
    return {name: question.text for name, question in _QUESTIONS.items()}


def describe_question(name: str, facts: Facts) -> str:
    """Return a question in a few words."""
    texts = {key: ", ".join(map(str, value)) if isinstance(value, list) else value for key, value in facts.items()}
    return _find(name).text.format_map(texts)


def _find(name: str) -> _Question:
    if name not in _QUESTIONS:
        raise ValueError(f"no question {quote(name)}; there are: {', '.join(_QUESTIONS)}")
    return _QUESTIONS[name]


def ask(name: str, facts: Facts, make: Callable[[], Game]) -> Answer:
    """Answer a question about the position that `make` sets up; return the rulings behind the answer too.

    If the rules refuse the position, the refusal is the answer. Raises ValueError for an unknown question.
    """
    question = _find(name)
    try:
        game = make()
    except IllegalMove as error:
        return f"refused: “{error.ruling.reason}”", (error.ruling,)
    answer = question.answer(game, facts)
    return answer if isinstance(answer, tuple) else (answer, _find_rulings(game, question.is_about_score))


def _find_rulings(game: Game, with_score: bool) -> tuple[Ruling, ...]:
    """Return the rulings on the last move and what it brought about, the score only on request; of a match, what ended it."""
    if isinstance(game, Match):
        return game.why_ended()
    if isinstance(game, Table):
        return game.rulings
    if not game.history:
        return ()
    before, last = game.at(-1), game.history[-1]
    if with_score or not (isinstance(before, TrickRound) and isinstance(game, TrickRound)):
        return before.why(last)
    return tuple(map(before.rules.cite, PHASES[before.phase].reasons(before, last, game)))


def find_round(game: Game, facts: Facts) -> Round:
    """Return the round in question: of a match the one with this number, or the last that was finished."""
    if isinstance(game, Match):
        return game.finished[int(facts.get("round", 0)) - 1]
    return game.round if isinstance(game, Table) else game


def find_trick_round(game: Game, facts: Facts) -> TrickRound:
    """Return the round in question. Raises ValueError unless it is played in tricks."""
    round = find_round(game, facts)
    if not isinstance(round, TrickRound):
        raise ValueError(f"{round.rules.id} has no tricks")
    return round


def find_outcome(game: Game, facts: Facts) -> Outcome:
    """Return the outcome of that round. Raises ValueError while it is being played."""
    result = find_round(game, facts).result
    if result is None:
        raise ValueError("this round is not over, so nothing is scored yet")
    return result
