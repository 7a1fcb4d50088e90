"""The Markdown of exercises as blocks, which the browser and the printed sheets draw: nothing of it is ever HTML."""

import re
from collections.abc import Collection, Iterator
from typing import TypedDict

from mam.rules.cards import ALL_CARDS

CODES = frozenset(card.code for card in ALL_CARDS)
_SPAN = re.compile(r"\*\*(?P<strong>.+?)\*\*|`(?P<code>[^`\n]+)`|\*(?P<em>[^*\s][^*]*)\*", re.DOTALL)
_CARD = r"(?:[RYBG]\d{1,2}|TIGER|BULL|BEAR)"
_CARDS = re.compile(rf"(?<![\w-]){_CARD}(?: {_CARD})*(?![\w-])")
_ITEM = re.compile(r"(?:[-*]|(\d+)\.) +(.*)")
_LEGEND = re.compile(r" ?\(`R40` is the Red \$40,000, `B7` the Black 7\)")  # chips say by themselves what they are
# The words of cards before their codes: “Green 30 (`G30`)”, “Red 8, 4 and 2, Tiger (`R8 R4 R2 TIGER`)”.
_RANK = r"(?:\d{1,2}|Ace|King|Queen|Jack)"
_GROUP = rf"(?:(?:Red|Yellow|Black|Green|Spades|Hearts|Diamonds|Clubs) {_RANK}(?:, {_RANK})*(?: and {_RANK})?|Tiger|Bull|Bear)"
_NAMED_CARDS = re.compile(rf"\b{_GROUP}(?:,? (?:and )?{_GROUP})* \(`([A-Z0-9 ]+)`\)")
_LEAST_QUESTION = 16  # letters: “Which three?” says nothing without what stands before it


class Span(TypedDict):
    """A piece of a line: plain, strong, em, code, or cards by their codes."""

    kind: str
    text: str


class Block(TypedDict):
    """A paragraph (text), a list, a numbered list, a table or a program: its rows, their cells, and what is in each."""

    kind: str
    rows: list[list[list[Span]]]


def read_blocks(markdown: str) -> list[Block]:
    """Return the blocks of a text: paragraphs, lists, tables, programs.

    >>> [(block["kind"], block["rows"]) for block in read_blocks("Is the **Tiger** there?")]
    [('text', [[[{'kind': 'plain', 'text': 'Is the '}, {'kind': 'strong', 'text': 'Tiger'}, {'kind': 'plain', 'text': ' there?'}]]])]
    """
    return [*_list_blocks(name_cards_once(markdown))]


def split_question(markdown: str) -> tuple[str, str]:
    """Return the question of a statement and the rest of it: the last sentence with a question mark, "" if none says enough by itself.

    >>> split_question("Trump is **Red**. Who captures the trick? Give a name.")
    ('Who captures the trick?', 'Trump is **Red**. Give a name.')
    """
    sentences = [*re.finditer(r"(?:(?<=[.!?)”*]) |^|(?<=\n))([A-Z“(*][^\n]*?\?)(?=\s|\*|$)", markdown)]
    for match in reversed(sentences):
        question = _find_last_sentence(match[1])
        if (
            len(question) >= _LEAST_QUESTION
            and question.count("**") % 2 == 0
            and question.count("(") == question.count(")")
        ):
            start = match.end(1) - len(question)
            rest = f"{markdown[:start].rstrip(' ')} {markdown[match.end(1) :].lstrip(' ')}"
            return question, re.sub(r"\n{3,}", "\n\n", rest).strip()
    return "", markdown


def _find_last_sentence(text: str) -> str:
    """Return the last sentence of a text; a period within a number or an abbreviation ends none."""
    starts = [match.end() for match in re.finditer(r"[.!?][”*)]* +(?=[A-Z“(*])", text)]
    return text[starts[-1] if starts else 0 :]


