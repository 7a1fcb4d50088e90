"""What comes of a case when something is changed: variations, other editions, and the two readings of an open question."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from mam.games.round import Round
from mam.library.situations import Check, Finding
from mam.library.situations.setting import Game
from mam.rules.rulings import IllegalMove
from mam.studies.asking import find_answers, find_difference, holds, split_checks
from mam.studies.case import Case, OtherEdition, Reading, WhatIf
from mam.studies.cases.moments import Moments
from mam.studies.cases.setting import change_case, set_up_case, set_up_reading
from mam.text.notation import parse_move


@dataclass(frozen=True)
class Outcome:
    """What the engine answered, and the moments played; None where the rules refuse the set-up."""

    findings: tuple[Finding, ...]
    moments: Moments | None

    @property
    def fault(self) -> str:
        """The first answer that is not as the file says, in words; "" if all are."""
        return find_difference(self.findings)


def play_case(case: Case, checks: Sequence[Check]) -> Outcome:
    """Answer these checks in the case as it is."""
    moments = Moments(case)
    return Outcome(find_answers(checks, moments.end), moments)


def play_variation(case: Case, variation: WhatIf) -> Outcome:
    """Play a variation: what may be played is asked before its moves, everything else after them.

    Raises ValueError naming what does not fit, and IllegalMove for a move that the rules refuse.

    >>> import mam
    >>> case = mam.get_case("B26").case
    >>> [finding.answer for finding in play_variation(case, case.variations[0]).findings]
    ['R35-PLAY-5', 'N', 80, 'N-S']
    """
    changed = keep_start(change_case(case, variation.changes))
    return _play_on(changed, set_up_case(changed), variation.moves, variation.checks)


def play_reading(case: Case, reading: Reading) -> Outcome:
    """Play a reading of an open question, as a variation is played."""
    changed = change_case(case, reading.changes)
    changed = replace(changed, facts={**changed.facts, "events": reading.events} if reading.misplay else changed.facts)
    return _play_on(changed, set_up_reading(case, reading), reading.moves, reading.checks)


def play_edition(case: Case, other: OtherEdition) -> Outcome:
    """Play the story under another edition; where its rules refuse a move of it, the refusal is the answer."""
    changed = change_case(case, {**other.changes, "edition": other.edition, "options": other.options})
    try:
        moments = Moments(keep_start(changed))
    except IllegalMove:
        return Outcome(find_answers(other.checks, partial(set_up_case, changed)), None)
    return Outcome(find_answers(other.checks, moments.end), moments)


def is_same_answer(case: Case, other: OtherEdition) -> bool:
    """Return whether the case itself gives the answer of the other edition: then they agree."""
    return holds(other.checks, partial(set_up_case, case))


def _play_on(case: Case, game: Game, moves: Iterable[str], checks: Sequence[Check]) -> Outcome:
    about_moves, about_end = split_checks(checks)
    findings = {id(finding.check): finding for finding in find_answers(about_moves, game)}
    for text in moves:
        game = _play(game, text)
    findings |= {id(finding.check): finding for finding in find_answers(about_end, game)}
    return Outcome(tuple(findings[id(check)] for check in checks), Moments(case, game))


def _play(game: Game, text: str) -> Game:
    """Make a move; one that begins with a seat (`S 175`) is made by that seat, and `discard` alone is the first legal one."""
    first, _, rest = text.partition(" ")
    seat, move = (first, rest) if rest and first in game.rules.seats else (None, text)
    return game.play(game.legal_moves[0] if move == "discard" else parse_move(move), seat)


def keep_start(case: Case) -> Case:
    """Return the case without the moment at which the reader comes in, where the changed story has no such moment."""
    if not case.start:
        return case
    try:
        _ = Moments(case).start
    except ValueError:
        return replace(case, start="")
    return case


def find_parting(first: Moments, second: Moments) -> str:
    """Return the first moment at which two games of one story differ: in cards, in what was played, or in who may do what.

    It is the last moment where they differ only in what is scored or who has won.

    >>> import mam
    >>> case = mam.get_case("D-G19").case
    >>> readings = [play_reading(case, reading).moments for reading in case.readings]
    >>> find_parting(*(moments for moments in readings if moments))
    'trick 1 card 2'
    """
    for name, game, other in zip(first.names, first.games, second.games, strict=False):
        if _describe(game) != _describe(other):
            return name
    return first.names[-1]


def _describe(game: Game) -> object:
    round = game if isinstance(game, Round) else game.round
    sizes = [len(hand) for hand in round.hands.values()]
    return sizes, len(round.deal.cards), round.history[-1:], round.phase, round.turn, list(map(str, game.legal_moves))
