"""The discard lab without a browser: where hands come from, the choices, what is certain, what is found, the messages."""

import json
from pathlib import Path
from typing import Any

import pytest
from bids import opening
from specimen_records import specimen_record, write_specimen

import mam
from mam.rules.editions import list_editions

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
from mam.analysis import outcomes
from mam.analysis.probability import card_count
from mam.rules.dealing import derive_seed
from mam_widgets.discard import scene as scene_module
from mam_widgets.discard import widget
from mam_widgets.discard.deals import has_nest, open_nest
from mam_widgets.discard.model import MAX_CHOICES, Desk, compare_choices, describe_difference, list_certain
from mam_widgets.discard.widget import DiscardLab, discard_lab

HAND = "R40 R30 R15 R11 R10 Y9 Y8 Y7 B5 B4 B3 B2 G2 G1 TIGER BULL"
RECORD, LOWEST = specimen_record(), opening("make-a-million-1935")
FORCED = "R40 R30 R15 R10 R5 Y40 Y30 Y15 Y10 Y5 B40 B30 B15 TIGER G2 G1"  # two number cards for a nest of three
WITH_NEST = [name for name in list_editions() if has_nest(name)]


def lab(hand: Any = HAND, **options: Any) -> DiscardLab:
    return discard_lab(hand, seed=options.pop("seed", 1), **options)


def send(desk: DiscardLab, **message: Any) -> dict[str, Any]:
    desk.handle_message(message)
    scene: dict[str, Any] = json.loads(json.dumps(desk.scene))
    return scene


# Where the hand comes from


@pytest.mark.parametrize("edition", WITH_NEST)
def test_every_edition_with_a_nest_comes_to_the_discard(edition: str) -> None:
    dealt = open_nest(seed=3, edition=edition)
    rules, view = dealt.rules, dealt.view
    assert view.round.phase == "nest" and view.to_move and view.person == view.round.bidder
    assert len(view.hand) == rules.hand_size + rules.nest.size
    reopened = open_nest(dealt.cards, edition=edition, seed=9)
    assert reopened.view.hand == view.hand and reopened.view.round.bid == view.round.bid


@pytest.mark.parametrize("edition", [name for name in list_editions() if not has_nest(name)])
def test_an_edition_without_a_nest_is_refused_in_a_sentence(edition: str) -> None:
    with pytest.raises(
        ValueError, match=r"has no nest, so nobody discards there; editions with a nest: make-a-million-1935,"
    ):
        discard_lab(edition=edition, seed=1)


def test_the_same_seed_gives_the_same_hand_and_another_one_another() -> None:
    first, same, different = (open_nest(seed=seed) for seed in (7, 7, 8))
    assert first.view == same.view and first.view.hand != different.view.hand


def test_a_hand_is_typed_with_its_nest_apart_or_left_to_chance() -> None:
    dealt, nest = HAND.split()[:13], HAND.split()[13:]
    whole = open_nest(f"{' '.join(dealt)} nest {' '.join(nest)}", seed=1)
    assert whole.view.hand == mam.parse_hand(HAND)
    drawn = open_nest(" ".join(dealt), seed=1).view.hand
    assert set(mam.parse_hand(" ".join(dealt))) < set(drawn) and len(drawn) == 16


