"""The studies that come with mam, by their ids, and the documented cases among them."""

from functools import cache
from pathlib import Path

from mam.rules.editions import get_edition
from mam.rules.rulings import ruling
from mam.studies.keys import SHELVES
from mam.studies.read import read_study
from mam.studies.study import Chapter, Study
from mam.support.arguments import check_arguments
from mam.support.data_files import find_data_folder
from mam.support.messages import quote

_FOLDERS = (
    "learn",
    "games",
    *SHELVES[1:],
)  # "games": a second group of the shelf Learn, the other games of the leaflets


@cache
def _list_paths() -> dict[str, Path]:
    """Return the file of each study in order; a file's name is its number and the study's id."""
    folder = find_data_folder() / "studies"
    paths = [path for shelf in _FOLDERS for path in sorted((folder / shelf).glob("*.toml"))]
    return {path.stem.partition("-")[2] if path.stem[:2].isdecimal() else path.stem: path for path in paths}


@cache
def _read(study_id: str) -> Study:
    return read_study(_list_paths()[study_id])


@check_arguments
def get_study(study_id: str) -> Study:
    """Return a study by its id. Raises KeyError with the ids that begin alike, or all of them, for an unknown one.

    >>> get_study("trump").teaches[0]
    'R35-PLAY-4'
    """
    paths = _list_paths()
    if study_id not in paths:
        similar = [name for name in paths if name[:2] == study_id[:2]] or list(paths)
        raise KeyError(f"no study {quote(study_id)}; there are {', '.join(similar)}")
    return _read(study_id)


@check_arguments
def list_studies(shelf: str = "") -> tuple[str, ...]:
    """Return the ids of the studies of a shelf, or of "games" (Learn for the other games), in order; or of all. Raises ValueError for an unknown shelf.

    >>> list_studies("learn")[:3]
    ('a-trick', 'follow', 'trump')
    """
    if shelf and shelf not in _FOLDERS:
        raise ValueError(f"no shelf {quote(shelf)}: the shelves are {', '.join(_FOLDERS)}")
    return tuple(name for name, path in _list_paths().items() if not shelf or path.parent.name == shelf)


def list_study_files(shelf: str = "") -> tuple[Path, ...]:
    """Return the files of these studies."""
    return tuple(_list_paths()[name] for name in list_studies(shelf))


# Documented cases


@cache
def _list_cases() -> dict[str, Chapter]:
    """Return every documented case and open question by its id, in the order of the documents."""
    return {
        chapter.id: chapter for name in list_studies("rules") for chapter in get_study(name).chapters if chapter.case
    }


@check_arguments
def get_case(case_id: str) -> Chapter:
    """Return a documented case or an open question by its id. Raises KeyError naming what there is.

    >>> get_case("B29").title
    'The Bear led as the last card'
    """
    cases = _list_cases()
    if case_id.upper() not in cases:
        first, *_, last = cases
        raise KeyError(f"no case {quote(case_id)}: choose one from {first} to {last}, or search with list_cases")
    return cases[case_id.upper()]


@check_arguments
def list_cases(word: str = "", *, rule: str = "", edition: str = "") -> tuple[Chapter, ...]:
    """Return the documented cases and open questions with this word, rule id or edition, in the order of the documents.

    Raises KeyError for an unknown rule and ValueError for an unknown edition.

    >>> [chapter.id for chapter in list_cases(rule="R35-QA-5")]
    ['B29']
    """
    rule_id = ruling(rule).id if rule else ""
    edition_id = get_edition(edition).id if edition else ""
    return tuple(
        chapter
        for chapter in _list_cases().values()
        if (case := chapter.case)
        and (not rule_id or rule_id in chapter.cites)
        and (not edition_id or get_edition(case.edition).id == edition_id)
        and word.casefold() in " ".join((chapter.id, chapter.title, case.setup, case.question, case.answer)).casefold()
    )
