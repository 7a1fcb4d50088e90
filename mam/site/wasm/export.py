"""Compile the engine for WebAssembly: `python -m mam.site.wasm.export FOLDER` writes an object file and the list of exports.

Run it in a separate Python process with the settings of `mam.site.wasm.build`: numba reads them when it is imported.
"""

from __future__ import annotations

import json
import sys
import warnings
from collections import deque
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

from llvmlite import binding
from numba.core.errors import NumbaWarning

import mam
from mam.engine.belief import guarantee
from mam.engine.belief import search as belief_search
from mam.engine.club.hand_weights import find_hand_weights
from mam.engine.rollouts import continuation, playouts
from mam.engine.rollouts.auctions import hold_rulebook_auctions
from mam.engine.rollouts.club_hand_tables import hold_club_auctions, measure_club_deviations
from mam.engine.rollouts.listener import Listener
from mam.engine.rollouts.worlds import MaskDrawer, draw_masks
from mam.engine.solver import position, search
from mam.engine.solver.world_solver import WorldSolver
from mam.engine.tables import auction_kernel, club_hands_kernel, discards_kernel, kernel
from mam.games.trick_round import TrickRound
from mam.players import rulebook_player
from mam.players.club import list_learned
from mam.rules.cards import Color
from mam.site.wasm.entries import add_entry, describe

# The functions that Python calls.
FUNCTIONS = (
    kernel.play_rounds,
    club_hands_kernel.hold_auctions,
    club_hands_kernel.estimate_hands,
    club_hands_kernel.tabulate_calls,
    club_hands_kernel.measure_calls,
    auction_kernel.begin_auction,
    auction_kernel.call,
    auction_kernel.hold_auctions_to_limits,
    discards_kernel.find_discards,
    search.run,
    search.sketch,
    search.value_worlds,
    belief_search.can_reach,
    belief_search.find_maximum,
    belief_search.list_cards,
)
OBJECT = "kernel.o"
LIST = "kernel.json"
_TRIPLE = "wasm32-unknown-emscripten"
_FEATURES = (
    "+bulk-memory,+bulk-memory-opt,+mutable-globals,+nontrapping-fptoint,+sign-ext"  # in every browser since 2021
)

# What numba asks of its runtime: memory for arrays with a reference count before it, laid out as numba reads it.
# `malloc` and `free` are Python's.
_RUNTIME = """
%memory = type { i64, ptr, ptr, ptr, i64 }

declare ptr @malloc(i32)
declare void @free(ptr)

define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %alignment) {
  %small = trunc i64 %size to i32
  %room = add i32 %small, %alignment
  %all = add i32 %room, 64
  %memory = call ptr @malloc(i32 %all)
  %missing = icmp eq ptr %memory, null
  br i1 %missing, label %done, label %fill
fill:
  %start = ptrtoint ptr %memory to i32
  %after = add i32 %start, 63
  %high = add i32 %after, %alignment
  %mask = sub i32 0, %alignment
  %aligned = and i32 %high, %mask
  %data = inttoptr i32 %aligned to ptr
  %data_at = getelementptr %memory, ptr %memory, i32 0, i32 3
  %size_at = getelementptr %memory, ptr %memory, i32 0, i32 4
  store i64 1, ptr %memory
  store ptr %data, ptr %data_at
  store i64 %size, ptr %size_at
  br label %done
done:
  ret ptr %memory
}

define void @NRT_MemInfo_call_dtor(ptr %memory) {
  call void @free(ptr %memory)
  ret void
}

define void @NRT_Free(ptr %memory) {
  call void @free(ptr %memory)
  ret void
}
"""


def choose_edition() -> str:
    """Return an edition whose rounds need all variants: one that the club player has learned to bid in."""
    return next(edition for edition in mam.list_editions() if list_learned(edition) == ("play", "hands"))


def compile_all() -> Iterator[tuple[str, Any]]:
    """Yield each function's name with each of its variants: those that playouts, rollouts, the solver and what is sure ask for."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NumbaWarning)
        edition = choose_edition()
        deque(chain(playouts.warm(edition), continuation.warm(edition), position.warm()), maxlen=0)
        guarantee.compile_search()
        _compile_worlds(edition)
    for function in FUNCTIONS:
        for variant in function.overloads.values():
            yield function.__name__, variant


def _compile_worlds(edition: str) -> None:
    """Compile the functions that hold auctions, discard, and solve endings in many worlds at once."""
    round, weights = mam.start(edition, seed=1), find_hand_weights(edition)
    assert isinstance(round, TrickRound) and weights is not None
    cards = continuation.list_mask_cards(round.rules)
    hold_club_auctions(round.rules, weights, round.deal.dealer, draw_masks(round, cards, 1, 1))
    hold_rulebook_auctions(round, draw_masks(round, cards, 1, 1))
    opened = round.play(round.legal_moves[0])
    assert isinstance(opened, TrickRound)
    measure_club_deviations(opened, weights, None, draw_masks(opened, cards, 1, 1))
    while round.phase != "play":
        round = round.play(rulebook_player(mam.view(round, round.actor), Random(1)))
        assert isinstance(round, TrickRound)
    person = next(seat for seat in round.rules.seats if seat != round.bidder)
    Listener(mam.view(round, person).round, person, MaskDrawer(mam.view(round, person).round, cards), 1).draw(1, 1)
    ending = mam.make_position(edition, "N R1 R2 | E Y1 Y2 | S B1 B2 | W G1 G2", Color.RED, bidder="N")
    assert isinstance(ending, TrickRound)
    solver = WorldSolver(ending, ending.hands[ending.turn or ""])
    solver.find_all_values(draw_masks(ending, cards, 1, 1), 1)


def make_machine() -> Any:
    """Return LLVM's target machine; its code can be loaded anywhere in memory."""
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    target = binding.Target.from_triple(_TRIPLE)
    return target.create_target_machine(cpu="mvp", features=_FEATURES, opt=3, reloc="pic")


def make_module(codes: dict[str, str], machine: Any) -> Any:
    """Return all entries as one optimized module."""
    module = _parse(_RUNTIME, machine)
    for name, code in codes.items():
        part = _parse(code, machine)
        for value in chain(part.functions, part.global_variables):
            if not value.is_declaration and value.name != name:
                value.linkage = "internal"  # the parts share names
        module.link_in(part)
    for function in module.functions:
        if not function.is_declaration and function.name not in codes:
            function.linkage = "internal"
    options = binding.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = False
    builder = binding.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    module.verify()
    return module


def _parse(code: str, machine: Any) -> Any:
    lines = [line for line in code.splitlines() if not line.startswith("target ")]
    module = binding.parse_assembly("\n".join(lines))
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    return module


def export_engine(folder: Path) -> None:
    """Write the object file and the list of exports: for each function, the types and the name of each variant."""
    codes: dict[str, str] = {}
    exports: dict[str, dict[str, tuple[str, str]]] = {}
    for function, variant in compile_all():
        name = f"{function}_{len(codes)}"
        codes[name] = add_entry(variant, name)
        types = ", ".join(describe(kind) for kind in variant.signature.args)
        exports.setdefault(function, {})[types] = name, describe(variant.signature.return_type)
    machine = make_machine()
    (folder / OBJECT).write_bytes(machine.emit_object(make_module(codes, machine)))
    (folder / LIST).write_text(json.dumps(exports, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    export_engine(Path(sys.argv[1]))
