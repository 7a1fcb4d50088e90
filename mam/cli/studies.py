"""`mam study`: check studies, and make one of a record."""

from argparse import ArgumentParser, Namespace
from collections import Counter
from pathlib import Path

from mam.cli.cases import format_case
from mam.records import read_record
from mam.rules.cards import format_count
from mam.studies.cases.tree import make_case_board
from mam.studies.checks import Report, check_study
from mam.studies.checks.coach_rounds import play_coached
from mam.studies.hand import find_sure, price_stop
from mam.studies.library import list_study_files
from mam.studies.price_file import write_prices
from mam.studies.prices import SEED
from mam.studies.problems.price_problems import is_priced, price_problem
from mam.studies.read import read_study
from mam.studies.study import Chapter, Study, StudyError
from mam.studies.tree import describe_answer
from mam.studies.write import format_study
from mam.support.data_files import write_file


def add_options(parser: ArgumentParser) -> None:
    """Add what `mam study` takes."""
    actions = parser.add_subparsers(required=True, metavar="ACTION")
    check = actions.add_parser("check", help="play every answer out and say what is wrong")
    check.add_argument(
        "files",
        nargs="*",
        type=Path,
        metavar="FILE",
        help="studies, or folders of them (default: all that come with mam)",
    )
    check.add_argument("-v", "--verbose", action="store_true", help="print every board with what each answer leads to")
    check.add_argument("--quick", action="store_true", help="simulate no deals for bids and trumps with a margin")
    check.add_argument(
        "--certify",
        action="store_true",
        help="solve every layout of a problem and play it against the defense; price every answer of a hand again",
    )
    check.set_defaults(command=check_studies)
    price = actions.add_parser(
        "price", help="write what each answer costs of a hand, a bid, a discard or a trump, and which are right"
    )
    price.add_argument("file", type=Path, metavar="FILE", help="an annotated hand, or a problem with prices")
    price.add_argument(
        "--seed",
        type=int,
        metavar="N",
        help="write nothing: say which wrong answers are clearly wrong in other deals, too",
    )
    price.set_defaults(command=price_study)
    new = actions.add_parser("new", help="write a study of a record, to put questions into")
    new.add_argument("file", type=Path, metavar="FILE", help="the study to write, like my-hand.toml")
    new.add_argument("--from", dest="record", type=Path, required=True, metavar="RECORD", help="a record of a round")
    new.set_defaults(command=write_new_study)


def check_studies(arguments: Namespace) -> None:
    """Print one line for each fault, and a count. Raises ValueError if there is a fault."""
    files = [file for path in arguments.files for file in _list_studies(path)] or list_study_files()
    totals: Counter[str] = Counter(file=len(files))
    faults = 0
    for path in files:
        report = check_study(read_study(path), with_margins=not arguments.quick, certify=arguments.certify)
        totals.update(_count_parts(report.study))
        faults += len(report.faults)
        if arguments.verbose:
            _print_report(report)
        for fault in report.faults:
            print(fault)
    words = ("file", "board", "question", "wrong answer")
    summary = ", ".join(format_count(totals[word], word) for word in words) + " with a sentence"
    played = ", ".join(format_count(totals[word], word) for word in _CASE_WORDS if totals[word])
    summary += f"; {played}" if played else ""
    print(f"{summary}: {format_count(faults, 'fault') if faults else 'no fault'}")
    if faults:
        raise ValueError(f"{format_count(faults, 'fault')} in {format_count(len(files), 'file')}")


def _list_studies(path: Path) -> list[Path]:
    """Return the studies in a folder and in the folders in it, or the file itself. Raises ValueError for a folder without a study."""
    if not path.is_dir():
        return [path]
    files = sorted(path.rglob("*.toml"))
    if not files:
        raise ValueError(f"{path} has no study: a study is a file whose name ends in .toml")
    return files


_CASE_WORDS = ("variation", "other edition", "reading")


