"""Text in, text out for every game: rounds, views and deal codes of each edition with each of its options."""

from contextlib import suppress
from random import Random

import pytest
from all_tables import TABLES, check_text, next_round, walk
from cases import check_each
from hypothesis import given
from hypothesis import strategies as st

import mam
from mam.games.registry import deal_for
from mam.records import read_record
from mam.rules.cards import UNSEEN
from mam.rules.moves import Exchange
from mam.support.data_files import find_data_folder
from mam.text.deal_codes import decode_deal, encode_deal
from mam.text.notation import NotationError, parse_round

RECORDS = find_data_folder() / "records"


# Rounds and views


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.sample(9, 2)
def test_every_table_reads_back_as_everybody_sees_it(table: str) -> None:
    rng, round = Random(table), mam.start(table, seed=len(table))
    people = [None, *round.rules.persons]
    check_text(round)
    moves_made = 0
    while not round.is_over:
        round, moves_made = next_round(round, rng), moves_made + 1
        if moves_made % 17 == 3:
            check_text(mam.view(round, people[moves_made % len(people)]).round)
    for person in (None, people[-1]):
        check_text(mam.view(round, person).round)


@given(st.sampled_from(TABLES), st.integers(0, 2**32), st.integers(0, 130), st.integers(0, 10))
def test_any_moment_reads_back(table: str, seed: int, steps: int, index: int) -> None:
    round = walk(table, seed, steps)
    people = [None, *round.rules.persons]
    check_text(mam.view(round, people[index % len(people)]).round)


@pytest.mark.parametrize("table", ["sweven", "sweven+6-players", "exact-tricks", "exact-tricks+3-players"])
def test_later_rounds_of_a_match_read_back(table: str) -> None:
    """What is carried from hand to hand, and hands that shrink from deal to deal."""
    rng, match = Random(1935), mam.start_match(table, seed=1935)
    carried = set()
    while not match.is_over and len(match.finished) < 7:
        moves = match.round.legal_moves
        match = match.play(moves[int(rng.random() * len(moves))])
        if len(match.round.history) in (0, 9):
            check_text(match.round)
            carried.add((match.round.carry.points > 0, match.round.carry.barred is not None))
            carried.add(len(match.round.deal.hands[0]))
    assert len(carried) >= 3


def test_the_exchange_of_the_tiger_reads_back_hidden_and_shown() -> None:
    round = read_record(RECORDS / "manhattan.toml").rounds()[-1]
    seat, card = next((move.seat, move.card) for move in round.history if isinstance(move, Exchange))
    assert f"exchange {seat} {card}" in repr(round)
    before = next(round for round in read_record(RECORDS / "manhattan.toml").rounds() if round.phase == "play")
    bidder = mam.view(before, "E").round
    assert f"exchange {seat} ??" in repr(bidder)
    check_text(bidder)


def test_half_hidden_hands_show_what_lies_on_what() -> None:
    round = walk("make-a-million-1935-two", 3, 20)
    assert "/" in repr(round.deal) and "/??" in repr(mam.view(round, "N").round.deal)


# What is wrong is named

