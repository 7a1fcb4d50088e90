"""The wall: every slide holds a question without its answer, and the answer belongs to it; names find slides; ranges hold their value."""

import json
import os
from collections import Counter
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
import mam_widgets as mw
from mam.chance import list_pages
from mam.scenes.schema import json_schema
from mam.studies.tree import make_tree
from mam_widgets.shared.typescript import declare_types
from mam_widgets.studies.lesson import list_rules, list_stages
from mam_widgets.wall_page import widget as room
from mam_widgets.wall_page.ranges import write_ranges
from mam_widgets.wall_page.schema import WallScene, WallSlide
from mam_widgets.wall_page.slides import find_slides, make_page_slides, make_study_slides

TYPES = Path(room.__file__).with_name("wall.d.ts")
SLIDE = Draft202012Validator(json_schema(WallSlide))


def test_the_types_of_the_browsers_files_are_those_of_the_schema() -> None:
    text = declare_types((WallScene, WallSlide))
    if os.environ.get("MAM_WRITE"):
        TYPES.write_text(text, "utf-8")
    assert TYPES.read_text("utf-8") == text, "MAM_WRITE=1 pytest tests/widgets/test_wall.py writes it again"


def test_every_answer_belongs_to_its_question_and_no_question_tells_it() -> None:
    studies = [slide for study in (*list_stages(), *list_rules()) for slide in make_study_slides(make_tree(study))]
    slides = [*studies, *(slide for page in list_pages() for slide in make_page_slides(page))]
    assert len(slides) > 300
    assert [
        name for name, count in Counter(slide["asked"]["name"].lower() for slide in slides).items() if count > 1
    ] == []
    for slide in slides:
        asked, revealed = slide["asked"], slide["revealed"]
        SLIDE.validate(json.loads(json.dumps(slide)))
        offered = [option["answer"] for option in asked["options"]]
        assert asked["text"] and len(set(offered)) == len(offered) <= 26, asked["name"]
        assert {*revealed["right"], *revealed["why"]} <= {*offered} and not {*revealed["right"]} & {*revealed["why"]}
        assert bool(revealed["right"]) == bool(offered), asked["name"]
        if len(revealed["text"]) > 25:  # a short one, like an amount, may be an option or a number of the question
            assert revealed["text"] not in json.dumps(asked, ensure_ascii=False), asked["name"]


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("bull/double", ["bull/double"]),
        ("B26/2", ["B26/2"]),
        ("p12", ["p12"]),
        ("chance-given", ["chance-given", "chance-given/2", "chance-given/3"]),
    ],
)
def test_a_name_finds_its_slides(name: str, names: list[str]) -> None:
    assert [slide["asked"]["name"] for slide in find_slides(name)] == names


def test_a_case_is_found_with_all_its_questions_and_capitals_do_not_matter() -> None:
    slides = find_slides("b26")
    assert [slide["asked"]["name"] for slide in slides] == [f"B26/{number}" for number in range(1, len(slides) + 1)]
    assert len(slides) > 1 and slides[0]["asked"]["where"] == f"Case B26, question 1 of {len(slides)}"


def test_a_number_that_is_typed_becomes_a_choice_among_typical_ones() -> None:
    slide = next(slide for slide in find_slides("B16") if "did the Bull add" in slide["asked"]["text"])
    assert [option["label"] for option in slide["asked"]["options"]] == ["$30,000", "$40,000", "$60,000"]
    assert slide["revealed"]["right"] == ["30"] and "60" in slide["revealed"]["why"]


def test_a_number_without_a_typical_mistake_is_no_vote() -> None:
    tree = make_tree(next(study for study in list_rules() if "B16" in {chapter.id for chapter in study.chapters}))
    board = next(board for board in tree["boards"] if board["id"] == "B16")
    said = next(step["answers"] for step in board["steps"] if step["answers"]["right"] == ["30"])
    said["answers"] = {answer: sentence for answer, sentence in said["answers"].items() if answer in ("30", "other")}
    slide = next(slide for slide in make_study_slides(tree) if "did the Bull add" in slide["asked"]["text"])
    assert slide["asked"]["options"] == [] == slide["revealed"]["right"]
    assert slide["revealed"]["headline"] == "$30,000."


@pytest.mark.parametrize("name", ["bul", "bull/doubl", "B260", "chance-", "", "b26/99"])
def test_an_unknown_name_is_refused_with_what_would_do(name: str) -> None:
    with pytest.raises(KeyError, match=r"nothing to show is called .* name a stage \(bull\)"):
        find_slides(name)


def test_a_file_of_ones_own_goes_on_the_wall(tmp_path: Path) -> None:
    from mam.support.data_files import find_data_folder

    file = tmp_path / "my.toml"
    file.write_text((find_data_folder() / "studies" / "learn" / "07-bull.toml").read_text("utf-8"), "utf-8")
    assert mw.wall(f"{file}").scene["slides"] == mw.wall("bull").scene["slides"]


def test_ranges_cover_the_scale_and_hold_the_value() -> None:
    scale = {"low": 0, "high": 300, "before": "$", "after": ",000"}
    labels, _ = write_ranges(scale, 0)
    assert labels[0] == "less than $50,000" and labels[-1] == "$250,000 or more" and len(labels) == 6
    assert [write_ranges(scale, value)[1] for value in (0, 49.9, 50, 249, 250, 300)] == [0, 0, 1, 4, 5, 5]
    assert write_ranges({"low": -30, "high": 30, "before": "", "after": ""}, -3.9)[0][2] == "−10 to 0"


def test_the_answer_leaves_python_only_when_it_is_asked_for() -> None:
    wall = mw.wall("B26", "chance-given")
    revealed = [slide["revealed"]["text"] for name in ("B26", "chance-given") for slide in find_slides(name)]
    answers = list(filter(None, revealed))
    assert wall.scene["revealed"] is None and not any(answer in json.dumps(wall.scene) for answer in answers)
    wall.handle_message({"do": "reveal"})
    assert wall.scene["revealed"]["right"] == ["BULL"]
    wall.handle_message({"do": "go", "at": 99})
    assert (wall.scene["at"], wall.scene["revealed"]) == (len(revealed) - 1, None)
    wall.handle_message({"do": "open", "names": ["nothing"]})
    assert wall.scene["fault"].startswith("nothing to show is called") and len(wall.scene["slides"]) == len(revealed)
