"""The chance lab without a browser: questions, guesses, answers, and what is told before the guess."""

import json
import re
from fractions import Fraction
from random import Random

import pytest

import mam
from mam.players import random_player

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
from mam_widgets.probability.form import build, read_form
from mam_widgets.probability.model import Inquiry, list_examples, simulate
from mam_widgets.probability.widget import ProbabilityLab, probability_lab

EDITION = "make-a-million-1935"


def send(lab: ProbabilityLab, **message: object) -> dict:
    lab.handle_message(message)
    lab.wait()
    return lab.scene


@pytest.mark.parametrize("edition", mam.list_editions())
def test_every_edition_has_a_question_to_begin_with(edition: str) -> None:
    examples = list_examples(Inquiry(edition))
    assert examples
    lab = probability_lab(edition=edition)
    assert lab.question == examples[0][1]
    for index in range(len(examples)):
        scene = send(lab, do="example", index=index)
        assert "did not work" not in scene["live"]
        assert scene["chance"]["text"] == examples[index][1]


QUESTIONS = [
    (("N", "holds", ["Bull", "Bear"], ""), "N holds Bull, Bear"),
    (("N", "at-most", ["red"], "3"), "N red <= 3"),
    (("nest", "exactly", ["red money", "Tiger"], "2"), "nest red money, Tiger = 2"),
    (("N-S", "money-at-least", [], "200"), "money N-S >= 200"),
    (("each place", "holds", ["Tiger"], ""), "where Tiger"),
    (("each split", "holds", ["red"], ""), "split red"),
    (("some player", "holds", ["Bull", "Bear"], ""), "some player holds Bull, Bear"),
    (("every player", "at-least", ["red"], "2"), "every player red >= 2"),
    (("no player", "money-at-least", [], "100"), "no player money >= 100"),
]
# What people type, and what they could have chosen from the menus.
TYPED = {
    "N red > 5": "N red >= 6",
    "N holds at least 5 red": "N red >= 5",
    "N-S money < 200": "money N-S <= 199",
    "has S the Tiger?": "S holds Tiger",
    "does everybody hold at most 3 black": "every player black <= 3",
    "nobody has the Bull": "no player holds Bull",
}


@pytest.mark.parametrize(("fields", "text"), QUESTIONS)
def test_the_fields_of_the_sentence_make_a_question_and_the_question_fills_them_in(
    fields: tuple[str, str, list[str], str], text: str
) -> None:
    assert build(*fields) == text
    form = read_form(Inquiry(EDITION).with_question(text))
    assert form is not None
    assert (form["place"], form["verb"], [word["text"] for word in form["cards"]], form["number"]) == fields


@pytest.mark.parametrize(
    "text",
    [
        "N red >= 5 and money N-S > 200",
        "money N + money S >= 100",
        "count N red",
        "N money = 40",
        "N holds Bull and S holds Bear",
    ],
)
def test_a_question_that_the_fields_cannot_make_stays_a_text(text: str) -> None:
    lab = probability_lab(text)
    assert lab.scene["chance"]["form"] is None and lab.scene["chance"]["text"] == text


def test_a_question_that_is_typed_fills_in_the_fields_that_mean_the_same() -> None:
    for typed, text in TYPED.items():
        form = read_form(Inquiry(EDITION).with_question(typed))
        assert form is not None, typed
        assert build(form["place"], form["verb"], [word["text"] for word in form["cards"]], form["number"]) == text
    assert read_form(Inquiry(EDITION).with_question("two players red >= 5")) is None


