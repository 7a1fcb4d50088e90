"""Measure how many clicks and seconds four tasks take, in a real JupyterLab on a laptop of 1440 by 900 with its sidebar open.

Seconds run from the moment the cell is run, with a third of a second after each click. What lies outside the
window must be scrolled to; each time counts. `--code FOLDER` measures the code in another folder, a checkout of another commit.
"""

from __future__ import annotations

import secrets
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from measures.browser import open_lab

if TYPE_CHECKING:
    from pages import Notebook
    from playwright.sync_api import Locator, Page
    from servers import Server

PAUSE = 300  # milliseconds after each click

# Whether all of an element, or its upper part if it is higher than the window, can be seen in the notebook's panel.
IN_VIEW = """part => {
    const box = part.getBoundingClientRect();
    const panel = document.querySelector(".jp-WindowedPanel-outer, .jp-Notebook").getBoundingClientRect();
    const bottom = Math.min(box.bottom, box.top + panel.height - 20);
    return box.top >= panel.top - 1 && bottom <= panel.bottom + 1;
}"""


@dataclass
class Person:
    """Somebody who does a task: what they click and scroll is counted."""

    page: Page
    clicks: int = 0
    scrolls: int = 0
    start: float = field(default_factory=time.perf_counter)

    def part(self, query: str) -> Locator:
        """Return a part of the widget that is drawn."""
        return self.page.locator(f".mam-root :is({query})").locator("visible=true").first

    def see(self, query: str) -> Locator:
        """Wait for a part, and scroll to it where it is not in the window."""
        part = self.part(query)
        part.wait_for(timeout=60_000)
        if not part.evaluate(IN_VIEW):
            self.scrolls += 1
            part.evaluate("part => part.scrollIntoView({block: 'nearest'})")
        return part

    def click(self, query: str) -> None:
        """Click a part."""
        part = self.see(query)
        box = part.bounding_box()
        assert box is not None
        self.page.mouse.click(box["x"] + min(9, box["width"] / 2), box["y"] + min(30, box["height"] / 2))
        self.page.wait_for_timeout(PAUSE)
        self.clicks += 1


def play_until(condition: str) -> Callable[[Person, Notebook], None]:
    """Play, passing in the auction and following with the first legal card, until a Python expression is true."""

    def act(person: Person, notebook: Notebook) -> None:
        wanted_tasks = [
            "[data-mam=call][data-move=pass]:not([aria-disabled])",
            "[data-mam=hand]:not([data-mode=discard]) [data-mam=card][data-state=legal]",
            "[data-mam=to-turn]:not([aria-disabled])",
            "[data-mam=next]:not([aria-disabled])",
        ]
        person.see("[data-mam=hand] [data-mam=card]")
        end = time.perf_counter() + 240
        while notebook.run(f"print({condition})").strip() != "True":
            if time.perf_counter() > end:
                raise RuntimeError(f"{condition} did not come true")
            waits = person.part("[data-mam=pause]").count() > 0  # with auto-play the others go on without a click
            control = next((query for query in wanted_tasks[: 2 if waits else 4] if person.part(query).count()), None)
            if control is None:
                person.page.wait_for_timeout(50)
                continue
            before = person.part("[data-mam=live]").count() and person.page.locator("[data-mam=live]").inner_text()
            person.click(control)
            person.page.wait_for_function(
                "before => document.querySelector('[data-mam=live]').innerText !== before", arg=before, timeout=10_000
            )

    return act


def bid_with_curve(person: Person, _: Notebook) -> None:
    """Read the chance of each bid, then make one."""
    person.see("[data-mam=chart] svg, figure[data-mam=plot]")
    person.click("[data-mam=call][data-move='bid 200']")


def explain_probability(person: Person, _: Notebook) -> None:
    """Take an example, ask for the answer, and read how it is counted."""
    person.click("[data-mam=example][data-index='1']")
    person.click("[data-mam=show]")
    folded = "details[data-mam=why]:not([open]) > summary"
    person.see("[data-mam=counting], details[data-mam=why]")
    if person.part(folded).count():
        person.click(folded)
        person.see("details[data-mam=why][open] > :last-child")


MATCH = "table = mw.play(seed=159, save=False); table"
TASKS: dict[str, tuple[str, Callable[[Person, Notebook], None]]] = {
    "first trick": (MATCH, play_until("len(getattr(table.round, 'tricks', ())) > 0")),
    "a whole round": (
        MATCH,
        play_until("table.round.is_over"),
    ),
    "a bid with its curve": ("mw.bidding_lab(seed=1)", bid_with_curve),
    "a probability explained": ("mw.probability_lab()", explain_probability),
}


def measure(
    page: Page, server: Server, code: Path | None, cell: str, act: Callable[[Person, Notebook], None]
) -> Person:
    """Do one task in a new notebook, its widgets imported before."""
    from pages import open_in_lab
    from servers import write_notebook

    folder = f"import sys; sys.path[:0] = [{str(code)!r}, {str(code / 'widgets')!r}]\n" if code else ""
    path = write_notebook(server.folder / f"{secrets.token_hex(4)}.ipynb", ["0"])
    notebook = open_in_lab(page, server, path)
    notebook.run(f"{folder}import mam_widgets as mw; mw.play, mw.bidding_lab, mw.probability_lab")
    notebook.write(cell)
    person = Person(page)
    notebook.run_all()
    act(person, notebook)
    server.stop_kernels()
    return person


def add_options(parser: ArgumentParser) -> None:
    """Add what the measure takes."""
    parser.add_argument("--code", type=Path, metavar="FOLDER", help="the code to measure, if not this one")
    parser.add_argument("names", nargs="*", metavar="TASK", help=f"only these tasks: {', '.join(TASKS)}")


def run(options: Namespace) -> None:
    """Print a line for each task."""
    print(f"{'':26}{'clicks':>8}{'scrolls':>9}{'seconds':>9}")
    with open_lab() as (browser, server):
        for name in options.names or TASKS:
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            cell, act = TASKS[name]
            person = measure(page, server, options.code and options.code.resolve(), cell, act)
            seconds = time.perf_counter() - person.start
            print(f"{name:26}{person.clicks:8}{person.scrolls:9}{seconds:9.1f}", flush=True)
            page.close()
