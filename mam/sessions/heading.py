"""The heading of a saved session: what was chosen before the first card, each value checked with its line."""

from dataclasses import dataclass, fields

from mam.rules.editions import RuleSet, get_edition
from mam.sessions.class_table import ClassTable
from mam.sessions.real_table import RealTable
from mam.sessions.skill_levels import check_skill_level
from mam.support.messages import quote
from mam.support.toml import Document, PlacedError

FORMAT = 2
MAX_BYTES = 2_000_000


class SessionError(PlacedError):
    """A saved session that cannot be read; the message names the file, the line, the fault and the fix."""


@dataclass(frozen=True)
class Heading:
    """What a saved session was started with; `carried` are the totals before its first round."""

    edition: str
    options: tuple[str, ...]
    seed: int
    you: str
    hints: int
    skill_levels: dict[str, str]
    carried: dict[str, int]
    real_table: RealTable | None
    class_table: ClassTable | None = None


def read_heading(document: Document) -> Heading:
    """Read everything but the rounds. Raises SessionError with the line of the fault."""
    _check_format(document)
    document.check_keys(
        {
            "session",
            "edition",
            "options",
            "seed",
            "you",
            "hints",
            "players",
            "real_table",
            "class_table",
            "carried",
            "round",
        }
    )
    edition, options = document.string("", "edition", required=True), document.strings("", "options")
    with document.at("", "options" if options else "edition"):
        rules = get_edition(edition, options)
    you = document.string("", "you", required=True)
    if you not in rules.persons:
        raise document.fail(("", "you"), f"no seat {quote(you)}: choose one of {' '.join(rules.persons)}")
    skill_levels = _read_players(document, rules, you)
    seed, hints = (document.integer("", key, least=0) for key in ("seed", "hints"))
    carried, real_table, class_table = (
        _read_carried(document, rules),
        _read_real_table(document),
        _read_class_table(document),
    )
    return Heading(edition, tuple(options), seed, you, hints, skill_levels, carried, real_table, class_table)


def _check_format(document: Document) -> None:
    if "sitting" in document.top:
        fault = f"this match was saved by an earlier mam, in format 1; this one reads format {FORMAT}: change “sitting = 1” to “session = {FORMAT}”"
        raise document.fail(("", "sitting"), fault)
    if "session" not in document.top:
        raise document.fail(("", ""), f"this is not a saved session: the first line must be “session = {FORMAT}”")
    if document.integer("", "session", FORMAT) != FORMAT:
        fault = f"it has format {document.top['session']}, and this release of mam reads format {FORMAT}"
        raise document.fail(("", "session"), fault)


def _read_players(document: Document, rules: RuleSet, you: str) -> dict[str, str]:
    other_persons = [person for person in rules.persons if person != you]
    document.check_keys(set(other_persons), "players")
    levels = {person: document.string("players", person, required=True) for person in other_persons}
    for person, name in levels.items():
        with document.at("players", person):
            check_skill_level(rules, name)
    return levels


def _read_carried(document: Document, rules: RuleSet) -> dict[str, int]:
    document.check_keys(set(rules.accounts), "carried")
    return {side: document.integer("carried", side, 0) for side in document.table("carried")}


def _read_real_table(document: Document) -> RealTable | None:
    chances = [item.name for item in fields(RealTable)]
    document.check_keys(set(chances), "real_table")
    if "real_table" not in document.top:
        return None
    percentages = [document.integer("real_table", name, 0) for name in chances]
    with document.at("real_table", ""):
        return RealTable(*percentages)


def _read_class_table(document: Document) -> ClassTable | None:
    document.check_keys({"title", "moves"}, "class_table")
    if "class_table" not in document.top:
        return None
    title, moves = (
        document.string("class_table", "title", required=True),
        document.integer("class_table", "moves", least=0),
    )
    with document.at("class_table", "title"):
        return ClassTable(title, moves)
