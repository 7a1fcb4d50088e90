"""Chance: what is kept, and that the page judges typed numbers as the checker of the classroom does."""

import json
import shutil
import subprocess
from dataclasses import asdict
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
import mam_widgets as mw
from mam.chance import list_pages, show_page
from mam.classroom import Prediction, PredictionScore, score_by_week, score_predictions
from mam.classroom.answer_parsing import UnreadableAnswer
from mam.classroom.answers import Answer
from mam.classroom.quantities import Chance, Number
from mam.studies.library import list_studies
from mam.studies.progress import Progress
from mam_widgets.chance_pages import widget as room

ROOM = Path(room.__file__).parent
ASK = """
import { judge } from "./judge.js";
import { readFileSync } from "node:fs";
const cases = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(cases.map(({ question, text }) => judge(question, text))));
"""

ASK_SCORES = """
import { scoreByTenth, scoreByWeek, scorePredictions } from "./brier.js";
import { readFileSync } from "node:fs";
const cases = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify({ all: scorePredictions(cases), weeks: scoreByWeek(cases), tenths: scoreByTenth(cases) }));
"""


def list_texts(value: float) -> list[str]:
    """Numbers as people write them, near a value and away from it."""
    texts = [f"{factor * value:.{digits}g}" for factor in (1, 1.02, 0.9) for digits in range(1, 7)]
    if abs(value) < 1:
        texts += [f"{100 * value:.{places}f}%" for places in range(5)]
        texts += [f"{value:.{places}f}" for places in range(1, 7)]
        texts += [f"{round(1000 * value)}/1000", f"about {100 * value:.2f} %", f"{round(100 * value)} in 100"]
    texts += [f"{value:.3g}%", f"{value:.3g} percentage points"]
    texts += [*(f"{value:.{places}f}" for places in range(5)), f"{-value:.4g}", f"{round(value):,}"]
    return [text for text in texts if "e" not in text]


def list_calculations(value: Fraction | float) -> list[str]:
    """Calculations as people write them, of a value and of others; and texts that are none, or lead too far."""
    exact = Fraction(value).limit_denominator(10**9)
    above, below = exact.numerator, exact.denominator
    return [
        f"{above} × 1/{below}",
        f"({above}/{below})^1",
        f"1 - {below - above}/{below}",
        f"C(5,2)*{above}/(10 * {below})",
        f"{float(value):.5f} + 0",
        f"about ({above}+1-1) / {below}",
        f"-(0-{above})/{below}",
        f"({above}/{below})^2",
        f"{above}/{below} x 0.99",
        *(
            "2^3^2",
            "1/0 + 1",
            "2^201",
            "C(201,3)/2",
            "C(3,5) + 0",
            "((1/2)*2",
            "1/2)*2",
            "2(3+1)",
            "(" * 21 + "1+1" + ")" * 21,
            "1+" * 99 + "1",
        ),
        *(
            "C(200,100)^30 / C(200,100)^30",
            ".5 + .",
            "1..2 + 1",
            "10^59",
            "10^60",
            "2 ^ -1",
            "3 - -2",
            "C (4 , 2) - 5",
            "1+x",
            "+",
            "7 × × 2",
        ),
    ]


def test_the_page_judges_numbers_as_the_checker_does(tmp_path: Path) -> None:
    """Every form of the answers, of their slips and of numbers between: right where the checker says so, with the same sentence for a slip."""
    node = shutil.which("node")
    if not node:
        pytest.skip("node is not installed")
    for name in ("judge.js", "arithmetic.js"):
        shutil.copyfile(ROOM / name, tmp_path / name)
    (tmp_path / "package.json").write_text('{"type": "module"}', "utf-8")
    (tmp_path / "ask.js").write_text(ASK, "utf-8")
    cases, answers = list[dict[str, object]](), list[Answer]()
    for page in list_pages():
        for question, shown in zip(page.checks, show_page(page)["questions"], strict=True):
            if question.answer is None:
                continue
            values = [float(question.answer.value), *(float(slip.value) for slip in question.answer.slips)]
            texts = [text for value in values for text in list_texts(value)]
            for text in (*texts, *list_calculations(question.answer.value)):
                cases.append({"question": shown, "text": text})
                answers.append(question.answer)
    done = subprocess.run(
        [node, "ask.js"], cwd=tmp_path, input=json.dumps(cases), capture_output=True, text=True, check=True
    )
    counts = {"right": 0, "wrong": 0, "unread": 0}
    differences = []
    for case, answer, said in zip(cases, answers, json.loads(done.stdout), strict=True):
        counts[said["verdict"]] += 1
        wanted = find_verdict(answer, str(case["text"]))
        if wanted != (said["verdict"], said["why"] if said["verdict"] == "wrong" and wanted[1] else ""):
            differences.append((case["text"], float(answer.value), wanted, said))
    assert not differences, differences[:5]
    assert min(counts.values()) > 20, counts


