"""Prices: what the answers to a decision cost in simulated deals, computed and written by the product."""

from pathlib import Path

import pytest

import mam
from mam.analysis.advice import advise
from mam.analysis.alternatives import GoTo
from mam.cli.parser import main
from mam.games.trick_round import TrickRound
from mam.players.candidates import list_discards
from mam.studies.checks.hands import certify_prices
from mam.studies.hand import find_place, price_stop
from mam.studies.price_file import write_prices
from mam.studies.prices import Price, list_options, price_answers
from mam.studies.read import parse_study
from mam.studies.study import Chapter
from mam.support.data_files import find_data_folder
from mam.text.notation import parse_call

FILE = find_data_folder() / "studies" / "hands" / "h01.toml"


def find_round(moment: str) -> TrickRound:
    chapter = mam.get_study("h01").chapters[0]
    stop = next(stop for stop in chapter.stops if stop.at == moment)
    return find_place(chapter, stop)[0]


def find_nest() -> TrickRound:
    record = mam.get_study("h01").chapters[0].record
    assert record is not None
    return next(round for round in record.rounds() if isinstance(round, TrickRound) and round.phase == "nest")


def test_prices_are_those_of_advice() -> None:
    round = find_round("trick 7 card 2")
    table = advise(mam.view(round, "S"), n=200, seed=4).table
    costs = {row.alternative.split()[1]: Price(int(f"{-row.difference:.0f}"), 0).cost for row in table.itertuples()}
    prices = price_answers(round, list_options(round, "card"), seed=4, n=200)
    assert {answer: price.cost for answer, price in prices.items()} == costs
    assert next(iter(prices.values())) == Price(0, 0)
    assert price_answers(round, list_options(round, "card"), seed=4, n=200) == prices
    assert price_answers(round, list_options(round, "card"), seed=5, n=200) != prices


def test_a_bid_stands_for_its_limits_and_a_discard_for_two_trumps() -> None:
    auction = mam.start("make-a-million-1935", seed=7).play(mam.Bid(195))
    assert isinstance(auction, TrickRound)
    options = list_options(auction, "choice", ["Pass", "Bid in Black"])
    assert options["Pass"] == [(mam.Pass(),)]
    limits = [plan[0] for plan in options["Bid in Black"]]
    assert all(isinstance(limit, GoTo) and limit.trump == mam.Color.BLACK for limit in limits) and len(limits) > 4
    prices = price_answers(auction, options, n=200)
    assert min(price.cost for price in prices.values()) == 0 and prices.keys() == options.keys()
    nest = find_nest()
    plans = list_options(nest, "choice", ["B1 G3 G1", "R1 R2 R3"])
    assert [len(plan) for plan in plans.values()] == [2, 2]
    assert price_answers(nest, plans, n=200)["R1 R2 R3"].cost > 40


def test_a_discard_after_a_bid_in_a_color_names_no_trump() -> None:
    round = mam.start("manhattan", seed=3)
    for text in ("100 R", "pass", "pass", "pass"):
        round = round.play(parse_call(text))
    assert isinstance(round, TrickRound) and round.phase == "nest"
    cards = next(list_discards(round))[0]
    ((plan,),) = list_options(round, "choice", [mam.format_cards(cards)]).values()
    assert plan == (mam.Discard(cards),)


