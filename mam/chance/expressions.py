"""Small sums in a page's file (`24*47/(24*47+76*83)`): numbers, + − * / **, `sqrt`, `comb`, and the names of the page's facts."""

import ast
import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import comb, sqrt

_BINARY: Mapping[type, Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
_LONGEST = 200  # characters
_MOST_POWER = 100
_MOST_CARDS = 1000
_FINEST = 10**12  # the greatest denominator of a root or of a fact that is no fraction


def compute(text: str, facts: Mapping[str, Fraction | float]) -> Fraction:
    """Return the value of a sum. Raises ValueError for anything that is none, naming what is wrong.

    >>> compute("1 - 29*28/(55*54)", {}), compute("100*some", {"some": 0.25})
    (Fraction(1079, 1485), Fraction(25, 1))
    >>> compute("open('x')", {})
    Traceback (most recent call last):
    ValueError: “open('x')” is not a sum of numbers, facts, sqrt(…) and comb(…)
    """
    try:
        if len(text) > _LONGEST:
            raise SyntaxError
        return _compute(ast.parse(text.strip(), mode="eval").body, facts)
    except KeyError as error:
        raise ValueError(f"“{text}” names no fact of this page: {error.args[0]}") from None
    except ZeroDivisionError:
        raise ValueError(f"“{text}” divides by zero") from None
    except (SyntaxError, TypeError, RecursionError):
        raise ValueError(f"“{text}” is not a sum of numbers, facts, sqrt(…) and comb(…)") from None


def to_fraction(value: Fraction | float) -> Fraction:
    """Return a number as a fraction: a float as the nearest simple one."""
    return value if isinstance(value, Fraction) else Fraction(value).limit_denominator(_FINEST)


def _compute(node: ast.expr, facts: Mapping[str, Fraction | float]) -> Fraction:
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return Fraction(str(number))
        case ast.Name(id=name):
            return to_fraction(facts[name])
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_compute(operand, facts)
        case ast.BinOp(left=base, op=ast.Pow(), right=ast.Constant(value=int() as power)) if 0 <= power <= _MOST_POWER:
            return _compute(base, facts) ** power
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _BINARY:
            return _BINARY[type(op)](_compute(left, facts), _compute(right, facts))
        case ast.Call(func=ast.Name(id="sqrt"), args=[radicand], keywords=[]):
            value = _compute(radicand, facts)
            if value >= 0:
                return to_fraction(sqrt(value))
        case ast.Call(func=ast.Name(id="comb"), args=[whole, part], keywords=[]):
            count, size = _compute(whole, facts), _compute(part, facts)
            if count.denominator == size.denominator == 1 and 0 <= size <= count <= _MOST_CARDS:
                return Fraction(comb(int(count), int(size)))
    raise SyntaxError
