"""The site of documentation: it builds without a warning and without a network, and everything public is met somewhere."""

import base64
import hashlib
import inspect
import json
import re
import sys
from pathlib import Path

import pytest
from built_docs import build_docs

import mam
from mam.support.data_files import find_notebooks_folder

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tools"))
import make_reference  # noqa: E402

QUADRANTS = ("learn", "do", "understand", "look_up")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_docs(tmp_path_factory.mktemp("site"))


@pytest.mark.long
def test_the_four_quadrants_lead_to_every_page(site: Path) -> None:
    front = (site / "docs/index.html").read_text("utf-8")
    assert all(f'href="{name}.html"' in front for name in QUADRANTS)
    linked = {
        (page.parent / target).resolve()
        for page in site.rglob("*.html")
        for target in re.findall(r'href="([^"#:]+\.html)', page.read_text("utf-8"))
    }
    pages = {
        page.resolve()
        for page in site.rglob("*.html")
        if page.stem not in ("genindex", "search", "index", "py-modindex")
    }
    assert pages <= linked
    assert len(list((site / "notebooks").glob("*.html"))) == len(list(find_notebooks_folder().glob("*.ipynb")))


@pytest.mark.long
def test_the_site_needs_no_network(site: Path) -> None:
    asked = r'<(?:script|img|link|iframe|source)\b[^>]*?(?:src|href)="(?:https?:)?//([^"]+)"'
    matches = {page.name: re.findall(asked, page.read_text("utf-8")) for page in site.rglob("*.html")}
    assert not {name: where for name, where in matches.items() if where}
    styles = "".join(path.read_text("utf-8") for path in site.rglob("*.css"))
    assert not re.findall(r"(?:@import|url\()\s*[\"']?(?:https?:)?//", styles)


@pytest.mark.long
def test_every_lesson_leads_to_where_it_is_live_and_phones_never_to_jupyterlab(site: Path) -> None:
    for page in sorted((site / "notebooks").glob("*.html")):
        text = page.read_text("utf-8")
        (wide,) = re.findall(r'<p class="on-wide">(.*?)</p>', text)
        (narrow,) = re.findall(r'<p class="on-narrow">(.*?)</p>', text)
        assert f'href="../lab/?path=notebooks/{page.stem}.ipynb"' in wide
        assert 'href="../play/"' in narrow
        assert text.count('href="../lab/') == 1, page.name


@pytest.mark.long
def test_every_page_says_which_scripts_it_may_run(site: Path) -> None:
    pages = [*site.glob("docs/**/*.html"), *site.glob("notebooks/*.html"), site / "README.html", site / "search.html"]
    for page in pages:
        text = page.read_text("utf-8")
        (policy,) = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', text)
        assert "'unsafe-inline'" not in policy.partition("style-src")[0] and "'unsafe-eval'" not in policy
        for script in re.findall(r"<script>(.*?)</script>", text, re.DOTALL):
            digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
            assert f"'sha256-{digest}'" in policy, page.name


@pytest.mark.long
def test_the_reference_tells_of_every_public_thing(site: Path) -> None:
    text = "".join(page.read_text("utf-8") for page in (site / "docs/reference").glob("*.html"))
    rules = [ruling for ruling in mam.all_rulings() if f'id="{ruling.lower()}"' not in text]
    assert not rules, rules[:5]
    assert not [
        name
        for name in mam.__all__
        if callable(getattr(mam, name)) and f'id="mam.{name}"' not in text and _is_own(name)
    ]


def _is_own(name: str) -> bool:
    thing = getattr(mam, name)
    return getattr(thing, "__module__", "").startswith("mam")


def test_everything_public_is_met_in_a_lesson_or_a_guide() -> None:
    """Every function that the reference tells of is used in some lesson, or in a guide whose code runs."""
    pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
    lessons = [json.loads(path.read_text("utf-8")) for path in find_notebooks_folder().glob("*.ipynb")]
    code = ["".join(cell["source"]) for lesson in lessons for cell in lesson["cells"] if cell["cell_type"] == "code"]
    guides = [path.read_text("utf-8") for path in (*ROOT.glob("docs/*.md"), ROOT / "README.md")]
    code += [block for guide in guides for block in re.findall(r"^```\w+\n(.*?)^```", guide, re.MULTILINE | re.DOTALL)]
    code += [piece for guide in guides for piece in re.findall(r"`([^`\n]+)`", guide)]
    met = set(re.findall(r"\w+", "\n".join(code)))
    offered = {
        f"{module}.{name}": name
        for _, modules in make_reference.PYTHON.values()
        for module, names in modules.items()
        for name, definition in make_reference.public(module, names)
        if not inspect.isclass(definition)
    }
    assert not sorted(name for name, last in offered.items() if last not in met)


@pytest.mark.long
def test_an_amount_of_money_is_plain_text_on_a_lessons_page(site: Path) -> None:
    """The lessons keep it from JupyterLab's MathJax by markup that nobody sees here."""
    pages = {page.stem: page.read_text("utf-8") for page in (site / "notebooks").glob("*.html")}
    assert len(pages) == len(list(find_notebooks_folder().glob("*.ipynb"))) and not [
        name for name, text in pages.items() if re.search(r'class="[^"]*\bmath\b', text)
    ]
    shown = re.sub(r"<[^>]+>", "", pages["20-expectation-and-bidding"])
    assert "West had bid $250,000, East and South had passed" in shown and "\\$" not in shown


# Where `mam site build` writes


def test_the_site_takes_no_place_that_holds_anything_else(tmp_path: Path) -> None:
    from mam_widgets.site.build import write_site

    (tmp_path / "Documents").mkdir()
    (tmp_path / "Documents" / "thesis.txt").write_text("mine")
    for place in (tmp_path / "Documents", tmp_path / "Documents" / "thesis.txt"):
        with pytest.raises(ValueError, match=r"exists and (holds something other than a site|is not a folder)"):
            next(write_site(place))
    assert (tmp_path / "Documents" / "thesis.txt").read_text() == "mine"


def test_an_earlier_site_stays_until_the_new_one_is_in_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mam_widgets.site import build

    def make(place: Path, release: str) -> Path:
        place.mkdir()
        (place / "manifest.webmanifest").write_text(release)
        return place

    site = make(tmp_path / "site", "1")
    with monkeypatch.context() as patch:
        patch.setattr(build.shutil, "move", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
        with pytest.raises(OSError, match="No space left"):
            build._put_in_place(make(tmp_path / "new", "2"), site)
    assert (site / "manifest.webmanifest").read_text() == "1"
    build._put_in_place(tmp_path / "new", site)
    assert (site / "manifest.webmanifest").read_text() == "2"
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
