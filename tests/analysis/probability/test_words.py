"""The text form says what is wrong, and answers explain themselves."""

import pickle
import re
from fractions import Fraction

import pytest
from cases import check_each
from probability_rounds import random_round

import mam
from mam.analysis.probability import OutOfReach, calculator, card_count, chances, counting, money, strength
from mam.analysis.probability import explanations as explaining
from mam.analysis.probability.answers import percent
from mam.analysis.probability.conditions import as_condition
from mam.analysis.probability.goals import Goal
from mam.analysis.probability.model import NotCounted

ODDS = chances("make-a-million-1935")

WRONG = [
    ("N holds Bul", "“Bul” does not name cards here: did you mean “bull”"),
    ("N greenish >= 2", "“greenish” does not name cards here: did you mean “green”"),
    ("Q holds Bull", "expected a place (N, E, S, W, N-S, E-W, nest, dealt nest), not “Q”"),
    ("N red 5", "a comparison, like “>= 5”,"),
    ("N red >=", "expected a place (N, E, S, W, N-S, E-W, nest, dealt nest), not the end"),
    ("N red >= 5 and", "expected a place (N, E, S, W, N-S, E-W, nest, dealt nest), not the end"),
    ("N red >= 5 money S > 3", "expected “and”, “or” or the end, not “money”"),
    ("(N red >= 5", "expected “)”, not the end"),
    ("N red >= 5 )", "expected “and”, “or” or the end, not “)”"),
    ("N >= 5", "expected a class of cards (like red, money cards, R40, Tiger), not “>=”"),
    ("N holds", "expected a class of cards (like red, money cards, R40, Tiger), not the end"),
    ("N holds red", "'red' means 13 cards, not one: count them"),
    ("N holds at 3 red", "expected “least” or “most”, not “3”"),
    ("N red R40 Y40 >= 1", "no card of this pack is red and R40 and Y40"),
    ("N trumps >= 2", "trump has not been named yet"),
    ("strength N purple > 2", "“purple” is not a trump: use one of red, yellow, black, green"),
    ("partner red >= 2", "“partner” needs a view of a seat"),
    ("stock holds Bull", "expected a place (N, E, S, W, N-S, E-W, nest, dealt nest), not “stock”"),
    ("", "the condition is empty"),
    ("N red, >= 2", "there is a comma where a card should be"),
]


@check_each("text, reason", WRONG)
def test_what_is_wrong_is_named(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=re.escape(reason)):
        ODDS.chance(text)


def test_wrong_kinds() -> None:
    round = mam.start("make-a-million-1935", seed=1)
    with pytest.raises(TypeError, match="take a view"):
        chances(round)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="take a view"):
        chances(mam.start_match("make-a-million-1935", seed=1))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="an edition's id or a view"):
        chances(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="no truth value"):
        bool(card_count("N", "red") >= 2)
    with pytest.raises(TypeError, match="with a whole number or another tally"):
        card_count("N", "red") >= 2.5  # type: ignore[operator]  # noqa: B015
    with pytest.raises(TypeError, match="a place is named by words"):
        money(4)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a condition is text"):
        ODDS.chance(True)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the given condition is impossible"):
        ODDS.given("N red >= 14").holds("N", "Bull")
    with pytest.raises(ValueError, match="whole number, 1 or more"):
        ODDS.holds("N", "Bull").simulate(0)
    with pytest.raises(ValueError, match="places and splits have no mean"):
        _ = ODDS.where("Bull").mean


def test_places_seen_from_a_chair() -> None:
    round = random_round("make-a-million-1935", 3, 2)
    odds = chances(mam.view(round, "N"))
    assert odds.setting.place("partner").name == "S"
    assert (odds.setting.place("left").name, odds.setting.place("right").name) == ("E", "W")
    assert odds.holds("me", odds.setting.place("me").seen_cards[0]).exact == 1
    assert odds.chance("left trumps >= 0").exact == 1
    six = chances(mam.view(mam.start("six", seed=1), "A"))
    with pytest.raises(ValueError, match="has 2 partners"):
        six.holds("partner", "Bull")


def test_conditions_print_as_they_are_written() -> None:
    condition = (card_count("N", "red") >= 2) & ~(money("N-S") > 200) | (strength("S", "red") == 40)
    assert str(condition) == "N red >= 2 and not (money N-S >= 201) or strength S red = 40"
    assert ODDS.chance(str(condition)).exact == ODDS.chance(condition).exact


