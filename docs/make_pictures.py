"""Make the pictures of the README and of this folder: the widgets as Chromium draws them, and the first chart.

    python docs/make_pictures.py [NAME …]

needs the `dev` extra and a Chromium (`$MAM_CHROMIUM`, or `chromium` on the path). Each widget is drawn by its own script
and style sheet, with its own Python behind it; only JupyterLab is left out. With names, only those pictures are made.
"""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

import mam
import mam_widgets as mw
from mam.charts import money_by_trick
from mam.support.data_files import find_data_folder
from mam_widgets.bidding.widget import bidding_lab
from mam_widgets.discard.widget import discard_lab
from mam_widgets.probability.widget import probability_lab
from mam_widgets.rules_quiz.widget import quiz
from mam_widgets.shared.widget import SceneWidget

sys.path.append(str(Path(__file__).parent.parent / "tests" / "browser"))
from chromium import FLAGS, find_chromium
from shown import play_on, wait_for
from stage import Stage

EDITION = mam.list_editions()[0]
FOLDER = Path(__file__).parent / "pictures"


@dataclass(frozen=True)
class Picture:
    """A widget at a moment, in a theme and at a width; `act` is what is done to it before it is taken."""

    make: Callable[[], SceneWidget]
    theme: str = "light"
    width: int = 960
    act: Callable[[Stage], None] = Stage.settle


def specimen(step: int) -> Callable[[], SceneWidget]:
    """The specimen hand after this number of moves, with one hand shown."""
    return lambda: mw.replay(find_data_folder() / "records" / "specimen.toml", open_hands=False).go(step)


def half_way(edition: str) -> Callable[[], SceneWidget]:
    """The record of an edition in the middle."""

    def make() -> SceneWidget:
        stepper = mw.replay(find_data_folder() / "records" / f"{edition}.toml", open_hands=False)
        return stepper.go(len(stepper.record.moves) // 2)

    return make


def ask(*hooks: str) -> Callable[[Stage], None]:
    """Press these parts one after the other, and wait for what is worked out."""

    def act(stage: Stage) -> None:
        for hook in hooks:
            stage.press(hook)
            wait_for(stage.widget)
            stage.settle()

    return act


PICTURES: Mapping[str, Picture] = {
    "stepper": Picture(specimen(31)),
    "stepper-dark": Picture(specimen(31), theme="dark"),
    "auction": Picture(specimen(9)),
    "discard": Picture(specimen(11)),
    "end": Picture(specimen(65)),
    "wide": Picture(specimen(40), width=1600),
    "narrow": Picture(specimen(31), width=320),
    "eight": Picture(half_way("silent-eight"), width=1600),
    "dummy": Picture(half_way("make-a-million-1935-two")),
    "sweven": Picture(half_way("sweven")),
    "exact-tricks": Picture(half_way("exact-tricks")),
    "millionaire": Picture(half_way("millionaire")),
    "anagrams": Picture(half_way("anagrams")),
    "play": Picture(lambda: play_on(EDITION, 15), act=ask("hint")),
    "play-dark": Picture(lambda: play_on(EDITION, 15), theme="dark", act=ask("hint")),
    "play-narrow": Picture(lambda: play_on(EDITION, 15), width=320),
    "play-review": Picture(lambda: play_on(EDITION, 99), width=1600, act=ask("review")),
    "bidding-lab": Picture(lambda: bidding_lab(seed=1).wait()),
    "bidding-lab-dark": Picture(lambda: bidding_lab(seed=1).wait(), theme="dark"),
    "bidding-lab-narrow": Picture(lambda: bidding_lab(seed=1, guess_first=True), width=320),
    "discard-lab": Picture(lambda: discard_lab(seed=1).take_advice().compare()),
    "discard-lab-dark": Picture(lambda: discard_lab(seed=1).take_advice().compare(), theme="dark"),
    "discard-lab-narrow": Picture(lambda: discard_lab(seed=1), width=320),
    "quiz": Picture(lambda: quiz(kinds="worth", seed=1, record=False)),
    "quiz-answered": Picture(lambda: quiz(kinds="worth", seed=1, record=False).answer("0")),
    "quiz-dark": Picture(lambda: quiz(kinds="capture", seed=1, record=False), theme="dark"),
    "quiz-narrow": Picture(lambda: quiz(kinds="legal", seed=1, record=False), width=320),
    "probability-lab": Picture(lambda: probability_lab("N holds Bull and Bear").guess(5)),
    "probability-lab-dark": Picture(lambda: probability_lab("where Tiger").guess(25), theme="dark"),
    "probability-lab-narrow": Picture(probability_lab, width=320),
}


def draw(browser: Browser, name: str, picture: Picture) -> None:
    """Take one picture."""
    page = browser.new_page(device_scale_factor=1.5 if picture.width < 1200 else 1, reduced_motion="reduce")
    stage = Stage(page, picture.make(), width=picture.width, theme=picture.theme)
    picture.act(stage)
    stage.root.screenshot(path=FOLDER / f"{name}.png", animations="disabled")
    page.close()


def main() -> None:
    wanted = sys.argv[1:] or [*PICTURES, "chart"]
    if unknown := set(wanted) - {*PICTURES, "chart"}:
        raise SystemExit(f"no picture {', '.join(sorted(unknown))}: there are {', '.join(PICTURES)}, chart")
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        for name in wanted:
            if name in PICTURES:
                draw(browser, name, PICTURES[name])
        browser.close()
    if "chart" in wanted:
        money_by_trick(mw.specimen().record.rounds()[-1]).save(FOLDER / "chart.png", scale_factor=1.5)


if __name__ == "__main__":
    main()
