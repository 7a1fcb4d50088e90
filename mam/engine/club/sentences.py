"""What the club player learned, as sentences with weights that a person can read and argue with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mam.engine.club.features import FEATURES, LEADS, SITUATIONS
from mam.engine.club.weights import find_weights

# How much of a feature a sentence speaks of, and how it says so.
PHRASES: Mapping[str, tuple[int, str]] = {
    "expected money": (10, "for each $10,000 that your side is likely to gain by the trick"),
    "side takes": (6, "for each 10% of chance that your side takes the trick"),
    "holds": (6, "for each 10% of chance that the card takes the trick, with opponents still to play"),
    "partner beats": (6, "for each 10% of chance that a partner who is still to play can beat the card"),
    "money": (10, "for each $10,000 on the card"),
    "money risked": (10, "for each $10,000 on the card that the others are likely to take"),
    "rank": (1, "for each card of its color that ranks below it"),
    "higher unseen": (1, "for each unseen card of its color that ranks above it, up to eight"),
    "master": (1, "if no unseen card of its color ranks above it (a master)"),
    "master trump": (1, "if it is a master and a trump"),
    "master's money": (10, "for each $10,000 on a master"),
    "trump": (1, "if it is a trump"),
    "trump, trumps unseen": (1, "for each unseen trump, if it is a trump"),
    "trump, trumps held": (1, "for each trump that you hold, if it is a trump"),
    "length": (1, "for each card of its color that you hold"),
    "single": (1, "if it is your only card of its color"),
    "single, to trump": (1, "if it is your only card of a side color, and you hold trumps"),
    "color unseen": (1, "for each unseen card of its color"),
    "money to fall": (10, "for each $10,000 unseen in its color that your side is likely to take"),
    "money kept": (10, "for each $10,000 on your other cards of its color"),
    "opponents trump": (1, "for each opponent still to play who is void in its color and may hold a trump"),
    "partners void": (1, "for each partner still to play who is void in its color"),
    "captures early": (1, "for each card that you hold, if the card now wins the trick"),
    "Tiger": (1, "if it is the Tiger"),
    "Bull": (1, "if it is the Bull"),
    "Bear": (1, "if it is the Bear"),
    "Bull doubles": (10, "for each $10,000 in the trick that your side is likely to take, if it is the Bull"),
    "Bear saves": (10, "for each $10,000 in the trick that the others are likely to take, if it is the Bear"),
    "bidder, expected money": (
        10,
        "for each $10,000 that the bidder's side is likely to gain by the trick, if it is yours",
    ),
    "bidder, trump": (1, "if it is a trump and you are on the bidder's side"),
    "bidder, master": (1, "if it is a master and you are on the bidder's side"),
}


def describe_weights(edition: str, words: str = "") -> Iterator[str]:
    """Yield lines that say what counts how much for the club player, in the situations with these words in their names.

    What counts most comes first. Raises ValueError if nothing was learned for the edition, or no situation has the words.

    >>> print(*list(describe_weights("make-a-million-1935", "bidder leads"))[:2], sep=chr(10))
    When the bidder leads, a card scores
    ...
    """
    weights = find_weights(edition)
    if weights is None:
        raise ValueError(
            f"the club player has learned nothing for {edition}, so it plays like the rulebook player there"
        )
    situations = [index for index, situation in enumerate(SITUATIONS) if words.casefold() in situation]
    if not situations:
        raise ValueError(f"no situation has {words!r} in its name; there are: {'; '.join(SITUATIONS)}")
    for place in situations:
        values = _weigh_phrases(SITUATIONS[place], dict(zip(FEATURES, weights.play[place], strict=True)))
        yield f"{_introduce(SITUATIONS[place])}, a card scores"
        for phrase, value in sorted(values.items(), key=lambda item: -abs(item[1])):
            yield f"{value:+7,d} {phrase}".replace("-", "−", 1)
        yield ""


def _weigh_phrases(situation: str, weights: dict[str, int]) -> dict[str, int]:
    """Return what each sentence weighs. Who leads is known, so what counts on the bidder's side counts always or never."""
    if situation in LEADS:
        for name in ("expected money", "trump", "master"):
            extra = weights.pop(f"bidder, {name}")
            weights[name] += extra if situation != "opponent leads" else 0
    return {PHRASES[name][1]: PHRASES[name][0] * weight for name, weight in weights.items() if weight}


def _introduce(situation: str) -> str:
    """Say a situation in words.

    >>> _introduce("last, your side winning, trumping possible")
    'When you play last, your side is winning and you can trump'
    """
    if situation in LEADS:
        leaders = {"bidder leads": "the bidder leads", "bidder's partner leads": "the bidder's partner leads"}
        return f"When {leaders.get(situation, 'an opponent of the bidder leads')}"
    place, winner, hand = situation.split(", ")
    return (
        f"When you play {'last' if place == 'last' else 'between the first and the last'}, "
        f"{'your side is' if winner == 'your side winning' else 'the others are'} winning and "
        + {
            "following": "you must follow",
            "trumping possible": "you can trump",
            "neither": "you need not follow and cannot trump",
        }[hand]
    )
