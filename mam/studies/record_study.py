"""A record as a study: one chapter, its notes as stops without a question, its branches as variations."""

from mam.records import Record, name_step
from mam.studies.study import Chapter, Stop, Study, Variation, find_rules


def study_record(record: Record, study_id: str = "record", file: str = "") -> Study:
    """Return the study of a record: each note is a stop that only says something, each branch a variation.

    >>> import mam
    >>> record = mam.Record.from_round(mam.start("make-a-million-1935", seed=7), notes=(mam.Note(0, "Look at South."),))
    >>> [stop.text for stop in study_record(record).chapters[0].stops]
    ['Look at South.']
    """
    rules = find_rules(record.edition, record.options)
    stops = (
        Stop(text=note.text, at=name_step(record, note.step), you=note.seat, source=note.source)
        for note in record.notes
    )
    variations = (
        Variation(branch.name, name_step(record, branch.step), tuple(map(str, branch.moves)))
        for branch in record.branches
    )
    persons = rules.persons if rules else ()
    chapter = Chapter(
        id="round",
        rules=rules,
        title=record.title,
        you="S" if "S" in persons else next(iter(persons), ""),
        record=record,
        stops=tuple(sorted(stops, key=lambda stop: record.moments.index(stop.at))),
        variations=tuple(variations),
    )
    return Study(
        id=study_id,
        title=record.title or study_id,
        shelf="hands",
        edition=record.edition,
        options=record.options,
        source=record.source,
        intro=record.comment,
        chapters=(chapter,),
        file=file,
    )
