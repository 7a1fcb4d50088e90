"""Pages of Chance: every printed number is its fact, every fact is found a second way, and a fault names its line."""

import random
import re
from contextlib import redirect_stdout
from fractions import Fraction
from io import StringIO
from math import comb
from statistics import mean

import pytest
from cases import check_each

import mam
from mam.chance import PageError, find_page, list_facts, list_pages, make_tables, parse_page
from mam.chance.expressions import compute
from mam.chance.pages import NOTHING, shows
from mam.chance.tables import PAGE_IDS, bayes, intervals, union
from mam.support.data_files import find_data_folder


def test_a_sentence_is_now_and_then_right() -> None:
    sentences = [question for page in list_pages() for question in page.checks if question.kind == "sentence"]
    assert len(sentences) == len(list_pages())
    assert 4 <= sum(question.right == NOTHING for question in sentences) <= 6


@check_each("page_id", PAGE_IDS)
def test_every_wrong_option_has_a_sentence_of_its_own(page_id: str) -> None:
    for question in find_page(page_id).checks:
        said = [question.why, *question.wrong.values()] if question.options else []
        assert len(set(said)) == len(question.options), question.ask


@check_each("page_id", PAGE_IDS)
def test_the_typical_guess_is_far_from_the_answer(page_id: str) -> None:
    guess = find_page(page_id).guess
    answer, typical = guess.answer, guess.typical
    assert abs(answer - typical) >= Fraction(1, 10) * max(abs(answer), abs(typical))


@check_each("page_id", PAGE_IDS)
def test_every_slip_is_wrong_and_named_and_the_answer_right(page_id: str) -> None:
    for question in find_page(page_id).checks:
        if question.answer is None:
            continue
        answer = question.answer
        assert answer.find_fault(f"{float(answer.value):.6g}") == "", question.ask
        for slip in answer.slips:
            assert answer.find_fault(f"{float(slip.value):.9g}") == slip.why, question.ask


@check_each("page_id", PAGE_IDS)
def test_the_tables_have_a_row_for_every_stop(page_id: str) -> None:
    tables = make_tables(page_id)
    count = 1
    for control in tables["controls"]:
        count *= len(control["options"])
        assert control["start"] in [option["value"] for option in control["options"]]
    assert len(tables["stops"]) == len(tables["table"]["rows"]) == count
    assert all(len(row) == len(tables["table"]["columns"]) for row in tables["table"]["rows"])


@check_each("page_id", PAGE_IDS)
def test_a_page_opens_at_the_stop_that_was_asked_about(page_id: str) -> None:
    """The first picture says what is true of the question, to as many digits as it prints."""
    page, tables = find_page(page_id), make_tables(page_id)
    stop = tables["stops"]["|".join(control["start"] for control in tables["controls"])]
    answer, after = float(page.guess.answer) * tables["guess"]["factor"], tables["guess"]["after"]
    percent = {"%": answer, " of 100": answer, " of 1,000": answer / 10}.get(after)  # 7 of 1,000 is 0.70%
    texts = re.findall(r"(−?\d[\d,]*\.?\d*)(%?)", f"{stop['big']} {stop['finding']} {stop['detail']}")
    numbers = [
        text.rstrip(",.").replace(",", "").replace("−", "-")
        for text, sign in texts
        if bool(sign) == (percent is not None)
    ]
    wanted = [answer, 1000 * answer] if percent is None else [percent]  # thousands of dollars are written out
    assert any(
        abs(float(number) - value) <= 0.5 * 10.0 ** -len(number.partition(".")[2])
        or (value == 1000 * answer and abs(float(number) - value) <= 500)
        for number in numbers
        for value in wanted
    ), (answer, stop)


NUMBER = re.compile(r"[−+]?\$?\d[\d,]*\.?\d*(?<![,.])%?")


@check_each("page_id", PAGE_IDS)
def test_the_python_of_a_page_finds_its_numbers(page_id: str) -> None:
    """It prints the answer to the guess, and no number that the page doesn't have."""
    page, tables = find_page(page_id), make_tables(page_id)
    output = StringIO()
    with redirect_stdout(output):
        exec(page.how, {})
    printed = NUMBER.findall(output.getvalue().replace("-", "−"))
    answer = page.guess.answer * Fraction(tables["guess"]["factor"])
    assert any(shows(number, float(page.guess.answer)) for number in printed), output.getvalue()
    stop = tables["stops"]["|".join(control["start"] for control in tables["controls"])]
    texts = (page.goal, page.words, page.guess.ask, page.guess.why, *page.formulas, stop["finding"], stop["detail"])
    known = {f"{round(answer)}", *(found for text in texts for found in NUMBER.findall(text))}
    assert {number.lstrip("+") for number in printed} - {number.lstrip("+") for number in known} == set(), known


# Facts a second way


def test_bayes_is_what_the_rulebook_player_bids() -> None:
    masks_of = pytest.importorskip("mam.engine.rollouts.worlds").MaskDrawer
    from mam.analysis.auctions import make_unseen_round
    from mam.engine.rollouts.call_model import find_bid_limits
    from mam.engine.rollouts.continuation import list_mask_cards
    from mam.games.registry import find_rules

    hidden = make_unseen_round(find_rules("make-a-million-1935", (), None), "N")
    masks = masks_of(hidden, list_mask_cards(hidden.rules)).draw(20_000, 99)
    limits = find_bid_limits(hidden, masks).ravel()
    counts = masks.counts()[:, : len(hidden.rules.seats)].reshape(len(limits), -1)
    forties = counts[:, [k for k, card in enumerate(masks.cards) if card.rank == 40]].sum(1)
    tigers = counts[:, [card.code for card in masks.cards].index("TIGER")]
    for bid in (195, 215, 245):
        reach = limits >= bid
        for thing, holds in (("three", forties >= 3), ("two", forties >= 2), ("tiger", tigers == 1)):
            share = bayes.find_share(bid, thing)
            assert abs(holds.mean() - share.before) < 0.01
            assert abs(reach[holds].mean() - share.reach) < 0.03
            assert abs(holds[reach].mean() - share.after) < 0.03


