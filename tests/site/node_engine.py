"""Write the answers of `wasm_answers` by the engine's WebAssembly module under node: python node_engine.py MODULE SIZES FILE

Python is this machine's own, and only what numba would compile is called in the module, so this needs no Pyodide.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

from mam.engine import backend
from mam.engine.tables import wasm


class NodeEngine:
    """The module, held by a process of node. Arrays are copied there and back."""

    def __init__(self, module: Path) -> None:
        command = ["node", Path(__file__).with_name("engine.mjs"), module]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.variants = json.loads(module.with_suffix(".json").read_text("utf-8"))

    def call(self, name: str, arguments: tuple[Any, ...]) -> Any:
        """Call a function as Python in a browser would."""
        types = ", ".join([wasm.flatten(argument, []) for argument in arguments])
        export, answer_type = self.variants[name][types]
        arrays: list[np.ndarray] = []
        words: list[str | int] = ["0"]
        for argument in arguments:
            _list_words(argument, words, arrays)
        call = {"name": export, "words": words, "sizes": [array.nbytes for array in arrays]}
        text = json.dumps(call).encode()
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(b"".join([len(text).to_bytes(4, "little"), text, *(a.tobytes() for a in arrays)]))
        self.process.stdin.flush()
        read = self.process.stdout.read
        result = json.loads(read(int.from_bytes(read(4), "little")))
        for array in arrays:
            changed = np.frombuffer(read(array.nbytes), array.dtype).reshape(array.shape)
            if array.flags.writeable:
                array[...] = changed
        if result["status"]:
            raise RuntimeError(f"{name} failed")
        number = int(result["answer"])
        return None if answer_type == "none" else bool(number) if answer_type == "bool" else number


def _list_words(value: Any, words: list[str | int], arrays: list[np.ndarray]) -> None:
    """Append the words of an argument: numbers as text, and for an array its place in `arrays` before its lengths."""
    if isinstance(value, tuple):
        for field in value:
            _list_words(field, words, arrays)
        return
    numbers: list[int] = []
    wasm.flatten(value, numbers)
    if isinstance(value, np.ndarray):
        place = next((place for place, array in enumerate(arrays) if array is value), len(arrays))
        if place == len(arrays):
            arrays.append(value)
        words.append(place)
        numbers = numbers[1:]
    words += [str(number) for number in numbers]


def main(module: str, sizes: str, out: str) -> None:
    backend.find_backend = lambda: "wasm"  # before the engine is imported: it asks once
    backend.has_threads = lambda: False
    engine = NodeEngine(Path(module))
    wasm.WasmFunction.__call__ = lambda self, *arguments: engine.call(self.__name__, arguments)
    wasm.WasmFunction.signatures = property(lambda self: tuple(engine.variants.get(self.__name__, ())))
    import wasm_answers

    wasm_answers.write_answers(sizes, out)


if __name__ == "__main__":
    main(*sys.argv[1:])
