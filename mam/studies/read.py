"""Read studies: every fault is reported with its line, and nothing in a file is executed."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mam.records import Record, find_step, read_record
from mam.records.layout import MAX_BYTES as MAX_RECORD_BYTES
from mam.records.read import read_document
from mam.rules.editions import TrickGameRules, get_edition
from mam.studies.cases.read import read_case, read_facts
from mam.studies.keys import SHELVES, list_keys
from mam.studies.record_study import study_record
from mam.studies.study import (
    ASKS,
    MAX_BYTES,
    MAX_STOPS,
    OTHER,
    Chapter,
    MoveSetup,
    Reply,
    Setup,
    Stop,
    Study,
    StudyError,
    Variation,
    find_rules,
)
from mam.support.arguments import check_arguments
from mam.support.data_files import find_data_folder
from mam.support.messages import quote
from mam.support.toml import Document, read_text

FORMAT = 1


@check_arguments
def read_study(path: str | Path) -> Study:
    """Read a study from a file; a record is a study of one chapter.

    Raises StudyError with the line of a fault, OSError if the file cannot be opened.
    """
    return parse_study(read_text(path, MAX_BYTES, StudyError), Path(path).name)


def parse_study(text: str, name: str = "study") -> Study:
    """Read a study from a text, called `name` in errors. Raises StudyError with the line of the fault."""
    if len(text) > MAX_BYTES:
        raise StudyError(name, 0, f"is {len(text):,} characters long; a study has at most {MAX_BYTES:,}")
    document = Document(text, name, StudyError)
    if "chapter" not in document.top and "deal" in document.top:
        if len(text) > MAX_RECORD_BYTES:
            raise StudyError(name, 0, f"is {len(text):,} characters long; a record has at most {MAX_RECORD_BYTES:,}")
        return study_record(read_document(document), Path(name).stem, name)
    return _Reader(document).read()


class _Reader:
    """A study while it is read."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.shelf = document.string("", "shelf")
        self.edition = document.string("", "edition")
        self.options = tuple(document.strings("", "options"))

    def read(self) -> Study:
        document = self.document
        document.check_format("format", FORMAT, FORMAT)
        if self.shelf not in SHELVES:
            raise document.fail(("", "shelf"), f"the shelf is one of {', '.join(SHELVES)}, not {quote(self.shelf)}")
        self._check_keys(document, "")
        if self.edition:
            with document.at("", "options" if self.options else "edition"):
                find_rules(self.edition, self.options)
        return Study(
            id=document.string("", "id", required=True),
            title=document.string("", "title", required=True),
            shelf=self.shelf,
            edition=self.edition,
            options=self.options,
            level=document.integer("", "level", 0) if "level" in document.top else None,
            tags=tuple(document.strings("", "tags")),
            teaches=tuple(document.strings("", "teaches")),
            source=document.string("", "source"),
            intro=document.string("", "intro"),
            moral=document.string("", "moral"),
            pass_mark=document.integer("", "pass", 0, least=1) if "pass" in document.top else None,
            hide=tuple(document.strings("", "hide")),
            chapters=self._read_chapters(),
            file=document.name,
        )

    def _check_keys(self, part: Document, kind: str) -> Mapping[str, Any]:
        """Refuse an unknown key; return the values of the keys that only this shelf has."""
        common, more = list_keys(kind, self.shelf)
        part.check_keys({*common, *more})
        return {key: value for key, value in part.top.items() if key in more}

    def _read_chapters(self) -> tuple[Chapter, ...]:
        document = self.document
        tables = document.top.get("chapter")
        if not isinstance(tables, list) or not tables:
            raise document.fail(("", "chapter"), "a study has at least one chapter, written [[chapter]]")
        parts = [document.part("chapter", number) for number in range(len(tables))]
        stops = sum(len(stops) for part in parts if isinstance(stops := part.top.get("stop", []), list))
        if stops > MAX_STOPS:
            raise document.fail(("", ""), f"has {stops:,} stops; a study has at most {MAX_STOPS:,}")
        chapters: list[Chapter] = []
        for part in parts:
            chapter = self._read_chapter(part)
            if chapter.id in {earlier.id for earlier in chapters}:
                raise part.fail(("", "id"), f"the id {quote(chapter.id)} is used twice: progress is kept under it")
            chapters.append(chapter)
        return tuple(chapters)

    def _read_chapter(self, part: Document) -> Chapter:
        extra = dict(self._check_keys(part, "chapter"))
        edition = part.string("", "edition") or self.edition
        options = tuple(part.strings("", "options")) or self.options
        if not edition:
            raise part.fail(("", ""), "name the edition, of the study or of this chapter")
        with part.at("", "options" if part.strings("", "options") else "edition"):
            rules = find_rules(edition, options)
        forms = [key for key in ("position", "letters", "deal", "record") if key in part.top]
        if len(forms) > 1:
            raise part.fail(("", forms[1]), f"a chapter shows one thing: {forms[0]} or {forms[1]}, not both")
        setup, move_setup, record = None, None, None
        case = read_case(part, edition, options) if self.shelf == "rules" else None
        if case is not None:
            if "position" in part.top:  # its keys are checked
                self._read_setup(part.part("position"))
            record, extra = _read_named_record(part) if "record" in part.top else None, {}
        elif "letters" in part.top or _needs_moves(rules, part.table("position")):
            move_setup = self._read_move_setup(part, edition, options)
        elif "position" in part.top:
            setup, more = self._read_setup(part.part("position"))
            extra |= {"position": more} if more else {}
        elif "record" in part.top:
            record = _read_named_record(part)
        elif {"seed", "hands"} & part.table("deal").keys():
            extra["deal"] = part.table("deal")
        elif "deal" in part.top:
            record = _read_round(part, edition, options)
        elif not extra:
            raise part.fail(("", ""), "a chapter shows a position, written [chapter.position], or a [chapter.deal]")
        chapter = Chapter(
            id=part.string("", "id", required=True),
            rules=rules,
            title=part.string("", "title"),
            goal=part.string("", "goal"),
            you=part.string("", "you") or _choose_seat(rules, move_setup),
            given=part.string("", "given"),
            cites=tuple(part.strings("", "rules")),
            hide=tuple(self.document.strings("", "hide")),
            moral=part.string("", "moral"),
            setup=setup,
            move_setup=move_setup,
            record=record,
            case=case,
            coached=part.boolean("", "coach"),
            stops=tuple(self._read_stop(part.part("stop", number), record) for number in range(_count(part, "stop"))),
            variations=tuple(
                self._read_variation(part.part("variation", number))
                for number in range(0 if case else _count(part, "variation"))
            ),
            extra=extra,
            lines=part.lines,
        )
        seats = rules.seats if rules else get_edition(edition, options).seats if move_setup else ()
        if seats and chapter.you not in seats:
            raise part.fail(("", "you"), f"no seat {quote(chapter.you)}: the seats are {' '.join(seats)}")
        if not (chapter.stops or chapter.coached or chapter.record or case or extra):
            raise part.fail(("", ""), "a position has at least one stop, written [[chapter.stop]]")
        return chapter

    def _read_move_setup(self, part: Document, edition: str, options: tuple[str, ...]) -> MoveSetup:
        """Return a set-up by real moves, its keys checked."""
        if "letters" not in part.top:
            self._read_setup(part.part("position"))
            return MoveSetup(edition, options, "position", part.table("position"))
        self._check_keys(part.part("letters"), "letters")
        return MoveSetup(edition, options, "letters", part.table("letters"))

    def _read_setup(self, part: Document) -> tuple[Setup, Mapping[str, Any]]:
        more = self._check_keys(part, "position")
        lines = part.strings("", "line")
        if lines and {"trick", "tricks"} & part.top.keys():
            raise part.fail(("", "line"), "write the tricks as line, or as tricks and trick, not both")
        trick = part.string("", "trick")
        hands = part.string("", "hands")
        setup = Setup(
            hands=hands,
            trump=part.string("", "trump"),
            tricks=tuple(lines or (*part.strings("", "tricks"), *([trick] if trick else []))),
            bid=part.string("", "bid"),
            captured=_read_sides(part, "captured"),
            totals=_read_sides(part, "totals"),
            dealer=part.string("", "dealer"),
            calls=tuple(call.strip() for call in part.string("", "calls").split(",") if call.strip()),
            nest=part.string("", "nest"),
            discarded=part.string("", "discarded"),
            open=tuple(part.string("", "open").split()),
            hands_at_lead=bool(lines and hands),
        )
        return setup, more

    def _read_stop(self, part: Document, record: Record | None) -> Stop:
        extra = dict(self._check_keys(part, "stop"))
        ask = part.string("", "ask")
        if ask and ask not in ASKS:
            raise part.fail(("", "ask"), f"nothing is asked with {quote(ask)}: write one of {', '.join(ASKS)}")
        at = part.string("", "at")
        if at and record is not None:
            with part.at("", "at"):
                find_step(record, at)
        until = part.string("", "until") or "trick"
        if until not in ("trick", "end"):
            raise part.fail(("", "until"), f'until is "trick" or "end", not {quote(until)}')
        judged = extra.pop("judged", "")
        if judged not in ("", "now"):
            raise part.fail(("", "judged"), f'judged is "now" or left out, not {quote(judged)}')
        changes = dict(part.table("set"))
        extra.pop("set", None)
        choices, right, fact, facts, outcome = _read_choices(part)
        if ask and not right and (self.shelf != "hands" or record is None):  # of a hand, prices say what is right
            raise part.fail(("", "right"), "name the answers that are right, as a list")
        return Stop(
            ask=ask,
            text=part.string("", "text"),
            at=at,
            you=part.string("", "you"),
            right=right,
            choices=choices,
            wrong=_read_sentences(part, "wrong"),
            hints=tuple(part.strings("", "hints")),
            why=part.string("", "why"),
            test=part.string("", "test"),
            until=until,
            count=part.integer("", "count", 0, least=1) if "count" in part.top else None,
            margin=part.integer("", "margin", 0, least=1) if "margin" in part.top else None,
            fact=fact,
            then=_read_replies(part),
            source=part.string("", "source"),
            facts={choice: read_facts(part, "is", entries) for choice, entries in facts.items()},
            outcome=read_facts(part, "is", outcome),
            is_judged_now=bool(judged),
            changes=changes,
            extra=extra,
            lines=part.lines,
        )

    def _read_variation(self, part: Document) -> Variation:
        extra = dict(self._check_keys(part, "variation"))
        moves = part.strings("", "moves") or part.strings("", "then")
        text = part.string("", "if") or part.string("", "text")
        return Variation(text, part.string("", "at"), tuple(moves), part.string("", "answer"), extra)


