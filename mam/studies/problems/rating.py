"""How well a learner solves problems, and which problem comes next.

The rating is Glicko-2's, by the package `glicko2` here and by `glicko2-lite` on a page (`rating.js`): each problem is an opponent, its first
answer the game, and a day one period. The rating itself is not saved: it follows from the answers in the progress file.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from mam.studies.problems.price_problems import is_priced
from mam.studies.problems.problem import is_problem
from mam.studies.problems.themes import list_themes
from mam.studies.progress import Answers
from mam.studies.study import Chapter, Study

START, DEVIATION, VOLATILITY = 1200, 350, 0.06  # of somebody who has answered nothing
_PROBLEM_DEVIATION = 150  # of a problem, whose rating is a first guess
_LEVEL_RATINGS = (1100, 1250, 1390, 1600, 1800)  # of problems that only have a level
_SCORES = {"again": 0.0, "hard": 0.5, "good": 1.0}  # of a first answer: wrong, right with a hint, right at once
_MIN_ANSWERS = 10  # of a learner whose answers move the rating of a problem
_STRIDE = 7919  # of the problem of the day: a prime, so that every problem has its day


@dataclass(frozen=True)
class RatedProblem:
    """A problem by the name of its board (`p12/play`), with its rating and themes."""

    name: str
    rating: int
    themes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rating:
    """A learner's rating, its standard deviation, and how many problems were answered."""

    value: float = START
    deviation: float = DEVIATION
    count: int = 0


def list_rated(studies: Iterable[Study]) -> list[RatedProblem]:
    """Return the problems among studies that have a rating, in their order.

    >>> import mam
    >>> list_rated([mam.get_study("p12"), mam.get_study("bull")])
    [RatedProblem(name='p12/play', rating=1293, themes=('Bull', 'Bear'))]
    """
    return [
        RatedProblem(f"{study.id}/{chapter.id}", rating, tuple(list_themes(study.tags)))
        for study in studies
        for chapter in study.chapters
        if (rating := _find_rating(study, chapter))
    ]


def _find_rating(study: Study, chapter: Chapter) -> int:
    """Return a problem's rating; of a bid, a discard or a trump the rating of its level; 0 for another chapter."""
    if is_priced(chapter) and study.level:
        return _LEVEL_RATINGS[study.level - 1]
    return int(chapter.extra.get("certificate", {}).get("rating", 0)) if is_problem(chapter) else 0


def rate_learner(answers: Mapping[str, Answers], problems: Iterable[RatedProblem]) -> Rating:
    """Return the rating that the first answers to these problems give. Raises ImportError where the package glicko2 is missing.

    >>> solved = {"p12/play": {date(2026, 11, 27): "good"}, "p20/play": {date(2026, 11, 28): "again", date(2026, 11, 29): "good"}}
    >>> rating = rate_learner(solved, [RatedProblem("p12/play", 1300), RatedProblem("p20/play", 1500)])
    >>> round(rating.value), round(rating.deviation), rating.count
    (1325, 218, 2)
    """
    games: dict[date, list[tuple[int, float]]] = {}
    for problem in problems:
        if days := answers.get(problem.name):
            first = min(days)
            games.setdefault(first, []).append((problem.rating, _SCORES[days[first]]))
    if not games:
        return Rating()
    try:
        from glicko2 import Player
    except ImportError:
        raise ImportError(
            'learners are rated by the package glicko2. Install it with: pip install "mam[lab]"'
        ) from None
    player, before = Player(START, DEVIATION, VOLATILITY), min(games)
    for day, played in sorted(games.items()):
        for _ in range((day - before).days - 1):
            player.did_not_compete()
        player.rd, before = min(player.rd, DEVIATION), day
        ratings, scores = zip(*sorted(played), strict=True)
        player.update_player(list(ratings), [_PROBLEM_DEVIATION] * len(ratings), list(scores))
    return Rating(player.rating, player.rd, sum(map(len, games.values())))


def list_results(
    name: str, learners: Iterable[Mapping[str, Answers]], problems: Sequence[RatedProblem]
) -> list[tuple[int, float]]:
    """Return for each learner who answered a problem the rating that the other answers give, and the result: 1, 0.5 with a hint, or 0.

    Who answered fewer than ten other problems is left out: that rating says little.

    >>> problems = [RatedProblem(f"p{number}/play", 1000) for number in range(12)]
    >>> answers = {problem.name: {date(2026, 11, 27): "good"} for problem in problems}
    >>> [(round(rating, -2), result) for rating, result in list_results("p3/play", [answers, {}], problems)]
    [(1400, 1.0)]
    """
    others = [problem for problem in problems if problem.name != name]
    results = []
    for answers in learners:
        if days := answers.get(name):
            rating = rate_learner(answers, others)
            if rating.count >= _MIN_ANSWERS:
                results.append((round(rating.value), _SCORES[days[min(days)]]))
    return results


def rate_themes(answers: Mapping[str, Answers], problems: Sequence[RatedProblem]) -> dict[str, Rating]:
    """Return a learner's rating in each theme of these problems, the lowest first; themes without an answer come last."""
    themes = dict.fromkeys(theme for problem in problems for theme in problem.themes)
    ratings = {theme: rate_learner(answers, [p for p in problems if theme in p.themes]) for theme in themes}
    return dict(sorted(ratings.items(), key=lambda item: (not item[1].count, item[1].value)))


def choose_next(answers: Mapping[str, Answers], problems: Sequence[RatedProblem]) -> str:
    """Return the name of the problem to solve next, "" if all are answered.

    It is the one whose rating is nearest to the learner's; two times in three only of the theme with the learner's lowest rating.

    >>> choose_next({}, [RatedProblem("p1/play", 900), RatedProblem("p2/play", 1150)])
    'p2/play'
    """
    unseen = [problem for problem in problems if problem.name not in answers]
    if not unseen:
        return ""
    learner = rate_learner(answers, problems)
    if learner.count % 3 != 2:
        rated = rate_themes(answers, problems)
        weak = (
            theme
            for theme, rating in rated.items()
            if rating.count and any(theme in problem.themes for problem in unseen)
        )
        theme = next(weak, "")
        unseen = [problem for problem in unseen if theme in problem.themes] or unseen
    return min(unseen, key=lambda problem: abs(problem.rating - learner.value)).name


def find_daily(problems: Sequence[RatedProblem], day: date) -> str:
    """Return the name of the problem of a day, the same for everybody. Raises ValueError for no problems.

    >>> find_daily([RatedProblem("p1/play", 900), RatedProblem("p2/play", 1150)], date(2026, 11, 27))
    'p2/play'
    """
    if not problems:
        raise ValueError("there is no problem of the day without problems")
    return problems[day.toordinal() * _STRIDE % len(problems)].name
