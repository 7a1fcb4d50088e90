"""Measure how soon a phone answers a learner: from the link to the first card that is judged, on a slowed down Chromium with nothing stored.

A card or an answer is tapped as soon as it can be. For each page this prints the kilobytes until then (compressed, as a static host sends
them) and, of N visits (5 by default), the shortest and the median: milliseconds from the link to the first picture, to the card that can
be tapped, and to the picture of the answer; and from the tap to that picture.
"""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from measures.browser import open_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from static_host import Host

PLACES = ("", "learn/#bull", "rules/#case=B26")

# Tap what can be answered in the first frame that has it; give the milliseconds since the link of each moment.
TAP = """() => {
    const find = () => document.querySelector("[data-mam=hand] button[data-key], [data-mam=choices] button[data-key]");
    const kind = () => document.querySelector("[data-mam=message]")?.dataset.kind;
    window.firstAct = new Promise((done) => {
        const look = () => {
            const card = find();
            if (!card) return requestAnimationFrame(look);
            const ready = performance.now();
            card.click();
            const wait = () => {
                if (kind() === "ask") return requestAnimationFrame(wait);
                document.body.getBoundingClientRect();
                // The frame after this one shows that the picture is painted.
                requestAnimationFrame(() => done([performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? ready, ready, performance.now()]));
            };
            requestAnimationFrame(wait);
        };
        requestAnimationFrame(look);
    });
}"""


def measure(browser: "Browser", host: "Host", place: str, slower: float) -> list[float]:
    """Return kilobytes, and milliseconds until the first picture, the card and the answer, and from the tap to the answer."""
    context = browser.new_context(
        viewport={"width": 360, "height": 640},
        has_touch=True,
        is_mobile=True,
        device_scale_factor=2,
        service_workers="block",
    )
    page = context.new_page()
    page.add_init_script(f"({TAP})()")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    host.sent.clear()
    page.goto(host.address + place, wait_until="commit")
    picture, ready, answered = page.evaluate("window.firstAct")
    kilobytes = 1000 * host.megabytes
    context.close()
    return [kilobytes, picture, ready, answered, answered - ready]


def add_options(parser: ArgumentParser) -> None:
    """Add what the measure takes."""
    parser.add_argument("site", type=Path, metavar="SITE", help="a folder that `mam site build` wrote")
    parser.add_argument("places", nargs="*", metavar="PLACE", default=PLACES, help=f"addresses in it ({PLACES})")
    parser.add_argument("--visits", type=int, default=5, help="how many visits (5)")
    parser.add_argument("--slower", type=float, default=4.0, help="how many times slower the browser is made (4)")


def run(options: Namespace) -> None:
    """Print two lines for each page."""
    from static_host import serve_site

    print(f"{'':28}{'kB':>6}{'picture':>10}{'card':>8}{'answer':>8}{'tap':>8}")
    with serve_site(options.site) as host, open_chromium() as browser:
        for place in options.places:
            visits = [measure(browser, host, place, options.slower) for _ in range(options.visits)]
            for name, choose in (("shortest", min), ("middle", lambda times: sorted(times)[len(times) // 2])):
                kilobytes, *times = map(choose, zip(*visits, strict=True))
                figures = "".join(f"{time:8.0f}" for time in times)
                label = f"{place or 'front page'}, {name}"
                print(f"{label:28}{kilobytes:6.0f}  {figures}", flush=True)
