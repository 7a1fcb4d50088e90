"""What was done: one small file that no second writer loses."""

from pathlib import Path

import pytest

from mam.studies.progress import Progress


def test_two_writers_of_one_file_lose_nothing(tmp_path: Path) -> None:
    first, second = Progress(tmp_path / "progress.toml"), Progress(tmp_path / "progress.toml")
    first.record("bull/double", 2)
    second.record("bear/home", 3)
    first.record("a-trick/highest", 1)
    assert Progress(tmp_path / "progress.toml").stars == {"a-trick/highest": 1, "bear/home": 3, "bull/double": 2}


def test_fewer_stars_never_replace_more(tmp_path: Path) -> None:
    first, second = Progress(tmp_path / "progress.toml"), Progress(tmp_path / "progress.toml")
    second.record("bull/double", 3)
    first.record("bull/double", 1)
    assert Progress(tmp_path / "progress.toml").stars == {"bull/double": 3}


@pytest.mark.parametrize(
    "text",
    ["stars = 3\n", '[stars]\n"bull/double" = 9\n', '[stars]\n"../x" = 1\n', "[stars\n", '[stars]\n"a/b" = true\n'],
)
def test_a_file_that_is_no_progress_is_named_and_left_as_it_is(tmp_path: Path, text: str) -> None:
    file = tmp_path / "progress.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(ValueError, match=r"progress\.toml can't be read as progress: .* Repair it"):
        Progress(file)
    assert file.read_text("utf-8") == text


def test_a_file_of_megabytes_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "progress.toml"
    file.write_text("#" * 1_000_001, "utf-8")
    with pytest.raises(ValueError, match="larger than 1 MB"):
        Progress(file)
