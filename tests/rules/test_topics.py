"""The table of `mam rules --topics`: which rule each edition cites on each topic, and from which documents."""

import subprocess
import sys

import pytest
from positions import position, specimen
from tables import assert_refused, play
from test_sentences import heard

import mam
from mam.rules import rulings as rulings_module
from mam.rules.editions import get_edition
from mam.rules.rulings import all_rulings, find_ruling_for

EDITIONS = mam.list_editions()
OWN_DOCUMENTS = {edition: set(get_edition(edition).documents) for edition in EDITIONS}


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_edition_cites_its_own_documents(edition: str) -> None:
    rules = get_edition(edition)
    for topic, topic_rulings in rules.topics().items():
        assert topic_rulings.document in OWN_DOCUMENTS[edition], (topic, topic_rulings.id, topic_rulings.source)
    for topic_rulings in rules.rulings():
        places = [topic_rulings.document, *(place.split(",")[0] for place in topic_rulings.also)]
        assert set(places) <= OWN_DOCUMENTS[edition], (topic_rulings.id, places)


def test_rule_texts_are_read_file_by_file_and_then_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    files: list[str] = []
    parse = rulings_module._parse
    monkeypatch.setattr(rulings_module, "_parse", lambda name: (files.append(name), parse(name))[1])
    for cached in (rulings_module._book, rulings_module._documents, rulings_module._find, all_rulings):
        cached.cache_clear()
    for number, _ in enumerate(rulings_module.read_in_steps(), 1):
        assert len(files) == number
    assert len(files) == len({*files}) and "readings" in files and "settings" not in files
    all_rulings()
    for edition in EDITIONS:
        get_edition(edition).topics()
    assert len(files) == number + 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_option_cites_the_editions_own_documents(edition: str) -> None:
    options = get_edition(edition).options
    for name, option in options.items():
        if name.startswith("hands-of-") and name != "hands-of-3":
            continue  # they are alike, and some need fewer players
        rules = get_edition(edition, [name])
        for rule_id in (option.rule_id, *option.cites.values()):
            assert rules.ruling(rule_id).document in OWN_DOCUMENTS[edition], (name, rule_id)


def test_a_rule_of_foreign_documents_has_no_version_there() -> None:
    rulings = all_rulings()
    assert find_ruling_for(rulings["R35-PLAY-5"], ["article-2004"]) is None
    assert find_ruling_for(rulings["D-G34"], ["article-2004"]) is None
    assert "D-G34" not in {ruling.id for ruling in get_edition("make-a-million-2004").rulings()}
    for rule_id in ("D-G06", "D-G16", "D-G17", "D-G18", "D-G23", "D-G24", "D-G27"):
        lent = get_edition("make-a-million-2004").ruling(rule_id)
        assert lent.document == "article-2004" and lent.page == 0 and "article" in lent.source
        assert get_edition("make-a-million-1935").ruling(rule_id) == rulings[rule_id] != lent


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_version_speaks_of_its_own_documents(edition: str) -> None:
    foreign = {"article-2004": ("leaflet", "Supplement", "nest")}
    for ruling in get_edition(edition).rulings():
        if ruling.book == "readings":
            text = f"{ruling.title} {ruling.question} {ruling.words} {ruling.alternative} {ruling.why}"
            assert not any(word in text for word in foreign.get(ruling.document, ())), (ruling.id, text)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_reading_stands_without_its_question(edition: str) -> None:
    for ruling in get_edition(edition).rulings():
        if ruling.kind == "reading":
            check_standing(ruling.words)


def check_standing(words: str) -> None:
    """A rule on its own: no answer to a question that is not there."""
    first, *later_words = words.split()
    assert first.rstrip(".,:") not in {"Yes", "No", "Nothing", "Both", "Never", "Neither", "None", "Once"}, words
    assert later_words and words.endswith("."), words
    assert not words.startswith(
        ("To any", "Of ", "At once", "Not ", "For ", "By ", "From ", "Anyone's", "All of", "On ")
    ), words


def test_R04_BB_2_a_refusal_after_an_animal_lead_says_why_that_color_is_followed() -> None:
    round = play(position("N BULL BEAR | E R40 Y3 | S R2 Y1 | W Y40 R5", trump="B", lead="N"), "BULL, R40")
    verdict = assert_refused(
        round,
        "Y1",
        "R35-PLAY-5",
        "The Bull was led and Red 40 was the first number or money card, so you must follow Red: you still hold R2.",
    )
    assert [ruling.id for ruling in verdict.further_rulings] == ["R35-BB-3"] and "R35-BB-3 (1935 leaflet" in str(
        verdict
    )
    later = play(round, "R2")
    assert later.why_not(mam.parse_move("Y40")).further_rulings == verdict.further_rulings  # type: ignore[union-attr]
    assert play(specimen(), "200").why_not(mam.Bid(200)).further_rulings == ()  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "edition", ["make-a-million-2004", "six", "eight", "silent-six", "silent-eight", "exact-tricks"]
)
@pytest.mark.parametrize("played", ["R40", "TIGER"])
def test_R04_BB_2_in_every_game_of_the_article(edition: str, played: str) -> None:
    seats = get_edition(edition).seats
    hands = {0: "BULL BEAR", 1: f"{played} Y9", 2: "R2 Y2", 3: "B3 Y3"}
    if played == "TIGER":
        hands[2] = "B2 Y2"
    other_hands = ("G1 G2", "G3 G4", "G5 G7", "G8 G9")
    text = " | ".join(
        f"{seat} {hands[index] if index in hands else other_hands[index - 4]}" for index, seat in enumerate(seats)
    )
    round = mam.make_position(edition, text, trump="Black", lead=seats[0], played=f"BULL {played}")
    verdict = round.why_not(mam.parse_move("Y2"))
    assert (
        verdict is not None
        and verdict.id == "R04-PLAY-3"
        and [ruling.id for ruling in verdict.further_rulings] == ["R04-BB-2"]
    )
    assert verdict.reason.startswith("The Bull was led and ") and "R04-BB-2" in str(verdict)


@pytest.mark.parametrize("edition", ["make-a-million-1935", "make-a-million-2004", "sweven", "millionaire", "anagrams"])
@pytest.mark.sample(2, 2)
def test_every_sentence_has_a_topic_of_its_edition(edition: str) -> None:
    ids = {topic.id for topic in get_edition(edition).topics().values()}
    assert {rule_id for rule_id, _ in heard(edition)} <= ids


def test_the_table_of_topics_is_printed() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "mam", "rules", "--topics", "--edition", "sweven"],
        capture_output=True,
        text=True,
        check=True,
    )
    lines = result.stdout.splitlines()
    assert len(lines) == len(get_edition("sweven").topics())
    assert lines[0].split()[:3] == ["sweven", "dealt", "RSW-5"] and "[Sweven rule sheet" in lines[0]
