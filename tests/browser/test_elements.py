"""The patcher in a real browser: what it looks at again, and what it leaves to the person."""

import base64
from typing import Any

import pytest
from playwright.sync_api import Page

from mam_widgets.shared.assets import UI

# Import the module, and patch the body with each list of descriptions that `code` makes; return what `code` returns.
RUN = """async ([module, code]) => {
    const { h, patch } = await import("data:text/javascript;base64," + module);
    return new Function("h", "patch", "body", code)(h, patch, document.body);
}"""


@pytest.fixture
def run(watched_page: Page) -> Any:
    module = base64.b64encode((UI / "elements.js").read_bytes()).decode()
    return lambda code: watched_page.evaluate(RUN, [module, code])


def test_a_description_that_is_the_same_object_is_not_looked_at_again(run: Any) -> None:
    kept, made = run(
        """
        const item = () => h("p", { key: "p", title: "described" }, h("b", null, "text"));
        const same = item();
        patch(body, [same]);
        body.firstChild.title = "changed";
        body.querySelector("b").firstChild.data = "changed";
        patch(body, [same]);
        const kept = body.innerHTML;
        patch(body, [item()]);
        return [kept, body.innerHTML];
        """
    )
    assert kept == '<p title="changed"><b>changed</b></p>'  # skipped, with all below it
    assert made == '<p title="described"><b>text</b></p>'  # another object that says the same


def test_a_description_that_moves_is_drawn_where_it_is_wanted(run: Any) -> None:
    places = run(
        """
        const [first, second] = ["one", "two"].map((key) => h("p", { key }, key));
        patch(body, [first, second]);
        const before = [...body.children];
        patch(body, [second, first]);
        return [body.textContent, body.children[0] === before[1], body.children[1] === before[0]];
        """
    )
    assert places == ["twoone", True, True]


def test_what_is_set_first_is_left_to_the_person_and_what_is_live_is_not(run: Any) -> None:
    values = run(
        """
        const draw = (key) => patch(body, [h("input", { key, first: { value: "first" } }), h("input", { key: "live", live: { value: "live" } })]);
        draw("typed");
        for (const input of body.children) input.value = "typed";
        draw("typed");
        const values = [...body.children].map((input) => input.value);
        draw("another");
        return [...values, body.children[0].value];
        """
    )
    assert values == ["typed", "live", "first"]  # a field of another question begins anew
