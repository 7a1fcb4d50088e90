"""What the tests of texts and records share: every edition with each of its options, and rounds of them played at random."""

from collections.abc import Iterator
from random import Random

import mam
from mam.games.round import Round
from mam.records import Record, format_record, parse_record
from mam.text.notation import parse_deal, parse_round


def list_tables() -> Iterator[str]:
    """Every edition, plain and with each of its options, written like "sweven+5-players"."""
    for name in mam.list_editions():
        yield name
        for option in mam.get_edition(name).options:
            try:
                mam.get_edition(name, [option])
            except ValueError:  # only for another number of players
                continue
            yield f"{name}+{option}"


TABLES = tuple(list_tables())


def next_round(round: Round, rng: Random) -> Round:
    """One move on, any legal one; auctions come to an end."""
    moves = round.legal_moves
    quiet = round.phase == "auction" and mam.Pass() in moves and rng.random() < 0.6
    return round.play(mam.Pass() if quiet else moves[int(rng.random() * len(moves))])


def walk(table: str, seed: int, steps: int) -> Round:
    """A round after so many moves at random, or at its end."""
    rng, round = Random(seed), mam.start(table, seed)
    while steps > 0 and not round.is_over:
        round, steps = next_round(round, rng), steps - 1
    return round


def check_text(round: Round) -> None:
    """The round prints as the text that gives it back, and so does its record."""
    assert parse_deal(repr(round.deal)) == round.deal
    parsed = parse_round(repr(round))
    assert parsed == round and repr(parsed) == repr(round)
    assert (parsed.phase, parsed.turn, parsed.hands, parsed.carry) == (
        round.phase,
        round.turn,
        round.hands,
        round.carry,
    )
    record = Record.from_round(round, title="Seen")
    text = format_record(record)
    copy = parse_record(text)
    assert copy == record and format_record(copy) == text and copy.rounds()[-1] == round
