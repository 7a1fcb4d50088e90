"""The actions of every stage and of every widget, without a browser: what is offered can be done, by button, key and command."""

import io
import re
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest

from mam.cli.terminal import HELP, Terminal
from mam.players import random_player
from mam.sessions import Session
from mam.sessions.actions import ACTIONS, can_claim, list_actions

mw = pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
from matches import find_action, find_main, send  # noqa: E402
from stages import STAGES, round_over  # noqa: E402

from mam_widgets.match import stages as classes  # noqa: E402
from mam_widgets.match.stages import find_play_stage  # noqa: E402
from mam_widgets.shared.assets import UI  # noqa: E402
from mam_widgets.shared.messages import find_answer  # noqa: E402

NAMED = ("record", "hand-in")  # commands that want a name: they change nothing
FRAME_KEYS = {"?", "s", "f", *"123456789"}  # they open what every widget has
SCRIPTS = "\n".join(path.read_text("utf-8") for path in UI.parents[1].rglob("*.js"))
# What the browser does by itself: in one widget (the `acts` of its widget.js), and in every one (`ACTS` of mount.js).
ACTS = [*re.findall(r"\bacts: \{(.*)\}", SCRIPTS), *re.findall(r"const ACTS = \{(.*?)\n\};", SCRIPTS, re.DOTALL)]
LOCAL_ACTS = {name for acts in ACTS for name in re.findall(r"(\w+)(?:: |,)", acts)}
WIDGETS: Mapping[str, Callable[[], Any]] = {
    **STAGES,
    "stepper": mw.specimen,
    "stepper, a branch": lambda: _ask(mw.specimen(), {"do": "move", "move": "bid 200"}),
    "deal from a seat": lambda: mw.deal(7, you="S", dealer="S"),
    "discard lab": lambda: mw.discard_lab(seed=1),
    "probability lab": mw.probability_lab,
}

pytestmark = pytest.mark.usefixtures("folder")


def _ask(widget: Any, *messages: dict[str, Any]) -> Any:
    for message in messages:
        widget.handle_message(message)
    return widget


@pytest.fixture(autouse=True)
def works_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mam_widgets.shared.background._running_loop", lambda: None)


@pytest.mark.parametrize("name", WIDGETS)
def test_the_words_of_a_widget_list_its_actions_with_keys_and_reasons(name: str) -> None:
    widget = WIDGETS[name]()
    text = " ".join(widget.describe().split())
    now, _, later = text.partition("You can now:")[2].partition("Not now:")
    assert widget.scene["actions"] and now
    for action in widget.scene["actions"]:
        key = f" (key {action['key']})" if action["key"] else ""
        words, place = " ".join(f"{action['text']}{key}".split()), later if action["why_not"] else now
        assert words in place
        assert " ".join(action["why_not"].split()) in later
    assert "You can now:" not in widget._words()  # nothing can be done in a notebook without a kernel


def test_the_help_of_the_terminal_says_what_cannot_be_done_now() -> None:
    session = Session.start("make-a-million-1935", seed=7)
    out = io.StringIO()
    Terminal(session, lambda _: "", out)._help("")
    printed = " ".join(out.getvalue().split())
    for action in ACTIONS.values():
        why = action.why_not(session) if action.is_shown(session) else ""
        assert not why or f"(Not now. {why})" in printed
    assert "(Not now. Nothing to undo: you have made no decision in this round.)" in printed


@pytest.mark.parametrize("name", WIDGETS)
def test_what_is_offered_is_one_main_thing_each_with_a_key_of_its_own_and_an_answer(name: str) -> None:
    widget = WIDGETS[name]()
    scene = widget.scene
    actions = scene["actions"]
    main = [action for action in actions if action["is_primary"]]
    assert len(main) == 1, main
    assert len({action["id"] for action in actions}) == len(actions)
    keys = [action["key"] for action in actions if action["key"]]
    assert len(set(keys)) == len(keys) and not FRAME_KEYS & {*keys}
    for action in actions:
        assert action["does"] and (action["text"] or not action["side"])
        assert len(action["short"]) <= len(action["text"])
        if "act" in action["do"]:
            assert action["do"]["act"] in LOCAL_ACTS, action
        else:
            find_answer(action["do"], *widget._receivers())  # raises for a message that nobody answers
    assert len({tab["id"] for tab in scene["tabs"]}) == len(scene["tabs"])
    for part in (part for tab in scene["tabs"] for part in tab["parts"]):
        assert re.search(rf'^ *"?{re.escape(part)}"?: \(\) =>', SCRIPTS, re.MULTILINE), part