@pytest.mark.parametrize(
    ("choices", "fault"),
    [
        (["B1 G3"], "'B1 G3': "),
        (["B1 G3 Y99"], "'B1 G3 Y99' is no discard"),
        (["B1 G3 Y40"], "'B1 G3 Y40': "),
        (["B1 G3 Y1"], "'B1 G3 Y1': "),
    ],
)
def test_a_discard_that_is_not_legal(choices: list[str], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        list_options(find_nest(), "choice", choices)


def test_what_has_no_price() -> None:
    auction = mam.start("make-a-million-1935", seed=7).play(mam.Bid(195))
    assert isinstance(auction, TrickRound)
    with pytest.raises(ValueError, match="'Double' can't be compared here: write Pass, "):
        list_options(auction, "choice", ["Double"])
    with pytest.raises(ValueError, match="a card, a trump or a choice has prices, not “seat”"):
        list_options(auction, "seat")
    with pytest.raises(ValueError, match="nothing to compare"):
        price_answers(auction, {})


def strip_prices(text: str) -> str:
    """Return a study as an author begins it: without prices, and without what is right."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith(("prices", "right")))


def parse_chapter(text: str) -> Chapter:
    return parse_study(text, "hand.toml").chapters[0]


def test_prices_are_written_where_none_were() -> None:
    text = FILE.read_text("utf-8")
    before, draft = parse_chapter(text), parse_chapter(strip_prices(text))
    assert all(not stop.right and not stop.extra for stop in draft.stops)
    priced = [
        (stop, {answer: Price(*pair) for answer, pair in known.extra["prices"].items()})
        for stop, known in zip(draft.stops, before.stops, strict=True)
    ]
    assert parse_chapter(write_prices(strip_prices(text), priced)).stops == before.stops
    again = [(stop, prices) for stop, (_, prices) in zip(before.stops, priced, strict=True)]
    assert write_prices(text, again) == text  # what is there already is replaced in its place


def test_a_price_on_several_lines_is_refused() -> None:
    text = FILE.read_text("utf-8").replace('right = ["R"]', 'right = [\n    "R",\n]')
    stop = parse_chapter(text).stops[0]
    with pytest.raises(ValueError, match=r"line \d+: write right on one line"):
        write_prices(text, [(stop, {"R": Price(0, 0)})])


def test_certificates_name_the_price_that_differs() -> None:
    text = FILE.read_text("utf-8")
    *_, last = parse_chapter(text).stops
    assert list(certify_prices(parse_chapter(text), last)) == []
    cost, margin = last.extra["prices"]["TIGER"]
    spoiled = text.replace(f'"TIGER" = [{cost}, {margin}]', f'"TIGER" = [{cost + 9}, {margin}]')
    *_, stop = parse_chapter(spoiled).stops
    ((line, fault),) = certify_prices(parse_chapter(spoiled), stop)
    assert fault.startswith(f"trick 8 card 2: TIGER costs ${cost},000") and spoiled.splitlines()[line - 1].startswith(
        "prices"
    )


def test_the_command_writes_or_compares(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "hand.toml"
    head, *stops = strip_prices(FILE.read_text("utf-8")).split("[[chapter.stop]]")
    path.write_text("[[chapter.stop]]".join([head, stops[3], stops[6]]), "utf-8")
    assert main(["study", "price", str(path)]) == 0
    chapter = parse_chapter(path.read_text("utf-8"))
    assert [stop.right for stop in chapter.stops] == [
        stop.right for stop in (mam.get_study("h01").chapters[0].stops[i] for i in (3, 6))
    ]
    written = path.read_text("utf-8")
    assert main(["study", "price", str(path), "--seed", "2"]) == 0
    assert "3 of 3 wrong answers are clearly wrong in these deals, too" in capsys.readouterr().out
    assert path.read_text("utf-8") == written
    assert price_stop(chapter, chapter.stops[0], seed=2) != price_stop(chapter, chapter.stops[0])


def test_the_command_refuses_what_it_cannot_price(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "hand.toml"
    path.write_text(FILE.read_text("utf-8").replace('at = "trick 2 card 3"', 'at = "trick 2 card 2"'), "utf-8")
    assert main(["study", "price", str(path)]) != 0
    assert "it is not S's turn" in capsys.readouterr().err
    bull = next(iter((find_data_folder() / "studies" / "learn").glob("*bull.toml")))
    assert main(["study", "price", str(bull)]) != 0
    assert "nothing to price" in capsys.readouterr().err
