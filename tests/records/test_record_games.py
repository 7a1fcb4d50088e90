"""Records of every game: one of each edition is kept, moments have names, and faults are told with their line."""

from pathlib import Path

import pytest
from all_tables import TABLES, check_text, walk
from cases import check_each
from golden_records import RECORDS, read_golden

import mam
from mam.records import Note, Record, RecordError, find_step, format_record, name_step, parse_record, read_record
from mam.rules.cards import UNSEEN
from mam.rules.scoring import Carry
from mam.text.notation import NotationError

# Golden records

SCORES: dict[str, dict[str, int]] = {
    "make-a-million-1935": {"N-S": 170, "E-W": 225},
    "make-a-million-1935-three": {"A": 135, "B": 250, "C": 135},
    "make-a-million-1935-two": {"N-S": 230, "E-W": 165},
    "manhattan": {"N-S": 45, "E-W": 345},
    "make-a-million-2004": {"N-S": 235, "E-W": -195},
    "six": {"A-B-C": 425, "X-Y-Z": 440},
    "eight": {"A-B-C-D": 535, "W-X-Y-Z": -380},
    "silent-six": {"A": 500, "X": 500, "B": 500, "Y": 280, "C": 280, "Z": 280},
    "silent-eight": {"A": 370, "W": 565, "B": 370, "X": 370, "C": 370, "Y": 370, "D": 565, "Z": 565},
    "exact-tricks": {"A": 7, "B": 5, "C": 2, "D": 8},
    "sweven": {"A": 0, "B": 5, "C": 0, "D": 0},
    "millionaire": {"A": 0, "B": 26, "C": 0, "D": 0},
    "anagrams": {"A": 1, "B": 0, "C": 0, "D": 1},
    "most-money-four": {"N-S": 520, "E-W": 0},
    "most-money-six": {"A-B-C": 1280, "X-Y-Z": 0},
    "most-money-eight": {"A-B-C-D": 1520, "W-X-Y-Z": 0},
}


def test_every_record_is_of_an_edition_or_has_its_scores_here() -> None:
    assert {path.stem for path in RECORDS.glob("*.toml")} <= {*SCORES, *mam.list_editions(), "specimen"}


@pytest.mark.parametrize("name", SCORES)
@pytest.mark.sample(8, 5)
def test_golden_records(name: str) -> None:
    record = read_golden(name)
    end = record.rounds()[-1]
    assert end.is_over and end.result is not None
    assert dict(end.result.scores) == SCORES[name]
    assert format_record(record) == (RECORDS / f"{name}.toml").read_text("utf-8")
    assert "mam's own players, not from the documents" in record.comment and record.title
    if name in mam.list_editions():
        assert record.edition == name
    assert UNSEEN not in end.deal.cards
    for person in end.rules.persons:
        check_text(mam.view(end, person).round)


@pytest.mark.parametrize(
    ("name", "side", "max_money"),
    [
        ("most-money-four", "N-S", 520),
        ("most-money-six", "A-B-C", 1280),
        ("most-money-eight", "A-B-C-D", 1520),
    ],
)
def test_the_most_money_that_one_side_can_take(name: str, side: str, max_money: int) -> None:  # E01, E04
    end = read_record(RECORDS / f"{name}.toml").rounds()[-1]
    assert isinstance(end, mam.TrickRound) and end.result is not None
    assert end.captured[side] == sum(end.captured.values()) == max_money == end.rules.auction.max_bid
    assert (end.nested, end.bear_loss) == (0, 0)
    richest = max(end.tricks, key=lambda trick: trick.value)
    assert richest is end.tricks[-1] and end.bull_gain == max_money - sum(card.money for card in end.rules.pack)


