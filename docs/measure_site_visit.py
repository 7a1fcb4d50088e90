"""What a visit of a page of the site takes, in a real Chromium: megabytes over the wire, and seconds until something can be done.

    python docs/measure_site_visit.py SITE [PLACE ...]

SITE is a folder that `mam site build` wrote, PLACE an address in it (`play/`, unless you say). Needs the `dev` extra, and a machine that
does nothing else. Printed are, for a first and a second visit, the megabytes (compressed, as a static host sends them), the seconds
until the first picture, until Python has taken over, and until the first click is answered: a pass in the auction or what else is there.
"""

import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

sys.path.append(str(Path(__file__).parents[1] / "tests" / "browser"))
from chromium import FLAGS, find_chromium
from static_host import Host, serve_site

# The first of these that is on the page is clicked.
PARTS = ("[data-mam=call][data-move=pass]", "[data-mam=forward]", "[data-mam=answer]", "[data-mam=example]")
FIRST_PICTURE = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
# Milliseconds from a click to the changed text of the page.
CLICK = """(parts) => new Promise((done) => {
    const root = document.querySelector(".mam-root");
    const button = parts.map((part) => root.querySelector(part)).find(Boolean);
    const before = root.textContent;
    const start = performance.now();
    new MutationObserver((_, watcher) => {
        if (root.textContent === before) return;
        watcher.disconnect();
        done(performance.now() - start);
    }).observe(root, { subtree: true, childList: true, characterData: true });
    button.click();
})"""


def measure(page: Page, host: Host, place: str) -> list[float]:
    """Return megabytes, and seconds until the first picture, until Python is there, and from the first click to its answer."""
    host.sent.clear()
    page.goto(host.address + place)
    page.locator("#widget[data-ready=live]").wait_for()
    live = page.evaluate("performance.now()") / 1000
    picture = page.evaluate(FIRST_PICTURE) / 1000
    megabytes = host.megabytes
    return [megabytes, picture, live, page.evaluate(CLICK, PARTS) / 1000]


def main(site: str, *places: str) -> None:
    size = sum(path.stat().st_size for path in Path(site).rglob("*") if path.is_file()) / 1e6
    print(f"{site}: {size:.1f} MB\n{'':24}{'MB':>8}{'picture':>10}{'live':>8}{'click':>8}")
    with serve_site(Path(site)) as host, sync_playwright() as started:
        browser = started.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        for place in places or ("play/",):
            context = browser.new_context(viewport={"width": 1280, "height": 800})
            context.set_default_timeout(180_000)
            for visit in ("first", "second"):
                page = context.new_page()
                megabytes, picture, live, click = measure(page, host, place)
                print(
                    f"{f'{place}, {visit} visit':24}{megabytes:8.2f}{picture:9.2f}s{live:7.1f}s{click:7.2f}s",
                    flush=True,
                )
                page.close()
            context.close()
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
