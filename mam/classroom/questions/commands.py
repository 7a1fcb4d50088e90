"""What `mam exercises … --as` does: questions for a learning platform."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from mam.classroom.answers import Results
from mam.classroom.catalog import exercises
from mam.classroom.keys import read_key
from mam.classroom.questions.bank import Question, make_questions
from mam.classroom.questions.canvas import write_canvas
from mam.classroom.questions.gift import write_gift
from mam.classroom.questions.moodle import write_moodle
from mam.rules.cards import format_count
from mam.support.data_files import remove_partial_files, write_file
from mam.support.messages import escape_controls

_WRITERS: Mapping[str, tuple[str, Callable[[Sequence[Question]], bytes]]] = {
    "moodle": ("questions.xml", write_moodle),
    "canvas": ("questions.zip", write_canvas),
    "gift": ("questions.gift.txt", lambda questions: write_gift(questions).encode()),
}


def add_question_options(parser: ArgumentParser) -> None:
    """Add what `mam exercises` takes to write questions."""
    parser.add_argument(
        "--as",
        dest="platform",
        choices=[*_WRITERS],
        help="write the exercises as questions that Moodle or Canvas imports, or as GIFT",
    )
    parser.add_argument("--variants", type=int, metavar="N", help="how many variants of each exercise (default: 3)")
    parser.add_argument(
        "--key", type=Path, metavar="FILE", help="the class key, so that nobody can look up the variants"
    )
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="the file to write (default: questions.xml, .zip, .gift.txt)"
    )


def write_questions(arguments: Namespace) -> None:
    """Write the exercises that are named, or all of a kind or level, as questions, and say where they are.

    Raises ValueError for an exercise that can't be a question, KeyFault, and OSError if a file can't be written.
    """
    ids, left_out = arguments.ids, []
    if not ids:
        group = exercises(arguments.kind, arguments.level)
        ids = [exercise.id for exercise in group if exercise.form is not Results]
        left_out = [exercise.id for exercise in group if exercise.form is Results]
    if not ids:
        raise ValueError("no exercise of this kind and level can be a question")
    name, write = _WRITERS[arguments.platform]
    out = arguments.out or Path(name)
    key = read_key(arguments.key) if arguments.key else b""
    questions = make_questions(ids, 3 if arguments.variants is None else arguments.variants, key)
    content = write(questions)
    remove_partial_files(out)
    write_file(out, content.decode("latin-1"), "latin-1", private=True)  # the bytes as they are
    if left_out:
        print(f"Left out, because the answer is a function: {', '.join(left_out)}.")
    counts = f"{format_count(len(questions), 'question')} of {format_count(len(set(ids)), 'exercise')}"
    print(escape_controls(f"{counts}: {out}. The right answers are in it."))
    if not key:
        print("Anyone who has mam can look up these variants. For graded work add --key class.key.")