def test_the_records_show_what_is_special_in_each_game() -> None:
    texts = {path.stem: path.read_text("utf-8") for path in RECORDS.glob("*.toml")}
    assert "/" in texts["make-a-million-1935-two"] and "blind_draw = 1" in texts["manhattan"]
    assert 'exchange = "N B8"' in texts["manhattan"] and "E 145 NC" in texts["manhattan"]
    assert '[carry]\naccount = "D 1"\n' in texts["sweven"]
    assert "called_cards = " in texts["silent-six"] and "called_cards = " in texts["silent-eight"]
    assert 'bids = ["A 2", "B 3", "C 1", "D 3"]' in texts["exact-tricks"] and "stock = " in texts["exact-tricks"]
    assert all("moves = [" in texts[name] and "nest" not in texts[name] for name in ("millionaire", "anagrams"))


# Moments


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.sample(24, 38)
def test_every_moment_has_a_name_of_its_own(table: str) -> None:
    record = Record.from_round(walk(table, 11, 40))
    names = [name_step(record, step) for step in range(len(record.moves) + 1)]
    assert len(set(names)) == len(names) and names[0] == "deal"
    assert [find_step(record, name.upper()) for name in names] == list(range(len(names)))
    noted = Record.from_round(record.rounds()[-1], notes=tuple(Note(step, f"{step}") for step in range(len(names))))
    assert parse_record(format_record(noted)) == noted


@pytest.mark.parametrize(
    ("name", "moments"),
    [
        ("manhattan", {7: "call 7", 8: "discard", 9: "exchange", 10: "trick 1 card 1", 61: "trick 13 card 4"}),
        ("silent-six", {12: "call 12", 13: "discard", 14: "trump", 15: "called cards", 16: "trick 1 card 1", 22: "trick 2 card 1"}),
        ("exact-tricks", {1: "bid 1", 4: "bid 4", 5: "trick 1 card 1"}),
        ("sweven", {4: "call 4", 5: "trump", 6: "trick 1 card 1"}),
        ("millionaire", {1: "move 1", 5: "move 5"}),
        ("make-a-million-1935-three", {7: "call 7", 9: "trump", 13: "trick 1 card 4", 14: "trick 2 card 1"}),
    ],
)  # fmt: skip
def test_moments_have_the_names_that_people_use(name: str, moments: dict[int, str]) -> None:
    record = read_golden(name)
    assert {step: name_step(record, step) for step in moments} == moments


def test_votes_are_moments_too() -> None:
    record = Record.from_round(walk("make-a-million-2004+open-widow", 3, 14))
    votes = [name for name in record.moments if name.startswith("vote")]
    assert votes and votes[0] == "vote 1"
    with pytest.raises(NotationError, match="write deal, call 1, vote 1"):
        find_step(record, "vote 99")


# Faults keep their line numbers: a record, a text in it, what stands there instead, and what the error says

