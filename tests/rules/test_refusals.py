"""What a refusal says: to the player, by the rule that was broken, and with the option that would allow the move."""

import pytest
from bids import opening, spell_bid
from positions import specimen
from tables import play

import mam
from mam.games.match import Match
from mam.games.round import Round
from mam.rules.editions import get_edition, list_editions
from mam.rules.rulings import Ruling


def round_after(edition: str, moves: str, **how: object) -> Round:
    """A round of this edition, dealt from a seed, after these moves."""
    round: Round = mam.start(edition, seed=7, **how)  # type: ignore[arg-type]
    for text in filter(None, map(str.strip, moves.split(","))):
        round = round.play(mam.parse_move(spell_bid(round, text)))
    return round


def refusal(round: Round, text: str, seat: str | None = None) -> Ruling:
    verdict = round.why_not(mam.parse_move(text), seat)
    assert verdict is not None, text
    return verdict


# Who has no call left, and when the auction is over


@pytest.mark.parametrize(
    ("edition", "moves", "place", "rule_id"),
    [
        ("make-a-million-1935", "open, pass", 1, "R35-BID-8"),
        ("make-a-million-1935-three", "open, pass", 1, "R35-BID-8"),
        ("make-a-million-2004", "pass, pass", 0, "D-X04"),
        ("six", "pass, open, pass", 0, "D-X04"),
        ("silent-eight", "pass, open, pass", 2, "D-X04"),
        ("sweven", "open, pass", 0, "RSW-7"),
        ("sweven", "open, pass", 1, "RSW-7"),
    ],
)
def test_R35_BID_8_and_D_X04_and_RSW_7_whoever_has_no_call_left(
    edition: str, moves: str, place: int, rule_id: str
) -> None:
    round = round_after(edition, "")
    callers = []
    for text in moves.split(", "):
        callers.append(round.turn)
        round = round.play(mam.parse_move(spell_bid(round, text)))
    for text in ("bid 500", "pass"):
        verdict = refusal(round, text, callers[place])
        assert verdict.id == rule_id and verdict.reason.startswith("You can't ")
        assert "turn" not in verdict.reason
    for seat in {*round.rules.persons} - {*callers, round.turn}:
        assert refusal(round, "bid 500", seat).reason == f"It is {round.name}'s turn, not yours."


@pytest.mark.parametrize(
    ("edition", "moves", "rule_id"),
    [
        ("make-a-million-1935", "open, pass, pass, pass", "R35-BID-11"),
        ("make-a-million-1935-three", "open, pass, pass", "R35-BID-11"),
        ("make-a-million-1935-two", "open, pass", "R2H-8"),
        ("manhattan", "open R, pass, pass, pass", "D-M02"),
        ("make-a-million-2004", "open, pass, pass, pass", "R04-BID-5"),
        ("six", "open, pass, pass, pass, pass, pass", "R04-BID-5"),
        ("sweven", "open, pass, pass, pass", "RSW-7"),
    ],
)
def test_R35_BID_11_and_R04_BID_5_no_bid_after_the_auction(edition: str, moves: str, rule_id: str) -> None:
    round = round_after(edition, moves)
    bidder = round.turn
    for seat in (None, *round.rules.persons):
        verdict = refusal(round, "bid 10" if edition == "sweven" else "bid 500", seat)
        assert verdict.id == rule_id and "the auction is over" in verdict.reason
        assert ("you won it" in verdict.reason) == (seat in (None, bidder))


@pytest.mark.parametrize(
    ("edition", "rule_id"),
    [
        ("make-a-million-1935", "R35-BID-1"),
        ("make-a-million-1935-three", "R35-BID-1"),
        ("make-a-million-1935-two", "R2H-7"),
        ("manhattan", "R35-BID-1"),
        ("make-a-million-2004", "R04-BID-1"),
        ("eight", "R04-BID-1"),
        ("sweven", "RSW-7"),
    ],
)
def test_R35_BID_1_and_R04_BID_1_the_first_caller(edition: str, rule_id: str) -> None:
    round = round_after(edition, "")
    opponent = next(seat for seat in round.rules.persons if seat != round.turn)
    assert refusal(round, "pass", opponent).id == rule_id


# Options that are off


@pytest.mark.parametrize(
    ("edition", "moves", "text", "rule_id", "option"),
    [
        ("make-a-million-2004", "", "misdeal", "R04-OPT-0", "misdeal"),
        ("six", "", "misdeal", "R04-OPT-0", "misdeal or double-misdeal"),
        ("make-a-million-2004", "open, pass, pass, pass", "vote yes", "R04-WID-5", "open-widow"),
        ("make-a-million-2004", "pass, pass, pass", "pass", "D-X01", "redeal-if-all-pass"),
        ("make-a-million-1935", "", "bid 525", "R35-BID-2", ""),
        ("make-a-million-1935", "open", "bid 525", "D-G06", "unlimited-bids"),
        ("make-a-million-1935", "", "misdeal", "D-G27", ""),
        ("sweven", "open", "bid 18", "RSW-10", ""),
        ("manhattan", "open R, pass, pass, pass", "trump B", "D-M04", "free-trump"),
        ("manhattan", "open NC, pass, pass, pass", "trump B", "D-M04", ""),
    ],
)
def test_an_option_that_would_allow_it_is_named(edition: str, moves: str, text: str, rule_id: str, option: str) -> None:
    verdict = refusal(round_after(edition, moves), text)
    assert verdict.id == rule_id
    assert verdict.reason.endswith(f" You can do that only with the option {option}.") == bool(option)
    assert ("option" in verdict.reason) == bool(option)


