"""For everybody: themes, widths, still pictures, names for those who listen, room for every finger, text that stays text."""

import re

import pytest
from playwright.sync_api import expect

SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
# Moments with different parts: the first call, the discard, the naming of trump, the middle of a trick, the count.
MOMENTS = {
    0: "The deal",
    11: "Call 11 of 11",
    12: "The discard",
    24: "Trick 3, card 3 of 4",
    65: "Trick 13, card 4 of 4",
}
NAMED = re.compile(
    r"- '?(button|slider|spinbutton|combobox|textbox|img|region)(?: (\".*?\"|/.*?/))?(?=[' :\[]|$)", re.M
)


def go(table, step):
    table.go(step)
    table.expect_moment(MOMENTS[step])


# JupyterLab may still move the focus to a cell that it has just run: the part takes it back until it has kept it for a while.
KEEP_FOCUS = """part => new Promise(done => {
    let kept = 0;
    const look = () => {
        if (document.activeElement === part) kept += 1;
        else { part.focus(); kept = 0; }
        if (kept < 30) requestAnimationFrame(look);
        else done();
    };
    look();
})"""


# Which part has the focus when the table has taken another theme: later JupyterLab may move it for reasons of its own.
FOCUS_AFTER_CHANGE = """root => {
    window.focusAfterChange = new Promise(done => {
        const tell = () => done(document.activeElement.dataset.mam || document.activeElement.outerHTML.slice(0, 200));
        const watcher = new MutationObserver(() => requestAnimationFrame(() => requestAnimationFrame(tell)));
        watcher.observe(root, { attributes: true, attributeFilter: ["data-mam-theme"] });
    });
}"""


@pytest.mark.long
def test_the_dark_theme_recolors_in_place(specimen):
    table, page = specimen, specimen.root.page
    ground = "root => getComputedStyle(root.querySelector('.mam-table')).backgroundColor + getComputedStyle(root).color"
    page.evaluate("() => { window.stillHere = true; }")
    table.part("forward").evaluate(KEEP_FOCUS)
    light = table.root.evaluate(ground)
    expect(table.root).to_have_attribute("data-mam-theme", "light")
    change = "theme => jupyterapp.commands.execute('apputils:change-theme', { theme })"
    table.root.evaluate(FOCUS_AFTER_CHANGE)
    try:
        page.evaluate(change, "JupyterLab Dark")
        expect(table.root).to_have_attribute("data-mam-theme", "dark")
        assert table.root.evaluate(ground) != light
        assert page.evaluate("() => window.focusAfterChange") == "forward"
        assert page.evaluate("() => window.stillHere")
    finally:
        page.evaluate(change, "JupyterLab Light")
    expect(table.root).to_have_attribute("data-mam-theme", "light")
    assert table.root.evaluate(ground) == light


# What sticks out of the table, or out of its own box, at the width the table has now.
OUTSIDE = """root => {
    const box = root.getBoundingClientRect();
    const out = [];
    if (root.scrollWidth > root.clientWidth) out.push(`scrolls: ${root.scrollWidth} in ${root.clientWidth}`);
    for (const one of root.querySelectorAll("button, input, select, summary, p, h4, table, [data-mam=trick-card]")) {
        const own = one.getBoundingClientRect();
        if (own.width && getComputedStyle(one).visibility === "visible" && (own.left < box.left - 1 || own.right > box.right + 1))
            out.push(`${one.tagName} ${one.className} ${one.textContent.slice(0, 40)}`);
    }
    return out;
}"""


@pytest.mark.long
def test_no_width_needs_sideways_scrolling(specimen):
    table, page = specimen, specimen.root.page
    faults = []
    for step in MOMENTS:
        go(table, step)
        for width in (320, 360, 412, 480, 600, 768, 840, 960, 1100, 1280, 1440, 1600):
            table.root.evaluate("(root, width) => { root.parentElement.style.width = `${width}px`; }", width)
            page.evaluate(SETTLED)
            faults += [f"step {step}, {width} px: {measured}" for measured in table.root.evaluate(OUTSIDE)]
    assert not faults, "\n".join(faults)


def test_nothing_moves_for_those_who_asked_for_stillness(specimen):
    table, page = specimen, specimen.root.page
    page.emulate_media(reduced_motion="reduce")
    running = "root => root.getAnimations({ subtree: true }).filter((one) => one.playState === 'running').length"
    go(table, 24)
    for where in ("Trick 3, card 4 of 4", "Trick 4, card 1 of 4"):  # a card is played; a trick is swept away
        table.press("forward")
        table.expect_moment(where)
        assert table.root.evaluate(running) == 0


