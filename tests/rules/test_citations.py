"""Every ruling cited exists, and every topic of an edition is produced somewhere."""

import tomllib
from collections.abc import Iterator
from unittest import mock

import oracle
import pytest
import test_match
import test_scoring
from bids import spell_bid
from positions import calls, deal_to, position, round_of_tricks, specimen
from tables import cited_rules, play
from test_auction import PRINTED
from test_nest import TWO, with_nest

import mam
from mam.rules.editions.ruleset import RuleSet
from mam.rules.moves import Move
from mam.rules.rulings import Reason, all_rulings
from mam.support.data_files import find_data_folder
from mam.text.notation import parse_move

EDITIONS = mam.list_editions()


def refusals() -> Iterator[tuple[mam.TrickRound, str]]:
    opened = play(specimen(), "open")
    yield from ((specimen(), text) for text in ("pass", "170", "173", "R40"))
    yield from ((opened, text) for text in ("open", "525", "186"))
    nest = with_nest(*TWO)
    yield from ((nest, f"discard {cards}") for cards in ("R1", "R1 Y1 BEAR", "R1 R40 R30", "G40 R1 Y1"))
    cards = position("N Y9 B1 | E Y40 BULL | S BEAR Y1 | W R40 R1", trump="B", lead="N")
    yield from ((play(cards, "Y9"), text) for text in ("BULL", "R1"))
    yield from ((play(cards, "Y9, Y40"), text) for text in ("BEAR",))
    yield position("N B1 R1 | E TIGER R40 | S B2 R2 | W B3 R3", trump="B", lead="N", played="B1"), "R40"
    yield position("N BULL R1 | E TIGER R40 | S B2 R2 | W B3 R3", trump="B", lead="N"), "BULL"
    yield position("N BULL TIGER | E R1 R40 | S B2 R2 | W B3 R3", trump="B", lead="N"), "BULL"
    yield play(specimen(), PRINTED), "270"


def played() -> Iterator[mam.TrickRound]:
    for bid in (200, 265):
        yield round_of_tricks(test_scoring.LEAFLET, trump="R", lead="E", bid=bid)
    for trick in (
        "R40 BEAR R2 BULL",
        "R1 R2 R3 BULL",
        "TIGER B1 R40 BEAR",
        "BULL BEAR R1 R2",
        "B1 TIGER B2 B3",
        "R1 Y1 Y2 Y3",
    ):
        yield round_of_tricks(trick, trump="B", lead="N")
    yield position("N B1 R1 | E TIGER B2 | S R3 R2 | W B3 R4", trump="B", lead="N", played="B1, TIGER, R3, B3")
    yield position("N Y5 | E B15 | S BEAR | W BULL", trump="G", lead="S", played="BEAR, BULL, Y5, B15")
    yield position("N BULL BEAR | E R2 B2 | S R3 R7 | W B3 R4", trump="B", lead="N", played="BULL")
    yield play(deal_to("S", *TWO), f"{calls()}, discard R1 Y1 R40, trump B")
    yield position(
        "N R40 | E R1 | S R2 | W R3",
        trump="R",
        lead="E",
        nest="B40 Y40 TIGER",
        discards="B40 Y40 R40",
        played="R1, R2, R3, TIGER",
    )
    yield play(specimen(), f"{PRINTED}, discard G8 Y4 R4, trump B")


