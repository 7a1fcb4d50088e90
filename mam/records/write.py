"""Write records: the same record always gives the same text."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from mam.games.round import Round
from mam.games.trick_round import TrickRound
from mam.records.layout import FORMAT, PHASE_KEYS
from mam.records.record import Record, name_step
from mam.rules.moves import Move, Play
from mam.rules.scoring import Carry
from mam.support.arguments import check_arguments
from mam.support.data_files import write_file
from mam.support.toml import write_string, write_strings


@check_arguments
def write_record(record: Record, path: str | Path) -> None:
    """Save the record. A file already at `path` is replaced only when the new one is complete."""
    write_file(path, format_record(record))


def format_record(record: Record) -> str:
    """Return the record as text, which `parse_record` reads.

    >>> import mam
    >>> record = mam.Record.from_round(mam.start("anagrams", seed=7), title="An opening")
    >>> print(format_record(record).splitlines()[2])
    title = "An opening"
    """
    lines = [f"format = {FORMAT}", f"edition = {write_string(record.edition)}"]
    if record.options:
        lines.append(f"options = {write_strings(record.options)}")
    if record.allows_misplays:
        lines.append("allows_misplays = true")
    for key in ("title", "source", "comment"):
        if text := getattr(record, key):
            lines.append(f"{key} = {write_string(text)}")
    if record.players:
        lines += ["", "[players]", *(f"{seat} = {write_string(name)}" for seat, name in record.players.items())]
    lines += _format_start(record.start)
    if record.events:
        lines += ["", "[round]", f"events = {write_strings(record.events, always_split=True)}"]
    lines += _format_moves(record.rounds(), record.moves)
    for note in record.notes:
        lines += ["", "[[note]]", f"at = {write_string(name_step(record, note.step))}"]
        lines += [
            f"{key} = {write_string(getattr(note, key))}"
            for key in ("seat", "text", "source")
            if key == "text" or getattr(note, key)
        ]
    for branch in record.branches:
        lines += ["", "[[branch]]", f"at = {write_string(name_step(record, branch.step))}"]
        lines += [f"name = {write_string(branch.name)}"] if branch.name else []
        lines.append(f"moves = {write_strings(map(str, branch.moves))}")
    return "\n".join(lines) + "\n"


def _format_start(start: Round) -> list[str]:
    """Return the lines of [carry] and [deal]."""
    lines = []
    if start.carry != Carry():
        lines += ["", "[carry]"]
        lines += [f"{key} = {write_string(value)}" for key, value in _split_parts(str(start.carry), ", ")]
    lines += ["", "[deal]"]
    for key, value in _split_parts(repr(start.deal), " | "):  # a deal prints as its parts, each after its name
        if key == "blind_draw":
            lines.append(f"{key} = {value}")
        elif value or key != "nest":
            lines.append(f"{key} = {write_string(value)}")
    return lines


def _split_parts(text: str, separator: str) -> Iterator[tuple[str, str]]:
    for part in text.split(separator):
        key, _, value = part.partition(" ")
        yield key, value


def _format_moves(rounds: Sequence[Round], moves: Sequence[Move]) -> list[str]:
    """Return the lines of [round]; `rounds` are those before each move, and may go on after the last."""
    lists: dict[str, list[str]] = {}
    values: dict[str, str] = {}
    for round, move in zip(rounds, moves, strict=False):
        if not isinstance(round, TrickRound):
            lists.setdefault("moves", []).append(f"{round.turn} {move}")
            continue
        key, verb, example = PHASE_KEYS[round.phase]
        text = str(move).removeprefix(verb).strip()
        if example:
            lists.setdefault(key, []).append(f"{round.turn} {text}")
        elif isinstance(move, Play):
            if round.trick and not round.trick.cards:
                lists.setdefault(key, []).append(f"{round.turn}:")
            lists[key][-1] += f" {text}"
        else:
            values[key] = text
    if not lists and not values:
        return []
    order = [*(key for key, _, _ in PHASE_KEYS.values()), "moves"]
    lines = {key: write_strings(texts, always_split=key == "tricks") for key, texts in lists.items()}
    lines |= {key: write_string(text) for key, text in values.items()}
    return ["", "[round]", *(f"{key} = {lines[key]}" for key in sorted(lines, key=order.index))]
