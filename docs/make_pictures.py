"""Make the pictures of the README and of this folder: the widget as Chromium draws it, and the first chart.

    python docs/make_pictures.py

needs the `dev` extra and a Chromium (`$MAM_CHROMIUM`, or `chromium` on the path). The widget is drawn by its own script
and style sheet from real scenes; only the kernel is left out.
"""

import base64
import json
import os
import shutil
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

import mam_widgets as mw
from mam.charts import money_by_trick
from mam.datafiles import data_folder

FOLDER = Path(__file__).parent / "pictures"
# name of the picture: moves made, theme, width
PICTURES = {
    "stepper": (31, "light", 960),
    "stepper-dark": (31, "dark", 960),
    "auction": (9, "light", 960),
    "discard": (11, "light", 960),
    "end": (65, "light", 960),
    "wide": (40, "light", 1600),
    "narrow": (31, "light", 340),
}
PAGE = """<!doctype html><meta charset="utf-8"><style>{css} body {{ margin: 0; font-size: 14px }}</style>
<body data-jp-theme-light="{light}"><div id="table" style="width:{width}px"></div><script type="module">
import widget from "data:text/javascript;base64,{esm}";
const model = {{ get: (name) => ({state})[name], on() {{}}, off() {{}}, send() {{}}, comm_live: true }};
widget.render({{ model, el: document.getElementById("table") }});
</script>"""


def draw(browser: Browser, name: str, step: int, theme: str, width: int) -> None:
    """One picture of the specimen hand after so many moves."""
    table = mw.replay(data_folder() / "records" / "specimen.toml", open_hands=False).go(step)
    state = json.dumps({"scene": table.scene, "uid": name})
    page = browser.new_page(viewport={"width": width, "height": 900}, device_scale_factor=1.5 if width < 1200 else 1)
    esm = base64.b64encode(str(table._esm).encode()).decode()
    light = "true" if theme == "light" else "false"
    page.set_content(PAGE.format(css=table._css, light=light, width=width, esm=esm, state=state.replace("</", "<\\/")))
    page.wait_for_selector("[data-mam=forward]")
    page.evaluate("document.fonts.ready")
    page.locator(".mam-root").screenshot(path=FOLDER / f"{name}.png", animations="disabled")
    page.close()


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    chromium = os.environ.get("MAM_CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for name, (step, theme, width) in PICTURES.items():
            draw(browser, name, step, theme, width)
        browser.close()
    end = mw.specimen().record.rounds()[-1]
    money_by_trick(end).save(FOLDER / "chart.png", scale_factor=1.5)


if __name__ == "__main__":
    main()
