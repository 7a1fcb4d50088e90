"""The shelf Rules: documented cases and open questions as studies, read, played, varied, and asked of other editions."""

import pytest

import mam
from mam.library.situations import list_situations
from mam.studies import StudyError, parse_study
from mam.studies.library import list_study_files

FILES = {path.name: path.read_text("utf-8") for path in list_study_files("rules")}


def test_every_documented_case_is_a_study_with_its_printed_place() -> None:
    cases = {chapter.id: chapter for chapter in mam.list_cases()}
    documented = [name for name in cases if name.startswith("B")]
    assert sorted(documented) == [situation.id for situation in list_situations()]
    assert len(documented) == 88 and len(cases) == 119
    for situation in list_situations():
        case = cases[situation.id].case
        assert case and (case.document, case.page, case.edition) == (
            situation.document, situation.page, situation.edition,
        )  # fmt: skip
        assert set(cases[situation.id].cites) == set(situation.rules)


def test_cases_are_found_by_word_rule_and_edition() -> None:
    assert [chapter.id for chapter in mam.list_cases(rule="R35-QA-2")] == ["B26"]
    assert {chapter.case.edition for chapter in mam.list_cases(edition="sweven") if chapter.case} == {"sweven"}
    assert "D-G19" in [chapter.id for chapter in mam.list_cases("tiger")]
    with pytest.raises(KeyError, match="no case 'B99'"):
        mam.get_case("B99")


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('class = "number"', 'class = "numbr"', "line 10: a case is one of question, worked example"),
        ('document = "leaflet-1935"', 'document = "leaflet-1936"', "line 11: no document 'leaflet-1936'"),
        ('setup = "One pack', 'set_up = "One pack', "line 16: unknown key 'set_up'"),
        ("[chapter.deal]", "[chapter.table]\nlead = 'N'\n[chapter.deal]", "a case is set up in one form"),
        ('{ ask = "cards", of = "all", expect = 52 }', '{ ask = "card", of = "all", expect = 52 }', "no question 'card'"),
        ('if = "the Ones', 'when = "the Ones', "unknown key 'when'; known here: answer, if, is, set, then"),
        ('edition = "manhattan"\noptions = ["without-tiger"]', 'edition = "manhattan"\noptions = ["x"]', "'x'"),
        ("same = true", 'same = "yes"', "same must be true or false"),
    ],
)  # fmt: skip
def test_a_fault_of_a_case_names_its_line(old: str, new: str, fault: str) -> None:
    name = "01-cases-leaflet-1935.toml"
    text = FILES[name]
    assert old in text
    with pytest.raises(StudyError) as error:
        parse_study(text.replace(old, new, 1), name)
    assert fault in str(error.value) and str(error.value).startswith(f"{name}, line ")
