"""The table of every edition: it can be drawn at every moment, tells what holds, and gives nothing away."""

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from random_rounds import COUNTS, EDITIONS, moments, rounds

import mam
from mam.drawing import table_svg, table_text
from mam.drawing.layout import RINGS
from mam.games.registry import find_rules
from mam.games.round import Round
from mam.rules.cards import ALL_CARDS, UNSEEN
from mam.rules.moves import BidTricks, CallCards, Exchange, Extend, Lay, Misdeal, Stop, Vote
from mam.rules.tricks import Trick
from mam.scenes import make_scene
from mam.scenes.scores import _effect_words

SVG = "{http://www.w3.org/2000/svg}"
CODES = [card.code for card in (*ALL_CARDS, UNSEEN)]


def scene_at(rounds: tuple[Round, ...], index: int, person: str | None, **options: Any) -> dict[str, Any]:
    before = mam.view(rounds[index - 1], person).round if index else None
    return make_scene(mam.view(rounds[index], person), title="A table", before=before, **options)


def codes_in(scene: Any) -> Iterator[str]:
    """Every card that the scene shows as a card, wherever it stands."""
    if isinstance(scene, dict):
        for name, value in scene.items():
            if name in ("card", "letter") and value in CODES:
                yield value
            elif name in ("open_cards", "record_cards", "cards_beneath") and isinstance(value, list):
                yield from (code for code in value if code in CODES)
            else:
                yield from codes_in(value)
    elif isinstance(scene, list):
        for part in scene:
            yield from codes_in(part)


def check_scene(scene: dict[str, Any], round: Round, person: str | None) -> None:
    assert json.loads(json.dumps(scene)) == scene
    seats = [seat["seat"] for seat in scene["seats"]]
    assert (
        sorted(seats) == sorted(round.rules.seats)
        and tuple(seat["place"] for seat in scene["seats"]) == RINGS[len(seats)]
    )
    assert scene["live"] and scene["ruling"]["head"] and (scene["ruling"]["cites"] or scene["ruling"]["kind"] == "info")
    view_round = mam.view(round, person).round
    known_codes = {
        card.code for hand in (*view_round.deal.hands, view_round.deal.nest, view_round.deal.stock) for card in hand
    }
    known_codes |= {card.code for card in getattr(view_round, "nest", ())} | {"??"}
    known_codes |= set(re.findall(r"[A-Z]+\d*|\?\?", " ".join(map(str, view_round.history))))
    if scene.get("word"):
        known_codes |= set(round.rules.word)
    known_codes |= {move["card"] for move in _moves_of(scene) if move["card"]}
    assert set(codes_in(scene)) - known_codes == set()
    for hand_card in (scene["hand"] or {"cards": []})["cards"]:
        assert hand_card["state"] != "legal" or person in (None, round.actor)
        assert hand_card["state"] != "illegal" or hand_card["why"]["cites"]


def _moves_of(scene: dict[str, Any]) -> list[dict[str, Any]]:
    """Chips of what others could have done: only of hands that are known."""
    return [*(scene["alternatives"] or {"legal": []})["legal"], *(scene["alternatives"] or {"refused": []})["refused"]]


