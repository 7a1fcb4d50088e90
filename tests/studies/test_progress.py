"""What was done: one small file that no second writer loses, and the day on which a board is due again."""

from datetime import date
from pathlib import Path

import pytest

from mam.studies.progress import Done, Progress, format_progress, parse_progress

DAY, NEXT_DAY = date(2026, 11, 27), date(2026, 11, 28)


def test_two_writers_of_one_file_lose_nothing(tmp_path: Path) -> None:
    first, second = Progress(tmp_path / "progress.toml"), Progress(tmp_path / "progress.toml")
    first.record("bull/double", 2, "again", DAY)
    second.record("bear/home", 3, "good", DAY)
    second.record("bull/double", 1, "hard", NEXT_DAY)
    first.record("a-trick/highest", 1, "again", DAY)
    whole = Progress(tmp_path / "progress.toml")
    assert whole.stars == {"a-trick/highest": 1, "bear/home": 3, "bull/double": 2}
    assert whole.answers["bull/double"] == {DAY: "again", NEXT_DAY: "hard"}


def test_fewer_stars_never_replace_more(tmp_path: Path) -> None:
    first, second = Progress(tmp_path / "progress.toml"), Progress(tmp_path / "progress.toml")
    second.record("bull/double", 3)
    first.record("bull/double", 1)
    assert Progress(tmp_path / "progress.toml").stars == {"bull/double": 3}


def test_of_the_answers_of_one_day_the_worst_counts() -> None:
    progress = Progress()
    for grade in ("hard", "again", "good"):
        progress.record("bull/double", 1, grade, DAY)
    assert progress.answers == {"bull/double": {DAY: "again"}}


def test_files_are_merged_in_any_order(tmp_path: Path) -> None:
    for name, grade, day in (("one", "again", DAY), ("two", "good", DAY), ("three", "hard", NEXT_DAY)):
        Progress(tmp_path / name).record("bull/double", len(name) - 2, grade, day)
    texts = set()
    for order in (("one", "two", "three"), ("three", "one", "two"), ("two", "three", "one")):
        progress = Progress(tmp_path / f"merged-{order[0]}")
        for name in order:
            progress.merge(tmp_path / name)
        texts.add((tmp_path / f"merged-{order[0]}").read_text("utf-8"))
    (text,) = texts
    assert text.splitlines()[1:] == [
        "[stars]",
        '"bull/double" = 3',
        "",
        "[answers]",
        '"bull/double" = { 2026-11-27 = "again", 2026-11-28 = "hard" }',
    ]


def test_a_file_of_an_earlier_release_is_read_and_written_on(tmp_path: Path) -> None:
    file = tmp_path / "progress.toml"
    file.write_text('# What was done: the stars of each board.\n[stars]\n"bull/double" = 2\n', "utf-8")
    progress = Progress(file)
    assert progress.stars == {"bull/double": 2} and progress.answers == {}
    progress.record("bear/home", 3, "good", DAY)
    assert Progress(file).stars == {"bear/home": 3, "bull/double": 2}


BROKEN = {
    "stars = 3\n": "line 1: stars must be a table, written [stars]",
    '[stars]\n"bull/double" = 9\n': "line 2: the stars of “bull/double” are a whole number from 0 to 3, not 9",
    '[stars]\n"../x" = 1\n': "line 2: “../x” is not the name of a board, like “bull/double”",
    "[stars\n": "line 1: this is not valid TOML: Expected ']' at the end of a table declaration",
    '[stars]\n"a/b" = true\n': "line 2: the stars of “a/b” are a whole number from 0 to 3, not True",
    '[stars]\n[answers]\n"a/b" = 3\n': 'line 3: write a line like "bull/double" = { 2026-11-27 = "good" }',
    '[answers]\n"a/b" = { x = "good" }\n': "line 2: “x” is not a day: write it like 2026-11-27",
    '[answers]\n"a/b" = { 2026-02-31 = "good" }\n': "line 2: “2026-02-31” is not a day",
    '[answers]\n"a/b" = { 2026-02-01 = "Good" }\n': "line 2: an answer was again, hard or good, not 'Good'",
    '[guesses]\n"a/b" = { 2026-02-01 = "95" }\n': "line 2: a guess is a number, not '95'",
    '[guesses]\n"a/b" = { 2026-02-01 = inf }\n': "line 2: a guess is a number, not inf",
    "[star]\n": "line 1: unknown key 'star'; known here: answers, decisions, guesses, stars",
}


