"""Hand-ins as text: what the page of a class file writes, and how it is read from mail, web pages and files.

    mam hand-in 1
    homework-1, student07, 2026-11-24T18:05:00Z
    who-captures v1: c [3 tries, 1 hint, 90% sure]
    legal-discards v1: R11 B9 G2 [1 try, 0 hints, 1 unread]
    seal 7T6V-WDE9-03JJ-F51E

The seal is an HMAC of everything between the first words and itself, made with the token in the student's part of the class file. The
token is not in the text. Everything written is plain ASCII without a sign that mail or a web page changes; other signs of an answer
stand as `!` with their number, and so does the first letter of “mam” and “seal”. So the lines may be broken, quoted and wrapped in any way, and the seal still fits.
"""

import hashlib
import hmac
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from html.parser import HTMLParser

from mam.classroom.answers import Plain
from mam.classroom.codes import clean_code, format_bits
from mam.classroom.submissions import RecordedAnswer, SealedSubmission, Submission, SubmissionError, is_time
from mam.rules.cards import format_count

HEAD = "mam hand-in 1"
_SEAL = 16  # characters
_MOST_ROWS = 200
_BEGIN = re.compile(r"\bmam\s+hand-?\s?in\s+1\b", re.IGNORECASE)
_END = re.compile(r"\bseal\s+((?:[0-9A-Za-z](?:\s?-?\s?)){15}[0-9A-Za-z])(?![0-9A-Za-z])", re.IGNORECASE)
_FIRST = re.compile(r"([^\s,]{1,60}), ([^\s,]{1,60}), ([0-9TZ:-]{20})(, practice)? ")
_ROW = re.compile(
    r"([a-z0-9-]{1,60}) v(\d{1,4}): ([^\[\]]{1,10000}) \[(\d{1,4}) tr(?:y|ies), (\d{1,3}) hints?(?:, (\d{1,4}) unread)?(?:, (\d\d?|100)% sure)?\] "
)
_UNSAFE = re.compile(
    r"[^A-Za-z0-9 .,/+\-()$%:^?|]|-(?=-)|\.(?=\.)|\b[Ss](?=[Ee][Aa][Ll]\b)|\b[Mm](?=[Aa][Mm]\b)", re.ASCII
)
_NO_ANSWER, _EMPTY = "?", "-"
_BLOCKS = {"p", "div", "br", "li", "tr", "td", "pre", "blockquote", "h1", "h2", "h3", "h4", "ul", "ol", "table", "body"}
_DASHES = re.compile("[\u2010-\u2015\u2212]")
_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u2028\u2029\u2060\ufeff]")


class SealedText(SealedSubmission):
    """A hand-in as text, with its seal; `facts` is all that was sealed."""

    def is_sealed_with(self, token: str) -> bool:
        """Say whether all of it is as it was written with this token."""
        return hmac.compare_digest(self.seal, _make_seal(self.facts["text"], token))


def _make_seal(text: str, token: str) -> str:
    return format_bits(hmac.digest(token.encode(), f"{HEAD}\n{text}".encode(), hashlib.sha256), _SEAL)


def write_hand_in(submission: Submission, token: str) -> str:
    """Return a submission as text, sealed with the student's token.

    >>> answer = RecordedAnswer(1, ["a", "c"], tries=2)
    >>> print(write_hand_in(Submission("homework-1", "ann", False, "2026-09-01T12:00:00Z", 2, {"legal-calls": answer}), "token"))
    mam hand-in 1
    homework-1, ann, 2026-09-01T12:00:00Z
    legal-calls v1: a | c [2 tries, 0 hints]
    seal B0KC-4884-HMFV-QE4Y
    """
    practice = ", practice" if submission.practice else ""
    lines = [f"{submission.assignment}, {submission.student}, {submission.saved}{practice}"]
    for id, answer in submission.answers.items():
        unread = f", {answer.unread} unread" if answer.unread else ""
        sure = f", {answer.sure}% sure" if answer.sure else ""
        counts = f"{answer.tries} {'try' if answer.tries == 1 else 'tries'}, {format_count(answer.hints, 'hint')}"
        lines.append(f"{id} v{answer.version}: {_write_answer(answer)} [{counts}{unread}{sure}]")
    seal = _make_seal(" ".join(lines), token)
    parts = "-".join(seal[place : place + 4] for place in range(0, _SEAL, 4))
    return "\n".join([HEAD, *lines, f"seal {parts}"])


def _write_answer(recorded: RecordedAnswer) -> str:
    if not recorded.is_given:
        return _NO_ANSWER
    answer = recorded.answer
    return " | ".join(map(_write_part, answer)) or _EMPTY if isinstance(answer, list) else _write_part(answer)


def _write_part(part: str) -> str:
    text = escape_text(part).replace("|", "!7c;")
    return f"!{ord(text):x};" if text in (_NO_ANSWER, _EMPTY) else text or _EMPTY