def name_cards_once(markdown: str, shown: str = "") -> str:
    """Return a text in which each card stands once: by its code, or as one of the cards that are `shown` as pictures.

    >>> name_cards_once("You hold Red 8 and 4 (`R8 R4`). East plays Red 9 (`R9`).", "R8 R4")
    'You hold the cards below. East plays `R9`.'
    """
    text = _NAMED_CARDS.sub(_keep_codes, _LEGEND.sub("", markdown))
    if shown:
        text = re.sub(rf"(?<![\w`])`?{re.escape(shown)}`?(?![\w`])", "the cards below", text)
    return text


def _keep_codes(match: re.Match[str]) -> str:
    """Return codes without the words before them, if these name as many cards."""
    words = re.findall(rf"\b(?:{_RANK}|Tiger|Bull|Bear)\b", match[0].partition("(")[0])
    return f"`{match[1]}`" if len(words) == len(match[1].split()) else match[0]


def _list_blocks(text: str) -> Iterator[Block]:
    for part in re.split(r"(```.*?```)", text, flags=re.DOTALL):
        if part.startswith("```"):
            yield {"kind": "program", "rows": [[[{"kind": "plain", "text": re.sub(r"^```\w*\n|\n?```$", "", part)}]]]}
        else:
            yield from (_read_block(block) for block in re.split(r"\n\s*\n", part) if block.strip())


def _read_block(text: str) -> Block:
    lines = text.strip("\n").split("\n")
    if all(line.startswith("|") for line in lines):
        rows = [
            [read_spans(cell.strip()) for cell in line.strip("|").split("|")]
            for line in lines
            if not re.fullmatch(r"[|\-: ]+", line)
        ]
        return {"kind": "table", "rows": rows}
    items = [_ITEM.fullmatch(line) for line in lines]
    if all(items):
        kind = "numbered" if items[0] and items[0][1] else "list"
        return {"kind": kind, "rows": [[read_spans(item[2])] for item in items if item]}
    return {"kind": "text", "rows": [[read_spans(" ".join(line.strip() for line in lines))]]}


def read_spans(text: str) -> list[Span]:
    """Return a line in pieces: plain words, what is emphasized, a code, cards.

    >>> read_spans("East plays R40 and `BULL`.")[1::2]
    [{'kind': 'cards', 'text': 'R40'}, {'kind': 'cards', 'text': 'BULL'}]
    """
    spans: list[Span] = []
    place = 0
    for match in _SPAN.finditer(text):
        spans += _read_plain(text[place : match.start()])
        kind, words = next((kind, words) for kind, words in match.groupdict().items() if words is not None)
        spans.append({"kind": "cards" if kind == "code" and is_cards(words) else kind, "text": words})
        place = match.end()
    return [*spans, *_read_plain(text[place:])]


def _read_plain(text: str) -> Iterator[Span]:
    place = 0
    for match in _CARDS.finditer(text):
        if not is_cards(match[0]):
            continue
        if match.start() > place:
            yield {"kind": "plain", "text": text[place : match.start()].strip("\n")}
        yield {"kind": "cards", "text": match[0]}
        place = match.end()
    if place < len(text):
        yield {"kind": "plain", "text": text[place:]}


def is_cards(text: str) -> bool:
    """Return whether a text is a list of codes of cards; a single letter is a word."""
    words = text.split()
    return bool(words) and all(word in CODES for word in words) and any(len(word) > 1 for word in words)


def drop_lists(blocks: list[Block], texts: Collection[str]) -> list[Block]:
    """Return the blocks without a list of exactly these texts, each with a letter before it or not: buttons or fields show them."""
    return [block for block in blocks if block["kind"] != "list" or _list_texts(block) != [*texts]]


def _list_texts(block: Block) -> list[str]:
    lines = ("".join(span["text"] for span in cells[0]) for cells in block["rows"])
    return [re.sub(r"^\([a-p]\) ", "", line) for line in lines]
