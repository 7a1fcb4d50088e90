"""Write prices, and the right answers that follow from them, into the file of a study."""

from collections.abc import Mapping, Sequence

from mam.studies.prices import Price
from mam.studies.study import Stop
from mam.support.toml import write_string, write_strings

PricedStop = tuple[Stop, Mapping[str, Price]]


def write_prices(text: str, priced: Sequence[PricedStop], sure: Mapping[str, Mapping[str, int]] | None = None) -> str:
    """Return the text of a study with these prices at its stops, and the answers that nothing tells from the best as `right`.

    `sure` is by the moments of stops what is guaranteed after each card, where that proves the right answers. Everything else stays as it is. A key that a stop lacks stands after its question. Raises ValueError where one takes several lines.
    """
    lines = text.splitlines()
    for stop, prices in sorted(
        priced, key=lambda pair: -pair[0].find_line()
    ):  # from the last: what is before keeps its lines
        right = [answer for answer, price in prices.items() if price.is_right]
        pairs = ", ".join(
            f"{write_string(answer)} = [{price.cost}, {price.margin}]" for answer, price in prices.items()
        )
        values = {"prices": f"{{ {pairs} }}", "right": write_strings(right)}
        if amounts := (sure or {}).get(stop.at):
            values["sure"] = f"{{ {', '.join(f'{answer} = {amount}' for answer, amount in amounts.items())} }}"
        for key in sorted(values, key=lambda key: -_find_line(stop, key)):
            line = f"{key} = {values[key]}"
            if (number := stop.lines.get((key,), 0)) == 0:
                lines.insert(stop.find_line("text"), line)
            elif lines[number - 1].rstrip().endswith(("]", "}")):
                lines[number - 1] = line
            else:
                raise ValueError(f"line {number}: write {key} on one line")
    return "\n".join(lines) + "\n"


def _find_line(stop: Stop, key: str) -> int:
    return stop.lines.get((key,), 0) or stop.find_line("text")
