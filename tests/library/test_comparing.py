"""Editions side by side: every difference has a row, and every row that matters a verdict of the engine."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest
from bids import opening
from cases import check_each
from rule_sets import ARTICLE, BULL_LED, LEAFLET, RULE_SETS, check_demonstration

import mam
from mam.cli.parser import main
from mam.library.comparing import Comparison, Difference
from mam.library.comparing.demonstrations import Demonstration, Position, all_positions, answer_position, demonstrate
from mam.library.comparing.differences import compare_rules
from mam.library.comparing.settings import Setting, all_conflicts, all_settings, list_facts
from mam.rules.editions import RuleSet, TrickGameRules, get_edition, list_editions
from mam.rules.rulings import all_rulings


def find_setting(key: str) -> Setting:
    return next(setting for setting in all_settings() if setting.key == key)


def differing(a: RuleSet, b: RuleSet) -> Iterator[Setting]:
    for setting in all_settings():
        if setting.applies(a) and setting.applies(b) and setting.say(a) != setting.say(b):
            yield setting


def only_difference(comparison: Comparison, text: str) -> Difference:
    (difference,) = (row for row in comparison.find(text) if row.kind == "setting")
    return difference


def answers(shown: Demonstration | None) -> list[str]:
    assert shown is not None
    return [verdict.answer for verdict in shown.verdicts]


def legal(shown: Demonstration | None) -> list[bool | None]:
    assert shown is not None
    return [verdict.legal for verdict in shown.verdicts]


# Nothing is left out


def test_every_field_that_differs_between_two_editions_has_a_row() -> None:
    sentences = [
        {setting.key: setting.say(rules) for setting in all_settings() if setting.applies(rules)} for rules in RULE_SETS
    ]
    facts = [list_facts(rules) for rules in RULE_SETS]
    left_out: dict[str, str] = {}
    for a, b in combinations(range(len(RULE_SETS)), 2):
        if RULE_SETS[a].game != RULE_SETS[b].game:
            continue
        names = {*facts[a], *facts[b]}
        fields = {name for name in names if facts[a].get(name) != facts[b].get(name)}
        rows = (
            setting
            for setting in all_settings()
            if sentences[a].get(setting.key, "") and sentences[b].get(setting.key, "")
        )
        covered = {
            name
            for setting in rows
            if sentences[a][setting.key] != sentences[b][setting.key]
            for name in setting.list_covered_fields(RULE_SETS[a], RULE_SETS[b])
        }
        left_out |= dict.fromkeys(fields - covered, f"{RULE_SETS[a]!r} and {RULE_SETS[b]!r}"[:200])
    assert left_out == {}


def test_a_field_that_no_setting_knows_is_noticed() -> None:
    setting_fields = {name for setting in all_settings() for name in setting.fields}
    facts = {name for rules in RULE_SETS for name in list_facts(rules)}
    values = {
        name: {repr(list_facts(rules).get(name)) for rules in RULE_SETS if name in list_facts(rules)} for name in facts
    }
    assert {name for name, distinct in values.items() if len(distinct) > 1} <= setting_fields
    assert setting_fields <= facts


@check_each("setting", all_settings())
def test_a_setting_is_answered_by_every_edition_and_says_where(setting: Setting) -> None:
    assert setting.topic
    asked = [rules for rules in RULE_SETS if setting.applies(rules)]
    assert asked
    for rules in asked:
        assert setting.say(rules)
        assert all(source.id in all_rulings() for source in setting.sources(rules))
    assert all(rule in all_rulings() for group in setting.rules for rule in group)


@check_each("conflict", all_conflicts().values())
def test_a_conflict_is_tied_to_a_field_unless_it_is_a_note(conflict: object) -> None:
    known_conflict = all_conflicts()[conflict.id]  # type: ignore[attr-defined]
    assert known_conflict.kind in ("setting", "note") and known_conflict.words and known_conflict.topic
    assert set(known_conflict.rules) == set(known_conflict.texts) <= set(list_editions())
    assert all(rule in all_rulings() for rules in known_conflict.rules.values() for rule in rules)
    tied = [setting for setting in all_settings() if setting.conflict == known_conflict.id]
    if known_conflict.kind == "setting":
        assert tied
        # Some two editions, or an edition and its option, really differ in it.
        assert any(len({side.say(rules) for rules in RULE_SETS if side.applies(rules)}) > 1 for side in tied)


@pytest.mark.extended
@pytest.mark.long
def test_options_of_one_edition_only_are_listed() -> None:
    for a, b in combinations(list_editions(), 2):
        rules, other_rules = get_edition(a), get_edition(b)
        if rules.game != other_rules.game:
            continue
        rows = [row for row in mam.compare(a, b) if row.kind == "option"]
        only = set(rules.options) ^ set(other_rules.options)
        listed = {name for row in rows for name in row.option.split(" … ")}
        assert listed <= only
        assert {name for name in only if not name[0].isdigit() and not name.startswith("hands-of")} <= listed


# The engine is asked


@pytest.mark.parametrize("edition", list_editions())
@pytest.mark.sample(6, 0)
def test_what_an_option_or_another_edition_shows_is_judged_differently(edition: str) -> None:
    rules = get_edition(edition)
    for other_rules in (other for other in RULE_SETS if other.id == edition or not other.chosen):
        for setting in differing(rules, other_rules) if other_rules.game == rules.game else ():
            if shown := demonstrate(setting, rules, other_rules):
                check_demonstration(shown)


def test_a_demonstration_follows_the_rules_and_not_the_edition() -> None:
    """What is said of an edition changes with its fields: nothing is written down for an edition."""
    leaflet = get_edition(LEAFLET)
    assert isinstance(leaflet, TrickGameRules)
    changed = replace(leaflet, first_lead="bidder")
    assert answers(demonstrate(find_setting("first-lead"), changed, leaflet)) == [
        "West, the bidder",
        "North, left of the bidder",
    ]
    cheap = replace(leaflet, auction=replace(leaflet.auction, min_opening=100))
    assert legal(demonstrate(find_setting("opening"), cheap, leaflet)) == [True, False]
    assert demonstrate(find_setting("opening"), leaflet, leaflet) is None
    (row,) = compare_rules(leaflet, cheap)
    assert (row.conflict, row.texts) == ("C-04", (f"${opening(LEAFLET)},000 to $200,000", "$100,000 to $200,000"))


@pytest.mark.parametrize("position", all_positions(), ids=lambda position: f"{position.settings[0]}, {position.ask}")
@pytest.mark.sample(16, 1)
def test_two_editions_judge_every_authored_position_differently(position: Position) -> None:
    """A key that is misspelled, or a card that no pack has, would only leave its example out."""
    settings = {setting.key: setting for setting in all_settings()}
    assert {*position.settings} <= settings.keys()
    for key in position.settings:
        asked = (rules for rules in RULE_SETS if settings[key].applies(rules))
        verdicts = [answer_position(position, rules) for rules in asked]
        assert len({str(verdict.decision) for verdict in verdicts if verdict}) > 1, key


# The leaflet and the article


@pytest.fixture(scope="module")
def showpiece() -> Comparison:
    return mam.compare(LEAFLET, ARTICLE)


def test_the_leaflet_and_the_article_differ_in_just_this(showpiece: Comparison) -> None:
    rows = {row.conflict: row.texts for row in showpiece if row.kind == "setting"}
    assert rows == {
        "C-02": ("the dealer", "left of the dealer"),
        "C-03": ("must bid", "may pass; the last player must bid if everyone else has passed"),
        "C-11": ("three cards, the nest", "three cards, the widow"),
        "C-14": ("all the discards", "the money only"),
        "C-01": ("left of the bidder", "the bidder"),
        "C-16": ("set by a number card or a money card", "set by a number card, a money card or the Tiger"),
        "C-19": (
            "corrected; it costs nothing, $50,000 or $100,000, depending on when it is found",
            "refused, so there is nothing to penalize",
        ),
        "C-15": ("$100,000", "refused"),
    }
    leaflet, article = (get_edition(edition).options for edition in (LEAFLET, ARTICLE))
    assert {row.option: row.texts for row in showpiece if row.kind == "option"} == {
        **{name: (f"offers {name}", "not offered") for name in leaflet if name not in article},
        **{name: ("not offered", f"offers {name}") for name in article if name not in leaflet},
    }
    assert {row.option: row.conflict for row in showpiece if row.kind == "option" and row.conflict} == {
        "short-game": "C-28",
        "tiger-sets-color": "C-16",
        "tiger-sets-no-color": "C-16",
        "redeal-if-all-pass": "C-03",
        "misdeal": "C-24",
        "no-trump": "C-09, C-10",
        "trump-break": "C-25",
        "open-widow": "C-23",
    }


@pytest.mark.parametrize(
    ("conflict", "fields", "sources"),
    [
        ("C-01", "first_lead", ("R35-PLAY-1", "R04-PLAY-1")),
        ("C-02", "auction.opens", ("R35-BID-1", "R04-BID-1")),
        ("C-03", "auction.must_open", ("R35-BID-1", "R04-BID-3 D-X01")),
        ("C-14", "nest.shows", ("R35-NEST-5", "R04-WID-2")),
        ("C-16", "tricks.tiger_sets_color", ("R35-BB-3", "R04-BB-2")),
        ("C-19", "misplay", ("R35-MIS-2 R35-MIS-3 R35-MIS-5 R35-MIS-6 R35-MIS-7", "D-R19")),
        ("C-15", "misplay.nest", ("R35-MIS-8", "D-R19")),
    ],
)
def test_a_row_names_its_field_and_its_sources(
    showpiece: Comparison, conflict: str, fields: str, sources: tuple[str, str]
) -> None:
    row = only_difference(showpiece, conflict)
    assert fields in row.fields
    assert tuple(" ".join(ruling.id for ruling in rulings) for rulings in row.rulings) == sources
    assert row.words == all_conflicts()[conflict].words


def test_C_01_the_first_lead(showpiece: Comparison) -> None:
    shown = only_difference(showpiece, "C-01").demonstration
    assert answers(shown) == ["North, left of the bidder", "West, the bidder"]
    assert shown is not None and shown.position and shown.asked == "Who leads to the first trick?"


def test_C_02_and_C_03_the_first_to_speak_and_whether_all_may_pass(showpiece: Comparison) -> None:
    assert answers(only_difference(showpiece, "C-02").demonstration) == [
        "West, the dealer",
        "North, left of the dealer",
    ]
    first, second = answers(only_difference(showpiece, "C-03").demonstration)
    assert first.startswith("refused. To West: “You can't pass: the dealer must open")
    assert second.startswith("legal: North passes")
    (option,) = showpiece.find("redeal-if-all-pass")
    assert (
        option.demonstration is not None and "North passes, East passes, South passes" in option.demonstration.position
    )
    assert legal(option.demonstration) == [False, True]


def test_C_14_what_the_others_see_of_a_forced_discard(showpiece: Comparison) -> None:
    shown = only_difference(showpiece, "C-14").demonstration
    assert answers(shown) == ["Y40 Y2 B40", "Y40 B40 ??"]
    assert shown is not None
    for verdict in shown.verdicts:
        assert isinstance(verdict.round, mam.TrickRound)
        assert mam.format_cards(verdict.round.discarded or ()) == "Y40 Y2 B40"


def test_C_16_the_tiger_after_a_bull_lead(showpiece: Comparison) -> None:
    shown = only_difference(showpiece, "C-16").demonstration
    assert legal(shown) == [True, False]
    assert shown is not None and "North BULL, East TIGER, South Y7" in shown.position
    for name, verdicts in (("tiger-sets-color", [True, False]), ("tiger-sets-no-color", [False, True])):
        (option,) = showpiece.find(name)
        assert legal(option.demonstration) == verdicts


def test_C_15_and_C_19_a_wrong_card_lies_in_1935_and_is_refused_in_2004(showpiece: Comparison) -> None:
    card, nest = (answers(only_difference(showpiece, conflict).demonstration) for conflict in ("C-19", "C-15"))
    assert "North-South −$50,000" in card[0] and "To South: “You must follow Red: you still hold " in card[1]
    assert "North-South −$100,000" in nest[0] and "To North: “You can't discard Red 40, a money card" in nest[1]


@pytest.mark.parametrize(
    ("option", "editions", "verdicts"),
    [
        ("misdeal", [LEAFLET, f"{ARTICLE}+misdeal"], [False, True]),
        ("no-trump", [LEAFLET, f"{ARTICLE}+no-trump"], [False, True]),
        ("trump-break", [LEAFLET, f"{ARTICLE}+trump-break"], [True, False]),
    ],
)
def test_an_option_is_shown_against_the_edition_without_it(
    showpiece: Comparison, option: str, editions: list[str], verdicts: list[bool | None]
) -> None:
    (row,) = showpiece.find(option)
    assert row.demonstration is not None
    assert [verdict.edition for verdict in row.demonstration.verdicts] == editions
    assert legal(row.demonstration) == verdicts


def test_what_the_words_of_a_row_say_by_themselves_has_no_example(showpiece: Comparison) -> None:
    for option in ("short-game", "open-widow"):
        (row,) = showpiece.find(option)
        assert row.demonstration is None and len(row.rows()) == 1 and all(row.texts)


@pytest.mark.parametrize(
    ("edition", "option", "verdicts"),
    [
        (ARTICLE, "redeal-if-all-pass", [False, True]),
        (LEAFLET, "tiger-sets-color", [True, False]),
        (ARTICLE, "tiger-sets-no-color", [False, True]),
        (LEAFLET, "unlimited-bids", [False, True]),
        ("make-a-million-1935-two", "opening-cap", [True, False]),
        ("anagrams", "keep-order", [True, False]),
        ("anagrams", "table-style", [False, True]),
    ],
)
def test_what_an_option_does_is_shown_by_comparing_the_edition_with_and_without_it(
    edition: str, option: str, verdicts: list[bool]
) -> None:
    shown = [row.demonstration for row in mam.compare(edition, f"{edition}+{option}") if row.demonstration]
    assert verdicts in map(legal, shown)


@pytest.mark.parametrize(
    ("edition", "option", "without", "with_option"),
    [
        ("silent-six", "bidder-set-back-alone", "Z −$350,000", "Z $0"),
        ("make-a-million-1935-three", "offender-pays", "A −$50,000, C −$50,000", "A −$50,000"),
        (
            "millionaire",
            "tie-scores-nothing",
            "A 8 points, B 8 points, C 0 points",
            "A 0 points, B 0 points, C 0 points",
        ),
    ],
)
def test_what_an_option_does_to_a_score_is_shown(edition: str, option: str, without: str, with_option: str) -> None:
    (row,) = (row for row in mam.compare(edition, f"{edition}+{option}") if row.demonstration)
    first, second = answers(row.demonstration)
    assert without in first and with_option in second and first != second


def test_notes_are_shown_when_asked_for(showpiece: Comparison) -> None:
    with_notes = mam.compare(LEAFLET, ARTICLE, notes=True)
    assert [row.topic for row in with_notes if row.kind != "note"] == [row.topic for row in showpiece]
    notes = {row.conflict: row for row in with_notes if row.kind == "note"}
    assert {"C-12", "C-13", "C-21", "C-22", "C-30", "C-31", "C-36", "C-38"} <= set(notes)
    assert notes["C-22"].texts == ("does not say", "not before the end")
    assert all(row.demonstration is None and row.words for row in notes.values())


# Other pairs


@pytest.mark.parametrize(
    ("a", "b", "conflicts"),
    [
        (LEAFLET, "manhattan", "C-04 C-06 C-07 C-08 C-09 C-10 C-20 C-23 C-33"),
        (LEAFLET, "make-a-million-1935-three", "C-20 C-29 C-32"),
        (LEAFLET, "make-a-million-1935-two", "C-04 C-20 C-29"),
        (ARTICLE, "six", "C-04 C-26 C-29 C-37"),
        ("six", "silent-six", "C-32"),
        (f"{LEAFLET}+tiger-sets-color", LEAFLET, "C-16"),
        (f"{ARTICLE}+misdeal+trump-break", ARTICLE, "C-24 C-25"),
        ("six+misdeal", "six+double-misdeal", "C-24"),
    ],
)
def test_the_conflicts_between_two_editions(a: str, b: str, conflicts: str) -> None:
    rows = [row for row in mam.compare(a, b) if row.kind == "setting"]
    assert sorted(row.conflict for row in rows if row.conflict) == conflicts.split()


def test_the_other_way_round_says_the_same() -> None:
    forward, back = mam.compare(LEAFLET, "manhattan"), mam.compare("manhattan", LEAFLET)
    settings = [row for row in forward if row.kind == "setting"]
    assert [row.texts for row in settings] == [row.texts[::-1] for row in back if row.kind == "setting"]
    assert {row.option for row in forward if row.kind == "option"} == {
        row.option for row in back if row.kind == "option"
    }


def test_an_edition_does_not_differ_from_itself() -> None:
    for name in list_editions():
        assert len(mam.compare(name, name, notes=True)) == 0
    assert "no difference" in str(mam.compare(LEAFLET, LEAFLET))


@pytest.mark.parametrize(("a", "b"), [("millionaire", "sweven"), ("anagrams", LEAFLET), ("millionaire", "anagrams")])
def test_games_of_different_kinds_differ_in_their_basic_facts(a: str, b: str) -> None:
    comparison = mam.compare(a, b)
    assert "different kinds" in comparison[0].topic and comparison[0].texts[0] != comparison[0].texts[1]
    assert [row.topic for row in comparison][1:] == [
        "the number of players",
        "the pack",
        "the cards dealt to each hand",
        "the goal",
    ]
    assert all(row.kind == "game" and all(row.texts) for row in comparison)


def test_unknown_editions_and_options_are_named() -> None:
    with pytest.raises(ValueError, match="no edition 'seven'; there are: make-a-million-1935"):
        mam.compare("seven", "six")
    with pytest.raises(ValueError, match="has no option 'fast'; it has: "):
        mam.compare("six", "six+fast")


# How it looks


def test_a_comparison_prints_as_a_table(showpiece: Comparison) -> None:
    text = str(showpiece)
    assert text.startswith(
        "A: Make-a-Million, 1935 rules, four players\nB: Make-a-Million, 2004 edition, four players\n"
    )
    assert "C-01 the first lead of a round" in text and "R35-PLAY-1 (1935 leaflet, page 5, Playing)" in text
    assert max(map(len, text.splitlines())) <= 120
    assert len(showpiece) == len(list(showpiece)) == len(showpiece.differences)
    assert repr(showpiece) == f"Comparison of {LEAFLET} and {ARTICLE}: {len(showpiece)} differences"


def test_html_is_escaped() -> None:
    leaflet = get_edition(LEAFLET)
    odd = replace(leaflet, name_parts=("<b>rules</b>",), side_names={"N-S": "<i>N", "E-W": "E"})
    html = Comparison((leaflet, odd), tuple(compare_rules(leaflet, odd))).html()
    assert "&lt;b&gt;rules" in html and "&lt;i&gt;N against E" in html and "<b>" not in html and "<i>" not in html
    assert html.count("<table>") == html.count("</table>") == 1
    ruled = mam.rule_under(BULL_LED, [LEAFLET, ARTICLE], "Y2")
    assert "<table>" in ruled.html() and "R04-PLAY-3" in ruled._repr_html_()
    assert html.startswith('<div class="mathjax_ignore')  # amounts of money are no formulas


def test_the_command_prints_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", LEAFLET, f"{LEAFLET}+short-game"]) == 0
    assert "$500,000" in capsys.readouterr().out
    assert main(["compare", LEAFLET, ARTICLE, "--notes"]) == 0
    assert "C-38" in capsys.readouterr().out
    assert main(["compare", LEAFLET, "seven"]) == 2
    assert "no edition 'seven'" in capsys.readouterr().err
