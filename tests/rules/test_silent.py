"""Silent Partner: RSP, D-S, situations B69 and B70."""

import pytest
from bids import opening
from tables import (
    assert_legal,
    assert_refused,
    captured,
    card,
    cards,
    cited_rules,
    deal_hands,
    legal_cards,
    move,
    play,
    position,
    scores,
)

import mam
from mam.games.match import Match
from mam.games.phases import called
from mam.games.registry import find_rules
from mam.rules.editions import TrickGameRules
from mam.rules.moves import CallCards, Play
from mam.scenes import make_scene

SEATS = {"silent-six": "A X B Y C Z", "silent-eight": "A W B X C Y D Z"}
ALONE = "bidder-set-back-alone"
# The printed example: A shows Red 40 and Green 40; Y and C hold the others. 420 to Y, 90 to A.
PRINTED = ["R40 G40", "BULL G3", "BULL G4", "R40 G2", "Y15 G40", "Y10 G10"]
LINE = "R40, BULL, BULL, R40, Y15, Y10, G2, G40, G10, G40, G3, G4"


def hands(*hand_texts: str, edition: str = "silent-six") -> str:
    return " | ".join(f"{seat} {hand_text}" for seat, hand_text in zip(SEATS[edition].split(), hand_texts, strict=True))


def table(
    *hand_texts: str, call: str, trump: str = "B", edition: str = "silent-six", **facts: object
) -> mam.TrickRound:
    facts.setdefault("nest", "B2 B3 B4")
    return position(edition, hands(*hand_texts, edition=edition), bidder="A", trump=trump, call=call, **facts)  # type: ignore[arg-type]


def calling(
    *hand_texts: str, nest: str = "B2 B3 B4", discards: str = "", edition: str = "silent-six"
) -> mam.TrickRound:
    """The round when A has to call."""
    round = deal_hands(edition, hands(*hand_texts, edition=edition), dealer=SEATS[edition][-1], nest=nest)
    passes = ", pass" * (len(hand_texts) - 1)
    return play(round, f"open{passes}, discard {discards or nest}, trump B")


def printed(bid: int = 480, played: str = LINE, **facts: object) -> mam.TrickRound:
    return table(*PRINTED, call="R40 G40", bid=bid, played=played, **facts)


def test_RSP_1_the_rules_for_two_packs_without_fixed_partners() -> None:
    for silent, open_ in (("silent-six", "six"), ("silent-eight", "eight")):
        rules, together = find_rules(silent), find_rules(open_)
        assert isinstance(rules, TrickGameRules) and isinstance(together, TrickGameRules)
        assert (rules.pack, rules.seats, rules.hand_size) == (together.pack, together.seats, together.hand_size)
        assert (rules.auction, rules.nest, rules.tricks) == (together.auction, together.nest, together.tricks)
        assert rules.sides == {} and list(rules.accounts) == list(rules.seats)
    round = mam.start("silent-six", seed=1)
    assert round.sides == {seat: (seat,) for seat in round.rules.seats}


@pytest.mark.parametrize(("edition", "count"), [("silent-six", 2), ("silent-eight", 3)])
def test_RSP_2_how_many_cards_are_shown(edition: str, count: int) -> None:  # B70
    hand_texts = ["R40 G40 Y40 R2", "R40 Y2 Y3 G2", "G40 Y4 Y7 G3", "Y40 Y8 Y9 G4", "R2 Y11 G7 G8"]
    hand_texts += ["R3 R4 R7 R8", "R9 R11 G9 G11", "Y2 Y3 Y4 Y7", "Y8 Y9 Y11 G2"][: len(SEATS[edition].split()) - 5]
    round = calling(*hand_texts, edition=edition)
    assert (round.phase, round.turn) == ("called", "A")
    shown = ["R40", "G40", "Y40", "R2"]
    for place in range(5):
        text = "call " + " ".join(shown[:place])
        if place == count:
            after = assert_legal(round, text, "RSP-2", words="whoever holds the duplicates is a silent partner.")
            assert after.phase == "play" and after.turn == "A"
        else:
            assert_refused(round, text, "RSP-2", f"You must call {count} cards, not {place}.")
    assert len(round.legal_moves) == {2: 6, 3: 4}[count]