TWO = repr(mam.start("make-a-million-1935-two", seed=3).deal)
SWEVEN = repr(mam.start("sweven", seed=3).deal)
MANHATTAN = repr(mam.start("manhattan", seed=3).deal)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"sweven | carry account Q 3 | {SWEVEN} | ", "no seat 'Q'"),
        (f"sweven | carry account A 0 | {SWEVEN} | ", "account A 3"),
        (f"sweven | carry nothing | {SWEVEN} | ", "account A 3"),
        (f"manhattan | carry barred N | {MANHATTAN} | ", "nothing is carried"),
        (f"manhattan | {MANHATTAN.replace('blind_draw ', 'blind_draw 9')} | ", "blind_draw 9"),
        (f"sweven+9-players | {SWEVEN} | ", "no option '9-players'"),
        (f"six | {SWEVEN} | ", "six is dealt to the seats"),
        (f"make-a-million-1935-two | {TWO.replace('/', ' ')} | ", "face down"),
        (f"sweven | {SWEVEN} | bid 3, sing", "'sing' is not a move"),
    ],
)
def test_what_is_wrong_is_named(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        parse_round(text)


@given(st.sampled_from(TABLES), st.integers(0, 2**32), st.integers(0, 60))
def test_a_damaged_round_raises_errors_that_say_what_is_wrong(table: str, seed: int, steps: int) -> None:
    rng, text = Random(seed), repr(walk(table, seed, steps))
    place = int(rng.random() * len(text))
    damaged = text[:place] + rng.choice(["", "?", "R", "|", ",", "9", " ", "x", "Q", "/"]) + text[place + 1 :]
    with suppress(NotationError, mam.IllegalMove):
        assert parse_round(damaged).rules.game


# Deal codes


@check_each("table", TABLES)
def test_every_deal_has_a_code(table: str) -> None:
    rules = mam.get_edition(table)
    for seed in (0, 1935):
        deal = mam.start(table, seed).deal
        code = encode_deal(deal, table)
        coded, decoded = decode_deal(code)
        assert decoded == deal
        decoded_rules = mam.get_edition(coded)
        assert (decoded_rules.id, decoded_rules.seats, decoded_rules.pack, decoded_rules.letter) == (
            rules.id,
            rules.seats,
            rules.pack,
            rules.letter,
        )
        assert mam.start(coded, deal=decoded).deal == deal
        assert decode_deal(code.lower().replace("-", " ").replace(" ", "-", 1)) == (coded, deal)


GOLDEN_CODES = {
    "make-a-million-1935": "MS-0M13Y-A3XT9-M9JBW-PRWBW-KS8SE",
    "make-a-million-1935-three": "TC-0M13Y-A3XT9-M9JBW-PRWBW-KS843",
    "make-a-million-1935-two": "DE-0KK5B-CMTVP-N0H9V-8G13Y-8F4M0-6J4EK-GFQJ",
    "make-a-million-1935-two+without-ones": "D12E-14T82-NFKP1-ND3FM-KQCXC-5S7SW-DH4W1-W",
    "manhattan": "HW-3KSZ8-8N9HG-4WS6D-RQS0B-5PGCR",
    "manhattan+without-tiger": "H2W-13X40-EJVA0-8MMEK-V7J9Y-938N",
    "make-a-million-2004": "PW-0WYFT-25ACC-1769K-E5Y82-SDMH3",
    "six": "SZ-02KFW-CJV94-6DTQT-07QBQ-V740P-WV10R-XAVRN-9GMSB-4E8KW-RVR7Y-265M0-9",
    "eight": "EZ-47VGS-282A8-DNXQG-R3CCE-6C86K-KPKVA-4DWH0-AK4VC-VP0MT-8WHW2-P5FER-ZT1EW-KMFJ",
    "silent-six": "QZ-02KFW-CJV94-6DTQT-07QBQ-V740P-WV10R-XAVRN-9GMSB-4E8KW-RVR7Y-265MT-W",
    "silent-eight": "KZ-47VGS-282A8-DNXQG-R3CCE-6C86K-KPKVA-4DWH0-AK4VC-VP0MT-8WHW2-P5FER-ZT1EW-KM9V",
    "exact-tricks": "XD-4G4MG-RATT5-YPFPX-PYYTE-KD4SN-45W",
    "exact-tricks+2-players": "X2B-0R85G-0SCHW-NEEC5-18V",
    "exact-tricks+3-players": "X3C-0V2CR-GWETD-R67AQ-2ZQBF-13",
    "exact-tricks+5-players": "X5E-8XYT8-0ZASV-SG164-RDFCB-KTJQ8-PDE3",
    "exact-tricks+6-players": "X6F-13PKV-94BTX-QX0Z7-BHKX0-N08WN-8WFCZ-BKF",
    "exact-tricks+7-players": "X7G-1HGXZ-61F68-GERRF-FNHQM-199BQ-FJ15G-V12F",
    "exact-tricks+8-players": "X8H-1H577-QX7A2-XHRYZ-J04C7-RXQ3V-QS3EJ-DQ3D6-6",
    "exact-tricks+9-players": "X9I-0HZDJ-2MFB6-KTM78-CC8F9-HT6BS-YH4X0-P2R8R-RC6D",
    "exact-tricks+10-players": "X10J-4FYD2-2WWF5-HCDV8-H7CG1-T7R5C-0BAM0-QK8ZZ-6E",
    "sweven": "VD-286XN-XMTP0-050V",
    "sweven+2-players": "V2B-6MZKQ-KN4MD-CY",
    "sweven+3-players": "V3C-2SJJR-VT5R",
    "sweven+5-players": "V5E-4M5V0-SV8PC-JTJB0-FV4D",
    "sweven+6-players": "V6F-0ZC1G-7MKYM-2PE2N-G6NRN-8WDMD",
    "millionaire": "LD-28Y70-7BZA8-ER12E-PATCR-28EX5-ZG09A-YAVZ0-FXWRE-X59D9-5P497-1GSC",
    "millionaire+3-players": "L3C-08888-XF080-TVZZE-EC21J-SKVB9-1P6R8-WG1KR-A67XC-F3WDZ-WQ1JD-9A85G",
    "millionaire+5-players": "L5E-0F5AP-0PE6A-KH6RY-ATVB2-RMT9Y-3989K-DGWXB-72E31-JTT2Q-2R2KR-ND",
    "anagrams": "GD-0QM0W-XR2M0-RS2PD-GW8B9-AQ0ZX-PA82",
    "anagrams+2-players": "G2B-616RX-V3NNM-AQE6Q",
    "anagrams+3-players": "G3C-0JQDK-V7PRV-JES0P-SZV38-0Z",
    "anagrams+5-players": "G5E-0CY6R-K11CN-6RRRA-M8G00-M9Z63-W0GV7-M4",
    "anagrams+6-players": "G6F-0S4XW-TJ53D-XFF2Y-E19G2-PYBBZ-AH560-TA8F",
    "anagrams+7-players": "G7G-2F7EX-X8CM1-YJVNQ-F1QDH-NA80E-BE3RR-PTP5Z-4XC",
    "anagrams+8-players": "G8H-07799-7AWXD-5DMW9-PV697-4TP3N-VTEE0-GGXYC-WWCGP",
    "anagrams+9-players": "G9I-068TR-MWH2T-43AXG-VF363-QRJ9X-KY2NE-8MTRS-7V5HA-BW",
    "anagrams+10-players": "G10J-1C116-5MGHY-3YW3P-QDVEZ-WA5YT-VQHTE-87QWP-48XC1-026NQ",
}


def test_golden_codes() -> None:
    assert {mam.get_edition(table).letter for table in GOLDEN_CODES} <= {
        mam.get_edition(table).letter for table in TABLES
    }
    for table, code in GOLDEN_CODES.items():
        rules = mam.get_edition(table)
        deal = mam.start(table, 7, dealer=code[len(rules.letter)]).deal
        assert encode_deal(deal, table) == code and decode_deal(code) == (table, deal)


def test_each_letter_is_one_game() -> None:
    letters: dict[str, tuple[object, ...]] = {}
    for table in TABLES:
        rules = mam.get_edition(table)
        assert letters.setdefault(rules.letter, (rules.id, rules.seats, rules.pack)) == (
            rules.id,
            rules.seats,
            rules.pack,
        )


@pytest.mark.parametrize("size", [1, 2, 7, 11])
@pytest.mark.parametrize("players", ["", "+2-players", "+3-players"])
def test_the_code_of_a_later_deal_tells_the_size_of_its_hands(size: int, players: str) -> None:
    table = f"exact-tricks{players}"
    rules = mam.get_edition(table)
    deal = deal_for(rules, "B", Random(size), size)
    code = encode_deal(deal, table)
    assert code.startswith(f"{rules.letter}B{size}-") and decode_deal(code) == (table, deal)
    assert encode_deal(deal, f"{table}+hands-of-{size}") == code


@pytest.mark.parametrize("table", ["six", "silent-eight", "make-a-million-1935-two", "millionaire", "manhattan"])
def test_a_mistyped_code_is_noticed(table: str) -> None:
    code = encode_deal(mam.start(table, 7).deal, table)
    rng, missed = Random(7), 0
    for _ in range(100):
        place = int(rng.random() * len(code))
        letter = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"[int(rng.random() * 32)]
        if code[place] in ("-", letter):
            continue
        try:
            decode_deal(code[:place] + letter + code[place + 1 :])
            missed += 1
        except NotationError:
            pass
    assert missed <= 1


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("XA12-0", "hands of 12 are not dealt"),
        ("XA0-0", "hands of 0 are not dealt"),
        ("XA05-0", "hands of 05 are not dealt"),
        ("MS5-0", "hands of 5 are not dealt"),
        ("DS-0", "begins like MS-"),  # a dummy does not deal
        ("V9A-0", "begins like MS-"),
    ],
)
def test_what_is_no_code_is_refused(code: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        decode_deal(code)


def test_equal_cards_may_be_exchanged_and_the_code_is_the_same() -> None:
    deal = mam.start("six", 7).deal
    hands = tuple(tuple(reversed(hand)) for hand in deal.hands)
    assert encode_deal(mam.Deal(deal.seats, deal.dealer, hands, deal.nest), "six") == encode_deal(deal, "six")


def test_a_blind_draw_that_nobody_has_settled_has_a_code_too() -> None:
    deal = mam.start("manhattan", 7).deal
    for blind_draw in (None, 0, 1, 2):
        deal_without = mam.Deal(deal.seats, deal.dealer, deal.hands, deal.nest, blind_draw=blind_draw)
        assert decode_deal(encode_deal(deal_without, "manhattan")) == ("manhattan", deal_without)


def test_the_order_of_the_pile_and_what_lies_under_what_are_in_the_code() -> None:
    deal = mam.start("millionaire", 7).deal
    turned = mam.Deal(deal.seats, deal.dealer, deal.hands, stock=deal.stock[::-1])
    assert encode_deal(turned, "millionaire") != encode_deal(deal, "millionaire")
    assert decode_deal(encode_deal(turned, "millionaire"))[1] == turned
    deal = mam.start("make-a-million-1935-two", 7).deal
    (upper, below), (second_upper, beneath), *covers_left = deal.covers[:6]
    exchanged = mam.Deal(
        deal.seats,
        deal.dealer,
        deal.hands,
        deal.nest,
        ((upper, beneath), (second_upper, below), *covers_left, *deal.covers[6:]),
    )
    assert encode_deal(exchanged, "make-a-million-1935-two") != encode_deal(deal, "make-a-million-1935-two")
    assert decode_deal(encode_deal(exchanged, "make-a-million-1935-two"))[1] == exchanged


@pytest.mark.parametrize("table", ["six", "millionaire", "exact-tricks"])
def test_a_deal_with_unseen_cards_has_no_code(table: str) -> None:
    deal_seen = mam.view(mam.start(table, 7), "A").round.deal
    assert UNSEEN in deal_seen.cards
    with pytest.raises(NotationError, match="unseen cards"):
        encode_deal(deal_seen, table)
