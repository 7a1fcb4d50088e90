"""What `mam deal` and `mam replay` print of every game."""

import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import golden_records
import pytest
from all_tables import walk
from command_runs import fail_command, run_command

import mam
from mam.records import Record, read_record, write_record
from mam.support.data_files import find_data_folder

RECORDS = find_data_folder() / "records"
Run = Callable[..., str]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return partial(run_command, capsys)


# mam deal


@pytest.mark.parametrize("edition", mam.list_editions())
def test_a_deal_of_every_edition_can_be_had_again(run: Run, edition: str) -> None:
    text = run("deal", "--edition", edition, "--seed", "7")
    line = next(line for line in text.splitlines() if line.startswith("dealer "))
    assert mam.parse_deal(line) == mam.start(edition, 7).deal
    code = re.search(r"Deal code: (\S+)", text)
    assert code is not None
    assert line in run("deal", code[1]).splitlines()
    command_match = re.search(r"Same cards again: mam (deal .*) or mam deal", text)
    assert command_match is not None and run(*command_match[1].split()) == text


def test_options_and_players_choose_the_deal(run: Run) -> None:
    text = run("deal", "--edition", "sweven", "--players", "6", "--seed", "7", "--dealer", "f")
    assert "Sweven, two to six players, 6 players. F deals." in text and "--edition sweven+6-players" in text
    assert text == run("deal", "--edition", "sweven", "--options", "6-players", "--seed", "7", "--dealer", "F")
    text = run("deal", "--edition", "manhattan+without-tiger", "--seed", "7")
    assert "Deal code: H2" in text and "Tiger" not in text.split("\n\n")[1]


def test_hands_are_listed_as_each_pack_wants(run: Run) -> None:
    text = run("deal", "--edition", "make-a-million-1935-two", "--seed", "3")
    assert "North's dummy" in text and re.search(r"down +R2 under R15", text)
    text = run("deal", "--edition", "sweven", "--seed", "3")
    assert "Spades " in text and "Diamonds " in text and sum(map(int, re.findall(r"(\d+) points?$", text, re.M))) == 17
    text = run("deal", "--edition", "millionaire", "--seed", "3")
    assert "Stock  from the top: " in text and "money" not in text and "points" not in text
    text = run("deal", "--edition", "eight", "--seed", "3")
    assert sum(int(money) for money in re.findall(r"money \$(\d+)", text)) == 800


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--edition", "bridge"], "no edition 'bridge'"),
        (["--edition", "six", "--options", "fast"], "no option 'fast'"),
        (["--edition", "six", "--players", "5"], "six"),
        (["--edition", "make-a-million-1935-three", "--dealer", "D"], "no seat 'D' to deal"),
        (["MS-0M13Y-A3XT9-M9JBW-PRWBW-KS8SE", "--edition", "six"], "leave"),
        (["MS-0M13Y-A3XT9-M9JBW-PRWBW-KS8SE", "--players", "4"], "leave"),
    ],
)
def test_deal_refuses_in_one_line(capsys: pytest.CaptureFixture[str], arguments: list[str], words: str) -> None:
    assert words in fail_command(capsys, "deal", *arguments)


# mam replay


# What only this game has.
SPECIAL = {
    "manhattan": ["East 145 No Color", "Trump     No Color", "Exchange  North exchanges the Tiger for B8"],
    "silent-six": ["Called    R40 Y15", "(RSP-8)"],
    "exact-tricks": [
        "Bids      A 2, B 3, C 1, D 3",
        "turned up",
        "Captured  A 2 tricks",
        "D bid 3 and took 3: 8 points. (REX-8)",
    ],
    "sweven": ["Waiting for D: 1 point.", "C 3, D pass, A 4, B 5", "(RSW-18)"],
    "millionaire": ["play L, play I", "Cards     left A 10 B 6", "(RML-10)"],
    "anagrams": ["word 3 HANGOUT", "(D-A10)"],
    "make-a-million-2004": ["was set back", "(R04-SCORE-3)"],
    "make-a-million-1935-three": ["Dummy", "(R35-3P-9)"],
    "most-money-eight": ["captures $960,000  Bull ×4", "The bid of $400,000 was made."],
}