def test_R04_OPT_2_no_trump_only_with_its_option() -> None:
    round = round_after("make-a-million-2004", "open, pass, pass, pass")
    named = round.play(round.legal_moves[0])
    verdict = refusal(named, "trump NT+")
    assert verdict.id == "R04-OPT-0" and verdict.reason.endswith("only with the option no-trump.")
    played = round_after("make-a-million-2004", "open, pass, pass, pass", options=["no-trump"])
    played = played.play(played.legal_moves[0])
    assert played.why_not(mam.parse_move("trump NT+")) is None
    assert "option" not in refusal(played, "trump NC").reason


@pytest.mark.parametrize("edition", list_editions())
def test_an_option_lifts_topics_of_its_edition(edition: str) -> None:
    rules = get_edition(edition)
    for name, option in rules.options.items():
        assert set(option.allows) <= set(rules.cites), name


# Sentences that said something else than the rule


def test_R35_BID_5_nothing_is_proposed_that_may_not_be_bid() -> None:
    high = play(specimen(), "open, 515")
    ruling = high.why_not(mam.Bid(520))
    assert ruling is not None and ruling.id == "R35-BID-5" and "525" not in ruling.reason
    assert ruling.reason.endswith("no bid may be above $520,000, so you can only pass.")
    assert high.legal_moves == (mam.Pass(),)
    highest = play(specimen(), "open, 520").why_not(mam.Bid(520))  # no raise is left, so none is spoken of
    assert highest is not None and "the high bid is $520,000, and no bid may be above" in highest.reason
    below = play(specimen(), "open, 510").why_not(mam.Bid(515))
    assert below is not None and "at least $520,000" in below.reason


def test_RSW_9_and_RSW_10_at_seventeen_there_is_only_the_pass() -> None:
    round = round_after("sweven", "bid 17")
    verdict = refusal(round, "bid 17")
    assert verdict.id == "RSW-9" and "18" not in verdict.reason and verdict.reason.endswith("so you can only pass.")
    assert refusal(round, "bid 18").id == "RSW-10"


def test_D_S04_a_single_card_is_not_said_to_be_single_in_the_pack() -> None:
    with pytest.raises(mam.IllegalMove) as caught:
        mam.make_position(
            "silent-six",
            "A R40 R3 | X G3 Y2 | B G4 Y3 | Y R7 Y4 | C Y15 Y7 | Z R10 G10",
            trump="Black",
            lead="A",
            called_cards="R40",
        )
    assert "pack" not in caught.value.ruling.reason


def test_D_V10_and_REX_10_who_has_the_most_after_the_last_deal() -> None:
    round = round_after("exact-tricks", "tricks 0, tricks 0, tricks 0, tricks 0", options=["hands-of-1"])
    while not round.is_over:
        round = round.play(round.legal_moves[0])
    match = Match(round.rules, 0, round, (round,), {})
    sentence = match.why_ended()[0].reason
    assert "Several" not in sentence
    ahead = Match(round.rules, 0, round, (round,), {"A": 50})
    assert ahead.why_ended()[0].reason.startswith("The last deal has been played: A has the most, ")


@pytest.mark.parametrize("edition", list_editions())
def test_a_refusal_speaks_to_the_player(edition: str) -> None:
    round = round_after(edition, "")
    for text in ("pass", "misdeal", "bid 2", "trump R", "discard R1 R2 R3", "play R40", "draw", "stop", "vote yes"):
        move = mam.parse_move(text)
        verdict = round.why_not(move)
        if verdict is None:
            continue
        assert round.name not in verdict.reason.split() or len(round.name) == 1, verdict.reason
        for word in ("owes", "has to wait", "Not now", "puts out", "in this game a"):
            assert word not in verdict.reason


@pytest.mark.parametrize(
    ("edition", "moves", "place"),
    [
        ("make-a-million-1935", "open, pass", 1),
        ("make-a-million-2004", "pass, open", 0),
        ("six", "pass, open", 0),
        ("sweven", "open, pass", 0),
    ],
)
def test_no_misdeal_is_refused_as_such_to_whoever_asks(edition: str, moves: str, place: int) -> None:
    round, callers = round_after(edition, ""), []
    for text in moves.split(", "):
        callers.append(round.turn)
        round = round.play(mam.parse_move(spell_bid(round, text)))
    sentences = {refusal(round, "misdeal", seat).reason for seat in (None, callers[place])}
    assert len(sentences) == 1 and "this game is played without misdeals" in sentences.pop()


