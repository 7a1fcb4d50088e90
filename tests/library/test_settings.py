"""The questions that editions answer, each by one fact of their rules."""

import pytest

from mam.library.comparing.settings import all_settings, list_facts
from mam.rules.editions import get_edition, list_editions


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
