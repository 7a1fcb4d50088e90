"""Amounts as text for people: money, points and tricks.

Money is in whole thousands of dollars everywhere in the code; means may have a fraction.
"""

from mam.support.arguments import check_arguments


@check_arguments
def format_amount(amount: float, unit: str = "money", *, signed: bool = False, digits: int = 3) -> str:
    """Return an amount in full, as in running text.

    `unit` is "money" (thousands of dollars), "points" or "tricks"; `signed` puts a plus before a gain. Money is rounded to
    `digits` decimals of a thousand dollars (3: to the dollar), points to one decimal.

    >>> format_amount(175), format_amount(-260), format_amount(25.44, signed=True, digits=1)
    ('$175,000', '−$260,000', '+$25,400')
    >>> format_amount(1, "points"), format_amount(3, "tricks"), format_amount(-1.25, "points")
    ('1 point', '3 tricks', '−1.2 points')
    """
    if unit == "money":
        digits_text = f"{round(abs(amount), digits) * 1000:,.0f}"
        return f"{_sign(amount, digits_text, signed)}${digits_text}"
    digits_text = f"{abs(amount):.1f}".removesuffix(".0")
    return f"{_sign(amount, digits_text, signed)}{digits_text} {unit.removesuffix('s') if digits_text == '1' else unit}"


def format_range(low: int, high: int | None, unit: str = "money") -> str:
    """Return the limits of an amount, with a unit in words only once; `high` is None where there is no limit.

    >>> format_range(175, 200), format_range(3, 17, "points"), format_range(175, None)
    ('$175,000 to $200,000', '3 to 17 points', '$175,000 or more')
    """
    if high is None:
        return f"{format_amount(low, unit)} or more"
    return f"{format_amount(low) if unit == 'money' else low} to {format_amount(high, unit)}"


def format_short(amount: int, *, signed: bool = False) -> str:
    """Return an amount as a bare number, for a place where the unit is clear.

    >>> format_short(260), format_short(-210), format_short(205, signed=True), format_short(0, signed=True)
    ('260', '−210', '+205', '0')
    """
    digits_text = str(abs(amount))
    return f"{_sign(amount, digits_text, signed)}{digits_text}"


def _sign(amount: float, digits_text: str, signed: bool) -> str:
    if digits_text == "0":
        return ""
    return "−" if amount < 0 else "+" if signed else ""