def _count_parts(study: Study) -> Counter[str]:
    """Return how many boards, questions and sentences there are, and what else of cases is played."""
    stops = [stop for _, stop in study.list_stops()]
    cases = [chapter.case for chapter in study.chapters if chapter.case]
    return Counter(
        {
            "board": len(study.chapters),
            "question": sum(1 for stop in stops if stop.ask),
            "wrong answer": sum(len(stop.wrong) for stop in stops),
            "variation": sum(len(case.variations) for case in cases),
            "other edition": sum(len(case.editions) for case in cases),
            "reading": sum(len(case.readings) for case in cases),
        }
    )


def _print_report(report: Report) -> None:
    print(f"\n{report.study.title}")
    for number, chapter in enumerate(report.study.chapters, 1):
        print(f"  {number}. {chapter.goal or chapter.title or chapter.id}")
        if chapter.coached:
            _print_coached(chapter)
        if chapter.case is not None and not any(fault.board == f"case {chapter.id}" for fault in report.faults):
            print("\n".join(f"     {line}" for line in format_case(make_case_board(chapter))))
        for judgment in report.judgments.get(chapter.id, ()):
            if judgment.stop.text:
                print(f"     {judgment.stop.text}")
            for answer in judgment.answers.values():
                print(f"       {describe_answer(answer)}")


def _print_coached(chapter: Chapter) -> None:
    live, advice, _ = play_coached(chapter)
    for step in advice:
        print(f"       {step.move!s:22} {step.cause} {step.text}")
    while live.is_over and not live.is_judged:
        live.judge()
    if end := live.show()["end"]:
        print(f"       {end['headline']}")
        for line in end["lines"]:
            print(f"       {line['title']}: {line['text']}")


def price_study(arguments: Namespace) -> None:
    """Write the prices of a hand, or with a seed compare its wrong answers on other deals. Raises ValueError for a file without questions."""
    study = read_study(arguments.file)
    stops = [
        (chapter, stop) for chapter, stop in study.list_stops() if stop.ask and (chapter.record or is_priced(chapter))
    ]
    if not stops:
        raise ValueError(
            f"{arguments.file}: nothing to price: a file needs an annotated hand, or a problem about a bid, a discard or a trump"
        )
    seed = SEED if arguments.seed is None else arguments.seed
    priced = []
    for chapter, stop in stops:
        try:
            compute = price_stop if chapter.record else price_problem
            priced.append((stop, compute(chapter, stop, seed=seed)))
        except ValueError as error:
            raise StudyError(str(arguments.file), stop.find_line(), f"{stop.at}: {error}") from None
    if arguments.seed is None:
        sure = {
            stop.at: find_sure(chapter, stop, [text for text, price in prices.items() if price.is_right])
            for (chapter, stop), (_, prices) in zip(stops, priced, strict=True)
            if chapter.record
        }
        write_file(arguments.file, write_prices(arguments.file.read_text("utf-8"), priced, sure))
        print(f"{arguments.file}: {format_count(len(priced), 'stop')} priced. Next: mam study check {arguments.file}")
        return
    wrong = [(stop, text, prices[text]) for stop, prices in priced for text in stop.wrong if text in prices]
    weak = [(stop, text, price) for stop, text, price in wrong if not price.is_wrong]
    for stop, text, price in weak:
        print(f"{stop.at}: {text} costs {price} in these deals")
    print(
        f"{len(wrong) - len(weak)} of {format_count(len(wrong), 'wrong answer')} are clearly wrong in these deals, too"
    )


def write_new_study(arguments: Namespace) -> None:
    """Write a study of a record. Raises FileExistsError rather than replace a file."""
    record = read_record(arguments.record)
    write_file(arguments.file, format_study(record, arguments.file.stem), new=True)
    print(
        f"Wrote {arguments.file}: {format_count(len(record.notes), 'stop')}. Add questions, then: mam study check {arguments.file}"
    )
