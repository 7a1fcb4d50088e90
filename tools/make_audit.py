"""The rulebook audited: what the leaflets claim about chances, measured. Makes data/audit, the chart and docs/audit.md.

    python tools/make_audit.py [--quick] [--page] [--out FOLDER] [--workers N]

`--quick` takes small samples (under a minute) and writes to a folder of its own; `--page` only writes the page again from the
existing data. The text of the page is in docs/audit_words.md; all its numbers come from the data. Every
figure has its seed, so a second run gives the same ones.
"""

import argparse
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

import pandas as pd
from audit_bidding import GAME, beginner, where_bids_end
from audit_figures import Figure, mean, rules_of
from audit_play import animals, count_pack, first_lead, open_partner
from audit_specimen import play_specimen, specimen

from mam.analysis.calibration import calibrate, tabulate
from mam.charts import calibration

ROOT = Path(__file__).resolve().parent.parent
SEED = 1935
TABLES = ("figures", "calibration", "beginner", "specimen", "animals")


@dataclass(frozen=True)
class Size:
    """How many rounds by a policy, auctions searched, endings solved, rounds played again card by card; cases of the calibration and their worlds; worlds of the specimen deal."""

    rounds: int
    searched: int
    endings: int
    replayed: int
    cases: int
    worlds: int
    specimen: int


FULL = Size(200_000, 300, 300, 3000, 56_000, 300, 4000)
QUICK = Size(2000, 4, 4, 20, 500, 40, 100)