def escape_text(text: str) -> str:
    """Return a text in signs that no mail or web page changes.

    >>> escape_text("Zoë"), unescape_text(escape_text("Zoë"))
    ('Zo!eb;', 'Zoë')
    """
    return _UNSAFE.sub(lambda match: f"!{ord(match[0]):x};", " ".join(text.split()))


def _read_answer(text: str) -> Plain:
    parts = [_read_part(part) for part in text.split(" | ")]
    return parts if len(parts) > 1 else parts[0]


def _read_part(text: str) -> str:
    return "" if text in (_NO_ANSWER, _EMPTY) else unescape_text(text)


def unescape_text(text: str) -> str:
    """Return the text that `escape_text` was given."""
    return re.sub(r"!([0-9a-f]{1,6});", _unescape, text)


def _unescape(match: re.Match[str]) -> str:
    number = int(match[1], 16)
    return chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else "\ufffd"


def list_hand_ins(text: str) -> Iterator[str]:
    """Yield each hand-in in a text, from its first words on, without what mail and web pages put between its lines.

    >>> [*list_hand_ins("Hello!\\n> mam hand-in 1\\n> homework-1, ann,\\n>   …")]
    ['homework-1, ann, ...']
    """
    yield from split_hand_ins(text, _BEGIN, lambda piece: bool(_FIRST.match(f"{piece} ") or _END.search(piece)))


def split_hand_ins(text: str, first_words: re.Pattern[str], is_begun: Callable[[str], bool]) -> list[str]:
    """Return what follows each of the first words in a text, on one line: all pieces that look like a hand-in, or else the first one."""
    plain = clean_text(text)
    found = [*first_words.finditer(plain)]
    ends = [match.start() for match in found][1:]
    pieces = [plain[match.end() : end].strip() for match, end in zip(found, [*ends, len(plain)], strict=False)]
    return [piece for piece in pieces if is_begun(piece)] or pieces[:1]  # a greeting may say these words, too


def clean_text(text: str) -> str:
    """Return a text on one line as it was written, whatever mail or a web page made of it."""
    if re.search(r"<(?:html|body|p|div|br|span|pre|blockquote|table)\b[^<>]{0,1000}>", text, re.IGNORECASE):
        reader = _Html()
        reader.feed(text)
        reader.close()
        text = "".join(reader.parts)
    text = _UNSEEN.sub("", text)
    text = re.sub(r"=\r?\n", "", text).replace("=20", " ")  # a mail as it is sent; nothing that is sealed has =
    text = re.sub(r"(?m)^[^\S\n]*(?:>[^\S\n]*)+", "", text)  # a mail that is quoted
    text = _DASHES.sub("-", unicodedata.normalize("NFKC", text)).replace("\u2044", "/")
    return " ".join(text.split())


class _Html(HTMLParser):
    """Collects the text of a web page; nothing of it is run or loaded."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._skipped = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "style"):
            self._skipped = tag
        elif tag in _BLOCKS:
            self.parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag == self._skipped:
            self._skipped = ""
        elif tag in _BLOCKS:
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._skipped:
            self.parts.append(data)


def parse_hand_in(text: str) -> SealedText:
    """Return one of `list_hand_ins` as a submission. Whether its seal is right only its token can tell.

    Raises SubmissionError with a sentence on the first fault.

    >>> parse_hand_in("homework-1, ann")
    Traceback (most recent call last):
    mam.classroom.submissions.SubmissionError: breaks off: the line with the seal is missing
    """
    end = _END.search(text)
    if end is None:
        raise SubmissionError("breaks off: the line with the seal is missing")
    sealed = text[: end.start()].strip()
    first = _FIRST.match(f"{sealed} ")
    if first is None or not is_time(first[3]):
        raise SubmissionError("is not a hand-in: its second line does not name an assignment, a student and a time")
    answers: dict[str, RecordedAnswer] = {}
    place, tries = first.end(), 0
    while match := _ROW.match(f"{sealed} ", place):
        id, version, answer, *counts = match.groups()
        number, hints, unread, sure = (int(count or 0) for count in counts)
        if id in answers or len(answers) >= _MOST_ROWS:
            raise SubmissionError(f"is not a hand-in: it answers {id} twice, or has too many answers")
        answers[id] = RecordedAnswer(
            int(version),
            _read_answer(answer),
            tries=number,
            hints=hints,
            unread=unread,
            sure=sure,
            is_given=answer != _NO_ANSWER,
        )
        place, tries = match.end(), tries + number
    if place < len(sealed):
        raise SubmissionError(f"was changed: “{sealed[place : place + 30]}…” is not a line that the page writes")
    submission = Submission(first[1], first[2], bool(first[4]), first[3], tries, answers, source="phone")
    facts: Mapping[str, str] = {"text": sealed}
    return SealedText(submission, clean_code(end[1]), facts)
