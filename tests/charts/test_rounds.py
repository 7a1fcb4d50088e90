"""The table and the chart of a round's tricks."""

import html
import re
from typing import Any

import pytest
from specimen_records import specimen_record

import mam
from mam.drawing import palette
from mam.games.trick_round import TrickRound
from mam.scenes import make_scene

charts = pytest.importorskip("mam.charts", reason="the extra lab is not installed")


@pytest.fixture(scope="module")
def rounds() -> tuple[TrickRound, ...]:
    return specimen_record().rounds()


def test_the_table_adds_up(rounds: tuple[TrickRound, ...]) -> None:
    end = rounds[-1]
    table = charts.list_tricks(end)
    assert list(table["trick"]) == list(range(1, 14))
    assert end.result is not None
    assert {side: table[side].iloc[-1] for side in end.rules.sides} == end.result.captured
    assert table["worth"].sum() == sum(end.result.captured.values())
    assert list(table.loc[table["effect"] == "Bear", ["trick", "money", "worth"]].iloc[0]) == [3, 40, 0]
    assert list(table.loc[table["effect"] == "Bull", ["trick", "money", "worth"]].iloc[0]) == [13, 10, 20]
    assert table["N-S"].is_monotonic_increasing and table["E-W"].is_monotonic_increasing


def test_a_table_in_the_middle_of_a_round_has_the_complete_tricks_only(rounds: tuple[TrickRound, ...]) -> None:
    assert len(charts.list_tricks(rounds[15])) == 0
    assert len(charts.list_tricks(rounds[17])) == 1
    assert len(charts.list_tricks(rounds[20])) == 1


def test_there_is_no_chart_before_the_first_trick(rounds: tuple[TrickRound, ...]) -> None:
    with pytest.raises(ValueError, match="no trick is complete"):
        charts.money_by_trick(rounds[15])


def texts(spec: dict[str, Any]) -> set[str]:
    return {str(row["label"]) for rows in spec["datasets"].values() for row in rows if "label" in row}


def test_the_chart_shows_the_bid_and_what_bull_and_bear_changed(rounds: tuple[TrickRound, ...]) -> None:
    spec = charts.money_by_trick(rounds[-1]).to_dict()
    assert texts(spec) == {"bid 260", "Bear ×0: −40", "Bull ×2: +10"}
    assert (
        "North-South $360,000" in spec["description"] and "Bear on trick 3 ($40,000 became $0)" in spec["description"]
    )


def test_a_chart_without_animals_has_no_marks_of_them(rounds: tuple[TrickRound, ...]) -> None:
    assert texts(charts.money_by_trick(rounds[21]).to_dict()) == {"bid 260"}


def test_the_picture_needs_no_network(rounds: tuple[TrickRound, ...]) -> None:
    bundle = charts.money_by_trick(rounds[-1])._repr_mimebundle_()
    pictures = bundle[0] if isinstance(bundle, tuple) else bundle
    assert set(pictures) == {"text/html", "image/png", "text/plain"}
    page = html.unescape(pictures["text/html"])
    addresses = set(re.findall(r"https?://[^\s\"'<]+", page))
    assert addresses <= {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xlink",
    }  # names of formats: nobody asks there
    assert "<script" not in page
    assert "Bull ×2: +10" in page and "North-South 360" in page
    light, dark = re.findall(r'<img class="mam-(light|dark)" alt="([^"]+)"', pictures["text/html"])
    assert light[0] == "light" and dark[0] == "dark" and light[1] == dark[1] == html.escape(pictures["text/plain"])
    assert all(palette(theme)["panel"].replace("#", "%23") in page for theme in ("light", "dark"))


def find_colors(round: TrickRound) -> dict[str, str]:
    """Return the color of each side's line, by what the chart calls the side."""
    spec = charts.money_by_trick(round).to_dict()
    scale = spec["layer"][0]["encoding"]["color"]["scale"]
    return dict(zip(scale["domain"], scale["range"], strict=True))


def test_a_side_has_the_color_of_the_table_whoever_bids() -> None:
    """North-South are blue and East-West orange at the table, in every chart, as bidders and as opponents."""
    seen = set()
    for seed in range(1, 9):
        round = mam.play_out("make-a-million-1935", 1, seed=seed, policy="rulebook").round(0)
        if round.bidder is None or not round.tricks:
            continue
        seen.add(round.side_of(round.bidder))
        colors = palette("light")
        assert find_colors(round) == {"North-South": colors["sideA"], "East-West": colors["sideB"]}
        scene = make_scene(mam.view(round, None))
        assert {seat["seat"]: seat["side"] for seat in scene["seats"]} == {"N": "A", "S": "A", "E": "B", "W": "B"}
    assert seen == {"N-S", "E-W"}
