"""Pages that need no script: their frame, and the Markdown of exercises as HTML. All text is escaped."""

from collections.abc import Sequence
from html import escape

from mam.classroom.answers import Plain
from mam.classroom.blocks import Block, Span, read_blocks
from mam.classroom.classes import clean_line

_TAGS = {"strong": "b", "em": "i", "code": "code", "cards": "code"}
_LONGEST = 300  # characters of an answer that are shown


def make_page(title: str, style: str, body: str) -> str:
    """Return a page with inline styles; `title` is escaped here, `body` is HTML."""
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
    return (
        f'<!doctype html>\n<html lang="en"><head>{head}<title>{escape(title)}</title><style>{style}</style></head>\n'
        f"<body><main>{body}</main></body></html>\n"
    )


def format_markdown(markdown: str) -> str:
    """Return the Markdown of an exercise as HTML.

    >>> format_markdown("Is the **Tiger** `<b>`?")
    '<p>Is the <b>Tiger</b> <code>&lt;b&gt;</code>?</p>'
    """
    return "".join(_format_block(block) for block in read_blocks(markdown))


def _format_block(block: Block) -> str:
    rows = [[_format_spans(cell) for cell in row] for row in block["rows"]]
    if block["kind"] == "table":
        return (
            f"<table>{''.join('<tr>' + ''.join(f'<td>{cell}</td>' for cell in row) + '</tr>' for row in rows)}</table>"
        )
    texts = [cell for row in rows for cell in row]
    if block["kind"] == "program":
        return f"<pre>{''.join(texts)}</pre>"
    if block["kind"] in ("list", "numbered"):
        tag = "ul" if block["kind"] == "list" else "ol"
        return f"<{tag}>{''.join(f'<li>{text}</li>' for text in texts)}</{tag}>"
    return f"<p>{' '.join(texts)}</p>"


def _format_spans(spans: Sequence[Span]) -> str:
    return "".join(_format_span(span["kind"], escape(span["text"])) for span in spans)


def _format_span(kind: str, text: str) -> str:
    return f"<{_TAGS[kind]}>{text}</{_TAGS[kind]}>" if kind in _TAGS else text


def format_line(text: str) -> str:
    """Return a sentence of our own, which may quote anybody, as HTML on one line."""
    return escape(clean_line(text))


def format_answer(plain: Plain | None) -> str:
    """Return an answer as HTML, cut where it is long."""
    text = clean_line(", ".join(plain) if isinstance(plain, list) else plain or "")
    return escape(text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…") or "none"
