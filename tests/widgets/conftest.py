"""What the tests of the widgets share."""

from collections.abc import Iterator
from unittest.mock import Mock

import pytest
from specimen_records import write_specimen


@pytest.fixture
def in_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a page, where all work is done in steps; here they are taken when somebody waits."""
    monkeypatch.setattr("mam_widgets.shared.background._has_threads", False)
    no_loop = Mock(get_running_loop=Mock(side_effect=RuntimeError))  # where browser tests run as well, there is one
    monkeypatch.setattr("mam_widgets.shared.background.asyncio", no_loop)


@pytest.fixture(autouse=True, scope="session")
def specimen_opens_lowest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """`mw.specimen()` opens with the lowest bid of the rules: the tests of records tell whether they allow the printed one."""
    folder = tmp_path_factory.mktemp("data")
    (folder / "records").mkdir()
    write_specimen(folder / "records")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("mam_widgets.stepper.widget.find_data_folder", lambda: folder)
        yield