def check_pictures(scene: dict[str, Any], turn: int) -> None:
    width, theme = (320, 480, 960)[turn % 3], ("light", "dark")[turn // 3 % 2]
    root = ET.fromstring(table_svg(scene, width=width, theme=theme))
    assert root.get("width") == str(width)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    text = table_text(scene)
    assert all(len(line) <= 100 for line in text.splitlines())
    words = " ".join(text.split())
    if scene["unit"] != "money":
        assert "thousand" not in words and not re.search(r"\$\d", words.replace("the 11 beats the 10", ""))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.sample(6, 7)
def test_every_edition_can_be_shown_to_everybody(edition: str) -> None:
    positions, rng = rounds(edition), Random(2)
    for turn, index in enumerate(moments(positions, rng)):
        people = (None, *positions[index].rules.persons)
        for person in people:
            scene = scene_at(positions, index, person, open_hands=person is None)
            check_scene(scene, positions[index], person)
            if person in (None, positions[index].actor, people[1 + index % (len(people) - 1)]):
                check_pictures(scene, turn + (person is None))


@pytest.mark.parametrize(("edition", "players"), COUNTS)
def test_every_number_of_players_can_be_shown(edition: str, players: int) -> None:
    positions, rng = rounds(edition, players), Random(3)
    for turn, index in enumerate(moments(positions, rng)):
        for person in (None, positions[index].actor or positions[0].turn):
            scene = scene_at(positions, index, person, open_hands=person is None)
            check_scene(scene, positions[index], person)
            check_pictures(scene, turn)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.sample(4, 8)
def test_every_option_can_be_shown(edition: str) -> None:
    rules = find_rules(edition)
    for seed, (name, option) in enumerate(rules.options.items()):
        if option.group in ("players", "hands") and name != "hands-of-1":
            continue  # the numbers of players have a test of their own
        positions, rng = rounds(edition, None, (name,), seed), Random(seed)
        for turn, index in enumerate(sorted({*rng.choices(range(len(positions)), k=2), len(positions) - 1})):
            person = rng.choice((None, *rules.persons))
            scene = scene_at(positions, index, person)
            check_scene(scene, positions[index], person)
            check_pictures(scene, turn + seed)


@pytest.mark.long
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.sample(13, 29)
def test_every_moment_of_every_edition_can_be_drawn(edition: str, seed: int) -> None:
    states = rounds(edition, None, (), seed)
    for index, round in enumerate(states):
        for person in (None, *round.rules.persons):
            scene = scene_at(states, index, person, open_hands=person is None)
            check_scene(scene, round, person)
            check_pictures(scene, index)


# What may be done is what the rules allow


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_a_scene_offers_is_legal_and_what_it_refuses_is_not(edition: str) -> None:
    states = rounds(edition)
    for index in range(0, len(states) - 1, 3):
        view = mam.view(states[index], states[index].actor)
        scene = make_scene(view)
        cards = (scene["hand"] or {"cards": []})["cards"]
        if states[index].phase == "play" and "lines" not in scene:
            offered = {str(mam.parse_move(card["move"])) for card in cards if card["state"] == "legal"}
            assert offered == {str(move) for move in view.legal_moves if isinstance(move, mam.Play | Lay)}
        for name in ("calls", "trumps", "choices"):
            for option in (scene[name] or {"options": []})["options"]:
                legal = option.get("legal", True)
                if "lines" not in scene:  # there a pass is judged only when it is tried
                    assert (view.why_not(mam.parse_move(option["move"])) is None) == legal, option["move"]


def test_every_choice_of_a_few_moves_is_offered_in_full() -> None:
    phases: set[str] = set()
    for edition, options in (("make-a-million-2004", ("open-widow",)), ("manhattan", ()), ("exact-tricks", ())):
        for seed in range(6):
            for round in rounds(edition, None, options, seed):
                if round.phase in ("vote", "exchange", "sealed", "trump"):
                    scene = make_scene(mam.view(round, round.actor))
                    asked = scene["calls"] or scene["trumps"] or scene["choices"]
                    assert {option["move"] for option in asked["options"]} == {str(move) for move in round.legal_moves}
                    phases.add(round.phase)
    assert phases >= {"vote", "sealed", "trump"}


# Who plays which hand


def half_hidden() -> Any:
    states = rounds("make-a-million-1935-two", seed=4)
    return next(
        state for state in states if state.phase == "play" and state.turn in state.rules.dummies and state.tricks
    )


def test_a_half_hidden_dummy_shows_its_open_cards_and_backs_under_them() -> None:
    round = half_hidden()
    for person in round.rules.persons:
        scene = make_scene(mam.view(round, person))
        rows = {seat["seat"]: seat for seat in scene["seats"]}
        shown = scene["hand"]
        if person == round.actor:
            assert shown["seat"] == round.turn and shown["mode"] == "play" and "dummy" in shown["label"]
            assert (
                rows[person]["open_cards"] == [card.code for card in round.hands[person]]
                and rows[person]["is_own_hand"]
            )
            assert [card["card"] for card in shown["cards"]] == [card.code for card in round.playable(round.turn)]
        else:
            assert shown["seat"] == person and shown["mode"] == "look"
        for dummy in round.rules.dummies:
            if dummy == shown["seat"]:
                continue
            upper_codes = {pair[0].code for pair in round.deal.covers if pair[0] in round.hands[dummy]}
            assert rows[dummy]["open_cards"] == [card.code for card in round.playable(dummy)]
            assert rows[dummy]["cards_beneath"] == [
                "??" if code in upper_codes else None for code in rows[dummy]["open_cards"]
            ]
        backs = sum(bool(card.get("card_beneath")) for card in shown["cards"])
        assert table_svg(scene).count("<title>Card, face down</title>") == backs
        assert "face down" in table_text(scene)


@pytest.mark.parametrize(("edition", "exposed"), [("make-a-million-1935-three", "D"), ("manhattan", "")])
def test_the_bidder_plays_the_exposed_hand_and_all_see_it(edition: str, exposed: str) -> None:
    states = rounds(edition, seed=2)
    round: Any = next(state for state in states if state.phase == "play" and state.turn == state.dummy)
    assert round.actor == round.bidder and exposed in ("", round.dummy)
    for person in round.rules.persons:
        scene = make_scene(mam.view(round, person))
        rows = {seat["seat"]: seat for seat in scene["seats"]}
        codes = [card.code for card in round.hands[round.dummy]]
        if person == round.bidder:
            assert scene["hand"]["seat"] == round.dummy and "played by" in scene["hand"]["label"]
            assert rows[person]["is_own_hand"] and rows[person]["open_cards"]
        elif person != round.dummy:
            assert rows[round.dummy]["open_cards"] == codes and scene["hand"]["seat"] == person
        assert (
            rows[round.dummy]["is_dummy"]
            and "played by" in " ".join(rows[round.dummy]["roles"])
            and rows[round.dummy]["turn"]
        )
        other_seats = set(rows) - {person, round.dummy}
        assert all(rows[seat]["open_cards"] is None for seat in other_seats)


def test_seats_follow_the_order_of_turns_after_the_exchange_of_places() -> None:
    for seed in range(8):
        round: Any = next(round for round in rounds("make-a-million-1935-three", seed=seed) if round.phase == "play")
        scene = make_scene(mam.view(round, None), bottom=round.bidder)
        places = {seat["place"]: seat["seat"] for seat in scene["seats"]}
        assert (places["B"], places["T"]) == (round.bidder, "D")
        assert [places[ring] for ring in RINGS[4]] == [
            *round.turn_order[(k := round.turn_order.index(round.bidder)) :],
            *round.turn_order[:k],
        ]


# What is hidden, and what is told


def test_bids_of_tricks_are_shown_only_when_all_are_in() -> None:
    states = rounds("exact-tricks", seed=3)
    last: Any = max(index for index, state in enumerate(states) if state.phase == "sealed")
    scene = scene_at(states, last, states[last].turn)
    roles = {seat["seat"]: " · ".join(seat["roles"]) for seat in scene["seats"]}
    assert sorted(role.split(" · ")[-1] for role in roles.values()).count("has bid") == 3
    assert scene["tally"] is None and scene["calls"]["kind"] == "tricks"
    after = scene_at(states, last + 1, states[last].turn)
    assert all(re.fullmatch(r"bid \d+ · took 0", " · ".join(seat["roles"])) for seat in after["seats"])
    assert [row["need"] for row in after["tally"]["rows"]] == [count for _, count in sorted(states[last + 1].sealed)]  # type: ignore[attr-defined]


def test_silent_partners_are_nobodys_before_they_show_themselves() -> None:
    states = rounds("silent-eight", seed=5)
    play = [state for state in states if state.phase == "play"]
    for round in play[:: max(1, len(play) // 12)]:
        assert isinstance(round, mam.TrickRound)
        for person in (None, *round.rules.persons[:3]):
            scene = make_scene(mam.view(round, person))
            for seat in scene["seats"]:
                is_revealed = seat["seat"] == round.bidder or seat["seat"] in round.partners
                assert seat["side"] == ("A" if is_revealed else "")
            assert scene["money"] is None and len(scene["tally"]["rows"]) == 8
    end = make_scene(mam.view(states[-1], None))
    assert {seat["side"] for seat in end["seats"]} <= {"A", "B"} and (end["money"] or end["tally"])
    assert any(badge.startswith("Called: ") for badge in end["badges"])


def test_two_packs_have_two_rows_of_ranks() -> None:
    round: Any = next(round for round in rounds("eight", seed=1) if round.phase == "play" and round.trick.cards)
    strip = make_scene(mam.view(round, None))["strip"]
    assert len(strip["cells"]) == 13 and 12 <= len(strip["second"]) <= 13
    states = [cell["state"] for cell in (*strip["cells"], *strip["second"])]
    hand_cards = [card for card in round.hands[round.turn] if card.color and card.color.value == strip["color"]]
    assert states.count("yours") == len(hand_cards) and "played" in states
    assert strip["order"] == "the 11 beats the 10"


def test_no_color_is_an_empty_plate_and_has_no_trumps() -> None:
    round: Any = mam.start("manhattan", 3, dealer="N")
    for move in (mam.Bid(100, mam.NoTrump.NO_COLOR), mam.Pass(), mam.Pass(), mam.Pass()):
        round = round.play(move)
    while round.phase != "play":
        round = round.play(round.legal_moves[0])
    assert any(isinstance(move, Exchange) for move in round.history)
    scene = make_scene(mam.view(round, None))
    assert "No Color" in scene["badges"] and scene["strip"] is None
    assert any(badge.startswith("Tiger out: ") for badge in scene["badges"])
    assert "No Color" in table_text(scene)


def test_two_bulls_multiply_by_four() -> None:
    cards = tuple(map(mam.parse_card, ("R40", "BULL", "R1", "BULL")))
    trick = Trick(("A", "W", "B", "X"), cards, "A", 160)
    assert (trick.effect, _effect_words(trick)) == ("×4", "2 Bulls: 4 times")


@pytest.mark.parametrize("edition", ["sweven", "exact-tricks", "millionaire", "anagrams"])
def test_no_money_where_none_is_played_for(edition: str) -> None:
    states = rounds(edition, seed=6)
    for index in range(0, len(states), 4):
        scene = scene_at(states, index, None)
        assert scene["money"] is None and scene["unit"] in ("points", "tricks")
        words = json.dumps({name: scene[name] for name in ("badges", "tally", "live", "count", "calls")})
        assert "$" not in words and "thousand" not in words
    assert states[-1].result and scene_at(states, len(states) - 1, None)["count"]["result"]


@pytest.mark.parametrize("edition", ["sweven", "exact-tricks", "silent-six"])
def test_a_tally_adds_up(edition: str) -> None:
    for round in rounds(edition, seed=7):
        tally = make_scene(mam.view(round, None))["tally"]
        if tally is None:
            continue
        assert isinstance(round, mam.TrickRound)
        assert [row["amount"] for row in tally["rows"]] == list(round.captured.values())
        taken = sum(row["amount"] for row in tally["rows"])
        assert taken + tally["remaining"] + round.nested == tally["total"] or edition == "exact-tricks"
        assert all(row["name"] in tally["sentence"] for row in tally["rows"])
        if round.is_over and edition != "silent-six":
            assert all(row["state"] in ("", "made", "set") for row in tally["rows"])


def test_a_deal_that_was_passed_out_or_thrown_in_is_counted_in_words() -> None:
    round: Any = mam.start("sweven", 1)
    while not round.is_over:
        round = round.play(mam.Pass())
    assert make_scene(mam.view(round, None))["count"]["head"] == "Passed out"
    for seed in range(400):
        round = mam.start("make-a-million-2004", seed, options=["misdeal"])
        if Misdeal() in round.legal_moves:
            scene = make_scene(mam.view(round, round.turn))
            assert "misdeal" in [option["move"] for option in scene["calls"]["options"] if option["legal"]]
            thrown = round.play(Misdeal())
            scene = make_scene(mam.view(thrown, next(person for person in "NESW" if person != round.turn)))
            assert scene["count"]["head"] == "New deal" and "asks for a new deal" in table_text(scene)
            assert next(seat for seat in scene["seats"] if seat["seat"] == round.turn)["open_cards"]
            break
    else:
        pytest.fail("no hand poor enough")


# Letter games


def test_the_word_grows_letter_by_letter() -> None:
    positions = rounds("millionaire", seed=8)
    for index in range(0, len(positions), 5):
        scene, round = scene_at(positions, index, None), positions[index]
        states = [tile["state"] for tile in scene["word"]["tiles"]]
        spelled = len(round.spelled)  # type: ignore[attr-defined]
        assert states == ["done"] * spelled + ["next"] * (spelled < 11) + ["to come"] * (10 - spelled)
        assert "".join(tile["letter"] for tile in scene["word"]["tiles"]) == "MILLIONAIRE"
        assert f"Stock: {len(round.stock)}" in str(scene["badges"])  # type: ignore[attr-defined]
    assert "M-I-L-L-I-O-N-A-I-R-E" in table_text(scene_at(positions, len(positions) - 1, None))
    assert any(isinstance(move, Stop) for move in positions[-1].history)


def test_nothing_tells_which_letter_would_fit_a_word() -> None:
    for seed in range(4):
        for round in rounds("anagrams", seed=seed):
            if not round.turn or not round.lines:  # type: ignore[attr-defined]
                continue
            scene = make_scene(mam.view(round, round.turn))
            assert {card["state"] for card in scene["hand"]["cards"]} == {"rest"}
            assert [option["legal"] for option in scene["choices"]["options"]] == [True]
            assert scene["spell"]["lines"] == list(range(1, len(round.lines) + 1))  # type: ignore[attr-defined]
            assert scene["alternatives"] is None


def test_words_stand_on_their_lines() -> None:
    states = rounds("anagrams", seed=2)
    for index, round in enumerate(states):
        scene = scene_at(states, index, None)
        assert [line["word"] for line in scene["lines"]] == list(round.lines)  # type: ignore[attr-defined]
        is_word_move = round.history and isinstance(round.history[-1], Lay | Extend)
        assert sum(line["is_last"] for line in scene["lines"]) == bool(is_word_move)
        assert len(scene["log"]["rows"] if scene["log"] else []) == index


def test_every_kind_of_move_has_its_words() -> None:
    kinds = {BidTricks(3), BidTricks(None), Vote(True), CallCards([]), Exchange(), Misdeal(), Stop(), Extend(1, "ON")}
    kinds |= {mam.Draw(), Lay(mam.parse_card("A")), mam.Play(mam.parse_card("M")), mam.NameTrump(mam.NoTrump.TIGER_LOW)}
    view = mam.view(mam.start("silent-six", 1), None)
    for move in kinds:
        ruling = view.why_not(move)
        assert ruling is not None
        scene = make_scene(view, refused=(move, ruling))
        assert scene["ruling"]["kind"] == "stop" and scene["live"].startswith(scene["ruling"]["head"])
        ET.fromstring(table_svg(scene, width=480))
