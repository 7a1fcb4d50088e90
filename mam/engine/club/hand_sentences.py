"""What the club player learned about hands and bids, as sentences with weights that a person can read and argue with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mam.engine.club.hand_weights import (
    BID_FEATURES,
    CALL_FEATURES,
    HIGHEST,
    LENGTHS,
    MONEY,
    OUTCOMES,
    CaptureWeights,
    find_hand_weights,
)
from mam.engine.club.weights import Row


def _list_hand_phrases(*, knows_trump: bool) -> tuple[str, ...]:
    """Return how each of HAND_FEATURES is said; where the trump of another bidder is not known, all colors count alike."""
    of_another, color = (" of another color", "other color") if knows_trump else ("", "color")
    return (
        *(f"for the {rank} of trumps" for rank in MONEY),
        *(f"for each {rank}{of_another}" for rank in MONEY),
        *(
            f"for each {rank}{of_another}, times the cards of {'that' if knows_trump else 'its'} color"
            for rank in HIGHEST
        ),
        "for no trump",
        "for 1 trump",
        *(f"for {number} trumps" for number in range(2, LENGTHS[True])),
        f"for {LENGTHS[True]} trumps or more",
        f"for each {color} without a card",
        f"for each {color} with 1 card",
        *(f"for each {color} with {number} cards" for number in range(2, LENGTHS[False])),
        f"for each {color} with {LENGTHS[False]} cards or more",
        *(f"for the {animal}" for animal in ("Tiger", "Bull", "Bear")),
        "for any hand",
    )


_HAND_PHRASES, _TRUMPLESS_PHRASES = _list_hand_phrases(knows_trump=True), _list_hand_phrases(knows_trump=False)
# How much of a feature a sentence speaks of, and how it says so.
_CALL_PHRASES = {
    "partners' bids": (10, "for each $10,000 that a partner has bid above the base"),
    "partners who passed": (1, "for each partner who has passed"),
    "partners passed at": (10, "for each $10,000 above the base of the bid that this partner did not make"),
    "partners who passed under a partner": (1, "for each partner who has passed when your side held the bid"),
    "opponents' bids": (10, "for each $10,000 that an opponent has bid above the base"),
    "opponents who passed": (1, "for each opponent who has passed"),
    "opponents passed at": (10, "for each $10,000 above the base of the bid that this opponent did not make"),
    "opponents who passed under a partner": (1, "for each opponent who has passed when their side held the bid"),
}
_BID_PHRASES = {
    "any bid": (1, "for any bid"),
    "contract": (10, "for each $10,000 that the bid is likely to score more than the opponents"),
    "made": (OUTCOMES / 10, "for each 10% of chance that the bid is made"),
    "bid": (10, "for each $10,000 of the bid"),
    "any jump": (1, "if it is above the minimum bid"),
    "jump": (10, "for each $10,000 above the minimum bid"),
    "partners' bids": (10, "for each $10,000 that a partner has bid above the base"),
    "opponents' bids": (10, "for each $10,000 that an opponent has bid above the base"),
    "passing": (10, "for each $10,000 that a pass is likely to score more than the opponents"),
}


def describe_hand_weights(edition: str) -> Iterator[str]:
    """Yield lines that say what counts how much when the club player bids, discards and names trump.

    Raises ValueError if it learned nothing for the edition.

    >>> next(describe_hand_weights("make-a-million-1935"))
    "Before the nest, a bidder's side is likely to capture, in thousands of dollars,"
    """
    weights = find_hand_weights(edition)
    if weights is None:
        raise ValueError(
            f"the club player has learned no bids for {edition}: it bids, discards and names trump like the rulebook player"
        )
    yield "Before the nest, a bidder's side is likely to capture, in thousands of dollars,"
    yield from _list_captures(weights.own)
    for bidder, captures in (("a partner", weights.partners), ("an opponent", weights.opponents)):
        if any(captures.hand):
            yield ""
            yield f"When {bidder} is the bidder, that side is likely to capture, in thousands of dollars, given your hand,"
            yield from _list_captures(captures, _TRUMPLESS_PHRASES)
    yield ""
    yield "The bidder keeps the hand, and names the trump, that scores most:"
    yield from _list_hand(weights.after_discard)
    for situation, row in zip(("nobody has bid", *_SITUATIONS), weights.bids, strict=True):
        yield ""
        yield f"When {situation}, a bid gains, compared with a pass,"
        yield from _list(BID_FEATURES, row, _BID_PHRASES)
    yield ""
    yield "When your side has the high bid and no opponent may call, it passes."


_SITUATIONS = (
    "a partner is the high bidder",
    "an opponent is the high bidder and partners may call",
    "an opponent is the high bidder and no partner may call",
)


def _list_captures(captures: CaptureWeights, phrases: tuple[str, ...] = _HAND_PHRASES) -> Iterator[str]:
    """Yield what counts how much in an expected capture, and how far captures lie from it."""
    yield from _list_hand(captures.hand, phrases)
    yield "and after the others' calls (the base is one raise below the minimum opening bid)"
    yield from _list(CALL_FEATURES, captures.calls, _CALL_PHRASES)
    spread = [distance / 64 for distance in captures.spread]
    quarter = OUTCOMES // 4
    yield (
        f"Half of all captures are between {-spread[quarter]:.0f} below and {spread[-quarter - 1]:.0f} above that sum, "
        f"nine in ten between {-spread[OUTCOMES // 20]:.0f} below and {spread[-OUTCOMES // 20 - 1]:.0f} above."
    )


def _list_hand(row: Row, phrases: tuple[str, ...] = _HAND_PHRASES) -> Iterator[str]:
    for phrase, weight in zip(phrases, row, strict=True):
        yield from _list_value(weight / 64, phrase)


def _list(names: tuple[str, ...], row: Row, phrases: Mapping[str, tuple[float, str]]) -> Iterator[str]:
    for name, weight in zip(names, row, strict=True):
        amount, phrase = phrases[name]
        yield from _list_value(amount * weight / 64, phrase)


def _list_value(value: float, phrase: str) -> Iterator[str]:
    if round(value):  # what weighs nothing is not worth a line
        yield f"{value:+7.0f} {phrase}".replace("-", "−", 1)