def test_RSP_2_after_trump_and_discard() -> None:
    round = deal_hands("silent-six", hands(*PRINTED), dealer="Z", nest="B2 B3 B4")
    round = play(round, "open, pass, pass, pass, pass, pass")
    assert_refused(round, "call R40 G40", "D-G27", "You can't call partners now: you must discard three cards first.")
    round = play(round, "discard B2 B3 B4")
    assert_refused(round, "call R40 G40", "D-G27", "You can't call partners now: you must name trump first.")
    round = play(round, "trump B")
    assert_refused(round, "R40", "D-G27", "You can't play a card now: you must call partners first.")
    assert_legal(round, "call R40 G40", "RSP-2")
    assert_refused(round, "call R40 Y40", "D-G27", "You don't hold Yellow 40.")


def test_RSP_3_no_animal() -> None:
    hand_texts = [
        "R40 G40 TIGER BULL BEAR",
        "R40 Y2 Y3 Y4 Y7",
        "G40 Y8 Y9 Y11 R2",
        "TIGER R3 R4 R7 R8",
        "BULL R9 R11 G2 G3",
        "BEAR G4 G7 G8 G9",
    ]
    round = calling(*hand_texts)
    for animal in ("TIGER", "BULL", "BEAR"):
        assert_refused(
            round,
            f"call R40 {animal}",
            "RSP-3",
            f"You can't call the {animal.capitalize()}: only cards with a color can be called.",
        )
    assert legal_cards(round) == "call R40 G40"


def test_RSP_4_and_RSP_8_holders_of_the_duplicates_score_with_the_bidder() -> None:  # B69
    round = printed()
    assert round.partners == ("Y", "C")
    assert captured(round) == {"A-Y-C": 510, "X-B-Z": 0}
    assert scores(round) == {"A": 510, "X": 0, "B": 0, "Y": 510, "C": 510, "Z": 0}
    last = printed(played=LINE.removesuffix(", G4"))
    assert "RSP-8" in cited_rules(last, "G4")


def test_D_S16_the_unnamed_partner_gets_the_same() -> None:
    assert scores(printed(bid=510))["C"] == 510
    assert scores(printed(bid=515))["C"] == -515


def test_RSP_5_partners_are_known_only_when_a_duplicate_is_played() -> None:
    round = printed(played="R40, BULL, BULL")
    assert round.partners == () and round.sides == {seat: (seat,) for seat in "AXBYCZ"}
    assert cited_rules(round, "R40")["RSP-5"] == "Y played a called card, so Y is the bidder's partner."
    round = play(round, "R40")
    assert round.partners == ("Y",)
    for person in "AXBYCZ":
        assert mam.view(round, person).round.partners == ("Y",)
    round = play(round, "Y15, Y10, G2")
    assert "RSP-5" in cited_rules(round, "G40")
    assert play(round, "G40").partners == ("Y", "C")


def test_D_S10_the_bidders_own_copy_reveals_nobody() -> None:
    round = printed(played="")
    assert "RSP-5" not in cited_rules(round, "R40") and play(round, "R40").partners == ()


def test_RSP_6_and_D_S07_one_player_with_several_duplicates() -> None:
    hand_texts = ["R40 G40", "BULL G3", "BULL G4", "R40 G40", "Y15 G30", "Y10 G10"]
    round = table(*hand_texts, call="R40 G40", played="R40, BULL, BULL, R40, Y15, Y10, G40, G30, G10, G40, G3, G4")
    assert round.partners == ("Y",) and round.sides == {"A-Y": ("A", "Y"), "X-B-C-Z": ("X", "B", "C", "Z")}
    assert captured(round) == {"A-Y": 420 + 120, "X-B-C-Z": 0}


def test_D_S07_among_eight_two_against_six() -> None:
    hand_texts = ["R40 G40 Y40", "R2 G2 Y2", "R3 G3 Y3", "R40 G40 Y40", "R4 G4 Y4", "R7 G7 Y7", "R8 G8 Y8", "R9 G9 Y9"]
    line = "R40, R2, R3, R40, R4, R7, R8, R9, G40, G4, G7, G8, G9, G40, G2, G3, Y40, Y2, Y3, Y40, Y4, Y7, Y8, Y9"
    round = table(*hand_texts, call="R40 G40 Y40", edition="silent-eight", played=line)
    assert [len(members) for members in round.sides.values()] == [2, 6]
    split = list(hand_texts)
    split[3], split[4] = "R40 G40 Y4", "R4 G4 Y40"
    line = line.replace("Y40, Y2, Y3, Y40, Y4", "Y40, Y2, Y3, Y4, Y40")
    round = table(*split, call="R40 G40 Y40", edition="silent-eight", played=line)
    assert [len(members) for members in round.sides.values()] == [3, 5]