EXPLAINED = {
    "N holds Bull": ["13 of the 55 places left are N's: 13/55", "So 13/55: 23.64%, 1 in 4.231."],
    "N holds Bull and N holds Bear": ["12 of the 54 places", "Together 13/55 × 12/54 = 26/495"],
    "N red = 5": ["5: C(13,5) × C(42,8) / C(55,13) = 10.47%"],
    "N red >= 5 and money N-S > 200": ["55! / (13! × 13! × 13! × 13! × 3!)", "other cases together"],
}


@pytest.mark.parametrize("text", EXPLAINED)
def test_an_answer_explains_itself(text: str) -> None:
    explained = ODDS.chance(text).explain()
    assert "Model: every deal of the 55 cards is equally likely." in explained
    for words in EXPLAINED[text]:
        assert words in explained


def test_an_answer_of_a_view_says_what_is_known() -> None:
    round = random_round("make-a-million-1935", 3, 4)
    odds = chances(mam.view(round, next(seat for seat in "NESW" if seat != round.bidder)))
    explained = odds.chance("left trumps >= 1 and left money > 20").explain()
    assert "proven voids" in explained and "made any legal discard" in explained
    assert "Each way has weight 1 over the number of discards" in explained
    assert "Unseen cards in each place" in explained
    assert "other values together" in odds.money("left").explain()


def test_out_of_reach_offers_the_simulated_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "_MAX_WORK", 5_000_000)
    hard = " and ".join(f"money {seat} - money {opponent} != 7" for seat, opponent in ("NE", "SW", "NS", "EW"))
    with pytest.raises(OutOfReach, match="not counted exactly: too many") as refused:
        ODDS.chance(f"{hard} and strength N red - strength S green + strength E black < 3")
    share = refused.value.chance
    assert share.standard_error > 0 and repr(share) in str(refused.value)
    unpickled = pickle.loads(pickle.dumps(refused.value))
    assert str(unpickled) == str(refused.value) and unpickled.simulated == share


def test_a_hard_question_is_refused_before_it_takes_long() -> None:
    work = counting.Work()
    (case,) = ODDS.possible_deals.cases
    hard = ODDS.setting.resolve(ODDS.setting.read(as_condition(" or ".join(f"money {seat} > 100" for seat in "NESW"))))
    with pytest.raises(NotCounted, match="too many"):
        counting.Sweep(case, Goal(hard).sums, work).count(Goal(hard))
    assert work.amount < 0.6 * counting._MAX_WORK  # it was seen ahead


def test_one_question_has_one_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    odds = ODDS.given("N red >= 5")
    works: list[counting.Work] = []
    monkeypatch.setattr(calculator, "Work", lambda: works.append(counting.Work()) or works[-1])
    odds.where("R40")
    assert len(works) == 1 and works[0].amount > 0


def test_two_hands_and_the_nest_are_counted() -> None:
    assert float(ODDS.chance("money N + money S - money E - money W >= 50 and N red > S red")) == pytest.approx(
        0.12556, abs=1e-4
    )
    assert (
        ODDS.chance("money N >= 100 and money S <= 60 and nest money >= 10 and N red >= 4 and S holds Tiger").exact > 0
    )


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(9999, 10_000), "99.99%"),
        (Fraction(9996, 10_000), "99.96%"),
        (Fraction(999, 1000), "99.90%"),
        (Fraction(99_997, 100_000), "99.997%"),
    ],
)
def test_what_is_nearly_certain_is_not_called_certain(chance: Fraction, text: str) -> None:
    assert percent(chance) == text


def test_what_never_came_in_a_simulation_is_not_called_impossible() -> None:
    rare = ODDS.simulate("N red = 13", n=500)
    assert (rare.mean, rare.standard_error) == (0, 1 / 500)


def test_amounts_below_zero_can_be_asked() -> None:
    odds = ODDS.distribution(money("N") - money("S"))
    assert ODDS.chance("money N - money S >= -10").exact == odds.at_least(-10).exact


