"""Files of problems, as they are or spoiled, and what their check finds."""

from mam.studies.checks import check_study
from mam.studies.read import parse_study
from mam.support.data_files import find_data_folder

FOLDER = find_data_folder() / "studies" / "problems"


def read_text(name: str) -> str:
    return (FOLDER / f"{name}.toml").read_text("utf-8")


def list_faults(text: str, *, certify: bool = False) -> list[str]:
    return [fault.text for fault in check_study(parse_study(text, "problem.toml"), certify=certify).faults]
