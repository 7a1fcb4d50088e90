"""Write what grading writes for an invented class of thirty: `python tools/make_example_report.py FOLDER`.

The folder gets `collected/`, `homework-1/` and in its `teacher/results/` the report, the feedback and the table, to look at and to print.
With `--pdf` the report is printed by Chromium, too, as A4 pages.
"""

import sys
from argparse import ArgumentParser
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1] / "tests"
sys.path += [str(TESTS / "shared"), str(TESTS / "browser")]

from invented_class import KEY, make_class  # type: ignore[import-not-found]  # noqa: E402

from mam.classroom.grading import grade  # noqa: E402
from mam.classroom.results import write_results  # noqa: E402


def main() -> None:
    """Make the class, grade it, and say where the report is."""
    parser = ArgumentParser(description="Write the results of an invented class of thirty.")
    parser.add_argument("folder", type=Path, help="a folder that is not there yet")
    parser.add_argument("--pdf", action="store_true", help="print the report as PDF, too (needs Chromium)")
    arguments = parser.parse_args()
    if arguments.folder.exists():
        parser.error(f"{arguments.folder} exists: name a folder that is not there yet")
    made = make_class(arguments.folder)
    results = arguments.folder / "homework-1" / "teacher" / "results"
    write_results(grade(made.folder, made.assignment, KEY), results)
    if arguments.pdf:
        print_page(results / "report.html")
    print(results / "report.html")


def print_page(page: Path) -> None:
    """Print a page on A4 beside itself."""
    from chromium import FLAGS, find_chromium
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        tab = browser.new_page()
        tab.goto(page.resolve().as_uri())
        tab.pdf(path=page.with_suffix(".pdf"), prefer_css_page_size=True)
        browser.close()


if __name__ == "__main__":
    main()
