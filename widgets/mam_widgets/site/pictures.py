"""The pictures of the site: its icon, and what the front page shows."""

import shutil
from pathlib import Path

from mam import drawing
from mam.drawing.tokens import animal_art, resolve
from mam.games.views import view
from mam.scenes import make_scene
from mam_widgets.site.service import PLACEHOLDER
from mam_widgets.studies.lesson import Lesson, list_stages


def write_pictures(source: Path, target: Path) -> None:
    """The icons, and the pictures of the front page: its first trick stands there until it can be played."""
    import vl_convert

    icon = _draw_icon()
    (target / "icon.svg").write_text(icon, "utf-8")
    for size in (192, 512):
        (target / f"icon-{size}.png").write_bytes(vl_convert.svg_to_png(icon, scale=size / 512))
    (target / "pictures").mkdir()
    for name in ("bidding-lab", "discard-lab", "probability-lab", "play"):
        picture = source / "docs" / "pictures" / f"{name}.png"
        if picture.is_file():
            shutil.copyfile(picture, target / "pictures" / picture.name)
    lesson = Lesson(list_stages()[0])
    round = lesson.find_start(0)
    if round is None:
        raise ValueError(
            f"the first board of {lesson.study.id} is not answered on the table: the front page needs one that is"
        )
    seen = view(round, lesson.study.chapters[0].you)
    (target / "app" / PLACEHOLDER / "trick.svg").write_text(
        drawing.table_svg(make_scene(seen, title=lesson.study.title)), "utf-8"
    )


def _draw_icon() -> str:
    """The Tiger on a card: with room around it, so that a phone may cut its edges round."""
    colors = drawing.palette("light")
    head = resolve(animal_art("TIGER"), "light")
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 100 100">'
        f'<rect width="100" height="100" rx="18" fill="{colors["accent"]}"/>'
        f'<rect x="16" y="14" width="68" height="72" rx="8" fill="{colors["paper"]}"/>'
        f'<svg x="22" y="22" width="56" height="56" viewBox="0 0 64 60">{head}</svg></svg>'
    )
