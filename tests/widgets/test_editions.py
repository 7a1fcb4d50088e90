"""The edition switch: the choices, what changed, and how far the same moves are legal under another edition."""

import json

import pytest

import mam
import mam_widgets as mw
from mam_widgets.shared.edition_picker import check_edition, make_editions


def test_every_edition_is_offered_and_the_current_one_with_its_options():
    ids = [choice["id"] for choice in make_editions("make-a-million-2004+no-trump")["choices"]]
    assert ids == [
        {"make-a-million-2004": "make-a-million-2004+no-trump"}.get(edition, edition) for edition in mam.list_editions()
    ]
    assert [choice["id"] for choice in make_editions("six", only=["six", "eight"])["choices"]] == ["six", "eight"]


@pytest.mark.parametrize("current", mam.list_editions())
@pytest.mark.parametrize("previous", ["make-a-million-1935", "sweven", "anagrams"])
def test_the_changes_are_what_compare_finds_options_last(previous, current):
    scene = json.loads(json.dumps(make_editions(current, previous)))
    if previous == current:
        assert scene["change"] is None
        return
    differences = [
        difference for difference in mam.compare(previous, current) if difference.texts[0] != difference.texts[1]
    ]
    items = scene["change"]["items"]
    assert sorted((item["previous"], item["current"]) for item in items) == sorted(
        difference.texts for difference in differences
    )
    assert [item["option"] for item in items] == sorted(item["option"] for item in items)
    for item in items:
        assert item["previous"] != item["current"]
        rule_ids = {
            rule.id
            for difference in differences
            if difference.texts == (item["previous"], item["current"])
            for rule in sum(difference.rulings, ())
        }
        assert {cite["id"] for cite in item["cites"]} <= rule_ids


def test_an_unknown_edition_is_refused_with_a_list_of_editions():
    for wrong in ("bridge", "", 7, None, ["six"]):
        with pytest.raises(ValueError, match="there are make-a-million-1935, "):
            check_edition(wrong)


def test_a_record_is_replayed_while_its_moves_are_legal_and_restored_whole():
    table = mw.specimen().go(30)
    record = table.record
    table.handle_message({"do": "edition", "edition": "make-a-million-2004"})
    scene = table.scene
    assert table.round.rules.id == "make-a-million-2004"
    assert scene["editions"]["replay"]["stop"] == scene["stepper"]["step"] == scene["stepper"]["last_step"]
    assert "North’s turn" in scene["editions"]["replay"]["text"]
    assert scene["editions"]["replay"]["rule"].startswith("R04-PLAY-1")
    assert (table.round.bidder, table.round.bid, table.round.trump.value) == ("N", 260, "B")
    assert f"South’s {record.moves[0].amount}" in scene["editions"]["replay"]["text"]
    assert scene["live"].startswith("Switched to Make-a-Million, 2004 edition")
    table.handle_message({"do": "edition", "edition": "make-a-million-1935"})
    assert (table.record, table.scene["stepper"]["step"]) == (record, 30)
    assert "replay" not in table.scene["editions"]


def test_the_first_move_that_is_not_legal_is_pointed_out_with_its_ruling():
    table = mw.specimen().go(3)
    opened = table.record.moves[0]
    table.handle_message({"do": "edition", "edition": "manhattan"})
    assert table.scene["ruling"]["kind"] == "stop"
    replay = table.scene["editions"]["replay"]
    assert replay["text"].startswith(f"South’s “{opened}” is not legal here.")
    assert replay["rule"].split(" ")[0] in [cite["id"] for cite in table.scene["ruling"]["cites"]]
    table.handle_message({"do": "move", "move": str(table.round.legal_moves[0])})
    assert table.scene["stepper"]["step"] == 1
    table.handle_message({"do": "stop"})
    assert (table.scene["stepper"]["step"], table.scene["ruling"]["kind"]) == (0, "stop")


def test_notes_go_with_their_moves():
    table = mw.specimen()
    early = [note for note in table.record.notes if note.step <= 13]  # before the first lead
    moves = {note.text: table.record.moves[note.step - 1] for note in early}
    table.replay_under("make-a-million-2004")
    record = table.record
    assert len(record.notes) == len(early) - 1  # all but South's opening, which is not made here
    for note in record.notes:
        assert record.moves[note.step - 1] == moves[note.text]


def test_for_cards_of_another_game_the_refusal_lists_the_editions_they_fit():
    table = mw.specimen()
    scene = table.scene
    table.handle_message({"do": "edition", "edition": "sweven"})
    assert "They fit Manhattan Million, 1935, four players; Make-a-Million, 2004" in table.scene["ruling"]["text"]
    assert table.scene["stepper"] == scene["stepper"]
    assert table.scene["editions"]["current"] == "make-a-million-1935"


def test_a_seat_is_sent_no_card_that_it_cannot_see():
    table = mw.deal(3, you="S", dealer="S", edition="make-a-million-2004")
    for _ in range(30):
        table._walk.play_random_move()
    hand = set(table.round.hands["S"])
    hidden = {str(card) for seat in "NEW" for card in table.round.hands[seat]} - {str(card) for card in hand}
    table.handle_message({"do": "edition", "edition": "make-a-million-1935"})
    played = {str(card) for card in table.round.played}
    sent = json.dumps({**table.scene, "editions": None, "strip": None, "calls": None})
    assert not [card for card in hidden - played if f'"{card}"' in sent]
