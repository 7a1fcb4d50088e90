"""Measure how many frames a second a page of Chance draws while it is dragged, on a slowed down Chromium.

The picture is dragged from end to end and back on a phone's screen, a stop for each frame at most. Printed are, for each page, the frames a
second, the longest time between two frames, and the milliseconds that a stop takes to be drawn (the middle of all, and the longest).

On a busy machine, `chrt -r 1 python tools/measure.py drag SITE` keeps other programs from interrupting (Linux, as root).
"""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from measures.browser import open_chromium

# Drag the slider through all its stops, there and back, one a frame; return the times between frames and what each stop took.
DRAG = """(times) => new Promise((done) => {
    const slider = document.querySelector(".mam-chance-range");
    const last = Number(slider.max), order = [];
    for (let k = 0; k < times; k += 1) for (let at = 0; at <= 2 * last; at += 1) order.push(at <= last ? at : 2 * last - at);
    const frames = [], drawn = [];
    let before = 0;
    const step = (now) => {
        if (before) frames.push(now - before);
        before = now;
        if (!order.length) return done({ frames, drawn });
        const start = performance.now();
        slider.value = String(order.pop());
        slider.dispatchEvent(new Event("input", { bubbles: true }));
        document.body.getBoundingClientRect();
        drawn.push(performance.now() - start);
        requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
})"""


def add_options(parser: ArgumentParser) -> None:
    """Add what the measure takes."""
    parser.add_argument("site", type=Path, metavar="SITE", help="a folder that `mam site build` wrote")
    parser.add_argument("pages", nargs="*", metavar="PAGE", help="only these pages (all)")
    parser.add_argument("--slower", type=float, default=4.0, help="how many times slower the browser is made (4)")


def run(options: Namespace) -> None:
    """Print a line for each page."""
    from static_host import serve_site

    from mam.chance import list_pages

    print(f"{'':16}{'frames/s':>10}{'longest':>10}{'stop':>8}{'slowest':>10}")
    with serve_site(options.site) as host, open_chromium() as browser:
        page = browser.new_page(viewport={"width": 360, "height": 640})
        session = page.context.new_cdp_session(page)
        for name in options.pages or [found.id for found in list_pages()]:
            page.goto(f"{host.address}chance/#{name}")
            page.reload()
            page.locator("[data-mam=see], .mam-chance-range").first.wait_for()
            if page.locator("[data-mam=see]").count():
                page.locator("[data-mam=see]").click()
            session.send("Emulation.setCPUThrottlingRate", {"rate": options.slower})
            found = page.evaluate(DRAG, 3)
            session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
            frames, drawn_frames = found["frames"], sorted(found["drawn"])
            rate = 1000 * len(frames) / sum(frames)
            print(
                f"{name:16}{rate:10.0f}{max(frames):8.0f}ms{drawn_frames[len(drawn_frames) // 2]:6.1f}ms{drawn_frames[-1]:8.1f}ms",
                flush=True,
            )
