"""Make the pictures of the README and of this folder: the widgets as Chromium draws them, and the first chart.

    python tools/make_pictures.py [NAME …]
    python tools/make_pictures.py --every FOLDER [NAME …]

needs the `dev` extra and a Chromium (`$MAM_CHROMIUM`, or `chromium` on the path). Each widget is drawn by its own script
and style sheet, with its own Python behind it; only JupyterLab is left out. With names, only those pictures are made.
With `--every`, each widget in each phase is drawn at four sizes into another folder, to be looked at.
"""

import argparse
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

import mam
import mam_widgets as mw
from mam.charts import money_by_trick
from mam.support.data_files import find_data_folder
from mam_widgets.bidding.widget import bidding_lab
from mam_widgets.discard.widget import discard_lab
from mam_widgets.probability.widget import probability_lab
from mam_widgets.shared.widget import SceneWidget

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests" / "browser"))
from chromium import FLAGS, find_chromium
from moments import play_to
from stage import Stage
from widget_moments import play_on, wait_for

EDITION = mam.list_editions()[0]
FOLDER = Path(__file__).resolve().parents[1] / "docs" / "pictures"
MARGIN = 16  # what a widget leaves free of the height it has


LAB = (1000, 700)  # JupyterLab on a laptop of 1440 by 900, its sidebar open
SIZES = {  # what else is looked at: width and height of the widget, and the theme
    "1000x700": (LAB, "light"),
    "900x560": ((900, 560), "light"),
    "360x640": ((360, 640), "light"),
    "1440x900-dark": ((1440, 900), "dark"),
}


@dataclass(frozen=True)
class Picture:
    """A widget at a moment; `act` is what is done to it before the picture is taken."""

    make: Callable[[], SceneWidget]
    act: Callable[[Stage], None] = Stage.settle
    theme: str = "light"


def specimen(step: int) -> Callable[[], SceneWidget]:
    """The specimen hand after this number of moves."""
    return lambda: mw.specimen().go(step)