FAULTS = {
    "one card too few in the stock": ("exact-tricks", "R4 R40 G10", "R4 R40", "stock has 6 cards, not 7"),
    "a card of the stock that is dealt as well": ("exact-tricks", "R4 R40 G10", "R4 R40 G40", "G40 is dealt twice"),
    "a bid above the hand": ("exact-tricks", '"C 1"', '"C 13"', "D-V06"),
    "a bid out of turn": ("exact-tricks", '"B 3"', '"D 3"', "sealed|REX-4"),
    "a bid that is none": ("exact-tricks", '"C 1"', '"C pass"', "not a number of tricks"),
    "no dealer": ("exact-tricks", 'dealer = "D"', 'dealer = "E"', "no seat 'E'"),
    "the third of two": ("six", "R30 R5 R1", "R30 R30 R1", "R30 is dealt three times: to A, to C and to C"),
    "a card that is not in the pack": ("six", "R30 R5 R2", "R30 Y1 R2", "Y1 is not in the pack"),
    "a suit among colors": ("six", "R30 R5 R2", "R30 SA R2", "SA is not in the pack"),
    "a hand that is not covered": ("make-a-million-1935-two", "R11/B3", "R11 B3", "face down"),
    "an open card that is hidden": ("make-a-million-1935-two", "R11/B3", "??/B3", "is not a pair"),
    "a blind draw beyond the nest": ("manhattan", "blind_draw = 1", "blind_draw = 3", "blind_draw is one of 0 to 2"),
    "a blind draw in words": ("manhattan", "blind_draw = 1", 'blind_draw = "one"', "whole number"),
    "a blind draw where there is none": ("make-a-million-1935", "[round]", "blind_draw = 1\n\n[round]", "'blind_draw'"),
    "a bid without its color": ("manhattan", "W 125 R", "W 125", "RMM-2"),
    "the Tiger elsewhere": ("manhattan", "N B8", "W B8", "doesn't hold the Tiger"),
    "the Tiger nowhere": ("manhattan", "N B8", "Q B8", "no seat 'Q'"),
    "trump where the bid said it": ("manhattan", "exchange = ", 'trump = "R"\nexchange = ', "another trump"),
    "a card called that is not held": ("silent-six", 'called_cards = "R40', 'called_cards = "BULL', "D-G27"),
    "one card called": ("silent-six", 'called_cards = "R40 ', 'called_cards = "', "RSP-2"),
    "a vote where there is none": ("six", "discard = ", 'votes = ["C yes"]\ndiscard = ', "'votes'"),
    "an account of nobody": ("sweven", '"D 1"', '"Q 1"', "no seat 'Q'"),
    "an account of nothing": ("sweven", '"D 1"', '"D"', "account A 3"),
    "what is carried elsewhere": ("six", "[deal]", '[carry]\nbarred = "A"\n\n[deal]', "nothing is carried"),
    "a color for a suit": ("sweven", 'trump = "C"', 'trump = "G"', "There is no suit Green in this game"),
    "a letter not held": ("millionaire", '"C play M"', '"C play I"', "RML-4"),
    "a move out of turn": ("millionaire", '"C play M"', '"D play M"', "RML-8"),
    "a move of no seat": ("millionaire", '"C play M"', '"Q play M"', "not a move"),
    "no word": ("anagrams", "CARIBS", "CRIBSA", "D-A11"),
    "a nest of letters": ("anagrams", "[round]", 'nest = ""\n\n[round]', "'nest'"),
    "a trick of three": ("six", "C: ", "C: R30\", \"C: ", "R|only 1 card,"),
    "an event in a round that is replayed": ("six", "discard = ", 'events = ["C sings"]\ndiscard = ', "'events'"),
    "misplays neither true nor false": ("six", "title = ", 'allows_misplays = "yes"\ntitle = ', "true or false"),
}  # fmt: skip


@check_each("fault", FAULTS)
def test_a_fault_is_reported_with_its_line(fault: str) -> None:
    name, old, new, fault_text = FAULTS[fault]
    good = (RECORDS / f"{name}.toml").read_text("utf-8")
    text = good.replace(old, new, 1)
    assert text != good
    with pytest.raises(RecordError) as caught:
        parse_record(text, "x.toml")
    assert any(part in caught.value.fault for part in fault_text.split("|")), caught.value.fault
    lines = text.splitlines()
    assert caught.value.line, caught.value
    assert any(piece in lines[caught.value.line - 1] for piece in new.split("\n")), lines[caught.value.line - 1]


def test_a_trick_cut_short_is_reported_where_the_next_begins() -> None:
    text = (RECORDS / "six.toml").read_text("utf-8")
    row = next(line for line in text.splitlines() if line.startswith('    "C: '))
    leader, *cards = row.strip(' ",').split()
    short = f'    "{leader} {" ".join(cards[:4])}",\n    "A: {" ".join(cards[4:])}",'
    with pytest.raises(RecordError, match="the trick before has only 4 cards"):
        parse_record(text.replace(row, short, 1))


# What people write by hand


