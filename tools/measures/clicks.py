"""Measure how long a click takes, from the mouse to the changed table, in a real JupyterLab and a real Chromium.

A name is a line of the table, or how it begins. Each widget stands in one notebook beside an ipywidgets button whose click sets a
label and does nothing else; what is printed is the median of each, in milliseconds, and how many empty clicks long it is.
"""

import statistics
from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from typing import TYPE_CHECKING

from measures.browser import CLICK, open_lab

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from servers import Server

CLICKS = 25
EMPTY = """import ipywidgets
button, label = ipywidgets.Button(description="empty"), ipywidgets.Label("0")
button.on_click(lambda _: setattr(label, "value", str(int(label.value) + 1)))
ipywidgets.HBox([button, label])"""


@dataclass(frozen=True)
class Click:
    """A widget, the parts clicked one after the other, and the part whose text changes each time."""

    code: str
    parts: tuple[str, ...]
    changes: str = "[data-mam=where]"
    clicks: int = CLICKS


WIDGETS = {
    "stepper, a call": Click("mw.specimen()", ("[data-mam=forward]", "[data-mam=back]")),
    "stepper, a card": Click("mw.specimen().go(30)", ("[data-mam=forward]", "[data-mam=back]")),
    "deal for eight": Click("mw.deal(3, edition='eight')", ("[data-mam=any]",)),
    "play, the others": Click(
        "from mam_widgets.match.widget import play\nplay('eight', seed=7, save=False)",
        ("[data-mam=next]",),
        "[data-mam=live]",
        5,
    ),
    "review, a decision": Click(
        "from mam_widgets.match.widget import play\n"
        "table = play(seed=159, save=False, auto_play=False)\n"
        "while not table.session.round.is_over:\n"
        "    shown = table.session.table_view\n"
        "    table.session.play(shown.legal_moves[0]) if table.session.to_move else table.session.step()\n"
        "table.handle_message({'do': 'review'})\n"
        "table.wait()",
        ("[data-mam=review-row][data-at='2']", "[data-mam=review-row][data-at='9']"),
        ".mam-review-place",
    ),
    "chance lab, a question": Click(  # with the chart of an answer open at first
        "from mam_widgets.probability.widget import probability_lab\nprobability_lab('N holds Bull and Bear').guess(5)",
        ("[data-mam=example][data-index='0']", "[data-mam=example][data-index='1']"),
        "[data-mam=live]",
    ),
    "bidding lab, a call": Click(  # with all charts open
        "from mam_widgets.bidding.widget import bidding_lab\nbidding_lab(seed=1).wait()",
        ("[data-mam=call][data-move='bid 190']", "[data-mam=undo]"),
        "[data-mam=live]",
    ),
    "discard lab, a way": Click(  # with a comparison
        "from mam_widgets.discard.widget import discard_lab\ndiscard_lab(seed=7).take_advice().compare()",
        ("[data-mam=remove]", "[data-mam=undo]"),
        "[data-mam=list]",
    ),
}

WAIT_UNTIL_IDLE = "() => new Promise((done) => requestIdleCallback(done))"


def measure(page: "Page", server: "Server", click: Click) -> tuple[float, float]:
    """Return the median of an empty click, and of a click on the widget, in milliseconds."""
    from pages import open_in_lab
    from servers import write_notebook

    cells = [EMPTY, f"import mam_widgets as mw\n{click.code}"]
    path = write_notebook(server.folder / "clicks.ipynb", cells)
    open_in_lab(page, server, path).run_all()
    page.wait_for_selector(f".mam-root {click.changes}", state="attached")
    page.wait_for_selector(".jupyter-button")
    empty_times, widget_times = [], []
    for number in range(click.clicks):
        empty_times.append(page.evaluate(CLICK, [".widget-hbox", "button", ".widget-label"]))
        page.evaluate(WAIT_UNTIL_IDLE)
        part = click.parts[number % len(click.parts)]
        widget_times.append(page.evaluate(CLICK, [".mam-root", part, click.changes]))
        page.evaluate(WAIT_UNTIL_IDLE)
    server.stop_kernels()
    return statistics.median(empty_times), statistics.median(widget_times)


def add_options(parser: ArgumentParser) -> None:
    """Add what the measure takes."""
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these clicks, by how they begin")


def run(options: Namespace) -> None:
    """Print a line for each click."""
    print(f"{'':24}{'empty button':>14}{'widget':>10}{'ratio':>8}")
    with open_lab() as (browser, server):
        page = browser.new_page(viewport={"width": 1400, "height": 1900})
        for name, click in WIDGETS.items():
            if not options.names or name.startswith(tuple(options.names)):
                empty_time, widget_time = measure(page, server, click)
                print(f"{name:24}{empty_time:11.1f} ms{widget_time:7.1f} ms{widget_time / empty_time:8.1f}", flush=True)