def test_RSP_7_and_D_S02_not_a_card_whose_duplicate_is_in_the_same_hand() -> None:
    hand_texts = ["R40 R40 G40 Y40", "Y2 Y3 Y4 Y7", "Y8 Y9 Y11 R2", "G40 R3 R4 R7", "Y40 R8 R9 G2", "G3 G4 G7 G8"]
    round = calling(*hand_texts)
    assert_refused(
        round,
        "call R40 G40",
        "RSP-7",
        "You can't call Red 40: you hold its duplicate too, so nobody else can be your partner.",
    )
    assert legal_cards(round) == "call Y40 G40"


def test_D_S17_a_card_and_its_duplicate_cannot_both_be_called() -> None:
    hand_texts = ["R40 R40 G40 Y40", "Y2 Y3 Y4 Y7", "Y8 Y9 Y11 R2", "G40 R3 R4 R7", "Y40 R8 R9 G2", "G3 G4 G7 G8"]
    assert_refused(calling(*hand_texts), "call R40 R40", "RSP-7")
    hands = ["R40 G40 Y40 R2", "R40 Y2 Y3 Y4", "G40 Y7 Y8 Y9", "Y40 R3 R4 R7", "R2 R8 R9 G2", "G3 G4 G7 G8"]
    assert_refused(calling(*hands), "call R40 R40", "D-S17", "You can't call the same card twice.")


def test_D_S03_not_a_card_whose_duplicate_was_discarded() -> None:
    hand_texts = ["R2 G2 G40", "R3 Y2 Y3", "R4 Y4 Y7", "G40 Y8 Y9", "R7 R8 R9", "G2 G3 G4"]
    round = calling(*hand_texts, nest="R2 B2 B3")
    assert_refused(round, "call R2 G40", "D-S03", "You can't call Red 2: you discarded its duplicate.")
    assert legal_cards(round) == "call G40 G2"


def test_D_S04_not_a_card_that_is_single_in_this_pack() -> None:
    singles = {"silent-six": "R1 B1 G1", "silent-eight": "R1 Y1 G1"}
    for edition, codes in singles.items():
        pack = find_rules(edition).pack
        assert {card for card in pack if card.color and pack.count(card) == 1} == set(cards(codes))
    hand_texts = ["R1 G2 G40", "R3 Y2 Y3", "R4 Y4 Y7", "G40 Y8 Y9", "R7 R8 R9", "G2 G3 G4"]
    assert_refused(calling(*hand_texts), "call R1 G40", "D-S04", "You can't call Red 1: it has no duplicate in play.")


def test_D_S05_fewer_cards_that_may_be_shown() -> None:
    hands = ["R40 R40 G40", "Y2 Y3 Y4", "Y8 Y9 Y11", "G40 R3 R4", "R8 R9 G2", "G3 G4 G7"]
    round = calling(*hands)
    assert legal_cards(round) == "call G40"
    assert_refused(round, "call", "D-S05", "You must call 1 card, not 0: you hold only 1 card that can be called.")
    assert assert_legal(round, "call G40", "RSP-2").called == cards("G40")
    none = ["R40 R40 TIGER", "Y2 Y3 Y4", "Y8 Y9 Y11", "G40 R3 R4", "R8 R9 G2", "G3 G4 G7"]
    round, low = calling(*none), opening("silent-six")
    assert round.legal_moves == (CallCards(()),)
    after = assert_legal(round, "call", "D-S05", "R04-PLAY-1", words="no card")
    line = "R40, Y2, Y8, R3, R8, G3, R40, Y3, Y9, R4, R9, G4, TIGER, Y4, Y11, G40, G2, G7"
    ended = play(after, line)
    assert captured(ended) == {"A": 120, "X-B-Y-C-Z": 0}
    assert scores(ended) == {"A": -low, "X": 0, "B": 0, "Y": 0, "C": 0, "Z": 0}
    last = cited_rules(play(after, line.removesuffix(", G7")), "G7")  # a bidder alone: the article itself decides
    assert last["R04-SCORE-3"] == (
        f"A captured $120,000, ${low - 120},000 short of the bid, so A is set back ${low},000."
    )