@pytest.mark.parametrize("name", golden_records.NAMES)
def test_every_record_is_told(run: Run, name: str, tmp_path: Path) -> None:
    path = tmp_path / f"{name}.toml"
    path.write_text(golden_records.golden_text(name), "utf-8")
    record = read_record(path)
    end = record.rounds()[-1]
    text, facts = run("replay", path), json.loads(run("replay", path, "--json"))
    assert text.startswith(record.title) and end.rules.name in text and end.result is not None
    assert facts["scores"] == dict(end.result.scores) and facts["over"] is True
    assert (facts["edition"], facts["dealer"]) == (end.rules.id, end.deal.dealer)
    for account, score in end.result.scores.items():
        assert f"{end.rules.accounts[account]} {end.rules.scoring.format_amount(score)}" in " ".join(text.split())
    assert re.search(r"\((R|D-)[\w-]+\)\n$", text)  # the last word is a rule
    for line in SPECIAL.get(name, []):
        assert line in text, line


@pytest.mark.parametrize("name", mam.list_editions())
@pytest.mark.sample(6, 1)
def test_a_record_of_any_game_may_end_anywhere(run: Run, tmp_path: Path, name: str) -> None:
    rounds = Record.from_round(walk(name, 7, 24)).rounds()
    for part in (0, 1, 3, 8, 11, 12, 13, 14, 20):
        round = rounds[min(part, len(rounds) - 2)]
        write_record(Record.from_round(mam.view(round, round.rules.persons[0]).round), tmp_path / "part.toml")
        assert f"The record ends here. It's {round.name}'s turn." in run("replay", tmp_path / "part.toml"), part
        assert json.loads(run("replay", tmp_path / "part.toml", "--json"))["scores"] is None, part


def test_what_only_some_games_have_is_in_the_facts(run: Run) -> None:
    def facts(name: str) -> dict[str, object]:
        return json.loads(run("replay", RECORDS / f"{name}.toml", "--json"))  # type: ignore[no-any-return]

    assert facts("exact-tricks")["bids"] == {"A": 2, "B": 3, "C": 1, "D": 3}
    assert facts("manhattan")["exchange"] == ["N", "B8"] and facts("manhattan")["trump"] == "NC"
    assert facts("silent-six")["called"] == ["R40", "Y15"]
    assert facts("anagrams")["left"] == {"A": 8, "B": 8, "C": 10, "D": 8}
    moves = facts("millionaire")["moves"]
    assert isinstance(moves, list) and moves[0] == {"seat": "A", "move": "draw"}


def test_a_passed_out_hand_and_a_new_deal_are_told(run: Run, tmp_path: Path) -> None:
    for table, moves, sentence in (
        ("make-a-million-2004+redeal-if-all-pass", [mam.Pass()] * 4, "Nobody has bid"),
        ("sweven", [mam.Pass()] * 4, "Nobody has bid"),
    ):
        round = mam.start(table, 7)
        for move in moves:
            round = round.play(move)
        write_record(Record.from_round(round), tmp_path / "out.toml")
        assert sentence in run("replay", tmp_path / "out.toml")
    seeds = (mam.start("make-a-million-2004+misdeal", seed) for seed in range(400))
    poor = next(round for round in seeds if mam.Misdeal() in round.legal_moves)
    write_record(Record.from_round(poor.play(mam.Misdeal())), tmp_path / "misdeal.toml")
    assert "called a misdeal (R04-OPT-1)" in run("replay", tmp_path / "misdeal.toml")


def test_a_lenient_record_is_told_as_it_was_written(run: Run, tmp_path: Path) -> None:
    record = Record(
        mam.start("six", 3).deal, edition="six", allows_misplays=True, events=("A bid 350", "X \x1b[2Jsings")
    )
    write_record(record, tmp_path / "lenient.toml")
    text = run("replay", tmp_path / "lenient.toml")
    assert "A bid 350" in text and r"\x1b[2Jsings" in text
    assert json.loads(run("replay", tmp_path / "lenient.toml", "--json"))["events"] == list(record.events)
