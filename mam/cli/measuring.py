"""`mam simulate`, `mam bench` and `mam warm`: the engine at work."""

import json
import time
from argparse import Namespace
from itertools import chain

import mam
from mam.engine.backend import find_backend
from mam.rules.cards import format_count
from mam.support.data_files import write_file
from mam.support.messages import escape_controls
from mam.text.notation import parse_trump


def simulate(arguments: Namespace) -> None:
    """Play out deals into a folder of Parquet files."""
    start = time.monotonic()
    try:
        from mam.analysis.cluster import simulate

        simulate(
            mam.list_editions()[0] if arguments.edition is None else arguments.edition,
            arguments.deals,
            seed=arguments.seed,
            out=arguments.out,
            policy=arguments.policy,
            options=arguments.options,
            players=arguments.players,
            bidder=arguments.bidder and arguments.bidder.upper(),
            trump=arguments.trump and parse_trump(arguments.trump),
            bid=arguments.bid,
            workers=arguments.workers,
            progress=True,
        )
    except ImportError as error:
        raise ValueError(str(error)) from None
    files = sorted(arguments.out.glob("part-*.parquet"))
    size = sum(file.stat().st_size for file in files) / 1e6
    seconds = time.monotonic() - start
    summary = f"{arguments.deals:,} rounds in {arguments.out}: {format_count(len(files), 'file')}, {size:,.1f} MB, {seconds:,.1f} s"
    print(escape_controls(summary))
    print(escape_controls(f'Read them with pandas.read_parquet("{arguments.out}").'))


def run_benchmarks(arguments: Namespace) -> None:
    """Measure the speed of the engine."""
    repeats = 5 if arguments.repeats is None else arguments.repeats
    if repeats < 1:
        raise ValueError(f"--repeats must be at least 1, not {repeats}")
    if arguments.quick and (arguments.long or arguments.repeats is not None):
        raise ValueError("--quick measures each figure once: leave out --repeats and --long")
    _need_numba("bench")
    from mam.analysis.benchmarks import BENCHMARKS
    from mam.engine.benchmarks import measures
    from mam.engine.benchmarks import rounds as benchmarks

    machine = benchmarks.describe_machine()
    print("; ".join(f"{name} {value}" for name, value in machine.items()), flush=True)
    rows = []
    analysis = measures.run(BENCHMARKS, repeats, arguments.quick)
    for measure in chain(benchmarks.measure(repeats, arguments.long, arguments.quick), analysis):
        rows.append(measure)
        print("\n".join(measures.format_measures([measure])), flush=True)
    if arguments.json:
        facts = {"machine": machine, "quick": arguments.quick, "measures": [measure.facts() for measure in rows]}
        write_file(arguments.json, json.dumps(facts, indent=2) + "\n")


def warm(arguments: Namespace) -> None:
    """Compile the engine."""
    _need_numba("warm")
    from mam.engine.rollouts import continuation as finishing
    from mam.engine.rollouts import playouts
    from mam.engine.solver import position
    from mam.players import expert

    for line in chain(playouts.warm(), finishing.warm(), position.warm(), expert.warm()):
        print(line, flush=True)


def _need_numba(command: str) -> None:
    if find_backend() != "numba":
        raise ValueError(f'mam {command} needs numba. Install it: pip install "mam[lab]"')
