"""The tabs that every table has, and which of them a game has."""

from mam.scenes import Scene
from mam.scenes.actions import Tab, make_tab


def is_letter_game(scene: Scene) -> bool:
    """Return whether words are spelled, not tricks taken."""
    return "word" in scene or "lines" in scene


def has_auction_tab(scene: Scene) -> bool:
    """Return whether calls can be read: numbers of tricks are bid in secret."""
    return not is_letter_game(scene) and scene["unit"] != "tricks"


def make_tricks_tab(scene: Scene) -> Tab:
    """Return the tab of what has been played."""
    if is_letter_game(scene):
        return make_tab("tricks", "Turns", ["tricks", "count"], empty="No turns yet.", is_left=True, nav=2)
    return make_tab(
        "tricks", "Tricks", ["tricks", "count"], heading="Tricks taken", empty="No tricks yet.", is_left=True, nav=2
    )