def find_verdict(answer: Answer, text: str) -> tuple[str, str]:
    """Return what the checker says, and the sentence of a slip."""
    assert isinstance(answer, Chance | Number)
    try:
        plain = answer.accept(text, {"digits": answer.digits, "unit": getattr(answer, "unit", "")})
    except UnreadableAnswer:
        return "unread", ""
    slip = answer.find_slip(plain)
    return ("wrong" if answer.find_fault(plain) else "right", slip.why if slip else "")


def test_the_first_guess_is_kept_and_a_question_has_its_stars(tmp_path: Path) -> None:
    file = tmp_path / "progress.toml"
    widget = mw.chance("bayes", save=file)
    widget.handle_message({"do": "guess", "name": "chance-bayes/guess", "guess": 95})
    widget.handle_message({"do": "guess", "name": "chance-bayes/guess", "guess": 14})
    widget.handle_message({"do": "done", "name": "chance-bayes/1", "stars": 2, "grade": "again"})
    again = mw.chance(save=file)
    assert again.scene["guesses"] == {"chance-bayes/guess": 95} and again.stars == {"chance-bayes/1": 2}
    assert again.scene["study"] is None and again.scene["shelf"]["stages"]


def draw_predictions(number: int) -> list[Prediction]:
    """Whole percents with dates; one half with outcomes, one half with known chances."""
    rng, first = Random(40), date(2026, 11, 1)
    return [
        Prediction(
            rng.randrange(101) / 100,
            rng.random() if k % 2 else float(rng.random() < 0.5),
            f"{first + timedelta(days=rng.randrange(80))}",
        )
        for k in range(number)
    ]


def check_score(shown: dict, score: PredictionScore) -> None:
    wanted = asdict(score)
    for name in ("n", "brier", "reliability", "resolution", "uncertainty", "within"):
        assert shown[name] == pytest.approx(wanted[name], abs=1e-9), name
    for row, tenth in zip(shown["rows"], wanted["rows"], strict=True):
        assert row == pytest.approx({name: tenth[name] for name in row}, abs=1e-9)


def test_the_page_scores_guesses_as_python_does(tmp_path: Path) -> None:
    node = shutil.which("node")
    if not node:
        pytest.skip("node is not installed")
    shutil.copyfile(ROOM / "brier.js", tmp_path / "brier.js")
    (tmp_path / "package.json").write_text('{"type": "module"}', "utf-8")
    (tmp_path / "ask.js").write_text(ASK_SCORES, "utf-8")
    predictions = draw_predictions(200)
    done = subprocess.run(
        [node, "ask.js"],
        cwd=tmp_path,
        input=json.dumps([asdict(prediction) for prediction in predictions]),
        capture_output=True,
        text=True,
        check=True,
    )
    answer = json.loads(done.stdout)
    check_score(answer["all"], score_predictions(predictions))
    weeks = score_by_week(predictions)
    assert len(weeks) > 10 and [week["monday"] for week in answer["weeks"]] == [*weeks]
    for week, score in zip(answer["weeks"], weeks.values(), strict=True):
        check_score(week, score)
    for tenth, row in zip(answer["tenths"], score_predictions(predictions).rows, strict=True):
        assert (tenth["tenth"], tenth["n"], tenth["overall"]) == pytest.approx((10 * row.low, row.n, row.observed))


def test_a_guess_of_a_chance_has_its_whole_and_its_day(tmp_path: Path) -> None:
    progress = Progress(tmp_path / "progress.toml")
    progress.record_guess("chance-or/guess", 60, date(2026, 11, 9))
    scene = mw.chance(save=tmp_path / "progress.toml").scene
    assert scene["guess_days"] == {"chance-or/guess": "2026-11-09"}
    tiles = {tile["id"]: tile["guess"] for tile in scene["shelf"]["stages"]}
    wholes = {page: guess["whole"] for page, guess in tiles.items()}
    assert {"or": 100, "space": 10, "clt": 1000, "intervals": 100, "spread": 0, "counting": 0}.items() <= wholes.items()
    assert all(0 <= guess["answer"] <= guess["whole"] for guess in tiles.values() if guess["whole"])


def test_what_cannot_be_done_is_said() -> None:
    widget = mw.chance(save=False)
    widget.handle_message({"do": "open", "study": "nowhere"})
    assert "no page 'nowhere'" in widget.scene["fault"]
    widget.handle_message({"do": "guess", "name": "chance-bayes/guess", "guess": "much"})
    assert "guess" in widget.scene["fault"]
    with pytest.raises(KeyError, match="no page 'nowhere': there are"):
        mw.chance("nowhere", save=False)


def test_no_page_has_the_name_of_a_study() -> None:
    """Their stars stand in one file."""
    assert not {page.names[0].split("/")[0] for page in list_pages()} & {*list_studies()}
