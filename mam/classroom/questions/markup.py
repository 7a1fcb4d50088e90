"""The Markdown of statements and solutions as HTML: paragraphs, lists, tables, code, bold."""

import html
import re

_ITEM = re.compile(r"(?:-|\d+\.) +(.*)", re.DOTALL)


def write_html(markdown: str) -> str:
    """Return Markdown as HTML on one line; everything else in it is escaped.

    >>> write_html("Trump is **Red** & you hold:\\n\\n- `R4`\\n- `G<5`")
    '<p>Trump is <b>Red</b> &amp; you hold:</p><ul><li><code>R4</code></li><li><code>G&lt;5</code></li></ul>'
    """
    parts = re.split(r"^```\w*\n(.*?)^```$", markdown, flags=re.DOTALL | re.MULTILINE)
    return "".join(_write_code(part) if place % 2 else _write_blocks(part) for place, part in enumerate(parts))


def _write_code(code: str) -> str:
    lines = (html.escape(line, quote=False).replace(" ", "&nbsp;") for line in code.rstrip("\n").split("\n"))
    return f"<p><code>{'<br>'.join(lines)}</code></p>"


def _write_blocks(markdown: str) -> str:
    return "".join(_write_block(block.strip("\n")) for block in re.split(r"\n\s*\n", markdown) if block.strip())


def _write_block(block: str) -> str:
    lines = block.split("\n")
    if len(lines) > 1 and lines[0].startswith("|"):
        return _write_table(lines)
    items = re.split(r"\n(?=- |\d+\. )", block)
    if all(map(_ITEM.fullmatch, items)):
        name = "ul" if block.startswith("-") else "ol"
        texts = (_write_text(item.partition(" ")[2]) for item in items)
        return f"<{name}>{''.join(f'<li>{text}</li>' for text in texts)}</{name}>"
    return f"<p>{_write_text(block)}</p>"


def _write_table(lines: list[str]) -> str:
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    body = [row for row in rows if not all(re.fullmatch(":?-+:?", cell) for cell in row)]
    tags = ["th", *["td"] * len(body)]
    cells = (
        "".join(f"<{tag}>{_write_text(cell)}</{tag}>" for cell in row) for tag, row in zip(tags, body, strict=False)
    )
    return f'<table border="1" cellpadding="4">{"".join(f"<tr>{row}</tr>" for row in cells)}</table>'


def _write_text(text: str) -> str:
    text = html.escape(" ".join(text.split()), quote=False)
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", re.sub(r"\*\*([^*]*)\*\*", r"<b>\1</b>", text))
