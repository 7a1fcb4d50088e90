"""A study from a file on a page: read and judged here, then played by the page as the site's own are."""

from typing import Any

from mam.studies.library import list_studies
from mam.studies.progress import Progress
from mam.studies.read import parse_study
from mam.studies.study import Study, StudyError
from mam.support.toml import Document
from mam_widgets.shared.host import make_field
from mam_widgets.site.on_page import FileError
from mam_widgets.studies.lesson import list_rules, list_stages, make_shelf
from mam_widgets.studies.widget import StudyWidget


class OpenedStudy(StudyWidget):
    """All studies, and one from a file: `opened` is its place on the shelf and its tree of answers."""

    opened: Any = make_field()

    def __init__(self, study: Study) -> None:
        super().__init__("Learn", [*list_stages(), *list_rules(), study], Progress(), None)
        (stage,) = make_shelf("", [study])["stages"]
        # On the shelf it is one tile, also if it holds documented cases.
        self.opened = {"stage": {**stage, "cases": []}, "tree": self._lessons[study.id].tree}


def open_study(name: str, text: str) -> OpenedStudy:
    """Read the text of a study file and judge all its answers. Raises FileError naming the line of a fault."""
    try:
        document = Document(text, name, StudyError)
        study = parse_study(text, name)
        if study.id in list_studies():
            taken = f"the id “{study.id}” is taken by a study of mam: give yours an id of its own, for its progress"
            raise document.fail(("", "id"), taken)
        if not study.has_questions:
            raise document.fail(("", ""), 'nothing is asked here: give a chapter a [[chapter.stop]] with ask = "card"')
        return OpenedStudy(study)
    except StudyError as error:
        raise FileError(str(error)) from None
