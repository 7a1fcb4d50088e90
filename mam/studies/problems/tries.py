"""Who solves a problem: players try it against the defense, and their tries give a first rating and level."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import islice
from math import comb, exp, log
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING

from mam.games.views import view
from mam.players import get_player
from mam.players.expert import ExpertPlayer
from mam.players.turns import Player
from mam.rules.moves import Play
from mam.studies.problems.problem import Problem, find_problem, is_problem
from mam.studies.read import parse_study
from mam.support.messages import quote

if TYPE_CHECKING:
    from mam.engine.belief.belief import Belief

Result = tuple[
    int, float
]  # of a learner: the rating that other answers give, and 1 for right at once, 0.5 with a hint, 0 for wrong

# What a player is rated, and how many tries its result counts.
RATINGS: Mapping[str, int] = {"random": 800, "rulebook": 1100, "club": 1400, "expert": 1800}
_WEIGHTS: Mapping[str, int] = {"random": 4, "rulebook": 1, "club": 1, "expert": 2}
_MEAN, _DEVIATION = 1300, 300  # of a problem with four tricks of which nothing else is known, …
_PER_TRICK = 150  # … and how much harder each trick more makes it for people: a guess
_SCALE = 400 / log(10)  # so that 400 more are ten times the chances
LEVELS = (1205, 1298, 1507, 1714)  # the ratings at which levels 2 to 5 begin: each has 30 of the 150 problems
_LAYOUTS = 200  # of which one is drawn for a player to look at: all fit what it sees
_WORLDS = 150  # that the expert looks at for a card: as many on every machine
TRIES = 200  # of a player whose moves depend on chance: a standard error of 3.5 percentage points at most
CHECK_TRIES = 5  # the first of these, which a check plays again
_MIN_CHANCE = 1e-3  # of what a check finds, if the certificate is right


def try_players(problem: Problem, tries: int = TRIES) -> dict[str, float]:
    """Return how often each player reaches the goal against the defense, from 0 to 1: random exactly, the expert in `tries` rounds.

    The rulebook and the club player have one try, since chance does not move them. A player is asked at each of your decisions, and sees
    what you see.

    >>> import mam
    >>> from mam.studies.problems.problem import find_problem
    >>> problem = find_problem(mam.get_study("p12").chapters[0])
    >>> try_player(problem, get_player("rulebook"), Random(1)), round(find_random_chance(problem), 3)
    (True, 0.085)
    """
    results = {"random": round(find_random_chance(problem), 3)}
    for name in ("rulebook", "club"):
        results[name] = float(try_player(problem, get_player(name), Random(1)))
    expert = ExpertPlayer(worlds=_WORLDS)
    results["expert"] = round(fmean(try_player(problem, expert, Random(seed)) for seed in range(1, tries + 1)), 3)
    return results


def try_player(problem: Problem, player: Player, rng: Random) -> bool:
    """Return whether a player reaches the goal against the defense."""
    from mam.engine.belief.defense import choose_reply

    belief = problem.belief
    while not belief.round.is_over:
        if belief.round.turn not in belief.seats:
            belief = belief.play(choose_reply(problem.searcher, belief, problem.amount))
            continue
        layout = rng.choice(list(islice(belief.list_layouts(), _LAYOUTS)))
        round = belief.deal(layout)
        move = player(view(round, round.actor), rng)
        if not isinstance(move, Play):
            raise TypeError(f"a player must play a card here, not {move}")
        belief = belief.play(move.card)
        if not problem.is_won(belief):
            return False
    return True


def contradicts(stated: float, checked: float) -> bool:
    """Return whether a player that reached the goal this often in `TRIES` rounds can hardly have done so this often in `CHECK_TRIES` of them.

    >>> contradicts(0.8, 0.6), contradicts(0.8, 0), contradicts(1, 0.8), contradicts(0.12345, 0)
    (False, True, True, True)
    """
    wins, checked_wins = round(stated * TRIES), round(checked * CHECK_TRIES)
    chances = [
        comb(wins, count) * comb(TRIES - wins, CHECK_TRIES - count) / comb(TRIES, CHECK_TRIES)
        for count in range(CHECK_TRIES + 1)
    ]
    tail = min(sum(chances[: checked_wins + 1]), sum(chances[checked_wins:]))
    return abs(stated - wins / TRIES) > 1e-9 or tail < _MIN_CHANCE


def find_random_chance(problem: Problem) -> float:
    """Return the chance of somebody who plays any legal card at each decision: exact, since the defense leaves nothing to chance."""
    return _find_chance(problem, problem.belief)


def _find_chance(problem: Problem, belief: Belief) -> float:
    from mam.engine.belief.defense import choose_reply

    while not belief.round.is_over and belief.round.turn not in belief.seats:
        belief = belief.play(choose_reply(problem.searcher, belief, problem.amount))
    if belief.round.is_over:
        return 1.0
    cards = belief.cards_to_play
    after = (belief.play(card) for card in cards)
    return sum(_find_chance(problem, next_belief) for next_belief in after if problem.is_won(next_belief)) / len(cards)


def estimate_rating(results: Mapping[str, float], tricks: int, learners: Sequence[Result] = ()) -> int:
    """Return the most plausible rating of a problem that players solved this often: the mode of its posterior. Each learner's first answer counts like a try.

    Raises ValueError for a result that is not from 0 to 1.

    >>> estimate_rating({"random": 0, "club": 0, "expert": 0}, 5), estimate_rating({"random": 0.5, "club": 1, "expert": 1}, 3)
    (1882, 881)
    >>> estimate_rating({"random": 0, "club": 0, "expert": 0}, 5, [(1200, 1), (1150, 1), (1300, 0.5)])
    1505
    """
    if not all(0 <= result <= 1 for result in (*results.values(), *(result for _, result in learners))):
        raise ValueError(f"a result is a number from 0 to 1: {quote(dict(results))}")
    tries = [(RATINGS[name], result, _WEIGHTS[name]) for name, result in results.items()]
    tries += [(rating, result, 1) for rating, result in learners]
    return max(range(3001), key=lambda rating: _weigh(rating, tries, _MEAN + _PER_TRICK * (tricks - 4)))


def _weigh(rating: int, tries: Sequence[tuple[int, float, int]], mean: int) -> float:
    """Return how plausible a rating is, as a logarithm; a try is the player's rating, the result, and how many tries it counts."""
    total = -(((rating - mean) / _DEVIATION) ** 2) / 2
    for player, result, weight in tries:
        solves = 1 / (1 + exp((rating - player) / _SCALE))
        total += weight * (result * log(solves) + (1 - result) * log(1 - solves))
    return total