@pytest.mark.parametrize(
    ("edition", "call", "words"),
    [
        ("manhattan", "bid 3", "You can't bid $3,000: every bid must be a multiple of $5,000."),
        (
            "manhattan",
            "bid 90",
            f"You can't open with $90,000: the opening bid must be ${opening('manhattan')},000 to $200,000.",
        ),
        (
            "make-a-million-1935",
            "bid 300 R",
            f"You can't open with $300,000: the opening bid must be ${opening('make-a-million-1935')},000 to $200,000.",
        ),
        ("sweven", "bid 180 R", "You can't bid 180 points: a round brings 17 points at most"),
    ],
)
def test_an_amount_that_cannot_be_bid_is_not_recommended_with_another_color(
    edition: str, call: str, words: str
) -> None:
    assert refusal(round_after(edition, ""), call).reason.startswith(words)


def test_RSP_2_what_others_owe_is_said_of_them() -> None:
    round = round_after("silent-six", "open, pass, pass, pass, pass, pass")
    while not any(isinstance(move, mam.CallCards) for move in round.legal_moves):
        round = round.play(round.legal_moves[0])
    seat = next(seat for seat in round.rules.persons if seat != round.turn)
    assert refusal(round, "pass").reason == "You can't pass anymore: the auction is over. You must call partners."
    assert (
        refusal(round, "pass", seat).reason
        == f"You can't pass anymore: the auction is over. {round.name} must call partners."
    )


# A move by a seat that is not to move, and a move that can never be made


@pytest.mark.parametrize("edition", mam.list_editions())
def test_D_G27_a_seat_that_is_not_to_move_is_told_of_no_other_hand(edition: str) -> None:
    round = mam.start(edition, seed=3)
    for _ in range(12):
        for seat in round.rules.seats:
            for move in (mam.Pass(), mam.Bid(175), round.legal_moves[0], mam.Draw()):
                ruling = round.why_not(move, seat)
                assert seat == round.turn or (ruling is not None and not ruling.instead)
        round = round.play(round.legal_moves[-1])
        if round.is_over:
            break


def test_D_G27_a_dummy_makes_no_calls() -> None:
    round = mam.start("make-a-million-1935-three", seed=7, dealer="A")
    for move, deed in ((mam.Bid(175), "bid"), (mam.Pass(), "pass"), (mam.NameTrump(mam.Color.RED), "name trump")):
        ruling = round.why_not(move, "D")
        assert ruling is not None and not ruling.instead
        assert ruling.reason == f"{round.rules.seat_names['D']} can't {deed}: it is a hand without a player."


# What can never be made, in which edition, and when it is tried: before its phase.
NEVER = [
    ("make-a-million-2004", "trump NC", "You can't play without trump: you must name a color."),
    ("make-a-million-1935", "trump NT+", "You can't play without trump: you must name a color."),
    ("make-a-million-1935", "trump S", "There is no color Spades in this game: name Red, Yellow, Black or Green."),
    ("manhattan", "trump NC", "You can't name No Color: it must be bid."),
    ("manhattan", "trump R", "You can't name trump: the winning bid names it."),
    ("manhattan+without-tiger", "exchange", "You can't exchange the Tiger: there is none in this game."),
    ("sweven", "trump R", "There is no suit Red in this game: name Spades, Hearts, Diamonds or Clubs."),
]


@pytest.mark.parametrize(("edition", "text", "sentence"), NEVER)
def test_what_can_never_happen_is_not_promised_for_later(edition: str, text: str, sentence: str) -> None:
    ruling = mam.start(edition, seed=7).why_not(mam.parse_move(text))
    assert ruling is not None and ruling.reason.startswith(sentence)


def test_RMM_7_the_tiger_is_exchanged_in_a_no_color_hand_only() -> None:
    round = mam.start("manhattan", seed=7).play(mam.Bid(110, mam.Color.RED))
    while not round.is_over:
        ruling = round.why_not(mam.Exchange())
        if round.phase not in ("auction", "exchange"):
            assert ruling is not None and ruling.id == "RMM-7"
            assert ruling.reason == "You can't exchange the Tiger: this is done only when No Color was bid."
        round = round.play(mam.Pass() if round.phase == "auction" else round.legal_moves[0])


@pytest.mark.parametrize("edition", mam.list_editions())
def test_no_phase_that_is_over_is_promised_again(edition: str) -> None:
    """“You can't … now: you must … first” names something that comes later in this round."""
    round, late = mam.start(edition, seed=5), []
    while not round.is_over:
        for move, when in late:
            ruling = round.why_not(move)
            if ruling is not None and when != round.phase and not isinstance(move, mam.Play):
                assert "now:" not in ruling.reason and "first" not in ruling.reason.split(":")[-1].split(), (
                    move,
                    ruling.reason,
                )
        move = round.legal_moves[0]
        late.append((move, round.phase))
        round = round.play(move)