def test_bayes_counts_every_hand_and_draws_a_thousand() -> None:
    assert sum(bayes.count_hands().values()) == comb(55, 13)
    assert bayes.find_share(215, "three").before == float(Fraction(4 * comb(51, 10) + comb(51, 9), comb(55, 13)))
    dots = bayes.draw_dots()
    assert len(dots) == 1000 and dots == sorted(dots, key=lambda dot: -dot[0])
    for bid in bayes.BIDS:
        holds = {"three": lambda dot: dot[1] >= 3, "two": lambda dot: dot[1] >= 2, "tiger": lambda dot: dot[2] == 1}
        for thing, has in holds.items():
            share = bayes.find_share(bid, thing)
            inside = [dot for dot in dots if dot[0] >= bid]
            held = sum(map(has, inside))
            assert abs(len(inside) - 1000 * share.all_reach) <= 0.5
            assert abs(held - 1000 * share.before * share.reach) < 1, (bid, thing)
            finding = make_tables("bayes")["stops"][f"{bid}|{thing}"]["finding"]
            assert finding.endswith(f"in the picture, {held} of {len(inside)}.")


def test_the_union_is_what_is_counted_by_the_calculator() -> None:
    chances = mam.chances("make-a-million-1935")
    facts = list_facts("or")
    assert chances.chance("N 40 >= 1").exact == facts["some_40"] == union.find_some(13)
    assert chances.chance("N holds R40 and N holds Y40").exact == facts["both"]
    assert chances.chance("N-S 40 >= 1").exact == union.find_some(26)


def test_intervals_contain_the_truth_as_often_as_said() -> None:
    chances = mam.chances("make-a-million-1935")
    assert chances.chance("N holds Bull and N holds Bear").exact == intervals.EVENTS["both"]
    rng = random.Random(4)
    truth = float(intervals.EVENTS["both"])
    for recipe, find in intervals.RECIPES.items():
        samples = [
            find(sum(rng.random() < truth for _ in range(20)), 20, intervals.LEVELS["95"]) for _ in range(20_000)
        ]
        hits = mean(low <= truth <= high for low, high in samples)
        assert abs(hits - intervals.find_coverage("both", 20, recipe, "95")) < 0.012


# Faults


def _read_or() -> str:
    return (find_data_folder() / "chance" / "or.toml").read_text("utf-8")


FAULTS = {
    'idea = "': ('idae = "', "line 3: unknown key 'idae'"),
    "13/55 is 94.5%": ("13/55 is 95.5%", "“94.5%” is not on the page"),
    '"94.5%" = "four_added"': ('"94.5%" = "named"', "“94.5%” is printed, but named is 0.236364"),
    '"94.5%" = "four_added" ': ('"94.5%" = "five_added"', "“five_added” names no fact of this page"),
    '"1-(4/5)**4"': ("\"__import__('os')\"", "is not a sum of numbers, facts, sqrt"),
    '["The average is wrong", "4 × 26/55 is 1.9. The average is right; “always” is wrong."]': (
        '["The average is wrong", ""]',
        "must be an option and the sentence said to it",
    ),
    '["You have no Red; you have no Yellow", "A hand can be without both colors. Adding counts it twice."]': (
        '"You have no Red; you have no Yellow"',
        "must be an option and the sentence said to it",
    ),
    '["Nothing is wrong", ': ('["All is well", ', "has the option 'Nothing is wrong'"),
    '"47.3%" = "two_added"': ("", "“47.3%” is printed without a fact"),
    "Adding counts it twice.": ("Adding counts 12.5% twice.", "“12.5%” is printed without a fact"),
    'kind = "choice"': ('kind = "guess"', "a question is of the kind probability, number, choice, sentence"),
    '["4/5", "Four': ('["1-(4/5)**4", "Four', "a slip is too near the answer"),
}


@check_each("case", list(FAULTS.items()))
def test_a_fault_is_named_with_its_line(case: tuple[str, tuple[str, str]]) -> None:
    old, (new, said) = case
    text = _read_or()
    assert old.strip() in text
    with pytest.raises(PageError) as caught:
        parse_page(text.replace(old.strip(), new, 1), list_facts("or"), "or.toml")
    assert said in str(caught.value) and "or.toml, line" in str(caught.value), str(caught.value)


def test_an_unknown_page_names_those_there_are() -> None:
    with pytest.raises(KeyError, match="there are space, "):
        find_page("beys")


@check_each(
    "text",
    [
        "9**999",
        "9**-1",
        "x.y",
        "[1]",
        "sqrt(0-1)",
        "1/0",
        "f(1)",
        "1 if 1 else 2",
        "'a'",
        "comb(5,7)",
        "comb(9**9,2)",
        "comb(1/2,1)",
        "(" * 300,
    ],
)
def test_only_sums_are_computed(text: str) -> None:
    with pytest.raises(ValueError, match="“"):
        compute(text, {})