def test_D_S06_not_fewer_by_choice() -> None:
    round = calling(*PRINTED)
    refusal = assert_refused(round, "call R40", "RSP-2", "You must call 2 cards, not 1.")
    assert [ruling.id for ruling in refusal.further_rulings] == ["D-S06"]


def test_D_S01_the_shown_cards_lie_open_and_are_played_like_others() -> None:
    round = printed(played="")
    assert legal_cards(round) == "R40 G40"
    for person in "XBYCZ":
        assert mam.view(round, person).round.hands["A"] == cards("R40 G40")
        assert mam.view(round, person).round.called == cards("R40 G40")
    hand_texts = ["R40 G40 R3", "BULL G3 Y2", "BULL G4 Y3", "R40 G2 Y4", "Y15 G40 Y7", "R10 G10 Y8"]
    partly = table(*hand_texts, call="R40 G40")
    assert mam.view(partly, "X").round.hands["A"] == cards("R40 G40 ??")
    follows = play(partly, "R3, BULL, BULL")
    assert_refused(follows, "G2", "R04-PLAY-3", "You must follow Red: you still hold ")


def test_D_S08_nobody_speaks_up() -> None:
    for text, why in (("pass", "the auction is over."), ("call R40", "the bidder has called.")):
        assert_refused(printed(played="R40, BULL, BULL"), text, "D-G27", f"anymore: {why}")
    assert_refused(printed(played="R40, BULL, BULL"), "vote yes", "R04-WID-5", "only with the option open-widow")


def test_D_S09_a_duplicate_may_wait() -> None:
    hand_texts = ["R2 G40 R40", "R3 G3 Y2", "R4 G4 Y3", "R40 R7 Y4", "R8 G40 Y7", "R9 G10 Y8"]
    round = table(*hand_texts, call="R40 G40", played="R2, R3, R4")
    assert legal_cards(round) == "R40 R7"
    assert_legal(round, "R7", "R04-PLAY-3")
    assert play(round, "R7").partners == ()


def test_D_S11_the_whole_side_is_set_back_or_the_bidder_alone() -> None:
    side = printed(bid=515)
    assert scores(side) == {"A": -515, "X": 0, "B": 0, "Y": -515, "C": -515, "Z": 0}
    last = printed(bid=515, played=LINE.removesuffix(", G4"))
    assert "D-S11" in cited_rules(last, "G4") and "RSP-8" not in cited_rules(last, "G4")
    alone = printed(bid=515, options=[ALONE])
    assert scores(alone) == {"A": -515, "X": 0, "B": 0, "Y": 0, "C": 0, "Z": 0}
    assert scores(printed(options=[ALONE])) == scores(printed())
    assert (
        "A, Y and C captured $510,000, $5,000 short of the bid, so each of them is set back $515,000."
        in cited_rules(last, "G4")["D-S11"]
        and cited_rules(last, "G4")["D-S11"].endswith(
            "A, Y and C captured $510,000, $5,000 short of the bid, so each of them is set back $515,000."
        )
    )
    before = printed(bid=515, options=[ALONE], played=LINE.removesuffix(", G4"))
    assert cited_rules(before, "G4")["D-S11"].endswith(
        "A, Y and C captured $510,000, $5,000 short of the bid, so A alone is set back $515,000."
    )
    (ruled,) = (ruling for ruling in before.why(move("G4")) if ruling.id == "D-S11")
    assert "The option bidder-set-back-alone chooses the other reading: The bidder alone" in str(ruled)


