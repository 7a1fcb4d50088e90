"""One file of progress and one schedule: Python and the page read what the other writes, and name the same days."""

import json
import re
import shutil
import subprocess
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("fsrs", reason="the extra lab is not installed")
from mam.studies.progress import GRADES, Done, ProgressError, format_progress, parse_progress
from mam.studies.schedule import find_due, list_due

ROOT = Path(__file__).parents[2]
TODAY = date(2026, 11, 27)
BROKEN = [
    "",
    "stars = 3\n",
    '[stars]\n"bull/double" = 2\n"bull/double" = 3\n',
    '[stars]\n\n"bull/double" = 9\n',
    '[stars]\n"../x" = 1\n',
    '[stars]\n"__proto__" = 1\n',
    "[stars\n",
    '[answers]\n"a/b" = { x = "good" }\n',
    '[answers]\n"a/b" = { 2026-02-31 = "good" }\n',
    '[answers]\n"a/b" = { 2026-02-01 = "Good" }\n',
    '[answers]\n"a/b" = { 2026-02-01 = "good", 2026-02-01 = "hard" }\n',
    '[guesses]\n"a/guess" = { 2026-02-01 = "95" }\n',
    '[guesses]\n"a/guess" = { 2026-02-01 = 1e7 }\n',
    '[stars]\n"a/b" = 1\n[star]\n"a/c" = 2\n',
    '[decisions]\n"decision-1" = "x"\n',
    '[decisions]\n"decision-0123456789" = "id = \\"decision-1111111111\\""\n',
    '[decisions]\n"decision-0123456789" = 3\n',
]


def ask_page(files: list[str]) -> list[Any]:
    """What the page makes of these files, each merged with the one before it, too."""
    node = shutil.which("node")
    if not node or not (ROOT / "node_modules" / "ts-fsrs").is_dir():
        pytest.skip("not there: Node, npm ci")
    script = Path(__file__).with_name("progress.test.mjs")
    text = json.dumps({"files": files, "today": TODAY.isoformat()})
    done = subprocess.run([node, script], input=text, capture_output=True, encoding="utf-8", check=True)
    answers: list[Any] = json.loads(done.stdout)
    return answers


def draw_progress(random: Random) -> Done:
    """What somebody may have done in two years: boards answered once or many times, soon after each other or long after."""
    done = Done()
    for number in range(random.randint(0, 30)):
        board = f"stage-{random.randint(0, 5)}/Board-{number}"
        done.stars[board] = random.randint(0, 3)
        day, pause = TODAY - timedelta(random.randint(0, 700)), random.choice((1, 4, 20, 150))
        for _ in range(random.randint(0, 9)):
            done.answers.setdefault(board, {})[day] = random.choice(GRADES)
            day += timedelta(1 + int(random.expovariate(1 / pause)))
        if random.random() < 0.3:
            guess = random.choice((random.randint(-300, 3000), 0, round(random.uniform(0, 100), 2)))
            done.guesses[f"{board.split('/')[0]}/guess"] = {day: guess}
        if random.random() < 0.1:
            name = f"decision-{random.getrandbits(40):010x}"
            done.decisions[name] = f'id = "{name}"  # \\ “West”\n\tgoal = "<b>{number}</b>"\n'
    return done


def test_the_page_reads_what_python_writes_and_names_the_same_days() -> None:
    random = Random(7)
    drawn = [draw_progress(random) for _ in range(150)]
    count = 0
    before = Done()
    for done, page in zip(drawn, ask_page(list(map(format_progress, drawn))), strict=True):
        assert page["text"] == format_progress(done)
        assert parse_progress(page["text"]) == done
        assert page["due"] == {board: find_due(answers).isoformat() for board, answers in done.answers.items()}
        assert page["listed"] == list_due(done.answers, TODAY)
        if page["merged"]:
            both = parse_progress(format_progress(done))
            both.merge(before)
            assert page["merged"] == format_progress(both)
        before = done
        count += len(done.answers)
    assert count > 1500


def test_what_one_of_them_refuses_the_other_refuses_at_the_same_line() -> None:
    for text, page in zip(BROKEN[1:], ask_page(BROKEN)[1:], strict=True):
        with pytest.raises(ProgressError) as fault:
            parse_progress(text)
        lines = [re.search(r"line (\d+)", said) for said in (str(fault.value), page["fault"])]
        assert lines[0] and lines[1] and lines[0][1] == lines[1][1], (str(fault.value), page["fault"])


def test_an_empty_file_is_refused_by_the_page_with_what_would_be_right() -> None:
    (page,) = ask_page(BROKEN[:1])
    assert page == {"fault": "progress.toml: this is no progress: it begins with a line [stars]."}