@pytest.mark.parametrize("edition", mam.list_editions())
def test_examples_of_a_game_fill_in_the_form(edition: str) -> None:
    for _, text, given in list_examples(Inquiry(edition)):
        form = read_form(Inquiry(edition, text=text, given=given))
        if form is None:
            assert text.startswith(("count ", "money "))
        else:
            cards = [word["text"] for word in form["cards"]]
            assert build(form["place"], form["verb"], cards, form["number"]) == text.replace(" and ", ", ")


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        (("N", "fly", ["red"], "3"), "menus"),
        (("N", "at-least", ["red"], "many"), "whole number"),
        (("N", "holds", [" "], ""), "Type the cards"),
    ],
)
def test_fields_left_empty_are_named(fields: tuple[str, str, list[str], str], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        build(*fields)


@pytest.mark.parametrize(
    ("message", "field"),
    [
        ({"do": "ask", "text": "N holds Unicorn"}, "question"),
        ({"do": "ask", "text": "N holds Bull", "given": "N holds Unicorn"}, "given"),
        ({"do": "build", "place": "N", "verb": "holds", "cards": []}, "question"),
        ({"do": "guess", "percents": ["200"]}, "guess"),
    ],
)
def test_the_field_that_could_not_be_read_is_named(message: dict, field: str) -> None:
    lab = probability_lab("N holds Bull")
    assert send(lab, **message)["chance"]["fault"] == field
    assert send(lab, do="ask", text="N holds Bear")["chance"]["fault"] == ""


def test_cards_asked_about_are_drawn() -> None:
    assert probability_lab("N holds Bull and Bear").scene["chance"]["faces"] == ["BULL", "BEAR"]
    faces = probability_lab("N red >= 5").scene["chance"]["faces"]
    assert len(faces) == 13 and all(face in probability_lab("N red >= 5").scene["cards"] for face in faces)


@pytest.mark.parametrize(
    "text", ["", "N holds", "Q holds Tiger", "where Unicorn", "money", "misdeal N", "N red >= ", "N holds E40"]
)
def test_a_question_that_means_nothing_changes_nothing(text: str) -> None:
    lab = probability_lab("N holds Bull")
    before = {**lab.scene}
    scene = send(lab, do="ask", text=text, given="")
    assert scene["live"].startswith("That did not work")
    assert lab.question == "N holds Bull" and scene["chance"] == {**before["chance"], "fault": "question"}


def test_nothing_is_told_before_the_guess() -> None:
    lab = probability_lab("N holds Bull and Bear")
    sent = [lab.scene]
    lab.observe(lambda change: sent.append(change["new"]), names="scene")
    send(lab, do="guess", percents=["lots"])
    assert "5.25" not in json.dumps(sent) and "26/495" not in json.dumps(sent)
    send(lab, do="guess", percents=["5%"])
    answer = lab.scene["chance"]["answer"]
    assert (answer["percent"], answer["fraction"]) == ("5.253%", "26/495")
    assert answer["is_close"] and answer["guess"] == "off by 0.25 percentage points"
    assert lab.guesses == [("N holds Bull and Bear", 0.05, Fraction(26, 495))]


@pytest.mark.parametrize(("guess", "words", "close"), [(30, "off by 6.4", False), (23.6, "off by 0.04", True)])
def test_how_far_a_guess_was(guess: float, words: str, close: bool) -> None:
    answer = probability_lab("N holds Bull").guess(guess).scene["chance"]["answer"]
    assert answer["guess"].startswith(words) and answer["is_close"] is close


def test_each_value_of_a_distribution_is_guessed() -> None:
    lab = probability_lab("where Tiger")
    assert lab.scene["chance"]["values"] == ["North", "East", "South", "West", "the nest"]
    assert send(lab, do="guess", percents=["20"])["chance"]["answer"] is None
    answer = send(lab, do="guess", percents=["20", "20", "20", "20", "20"])["chance"]["answer"]
    assert [value["guess"] for value in answer["values"]] == ["20%"] * 5
    assert sum(value["proportion"] for value in answer["values"]) == pytest.approx(1)
    assert answer["guess"] == "off by 5.8 percentage points on average"


def test_the_counting_argument_has_a_result_in_each_line() -> None:
    steps = probability_lab("N holds Bull and Bear").guess(5).scene["chance"]["answer"]["steps"]
    assert [(step["label"], step["value"]) for step in steps] == [
        ("Bull", "13/55"),
        ("Bear", "12/54"),
        ("Together", "26/495"),
    ]


def test_a_case_of_several_amounts_is_one_text() -> None:
    steps = probability_lab("N red >= 5 and E red >= 3").guess(5).scene["chance"]["answer"]["steps"]
    cases = [step for step in steps if "North red" in step["text"]]
    assert cases and all(not step["label"] and "East red: " in step["text"] for step in cases)


def test_method_and_guesses_name_the_seats_in_words() -> None:
    chance = probability_lab("N holds Bull and Bear").guess(5).scene["chance"]
    assert chance["answer"]["lines"][0] == "What is the probability that North holds Bull and Bear?"
    assert not re.search(r"\b[NESW]\b", " ".join(chance["answer"]["lines"]))
    assert chance["past_guesses"][0]["text"] == "North holds Bull and Bear"
    given = probability_lab("N holds Bull", given="E animals >= 1").guess(5).scene["chance"]["answer"]
    assert given["lines"][1].endswith("given that East holds at least 1 animal.")
    assert not re.search(r"\b[NESW]\b", " ".join([*given["lines"], *(step["text"] for step in given["steps"])]))
    joint = probability_lab("N red >= 5 and money N-S >= 200").scene["chance"]
    assert joint["question"] == "North holds at least 5 red cards and North-South holds at least $200,000"


@pytest.mark.parametrize("guess", ["", "-1", "101", "nan", "a half"])
def test_what_is_no_percentage_is_refused(guess: str) -> None:
    with pytest.raises(ValueError, match="percent"):
        Inquiry(EDITION, text="N holds Bull").with_guess(guess)


def test_dealt_cards_come_to_the_answer_and_the_same_seed_to_the_same() -> None:
    answer = Inquiry(EDITION, text="N red >= 5").answer
    trials = [*filter(None, simulate(answer, seed=5, max_deals=4000))]
    assert [trial.n for trial in trials[:4]] == [20, 40, 80, 160] and trials[-1].n == 4000
    assert abs(trials[-1].proportion - float(answer.exact)) < 4 * trials[-1].standard_error
    assert trials == [*filter(None, simulate(answer, seed=5, max_deals=4000))]
    further = [*filter(None, simulate(answer, seed=5, start=trials[-1], max_deals=800))]
    assert further[-1].n == 4800 and further[-1].hits >= trials[-1].hits


def test_a_condition_given_is_part_of_the_answer() -> None:
    assert probability_lab("N holds Bull", given="N holds Tiger").answer == Fraction(2, 9)


def test_from_a_view_only_hidden_cards_are_asked_about() -> None:
    view = mam.view(mam.start(EDITION, seed=7), "N")
    lab = probability_lab("partner holds Tiger", view=view)
    assert lab.answer == mam.chances(view).chance("partner holds Tiger").exact
    assert lab.scene["hand"]["cards"] and lab.scene["editions"] is None
    hidden = {card.code for hand in (1, 2, 3) for card in mam.start(EDITION, seed=7).deal.hands[hand]}
    text = json.dumps([lab.scene["hand"], lab.scene["seats"]])
    assert not [code for code in hidden if f'"{code}"' in text]


@pytest.mark.parametrize("edition", ["make-a-million-1935", "make-a-million-1935-two", "manhattan"])
def test_from_a_view_examples_ask_about_what_is_not_seen(edition: str) -> None:
    round = mam.start(edition, seed=7)
    while round.phase != "play" or len(round.tricks) < 3:
        round = round.play(random_player(mam.view(round, round.actor), Random(len(round.history))))
    view = mam.view(round, round.rules.persons[0])
    examples = list_examples(Inquiry(round.rules.full_id, view))
    assert examples and not any(text.startswith(f"{view.person} ") for _, text, _ in examples)
    for _, text, given in examples:
        odds = mam.chances(view)
        for question in (text, given):
            if question and not question.startswith("split"):
                assert 0 < odds.chance(question).exact < 1, question


def test_examples_from_a_view_of_a_game_of_letters_are_those_without_counting() -> None:
    game = mam.start("millionaire", seed=7)
    game = game.play(mam.view(game, game.actor).legal_moves[0])
    assert list_examples(Inquiry("millionaire", mam.view(game, game.rules.persons[0])))


def test_places_are_offered_by_their_names_and_asked_in_short() -> None:
    places = {place["id"]: place["text"] for place in probability_lab().scene["chance"]["menus"]["places"]}
    assert places["N"] == "North" and places["N-S"] == "North-South" and places["nest"] == "the nest"
    scene = send(probability_lab(), do="build", verb="holds", place="N", cards=["Bull"])
    assert scene["chance"]["text"] == "N holds Bull"


def test_another_edition_keeps_the_question_where_it_can() -> None:
    lab = probability_lab("N holds Bull")
    scene = send(lab, do="edition", edition="make-a-million-2004")
    assert lab.question == "N holds Bull" and scene["editions"]["change"]["items"]
    scene = send(lab, do="edition", edition="sweven")
    assert lab.question == list_examples(Inquiry("sweven"))[0][1]
    assert "New question" in scene["live"]


def test_bad_arguments_are_named() -> None:
    with pytest.raises(TypeError, match="view"):
        probability_lab(view="N")
    with pytest.raises(ValueError, match="no-such"):
        probability_lab(edition="no-such")
    with pytest.raises(ValueError, match="leave the edition out"):
        probability_lab(view=mam.view(mam.start(EDITION, seed=7), "N"), edition=EDITION)


def test_words_and_picture_tell_question_and_answer() -> None:
    lab = probability_lab("N holds Bull").guess(20)
    words, page = lab._words(), lab.draw_static()["text/html"]
    for text in ("N holds Bull", "23.64%", "simulated deals"):
        assert text in words and text in page
    assert lab._picture().startswith("<svg")


def test_a_refusal_stays_said_while_work_goes_on_behind() -> None:
    lab = probability_lab("N holds Bull")
    lab.handle_message({"do": "guess", "percents": ["many"]})
    lab._refresh()  # as work behind the widget does
    assert lab.scene["ruling"]["kind"] == "stop" and "many" in lab.scene["live"]
    send(lab, do="show_answer")
    assert "did not work" not in lab.scene["live"]


def test_when_all_deals_are_tried_the_lab_rests() -> None:
    lab = probability_lab("N holds Bull and Bear")
    lab.handle_message({"do": "show_answer"})
    lab.wait()
    assert not lab.scene["chance"]["busy"] and lab.scene == lab._make_scene()


@pytest.mark.parametrize(("seed", "hits_outside"), [(1, True), (2, None), (3, None), (4, None)])
def test_the_headline_and_the_message_say_how_the_simulation_came_out(seed: int, hits_outside: bool | None) -> None:
    """The same seed gives the same deals, in the interval or outside: both sentences say which it was."""
    lab = probability_lab(seed=seed).guess(20)
    trial, exact = lab.trials, lab.answer
    outside = abs(trial.proportion - float(exact)) > trial.margin
    assert hits_outside is None or outside == hits_outside
    where = "outside" if outside else "inside"
    title = lab.scene["chance"]["answer"]["simulation"]["title"]
    assert f"is {where} the 95% confidence interval" in title and "after 20,000 deals" in title
    assert where in lab.scene["message"]["why"]


@pytest.mark.parametrize("deals", [10, 100, 1_000])
def test_the_number_of_deals_is_chosen(deals: int) -> None:
    lab = probability_lab("N holds Bull", deals=deals).guess(20)
    assert lab.trials.n == deals and lab.scene["chance"]["batch"] == f"{deals:,}"
    points = lab.scene["chance"]["answer"]["simulation"]["plot"]["series"][0]["points"]
    assert len(points) > 2 and points[-1]["x"] == deals
    lab.handle_message({"do": "simulate_more"})
    lab.wait()
    assert lab.trials.n == 2 * deals
    lab.handle_message({"do": "deals", "count": 1_000})
    lab.wait()
    assert lab.trials.n == 1_000, "with another number the simulation begins again"
    again = probability_lab("N holds Bull", deals=1_000).guess(20)
    assert again.trials == lab.trials, "the same seed, the same deals"


@pytest.mark.parametrize("deals", [0, -1, 2_000_000, True, 10.0])
def test_a_number_of_deals_that_cannot_be_simulated_is_named(deals: object) -> None:
    with pytest.raises(ValueError, match="a whole number from 1 to 1,000,000"):
        probability_lab("N holds Bull", deals=deals)  # type: ignore[arg-type]


def test_deals_that_all_came_out_alike_give_no_margin() -> None:
    lab = probability_lab("N holds Bull and Bear and Tiger", deals=10).guess(1)
    simulation = lab.scene["chance"]["answer"]["simulation"]
    assert lab.trials.hits == 0 and "±" not in simulation["title"] and "too few" in simulation["title"]
    assert "margin of error" in lab.scene["message"]["why"]