def test_every_topic_is_produced() -> None:
    topics = set()
    cite = RuleSet.cite

    def noted(rules: RuleSet, reason: Reason, instead: tuple[Move, ...] = ()) -> mam.Ruling:
        topics.update((reason.topic, *reason.further))
        return cite(rules, reason, instead)

    with mock.patch.object(RuleSet, "cite", noted):
        for round, text in refusals():
            assert round.why_not(parse_move(spell_bid(round, text))) is not None, text
        assert specimen().why_not(mam.Bid(200), "N") is not None
        assert play(specimen(), "open").why_not(mam.Bid(200), "N") is not None
        assert specimen().why_not(mam.Misdeal()) is not None
        assert specimen().why_not(mam.Bid(200, mam.Color.RED)) is not None
        assert play(specimen(), PRINTED).why_not(parse_move("discard Y40 R4 Y4")) is not None
        named = play(specimen(), f"{PRINTED}, discard G8 Y4 R4")
        assert named.why_not(mam.NameTrump(mam.NoTrump.TIGER_HIGH)) is not None
        trick = position("N R1 R2 | E R3 R4 | S R40 R5 | W R7 R8", trump="B", lead="N", played="R1")
        assert trick.why_not(parse_move("R7"), "W") is not None
        assert play(trick, "R3, R40, R7").why_not(parse_move("R4"), "E") is not None
        assert trick.why_not(mam.NameTrump(mam.Color.RED)) is not None
        for round in played():
            step = mam.TrickRound(round.rules, round.deal)
            for move in round.history:
                assert step.why(move)
                step = step.play(move)
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
    documents = tomllib.loads((find_data_folder() / "rules" / "documents.toml").read_text("utf-8"))
    for ruling in all_rulings().values():
        assert ruling.title and ruling.words and ruling.section and ruling.document in documents, ruling.id
        assert (ruling.page > 0) == (ruling.document in ("leaflet-1935", "supplement-1935")), (
            ruling.id
        )  # the others have no pages
        assert set(ruling.see) <= set(all_rulings()), ruling.id
        assert ruling.kind in {"rule", "aim", "advice", "etiquette", "reading"}
        assert bool(ruling.question and ruling.alternative and ruling.why) == (ruling.kind == "reading"), ruling.id
        assert (ruling.kind == "reading") == ruling.id.startswith("D-")
        assert ruling.source and ruling.id in str(ruling)


def test_every_switch_is_an_option_of_its_reading() -> None:
    options = {
        name: option.rule_id for edition in EDITIONS for name, option in mam.get_edition(edition).options.items()
    }
    for ruling in all_rulings().values():
        if ruling.switch:
            assert options[ruling.switch] == ruling.id


def test_a_missing_ruling_names_the_nearest() -> None:
    with pytest.raises(KeyError, match="R35-BB-1"):
        mam.ruling("R35-BB-9")
    with pytest.raises(KeyError, match="no ruling has the id 'X'"):
        mam.ruling("X")
    with pytest.raises(KeyError) as caught:
        mam.ruling("")
    assert len(str(caught.value)) < 120  # not every rule there is


def test_a_verdict_reads_well() -> None:
    round = position("N Y9 R3 | E Y40 B7 | S B11 G1 | W R40 R1", trump="B", lead="N", played="Y9")
    verdict = round.why_not(parse_move("B7"))
    lines = str(verdict).splitlines()
    assert lines[0] == "You must follow Yellow: you still hold Y40."
    assert lines[1].startswith("R35-PLAY-5 (1935 leaflet, page 5, Playing): ") and lines[2] == "Legal instead: play Y40"
    reading = str(specimen().why_not(parse_move("R40")))
    assert "Other reading: " in reading and "mam's reading; nearest: " in reading


def test_the_oracle_agrees_on_the_money() -> None:
    assert {card.code: card.money for card in mam.PACK} == {card.code: oracle.money(card.code) for card in mam.PACK}
    assert all(card.is_number_card == oracle.is_number_card(card.code) for card in mam.PACK)
    assert cited_rules(specimen(), "open")


# What holds in an edition

TWO_PACKS = {"D-G01", "D-G08", "D-G19", "D-G31", "R04-BID-2", "R04-BID-6"}
EXACT = {  # the aim, the deal, the bidding, the widow, and the score by money
    *("R04-OBJ-1", "R04-OBJ-2", "R04-DEAL-2", "R04-PLAY-1", "R04-PLAY-4", "R04-OPT-2", "R04-WIN-1"),
    *("R04-BULL-2", "R04-BEAR-2", "R04-BB-1"),
    *(f"R04-BID-{number}" for number in range(1, 7)),
    *(f"R04-WID-{number}" for number in range(1, 6)),
    *(f"R04-SCORE-{number}" for number in range(1, 5)),
    *(f"D-G{number:02}" for number in (1, 2, *range(3, 17), 19, 22, 23, 24, 25, 26, 28, 29, 31, 32)),
    *(f"D-X{number:02}" for number in (1, 2, 3, 4, 5, 6, 9, 10, 12, 17, 18, 20)),
}