def test_while_the_last_trick_lies_there_the_one_main_thing_is_to_see_the_result() -> None:
    session = round_over().scene["session"]
    actions = session["last_trick_actions"]
    assert session["last_trick"] and [action["do"] for action in actions if action["is_primary"]] == [{"act": "result"}]
    keys = [action["key"] for action in actions if action["key"]]
    assert "result" in LOCAL_ACTS and len(set(keys)) == len(keys) and "n" in keys
    assert STAGES["your card"]().scene["session"]["last_trick_actions"] == []


@pytest.mark.parametrize("name", STAGES)
def test_every_action_of_a_stage_leads_to_a_stage(name: str) -> None:
    """Each in a match of its own; what simulates deals is only begun."""
    for action in STAGES[name]().scene["actions"]:
        do = action["do"]
        if action["why_not"] or "act" in do or do["do"] in ("hint", "review"):
            continue
        table = STAGES[name]()
        table.handle_message(do)
        assert not table.scene["live"].startswith("That did not work"), (action["id"], table.scene["live"])
        assert type(table._playing.stage) in classes.STAGES
        find_main(table.scene)


def test_undo_and_back_return_the_stage_before() -> None:
    for name, do in (("what-if", "close_what_if"), ("reviewing", "close_review"), ("new match", "undo")):
        table = STAGES[name]()
        before = table._playing.stage.before
        send(table, do)
        assert table._playing.stage.session is before.session and type(table._playing.stage) is type(before)


def test_a_message_of_another_stage_says_what_comes_first() -> None:
    table = STAGES["your card"]()
    assert "There is no review yet" in send(table, "go_to_decision", index=1)["ruling"]["text"]
    assert "There is no what-if" in send(table, "close_what_if")["ruling"]["text"]
    assert "unknown message" in send(table, "fly")["ruling"]["text"]


# The list of a session


def test_every_action_of_a_match_is_a_command_of_the_terminal_with_its_help() -> None:
    for command, action in ACTIONS.items():
        assert HELP[action.usage].startswith(action.does) and action.usage.split()[0] == command


def test_every_action_of_a_match_can_be_done_in_the_terminal_and_says_why_not_elsewhere() -> None:
    done = set()
    for make in (STAGES["your card"], STAGES["another's turn"], round_over, _to_claim):
        session = find_play_stage(make()._playing.stage).session
        offered = {action["does"]: action for action in list_actions(session)}
        for command, action in ACTIONS.items():
            if action.needs_lab or command in NAMED:
                continue
            out, copy = io.StringIO(), Session.loads(session.dumps())
            before = copy.dumps()
            Terminal(copy, input, out).execute(command)
            if action.does in offered and not offered[action.does]["why_not"]:
                assert copy.dumps() != before, command
                done.add(command)
            else:
                assert copy.dumps() == before and out.getvalue().endswith(".\n"), (command, out.getvalue())
    assert done == {command for command, action in ACTIONS.items() if not action.needs_lab and command not in NAMED}


def _to_claim() -> Any:
    """A table at which the rest can be claimed."""
    table = mw.play(seed=226, save=False, auto_play=False, skill_level="rulebook")
    session = table.session
    while not can_claim(session):
        if session.to_move:
            session.play(random_player(session.view, Random(226)))
        else:
            session.step()
    table._refresh()
    return table


def test_a_claim_is_one_decision() -> None:
    table = _to_claim()
    before = table.session.round
    session = table.session
    assert find_action(send(table, "claim"), "undo")["why_not"] == ""
    assert session.round.is_over and send(table, "undo") and session.round == before
