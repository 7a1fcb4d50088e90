"""The plain pages of the site in a real Chromium, with nothing but a static host: a first picture at once, then Python, then offline."""

import csv
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from built_site import build_site
from homework import CLASS, Homework
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect
from static_host import Host, serve_site
from test_axe import OPTIONS

import mam
from mam.classroom import practice
from mam.classroom.assigning import assign
from mam.classroom.classes import parse_class
from mam.classroom.keys import make_key
from mam.records import format_record
from mam.sessions import Session
from mam.support.data_files import find_data_folder
from mam_widgets.site.links import pack

ROSTERS = Path(__file__).resolve().parent.parent / "classroom" / "rosters"
OFFLINE = "#widget[data-offline]"
LIVE = "#widget[data-ready=live]"
EVERY_RULE = OPTIONS | {"runOnly": [*OPTIONS["runOnly"], "best-practice"]}
POLICY = "Content Security Policy"  # stands in what the console says of anything that the page's policy refuses
READY = 120_000  # milliseconds that Python may take to start on a busy machine


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    folder = build_site(tmp_path_factory.mktemp("site") / "out", lab=False)
    with serve_site(folder) as running:
        yield running


@pytest.fixture(scope="module")
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that has not been here before; all tests of this file are one visitor."""
    context = browser.new_context(viewport={"width": 360, "height": 640}, accept_downloads=True)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    context.set_default_timeout(30_000)
    yield context
    context.close()


@pytest.fixture
def page(visitor: BrowserContext) -> Iterator[Page]:
    page = visitor.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if POLICY in message.text else None)
    yield page
    page.close()
    assert not errors


def play_to_a_card(page: Page) -> None:
    """Pass in the auction, and play the first card that may be played."""
    page.locator("[data-mam=call]:visible", has_text="Pass").first.click()
    card = page.locator('[data-area=hand][data-state="legal"]').first
    expect(card).to_be_visible(timeout=READY)
    before = page.locator("[data-area=hand][data-card]").count()
    card.click()
    expect(page.locator("[data-area=hand][data-card]")).to_have_count(before - 1)


def test_a_card_is_played_and_the_next_visit_needs_no_network(page: Page, visitor: BrowserContext, host: Host) -> None:
    page.goto(f"{host.address}play/")
    expect(page.locator(".mam-root .mam-message")).to_contain_text("Your turn", timeout=5000)  # before Python is there
    expect(page.locator(LIVE)).to_be_visible(timeout=READY)
    assert sum(size for name, size in host.sent if "wasm32.whl" not in name) <= 9e6
    expect(page.locator(OFFLINE)).to_be_attached(timeout=READY)
    assert host.megabytes <= 20  # with numpy and pandas, for hints, reviews and labs
    play_to_a_card(page)
    left = page.locator("[data-area=hand][data-card]").count()
    page.wait_for_timeout(1500)  # the save is written a moment after the last change

    host.sent.clear()
    visitor.set_offline(True)
    host.is_down = True
    try:
        page.reload()
        expect(page.locator("[data-area=hand][data-card]")).to_have_count(left)
        expect(page.locator(LIVE)).to_be_visible(timeout=READY)
        expect(page.locator("[data-area=hand][data-card]")).to_have_count(left)
        hint = page.locator("[data-mam=hint]")
        if hint.get_attribute("aria-disabled") == "true":  # the trick is complete
            page.locator("[data-mam=next]").click()
            expect(hint).not_to_have_attribute("aria-disabled", "true", timeout=READY)
        hint.click()
        expect(page.locator(".mam-root .mam-message")).to_contain_text("Hint:", timeout=READY)
        for place in ("bids/#bidding", "probability/"):  # never opened before
            page.goto(host.address + place)
            expect(page.locator(LIVE)).to_be_visible(timeout=READY)
        for place in ("learn/#trump", "homework/"):
            page.goto(host.address + place)
            expect(page.locator("[data-mam=goal]")).to_be_visible()
        page.goto(host.address)
        expect(page.locator("#trick[data-live]")).to_be_visible()
        assert page.evaluate("[...document.images].every((image) => image.loading === 'lazy' || image.naturalWidth)")
        assert host.sent == []
    finally:
        host.is_down = False
        visitor.set_offline(False)


def test_a_link_deals_the_same_cards_again_and_a_file_goes_on_elsewhere(page: Page, host: Host) -> None:
    code = "MN-0N30J-8Y64G-AHYFH-YQRER-S9XHX"
    page.goto(f"{host.address}play/#deal={code}")
    expect(page.locator(LIVE)).to_be_visible(timeout=READY)
    page.locator("#menu summary").click()
    page.locator("#share").click()
    expect(page.locator("#status")).to_contain_text("Link copied")
    assert page.evaluate("navigator.clipboard.readText()") == f"{host.address}play/#deal={code}"
    page.locator("#menu summary").click()
    with page.expect_download() as started:
        page.locator("#save").click()
    session = Session.load(started.value.path())
    assert session.you == "S"


@pytest.mark.long
def test_a_link_with_a_record_opens_the_stepper_and_gives_the_same_link(page: Page, host: Host) -> None:
    record = mam.read_record(find_data_folder() / "records" / "specimen.toml")
    address = f"{host.address}play/#record={pack(format_record(record))}"
    page.goto(address)
    expect(page.locator(LIVE)).to_be_visible(timeout=READY)
    expect(page.locator(".mam-root")).to_contain_text("The specimen hand")
    page.locator("[data-mam=forward]:visible").first.click()
    page.locator("#menu summary").click()
    page.locator("#share").click()
    expect(page.locator("#status")).to_contain_text("Link copied")
    assert page.evaluate("navigator.clipboard.readText()") == f"{address}&step=1"


@pytest.mark.long
def test_an_expert_plays_and_clicks_are_answered_meanwhile(page: Page, host: Host) -> None:
    page.goto(f"{host.address}play/#seed=16")
    expect(page.locator(LIVE)).to_be_visible(timeout=READY)
    page.get_by_role("button", name="Settings").click()
    page.locator("[data-mam=skill_level]", has_text="Expert").click()
    expect(page.locator(".mam-root")).to_contain_text("Opponents now play as: Expert", timeout=READY)
    page.keyboard.press("Escape")
    play_to_a_card(page)


@pytest.mark.long
def test_a_curve_of_every_bid_is_reached(page: Page, host: Host) -> None:
    page.goto(f"{host.address}bids/#bidding")
    expect(page.locator(LIVE)).to_be_visible(timeout=READY)
    page.locator("[data-mam=call]:visible", has_text="Pass").first.click()  # while the lab computes
    expect(page.locator(".mam-root")).to_contain_text("Best contract:", timeout=READY)
    assert page.locator("[data-mam=chart] svg").count() > 0


@pytest.mark.long
def test_an_ending_is_solved(page: Page, host: Host) -> None:
    record = mam.read_record(find_data_folder() / "records" / "specimen.toml")
    page.goto(f"{host.address}play/#record={pack(format_record(record))}")
    expect(page.locator(LIVE)).to_be_visible(timeout=READY)
    table = page.locator(".mam-table")
    page.locator("[data-mam=last]:visible").first.click()
    for step in range(len(record.moves) - 1, len(record.moves) - 13, -1):
        page.locator("[data-mam=back]:visible").first.click()
        expect(table).to_have_attribute("data-step", f"{step}")
    page.locator("[data-mam=solve]:visible").first.click()
    expect(page.locator(".mam-root")).to_contain_text("with best play", timeout=READY)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("labs/", "bids/"),
        ("labs/#discard", "bids/#discard"),
        ("problems/#discard", "bids/#discard"),
        ("labs/#probability", "probability/#probability"),
        ("chance/#probability", "probability/#probability"),
        ("quiz/", "rules/"),
    ],
)
def test_an_old_address_leads_on(page: Page, host: Host, old: str, new: str) -> None:
    page.goto(f"{host.address}{old}")
    page.wait_for_url(f"{host.address}{new}")


def test_a_link_opens_a_case_and_its_page_holds_no_answer_before_it_is_given(page: Page, host: Host) -> None:
    page.goto(f"{host.address}rules/#case=b26")
    expect(page.locator("[data-mam=goal]")).to_contain_text("You are South.")
    assert page.evaluate("location.hash") == "#case=B26" and page.title().startswith("Case B26")
    assert "with the lowest trump" not in page.content() and "$80,000" not in page.content()
    page.locator("[data-key=BULL]").click()
    page.locator("[data-mam=next]").click()
    page.locator(".mam-study-choice").first.click()
    page.locator("[data-mam=next]").click()
    for card in ("Y1", "G40"):  # the case goes on with a changed table: what North may lead
        page.locator(f"[data-key={card}]").click()
    page.locator("[data-mam=check]").click()
    page.locator("[data-mam=next]").click()
    page.locator("[data-mam=field]").fill("70")  # and with a number that is typed
    page.locator("[data-mam=check]").click()
    page.locator("[data-mam=next]").click()
    expect(page.locator("[data-mam=notes]")).to_contain_text("West, with the lowest trump.")
    assert page.evaluate("localStorage.getItem('mam-stars cases-supplement-1935/B26')") == "3"
    page.locator("[data-mam=next-case]").click()
    expect(page.locator("h3")).to_contain_text("B27")
    assert page.evaluate("location.hash") == "#case=B27"
    page.goto(host.address)
    page.goto(f"{host.address}rules/#case=B999")
    expect(page.locator("#widget [role=alert]")).to_contain_text("There is no study")


def test_a_coached_round_is_played_with_python_behind_the_page(page: Page, host: Host) -> None:
    host.sent.clear()
    page.goto(f"{host.address}learn/#first-round")
    expect(page.locator("[data-mam=notes]")).to_contain_text("Dealing…")
    expect(page.locator("[data-mam=message]")).to_contain_text("your hand is worth", timeout=READY)
    for label in ("Bid $", "Discard these", "Name Black", "Play B1"):
        expect(page.locator("[data-mam=next]")).to_contain_text(label)
        page.locator("[data-mam=next]").click()
    expect(page.locator("[data-mam=next]")).to_contain_text("Next trick")
    page.locator("[data-mam=undo]").click()
    expect(page.locator("[data-mam=next]")).to_contain_text("Play B1")


def test_the_front_page_begins_with_a_trick_to_play_without_python(page: Page, host: Host) -> None:
    host.sent.clear()
    page.goto(host.address)
    expect(page.locator("#trick[data-live]")).to_be_visible()
    assert page.locator("#trick [data-mam=trick] .mam-study-seat").all_inner_texts() == [
        "North\npartner",
        "East",
        "You",
        "West",
    ]
    page.locator("#trick [data-key=R30]").click()
    expect(page.locator("#trick [data-mam=message]")).to_contain_text("Correct: you take it.")
    page.locator("#trick [data-mam=next]").click()
    expect(page.locator("#trick [data-mam=goal]")).to_have_text("Take the trick.")
    page.locator("#trick [data-key=R2]").click()
    expect(page.locator("#trick [data-mam=message]")).to_contain_text("Red 2 is the lowest card here.")
    assert not [name for name, _ in host.sent if "pyodide" in name]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("#trick [data-mam=back]").click()
    page.wait_for_url(f"{host.address}learn/")
    expect(page.locator("[data-mam=a-trick]")).to_contain_text("1 of 6")  # what was done there is done here


def test_a_link_opens_a_board_and_the_page_of_a_question_holds_no_answer(page: Page, host: Host) -> None:
    page.goto(f"{host.address}learn/#bull/double")
    expect(page.locator("[data-mam=goal]")).to_contain_text("You have no Green, and North is winning.")
    markup = page.content()
    assert "Your side gets" not in markup and "What is it with the Bull" not in markup and "$100,000" not in markup
    page.locator("[data-key=R1]").click()
    expect(page.locator("[data-mam=message]")).to_contain_text("With the Bull it is $100,000.")
    page.locator("[data-key=BULL]").click()  # takes back, and plays it
    expect(page.locator("[data-mam=message]")).to_contain_text("Correct: North takes it, $100,000 for your side.")
    assert page.evaluate("localStorage.getItem('mam-stars bull/double')") == "2"
    page.locator("[data-mam=back]").click()
    expect(page.locator("[data-mam=bull]")).to_contain_text("1 of 8")
    assert page.evaluate("location.hash") == ""


def test_a_shelf_names_every_script_that_it_begins_with(page: Page, host: Host) -> None:
    host.sent.clear()
    page.goto(f"{host.address}learn/#bull/double")
    expect(page.locator("[data-key=BULL]")).to_be_visible()
    named = page.locator("link[rel=modulepreload]").evaluate_all(
        "links => links.map(link => link.href.split('/').pop())"
    )
    fetched = {name.rpartition("/")[2] for name, _ in host.sent if name.endswith(".js")}
    assert fetched <= {*named, "sw.js"}, "one that is not named comes after those that import it"


def test_a_link_to_no_stage_says_so_on_the_shelf(page: Page, host: Host) -> None:
    page.goto(f"{host.address}learn/#%E0%A4%A")
    expect(page.locator("#widget [role=alert]")).to_contain_text("There is no study")
    page.goto(f"{host.address}learn/#<img src=x onerror=alert(1)>")
    expect(page.locator("#widget [role=alert]")).to_contain_text("There is no study")
    assert page.locator("#widget img").count() == 0


def test_a_stage_that_cannot_be_loaded_says_so_and_is_opened_later(browser: Browser, host: Host) -> None:
    page = browser.new_page(service_workers="block")  # which would have it already
    page.route("**/studies/bear.json", lambda route: route.abort())
    page.goto(f"{host.address}learn/")
    page.locator("[data-mam=bear]").click()
    expect(page.locator("#widget [role=alert]")).to_contain_text("could not be loaded")
    page.unroute("**/studies/bear.json")
    page.locator("[data-mam=bear]").click()
    expect(page.locator("[data-mam=goal]")).to_be_visible()
    page.close()


@pytest.mark.parametrize(
    ("place", "file"), [("learn/#bull/double", "bull.json"), ("rules/#case=b26", "cases/B26.json")]
)
def test_what_a_link_names_is_fetched_alone_and_before_the_scripts_run(
    browser: Browser, host: Host, place: str, file: str
) -> None:
    page = browser.new_page(service_workers="block")
    late: list[Route] = []
    page.route("**/*.js", lambda route: late.append(route))  # they wait
    with page.expect_request(f"**/studies/{file}"):
        page.goto(host.address + place, wait_until="commit")
    page.unroute("**/*.js")
    for route in late:
        route.continue_()
    expect(page.locator("[data-key]").first).to_be_visible()
    fetched = page.evaluate(
        "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/studies/') && name.endsWith('.json'))"
        ".map(({ name, initiatorType }) => `${initiatorType} ${name.split('/studies/')[1]}`)"
    )
    assert fetched == [f"link {file}"]
    page.close()


def test_the_last_of_two_addresses_counts(browser: Browser, host: Host) -> None:
    """A stage that comes late does not take the place of one that was asked for after it, nor its address."""
    page = browser.new_page(service_workers="block")
    page.goto(f"{host.address}learn/")
    expect(page.locator("[data-mam=bear]")).to_be_visible()
    late: list[Route] = []
    page.route("**/studies/bear.json", lambda route: late.append(route))  # it waits
    with page.expect_request("**/studies/bear.json"):
        page.evaluate("location.hash = 'bear'")
    page.evaluate("location.hash = 'tiger'")
    title = page.locator(".mam-study-head h3")
    expect(title).to_contain_text("The Tiger")
    with page.expect_response("**/studies/bear.json"):
        late[0].continue_()
    # An address that is changed in the moment in which a stage has come, before the page has heard of the change.
    page.evaluate(
        """() => {
            const { json } = Response.prototype;
            Response.prototype.json = async function () {
                const tree = await json.call(this);
                location.hash = "bull";
                Response.prototype.json = json;
                return tree;
            };
            location.hash = "money";
        }"""
    )
    expect(title).to_contain_text("The Bull")
    assert page.evaluate("location.hash") == "#bull"
    page.close()


@pytest.mark.long
@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_stands_in_anybodys_way(page: Page, host: Host, width: int) -> None:
    """Axe-core finds nothing, with its rules of good practice, in the first picture of a page, and no page is wider than the screen."""
    page.set_viewport_size({"width": width, "height": 844})
    faults = []
    for place in (
        "",
        "learn/",
        "rules/",
        "rules/#case=B26",
        "play/",
        "bids/#bidding",
        "bids/#discard",
        "chance/",
        "chance/#bayes",
        "probability/",
        "exercises/",
        "exercises/#two-cards-at-once",
        "homework/",
        "teacher/",
        "offline.html",
    ):
        page.goto(host.address)
        page.goto(host.address + place)
        if place != "offline.html":
            expect(page.locator(".mam-root > *, .mam-desk > *").last).to_be_visible()
        violations = Axe().run(page, options=EVERY_RULE).response["violations"]
        faults += [f"{place}: {rule['id']}: {node['html'][:160]}" for rule in violations for node in rule["nodes"]]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), place
    assert faults == []


def test_a_page_runs_no_script_but_its_own_and_asks_nobody_else(visitor: BrowserContext, host: Host) -> None:
    page = visitor.new_page()
    refused: list[str] = []
    page.on("console", lambda message: refused.append(message.text) if POLICY in message.text else None)
    for place in (
        "",
        "learn/",
        "play/",
        "problems/",
        "chance/",
        "probability/",
        "exercises/",
        "rules/",
        "homework/",
        "teacher/",
        "offline.html",
    ):
        page.goto(host.address + place)
        refused.clear()
        page.evaluate("""async () => {
            const script = document.createElement("script");
            script.textContent = "window.isAttacked = true";
            document.body.append(script);
            await fetch("http://127.0.0.1:9/").catch(() => {});
        }""")
        assert page.evaluate("window.isAttacked") is None
        assert all(any(rule in text for text in refused) for rule in ("script-src", "connect")), (place, refused)
    page.close()


def test_a_phone_is_not_led_to_jupyterlab(page: Page, host: Host) -> None:
    """Below 900 pixels no link that can be seen leads there."""
    for width, is_led in ((390, False), (899, False), (900, True), (1280, True)):
        page.set_viewport_size({"width": width, "height": 844})
        page.goto(host.address)
        shown = page.locator('a[href^="lab/"]:visible').count()
        if page.locator('a[href^="lab/"]').count():  # a site without it leads nobody there
            assert (shown > 0) == is_led, width
        assert page.locator(".doing a:visible").count() == 2


@pytest.mark.long
def test_a_hint_loads_what_it_computes_with(page: Page, host: Host) -> None:
    page.goto(f"{host.address}play/#seed=17")
    expect(page.locator(LIVE)).to_be_visible(timeout=READY)
    page.locator("[data-mam=hint]").click()
    expect(page.locator(".mam-root .mam-message")).to_contain_text("Hint:", timeout=READY)


def test_a_link_lists_problems_in_an_order_of_ones_own(page: Page, host: Host) -> None:
    tiles = page.locator(".mam-study-tile")
    list_tiles = "tiles => tiles.map((tile) => tile.dataset.mam)"
    page.goto(f"{host.address}problems/#list=33,12,201")
    expect(tiles).to_have_count(3)
    assert tiles.evaluate_all(list_tiles) == ["p33", "p12", "p201"]
    expect(page.locator("[data-mam=practice]")).to_have_count(0)  # the order is the teacher's
    tiles.nth(1).click()
    expect(page.locator("[data-mam=goal]")).to_contain_text("Black is trump")
    page.locator("[data-mam=back]").click()
    assert page.url.endswith("#list=33,12,201")
    page.evaluate("location.hash = '#list=12,999'")
    expect(page.locator("#status")).to_have_text("There is no problem 999.")
    expect(tiles).to_have_count(3)
    page.goto(f"{host.address}problems/")
    expect(page.locator("[data-mam=practice]")).to_be_visible()
    assert tiles.count() > 180


def test_a_page_of_chance_is_guessed_dragged_and_answered_without_python(page: Page, host: Host) -> None:
    page.goto(f"{host.address}chance/#or")
    expect(page.locator("[data-mam=goal]")).to_contain_text("Each of the four 40s")
    page.locator("[data-mam=see]").click()
    page.locator("[data-mam=size]").fill("13")
    expect(page.locator("[data-mam=message]")).to_contain_text("Four chances added: 101.8%.")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("[data-mam=table]").click()
    page.locator("[data-mam=copy]").click()
    expect(page.locator("[data-mam=copy]")).to_contain_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()").startswith("cards\tfour chances added")
    page.locator("[data-mam=close-sheet]").click()
    page.locator("[data-mam=checks]").click()
    page.locator("[data-mam=number]").fill("1079/1485")
    page.locator("[data-mam=judge]").click()
    expect(page.locator("[data-mam=message]")).to_contain_text("Correct.")
    assert page.evaluate("localStorage.getItem('mam-stars chance-or/1')") == "3"
    page.reload()
    expect(page.locator("[data-mam=guessed]")).to_contain_text("You guessed 50%.")
    page.locator("[data-mam=back]").click()
    expect(page.locator("[data-mam=or] [role=img]")).to_have_attribute("aria-label", "1 of 4 stars")
    page.goto(f"{host.address}chance/#nothing")
    expect(page.locator("[data-mam=fault]")).to_contain_text("There is no page “nothing”.")


def test_an_exercise_is_answered_where_its_link_leads_and_stays_done(page: Page, host: Host) -> None:
    page.goto(f"{host.address}exercises/#who-captures&variant=2")
    expect(page.locator(LIVE)).to_be_visible(timeout=READY)
    right = practice("who-captures", variant=2).answer
    wrong = next(seat for seat in ("North", "East") if seat != right)
    for seat, kind in ((wrong, "wrong"), (right, "right")):
        page.locator("[data-mam=choices] button", has_text=seat).click()
        page.locator("[data-mam=check]").click()
        expect(page.locator("[data-mam=message]")).to_have_attribute("data-kind", kind)
    stored = "() => localStorage.getItem('mam-stars exercise/who-captures') === '2'"  # the page's policy lets only evaluate wait for it
    page.evaluate(f"""() => new Promise((done, fail) => {{
        const look = () => (({stored})() ? done() : requestAnimationFrame(look));
        setTimeout(() => fail(new Error("no stars are stored")), 20_000);
        look();
    }})""")
    page.locator("[data-mam=another]").click()
    expect(page).to_have_url(f"{host.address}exercises/#who-captures&variant=3")
    page.goto(f"{host.address}learn/")
    page.get_by_role("link", name="Exercises").click()
    expect(page.locator(LIVE)).to_be_visible(timeout=READY)
    expect(page.locator("[data-mam=who-captures]")).to_have_attribute("data-state", "done")
    page.locator("[data-mam=two-cards-at-once]").click()
    page.locator("[data-mam=field]").fill("2/11")
    expect(page.locator("[data-mam=read]")).to_have_text("= 18.18%")
    expect(page).to_have_url(f"{host.address}exercises/#two-cards-at-once")
    page.goto(f"{host.address}exercises/#nothing")
    expect(page.locator("#trouble")).to_contain_text("There is no exercise “nothing”.", timeout=READY)


def test_the_wall_shows_what_its_address_names_and_no_answer_before_it_is_asked_for(page: Page, host: Host) -> None:
    page.goto(f"{host.address}wall/#bull/double,chance-given")
    expect(page.locator("[data-mam=question]")).to_contain_text("North is winning")
    for key in ("C", "1", "4"):
        page.keyboard.press(key)
    expect(page.locator("[data-mam=votes]")).to_have_text("14 votes")
    assert "The Bull itself never takes a trick" not in page.content()
    page.keyboard.press("PageDown")
    expect(page.locator("[data-mam=said]")).to_contain_text("C is correct. The Bull itself never takes a trick")
    page.keyboard.press("PageDown")
    expect(page.locator("[data-mam=question]")).to_have_text("What is the chance that North has another 40?")
    page.goto(f"{host.address}wall/#nothing")
    expect(page.get_by_role("alert").locator("visible=true")).to_contain_text("Nothing to show is called “nothing”.")
    expect(page.locator("[data-mam=set][data-name=bull]")).to_be_visible()


EXPORT = 'Student,ID,SIS Login ID,Section\n"Smith, Ann",7,ann,10b\n"Student, Test",8,,10b\n'


def test_a_teachers_files_stay_in_the_browser(page: Page, visitor: BrowserContext, host: Host, tmp_path: Path) -> None:
    """Once Python has started, a class list is made and a class is graded without a network, and nothing is even asked for."""
    page.goto(f"{host.address}teacher/")
    work, said = page.locator("[data-mam=work]"), page.locator("[data-mam=said]")
    expect(work).to_have_text("Make the class list", timeout=READY)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if not request.url.startswith("blob:") else None)
    visitor.set_offline(True)
    try:
        page.locator("[data-mam=pick]").set_input_files(ROSTERS / "school.xlsx")
        work.click()
        expect(said).to_contain_text("The class list, 30 students, is in class.toml.", timeout=READY)
        page.get_by_role("button", name="Clear").click()
        (tmp_path / "canvas.csv").write_text(EXPORT)
        page.locator("[data-mam=pick]").set_input_files(tmp_path / "canvas.csv")
        work.click()
        expect(said).to_contain_text("The class list, 1 student, is in class.toml.", timeout=READY)
        with page.expect_download() as started:
            page.locator("[data-mam='class.toml']").click()
        ann = parse_class(Path(started.value.path()).read_text("utf-8"), "class.toml").students
        assert [student.name for student in ann] == ["Ann Smith"]
        key = make_key(tmp_path / "class.key")
        folder = tmp_path / "homework-1"
        made = Homework(
            folder, assign(replace(CLASS, students=ann), {"who-captures": 10}, "homework-1", folder, key), key
        )
        (tmp_path / "x.json").write_text(made.write(made.submission("ann")), "utf-8")
        page.locator("[data-mam=pick]").set_input_files(
            [folder / "teacher" / "homework-1.toml", tmp_path / "class.key", tmp_path / "x.json"]
        )
        work.click()
        expect(said).to_contain_text("1 file read. Students: 1 graded.", timeout=READY)
        with page.expect_download() as started:
            page.locator("[data-mam='canvas-filled.csv']").click()
        rows = [*csv.reader(Path(started.value.path()).read_text("utf-8-sig").splitlines())]
        assert [row[0] for row in rows] == ["Student", "Smith, Ann"] and float(rows[1][-1]) == 10
        page.locator("[data-mam=pick]").set_input_files({"name": "x.key", "mimeType": "", "buffer": b"mam class key 1"})
        work.click()
        expect(page.locator("[data-mam=fault]")).to_contain_text("There are two files for the class key", timeout=READY)
    finally:
        visitor.set_offline(False)
    assert asked == []
