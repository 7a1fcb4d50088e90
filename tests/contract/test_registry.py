"""An edition is complete only with a golden record, named perft positions, a documented case, and a row in every contract test."""

import golden_records
import pytest
import walks
from cases import check_each
from perft_positions import read_positions

import mam


def list_perft_names(edition: str) -> list[str]:
    """The names of an edition's positions in data/perft."""
    return [position.name for position in read_positions() if position.edition == edition]


@pytest.mark.parametrize("edition", mam.list_editions())
def test_every_edition_has_a_golden_record(edition: str) -> None:
    assert edition in golden_records.NAMES, f"data/records has no record {edition}.toml"


@check_each("name", golden_records.NAMES)
def test_every_record_is_a_finished_round(name: str) -> None:
    record = mam.read_record(golden_records.RECORDS / f"{name}.toml")
    assert record.edition == name or name not in mam.list_editions(), f"{name}.toml is a round of {record.edition}"
    assert record.rounds()[-1].is_over, f"{name}.toml is not a finished round"


@pytest.mark.parametrize("edition", mam.list_editions())
def test_every_edition_has_named_perft_positions(edition: str) -> None:
    names = list_perft_names(edition)
    assert names, f"data/perft has no position of {edition}"
    assert len(set(names)) == len(names), "two positions have one name"


def test_no_perft_position_is_of_an_unknown_edition() -> None:
    assert {position.edition for position in read_positions()} <= set(mam.list_editions())


def test_every_edition_has_a_documented_case() -> None:
    settings = [check.setting for situation in mam.list_situations() for check in situation.checks]
    named = {situation.edition for situation in mam.list_situations()}
    named |= {str(setting["edition"]) for setting in settings if "edition" in setting}
    missing = [edition for edition in mam.list_editions() if edition not in named]
    assert not missing, f"data/situations has no case of {', '.join(missing)}"


@pytest.mark.parametrize("edition", mam.list_editions())
def test_every_option_is_walked(edition: str) -> None:
    walked = [options for name, options in walks.ALL if name == edition]
    options = mam.get_edition(edition).options
    missing = set(options) - {option for names in walked for option in names}
    assert () in walked and {options[name].group for name in missing} <= {"hands"}  # of many sizes some are walked
    assert len(walked) == len(set(walked))


@pytest.mark.parametrize("edition", mam.list_editions())
def test_a_rule_set_is_made_once(edition: str) -> None:
    for name, options in walks.ALL:
        if name == edition:
            assert mam.get_edition(name, options) is mam.get_edition("+".join((name, *options)))


@pytest.mark.parametrize("edition", mam.list_editions())
def test_the_order_of_options_does_not_matter(edition: str) -> None:
    for name, options in walks.ALL:
        if name == edition and len(options) == 2:
            assert mam.get_edition(name, options) == mam.get_edition(name, options[::-1])
