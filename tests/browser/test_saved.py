"""A saved notebook keeps its positions: without its kernel, not trusted, and exported to HTML."""

import re

import nbformat
import pytest
from playwright.sync_api import expect

SPECIMEN = [
    "import mam_widgets as mw\n\nmw.specimen()",
    "mw.case('B36', save=False)",
    "from mam.charts import money_by_trick\n\nmoney_by_trick(mw.specimen().record.rounds()[-1])",
]
IMAGE = "image => image.decode().then(() => image.naturalWidth)"


@pytest.fixture(scope="module")
def saved_bytes():
    """The saved notebook, once there is one, for all tests here."""
    return []


@pytest.fixture
def saved(open_notebook, lab, request, saved_bytes):
    """A notebook with its first table at trick 3, as JupyterLab saved it. The kernel is gone."""
    if not saved_bytes:
        saved_bytes.append(save_at_trick_3(open_notebook(SPECIMEN).run_all()).read_bytes())
        lab.stop_kernels()
    path = lab.folder / request.node.name / "saved.ipynb"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(saved_bytes[0])
    return path


def save_at_trick_3(notebook):
    table = notebook.table()
    copy = notebook.page.locator("[data-mam-static]")
    expect(copy).to_have_count(2)  # the specimen hand and a case
    assert [element.is_visible() for element in copy.all()] == [False] * 2  # the live widgets stand in their place
    table.go(23)
    table.expect_moment("Trick 3, card 2 of 4")
    expect(copy.first.locator("pre")).to_contain_text("Trick 3")  # the copy follows
    assert not copy.first.is_visible()
    notebook.save()
    return notebook.path


def shows_the_position(page):
    """The picture, the words and the chart, as anybody sees them who opens the file."""
    picture = page.get_by_alt_text("The specimen hand: the position is described below").first
    picture.scroll_into_view_if_needed()
    expect(picture).to_be_visible()
    assert picture.evaluate(IMAGE) > 600
    fold = page.locator("details", has_text="The position in words").first
    fold.locator("summary").click()
    words = fold.locator("pre")
    expect(words).to_be_visible()
    expect(words).to_contain_text("Trick 3")
    expect(words).to_contain_text("B40")
    expect(words).to_contain_text("BEAR")
    chart = page.locator(".mam-chart img, .jp-RenderedImage img").locator("visible=true")
    chart.first.scroll_into_view_if_needed()
    expect(chart.first).to_be_visible()
    assert chart.first.bounding_box()["width"] > 300


@pytest.fixture
def open_without_kernel(watched_page, open_notebook):
    """Opens a notebook on a machine that has no kernel at all."""

    def open_it(path):
        nothing = {"default": "", "kernelspecs": {}}
        watched_page.route("**/api/kernelspecs*", lambda route: route.fulfill(json=nothing))
        page = open_notebook(path, kernel=False).page
        page.get_by_role("dialog").get_by_role("button", name="No Kernel").click()
        return page

    return open_it


def is_trusted(page):
    return page.evaluate("""() => {
        const cells = jupyterapp.shell.currentWidget.content.widgets.map((one) => one.model);
        return cells.filter((one) => one.type === "code").every((one) => one.trusted);
    }""")


@pytest.mark.long
def test_the_position_stands_in_a_notebook_opened_anew(saved, open_notebook):
    """JupyterLab starts a new kernel, which knows nothing of the table."""
    page = open_notebook(saved).page
    shows_the_position(page)


@pytest.mark.long
def test_the_position_stands_without_any_kernel(saved, open_without_kernel):
    page = open_without_kernel(saved)
    assert is_trusted(page)
    shows_the_position(page)


@pytest.mark.long
def test_the_position_stands_in_a_notebook_that_is_not_trusted(saved, open_without_kernel):
    notebook = nbformat.read(saved, 4)
    notebook.metadata["changed"] = "by somebody else, so that the signature does not fit"
    copy = saved.with_name("from-a-stranger.ipynb")
    nbformat.write(notebook, copy)
    page = open_without_kernel(copy)
    assert not is_trusted(page)
    shows_the_position(page)


@pytest.mark.long
def test_the_position_stands_in_an_html_export(saved, browser, tmp_path):
    from nbconvert import HTMLExporter

    exporter = HTMLExporter()
    text, _ = exporter.from_filename(str(saved))
    file = tmp_path / "lesson.html"
    file.write_text(text, "utf-8")
    # What nbconvert's own template asks for; nothing of ours may add to it.
    template_urls = set(
        re.findall(r'https?://[^\s"\')]+', HTMLExporter().from_notebook_node(nbformat.v4.new_notebook())[0])
    )
    asked = []
    # A context of its own: offline, the JupyterLab that stays open in the shared one would say that it lost its server.
    with browser.new_context(viewport={"width": 1400, "height": 1900}, offline=True) as alone:
        page = alone.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.goto(file.as_uri(), wait_until="domcontentloaded")
        shows_the_position(page)
    widget_urls = {url for url in asked if not url.startswith(("file:", "data:", "blob:"))} - template_urls
    assert not widget_urls


# Every other widget

LABS = [
    "import mam_widgets as mw\n\nmw.play(seed=1934, skill_level='rulebook', save=False)",
    "mw.bidding_lab('R40 R30 R15 R11 R8 R3 Y9 Y4 B7 B2 G40 G9 TIGER', seed=1)",
    "mw.discard_lab(seed=7)",
    "mw.cases(edition='make-a-million-1935', save=False)",
    "mw.probability_lab('N holds Bull and Bear')",
]
PICTURES = {  # what the picture says of itself, and what the words beneath it hold
    "Make-a-Million": "South's hand",
    "Bidding lab": "R40$ R30$ R15$",
    "Discard lab": "South's hand",
    "Rules": "Case B01",
    "Probability lab": "N holds Bull and Bear",
}


@pytest.mark.long
def test_every_widget_leaves_a_picture_and_words_behind(open_notebook, open_without_kernel, lab, request):
    notebook = open_notebook(LABS).run_all()
    tables = notebook.page.locator(".mam-root")
    expect(tables).to_have_count(len(PICTURES))
    expect(tables.last.locator("[data-mam=message]")).to_be_visible()
    notebook.save()
    lab.stop_kernels()
    page = open_without_kernel(notebook.path)
    for title, words in PICTURES.items():
        saved_picture = page.locator("[data-mam-static]").filter(has=page.locator(f'img[alt^="{title}"]'))
        picture = saved_picture.locator("img")
        picture.scroll_into_view_if_needed()
        expect(picture).to_be_visible()
        assert picture.evaluate(IMAGE) > 300, title
        saved_picture.locator("summary").click()
        expect(saved_picture.locator("pre")).to_contain_text(words)