def test_everything_has_a_name_and_room_for_a_finger(specimen):
    table, page = specimen, specimen.root.page
    table.press("keys")
    faults = []
    for step in MOMENTS:
        for width in (1050, 360):
            table.root.evaluate("(root, width) => { root.parentElement.style.width = `${width}px`; }", width)
            page.evaluate(SETTLED)
            if width > 480:  # a phone has no slider
                go(table, step)
            named = NAMED.findall(table.root.aria_snapshot())
            assert ({"button", "slider"} if width > 480 else {"button"}) <= {role for role, _ in named}
            faults += [f"step {step}, {width} px: a {role} has no name" for role, name in named if not name]
            faults += [f"step {step}, {width} px: {measured}" for measured in table.root.evaluate(SMALL)]
    assert not faults, "\n".join(faults)


# Controls too small to be hit: 24 px for all, 44 high for those pressed most. Of overlapping cards the free strip counts.
SMALL = """root => {
    const out = [];
    const tell = (one, box) => out.push(`${one.tagName} ${one.dataset.mam || one.className} ${one.textContent.slice(0, 20)}: ${Math.round(box.width)} x ${Math.round(box.height)}`);
    for (const one of root.querySelectorAll("button, input, select, summary")) {
        const box = one.getBoundingClientRect();
        if (!box.width || (one.type === "range")) continue;
        const tall = one.matches("[data-mam=first], [data-mam=back], [data-mam=forward], [data-mam=last], [data-mam=call], [data-mam=trump], [data-mam=confirm-discard]");
        if (box.width < 24 || box.height < (tall ? 44 : 24)) tell(one, box);
    }
    const cards = [...root.querySelectorAll("[data-area=hand]")].map((one) => one.getBoundingClientRect());
    cards.slice(1).forEach((box, index) => {
        const strip = box.left - cards[index].left;
        if (Math.abs(box.top - cards[index].top) < 60 && strip > 0 && strip < 24) out.push(`card ${index}: a strip of ${strip} px`);
    });
    return out;
}"""

ODD_NAMES = """
from dataclasses import replace
import mam, mam_widgets as mw
from mam.support.data_files import find_data_folder
record = mam.read_record(find_data_folder() / "records" / "specimen.toml")
evil = "<img src=x onerror=alert(1)>"
note = mam.Note(0, f"{evil}<b>note</b>", "S", evil)
mw.replay(replace(record, title=f"<i>title</i>{evil}", players={"N": evil, "S": "</li><script>alert(2)</script>"}, notes=(note,)))
"""


def test_names_in_a_record_stay_text(run_cell):
    notebook = run_cell(ODD_NAMES)
    table = notebook.table()
    copy = notebook.page.locator("[data-mam-static]")
    for step in (0, 1, 24, 65):
        table.go(step)
        table.expect_moment({**MOMENTS, 1: "Call 1 of 11"}[step])
        expect(table.root).to_contain_text("<img src=x onerror=alert(1)>")
        assert table.root.locator("img, script, i:not(.mam-side-sign), [onerror]").count() == 0
        assert copy.locator("script, i, [onerror]").count() == 0
        assert copy.locator("img").count() == 1  # the picture of the position
    # a dialog would have been noticed by the page's watch


@pytest.mark.long
def test_a_kernel_that_was_restarted_is_announced_and_nothing_is_lost(open_notebook):
    notebook = open_notebook(["import mam_widgets as mw\nmw.specimen()"]).run_all()
    table = notebook.table()
    go(table, 24)
    restart = "() => jupyterapp.shell.currentWidget.context.sessionContext.restartKernel()"
    notebook.page.evaluate(restart)
    table.press("forward")
    expect(table.root.locator("[role=alert]")).to_contain_text(re.compile("restarted.*Run the cell again"))
    expect(table.part("where")).to_have_text(re.compile("Trick 3"))  # the next step may have been sent ahead
    assert notebook.run("print(6 * 7)").strip() == "42"
    restarted_table = notebook.run_all().table()
    restarted_table.expect_moment("The deal")
    restarted_table.press("forward")
    restarted_table.expect_moment("Call 1 of 11")