# Values


def _count(part: Document, name: str) -> int:
    """Return how many tables a list of tables has."""
    tables = part.top.get(name, [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise part.fail(("", name), f"{name} must be a list of tables, each written [[chapter.{name}]]")
    return len(tables)


_REAL_MOVES = {"called", "carry", "stock", "tricks_bid", "until"}  # keys of a position that only real moves lead to


def _needs_moves(rules: TrickGameRules | None, position: Mapping[str, Any]) -> bool:
    """Return whether a position is reached by real moves, and not only laid out."""
    return (
        bool(position) and rules is not None and (bool(rules.half_hidden_seats) or bool(_REAL_MOVES & position.keys()))
    )


def _choose_seat(rules: TrickGameRules | None, move_setup: MoveSetup | None) -> str:
    """Return the seat at the bottom where none is named: South, or the first person."""
    if rules is None:
        return get_edition(move_setup.edition, move_setup.options).persons[0] if move_setup else ""
    return "S" if "S" in rules.persons else rules.persons[0]


def _read_sides(part: Document, key: str) -> Mapping[str, int]:
    values = part.table(key)
    for side, amount in values.items():
        if side not in ("we", "they") or not isinstance(amount, int) or isinstance(amount, bool):
            raise part.fail(("", key), f"{key} are whole thousands of dollars, like {{ we = 200, they = 90 }}")
    return dict(values)


def _read_list(part: Document, key: str) -> tuple[str, ...]:
    """Return a list of texts or whole numbers as texts."""
    values = part.top.get(key, [])
    if not isinstance(values, list) or not all(
        isinstance(value, str | int) and not isinstance(value, bool) for value in values
    ):
        raise part.fail(("", key), f"{key} must be a list of texts or whole numbers")
    return tuple(map(str, values))


def _read_choices(part: Document) -> tuple[tuple[str, ...], tuple[str, ...], str, Mapping[str, Any], list[Any]]:
    """Return the choices, the right ones, and what makes one right: the name of a fact, for each choice a list of facts, or a list of
    facts that hold after a right move."""
    facts = part.top.get("is", "")
    choices = part.top.get("choices", [])
    if isinstance(choices, list) and choices and all(isinstance(choice, dict) for choice in choices):
        for choice in choices:
            if not isinstance(choice.get("text"), str) or choice.keys() - {"text", "right", "is"}:
                raise part.fail(("", "choices"), 'a choice is a table like { text = "East", right = true, is = [] }')
        right = tuple(choice["text"] for choice in choices if choice.get("right") is True) or _read_list(part, "right")
        table = {choice["text"]: choice["is"] for choice in choices if "is" in choice}
        return tuple(choice["text"] for choice in choices), right, "", table, []
    if not isinstance(facts, str | dict | list):
        raise part.fail(("", "is"), "is names a fact, gives the facts of each choice, or those after a right move")
    return (
        _read_list(part, "choices"),
        _read_list(part, "right"),
        facts if isinstance(facts, str) else "",
        facts if isinstance(facts, dict) else {},
        facts if isinstance(facts, list) else [],
    )


def _read_sentences(part: Document, key: str) -> Mapping[str, str]:
    values = part.table(key)
    for answer, sentence in values.items():
        if not isinstance(sentence, str):
            raise part.fail((key, answer), f"the sentence for {quote(answer)} must be text in quotes")
    return dict(values)


def _read_replies(part: Document) -> Mapping[str, tuple[Reply, ...]]:
    """Return the replies by answer; one text holds for every answer."""
    values = part.top.get("then", "")
    texts = {OTHER: values} if isinstance(values, str) else values
    if not isinstance(texts, dict) or not all(isinstance(text, str) for text in texts.values()):
        raise part.fail(("", "then"), 'then are replies, like "W G2, N G3", or such a text by answer')
    replies: dict[str, tuple[Reply, ...]] = {}
    for answer, text in texts.items():
        pairs = [tuple(pair.split()) for pair in text.split(",") if pair.strip()]
        if any(len(pair) != 2 for pair in pairs):
            raise part.fail(("", "then"), f"{quote(text)} must name seats and cards, like W G2, N G3")
        if pairs:
            replies[answer] = tuple((seat, card) for seat, card in pairs)
    return replies


def _read_round(part: Document, edition: str, options: tuple[str, ...]) -> Record:
    """Return the round of a chapter, whose tables are those of a record."""
    round_part = part.part()
    keys = ("deal", "round", "carry", "players")
    round_part.top = {"edition": edition, "options": list(options)} | {
        key: part.top[key] for key in keys if key in part.top
    }
    return read_document(round_part)


def _read_named_record(part: Document) -> Record:
    """Return one of the records of the library."""
    name = part.string("", "record")
    folder = find_data_folder() / "records"
    names = sorted(path.stem for path in folder.glob("*.toml"))
    if name not in names:
        raise part.fail(("", "record"), f"no record {quote(name)}; choose one of {', '.join(names)}")
    return read_record(folder / f"{name}.toml")
