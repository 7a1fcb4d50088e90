"""Make-a-Million for eight: two packs less three Ones, four against four."""

from mam.rules.editions.two_packs import make_two_pack_game

EDITION = make_two_pack_game(
    ("A", "W", "B", "X", "C", "Y", "D", "Z"),
    ("ABCD", "WXYZ"),
    "R1 Y1 G1",
    hand_size=13,
    id="eight",
    name_parts=("Make-a-Million", "eight players", "two packs"),
    short_name="eight players",
    letter="E",
)
