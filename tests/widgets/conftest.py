"""What the tests of the widgets share."""

from unittest.mock import Mock

import pytest


@pytest.fixture
def in_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a page, where all work is done in steps; here they are taken when somebody waits."""
    monkeypatch.setattr("mam_widgets.shared.background._has_threads", False)
    no_loop = Mock(get_running_loop=Mock(side_effect=RuntimeError))  # where browser tests run as well, there is one
    monkeypatch.setattr("mam_widgets.shared.background.asyncio", no_loop)