@pytest.mark.parametrize(
    ("edition", "missing", "instead"),
    [
        ("make-a-million-1935", set(), {"R35-BID-2"}),
        ("make-a-million-1935-three", {"R35-TEAM-1", "R35-WIN-1", "D-G24", "D-G31"}, {"R35-3P-13", "D-T07"}),
        ("make-a-million-1935-two", {"R35-TEAM-1", "R35-BID-2", "D-G05"}, {"R2H-1", "R2H-7", "D-H04"}),
        ("manhattan", {"R35-BID-2", "R35-BID-7", "R35-BID-8"}, {"RMM-2", "RMM-3", "RMM-5"}),
        ("make-a-million-2004", {"D-G01", "D-G08", "D-G19"}, {"R04-BID-3", "R04-BB-2", "D-R19"}),
        ("six", TWO_PACKS, {"R68-2", "R68-7", "D-G06"}),
        ("eight", TWO_PACKS, {"R68-2", "R68-7", "R68-8"}),
        (
            "silent-six",
            {*TWO_PACKS, "D-G24", "R04-PLAY-4", "R68-7", "D-P12"},
            {"RSP-1", "D-S13", "D-S14"},
        ),
        (
            "exact-tricks",
            EXACT,
            {"REX-1", "REX-5", "REX-10", "D-V05", "D-V09", "R04-BULL-1", "R04-TIG-1", "D-G18"},
        ),
    ],
)
def test_only_what_holds_is_listed(edition: str, missing: set[str], instead: set[str]) -> None:
    rules = mam.get_edition(edition)
    listed = [ruling.id for ruling in rules.rulings()]
    assert len(listed) == len(set(listed)) and instead <= set(listed)
    assert {ruling.id for ruling in all_rulings().values() if ruling.book in rules.rulebook} - set(listed) == missing


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_cited_holds(edition: str) -> None:
    """No reason is given by a rule that another document of the same rulebook replaces, and all of them are listed."""
    rules = mam.get_edition(edition)
    listed = rules.rulings()
    assert rules.cited <= {rule.id for rule in listed}
    assert not rules.cited & {old for rule in listed for old in rule.replaces}


def test_replaced_rules_are_there_and_older() -> None:
    for ruling in all_rulings().values():
        assert set(ruling.replaces) <= set(all_rulings()) and ruling.id not in ruling.replaces


def test_a_game_of_letters_has_no_readings_of_the_main_game_but_what_it_cites() -> None:
    for edition in ("millionaire", "anagrams"):
        readings = [ruling.id for ruling in mam.get_edition(edition).rulings() if ruling.book == "readings"]
        assert readings == ["D-G27"]


# With an option on


@pytest.mark.parametrize(
    ("edition", "topic", "usual", "option", "chosen"),
    [
        ("make-a-million-1935", "win", "R35-WIN-1", "short-game", "R35-WIN-3"),
        ("make-a-million-1935-three", "win", "R35-3P-13", "short-game", "R35-WIN-3"),
        ("six", "win", "R04-WIN-1", "double-target", "D-P03"),
        ("make-a-million-2004", "color-after-animal", "R04-BB-2", "tiger-sets-no-color", "D-G19"),
        ("make-a-million-1935-two", "opening", "R2H-7", "opening-cap", "D-H04"),
        ("eight", "misdeal", "R04-OPT-1", "double-misdeal", "D-P04"),
        ("manhattan", "discard-count", "R35-NEST-2", "without-tiger", "D-M10"),
        ("make-a-million-1935-two", "discard-count", "R35-NEST-2", "without-ones", "R2H-9"),
    ],
)
def test_an_option_cites_its_own_rule(edition: str, topic: str, usual: str, option: str, chosen: str) -> None:
    assert mam.get_edition(edition).rule_id(topic) == usual
    rules = mam.get_edition(edition, [option])
    assert rules.rule_id(topic) == chosen
    assert chosen in {ruling.id for ruling in rules.rulings()}


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_reading_says_when_an_option_reads_it_the_other_way(edition: str) -> None:
    for name, option in mam.get_edition(edition).options.items():
        assert set(option.cites.values()) <= set(all_rulings())
        ruling = all_rulings()[option.rule_id]
        if ruling.switch != name:
            continue
        rules = mam.get_edition(edition, [name])
        (listed,) = (item for item in rules.rulings() if item.id == ruling.id)
        assert listed == rules.ruling(ruling.id) and listed.option == name and ruling.option == ""
        assert f"The option {name} chooses the other reading: {ruling.alternative}" in str(listed).splitlines()
        assert f"Other reading: {ruling.alternative}" in str(mam.get_edition(edition).ruling(ruling.id)).splitlines()


# The rule whose words decide


