"""Markup in the texts of a record stays text in every widget that takes one, and in what stands in for it when saved."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect
from stage import Stage

import mam
import mam_widgets as mw
from mam.support.data_files import find_data_folder
from mam_widgets.shared.widget import SceneWidget

EVIL = "<img src=x onerror=window.evil=1><script>window.evil=2</script>"


def _odd_record() -> mam.Record:
    """A record with markup wherever a person may have written something."""
    record = mam.read_record(find_data_folder() / "records" / "make-a-million-1935.toml")
    notes = tuple(mam.Note(index, EVIL, by, EVIL) for index, by in ((0, "S"), (20, "N")))
    return replace(record, title=EVIL, players=dict.fromkeys("NESW", EVIL), notes=notes)


WIDGETS: dict[str, Callable[[], SceneWidget]] = {
    "stepper": lambda: mw.replay(_odd_record()).go(20),
    "bidding lab": lambda: mw.bidding_lab(_odd_record(), worlds=20),
    "discard lab": lambda: mw.discard_lab(_odd_record()),
}


@pytest.mark.parametrize("name", WIDGETS)
@pytest.mark.sample(4, 1)
def test_markup_in_a_record_stays_text(watched_page: Page, name: str) -> None:
    stage = Stage(watched_page, WIDGETS[name]())
    if name == "discard lab":  # the title of the record is the tooltip of the heading there
        expect(stage.part("title")).to_have_attribute("title", re.compile(f"^{re.escape(EVIL)};"))
    else:
        expect(stage.root).to_contain_text(EVIL)
    assert stage.root.locator("img, script, [onerror]").count() == 0
    assert watched_page.evaluate("() => window.evil") is None
    assert "<script" not in stage.widget.draw_static()["text/html"] + stage.widget._picture()
