"""What is promised to be the same again is the same in another process, where sets and hashes come in another order.

Within one process a set keeps its order, so a value compared with itself there says nothing.
"""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from homework import CLASS, EXERCISES, KEY, Homework
from specimen_records import specimen_record

import mam
from mam.classroom.assigning import assign
from mam.classroom.feedback import make_feedback
from mam.classroom.gradebook import describe_grades, make_grade_csv
from mam.classroom.grading import grade
from mam.classroom.report import make_report
from mam.drawing import card_svg, css, draw_face, shapes, table_svg, table_text
from mam.players import play_on
from mam.players.expert import ExpertPlayer
from mam.records import format_record
from mam.rules.cards import ALL_CARDS
from mam.scenes import list_facts, make_scene

EDITIONS = ("make-a-million-1935", "manhattan", "silent-six", "sweven", "millionaire", "anagrams")


def grading() -> str:
    """An assignment as it is handed out, and the grades of what comes back."""
    with TemporaryDirectory() as base:
        folder = Path(base) / "homework-1"
        homework = Homework(folder, assign(CLASS, EXERCISES, "homework-1", folder, KEY))
        files = sorted(path for path in folder.rglob("*") if path.is_file())
        handed_out = [(path.name, hashlib.sha256(path.read_bytes()).hexdigest()) for path in files]
        homework.hand_in(Path(base) / "in", homework.submission("ann"), homework.submission("bob", answers={}))
        (Path(base) / "in" / "more.json").write_text("nonsense", "utf-8")
        grades = grade(Path(base) / "in", homework.assignment, KEY)
        lines = [
            *describe_grades(grades),
            *(make_feedback(grades, grade) for grade in grades.grades),
            make_report(grades),
        ]
        return json.dumps([handed_out, make_grade_csv(grades), lines]).replace(base, "")


def drawing() -> str:
    """All faces, and what they share."""
    facts = {card.code: list_facts(card) for card in ALL_CARDS}
    faces = {code: [draw_face(code, facts[code]), card_svg(code, facts[code])] for code in facts}
    return json.dumps([faces, shapes(), css()])


def tables() -> str:
    """A round of several games as it is drawn and told, from one seat and from above."""
    parts = []
    for edition in EDITIONS:
        round, rng = mam.start(edition, seed=5), Random(5)
        while len(round.history) < 12 and (moves := round.legal_moves):
            round = round.play(moves[int(rng.random() * len(moves))])
        for view in (mam.view(round, None), mam.view(round, round.rules.persons[0])):
            scene = make_scene(view)
            parts.append([json.dumps(scene), table_svg(scene), table_text(scene), str(view), repr(view)])
    return json.dumps(parts)


def searching() -> str:
    """A round of few cards, played by the expert player."""
    round = mam.make_position(EDITIONS[0], "N B40 Y40 Y30 | E B30 Y1 Y2 | S G1 G2 R40 | W R1 R2 R3", "B", bidder="N")
    persons = round.rules.persons
    finished = play_on(round, dict.fromkeys(persons, ExpertPlayer(worlds=6)), {person: Random(2) for person in persons})
    return repr(finished)


def walk() -> str:
    """Every step of a record in the stepper, and a what-if of it."""
    from mam_widgets.stepper.model import Walk
    from mam_widgets.stepper.scene import make_walk_scene

    record = specimen_record()
    walk = Walk(record, recorded_count=len(record.moves), is_printed=True)
    scenes = []
    for step in range(0, walk.last + 1, 7):
        walk.go_to_step(step)
        scenes.append(make_walk_scene(walk))
    walk.go_to_step(20)
    walk.play_random_move()
    return json.dumps([scenes, make_walk_scene(walk), format_record(walk.record)])


PROMISED: tuple[Callable[[], str], ...] = (grading, drawing, tables, searching, walk)


def digests() -> dict[str, str]:
    """A hash of each."""
    return {make.__name__: hashlib.sha256(make().encode()).hexdigest() for make in PROMISED}


@pytest.mark.long
@pytest.mark.extended
def test_what_is_promised_to_be_the_same_does_not_depend_on_the_order_of_hashes() -> None:
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    changed = {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, __file__]
    run = subprocess.run(command, env=os.environ | changed, check=True, capture_output=True, encoding="utf-8")
    assert json.loads(run.stdout) == digests()


if __name__ == "__main__":
    print(json.dumps(digests()))