def find_level(rating: float, current: int = 0) -> int:
    """Return the level of a rating, 1 to 5. A rating at which a level begins may have the level before it too, and stays there.

    >>> [find_level(rating) for rating in (LEVELS[0] - 1, LEVELS[0], LEVELS[3])], find_level(LEVELS[0], 1)
    ([1, 2, 5], 1)
    """
    level = 1 + bisect_right(LEVELS, rating)
    return current if rating in LEVELS and current == level - 1 else level


def rate_study(text: str, name: str, learners: Sequence[Result] = ()) -> str:
    """Return the file of a problem with its rating, players and level: players try it now, unless learners' results are added to those in the file.

    Raises StudyError naming the line for a text that is no study, ValueError for a study that is no problem.
    """
    chapters = parse_study(text, name).chapters
    if len(chapters) != 1 or not is_problem(chapters[0]):
        raise ValueError(
            f"{name} can't be rated: only a problem with unseen cards in its position can; the level of a bid, a discard or a trump follows from its prices"
        )
    problem = find_problem(chapters[0])
    tried = chapters[0].extra.get("certificate", {}).get("players") if learners else None
    return rate_text(text, tried or try_players(problem), problem.tricks, learners)


def rate_text(text: str, results: Mapping[str, float], tricks: int, learners: Sequence[Result] = ()) -> str:
    r"""Return the file of a problem with these results in its certificate, and the rating and level that follow from them.

    >>> print(rate_text('level = 9\n[chapter.certificate]\ntempting = "B9"\n', {"random": 0.25, "club": 1}, 4).strip())
    level = 1
    [chapter.certificate]
    tempting = "B9"
    rating = 1072
    players = { random = 0.25, club = 1 }
    """
    rating = estimate_rating(results, tricks, learners)
    players = ", ".join(f"{name} = {result:g}" for name, result in results.items())
    lines = f"rating = {rating}\nplayers = {{ {players} }}\n"
    if learners:
        lines += f"learners = [{', '.join(f'[{learner}, {result:g}]' for learner, result in learners)}]\n"
    text = re.sub(r"(?m)^level = (\d*).*$", lambda line: f"level = {find_level(rating, int(line[1] or 0))}", text)
    text = re.sub(r"(?m)^(rating|players|learners) = .*\n", "", text)
    return re.sub(r"(?m)^(tempting = .*\n)", lambda line: line[0] + lines, text)