@pytest.mark.parametrize(
    ("ask", "error", "words"),
    [
        (lambda: ODDS.split("red", ["N", "N-S"]), ValueError, "must not overlap: N and N-S do"),
        (lambda: ODDS.split("red", ["N", "N"]), ValueError, "must not overlap"),
        (lambda: ODDS.split("red", "N"), TypeError, "several places, like"),
        (lambda: ODDS.split("red", 5), TypeError, "several places, like"),
        (lambda: ODDS.split("red", []), ValueError, "name the places"),
        (lambda: ODDS.discards("nest"), ValueError, "one seat, like N, not 'nest'"),
        (lambda: ODDS.discards("N-S"), ValueError, "one seat, like N"),
        (lambda: chances("make-a-million-2004+misdeal").misdeal("N-S"), ValueError, "one seat, like N"),
        (lambda: strength("N", None), TypeError, "a trump is named by a word"),
        (lambda: ODDS.where(""), ValueError, "name a card"),
        (lambda: ODDS.count("N", "red").at_least("many"), TypeError, "a minimum is a whole number"),
        (lambda: ODDS.holds("N", "Bull Bull"), ValueError, "Bull is named twice"),
        (lambda: ODDS.chance("N holds Bull and Bull"), ValueError, "“N Bull >= 2”"),
        (lambda: ODDS.chance("(" * 2000 + "N red >= 1" + ")" * 2000), ValueError, "more than 500"),
    ],
)
def test_a_question_that_means_nothing_says_what_would(ask: object, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=re.escape(words)):
        ask()  # type: ignore[operator]


@pytest.mark.parametrize(
    ("asked", "same"),
    [
        ("north holds the bull", "N holds Bull"),
        ("does N hold the Tiger", "N holds Tiger"),
        ("Does North hold the Tiger?", "N holds Tiger"),
        ("Has South both the Bull and the Bear?", "S holds Bull and Bear"),
        ("does N hold the Tiger and does S hold the Bull?", "N holds Tiger and S holds Bull"),
        ("the nest holds the Bull or West has the Bull.", "nest holds Bull or W holds Bull"),
        ("does East have at least 5 red cards?", "E red >= 5"),
        ("has the nest the Tiger?", "nest holds Tiger"),
    ],
)
def test_a_condition_may_be_asked_as_people_ask(asked: str, same: str) -> None:
    odds = chances("make-a-million-1935")
    assert odds.chance(asked).exact == odds.chance(same).exact


def test_articles_are_no_cards_where_letters_are_played() -> None:
    odds = chances("anagrams")
    assert odds.chance("does A hold the A?").exact == odds.chance("A holds A").exact > 0


@pytest.mark.parametrize(
    "condition", ["money N = 7", "money N - money S = 3", "N red >= 3 and money N = 7", "N red money = 1"]
)
def test_what_comes_in_fives_is_never_seven(condition: str) -> None:
    chance = chances("make-a-million-1935").chance(condition)
    tally = condition.split(" and ")[-1].partition(" =")[0]
    assert chance.exact == 0 and str(chance) == f"{condition}: 0%; {tally} is always a multiple of 5"
    explanation = chance.explain()
    assert f"{tally[0].upper()}{tally[1:]} is always a multiple of 5." in explanation and explanation.endswith(
        "0%, never."
    )
    if " and " not in condition:
        with pytest.raises(ValueError, match=f"“{condition}”: {tally} is always a multiple of 5"):
            mam.deals("make-a-million-1935", condition)


@pytest.mark.parametrize("condition", ["N red = 14", "money N = 5 or money N = 7", "money N = 400", "N cards = 12"])
def test_what_can_be_or_is_too_much_has_no_such_note(condition: str) -> None:
    assert "multiple" not in str(chances("make-a-million-1935").chance(condition))


@pytest.mark.parametrize(
    ("edition", "word"),
    [
        ("make-a-million-1935", "hearts"),
        ("make-a-million-1935", "spade"),
        ("sweven", "reds"),
        ("sweven", "green"),
        ("make-a-million-1935", "hearth"),
    ],
)
def test_a_word_of_another_pack_was_meant(edition: str, word: str) -> None:
    odds = chances(edition)
    with pytest.raises(ValueError, match=f"“{word}” does not name cards here: cards are named by") as caught:
        odds.chance(f"{odds.setting.rules.seats[0]} holds {word}")
    assert "did you mean" not in str(caught.value)


@pytest.mark.parametrize(
    ("word", "meant"), [("bul", "bull"), ("yelow", "yellow"), ("tigre", "tiger"), ("animls", "animal")]
)
def test_a_slip_is_still_noticed(word: str, meant: str) -> None:
    with pytest.raises(ValueError, match=f"did you mean “{meant}”"):
        chances("make-a-million-1935").chance(f"N {word} >= 1")


def test_numbers_of_ten_digits_are_powers_of_ten() -> None:
    assert [explaining._format_big(number) for number in (999_999_999, 1_000_000_000)] == ["999,999,999", "1.00 × 10^9"]