def test_a_deal_code_a_condition_and_a_record_give_hands(tmp_path: Path) -> None:
    deal = mam.start("make-a-million-1935", seed=5, dealer="W").deal
    coded = open_nest(mam.encode_deal(deal, "make-a-million-1935"), seat="E")
    assert set(deal["E"]) < set(coded.view.hand) and coded.view.round.deal.dealer == "W"
    ordered = open_nest("S holds Bull and Bear", seed=2)
    assert {"BULL", "BEAR"} <= {card.code for card in ordered.view.hand}
    conditioned = open_nest(card_count("S", "red") >= 6, seed=2)
    assert sum(card.color == mam.Color.RED for card in conditioned.view.hand) >= 6
    liked = open_nest(lambda deal: mam.parse_card("TIGER") in deal["S"], seed=2)
    assert "TIGER" in liked.cards
    printed = open_nest(write_specimen(tmp_path))
    assert (printed.view.person, printed.view.round.bid) == ("N", 260)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"hand": "R40 R30"}, "a hand has 16 cards with the nest, or 13 as dealt, not 2"),
        ({"hand": "R40 R41"}, "'R41' is not a card"),
        ({"hand": "five of everything"}, "typed as cards"),
        ({"hand": HAND.replace("G1", "G2")}, "Green 2 is named more often than it is in the pack"),
        ({"hand": HAND.replace("BULL", "SA")}, "is not in this pack"),
        ({"bid": 203}, f"can't be bid here: bid \\${LOWEST},000 to \\$520,000, in steps of \\$5,000"),
        ({"seat": "Q"}, "the seats of those who do are N E S W"),
        ({"trump": "R"}, "named after the discard"),
        ({"hand": "MS-0"}, "is not a deal code"),
        ({"hand": RECORD, "bid": 200}, "a record already says"),
        ({"hand": RECORD, "seat": "E"}, "North took up the nest, not E"),
        ({"seed": -1}, "a seed is 0 or more"),
    ],
)
def test_what_does_not_fit_is_refused_in_a_sentence(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        discard_lab(**{"seed": 1, **given})


def test_other_kinds_of_things_are_refused() -> None:
    with pytest.raises(TypeError, match="a hand is text, a record"):
        discard_lab(7, seed=1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a bid is a whole number"):
        discard_lab(seed=1, bid="200")  # type: ignore[arg-type]
    with pytest.raises(OSError, match=r"not-there\.toml"):
        discard_lab(Path("not-there.toml"))


# Choosing


def test_a_choice_is_a_discard_and_a_trump() -> None:
    desk = lab()
    scene = send(desk, do="move", move="discard B2 G1 G2")
    assert scene["lab"]["step"] == "trump" and next(t["text"] for t in scene["trumps"]["options"]) == "Red"
    scene = send(desk, do="move", move="trump R")
    assert scene["lab"]["step"] == "over" and len(scene["hand"]["cards"]) == 16  # the hand stays, to choose again
    assert scene["lab"]["selection"] == ["B2", "G2", "G1"]
    assert str(desk.choice) == "(discard B2 G2 G1, trump R)"
    scene = send(desk, do="move", move="discard Y7 G1 G2")
    assert scene["lab"]["step"] == "trump" and len(desk.choices) == 1
    scene = send(desk, do="undo")
    assert scene["lab"]["step"] == "over" and scene["lab"]["selection"] == ["Y7", "G2", "G1"]


def test_where_the_bid_names_trump_the_discard_is_the_whole_choice() -> None:
    desk = lab(edition="manhattan", trump="R")
    send(desk, do="move", move="discard B2 G1 G2")
    assert str(desk.choice) == "(discard B2 G2 G1,)"
    assert desk.scene["lab"]["choices"][0]["trump_text"] == "Red trump"


@pytest.mark.parametrize(
    ("move", "rule", "words"),
    [
        ("discard R40 G1 G2", "R35-NEST-3", "Red 40, a money card"),
        ("discard TIGER G1 G2", "R35-NEST-3", "You may never discard the Tiger."),
        ("discard G1 G2", "R35-NEST-2", "exactly 3 cards, not 2"),
    ],
)
def test_an_illegal_discard_is_explained_by_its_rule(move: str, rule: str, words: str) -> None:
    desk = lab()
    scene = send(desk, do="move", move=move)
    assert scene["ruling"]["kind"] == "stop" and words in scene["ruling"]["text"]
    assert scene["ruling"]["cites"][0]["id"] == rule
    assert scene["lab"]["step"] == "cards" and desk.choices == ()
    scene = send(desk, do="move", move="discard B2 G1 G2")  # and it goes on
    assert scene["ruling"]["kind"] == "ok"


def test_the_table_is_drawn_once_until_something_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = lab()._desk
    scenes: list[Any] = []
    draw = scene_module.make_scene
    monkeypatch.setattr(
        scene_module, "make_scene", lambda *views, **facts: scenes.append(views) or draw(*views, **facts)
    )
    assert scene_module.make_table(desk, None)["trumps"] is None and len(scenes) == 1
    assert scene_module.make_table(desk.play("discard B2 G1 G2"), None)["trumps"] and len(scenes) == 3


def test_every_card_that_must_stay_says_why() -> None:
    cards = {card["card"]: card for card in lab().scene["hand"]["cards"]}
    assert cards["G1"]["state"] == "legal" and cards["G1"]["why"] is None
    for code in ("R40", "R10", "B5", "TIGER", "BULL"):
        assert cards[code]["state"] == "illegal" and cards[code]["why"]["cites"]


def test_where_the_bid_names_a_color_that_does_not_bind_trump_is_still_named() -> None:
    desk = lab(edition="manhattan+free-trump", trump="R")
    assert desk.scene["live"] == "Choose three cards to discard. Then name trump."
    assert desk.choose("discard B2 G1 G2", "trump B").scene["lab"]["step"] == "over"
    bound = lab(edition="manhattan", trump="R")
    assert bound.scene["live"] == "Choose three cards to discard. Then compare."
    assert bound.choose("discard B2 G1 G2").scene["lab"]["step"] == "over"


def test_the_same_cards_can_be_tried_with_a_bid_on_another_trump() -> None:
    desk = lab(edition="manhattan", trump="R", bid=200)
    scene = send(desk, do="bid_on", trump="NC")
    assert [trump["text"] for trump in scene["lab"]["bid_trumps"] if trump["is_chosen"]] == ["No Color"]
    assert desk.view.hand == mam.parse_hand(HAND) and desk.view.round.bid == 200
    send(desk, do="move", move="discard B2 G1 G2")
    assert desk.scene["lab"]["choices"][0]["name"] == "B2 G2 G1, No Color"
    assert send(lab(), do="bid_on", trump="R")["ruling"]["kind"] == "stop"  # in 1935 no bid names a trump


def test_the_list_can_be_changed_and_every_change_taken_back() -> None:
    desk = lab().choose("discard B2 G1 G2", "trump R").choose("discard Y7 Y8 Y9", "trump B")
    first, second = desk.choices
    assert desk.choice == first
    assert send(desk, do="baseline", index=1)["live"] == "New baseline: Y9 Y8 Y7, Black trump."
    assert desk.choice == second
    scene = send(desk, do="load", index=0)
    assert scene["lab"]["selection"] == ["B2", "G2", "G1"] and scene["lab"]["step"] == "cards"
    removed = send(desk, do="remove", index=1)["live"]
    assert removed == "Removed: Y9 Y8 Y7, Black trump. New baseline: B2 G2 G1, Red trump."
    assert desk.choices == (first,) and desk.choice == first
    for _ in range(3):
        send(desk, do="undo")
    assert desk.choices == (first, second) and desk.choice == first
    scene = send(desk, do="deal")
    assert (
        desk.choices == ()
        and scene["hand"]["cards"] != []
        and mam.format_cards(desk.view.hand) != mam.format_cards(mam.parse_hand(HAND))
    )
    send(desk, do="undo")
    assert desk.choices == (first, second) and desk.view.hand == mam.parse_hand(HAND)


def test_the_list_has_an_end() -> None:
    desk = lab()
    for third in ("Y8", "Y7", "B4", "B3", "B2", "G2", "G1"):
        desk.choose(f"discard Y9 R11 {third}", "trump R")
    desk.choose("discard Y8 Y7 B4", "trump R")
    assert len(desk.choices) == MAX_CHOICES
    with pytest.raises(ValueError, match="Remove one first"):
        desk.choose("discard G1 G2 B2", "trump G")


def test_choosing_in_python_is_judged_by_the_rules() -> None:
    with pytest.raises(mam.IllegalMove, match="money card"):
        lab().choose("discard R40 G1 G2", "trump R")
    with pytest.raises(ValueError, match="a discard and a trump"):
        lab().choose("discard B2 G1 G2")


# What is certain


def test_what_is_certain_is_told() -> None:
    dealt = open_nest(HAND, seed=1)
    choice = tuple(map(mam.parse_move, ("discard B2 G1 G2", "trump R")))
    assert list_certain(dealt, choice) == [
        "You discard no money.",
        "You are void in Green.",
        "You keep 6 trumps: R40 R30 R15 R11 R10 TIGER, with $95,000.",
    ]
    assert (
        list_certain(dealt, choice[:1])[-1] == "Trumps you would hold: 6 in Red, 4 in Yellow, 4 in Black, 1 in Green."
    )
    moves = tuple(map(mam.parse_move, ("discard B2 G1 Y7", "trump B")))
    assert describe_difference(dealt, moves, choice) == "discards Y7, not G2; Black trump, not Red"


def test_a_forced_discard_says_what_money_goes_out_and_is_shown() -> None:
    dealt = open_nest(FORCED, seed=1)
    choice = tuple(map(mam.parse_move, ("discard G1 G2 R5", "trump Y")))
    assert list_certain(dealt, choice)[0] == "You discard $5,000; all your discards are shown."
    scene = send(lab(FORCED), do="move", move="discard G1 R5 R10")
    assert scene["ruling"]["kind"] == "stop" and "no other card to discard" in scene["ruling"]["text"]


# What is found


def test_the_figures_are_those_of_compare_itself() -> None:
    discard_desk = lab().choose("discard B2 G1 G2", "trump R").choose("discard Y7 Y8 Y9", "trump B")
    desk = discard_desk._desk
    steps = compare_choices(desk, 1)
    first, second = next(steps), next(steps)
    assert first.outcomes.n == 250 and first.advised is None  # at once, before the advice is found
    direct = outcomes.compare(
        discard_desk.view,
        [*discard_desk.choices, second.advised],
        seed=derive_seed(1, "worlds of the discards"),
        n=second.outcomes.n,
    )
    assert (second.outcomes.values == direct.values).all() and second.outcomes.alternatives == direct.alternatives
    table, differences = second.table(discard_desk.choice), direct.values[1] - direct.values[0]
    assert table.difference[1] == pytest.approx(differences.mean())
    assert table.difference_standard_error[1] == pytest.approx(differences.std(ddof=1) / second.outcomes.n**0.5)
    assert table.difference[0] == table.difference_standard_error[0] == 0
    assert (
        table.difference_standard_error[1] < (table.standard_error[0] ** 2 + table.standard_error[1] ** 2) ** 0.5
    )  # pairing pays


def test_another_own_choice_turns_the_differences_round() -> None:
    desk = lab().choose("discard B2 G1 G2", "trump R").choose("discard Y7 Y8 Y9", "trump B")
    steps = compare_choices(desk._desk, 1)
    figures = next(steps)
    forward, back = figures.table(desk.choices[0]), figures.table(desk.choices[1])
    assert forward.difference[1] == pytest.approx(-back.difference[0])


def test_comparing_shows_the_advice_and_why() -> None:
    comparison = lab().choose("discard Y7 Y8 Y9", "trump B").compare()
    assert comparison.outcomes is not None and comparison.outcomes.n == 16000
    rows = comparison.scene["lab"]["choices"]
    advice = rows[1]  # after the first choice, where it is seen at once
    assert advice["is_advised"] and advice["index"] is None and advice["why"].endswith("% of simulated deals")
    assert (
        advice["figures"]["difference"].startswith("+$") and advice["figures"]["verdict"] == "clearly better than yours"
    )
    assert len(comparison.table) == 2 and comparison.table.n.tolist() == [16000, 16000]
    assert comparison.scene["lab"]["progress"] is None and not comparison.scene["lab"]["busy"]
    figures = advice["figures"]
    assert figures["low"] < figures["value"] < figures["high"]
    assert figures["value"] == pytest.approx(comparison.table.difference[1])
    send(comparison, do="add_advice")
    assert len(comparison.choices) == 2 and comparison.scene["lab"]["choices"][-1]["index"] == 1
    text = " ".join(comparison._words().split())
    assert "(recommended)" in text and "16,000 simulated deals" in text and "± is the 95% margin of error" in text
    assert comparison._picture().startswith("<svg")


def test_hands_half_face_down_are_compared_on_the_readable_rules() -> None:
    discard_desk = discard_lab(seed=3, edition="make-a-million-1935-two")
    assert [seat["seat"] for seat in discard_desk.scene["seats"] if seat["open_cards"] and seat["seat"] != "N"] == [
        "S",
        "W",
    ]
    desk = Desk(discard_desk._desk.dealt).play("discard R8 G3 G2").play("trump B")
    figures = next(compare_choices(desk, 3))
    assert figures.outcomes.n == 4 and "plays like the rulebook player" in figures.outcomes.model


def test_a_headline_waits_for_figures_that_are_worth_one() -> None:
    desk = lab().choose("discard Y7 Y8 Y9", "trump B").choose("discard Y7 B2 G1", "trump B")
    labs = []
    desk.observe(lambda change: labs.append(change["new"]["lab"]), names="scene")
    desk.compare()
    assert labs[0]["finding"] is None and labs[0]["choices"][0]["figures"]  # figures at once, the headline later
    final = labs[-1]
    best = desk.outcomes.best if desk.outcomes else ()
    codes = " ".join(card.code for card in best[0].cards)
    assert final["finding"]["text"].startswith(f"{codes} with Red gains $")
    assert "over your choice" in final["finding"]["text"] and final["reason"]["head"] == "Name Red, not Black."
    assert final["brief"] == "16,000 deals compared."


@pytest.mark.long
def test_simulating_more_goes_on_from_what_is_known() -> None:
    comparison = lab().choose("discard B2 G1 G2", "trump R").compare()
    assert comparison.scene["lab"]["is_covered"] and comparison.outcomes is not None and comparison.outcomes.n == 16000
    comparison.compare()
    assert comparison.outcomes.n == 64000 and not comparison.scene["lab"]["has_enough"]
    assert comparison.choose("discard Y7 Y8 Y9", "trump B").scene["lab"]["is_covered"] is False
    counts = [figures.outcomes.n for figures in compare_choices(comparison._desk, 1, comparison._figures)]
    assert counts == [4000, 16000, 64000]  # one choice more: as many deals as the others had


def test_the_baseline_that_wins_gets_that_feedback() -> None:
    comparison = lab().take_advice().compare()
    assert comparison.scene["lab"]["finding"]["text"] == "Your choice is the recommended one"
    assert comparison.scene["lab"]["reason"]["head"] == "Stay with your choice."
    comparison.choose("discard Y9 Y8 Y7", "trump G").compare()
    assert comparison.scene["lab"]["finding"]["text"] == "Your choice is the best of two"


# Messages


def test_no_hidden_card_is_ever_sent() -> None:
    dealt = mam.start("make-a-million-1935", seed=5, dealer="S").deal
    desk = discard_lab(mam.encode_deal(dealt, "make-a-million-1935"), seat="W")
    sent = [desk.scene]
    desk.observe(lambda change: sent.append(change["new"]), names="scene")
    plain = [card.code for card in desk.view.hand if card.is_number_card][:3]
    for message in (
        {"do": "move", "move": f"discard {' '.join(plain)}"},
        {"do": "move", "move": "trump R"},
        {"do": "compare"},
        {"do": "move", "move": "play R40"},
        {"do": "edition", "edition": "manhattan"},
    ):
        desk.handle_message(message)
        desk._background.wait()
    hidden = {card.code for seat in "NES" for card in dealt[seat]}
    assert len(sent) > 5
    for scene in sent:
        assert not hidden & set(_texts({name: scene[name] for name in ("hand", "seats", "trick", "history")}))
        assert not hidden & set(_texts(scene["lab"]["choices"]))


def _texts(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for part in value.values() for text in _texts(part)]
    if isinstance(value, list | tuple):
        return [text for part in value for text in _texts(part)]
    return value.split() if isinstance(value, str) else []


@pytest.mark.parametrize(
    "message",
    [
        None,
        7,
        {},
        {"do": "fly"},
        {"do": "move"},
        {"do": "move", "move": 7},
        {"do": "move", "move": "hello"},
        {"do": "load", "index": 9},
        {"do": "load", "index": -1},
        {"do": "load", "index": "x"},
        {"do": "add_advice"},
        {"do": "compare"},
        {"do": "undo"},
        {"do": "hand", "text": ""},
        {"do": "hand", "text": "R40"},
        {"do": "hand", "text": "nothing.toml"},
        {"do": "edition", "edition": "sweven"},
        {"do": "edition"},
    ],
)
def test_what_cannot_be_done_becomes_a_sentence(message: Any) -> None:
    desk = lab()
    desk.handle_message(message)
    assert desk.scene["ruling"]["kind"] == "stop" and len(desk.scene["ruling"]["text"].split()) > 2
    assert desk.scene["live"].startswith("That did not work")
    assert send(desk, do="move", move="discard B2 G1 G2")["lab"]["step"] == "trump"


def test_a_fault_of_the_comparison_becomes_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> Any:
        raise ValueError("no deal agrees with this view")
        yield

    monkeypatch.setattr(widget, "compare_choices_in_steps", fail)
    desk = lab().choose("discard B2 G1 G2", "trump R")
    desk.handle_message({"do": "compare"})
    desk._background.wait()
    assert desk.scene["ruling"]["text"] == "no deal agrees with this view" and not desk.scene["lab"]["busy"]


def test_a_comparison_can_be_stopped_and_a_change_stops_it() -> None:
    desk = lab().choose("discard B2 G1 G2", "trump R")
    for message in ({"do": "stop"}, {"do": "move", "move": "discard Y7 G1 G2"}):
        desk.handle_message({"do": "compare"})
        worker = desk._background._worker
        desk.handle_message(message)
        assert not desk.scene["lab"]["busy"]
        if worker is not None:
            worker.thread.join()
        assert not desk.scene["lab"]["busy"]  # nothing more is shown of it


def test_the_advice_is_found_once_for_a_hand() -> None:
    desk = lab().take_advice()
    assert len(desk.choices) == 1
    desk.compare().choose("discard Y7 Y8 Y9", "trump B")
    first = next(compare_choices(desk._desk, 1, desk._figures))
    assert first.advised == desk.choices[0] and first.outcomes.n == 4000


def test_a_hand_is_typed_in_the_widget() -> None:
    desk = discard_lab(seed=4)
    scene = send(desk, do="hand", text=HAND)
    assert desk.view.hand == mam.parse_hand(HAND) and scene["live"].startswith("New hand: R40")


def test_another_edition_keeps_the_cards_where_they_can_be_dealt() -> None:
    desk = lab()
    scene = send(desk, do="edition", edition="make-a-million-2004")
    assert desk.view.round.rules.id == "make-a-million-2004" and desk.view.hand == mam.parse_hand(HAND)
    assert scene["editions"]["change"]["items"] and scene["live"].startswith("Switched to")
    scene = send(desk, do="edition", edition="six")
    assert len(desk.view.hand) == 20 and "New cards were dealt" in scene["live"]
