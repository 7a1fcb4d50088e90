"""Homework on a phone in a real browser: from the class file to the graded hand-in; what is kept, by whom, and what is counted."""

import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from fits import WIDTHS, find_misfits
from homework import CLASS, KEY, Homework
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect
from static_host import Host, serve_site

from mam.classroom.assigning import assign
from mam.classroom.assignments import AssignedExercise
from mam.classroom.class_files import open_part, write_link
from mam.classroom.codes import student_codes
from mam.classroom.grading import grade
from mam_widgets.site.build import PLACEHOLDER, ROOM, write_homework_page, write_modules

EXERCISES = {
    "who-captures": 10,
    "trick-worth": 5,
    "legal-calls": 10,
    "must-follow": 10,
    "after-these-cards": 3,
    "money-function": 10,
}
CODES = student_codes(CLASS.students, KEY)
PHONE = {"width": 360, "height": 592}


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """The page alone: it needs neither Python nor the rest of the site."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "app" / PLACEHOLDER).mkdir(parents=True)
    write_modules(folder / "app" / PLACEHOLDER)
    write_homework_page(folder, "")
    shutil.copyfile(ROOM / "ui" / "start.js", folder / "start.js")
    with serve_site(folder) as running:
        yield running


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Homework:
    folder = tmp_path_factory.mktemp("class") / "homework-1"
    two = replace(CLASS, students=CLASS.students[:2])
    return Homework(folder, assign(two, EXERCISES, "homework-1", folder, KEY, hints=True))


@pytest.fixture
def phone(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport=PHONE, accept_downloads=True, has_touch=True)  # type: ignore[arg-type]
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    context.set_default_timeout(20_000)
    yield context
    context.close()


def part(page: Page, name: str) -> Locator:
    return page.locator(f'[data-mam="{name}"]')


def check_fit(page: Page) -> None:
    assert not find_misfits(page.locator(".mam-root"))


def open_file(page: Page, host: Host, file: Path) -> None:
    page.goto(f"{host.address}homework/")
    with page.expect_file_chooser() as chooser:
        part(page, "pick").click()
    chooser.value.set_files(file)


def open_homework(page: Page, host: Host, made: Homework, student: str = "ann") -> None:
    """Open the class file with a student's code, typed as people type."""
    open_file(page, host, made.folder / "homework-1.mam")
    part(page, "code").fill(CODES[student].lower().replace("-", " "))
    part(page, "open").click()
    expect(part(page, "who-captures")).to_be_visible()


def answer_rightly(page: Page, made: Homework, entry: AssignedExercise) -> None:
    """Give Ann's right answer as a person does: by a tap on an option or on cards, or in a field."""
    variant = made.assignment.variant("ann", entry, KEY)
    plain = variant.answer.plain
    if options := variant.given.get("options"):
        for option in [plain] if isinstance(plain, str) else plain:
            page.locator(f'[data-key="{"abcdefgh"[options.index(option)]})"]').click()
    elif part(page, "case-1").count():
        for number, result in enumerate(plain, 1):
            part(page, f"case-{number}").fill(result)
    elif part(page, "field").count():
        part(page, "field").fill(str(plain))
    else:
        for code in str(plain).split():
            page.locator(f'[data-card="{code}"][aria-pressed="false"]').first.click(position={"x": 6, "y": 12})


