"""`mam site build`: the five shelves, the lessons and the documentation as a folder that any static host serves."""

from argparse import ArgumentParser, Namespace
from importlib.util import find_spec
from pathlib import Path


def add_options(parser: ArgumentParser) -> None:
    """Add what `mam site` takes."""
    build = parser.add_subparsers(required=True, metavar="ACTION").add_parser(
        "build", help="write the site into a folder"
    )
    build.add_argument("out", type=Path, metavar="OUT", help="the folder to write; what it holds is replaced")
    build.add_argument("--base-url", default="", metavar="URL", help="where the site will be, for links from elsewhere")
    build.add_argument("--pyodide", type=Path, metavar="DIR", help="Pyodide's core (default: node_modules/pyodide)")
    build.add_argument("--wheels", type=Path, metavar="DIR", help="a folder with Pyodide's wheels")
    build.add_argument("--packages", type=Path, metavar="DIR", help="the lab's packages (default: from PyPI)")
    build.add_argument("--no-docs", action="store_true", help="leave out the documentation, which takes minutes")
    build.add_argument("--no-lab", action="store_true", help="leave out JupyterLite with the lessons")
    build.set_defaults(command=build_site)


def build_site(arguments: Namespace) -> None:
    """Write the site into a folder. Raises ValueError, naming what to provide, when something is missing."""
    if find_spec("mam_widgets") is None or find_spec("anywidget") is None:
        raise ValueError('the widgets are not installed. Install them: pip install "mam[lab]"')
    if find_spec("ziglang") is None:
        raise ValueError('the linker of the engine is not installed. Install it: pip install "mam[site]"')
    from mam_widgets.site.build import write_site

    for line in write_site(
        arguments.out,
        base_url=arguments.base_url,
        pyodide=arguments.pyodide,
        wheels=arguments.wheels,
        packages=arguments.packages,
        docs=not arguments.no_docs,
        lab=not arguments.no_lab,
    ):
        print(line)