def test_D_S12_the_others_score_together() -> None:
    hand_texts = ["R2 G40", "R40 G3", "R30 G4", "R40 Y2", "Y3 G40", "R15 G10"]
    # X and Y fight for the Reds; A calls Green 40 and Red 2 (nobody else holds a Red 2: put in with B).
    hand_texts[2] = "R2 G4"
    round = table(*hand_texts, call="R2 G40", played="R2, R40, R2, R40, Y3, R15, Y2, G40, G10, G40, G3, G4")
    assert round.partners == ("B", "C")
    assert captured(round) == {"A-B-C": 0, "X-Y-Z": 95 + 90}
    assert scores(round) == {"A": -350, "X": 185, "B": -350, "Y": 185, "C": -350, "Z": 185}
    last = table(*hand_texts, call="R2 G40", played="R2, R40, R2, R40, Y3, R15, Y2, G40, G10, G40, G3")
    assert "D-S12" in cited_rules(last, "G4")


def test_D_S13_everybody_keeps_the_own_tricks_until_the_end() -> None:
    round = printed(played=LINE.removesuffix(", G4"))
    assert captured(round) == {"A": 0, "X": 0, "B": 0, "Y": 420, "C": 0, "Z": 0}
    assert captured(play(round, "G4")) == {"A-Y-C": 510, "X-B-Z": 0}


def test_D_S14_several_reach_a_million_together() -> None:
    round = printed()
    carried = {"A": 490, "Y": 490, "C": 0, "X": 0, "B": 0, "Z": 0}
    match = Match(round.rules, 0, round, (round,), carried)
    assert match.result == ("A", "Y") and [ruling.id for ruling in match.why_ended()] == ["D-S14"]
    higher = Match(round.rules, 0, round, (round,), carried | {"A": 495})
    assert higher.result == ("A",) and [ruling.id for ruling in higher.why_ended()] == ["R04-WIN-1"]
    short = Match(round.rules, 0, round, (round,), carried | {"A": 485, "Y": 485})
    assert short.result is None


def test_D_S18_six_or_eight_only() -> None:
    for players in (4, 5, 7, 8):
        with pytest.raises(ValueError, match="silent-six is for 6 players"):
            find_rules("silent-six", players=players)


def test_D_S19_plain_cards_may_be_shown() -> None:
    hand_texts = ["R2 G2 Y40", "R2 Y2 Y3", "G2 Y4 Y7", "Y40 Y8 Y9", "R7 R8 R9", "G3 G4 G7"]
    assert assert_legal(calling(*hand_texts), "call R2 G2", "RSP-2").called == cards("R2 G2")


def test_RSP_5_views_of_an_unknown_partner_are_silent() -> None:
    round = printed(played="R40")
    for person in "AXBCZ":
        view_round = mam.view(round, person).round
        assert view_round.partners == () and mam.view(round, person).round.sides == round.sides
        assert card("R40") not in view_round.hands["Y"]
    view = mam.view(play(round, "BULL, BULL"), "Y")
    assert view.legal_moves == (Play(card("R40")),) and move("R40") in view.legal_moves


@pytest.mark.parametrize("edition", ["silent-six", "silent-eight"])
def test_RSP_2_each_card_is_judged_a_few_times_for_all_sets(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    round = mam.start(edition, seed=3)
    while round.phase != "called":
        bids = round.phase == "auction" and mam.Pass() in round.legal_moves
        round = round.play(mam.Pass() if bids else round.legal_moves[0] if round.calls else mam.Bid(opening(edition)))
    judged = []
    why_not = called.why_not_called
    monkeypatch.setattr(called, "why_not_called", lambda state, card: judged.append(card) or why_not(state, card))
    moves = round.legal_moves
    assert len(moves) > 20 and len(judged) <= 13 + 20 + 4 * round.rules.called * len(moves)


@pytest.mark.parametrize("edition", ["silent-six", "make-a-million-1935"])
def test_of_many_sets_of_cards_one_is_the_example(edition: str) -> None:
    round = mam.start(edition, seed=3, dealer=None)
    round = round.play(next(move for move in round.legal_moves if isinstance(move, mam.Bid)))
    while round.phase == "auction":
        round = round.play(mam.Pass())
    assert round.phase == "nest" and len(round.legal_moves) > 16
    ruling = round.why_not(mam.Bid(500))
    assert ruling is not None and ruling.instead == round.legal_moves
    assert str(ruling).endswith(f"Legal instead: {round.legal_moves[0]} or {len(round.legal_moves) - 1} other sets")
    shown = make_scene(mam.view(round, round.turn), refused=(mam.Bid(500), ruling))["ruling"]
    assert shown["moves"] == []