def test_from_the_class_file_to_a_graded_hand_in(
    phone: BrowserContext, host: Host, made: Homework, tmp_path: Path
) -> None:
    page = phone.new_page()
    open_homework(page, host, made)
    check_fit(page)
    part(page, "next").click()
    for number, entry in enumerate(made.assignment.exercises):
        expect(page.locator("h3")).to_contain_text(entry.exercise.title)
        check_fit(page)
        if entry.id == "trick-worth":
            part(page, "field").fill("lots")
            part(page, "check").click()
            expect(part(page, "message")).to_contain_text("can't be read here as a number")
            check_fit(page)
            part(page, "hint").click()
            expect(part(page, "message")).to_contain_text("Hint 1 of")
        answer_rightly(page, made, entry)
        if number % 2 == 0:  # what stands there when somebody goes on is saved, too
            part(page, "check").click()
            expect(part(page, "message")).to_contain_text("Saved. How sure are you")
            part(page, "sure-90").click()
            expect(part(page, "message")).to_contain_text("90% sure")
            check_fit(page)
        part(page, "another").click()
    expect(part(page, "message")).to_contain_text("All answered.")
    check_fit(page)
    part(page, "hand-in").click()
    text = part(page, "text").inner_text()
    check_fit(page)
    page.set_viewport_size({**PHONE, "width": 320})
    times = "node => [...node.querySelectorAll('span')].map(time => [time.textContent, time.getClientRects().length])"
    assert part(page, "text").evaluate(times) == [[re.findall(r"\S+T\S+Z", text)[0], 1]], "the time stands on one line"
    check_fit(page)
    page.set_viewport_size(PHONE)
    part(page, "copy").click()
    expect(part(page, "message")).to_contain_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == text
    with page.expect_download() as started:
        part(page, "save").click()
    assert started.value.suggested_filename == "homework-1.ann.txt"
    (tmp_path / "in").mkdir()
    started.value.save_as(tmp_path / "in" / "from a mail.txt")
    grades = grade(tmp_path / "in", made.assignment, KEY, now=datetime.now(UTC) + timedelta(days=1))
    ann = grades.grades[0]
    assert not grades.problems and ann.total == sum(EXERCISES.values()) and ann.submission
    answers = ann.submission.answers
    assert (answers["trick-worth"].tries, answers["trick-worth"].unread, answers["trick-worth"].hints) == (2, 1, 1)
    assert [answer.sure for answer in answers.values()] == [90, 0, 90, 0, 90, 0]
    assert sum(answer.tries for answer in answers.values()) == ann.submission.records == len(EXERCISES) + 1
    assert not [path for path, _ in host.sent if not path.startswith("/class/mam/")]


