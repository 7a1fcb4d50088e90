"""Measure what a visit of a page of the site takes, in a real Chromium: megabytes, and seconds until something can be done.

Printed are, for a first and a second visit, the megabytes (compressed, as a static host sends them), the seconds
until the first picture, until Python has taken over, and until the first click is answered: a pass in the auction or what else is there.
"""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from measures.browser import CLICK, open_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from static_host import Host

# The first of these that is on the page is clicked.
PARTS = ("[data-mam=call][data-move=pass]", "[data-mam=forward]", "[data-mam=answer]", "[data-mam=example]")
FIRST_PICTURE = "performance.getEntriesByName('first-contentful-paint')[0].startTime"


def measure(page: "Page", host: "Host", place: str) -> list[float]:
    """Return megabytes, and seconds until the first picture, until Python is there, and from the first click to its answer."""
    host.sent.clear()
    page.goto(host.address + place)
    page.locator("#widget[data-ready=live]").wait_for()
    live = page.evaluate("performance.now()") / 1000
    picture = page.evaluate(FIRST_PICTURE) / 1000
    megabytes = host.megabytes
    part = next(part for part in PARTS if page.locator(f".mam-root {part}").count())
    return [megabytes, picture, live, page.evaluate(CLICK, [".mam-root", part, ""]) / 1000]


def add_options(parser: ArgumentParser) -> None:
    """Add what the measure takes."""
    parser.add_argument("site", type=Path, metavar="SITE", help="a folder that `mam site build` wrote")
    parser.add_argument("places", nargs="*", metavar="PLACE", default=["play/"], help="addresses in it (play/)")


def run(options: Namespace) -> None:
    """Print two lines for each page."""
    from static_host import serve_site

    size = sum(path.stat().st_size for path in options.site.rglob("*") if path.is_file()) / 1e6
    print(f"{options.site}: {size:.1f} MB\n{'':24}{'MB':>8}{'picture':>10}{'live':>8}{'click':>8}")
    with serve_site(options.site) as host, open_chromium() as browser:
        for place in options.places:
            context = browser.new_context(viewport={"width": 1280, "height": 800})
            context.set_default_timeout(180_000)
            for visit in ("first", "second"):
                page = context.new_page()
                megabytes, picture, live, click = measure(page, host, place)
                line = f"{f'{place}, {visit} visit':24}{megabytes:8.2f}{picture:9.2f}s{live:7.1f}s{click:7.2f}s"
                print(line, flush=True)
                page.close()
            context.close()
