"""How long a page of the site takes to answer a click, and how long the steps of its background work are, under node.

    python docs/measure_site_clicks.py SITE [--runs N] [--all] [WALK ...]

SITE is a folder that `mam site build` wrote. Each walk opens a page in a new Python and clicks through it: so every kind of click is a
first click somewhere. A click is answered between two steps, and loading numpy and pandas, which the page announces, is not counted.
Printed are milliseconds of processor time, of N walks (3, unless you say) the shortest; without `--all` only clicks and steps that take
longer than they should. At the end each page has the sum of its slowest click and its longest step: what a click takes that comes while
that step runs. It should be below 100. WALK is the name of a walk, or how it begins.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mam.records.write import format_record
from mam_widgets.site.links import pack
from mam_widgets.site.live import open_widget

CLICK, STEP = 60, 40  # milliseconds: a click in the middle of a step takes both
SCRIPT = Path(__file__).parents[1] / "tests" / "site" / "clicks.mjs"
PATIENCE = 20_000  # milliseconds of waiting for background work after each click

Message = dict[str, Any]


def do(kind: str, /, **fields: Any) -> Message:
    return {"do": kind, **fields}


def soon(message: Message) -> Message:
    """The next click comes while the work that this one begins goes on."""
    return message | {"soon": True}


ANY, PASS, STEP_ON, TO_TURN, UNDO = (
    do("move", move="any"),
    do("move", move="pass"),
    do("step"),
    do("to_turn"),
    do("undo"),
)
PLAY_OUT, SETTLE = {"act": "play_out"}, {"act": "settle"}  # to the end of the round; until a lab has all its figures
LINK, EXPORT = {"act": "link"}, {"act": "export"}
EDITIONS = [do("edition", edition=name) for name in ("sweven", "manhattan", "eight", "make-a-million-1935")]
ODDS = [do("odds", is_on=True), do("odds", is_on=False), do("odds", is_on=True)]
LISTEN = [do("odds", is_on=True, listen=True), do("odds", is_on=True)]
REVIEW = [PLAY_OUT, do("review")]
HAND = "R40 R30 R15 R11 R9 R3 Y9 Y4 B7 B2 G40 G9 BULL"
NEST_HAND = "R40 R30 R15 R11 R9 Y9 Y8 Y7 B5 B4 B3 B2 G1 G3 TIGER BULL"
DISCARDS = [do("move", move="discard B2 G1 G2"), do("move", move="trump R")]
OTHERS = [do("move", move="discard B2 B3 G1"), do("move", move="trump Y")]


@dataclass(frozen=True)
class Walk:
    """A page, and what is clicked there one after the other."""

    kind: str
    messages: Sequence[Message]
    link: str = ""


def make_walks() -> dict[str, Walk]:
    specimen = f"record={pack(format_record(open_widget('stepper').record))}"
    return {
        **_list_walks("play", PLAY, "seed=16"),
        **_list_walks("stepper", STEPPER, specimen),
        **_list_walks("bidding", BIDDING),
        **_list_walks("discard", DISCARD),
        **_list_walks("probability", PROBABILITY),
        **_list_walks("quiz", QUIZ),
    }


def _list_walks(kind: str, walks: dict[str, Sequence[Message]], link: str = "") -> dict[str, Walk]:
    return {f"{kind}, {name}": Walk(kind, messages, link) for name, messages in walks.items()}


PLAY: dict[str, Sequence[Message]] = {
    "a call": [PASS, UNDO, PASS, STEP_ON, STEP_ON, TO_TURN, ANY, STEP_ON, UNDO, UNDO],
    "to your turn": [PASS, TO_TURN, ANY, TO_TURN],
    "a refused move": [do("move", move="play G9"), do("move", move="bid 5"), do("move", move="nothing")],
    "hint": [do("hint"), do("hint"), PASS, TO_TURN, do("hint"), ANY],
    "a click during a hint": [soon(do("hint")), PASS, TO_TURN, soon(do("hint")), ANY],
    "odds": [*ODDS, PASS, TO_TURN],
    "odds with calls": [*LISTEN, *LISTEN, PASS],
    "editions": EDITIONS,
    "new match": [
        do("begin", seat="S", skill_level="rulebook"),
        UNDO,
        do("begin", seat="N", skill_level="club", seed="7"),
        STEP_ON,
        TO_TURN,
    ],
    "match of another edition": [EDITIONS[0], do("begin", seat="A", skill_level="rulebook", seed="7"), TO_TURN],
    "letters": [
        do("edition", edition="anagrams"),
        do("begin", seat="A", skill_level="rulebook", seed="7"),
        STEP_ON,
        ANY,
        TO_TURN,
        ANY,
    ],
    "club": [do("skill_level", name="club"), PASS, STEP_ON, STEP_ON, TO_TURN],
    "expert": [do("skill_level", name="expert"), PASS, STEP_ON, STEP_ON, STEP_ON, TO_TURN],
    "settings": [
        do("auto_play", is_on=False),
        do("auto_forced", is_on=True),
        do("all_hands", is_on=True),
        do("auto_play", is_on=True),
    ],
    "real table": [do("real_table", is_on=True), PASS, PLAY_OUT, do("claim_misplay", trick=1, seat="W")],
    "no real table": [do("real_table", is_on=True), do("real_table", is_on=False)],
    "claim": [do("claim"), PASS, TO_TURN, do("claim")],
    "a round": [PLAY_OUT, do("all_hands", is_on=True), UNDO, ANY],
    "the next round": [PLAY_OUT, do("next_round"), STEP_ON, TO_TURN, ANY],
    "review": [*REVIEW, do("go_to_decision", index=2), do("go_to_decision", index=9), do("close_review"), do("review")],
    "a click during a review": [PLAY_OUT, soon(do("review")), do("go_to_decision", index=1), do("stop_review")],
    "what-if": [
        *REVIEW,
        do("what_if"),
        do("random_move"),
        ANY,
        do("go_to_step", step=20),
        do("back"),
        do("branch", index=0),
        UNDO,
        do("bottom", seat="W"),
        do("all_hands", is_on=False),
        do("go_to_step", step=0),
        do("as_recorded"),
        do("as_recorded_all"),
        do("close_what_if"),
    ],
    "practice": [*REVIEW, do("go_to_decision", index=4), do("try_again"), ANY, TO_TURN, do("back_to_review")],
    "record": [do("record"), do("record")],
    "link and file": [LINK, EXPORT, LINK],
}

STEPPER: dict[str, Sequence[Message]] = {
    "steps": [do("go_to_step", step=step) for step in (1, 2, 30, 31, 60, 0)],
    "all hands": [do("all_hands", is_on=False), do("all_hands", is_on=True)],
    "seats": [do("bottom", seat="W"), do("bottom", seat="N")],
    "what-if": [
        do("go_to_step", step=30),
        do("random_move"),
        do("random_move"),
        ANY,
        UNDO,
        do("back"),
        do("branch", index=0),
    ],
    "what-if at once": [do("random_move"), ANY, UNDO, TO_TURN],
    "calls": [do("move", move="pass"), do("as_recorded"), do("as_recorded_all")],
    "a refused move": [do("move", move="play G9"), do("move", move="nothing")],
    "editions": [*EDITIONS[1:3], do("stop"), EDITIONS[0], EDITIONS[3]],
    "solver": [do("go_to_step", step=30), do("solve"), do("go_to_step", step=31), do("solve")],
    "solver stopped": [do("go_to_step", step=20), soon(do("solve")), do("stop_solving")],
    "odds": [*ODDS, do("go_to_step", step=30)],
    "odds with calls": [do("go_to_step", step=30), *LISTEN, *LISTEN],
    "link and file": [LINK, EXPORT],
}

BIDDING: dict[str, Sequence[Message]] = {
    "a call": [soon(do("move", move="bid 190")), soon(UNDO), soon(PASS), soon(UNDO), do("move", move="bid 190")],
    "a call at the end": [SETTLE, PASS, UNDO, do("move", move="bid 190")],
    "a refused call": [soon(do("move", move="bid 5")), soon(do("move", move="nothing"))],
    "stop": [soon(do("stop")), soon(do("continue"))],
    "trump": [SETTLE, do("trump", trump="Y"), do("trump", trump="R")],
    "deal": [soon(do("deal")), soon(UNDO), do("deal")],
    "similar": [soon(do("similar")), do("similar")],
    "hand": [soon(do("hand", text=HAND)), soon(do("hand", text="S holds Bull and Bear")), do("hand", text="no hand")],
    "editions": [soon(message) for message in EDITIONS],
    "guess": [
        soon(do("guess_first", is_on=True)),
        soon(do("guess", bid=190, trump="R", percent=50.0)),
        soon(do("deal")),
        do("reveal"),
        do("guess_first", is_on=False),
    ],
    "another lab": [
        {"act": "open", "kind": "discard"},
        {"act": "open", "kind": "probability"},
        {"act": "open", "kind": "bidding"},
    ],
}

DISCARD: dict[str, Sequence[Message]] = {
    "a choice": [*DISCARDS, UNDO, *OTHERS, do("baseline", index=1), do("load", index=0), do("remove", index=0)],
    "compare": [*DISCARDS, do("compare"), do("add_advice"), *OTHERS, do("compare")],
    "a click during a comparison": [*DISCARDS, soon(do("compare")), soon(OTHERS[0]), soon(do("compare")), do("stop")],
    "a refused move": [do("move", move="discard R40 TIGER BULL"), do("compare"), UNDO],
    "deal": [do("deal"), do("deal"), UNDO],
    "hand": [do("hand", text=NEST_HAND), do("hand", text="S holds Bull and Bear"), do("hand", text="no hand")],
    "editions": EDITIONS,
    "a bid on a trump": [do("edition", edition="manhattan"), do("bid_on", trump="Y")],
}

PROBABILITY: dict[str, Sequence[Message]] = {
    "guess": [
        do("deals", count=1000),
        do("guess", percents=["5"]),
        do("simulate_more"),
        soon(do("simulate_more")),
        do("stop"),
    ],
    "answer": [do("show_answer"), do("example", index=1), do("show_answer")],
    "examples": [message for index in range(4) for message in (do("example", index=index), do("show_answer"))],
    "a click during an answer": [
        soon(do("show_answer")),
        soon(do("example", index=2)),
        soon(do("show_answer")),
        do("stop"),
    ],
    "ask": [do("ask", text="N red >= 5 and money N-S > 200"), do("show_answer"), do("ask", text="nothing")],
    "build": [do("build", place="N", verb="at-least", cards=["red"], number="5"), do("show_answer")],
    "a distribution": [do("ask", text="money N-S"), do("show_answer"), do("ask", text="split red"), do("show_answer")],
    "editions": EDITIONS,
    "odds": ODDS,
}

QUIZ: dict[str, Sequence[Message]] = {
    "answer": [do("answer", given=[0]), do("go_to", index=1), do("answer", given=[0]), do("go_to", index=40)],
    "questions": [do("go_to", index=index) for index in range(1, 60)],
    "order": [do("shuffle"), do("shuffle")],
    "kinds": [do("choose", kind="worth"), do("choose", kind="capture"), do("choose", kind="")],
    "editions": [do("choose", edition="sweven"), do("choose", edition="")],
    "missed": [do("choose", missed=True), do("answer", given=[1]), do("choose", missed=True)],
    "link and file": [LINK, EXPORT],
}


def run_walk(site: Path, walk: Walk) -> list[dict[str, Any]]:
    """Walk once, in a Python of its own."""
    order = {"kind": walk.kind, "link": walk.link, "messages": walk.messages, "patience": PATIENCE}
    finished = subprocess.run(
        ["node", SCRIPT, site], input=json.dumps(order), capture_output=True, check=False, encoding="utf-8"
    )
    if finished.returncode:
        raise SystemExit(finished.stderr[-3000:])
    results: list[dict[str, Any]] = json.loads(finished.stdout)
    return results


def is_opening(result: dict[str, Any]) -> bool:
    """Return whether a page was opened: it says that it is loading, so nobody waits for a click."""
    return bool(result["message"].get("act") == "open")


def is_slow(result: dict[str, Any]) -> bool:
    return (result["time"] > CLICK and not is_opening(result)) or result["longest"] > STEP


def measure(site: Path, walk: Walk, runs: int) -> list[dict[str, Any]]:
    """The shortest times of several walks; one that is quick enough is not repeated."""
    best = run_walk(site, walk)
    for _ in range(runs - 1):
        if not any(map(is_slow, best)):
            break
        for result, again in zip(best, run_walk(site, walk), strict=True):
            result.update({name: min(result[name], again[name]) for name in ("time", "longest")})
    return best


@dataclass
class Page:
    """The slowest click of a page, and the longest step of the work behind it."""

    click: float = 0.0
    step: float = 0.0

    def add(self, result: dict[str, Any]) -> None:
        if not is_opening(result):
            self.click = max(self.click, result["time"])
        self.step = max(self.step, result["longest"])

    @property
    def sum(self) -> float:
        return self.click + self.step

    @property
    def is_quick(self) -> bool:
        """Whether a click is answered in time even if it comes in the middle of the longest step."""
        return self.sum < CLICK + STEP


def describe(message: Message) -> str:
    kind = message.get("do") or message["act"]
    fields = " ".join(f"{value}" for name, value in message.items() if name not in ("do", "act", "soon"))
    return f"{kind} {fields}".strip()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("site", type=Path)
    parser.add_argument("walks", nargs="*", metavar="WALK")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--all", action="store_true")
    options = parser.parse_intermixed_args()
    print(f"{'':58}{'click':>7}{'step':>7}{'steps':>7}")
    slow = total = 0
    pages: dict[str, Page] = {}
    for name, walk in make_walks().items():
        if options.walks and not name.startswith(tuple(options.walks)):
            continue
        for result in measure(options.site, walk, options.runs):
            total, slow = total + 1, slow + is_slow(result)
            pages.setdefault(walk.kind, Page()).add(result)
            if options.all or is_slow(result):
                label = f"{name}: {describe(result['message'])}"
                line = f"{label[:57]:58}{result['time']:7.0f}{result['longest']:7.0f}{result['count']:7}  {result['refused']}"
                print(line.rstrip(), flush=True)
    print(f"{slow} of {total} take longer than {CLICK} ms (clicks) or {STEP} ms (steps)")
    print(f"\n{'page':20}{'click':>7}{'step':>7}{'sum':>7}")
    for kind, page in pages.items():
        verdict = f"{'' if page.is_quick else 'not '}below {CLICK + STEP}"
        print(f"{kind:20}{page.click:7.0f}{page.step:7.0f}{page.sum:7.0f}  {verdict}")
    sys.exit(bool(slow) or not all(page.is_quick for page in pages.values()))


if __name__ == "__main__":
    main()
