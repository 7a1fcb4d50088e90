"""The record on a page: its address holds the record as it was opened, and the place: step, branch, edition, what-ifs."""

from mam import Record
from mam.records.read import RecordError, parse_record
from mam.records.write import format_record
from mam.text.notation import NotationError
from mam_widgets.site.links import LinkError, join_fields, pack, read_number, shorten, unpack
from mam_widgets.site.on_page import OnPage, describe_fault
from mam_widgets.stepper.model import Walk
from mam_widgets.stepper.widget import Stepper, deal, specimen


class LinkedStepper(Stepper, OnPage):
    """The record on a page; `base` is the record as it was opened, as text."""

    def __init__(self, walk: Walk, base: str) -> None:
        self._base = base
        self._packed = (walk.record, self._pack(walk.record))  # what was tried last, as the address has it
        super().__init__(walk)

    def write_address(self, opened: str) -> str:
        return "&".join(part for part in (opened, self._write_place()) if part)

    def write_link(self, opened: str) -> str:
        return self.write_address(opened if "=" in opened else f"record={pack(self._base)}")

    def export(self) -> tuple[str, str]:
        return "make-a-million-record.toml", format_record(self.record)

    def _write_place(self) -> str:
        walk, original = self._walk, self._original
        fields: list[tuple[str, object]] = []
        if walk.step:
            fields.append(("step", walk.step))
        if walk.branch is not None:
            fields.append(("branch", walk.branch + 1))
        if walk is not original:
            fields.append(("under", walk.round.rules.full_id))
        if original.record is not self._packed[0]:
            self._packed = (original.record, self._pack(original.record))
        if self._packed[1]:
            fields.append(("now", self._packed[1]))
        return join_fields(*fields)

    def _pack(self, record: Record) -> str:
        """Return what differs from the record as it was opened, packed; "" if nothing does."""
        text = format_record(record)
        return pack(text, self._base) if text != self._base else ""


def open_stepper(fields: dict[str, str]) -> LinkedStepper:
    """Return the record of a link, a deal to look at, or the specimen hand, at the place that the link names.

    Raises LinkError, in a sentence for the person, for what cannot be opened, and for a place that is not there.
    """
    step, branch = read_number(fields, "step", "A step"), read_number(fields, "branch", "A branch")
    original = _open_record(fields)
    base = format_record(original)
    record = _read_record(unpack(fields["now"], base)) if "now" in fields else original
    walk = Walk(record, recorded_count=len(original.moves), is_printed=not ({"record", "deal"} & {*fields}))
    stepper = LinkedStepper(walk, base)
    if "under" in fields:
        try:
            stepper.replay_under(fields["under"])
        except ValueError:
            raise LinkError(f"This record can't be shown under “{shorten(fields['under'])}”.") from None
    if branch is not None:
        if not 1 <= branch <= len(stepper.record.branches):
            raise LinkError(f"This record has no what-if {branch}.")
        stepper.handle_message({"do": "branch", "index": branch - 1})
    if step is not None:
        stepper.go(step)
    return stepper


def _open_record(fields: dict[str, str]) -> Record:
    if "record" in fields:
        return _read_record(unpack(fields["record"]))
    if "deal" not in fields:
        return specimen().record
    try:
        return deal(fields["deal"]).record
    except NotationError as error:
        raise LinkError(f"The deal in this link can't be read: {error}. Copy the whole link.") from None


def _read_record(text: str) -> Record:
    try:
        return parse_record(text, "link")
    except RecordError as error:
        raise LinkError(f"The record in this link can't be read: {describe_fault(error)}") from None
