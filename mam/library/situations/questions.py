"""The questions that can be put to a position, by name: each is answered by playing, looking and counting, never by rote.

An answer is plain data (numbers, words, lists and tables of them), as it can be written down beside a situation.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from mam.games.match import Match
from mam.games.phases import PHASES
from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.library.situations.setting import Facts, Played
from mam.misplay import Table
from mam.rules.rulings import IllegalMove, Ruling
from mam.rules.scoring import Outcome

Plain = int | str | bool | list[Any] | dict[str, Any]
Answer = tuple[Plain, tuple[Ruling, ...]]
_Asker = Callable[[Played, Facts], Plain | Answer]


class _Question(NamedTuple):
    words: str
    answer: _Asker
    scored: bool


_QUESTIONS: dict[str, _Question] = {}


def question(name: str, words: str, *, scored: bool = False) -> Callable[[_Asker], _Asker]:
    """Adds a question: its name, its words, into which the facts of a check are put, and whether it is about the score."""

    def add(answer: _Asker) -> _Asker:
        _QUESTIONS[name] = _Question(words, answer, scored)
        return answer

    return add


def list_questions() -> Mapping[str, str]:
    """The words of every question, by its name."""
    return {name: one.words for name, one in _QUESTIONS.items()}


def words_of(name: str, facts: Facts) -> str:
    """A question in a few words."""
    told = {key: ", ".join(map(str, one)) if isinstance(one, list) else one for key, one in facts.items()}
    return _find(name).words.format_map(told)


def _find(name: str) -> _Question:
    if name not in _QUESTIONS:
        raise ValueError(f"no question {name!r}; there are: {', '.join(_QUESTIONS)}")
    return _QUESTIONS[name]


def ask(name: str, facts: Facts, make: Callable[[], Played]) -> Answer:
    """The answer to a question about the position that is made, and the rulings behind it.

    A position that the rules refuse is answered by the refusal. Raises ValueError for a question that does not exist.
    """
    asked = _find(name)
    try:
        played = make()
    except IllegalMove as refused:
        return f"refused: “{refused.ruling.because}”", (refused.ruling,)
    found = asked.answer(played, facts)
    return found if isinstance(found, tuple) else (found, _rulings_behind(played, asked.scored))


def _rulings_behind(played: Played, scored: bool) -> tuple[Ruling, ...]:
    """What the last move was made under and brought about, the score only where that is asked; of a match, what ended it."""
    if isinstance(played, Match):
        return played.why_ended()
    if isinstance(played, Table):
        return played.rulings
    if not played.history:
        return ()
    before, last = played.at(-1), played.history[-1]
    if scored or not (isinstance(before, TrickRound) and isinstance(played, TrickRound)):
        return before.why(last)
    return tuple(map(before.rules.cite, PHASES[before.phase].reasons(before, last, played)))


def round_of(played: Played, facts: Facts) -> Round:
    """The round that is looked at: of a match the one with this number, or the last that was finished."""
    if isinstance(played, Match):
        return played.finished[int(facts.get("round", 0)) - 1]
    return played.round if isinstance(played, Table) else played


def tricks_of(played: Played, facts: Facts) -> TrickRound:
    """The same, where it is a round of tricks."""
    round = round_of(played, facts)
    if not isinstance(round, TrickRound):
        raise ValueError(f"{round.rules.id} has no tricks")
    return round


def outcome_of(played: Played, facts: Facts) -> Outcome:
    """What that round came to. Raises ValueError while it is being played."""
    result = round_of(played, facts).result
    if result is None:
        raise ValueError("this round is not over, so nothing is scored yet")
    return result