def check_stage(page: Page, stage: str) -> None:
    """This stage of `homework/actions.toml`, or of an exercise, is shown and fits at every width."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 592 if width < 640 else 800})
        expect(page.locator(".mam-dock")).to_have_attribute("data-stage", stage)
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert not find_misfits(page.locator(".mam-root")), f"{stage} at {width}"
    page.set_viewport_size(PHONE)


@pytest.mark.long
def test_every_stage_of_homework_fits_at_every_width(phone: BrowserContext, host: Host, made: Homework) -> None:
    page = phone.new_page()
    page.goto(f"{host.address}homework/")
    check_stage(page, "open")
    open_file(page, host, made.folder / "homework-1.mam")
    check_stage(page, "typing")
    part(page, "code").fill(CODES["ann"])
    check_stage(page, "code")
    page.evaluate("() => { crypto.subtle.importKey = crypto.subtle.digest = () => new Promise(() => {}); }")
    part(page, "open").click()
    check_stage(page, "opening")
    page.reload()
    check_stage(page, "typing")
    part(page, "back").click()
    check_stage(page, "choosing")
    part(page, "file-homework-1").click()
    part(page, "code").fill(CODES["ann"])
    part(page, "open").click()
    check_stage(page, "begun")
    part(page, "next").click()
    for number, entry in enumerate(made.assignment.exercises):
        answer_rightly(page, made, entry)
        check_stage(page, "ready")
        part(page, "check").click()
        check_stage(page, "saved")
        if number == 0:
            part(page, "back").click()
            check_stage(page, "list")
            part(page, "next").click()
        else:
            part(page, "another").click()
    check_stage(page, "done")
    part(page, "hand-in").click()
    check_stage(page, "text")


REACHED = """() => {
    const find = (part) => document.querySelector(`.mam-root ${part}`)?.getBoundingClientRect();
    const [dock, message, text] = [".mam-dock", ".mam-study-message", ".mam-exercise-text"].map(find);
    return [innerHeight - dock.bottom, dock.top - message.bottom, message.height - 40, (text?.height ?? 99) - 90].map(Math.round);
}"""


def test_on_a_phone_on_its_side_everything_is_reached(phone: BrowserContext, host: Host, made: Homework) -> None:
    """Above the dock stands a message of two lines, and of a statement four lines are seen, whatever the hand and the hint take."""
    page = phone.new_page()
    page.set_viewport_size({"width": 640, "height": 360})
    open_homework(page, host, made)
    assert min(page.evaluate(REACHED)) >= 0
    for entry in made.assignment.exercises:
        part(page, entry.id).click()
        check_fit(page)
        assert min(page.evaluate(REACHED)) >= 0, (entry.id, page.evaluate(REACHED))
        part(page, "hint").click()
        check_fit(page)
        assert min(page.evaluate(REACHED)) >= 0, (entry.id, page.evaluate(REACHED))
        answer_rightly(page, made, entry)
        part(page, "check").click()
        expect(part(page, "message")).to_contain_text("Saved.")
        check_fit(page)
        part(page, "back").click()
    part(page, "hand-in").click()
    check_fit(page)
    assert min(page.evaluate(REACHED)) >= 0


def test_answers_survive_a_reload_and_a_second_tab(phone: BrowserContext, host: Host, made: Homework) -> None:
    first = phone.new_page()
    open_homework(first, host, made)
    part(first, "trick-worth").click()
    part(first, "field").fill("45")
    first.reload()
    expect(part(first, "trick-worth")).to_contain_text("not saved")
    part(first, "trick-worth").click()
    expect(part(first, "field")).to_have_value("45")
    part(first, "check").click()
    second = phone.new_page()
    second.goto(f"{host.address}homework/")
    expect(part(second, "trick-worth")).to_contain_text("45")
    part(second, "who-captures").click()
    second.locator("button[data-key]").first.click()
    part(second, "check").click()
    part(first, "back").click()
    expect(part(first, "message")).to_contain_text("4 are still open.")
    part(first, "trick-worth").click()
    part(second, "back").click()
    part(second, "trick-worth").click()
    part(second, "field").fill("50")
    part(second, "check").click()
    expect(part(first, "field")).to_have_value("50")
    part(second, "back").click()
    part(second, "hand-in").click()
    expect(part(second, "text").first).to_contain_text("50 [2 tries")


def test_a_device_that_is_shared_asks_for_the_code(phone: BrowserContext, host: Host, made: Homework) -> None:
    page = phone.new_page()
    open_homework(page, host, made)
    part(page, "trick-worth").click()
    part(page, "field").fill("45")
    part(page, "another").click()
    part(page, "back").click()
    part(page, "lock").click()
    page.reload()
    part(page, "code").fill(CODES["bob"])
    part(page, "open").click()
    expect(part(page, "message")).to_contain_text("Hello, bob.")
    expect(part(page, "trick-worth")).to_contain_text("no answer")
    part(page, "lock").click()
    part(page, "code").fill(CODES["ann"])
    part(page, "open").click()
    expect(part(page, "trick-worth")).to_contain_text("45")


def test_a_link_opens_one_part_and_leaves_the_address(phone: BrowserContext, host: Host, made: Homework) -> None:
    link = write_link((made.folder / "homework-1.mam").read_text("utf-8"), CODES["ann"])
    page = phone.new_page()
    page.goto(f"{host.address}homework/#{link}")
    expect(part(page, "code")).to_be_visible()
    assert page.evaluate("location.hash") == ""
    part(page, "code").fill(CODES["bob"])
    part(page, "open").click()
    expect(part(page, "message")).to_contain_text("opens nothing in this file")
    check_fit(page)
    part(page, "code").fill(CODES["ann"])
    part(page, "open").click()
    expect(part(page, "message")).to_contain_text("Hello, ann.")


def test_what_cannot_be_opened_is_a_sentence(phone: BrowserContext, host: Host, made: Homework, tmp_path: Path) -> None:
    page = phone.new_page()
    (tmp_path / "photo.mam").write_bytes(b"\xff\xd8\xff")
    (tmp_path / "note.mam").write_text("hello")
    open_file(page, host, tmp_path / "photo.mam")
    expect(part(page, "message")).to_contain_text("“photo.mam” is not UTF-8 text.")
    open_file(page, host, tmp_path / "note.mam")
    expect(part(page, "message")).to_contain_text("This is not a class file.")
    page.goto(f"{host.address}homework/#part=ewoia")
    expect(part(page, "message")).to_contain_text("This link is not complete.")
    check_fit(page)


def test_the_page_holds_no_answer(phone: BrowserContext, host: Host, made: Homework) -> None:
    """What is on the phone is what `open_part` returns, and a title of an exercise is never run as HTML."""
    page = phone.new_page()
    open_homework(page, host, made, "bob")
    kept = page.evaluate("JSON.stringify(Object.entries(localStorage))")
    token = open_part((made.folder / "homework-1.mam").read_text("utf-8"), CODES["bob"])["token"]
    assert token not in kept and CODES["bob"].replace("-", "") in kept


def test_practice_links_to_the_same_variant_with_feedback(phone: BrowserContext, host: Host, tmp_path: Path) -> None:
    one = replace(CLASS, students=CLASS.students[3:])
    assign(one, {"who-captures": 10}, "practice-1", tmp_path / "practice-1", KEY, practice=True)
    page = phone.new_page()
    open_file(page, host, tmp_path / "practice-1" / "practice-1.mam")
    part(page, "code").fill(CODES["dee.x"])
    part(page, "open").click()
    part(page, "next").click()
    assert part(page, "hint").count() == 0
    page.locator("button[data-key]").first.click()
    part(page, "check").click()
    assert part(page, "feedback").get_attribute("href") == "../exercises/#who-captures&student=dee.x"
    check_fit(page)
