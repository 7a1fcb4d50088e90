"""Mutated records and move texts over all games: each is read, or refused with a clear error; nothing else happens.

What is accepted must be sound: it replays card for card and is written and read again unchanged.
"""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

import mam
from mam.games.round import Round
from mam.records import format_record, parse_record
from mam.sessions import Session, SessionError
from mam.support.data_files import find_data_folder
from mam.text.notation import parse_round

RECORDS = sorted((find_data_folder() / "records").glob("*.toml"))
SOUP = (
    "play discard bid trump call exchange word lay draw stop pass misdeal vote yes no tricks 175 200 ?? R40 B11 TIGER BULL"
    " BEAR S10 HJ SA A M Q Z9 R6 NC NT+ NT- 0 -5 1e9 99999999999999999999 $ , | / + . = [ ] { } \" ' # \\ \n \t é \x00 ∞ １７５"
    " E: W: N: seat format edition options dealer nest stock blind_draw carry account barred allows_misplays events note branch at moves"
).split(" ")
MUTATIONS = 120  # mutations of each kind in a batch


def mutated(text: str, rng: Random) -> str:
    """The text after a few small accidents."""
    for _ in range(1 + int(rng.random() * 3)):
        kind, place = int(rng.random() * 6), int(rng.random() * (len(text) + 1))
        end = int(rng.random() * (len(text) + 1))
        word = SOUP[int(rng.random() * len(SOUP))]
        if kind == 0:
            text = text[:place] + word + text[place:]
        elif kind == 1:
            text = text[:place] + text[place + 1 + int(rng.random() * 4) :]
        elif kind == 2:
            text = text[:place] + word + text[place + len(word) :]
        elif kind == 3:
            words = text.split(" ")
            first, second = int(rng.random() * len(words)), int(rng.random() * len(words))
            words[first], words[second] = words[second], words[first]
            text = " ".join(words)
        elif kind == 4:
            lines = text.split("\n")
            line_number = int(rng.random() * len(lines))
            lines[line_number:line_number] = [lines[int(rng.random() * len(lines))]]
            text = "\n".join(lines)
        else:
            first, last = sorted((place, end))
            text = text[:first] + text[last:] if last - first < 400 else text
    return text


def check_round(round: Round) -> None:
    """Each card of the pack lies somewhere once, as often as the pack has it."""
    assert Counter(card for card in round.deal.cards if card != mam.UNSEEN) <= Counter(round.rules.pack)
    replayed = type(round)(round.rules, round.deal, round.history, round.carry)  # every move is legal where it stands
    assert replayed == round and replayed.phase == round.phase and replayed.hands == round.hands


def check_error(error: ValueError, name: str = "") -> None:
    """It names the file and says something about it."""
    text = str(error)
    assert text.startswith(name) and len(name) + 10 < len(text) < 5000
    assert all(sign.isprintable() or sign == "\n" for sign in text), text


def fuzz_records(seed: int) -> int:
    """How many of a batch of mutated records were accepted."""
    rng, accepted = Random(seed), 0
    for number in range(MUTATIONS):
        path = RECORDS[number % len(RECORDS)]
        text = mutated(path.read_text("utf-8"), rng)
        try:
            record = parse_record(text, path.name)
        except mam.RecordError as error:
            check_error(error, path.name)
            continue
        accepted += 1
        assert parse_record(format_record(record)) == record
        if not record.allows_misplays:
            check_round(record.rounds()[-1])
    return accepted


def fuzz_moves(seed: int) -> int:
    """How many of a batch of mutated moves, at moments of all games, were accepted."""
    rng, accepted = Random(seed), 0
    starts = [mam.start(name, seed=seed) for name in mam.list_editions()]
    for number in range(MUTATIONS):
        round = starts[number % len(starts)]
        moves = round.legal_moves
        text = mutated(str(moves[int(rng.random() * len(moves))]), rng)
        try:
            move = mam.parse_move(text)
        except mam.NotationError as error:
            check_error(error)
        else:
            verdict = round.why_not(move)
            assert (verdict is None) == (move in moves or is_unlisted(round, move)), (round, move)
            if verdict is None:
                accepted += 1
                check_round(round.play(move))
            else:
                assert verdict.reason and verdict.id in mam.all_rulings()
        following = round.play(moves[int(rng.random() * len(moves))])
        starts[number % len(starts)] = mam.start(round.rules.id, seed=number) if following.is_over else following
    return accepted


def is_unlisted(round: Round, move: object) -> bool:
    """A blind exchange may be written with what it brings; the list shows it without."""
    return isinstance(move, mam.Exchange) and round.phase == "exchange"


def fuzz_rounds(seed: int) -> int:
    """How many of a batch of mutated rounds on one line were accepted."""
    rng, accepted = Random(seed), 0
    for number in range(MUTATIONS):
        try:
            record = mam.read_record(RECORDS[number % len(RECORDS)])
        except mam.RecordError:
            continue  # test_record_games tells of a record that the rules refuse
        if record.allows_misplays:
            continue
        rounds = record.rounds()
        text = mutated(repr(rounds[int(rng.random() * len(rounds))]), rng)
        try:
            round = parse_round(text)
        except (mam.NotationError, mam.IllegalMove) as error:
            check_error(error)
            continue
        accepted += 1
        check_round(round)
        assert parse_round(repr(round)) == round
    return accepted


def fuzz_sessions(seed: int) -> int:
    """How many of a batch of mutated saved matches were accepted."""
    rng, accepted = Random(seed), 0
    session = Session.start("make-a-million-1935", seed=seed, skill_level="random")
    session.play_to_your_turn()
    text = session.dumps()
    for _ in range(MUTATIONS):
        try:
            Session.loads(mutated(text, rng), "match.toml")
        except SessionError as error:
            check_error(error, "match.toml")
            continue
        accepted += 1
    return accepted


def test_a_long_key_in_a_saved_match_is_no_matter_of_records() -> None:
    with pytest.raises(SessionError, match=r"^match\.toml, line 1: a key has more than sixteen parts$"):
        Session.loads(".".join("abcdefghijklmnopqrs") + " = 1", "match.toml")


KINDS = {"sessions": fuzz_sessions, "records": fuzz_records, "moves": fuzz_moves, "rounds": fuzz_rounds}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.sample(6, 1)
def test_mutations_are_read_or_refused(kind: str, seed: int) -> None:
    assert KINDS[kind](seed) < MUTATIONS


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(100, 236))
def test_a_hundred_thousand_mutations(kind: str, seed: int) -> None:
    assert KINDS[kind](seed) < MUTATIONS


def test_the_records_are_there() -> None:
    assert len(RECORDS) >= len(mam.list_editions()) and all(isinstance(path, Path) for path in RECORDS)