@pytest.mark.parametrize("text", BROKEN)
def test_a_file_that_is_no_progress_is_named_and_left_as_it_is(tmp_path: Path, text: str) -> None:
    file = tmp_path / "progress.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(ValueError, match=r"^progress\.toml, line") as fault:
        Progress(file)
    assert BROKEN[text] in str(fault.value)
    assert file.read_text("utf-8") == text


def test_of_a_broken_file_nothing_is_merged(tmp_path: Path) -> None:
    file = tmp_path / "other.toml"
    file.write_text('[stars]\n"bull/double" = 3\n"bear/home" = 4\n', "utf-8")
    progress = Progress(tmp_path / "progress.toml")
    with pytest.raises(ValueError, match=r"other\.toml, line 3"):
        progress.merge(file)
    assert progress.stars == {} and not (tmp_path / "progress.toml").exists()


def test_a_file_of_megabytes_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "progress.toml"
    file.write_text("#" * 1_000_001, "utf-8")
    with pytest.raises(ValueError, match="is 1,000,001 bytes long; at most 1,000,000 are read"):
        Progress(file)


def test_a_text_of_progress_is_read_as_it_was_written() -> None:
    done = Done({"x/Y": 3, "bull/double": 0}, {"bull/double": {NEXT_DAY: "hard", DAY: "again"}})
    assert parse_progress(format_progress(done)) == done


# What is due


def test_what_was_missed_comes_back_later_each_time_it_is_right() -> None:
    pytest.importorskip("fsrs", reason="the extra lab is not installed")
    from mam.studies.schedule import find_due

    answers, waits, day = {DAY: "again"}, [], DAY
    for _ in range(4):
        due = find_due(answers)
        waits.append((due - day).days)
        answers[due], day = "good", due
    assert waits == sorted(waits) and waits[0] == 1 and waits[-1] > 3


def test_only_what_was_missed_is_due_the_longest_first() -> None:
    pytest.importorskip("fsrs", reason="the extra lab is not installed")
    from mam.studies.schedule import list_due

    answers = {
        "bull/double": {NEXT_DAY: "again"},
        "bear/home": {DAY: "hard"},
        "tiger/protect": {DAY: "good"},
        "rules/B06": {DAY: "good", NEXT_DAY: "again"},
    }
    assert list_due(answers, date(2026, 11, 28)) == ["bear/home"]
    assert list_due(answers, date(2026, 12, 31)) == ["bear/home", "bull/double", "rules/B06"]


def test_the_first_guess_of_a_page_stays(tmp_path: Path) -> None:
    path = tmp_path / "progress.toml"
    progress = Progress(path)
    progress.record_guess("chance-bayes/guess", 95, date(2026, 11, 26))
    progress.record_guess("chance-bayes/guess", 14, date(2026, 11, 27))
    progress.record_guess("chance-counting/guess", 2970.5, date(2026, 11, 27))
    assert dict(Progress(path).guesses) == {"chance-bayes/guess": 95, "chance-counting/guess": 2970.5}
    later = Progress(tmp_path / "later.toml")
    later.record_guess("chance-bayes/guess", 50, date(2026, 11, 28))
    later.merge(path)
    assert later.guesses["chance-bayes/guess"] == 95
    for name, guess in (("bayes", 3), ("chance-bayes/guess", float("nan")), ("chance-bayes/guess", True)):
        with pytest.raises(ValueError, match=r"guess is a number|is not the name"):
            progress.record_guess(name, guess)