@pytest.mark.parametrize(
    ("edition", "hands", "trump", "lead", "played", "move", "cited"),
    [
        # A lead after the first belongs to whoever took the last trick.
        ("make-a-million-1935", "N R40 Y1|E R1 Y2|S R2 Y3|W R3 Y4", "B", "N", "R40 R1 R2 R3", "Y1", ["R35-PLAY-8"]),
        ("make-a-million-2004", "N R40 Y1|E R1 Y2|S R2 Y3|W R3 Y4", "B", "N", "R40 R1 R2 R3", "Y1", ["R04-PLAY-7"]),
        ("make-a-million-1935-three", "A R1 Y1|B R2 Y2|C R3 Y3|D R40 Y4", "B", "C", "R3 R40 R1 R2", "Y4", ["R35-3P-7"]),
        ("sweven", "A SA S9|B SK H10", "H", "A", "SA SK", "S9", ["RSW-16"]),
        ("sweven", "A SA S9|B SK H10", "H", "A", "", "SA", ["RSW-14"]),
        ("exact-tricks", "A BULL R1|B BEAR R2", "B", "A", "", "R1", ["REX-5"]),
        ("exact-tricks", "A BULL BEAR|B Y1 R2", "B", "A", "BULL Y1", "R2", ["R04-PLAY-7"]),
        # With the option, trump waits for a trump; who has nothing else may lead one; without trump nothing waits.
        ("make-a-million-2004+trump-break", "N R4 Y1|E R1 Y2|S R2 Y3|W R3 Y4", "Y", "N", "", "R4", ["R04-PLAY-1", "R04-OPT-3"]),
        ("make-a-million-2004+trump-break", "N R4 Y1|E R1 Y2|S R2 Y3|W R3 Y4", "Y", "N", "", "Y1", ["R04-OPT-3", "D-X13"]),
        ("make-a-million-2004+trump-break", "N R4 BULL|E R1 Y2|S R2 Y3|W R3 Y4", "R", "N", "", "R4", ["D-X14"]),
        ("make-a-million-2004+trump-break", "N R4 TIGER|E R1 Y2|S R2 Y3|W R3 Y4", "R", "N", "", "TIGER", ["R04-TIG-2", "D-X14"]),
        ("make-a-million-2004+no-trump+trump-break", "N R4 Y1|E R1 Y2|S R2 Y3|W R3 Y4", "NT+", "N", "", "R4", ["R04-PLAY-1", "D-X15"]),
        # The Bull as a last card needs no color; of the Bear only the article says so.
        ("make-a-million-1935", "N BEAR|E BULL|S R2|W R3", "B", "N", "BEAR", "BULL", ["R35-BULL-1", "D-G18"]),
        ("make-a-million-1935", "N BULL|E BEAR|S R2|W R3", "B", "N", "BULL", "BEAR", ["D-G18"]),
        ("make-a-million-2004", "N BULL|E BEAR|S R2|W R3", "B", "N", "BULL", "BEAR", ["R04-BEAR-1", "D-G18"]),
        # Where a dummy lies half face down, only its face-up cards count.
        ("make-a-million-1935-two", "N R1 Y1|E R4 Y2|S B4/R9|W B3/G7", "Y", "E", "R4", "B4", ["R35-PLAY-6", "D-H07"]),
        ("make-a-million-1935-two", "N R1 Y1|E R4 Y2|S BULL/R9|W B3/G7", "Y", "E", "R4", "BULL", ["R35-BULL-1", "D-H09"]),
    ],
)  # fmt: skip
def test_a_card_is_ruled_by_the_rules_whose_words_decide(
    edition: str, hands: str, trump: str, lead: str, played: str, move: str, cited: list[str]
) -> None:
    name, *options = edition.split("+")
    round = mam.make_position(name, hands, trump, lead, played=played, options=options)
    ruling = round.why_not(parse_move(move)) or round.why(parse_move(move))[0]
    assert [rule.id for rule in (ruling, *ruling.further_rulings)] == cited, str(ruling)


def test_no_rule_is_cited_twice_by_one_ruling() -> None:
    for edition in EDITIONS:
        rules = mam.get_edition(edition)
        for topic in rules.cites:
            ruling = rules.cite(Reason(topic, "So.", further=(topic, *rules.cites)))
            ids = [rule.id for rule in (ruling, *ruling.further_rulings)]
            assert len(ids) == len(set(ids))
