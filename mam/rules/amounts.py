"""Amounts as people read them: money, points and tricks.

Money is in whole thousands of dollars everywhere in the code; averages may have a fraction.
"""


def format_amount(amount: float, unit: str = "money", *, signed: bool = False, digits: int = 3) -> str:
    """Return an amount in full, as running text has it.

    `unit` is "money" (thousands of dollars), "points" or "tricks"; `signed` puts a plus before a gain. Money is rounded to
    `digits` decimals of a thousand dollars (3: to the dollar), points to a tenth.

    >>> format_amount(175), format_amount(-260), format_amount(25.44, signed=True, digits=1)
    ('$175,000', '−$260,000', '+$25,400')
    >>> format_amount(1, "points"), format_amount(3, "tricks"), format_amount(-1.25, "points")
    ('1 point', '3 tricks', '−1.2 points')
    """
    if unit == "money":
        figure = f"{round(abs(amount), digits) * 1000:,.0f}"
        return f"{_sign(amount, figure, signed)}${figure}"
    figure = f"{abs(amount):.1f}".removesuffix(".0")
    return f"{_sign(amount, figure, signed)}{figure} {unit.removesuffix('s') if figure == '1' else unit}"


def format_short(amount: int, *, signed: bool = False) -> str:
    """Return an amount as a bare number, for a place that says what it counts.

    >>> format_short(260), format_short(-210), format_short(205, signed=True), format_short(0, signed=True)
    ('260', '−210', '+205', '0')
    """
    figure = str(abs(amount))
    return f"{_sign(amount, figure, signed)}{figure}"


def _sign(amount: float, figure: str, signed: bool) -> str:
    if figure == "0":
        return ""
    return "−" if amount < 0 else "+" if signed else ""