def test_moves_of_a_word_game_may_leave_out_who_makes_them() -> None:
    for name in ("millionaire", "anagrams"):
        text = (RECORDS / f"{name}.toml").read_text("utf-8")
        for seat in "ABCD":
            text = text.replace(f'"{seat} ', '"')
        text = text.replace('"play ', '"')  # a letter alone is played
        original = read_record(RECORDS / f"{name}.toml")
        head = text[text.index("[round]") :]
        whole = (RECORDS / f"{name}.toml").read_text("utf-8")
        assert parse_record(whole[: whole.index("[round]")] + head) == original


def test_an_edition_may_be_named_with_its_options() -> None:
    text = format_record(Record.from_round(mam.start("sweven+5-players", 3)))
    assert 'options = ["5-players"]' in text
    joined = text.replace('options = ["5-players"]\n', "").replace('"sweven"', '"sweven+5-players"')
    assert parse_record(joined) == parse_record(text)


def test_what_one_writes_in_another_case_is_read() -> None:
    text = (RECORDS / "manhattan.toml").read_text("utf-8")
    rewritten = (
        text.replace('"E 145 NC"', '"e 145 no color"').replace('"N B8"', '"n b8"').replace("G40 G30", "g40, g30")
    )
    assert parse_record(rewritten) == parse_record(text)


# Records that allow misplays


def test_a_record_that_allows_misplays_keeps_its_events_word_for_word() -> None:
    deal = mam.start("six", 3).deal
    events = ("A bid 350", "X sings", "  spaced  ", 'says "no"', "")
    record = Record(
        deal, edition="six", allows_misplays=True, events=events, notes=(Note(2, "Here."),), title="Misplay"
    )
    text = format_record(record)
    assert (
        "allows_misplays = true\n" in text
        and parse_record(text) == record
        and format_record(parse_record(text)) == text
    )
    assert record.moments[:3] == ("deal", "event 1", "event 2") and 'at = "event 2"' in text
    assert record.rounds() == (record.start,)
    assert parse_record(format_record(Record(deal, edition="six", allows_misplays=True))).allows_misplays


def test_a_record_that_allows_misplays_has_no_moves_and_no_branches() -> None:
    round = walk("six", 3, 4)
    with pytest.raises(ValueError, match="allows misplays"):
        Record(round.deal, round.history, "six", allows_misplays=True)
    with pytest.raises(ValueError, match="allows misplays"):
        Record(round.deal, (), "six", events=("A bid 350",))
    text = format_record(Record(round.deal, edition="six", allows_misplays=True, events=("A bid 350",)))
    for branch_text in ('\n[[branch]]\nat = "deal"\nmoves = ["pass"]\n', ""):
        wrong = text + branch_text if branch_text else text.replace("events", 'auction = ["A 350"]\nevents')
        with pytest.raises(RecordError, match=r"allows misplays|unknown key"):
            parse_record(wrong)


def test_the_deal_of_a_record_that_allows_misplays_is_checked_all_the_same() -> None:
    text = format_record(Record(mam.start("six", 3).deal, edition="six", allows_misplays=True, events=("A bid 350",)))
    with pytest.raises(RecordError, match="nest has 1 card,"):
        parse_record(
            "".join('nest = "R2"\n' if line.startswith("nest") else line for line in text.splitlines(keepends=True))
        )


def test_carry_is_part_of_a_record() -> None:
    deal = mam.start("sweven", 3).deal
    for carry in (Carry("A", 3), Carry(barred="B"), Carry("A", 3, "B")):
        record = Record(deal, edition="sweven", carry=carry)
        assert (
            parse_record(format_record(record)) == record and parse_record(format_record(record)).start.carry == carry
        )


def test_the_largest_record_is_as_large_as_ever(tmp_path: Path) -> None:
    record = read_record(RECORDS / "most-money-eight.toml")
    path = tmp_path / "large.toml"
    for size, fits in ((150_000, True), (200_001, False)):
        path.write_text(format_record(record) + "#" * size, "utf-8")
        if fits:
            assert read_record(path) == record
        else:
            with pytest.raises(RecordError, match="at most 200,000"):
                read_record(path)
