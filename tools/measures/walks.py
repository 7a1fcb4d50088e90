"""Read what is clicked on each page of the site (`walks.txt`): every kind of message that a page can send."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mam.class_tables.starts import make_class_table, pack_class_table
from mam.records.write import format_record
from mam_widgets.site.links import pack
from mam_widgets.site.live import open_widget

Message = dict[str, Any]
_FIELD = re.compile(r'(\w+)=("[^"]*"|\S+)')


@dataclass(frozen=True)
class Walk:
    """A page, and what is clicked there one after the other."""

    kind: str
    messages: Sequence[Message]
    link: str = ""


def make_walks() -> dict[str, Walk]:
    """Return the walks by page and name."""
    table = pack_class_table(make_class_table("Walk", seed=16, auction=[], tricks=12))
    links = {
        "play": "seed=16",
        "class table": f"class={table}",
        "stepper": f"record={pack(format_record(open_widget('stepper').record))}",
    }
    walks, kind = dict[str, Walk](), ""
    for line in Path(__file__).with_suffix(".txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            kind = line.strip("[]")
        elif not line.startswith("#"):
            name, messages = line.split(": ", 1)
            link = links.get(name, links.get(kind, ""))
            walks[f"{kind}, {name}"] = Walk(kind, [*map(read_message, messages.split("; "))], link)
    return walks


def read_message(text: str) -> Message:
    """Return the message that a page sends.

    >>> read_message("~go_to_step step=30")
    {'do': 'go_to_step', 'step': 30, 'soon': True}
    """
    head, *_ = text.lstrip("~*").split()
    fields = {name: _read_value(value) for name, value in _FIELD.findall(text)}
    message = {"do": "move", "move": head} if head in ("pass", "any") else {"do": head, **fields}
    if text.startswith("*"):
        message = {"act": head, **fields}
    return message | {"soon": True} if text.startswith("~") else message


def _read_value(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text
