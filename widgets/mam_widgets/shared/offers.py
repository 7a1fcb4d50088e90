"""What can be done on the pages of a shelf: `actions.toml` in its folder, for stages that only the browser knows.

A stage is where a person is ("asked", "wrong", "right"), and facts are what holds there ("has_hints"). The browser names both and
draws what is offered then; the tests go through all of them without a browser.
"""

import json
import re
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any, TypedDict

from mam import drawing
from mam.scenes.actions import Action, Side, make_action
from mam.support.kinds import Key
from mam.support.toml import Document, PlacedError
from mam.support.toml_lines import KeyPath

FILE = "actions.toml"
NOT = "not "
PRIMARY_KEY = "n"
_MAX_BYTES = 100_000
_LOOK = {  # as `make_action` takes it
    **{name: Key() for name in ("does", "short", "icon", "key")},
    "is_icon": Key(bool),
    "is_primary": Key(bool),
    "side": Key(Side),
    "rank": Key(int, least=0, most=9),
}
_KEYS = {
    **{name: Key(is_needed=True) for name in ("id", "text", "act")},
    "stages": Key(),
    "when": Key(),
    "is_on": Key(),
    "why_not": Key(str | dict[str, str]),
    "given": Key(str | int),
    **_LOOK,
}

Fact = str | int | bool


class Offer(TypedDict):
    """An action with the stages in which it is offered (none: in all) and the facts that must hold then ("not x": that x doesn't).

    `why_not` says by stage why it can't be done there, `is_on` which fact says that a switch is on. In a text, `{x}` stands for what the fact x is.
    """

    action: Action
    stages: list[str]
    when: list[str]
    why_not: dict[str, str]
    is_on: str


class Offers:
    """The stages of a shelf, each in a few words, and what is offered in them, in the order in which the buttons stand."""

    def __init__(self, stages: Mapping[str, str], offers: list[Offer]) -> None:
        self.stages, self.offers = dict(stages), offers

    def choose(self, stage: str, facts: Mapping[str, Fact]) -> list[Action]:
        """Return what can be done in a stage where these facts hold, as `chooseActions` of `offers.js` does."""
        return [
            _fill(offer, stage, facts)
            for offer in self.offers
            if (not offer["stages"] or stage in offer["stages"]) and all(_holds(fact, facts) for fact in offer["when"])
        ]

    def describe(self, stage: str, facts: Mapping[str, Fact]) -> str:
        """Return in words what can be done in a stage by buttons, each with its key, and why something can't."""
        actions = [action for action in self.choose(stage, facts) if action["side"] or action["is_primary"]]
        return drawing.table_text({"actions": actions}, ["actions"]).rstrip()

    def list_facts(self, stage: str) -> Iterator[dict[str, Fact]]:
        """Yield every way in which the facts that matter in a stage can hold or not; a fact that a text quotes is "3"."""
        stage_offers = [offer for offer in self.offers if not offer["stages"] or stage in offer["stages"]]
        names = sorted(
            {fact.removeprefix(NOT) for offer in stage_offers for fact in (*offer["when"], offer["is_on"]) if fact}
        )
        quotes = {name for offer in stage_offers for name in re.findall(r"\{(\w+)\}", json.dumps(offer))} - {*names}
        for truths in product((False, True), repeat=len(names)):
            yield {**dict.fromkeys(quotes, "3"), **dict(zip(names, truths, strict=True))}

    def script(self) -> str:
        """Return the module that the browser reads: each offer without its default values."""
        usual = dict(make_action("", "?", {}))
        rows = []
        for offer in self.offers:
            same = usual | {"short": offer["action"]["text"]}
            action = {name: value for name, value in offer["action"].items() if value != same[name]}
            rows.append({**{name: value for name, value in offer.items() if value}, "action": action})
        return f"export const OFFERS = {json.dumps(rows, ensure_ascii=False)};\n"


def _holds(fact: str, facts: Mapping[str, Fact]) -> bool:
    return not facts.get(fact.removeprefix(NOT)) if fact.startswith(NOT) else bool(facts.get(fact))


def _fill(offer: Offer, stage: str, facts: Mapping[str, Fact]) -> Action:
    def fill(text: str) -> str:
        return re.sub(r"\{(\w+)\}", lambda name: str(facts[name[1]]), text)

    action, why_not = offer["action"], fill(offer["why_not"].get(stage, ""))
    text, short, does = (fill(action[name]) for name in ("text", "short", "does"))
    is_on = _holds(offer["is_on"], facts) if offer["is_on"] else None
    return {**action, "text": text, "short": short, "does": does, "why_not": why_not, "is_on": is_on}


def read_offers(folder: Path) -> Offers:
    """Read what is offered on the pages of a shelf. Raises PlacedError, naming the line, for a file that is wrong.

    >>> read_offers(Path(__file__).parents[1] / "studies").choose("asked", {"can_hint": True})[0]["text"]
    'Hint, costs a star'
    """
    document = Document.read(folder / FILE, _MAX_BYTES, PlacedError)
    document.check_keys({"stages", "actions"})
    stages = document.read_table("stages", {name: Key() for name in document.table("stages")})
    rows = document.entries(("actions",), _KEYS)
    return Offers(stages, [_make_offer(document, place, row, list(stages)) for place, row in rows])


def _make_offer(document: Document, place: KeyPath, row: dict[str, Any], stages: list[str]) -> Offer:
    own_stages, why_not = row.get("stages", "").split(), row.get("why_not", {})
    reasons = dict.fromkeys(own_stages or stages, why_not) if isinstance(why_not, str) else why_not
    if unknown := sorted({*own_stages, *reasons} - {*stages}):
        raise document.fail((place, "stages"), f"{row['id']}: there is no stage {unknown[0]}")
    do = {"act": row["act"], **({"given": row["given"]} if "given" in row else {})}
    look = {name: row[name] for name in _LOOK if name in row}
    key = {"key": PRIMARY_KEY} if row.get("is_primary") else {}
    action = make_action(row["id"], row["text"], do, **{**key, **look})
    when = [fact.strip() for fact in row.get("when", "").split(",") if fact]
    return {"action": action, "stages": own_stages, "when": when, "why_not": reasons, "is_on": row.get("is_on", "")}
