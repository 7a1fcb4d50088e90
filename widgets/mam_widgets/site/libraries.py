"""The JavaScript libraries of the site: each is one module of an npm package, beside the module that imports it."""

import shutil
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Library:
    """A JavaScript library of the site: its npm package, the one module in it, and the module of `ui/` that imports it.

    A browser reads ES modules only; one of CommonJS is written as such.
    """

    package: str
    file: str
    user: str
    is_commonjs: bool = False


LIBRARIES = (
    Library("idb-keyval", "dist/index.js", "saves.js"),  # reads and writes the browser's store
    Library("ts-fsrs", "dist/index.mjs", "schedule.js"),  # when a board is due again, as the package fsrs has it
    Library("glicko2-lite", "index.js", "rating.js", is_commonjs=True),  # as the package glicko2 has it
)


def write_libraries(app: Path, packages: Path) -> None:
    """Write each library from its npm package in the folder `packages`, with its license, beside the module that imports it."""
    for library in LIBRARIES:
        package = packages / library.package
        if not (package / library.file).is_file():
            raise ValueError(f"{packages} has no {library.package}: run “npm ci”")
        user = app / "modules" / "site" / "ui" / library.user
        text = user.read_text("utf-8").replace(f'from "{library.package}"', f'from "./{library.package}.js"')
        user.write_text(text, "utf-8")
        module = (package / library.file).read_text("utf-8")
        if library.is_commonjs:
            module = f"const module = {{}};\n{module}\nexport default module.exports;\n"
        user.with_name(f"{library.package}.js").write_text(module, "utf-8")
        shutil.copyfile(next(package.glob("LICEN?E*")), user.with_name(f"{library.package}.LICENSE.txt"))
