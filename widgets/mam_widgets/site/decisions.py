"""A person's decisions as the shelf Problems of a page keeps them: with all their answers, so that solving them needs no Python."""

import json
from collections.abc import Sequence

from mam.studies.problems.decisions import MISTAKE, DecisionProblem
from mam.studies.tree import make_tree
from mam_widgets.studies.lesson import make_shelf


def format_decisions(decisions: Sequence[DecisionProblem]) -> str:
    """Return decisions as JSON: each one's place on the shelf, its tree, whether it is a mistake, and its file, from which another release makes its tree."""
    return json.dumps(
        [
            {
                "stage": make_shelf("", [decision.study])["stages"][0],
                "tree": make_tree(decision.study),
                "isMistake": MISTAKE in decision.study.tags,
                "text": decision.text,
            }
            for decision in decisions
        ],
        ensure_ascii=False,
        separators=(",", ":"),
    )
