"""The questions that editions answer, each by one fact of their rules."""

import re
from pathlib import Path

import pytest

from mam.library.comparing import settings
from mam.library.comparing.settings import VALUES, all_settings, list_facts
from mam.rules.editions import get_edition, list_editions
from mam.support.data_files import find_data_folder
from mam.support.toml import DataError


@pytest.mark.parametrize("edition", list_editions())
def test_a_question_applies_where_its_fact_is_listed(edition: str) -> None:
    options = [[], *([option] for option in get_edition(edition).options if not option.startswith("hands-of-"))]
    for rules in (get_edition(edition, chosen) for chosen in options):
        facts = list_facts(rules)
        for setting in all_settings():
            has_phase = not setting.needs or setting.needs in getattr(rules, "phases", ())
            assert setting.applies(rules) == (has_phase and setting.fields[0] in facts), setting.key
            if setting.applies(rules) and setting.values:
                assert str(facts[setting.fields[0]]).lower() in {value.lower() for value in setting.values}


def test_every_condition_and_every_place_in_an_answer_is_a_fact_of_some_edition() -> None:
    facts = {*VALUES, "persons", *(name for edition in list_editions() for name in list_facts(get_edition(edition)))}
    answers = [answer for setting in all_settings() for answer in setting.answers]
    places = [place for answer in answers for place in re.findall(r"\{([^}:]*)", answer["text"])]
    assert answers and places
    assert {*places, *(name for answer in answers for name in answer if name != "text")} <= facts


def test_each_question_has_an_answer_where_no_condition_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (find_data_folder() / "rules" / "settings.toml").read_text("utf-8")
    (tmp_path / "rules").mkdir()
    damaged_text = text.replace('{ text = "{hand_size} cards" }', '{ hand_size = 13, text = "{hand_size} cards" }')
    assert damaged_text != text
    (tmp_path / "rules" / "settings.toml").write_text(damaged_text, "utf-8")
    (tmp_path / "rules" / "conflicts.toml").write_text(
        (find_data_folder() / "rules" / "conflicts.toml").read_text("utf-8"), "utf-8"
    )
    monkeypatch.setattr(settings, "find_data_folder", lambda: tmp_path)
    with pytest.raises(
        DataError, match=r"settings\.toml, line .*hand: the last answer must be a text without conditions"
    ):
        all_settings.__wrapped__()
