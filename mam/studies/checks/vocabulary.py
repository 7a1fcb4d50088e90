"""Patterns for what sentences about cards are made of: colors, seats, cards, whose they are, and numbers in words."""

from mam.rules.cards import Color
from mam.support.numbers import spell_number

COLOR = "|".join(color.word for color in Color)
SEAT = "North|East|South|West"
CARD = rf"(?:(?:{COLOR}) \d+|Tiger|Bull|Bear|\d+)"  # a rank alone is a card of the sentence's owner, or any
OWNER = rf"[Tt]he |[Yy]our |its |their |(?:{SEAT})'s "
NUMBERS = {spell_number(count): count for count in range(1, 21)}
NUMBER = "|".join([*NUMBERS, *(word.capitalize() for word in NUMBERS)])
