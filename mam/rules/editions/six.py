"""Make-a-Million for six: two packs less five Ones, three against three."""

from mam.rules.editions.two_packs import make_two_pack_game

EDITION = make_two_pack_game(
    ("A", "X", "B", "Y", "C", "Z"),
    ("ABC", "XYZ"),
    "R1 G1 B1 Y1 Y1",
    hand_size=17,
    id="six",
    name_parts=("Make-a-Million", "six players", "two packs"),
    short_name="six players",
    letter="S",
)
