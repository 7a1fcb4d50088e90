"""The one module that draws charts: scales go both ways, ticks are round, and what is drawn lies in its box."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mam_widgets", reason="the extra lab is not installed")
from mam_widgets.shared import assets

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="Node is not installed")


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("charts")
    for name in ("elements.js", "plots.js", "curves.js"):
        shutil.copyfile(assets.UI / name, folder / name)
    (folder / "art.js").write_text(assets.art()[assets.UI / "art.js"], encoding="utf-8")
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    return folder


def run(modules: Path, script: str, **data: Any) -> Any:
    """Return what a script with the module's exports prints as JSON."""
    imports = 'import * as plots from "./plots.js"; import { drawCurves } from "./curves.js";'
    text = f"{imports} const data = {json.dumps(data)}; console.log(JSON.stringify((() => {{ {script} }})()));"
    (modules / "run.js").write_text(text, encoding="utf-8")
    done = subprocess.run([f"{NODE}", "run.js"], cwd=modules, capture_output=True, encoding="utf-8", check=True)
    return json.loads(done.stdout)


SCALES = [
    ([0, 1], {}, [0, 0.2, 0.4, 0.6, 0.8, 1]),
    ([175, 420], {}, [200, 250, 300, 350, 400]),
    ([-83, 210], {}, [0, 100, 200]),
    ([20, 20_000], {"log": True}, [20, 100, 1_000, 10_000]),
    ([0.021, 0.378], {"parts": 4.5}, [0, 0.1, 0.2, 0.3, 0.4]),
]


@pytest.mark.parametrize(("values", "options", "ticks"), SCALES)
def test_a_scale_goes_both_ways_and_has_round_ticks(
    modules: Path, values: list[float], options: dict[str, Any], ticks: list[float]
) -> None:
    script = """const scale = plots.plotScale(data.values, 40, 440, data.options);
        return [[scale.low, scale.high].map(scale), data.values.map((value) => scale.valueAt(scale(value))), scale.ticks(5)];"""
    ends, back, found = run(modules, script, values=values, options=options)
    assert ends == [40, 440]
    assert back == pytest.approx(values) and found == pytest.approx(ticks)


def test_a_scale_of_one_figure_has_room_around_it(modules: Path) -> None:
    assert run(modules, "return [0, 7].map((value) => plots.plotScale([value], 0, 100)(value));") == [50, 50]


def test_gains_have_a_sign_and_nothing_is_minus_zero(modules: Path) -> None:
    assert run(modules, "return [-1200, -0, 0.30000000000000004, 25].map(plots.formatGain);") == [
        "−1,200",
        "0",
        "+0.3",
        "+25",
    ]


def make_plot(kind: str, series: list[dict[str, Any]], rules: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "kind": kind,
        "x": {"label": "Deals"},
        "y": {"label": "", "percent": True},
        "series": series,
        "rules": rules,
    }


RUNNING = make_plot(
    "running",
    [
        {
            "name": "simulated",
            "points": [
                {"x": 20 * 2**n, "y": 0.23, "low": 0.23 - 0.2 / 2**n, "high": 0.23 + 0.2 / 2**n, "label": "23%"}
                for n in range(10)
            ],
        }
    ],
    [{"axis": "y", "value": 13 / 55, "label": "exact 23.64%"}],
)
BARS = make_plot(
    "bars",
    [
        {
            "name": "Red",
            "code": "R",
            "points": [{"x": 150 + 50 * n, "y": 0.1 * n, "label": f"{10 * n}%"} for n in range(5)],
        }
    ],
    [{"axis": "x", "value": 185, "label": "next bid"}],
)
CURVES = make_plot(
    "curve",
    [
        {
            "name": name,
            "code": code,
            "is_best": code == "R",
            "points": [{"x": x, "y": max(0, 1 - (x - start) / 200)} for x in range(start, 401, 5)],
        }
        for name, code, start in (("Red", "R", 200), ("Yellow", "Y", 175))
    ],
    [{"axis": "y", "value": 0.5, "label": ""}],
)
DRAWINGS = {
    "running": ("plots.drawRunning", RUNNING),
    "bars": ("plots.drawBars", BARS),
    "curve": ("drawCurves", CURVES),
}


@pytest.mark.parametrize("kind", DRAWINGS)
@pytest.mark.parametrize(("width", "height"), [(290, 180), (366, 260), (640, 220)])
def test_what_is_drawn_lies_in_the_drawing(modules: Path, kind: str, width: int, height: int) -> None:
    draw, spec = DRAWINGS[kind]
    script = f"""const {{ parts }} = {draw}(data.spec, data.width, data.height);
        const places = [];
        const visit = (part) => {{
            if (Array.isArray(part)) return part.forEach(visit);
            if (!part || !part.props) return undefined;
            const {{ x, y, cx, cy, x1, x2, y1, y2, d, transform }} = part.props;
            for (const pair of [[x, y], [cx, cy], [x1, y1], [x2, y2]]) if (pair[0] !== undefined) places.push(pair.map(Number));
            if (d && !transform) for (const pair of d.matchAll(/([\\d.-]+) ([\\d.-]+)/g)) places.push([Number(pair[1]), Number(pair[2])]);
            return visit(part.children);
        }};
        visit(parts);
        return places;"""
    places = run(modules, script, spec=spec, width=width, height=height)
    assert len(places) > 20
    for x, y in places:
        assert 0 <= x <= width and 0 <= y <= height, (x, y)