def measure(size: Size, workers: int) -> dict[str, pd.DataFrame]:
    """Measure all figures and tables."""
    figures: list[Figure] = []
    tables: dict[str, pd.DataFrame] = {}

    @contextmanager
    def announce(task: str) -> Iterator[None]:
        start = time.monotonic()
        yield
        print(f"{task}: {time.monotonic() - start:.0f} s", file=sys.stderr, flush=True)

    with announce("calibration"):
        cases = calibrate(GAME, size.cases, seed=SEED, worlds=size.worlds, workers=workers)
        tables["calibration"] = tabulate(cases)
        figures += measure_predictions(cases)
    with announce("where bids end"):
        figures += where_bids_end(size.rounds, size.searched, SEED, workers)
    with announce("beginners"):
        tables["beginner"] = beginner(size.rounds // 2, SEED)
    with announce("specimen deal"):
        tables["specimen"] = specimen(size.specimen, SEED)
        figures += play_specimen()
    with announce("first lead"):
        figures += first_lead(size.rounds, size.endings, SEED, workers)
    with announce("open partner"):
        figures += open_partner(size.searched, SEED, workers)
    with announce("Bull and Bear"):
        animal_figures, tables["animals"] = animals(size.rounds // 2, size.replayed, SEED)
        figures += animal_figures
    with announce("rare hands"):
        figures += count_pack(size.rounds, SEED)
    tables["figures"] = pd.DataFrame(map(asdict, figures))
    return tables


def measure_predictions(cases: pd.DataFrame) -> Iterator[Figure]:
    """Yield how far predictions are off, with and without listening to the calls, by whose bid was beaten."""
    rules, cases = rules_of(GAME), cases[cases["predicted"].notna()]  # a case may have found no world
    pairs = zip(cases["rival"], cases["bidder"], strict=True)
    rivals = [
        "nobody" if not a else "partner" if rules.side_of(a) == rules.side_of(b) else "opponent" for a, b in pairs
    ]
    for rival, group in cases.groupby(rivals):
        for calls, column in (("listening", "predicted"), ("not listening", "predicted_without_calls")):
            difference = group[column] - group["made"]
            yield mean(
                "winner", f"{rival}'s bid beaten, {calls}", difference.to_numpy(), "share", "predicted less observed"
            )


# The page


def write_page(tables: dict[str, pd.DataFrame], text: str) -> str:
    """Return the page: its text with the numbers filled in.

    In the text, {{claim: figure}} stands for a figure, {{rows claim}} for a table of all figures of a claim, and {{table name}}
    for one of the other tables. Raises KeyError for an unknown name.
    """
    figures = {(row.claim, row.figure): row for row in tables["figures"].itertuples()}

    def fill(match: re.Match[str]) -> str:
        name = match[1]
        if name.startswith("rows "):
            return _rows(row for row in figures.values() if row.claim == name[5:])
        if name.startswith("table "):
            return TABLE_FORMATS[name[6:]](tables[name[6:]])
        claim, _, figure = name.partition(": ")
        return format_figure(figures[claim, figure])

    return re.sub(r"\{\{([^}]+)\}\}", fill, text)


def format_figure(row: Figure) -> str:
    """Format a figure with its standard error: proportions in percent, money in thousands of dollars.

    >>> format_figure(Figure("", "", 0.25, 0.01, 100, "share", ""))
    '25.0% (SE 1.0)'
    """
    times, unit = (100, "%") if row.unit == "share" else (1, "")
    value, error = times * row.estimate, times * row.standard_error
    if not error:
        if row.n and row.unit == "share":
            return f"{row.estimate * row.n:,.0f} of {row.n:,}"
        exact = f"{value:.3g}" if unit and value < 10 else f"{value:,.1f}".removesuffix(".0")
        return exact + unit
    places = 1 if error >= 0.05 else 2 if error >= 0.005 else 4
    return f"{value:,.{places}f}{unit} (SE {error:.{places}f})"


def _rows(rows: Iterable[Figure]) -> str:
    cells = [(row.figure, format_figure(row), f"{row.n:,}" if row.n else "", row.method) for row in rows]
    return _table(("", "figure, standard error (SE)", "n", "method"), cells)


def _table(head: Iterable[str], cells: Iterable[Iterable[str]]) -> str:
    head = [*head]
    lines = [head, ["---"] * len(head), *cells]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _show_calibration(table: pd.DataFrame) -> str:
    rows = [
        (
            f"{100 * row.low:.0f}–{100 * row.high:.0f}%",
            f"{100 * row.predicted:.1f}%",
            f"{100 * row.observed:.1f}% (SE {100 * row.standard_error:.1f})",
            f"{100 * (row.predicted - row.observed):+.1f}",
            f"{row.n:,}",
        )
        for row in table.itertuples()
    ]
    return _table(("tenth", "predicted", "observed", "difference in points", "cases"), rows)


def _show_beginner(table: pd.DataFrame) -> str:
    parts = []
    for rule, title in (
        ("goes", "goes to the amount on such a hand, against passing"),
        ("stops", "stops there, against none"),
    ):
        rule_rows = table[table["rule"] == rule]
        amounts = sorted(rule_rows["amount"].unique())
        rows = []
        for hand, part in rule_rows.groupby("hand", sort=False):
            by_amount = part.set_index("amount")
            cells = (f"{by_amount.gain[amount]:+.1f} (SE {by_amount.standard_error[amount]:.1f})" for amount in amounts)
            rows.append((str(hand), *cells, f"{part.n.iloc[0]:,}"))
        parts.append(_table((title, *(str(amount) for amount in amounts), "n"), rows))
    return "\n\n".join(parts)


def _show_specimen(table: pd.DataFrame) -> str:
    rows = [
        (
            row.moment,
            row.leaflet,
            str(row.amount),
            row.heard,
            f"{100 * row.chance:.0f}% (SE {100 * row.chance_standard_error:.0f})",
            f"{row.gain:+.0f} (SE {row.standard_error:.0f})",
        )
        for row in table.itertuples()
    ]
    return _table(("moment", "leaflet", "amount", "calls heard as those of", "made", "gain"), rows)


def _show_animals(table: pd.DataFrame) -> str:
    rows = [
        (
            row.players,
            row.card,
            row.holder,
            f"{row.taken:.1f} (SE {row.taken_standard_error:.1f})",
            f"{row.against_opponents:+.1f} (SE {row.standard_error:.1f})",
            f"{100 * row.made:.1f}%",
            f"{row.n:,}",
        )
        for row in table.itertuples()
    ]
    head = ("players", "card", "dealt to", "bidder's side takes", "more than if an opponent had it", "bid made", "n")
    return _table(head, rows)


TABLE_FORMATS: dict[str, Callable[[pd.DataFrame], str]] = {
    "calibration": _show_calibration,
    "beginner": _show_beginner,
    "specimen": _show_specimen,
    "animals": _show_animals,
}


def read(folder: Path) -> dict[str, pd.DataFrame]:
    """Read the tables of a folder."""
    return {name: pd.read_csv(folder / f"{name}.csv", keep_default_na=False) for name in TABLES}


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Measure what the leaflets claim.")
    parser.add_argument("--quick", action="store_true", help="small samples, in a folder of their own")
    parser.add_argument("--page", action="store_true", help="write only the page, from the existing data")
    parser.add_argument("--out", type=Path, help="where to write instead of the project")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    options = parser.parse_args(arguments)
    out = options.out or (Path("audit-quick") if options.quick else ROOT)
    data, pictures = out / "data" / "audit", out / "docs" / "pictures"
    for folder in (data, pictures):
        folder.mkdir(parents=True, exist_ok=True)
    if not options.page:
        for name, table in measure(QUICK if options.quick else FULL, options.workers).items():
            table.to_csv(data / f"{name}.csv", index=False, float_format="%.6g")
    tables = read(data)
    source = "mam, tools/make_audit.py"
    calibration(tables["calibration"], title="Chance of making the bid", source=source).save(
        pictures / "calibration.png", scale_factor=1.5
    )
    text = (ROOT / "docs" / "audit_words.md").read_text("utf-8")
    (out / "docs" / "audit.md").write_text(write_page(tables, text), "utf-8")


if __name__ == "__main__":
    main()