def find_half_way(edition: str) -> Callable[[], SceneWidget]:
    """The record of an edition in the middle, with one hand shown."""

    def make() -> SceneWidget:
        stepper = mw.replay(find_data_folder() / "records" / f"{edition}.toml", open_hands=False)
        return stepper.go(len(stepper.record.moves) // 2)

    return make


def refuse(stage: Stage) -> None:
    """Click a card that may not be played."""
    stage.settle()
    stage.root.locator('[data-area=hand][data-state="illegal"]').first.dispatch_event("click")
    stage.settle()


def try_card(stage: Stage) -> None:
    """Play another card than the record does."""
    stage.settle()
    stage.root.locator('[data-area=hand][data-state="legal"]').last.dispatch_event("click")
    stage.settle()


def complete_trick(stage: Stage) -> None:
    """Play a card, and go on until the trick is complete."""
    stage.settle()
    stage.root.locator('[data-area=hand][data-state="legal"]').first.dispatch_event("click")
    stage.settle()
    while not stage.widget.scene["is_trick_complete"]:
        stage.press("next")


def ask(*hooks: str) -> Callable[[Stage], None]:
    """Press these parts one after the other, and wait for what is worked out."""

    def act(stage: Stage) -> None:
        for hook in hooks:
            stage.press(hook)
            wait_for(stage.widget)
            stage.settle()

    return act


# Those that README and the pages beside this script show.
PICTURES: Mapping[str, Picture] = {
    "stepper": Picture(specimen(31)),
    "stepper-dark": Picture(specimen(31), theme="dark"),
    "play": Picture(lambda: play_on(EDITION, 15), ask("hint")),
    "bidding-lab": Picture(lambda: bidding_lab(seed=1).wait()),
    "discard-lab": Picture(
        lambda: (
            discard_lab(seed=1).choose("discard B3 B2 G8", "trump R").choose("discard Y8 G11 G8", "trump B").compare()
        )
    ),
    "probability-lab": Picture(lambda: probability_lab("N holds Bull and Bear").guess(5)),
}

# Each widget and each phase.
EVERY: Mapping[str, Picture] = {
    "play-auction": Picture(lambda: play_to("auction")),
    "play-discard": Picture(lambda: play_to("nest")),
    "play-trump": Picture(lambda: play_to("trump")),
    "play-trick": Picture(lambda: play_to("play", skip=2)),
    "play-hint": Picture(lambda: play_to("play", skip=2), ask("hint")),
    "play-refusal": Picture(lambda: play_to("play", skip=3), refuse),
    "play-trick-complete": Picture(lambda: play_to("play", skip=2), complete_trick),
    "play-over": Picture(lambda: play_to("over")),
    "play-review": Picture(lambda: play_to("over"), ask("review")),
    "play-settings": Picture(lambda: play_to("play", skip=2), ask("gear")),
    "play-eight": Picture(lambda: play_to("play", "silent-eight", skip=2)),
    "stepper-auction": Picture(specimen(9)),
    "stepper-discard": Picture(specimen(11)),
    "stepper": Picture(specimen(31)),
    "stepper-over": Picture(specimen(65)),
    "stepper-what-if": Picture(specimen(31), try_card),
    "stepper-dummy": Picture(find_half_way("make-a-million-1935-two")),
    "stepper-exact-tricks": Picture(find_half_way("exact-tricks")),
    "stepper-sweven": Picture(find_half_way("sweven")),
    "stepper-millionaire": Picture(find_half_way("millionaire")),
    "stepper-anagrams": Picture(find_half_way("anagrams")),
    "deal": Picture(lambda: mw.deal(7)),
    "bidding-lab": Picture(lambda: bidding_lab(seed=1).wait()),
    "bidding-lab-guess": Picture(lambda: bidding_lab(seed=1, guess_first=True)),
    "discard-lab": Picture(lambda: discard_lab(seed=1)),
    "discard-lab-compared": Picture(lambda: discard_lab(seed=1).take_advice().compare()),
    "probability-lab": Picture(probability_lab),
    "probability-lab-answer": Picture(lambda: probability_lab("N holds Bull and Bear").guess(5)),
    "probability-lab-bars": Picture(lambda: probability_lab("where Tiger").guess(25)),
}


def draw(browser: Browser, file: Path, picture: Picture, size: tuple[int, int] = LAB) -> None:
    """Take one picture of a widget of this size."""
    width, height = size
    page = browser.new_page(device_scale_factor=1.5 if width < 1200 else 1, reduced_motion="reduce")
    stage = Stage(page, picture.make(), width=width, height=height + MARGIN, theme=picture.theme)
    picture.act(stage)
    stage.root.screenshot(path=file, animations="disabled")
    page.close()


def main() -> None:
    reader = argparse.ArgumentParser(description="Make the pictures of the widgets.")
    reader.add_argument(
        "--every", type=Path, metavar="FOLDER", help="draw each widget and phase at four sizes into this folder"
    )
    reader.add_argument("names", nargs="*", help="only these pictures")
    given = reader.parse_args()
    pictures = EVERY if given.every else {**PICTURES, "chart": None}
    if unknown := set(given.names) - set(pictures):
        raise SystemExit(f"no picture {', '.join(sorted(unknown))}: there are {', '.join(pictures)}")
    folder = given.every or FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        for name in given.names or pictures:
            if given.every:
                for suffix, (size, theme) in SIZES.items():
                    draw(browser, folder / f"{name}-{suffix}.png", replace(EVERY[name], theme=theme), size)
            elif name in PICTURES:
                draw(browser, folder / f"{name}.png", PICTURES[name])
            else:
                round = mw.specimen().record.rounds()[-1]
                assert isinstance(round, mam.TrickRound)
                money_by_trick(round).save(folder / "chart.png", scale_factor=1.5)
        browser.close()


if __name__ == "__main__":
    main()
