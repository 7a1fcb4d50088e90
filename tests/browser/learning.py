"""What a learner does, wherever the widgets are shown: guesses and drags a page of Chance, and answers a board and an exercise."""

from collections.abc import Sequence

from playwright.sync_api import Locator, expect

from mam.chance import find_page
from mam.classroom import practice
from mam.classroom.quantities import Chance

EXERCISE = "card-of-either-kind"
LEARNING: Sequence[str] = (
    'import mam_widgets as mw\nmw.chance("or", save=False)',
    'mw.learn("bull", save=False)',
    f'mw.exercise("{EXERCISE}", save=False)',
)


def learn(roots: Locator) -> None:
    """Use what these cells show."""
    expect(roots).to_have_count(len(LEARNING), timeout=60_000)
    guess_and_drag(roots.nth(0))
    answer_a_board(roots.nth(1))
    answer_an_exercise(roots.nth(2))


def guess_and_drag(page: Locator) -> None:
    """Guess, move the slider by key, and answer the first check wrong and then right."""
    page.locator("[data-mam=see]").click()
    expect(page.locator("[data-mam=message]")).to_contain_text("At least one 40: 67.2%")
    page.locator("[data-mam=size]").press("ArrowRight")
    expect(page.locator("[data-mam=message]")).to_contain_text("Four chances added: 101.8%")
    page.locator("[data-mam=checks]").click()
    answer = find_page("or").checks[0].answer
    assert isinstance(answer, Chance)
    slip = answer.slips[-1]
    for number, said in ((str(slip.value), slip.why), (str(answer.value), "Correct.")):
        page.locator("[data-mam=number]").fill(number)
        page.locator("[data-mam=judge]").click()
        expect(page.locator("[data-mam=message]")).to_contain_text(said)


def answer_a_board(page: Locator) -> None:
    """Play cards of the first board until one is right."""
    message = page.locator("[data-mam=message]")
    expect(message).to_be_visible(timeout=60_000)
    for card in page.locator(".mam-study-cards button[data-key]").all():
        card.click()
        expect(message).not_to_have_attribute("data-kind", "ask")
        if message.get_attribute("data-kind") == "right":
            return
    raise AssertionError("no card of the board is right")


def answer_an_exercise(page: Locator) -> None:
    """Answer wrong, and then right."""
    message = page.locator("[data-mam=message]")
    for number, kind in (("0.999", "wrong"), (str(practice(EXERCISE)._variant.answer.plain), "right")):
        page.locator("[data-mam=field]").fill(number)
        page.locator("[data-mam=check]").click()
        expect(message).to_have_attribute("data-kind", kind)


def press_keys_of_the_notebook(root: Locator) -> None:
    """Press what cuts, deletes and adds cells while a button of a widget has the focus: the cells stay as they are."""
    cells = root.page.locator(".jp-Notebook .jp-Cell")
    count = cells.count()
    button = root.locator("button").first
    button.focus()
    for key in ("x", "d", "d", "a", "b", "ArrowDown"):
        root.page.keyboard.press(key)
    expect(button).to_be_focused()
    expect(cells).to_have_count(count)
