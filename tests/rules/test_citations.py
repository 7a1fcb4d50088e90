"""Every ruling cited exists, and every topic of an edition is produced somewhere."""

import tomllib
from collections.abc import Iterator
from unittest import mock

import oracle
import pytest
import test_match
import test_scoring
from positions import calls, cites, deal_to, play, played_out, position, specimen
from test_auction import PRINTED
from test_nest import TWO, with_nest

import mam
from mam.datafiles import data_folder
from mam.editions.ruleset import RuleSet
from mam.moves import Move
from mam.notation import parse_move
from mam.rulings import Reason, all_rulings

EDITIONS = mam.list_editions()


def refusals() -> Iterator[tuple[mam.Round, str]]:
    opened = play(specimen(), "175")
    yield from ((specimen(), text) for text in ("pass", "170", "173", "R40"))
    yield from ((opened, text) for text in ("180", "525", "186"))
    nest = with_nest(*TWO)
    yield from ((nest, f"discard {cards}") for cards in ("R1", "R1 Y1 BEAR", "R1 R40 R30", "G40 R1 Y1"))
    cards = position("N Y9 B1 | E Y40 BULL | S BEAR Y1 | W R40 R1", trump="B", lead="N")
    yield from ((play(cards, "Y9"), text) for text in ("BULL", "R1"))
    yield from ((play(cards, "Y9, Y40"), text) for text in ("BEAR",))
    yield position("N B1 R1 | E TIGER R40 | S B2 R2 | W B3 R3", trump="B", lead="N", played="B1"), "R40"
    yield position("N BULL R1 | E TIGER R40 | S B2 R2 | W B3 R3", trump="B", lead="N"), "BULL"


def played() -> Iterator[mam.Round]:
    for bid in (200, 265):
        yield played_out(test_scoring.LEAFLET, trump="R", lead="E", bid=bid)
    for trick in (
        "R40 BEAR R2 BULL",
        "R1 R2 R3 BULL",
        "TIGER B1 R40 BEAR",
        "BULL BEAR R1 R2",
        "B1 TIGER B2 B3",
        "R1 Y1 Y2 Y3",
    ):
        yield played_out(trick, trump="B", lead="N")
    yield position("N B1 R1 | E TIGER B2 | S R3 R2 | W B3 R4", trump="B", lead="N", played="B1, TIGER, R3, B3")
    yield position("N BULL BEAR | E R2 B2 | S R3 R7 | W B3 R4", trump="B", lead="N", played="BULL")
    yield play(deal_to("S", *TWO), f"{calls(175)}, discard R1 Y1 R40, trump B")
    yield position(
        "N R40 | E R1 | S R2 | W R3",
        trump="R",
        lead="E",
        nest="B40 Y40 TIGER",
        out="B40 Y40 R40",
        played="R1, R2, R3, TIGER",
    )
    yield play(specimen(), f"{PRINTED}, discard G8 Y4 R4, trump B")


def test_every_topic_is_produced() -> None:
    topics = set()
    cite = RuleSet.cite

    def noted(rules: RuleSet, reason: Reason, instead: tuple[Move, ...] = ()) -> mam.Ruling:
        topics.add(reason.topic)
        return cite(rules, reason, instead)

    with mock.patch.object(RuleSet, "cite", noted):
        for round, text in refusals():
            assert round.why_not(parse_move(text)) is not None, text
        assert specimen().why_not(mam.Bid(175), "N") is not None
        assert specimen().why_not(mam.Bid(175, mam.Colour.RED)) is not None
        assert play(specimen(), PRINTED).why_not(parse_move("discard Y40 R4 Y4")) is not None
        named = play(specimen(), f"{PRINTED}, discard G8 Y4 R4")
        assert named.why_not(mam.NameTrump(mam.NoTrump.TIGER_HIGH)) is not None
        trick = position("N R1 R2 | E R3 R4 | S R40 R5 | W R7 R8", trump="B", lead="N", played="R1")
        assert trick.why_not(parse_move("R7"), "W") is not None
        assert play(trick, "R3, R40, R7").why_not(parse_move("R4"), "E") is not None
        for round in played():
            now = mam.Round(round.rules, round.deal)
            for move in round.history:
                assert now.why(move)
                now = now.play(move)
        for totals in ((800, 0), (860, 940), (800, 860)):
            assert test_match.after(*totals).why_ended()
    assert set(mam.get_edition(EDITIONS[0]).cites) - topics == {
        "dealt",
        "counting",
    }  # which only a table says that shows the deal and the count


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_citation_exists(edition: str) -> None:
    rules = mam.get_edition(edition)
    for topic, rule_id in rules.cites.items():
        assert rule_id in all_rulings(), topic
        assert rules.rule_id(topic) == rule_id == rules.cite(Reason(topic, "so")).id
    for option in rules.options.values():
        assert option.rule_id in all_rulings()


def test_every_ruling_is_complete() -> None:
    documents = tomllib.loads((data_folder() / "rules" / "documents.toml").read_text("utf-8"))
    for one in all_rulings().values():
        assert one.title and one.words and one.section and one.document in documents, one.id
        assert (one.page > 0) == (one.document in ("leaflet-1935", "supplement-1935")), (
            one.id
        )  # the others have no pages
        assert set(one.see) <= set(all_rulings()), one.id
        assert one.kind in {"rule", "aim", "advice", "etiquette", "reading"}
        assert bool(one.question and one.alternative and one.why) == (one.kind == "reading"), one.id
        assert (one.kind == "reading") == one.id.startswith("D-")
        assert one.source and one.id in str(one)


def test_every_switch_is_an_option_of_its_reading() -> None:
    options = {
        name: option.rule_id for edition in EDITIONS for name, option in mam.get_edition(edition).options.items()
    }
    for one in all_rulings().values():
        if one.switch:
            assert options[one.switch] == one.id


def test_a_missing_ruling_names_the_nearest() -> None:
    with pytest.raises(KeyError, match="R35-BB-1"):
        mam.ruling("R35-BB-9")
    with pytest.raises(KeyError, match="no ruling has the id 'X'"):
        mam.ruling("X")


def test_a_verdict_reads_well() -> None:
    round = position("N Y9 R3 | E Y40 B7 | S B11 G1 | W R40 R1", trump="B", lead="N", played="Y9")
    verdict = round.why_not(parse_move("B7"))
    lines = str(verdict).splitlines()
    assert lines[0] == "Yellow was led and East holds Yellow, so Yellow must be followed."
    assert lines[1].startswith("R35-PLAY-5 (1935 leaflet, page 5, Playing): ") and lines[2] == "Legal instead: play Y40"
    reading = str(specimen().why_not(parse_move("R40")))
    assert "Other reading: " in reading and "mam's reading; nearest: " in reading


def test_the_oracle_agrees_on_the_money() -> None:
    assert {card.code: card.money for card in mam.PACK} == {card.code: oracle.money(card.code) for card in mam.PACK}
    assert all(card.is_plain == oracle.plain(card.code) for card in mam.PACK)
    assert cites(specimen(), "bid 175")
