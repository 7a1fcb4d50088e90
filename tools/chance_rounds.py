"""Play the rounds behind a page of Chance, and write what the page needs of them to `data/chance/NAME.json`.

    python tools/chance_rounds.py club          # a minute
    python tools/chance_rounds.py confounded    # three minutes

Seeds are fixed: the same file comes out each time.
"""

import argparse
from importlib import import_module
from pathlib import Path

from mam.support.data_files import find_data_folder, write_file

NAMES = sorted(path.stem for path in Path(__file__).with_name("rounds").glob("[!_]*.py"))


def main() -> None:
    """Write the files that are named; each as a whole, or not at all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", metavar="NAME", nargs="+", choices=NAMES, help=f"what to play: {', '.join(NAMES)}")
    for name in parser.parse_args().names:
        lines = import_module(f"rounds.{name}").list_lines()
        write_file(find_data_folder() / "chance" / f"{name}.json", "".join(lines))


if __name__ == "__main__":
    main()
