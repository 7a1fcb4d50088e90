"""One rating: Python and the page rate the same answers alike, choose the same problem, and name the same problem of the day."""

import json
import shutil
import subprocess
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("glicko2", reason="the extra lab is not installed")
from mam.studies.problems.rating import RatedProblem, find_daily, rate_learner, rate_themes
from mam.studies.problems.themes import THEMES
from mam.studies.progress import GRADES, Answers
from mam_widgets.studies.lesson import make_practice

ROOT = Path(__file__).parents[2]
FIRST = date(2026, 1, 5)


def ask_page(cases: list[dict[str, Any]]) -> list[Any]:
    node = shutil.which("node")
    if not node or not (ROOT / "node_modules" / "glicko2-lite").is_dir():
        pytest.skip("not there: Node, npm ci")
    script = Path(__file__).with_name("rating.test.mjs")
    done = subprocess.run([node, script], input=json.dumps(cases), capture_output=True, encoding="utf-8", check=True)
    results: list[Any] = json.loads(done.stdout)
    return results


def draw_case(random: Random) -> tuple[list[RatedProblem], dict[str, dict[date, str]], date]:
    """Problems, and what somebody may have answered in two years: some each day, or one after months; some of them more than once."""
    problems = [
        RatedProblem(
            f"p{number:02}/play", random.randint(800, 1900), tuple(random.sample(list(THEMES), random.randint(0, 3)))
        )
        for number in range(1, random.randint(2, 60))
    ]
    answers: dict[str, dict[date, str]] = {}
    day = FIRST
    for problem in random.sample(problems, random.randint(0, len(problems))):
        answers[problem.name] = {
            day + timedelta(number): random.choice(GRADES) for number in range(random.randint(1, 3))
        }
        day += timedelta(random.choice((0, 0, 0, 1, 2, 40)))
    return problems, answers, day


def test_the_published_example() -> None:
    """M. Glickman, "Example of the Glicko-2 system": 1500 ± 200 beats 1400 ± 30, and loses against 1550 ± 100 and 1700 ± 300."""
    from glicko2 import Player

    player = Player(1500, 200, 0.06)
    player.update_player([1400, 1550, 1700], [30, 100, 300], [1, 0, 0])
    assert (round(player.rating, 2), round(player.rd, 2), round(player.vol, 5)) == (1464.05, 151.52, 0.05999)


def test_python_and_the_page_choose_the_same_problems() -> None:
    random = Random(39)
    cases = [draw_case(random) for _ in range(300)]
    pages = ask_page(
        [
            {
                "stages": [
                    {"id": name.partition("/")[0], "boards": ["play"], "rating": rating, "themes": themes}
                    for name, rating, themes in ((one.name, one.rating, one.themes) for one in problems)
                ],
                "answers": {name: {f"{day}": grade for day, grade in days.items()} for name, days in answers.items()},
                "today": f"{today}",
            }
            for problems, answers, today in cases
        ]
    )
    answered = 0
    for (problems, answers, today), page in zip(cases, pages, strict=True):
        ours = make_practice(problems, answers, today)
        assert page["shown"]["next"] == ours["next"]
        assert page["shown"]["daily"] == ours["daily"] == find_daily(problems, today).partition("/")[0]
        own = rate_learner(answers, problems)
        assert page["exact"]["value"] == pytest.approx(
            own.value, abs=0.5
        )  # the packages differ a little in the volatility
        assert page["exact"]["deviation"] == pytest.approx(own.deviation, abs=0.5)
        assert {theme["name"]: theme["count"] for theme in page["shown"]["themes"]} == {
            theme: rating.count for theme, rating in rate_themes(answers, problems).items()
        }
        answered += own.count
    assert answered > 3000


def test_a_wrong_answer_lowers_the_rating_a_right_one_raises_it_and_a_pause_makes_it_less_sure() -> None:
    problems = [RatedProblem(f"p{number:02}/play", 1200) for number in range(1, 6)]

    def rate(*grades: str, pause: int = 0) -> tuple[float, float]:
        answers: dict[str, Answers] = {
            one.name: {FIRST + timedelta(k + (pause if k == len(grades) - 1 else 0)): grade}
            for k, (one, grade) in enumerate(zip(problems, grades, strict=False))
        }
        rating = rate_learner(answers, problems)
        return rating.value, rating.deviation

    assert rate("again")[0] < rate("hard")[0] < rate("good")[0]
    assert rate("hard")[0] == pytest.approx(1200)
    assert rate("good", "good")[1] < rate("good")[1] < 350
    assert rate("good", "good", pause=400)[1] > rate("good", "good")[1]
    later: dict[str, Answers] = {"p01/play": {FIRST: "again", FIRST + timedelta(3): "good"}}
    assert rate_learner(later, problems).value == rate("again")[0]  # only the first answer counts


def test_every_problem_has_its_day() -> None:
    problems = [RatedProblem(f"p{number}/play", 1200) for number in range(150)]
    days = {find_daily(problems, FIRST + timedelta(number)) for number in range(150)}
    assert len(days) == 150
