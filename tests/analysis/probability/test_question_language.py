"""Questions as a class asks them: shapes, voids, the longest color, some player, low cards, conditions with a name."""

import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import islice, product
from math import comb

import pytest
from cases import check_each
from small_packs import NO_NEST, ONE_PACK, TWO_PACKS, Fact, Lying, all_deals, count, money, proportion

import mam
from mam.analysis.probability import Chances, OutOfReach, chances
from mam.analysis.probability.conditions import CountOf, Opposite, as_condition
from mam.analysis.probability.setting import Setting
from mam.rules.cards import Card
from mam.rules.dealing import Deal
from mam.rules.editions import RuleSet

USUAL = "make-a-million-1935"
Hand = tuple[Card, ...]


# Asked of every deal, in which the same few hands come again and again.
@cache
def of(hand: Hand, *colors: str) -> int:
    """Count the cards of these colors."""
    return sum(card.color is not None and card.code.startswith(colors) for card in hand)


@cache
def lengths(hand: Hand) -> list[int]:
    return sorted((of(hand, color) for color in "RYBG"), reverse=True)


def each(fact: Callable[[Hand], bool]) -> Callable[[Lying], int]:
    """Count the players whose hand is like this."""
    fact = cache(fact)
    return lambda deal: sum(fact(deal[seat]) for seat in "NESW")


@cache
def low(hand: Hand, color: str = "") -> int:
    """Count the number cards below 10."""
    return sum(card.code.startswith(color) and card.is_number_card and card.rank < 10 for card in hand)


# What a teacher types first, and was refused.
ORDINARY: list[tuple[str, Fact]] = [
    ("S shape 1-1-0-0", lambda d: lengths(d["S"]) == [1, 1, 0, 0]),
    ("S any 1-1", lambda d: lengths(d["S"]).count(1) >= 2),
    ("S is void in red", lambda d: not of(d["S"], "R")),
    ("S has a void", lambda d: 0 in lengths(d["S"])),
    ("S longest >= 2", lambda d: lengths(d["S"])[0] >= 2),
    ("S's longest color is red", lambda d: of(d["S"], "R") > max(of(d["S"], color) for color in "YBG")),
    ("some player holds Bull and Tiger", lambda d: each(lambda h: count(h, "BULL") + count(h, "T") == 2)(d) >= 1),
    (
        "each player has at least one low card",
        lambda d: each(lambda h: low(h) >= 1)(d) == 4,
    ),
    ("nobody is void in red", lambda d: each(lambda h: not of(h, "R"))(d) == 0),
    ("S holds R40 x", lambda d: count(d["S"], "R40") == 1 and low(d["S"], "R") >= 1),
    ("N holds Bull or Tiger", lambda d: count(d["N"], "BULL", "T") >= 1),
    ("N has more reds than S", lambda d: of(d["N"], "R") > of(d["S"], "R")),
    ("S does not hold the Tiger", lambda d: not count(d["S"], "T")),
]

FURTHER: list[tuple[str, Fact]] = [
    ("S is 2-0-0-0", lambda d: lengths(d["S"]) == [2, 0, 0, 0]),
    ("S has a 1-1-0-0 shape", lambda d: lengths(d["S"]) == [1, 1, 0, 0]),
    ("S shape 1100", lambda d: lengths(d["S"]) == [1, 1, 0, 0]),
    ("S shape 1-x-0-0", lambda d: 1 in lengths(d["S"]) and lengths(d["S"])[2:] == [0, 0]),
    ("S any 1+-1+", lambda d: lengths(d["S"])[1] >= 1),
    ("S void in red and black", lambda d: not of(d["S"], "R", "B")),
    ("S void in red or black", lambda d: not of(d["S"], "R") or not of(d["S"], "B")),
    ("S is not void in red", lambda d: bool(of(d["S"], "R"))),
    ("S longest = 1", lambda d: lengths(d["S"])[0] == 1),
    ("S longest color < 2", lambda d: lengths(d["S"])[0] < 2),
    ("S shortest <= 0", lambda d: lengths(d["S"])[-1] <= 0),
    ("some hand has 2 cards in one color", lambda d: each(lambda h: 2 in lengths(h))(d) >= 1),
    ("somebody is 1-1-0-0", lambda d: each(lambda h: lengths(h) == [1, 1, 0, 0])(d) >= 1),
    ("everybody has at most 1 card of each color", lambda d: each(lambda h: lengths(h)[0] <= 1)(d) == 4),
    ("exactly one player holds a red", lambda d: each(lambda h: of(h, "R") > 0)(d) == 1),
    ("at least two players hold a red", lambda d: each(lambda h: of(h, "R") > 0)(d) >= 2),
    ("at most one player is void in red", lambda d: each(lambda h: not of(h, "R"))(d) <= 1),
    ("not (nobody is void in red)", lambda d: each(lambda h: not of(h, "R"))(d) >= 1),
    ("not (at most one player is void in red)", lambda d: each(lambda h: not of(h, "R"))(d) >= 2),
    ("two players are void in yellow", lambda d: each(lambda h: not of(h, "Y"))(d) == 2),
    ("not (some player longest >= 2)", lambda d: each(lambda h: lengths(h)[0] >= 2)(d) == 0),
    ("some player (red >= 1 and holds Tiger)", lambda d: each(lambda h: bool(of(h, "R") and count(h, "T")))(d) >= 1),
    ("some player holds Tiger and has a red", lambda d: each(lambda h: bool(of(h, "R") and count(h, "T")))(d) >= 1),
    ("each side holds a red", lambda d: all(count((*d[a], *d[b]), "R") for a, b in ("NS", "EW"))),
    ("N or S holds the Bull", lambda d: count((*d["N"], *d["S"]), "BULL") == 1),
    ("either N or E is void in red", lambda d: not of(d["N"], "R") or not of(d["E"], "R")),
    ("N (red >= 1 and void in black)", lambda d: of(d["N"], "R") > 0 and not of(d["N"], "B")),
    ("N shape 1-1-0-0 and S shape 1-1-0-0", lambda d: lengths(d["N"]) == lengths(d["S"]) == [1, 1, 0, 0]),
    ("N shape 1-1-0-0 and money N >= 40", lambda d: lengths(d["N"]) == [1, 1, 0, 0] and money(d["N"]) >= 40),
    ("N longest >= 2 or S holds Bull", lambda d: lengths(d["N"])[0] >= 2 or count(d["S"], "BULL") == 1),
    ("N longest >= 2 or N holds Bull", lambda d: lengths(d["N"])[0] >= 2 or count(d["N"], "BULL") == 1),
    ("N-S shape 2-1-1-0", lambda d: lengths((*d["N"], *d["S"])) == [2, 1, 1, 0]),
    ("nest has a void", lambda d: True),
    ("S holds exactly R5 x", lambda d: count(d["S"], "R5") == 1 and low(d["S"], "R") == 1 and of(d["S"], "R") == 2),
    ("S holds red x", lambda d: low(d["S"], "R") >= 1),
    ("S holds R40x", lambda d: count(d["S"], "R40") == 1 and low(d["S"], "R") >= 1),
    ("S holds R3 x", lambda d: False),
    ("S longest > 1", lambda d: lengths(d["S"])[0] > 1),
    ("N has more than 1 red", lambda d: of(d["N"], "R") > 1),
    ("S low >= 2", lambda d: low(d["S"]) >= 2),
    ("N has one red and the Bull", lambda d: of(d["N"], "R") == 1 and count(d["N"], "BULL") == 1),
    ("N has 1 red, 1 yellow", lambda d: of(d["N"], "R") == 1 and of(d["N"], "Y") == 1),
    ("N holds neither Bull nor Tiger", lambda d: not count(d["N"], "BULL", "T")),
    ("N has all animals", lambda d: count(d["N"], "BULL", "T") == 2),
    ("N has between 1 and 2 reds", lambda d: 1 <= of(d["N"], "R") <= 2),
    ("N has 1 to 2 reds", lambda d: 1 <= of(d["N"], "R") <= 2),
    ("N has 1 or more reds", lambda d: of(d["N"], "R") >= 1),
    ("N has fewer than 2 reds", lambda d: of(d["N"], "R") < 2),
    ("N has as many reds as S", lambda d: of(d["N"], "R") == of(d["S"], "R")),
    ("N has the most reds", lambda d: of(d["N"], "R") > max(of(d[seat], "R") for seat in "ESW")),
    ("N has at least $40,000", lambda d: money(d["N"]) >= 40),
    ("N has at least 40 money", lambda d: money(d["N"]) >= 40),
    ("money N > $30,000", lambda d: money(d["N"]) > 30),
    ("Bull and Tiger are in the same hand", lambda d: each(lambda h: count(h, "BULL", "T") == 2)(d) == 1),
    ("Bull and Tiger are in different hands", lambda d: each(lambda h: count(h, "BULL", "T") == 1)(d) == 2),
    ("rich: money >= 40; some player is rich", lambda d: each(lambda h: money(h) >= 40)(d) >= 1),
    ("rich: money N >= 40; N holds Bull and rich", lambda d: money(d["N"]) >= 40 and count(d["N"], "BULL") == 1),
    ("rich: money >= 40; N is rich and S is not rich", lambda d: money(d["N"]) >= 40 > money(d["S"])),
    (
        "rich: money N >= 30; poor: not rich; poor or N holds Bull",
        lambda d: money(d["N"]) < 30 or count(d["N"], "BULL") == 1,
    ),
]


def small_odds(rules: RuleSet = ONE_PACK) -> Chances:
    return Chances(Setting(rules))


@pytest.mark.parametrize(("text", "fact"), ORDINARY, ids=[text for text, _ in ORDINARY])
def test_an_ordinary_wording_is_counted(text: str, fact: Fact) -> None:
    assert small_odds().chance(text).exact == proportion(ONE_PACK, fact)


@check_each("text, fact", FURTHER)
def test_a_question_has_the_chance_of_every_deal_dealt_out(text: str, fact: Fact) -> None:
    assert small_odds().chance(text).exact == proportion(ONE_PACK, fact)


@pytest.mark.extended
def test_two_packs_and_suits_are_counted_as_well() -> None:
    seats = TWO_PACKS.seats
    two = proportion(TWO_PACKS, lambda d: any(of(d[seat], "R", "Y") for seat in seats[:2]))
    assert (
        small_odds(TWO_PACKS)
        .chance(f"{seats[0]} longest red or {seats[0]} longest yellow or {seats[1]} (longest red or longest yellow)")
        .exact
        == two
    )
    pair = proportion(NO_NEST, lambda d: any(d[s][0].color == d[s][1].color for s in NO_NEST.seats))
    assert small_odds(NO_NEST).chance("some player longest >= 2").exact == pair


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("S shape 5-4-3-1", 24 * comb(13, 5) * comb(13, 4) * comb(13, 3) * comb(13, 1)),
        ("S shape 4-4-4-1", 4 * comb(13, 4) ** 3 * 13),
        ("S shape 13-0-0-0", 4),
        ("S void in red", comb(42, 13)),
        ("S void in red and black", comb(29, 13)),
        ("S has a void", 4 * comb(42, 13) - 6 * comb(29, 13) + 4 * comb(16, 13)),
        ("S longest >= 7", 4 * sum(comb(13, k) * comb(42, 13 - k) for k in range(7, 14))),
    ],
)
def test_a_hand_of_thirteen_by_formula(text: str, ways: int) -> None:
    assert chances(USUAL).chance(text).exact == Fraction(ways, comb(55, 13))


def test_every_shape_together_is_certain() -> None:
    odds = chances(USUAL)
    shapes = {tuple(sorted(shape, reverse=True)) for shape in product(range(14), repeat=4) if 10 <= sum(shape) <= 13}
    assert sum(odds.chance(f"S shape {'-'.join(map(str, shape))}").exact for shape in shapes) == 1


def test_a_view_counts_what_it_shows() -> None:
    round = mam.start(USUAL, seed=3)
    odds = chances(mam.view(round, "N"))
    hand = round.hands["N"]
    assert odds.chance(f"me shape {'-'.join(map(str, lengths(hand)))}").exact == 1
    held = {color: of(hand, color[0].upper()) for color in ("red", "yellow", "black", "green")}
    void = Fraction(comb(42 - 13 + held["red"], 13), comb(42, 13))
    assert (
        odds.chance("some opponent is void in red").exact == odds.chance("E void in red or W void in red").exact > void
    )
    assert odds.chance("E void in red").exact == void


def test_what_is_not_counted_says_what_is() -> None:
    with pytest.raises(
        OutOfReach, match="ask about fewer hands, or fewer amounts at once, for an exact answer"
    ) as refused:
        chances(USUAL).chance("N has the most reds and some player longest >= 7 and money N-S >= 100")
    assert refused.value.chance.n == 4_000


@check_each(
    "asked, same",
    [
        ("is S void in red?", "S void in red"),
        ("is some player void in red?", "some player void in red"),
        ("does each player have a red?", "each player red >= 1"),
        ("has S a void?", "S has a void"),
        ("has somebody the Bull and the Bear?", "some player holds Bull and Bear"),
        ("does N or S hold the Bull?", "N-S holds Bull"),
        ("S doesn't have a void.", "not (S has a void)"),
        ("N holds Bull and is void in red", "N holds Bull and N red = 0"),
        ("N holds Bull and is Bear in nest", "N holds Bull and Bear is in nest"),
        ("is the Bull in the nest and is S void in red?", "nest holds Bull and S red = 0"),
    ],
)
def test_a_question_may_be_asked_as_people_ask(asked: str, same: str) -> None:
    assert chances(USUAL).chance(asked).exact == chances(USUAL).chance(same).exact


WRONG = [
    ("S and N hold a red", "say it of one place at a time, “S … and N …”, or of both hands together, like N-S"),
    (
        "S shape 5-4-3",
        "'S shape 5-4-3' names 3 colors, but this pack has 4: write 5-4-3-1, or “any” to name some of them",
    ),
    ("S any 5-4-2-1-1", "names 5 colors, but this pack has 4"),
    ("S shape red", "expected lengths of colors, like 5-4-3-1, not “red”"),
    ("S shape 5-", "expected lengths of colors, like 5-4-3-1, not “5-”"),
    ("S is rich", "expected “void”, “holds”, a shape like 5-4-3-1, or “longest”, not “rich”"),
    ("S longest purple", "“purple” is not a color here: use one of red, yellow, black, green"),
    (
        "S longest >= N longest",
        "expected a number: only that can be compared with the length of a color that is not named, not “N”",
    ),
    ("S longest != 4", "expected a comparison with a number, like “>= 5”"),
    ("S shortest red", "expected a comparison, like “<= 1”, not “red”"),
    ("S void in purple", "“purple” does not name cards here"),
    ("both players hold a red", "“both” means two, but here are 4: write “each player”"),
    ("some opponent holds Bull", "“me” needs a view of a seat"),
    ("some player red >= 5 and red <= 6", "expected a place (N, E, S, W, N-S, E-W, nest, dealt nest), not “red”"),
    ("S holds Tiger x", "“x” is any low card of the color named before it: write it like “R40 x x” or “red x x”"),
    ("S holds x x", "“x” is any low card of the color named before it"),
    ("N has more reds", "expected “than” and a place, as in “N has more reds than S”, not the end"),
    ("N has at least $100", "expected whole thousands of dollars, like $100,000, not “$100”"),
    ("N has between 3 reds", "expected “and”, as in “between 3 and 5”, not “reds”"),
    ("Bull and Bear in the same hand", "expected a place"),
    ("Bull is in the same hand", "expected “hand” after two cards or more"),
    ("rich: ; N is rich", "expected a condition after “rich:”"),
    ("rich money N >= 5; rich", "expected a name and “:”"),
    ("N: money N >= 5; N", "“N” means something already"),
    ("red: money N >= 5; red", "“red” means something already"),
    ("void: money N >= 5; void", "'void' can't name a condition"),
    ("rich: money N >= 5; rich: money N >= 6; rich", "two conditions have the name “rich”"),
    ("rich: rich; rich", "expected a comparison"),
    ("rich: money >= 5; rich", "expected a place"),
]


@check_each("text, reason", WRONG)
def test_what_is_wrong_is_named(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=re.escape(reason)):
        chances(USUAL).chance(text)


def test_names_that_grow_without_end_are_refused() -> None:
    names = "; ".join(f"n{i}: (n{i - 1} and n{i - 1})" if i else "n0: N holds Bull" for i in range(40))
    with pytest.raises(ValueError, match="the conditions with names are too long"):
        chances(USUAL).chance(f"{names}; n39")
    with pytest.raises(ValueError, match="too many places within places"):
        chances(USUAL).chance("some player (" * 7 + "holds Bull" + ")" * 7)


def test_a_shape_no_hand_can_have_is_explained() -> None:
    odds = chances(USUAL)
    assert (
        str(odds.chance("S shape 5-4-3-2"))
        == "S shape 5-4-3-2: 0%; S shape 5-4-3-2 means 14 cards or more, but S has 13"
    )
    assert "at most 3 without one" in str(odds.chance("S shape 3-3-3-0"))
    with pytest.raises(ValueError, match="no deal meets “S shape 5-4-3-2”: S shape 5-4-3-2 means 14 cards or more"):
        mam.deals(USUAL, "S shape 5-4-3-2")


def test_a_shape_is_explained_by_its_formula() -> None:
    explained = chances(USUAL).chance("S shape 5-4-3-1").explain()
    assert "24 orders × C(13,5) × C(13,4) × C(13,3) × C(13,1) × C(3,0) / C(55,13) = 5.658%" in explained
    every = chances(USUAL).chance("some player shape 5-4-3-1").explain()
    assert "By inclusion and exclusion" in every and "− 2 at once (6 cases)" in every
    assert "+ every deal (1 case)" in chances(USUAL).chance("nobody holds Bull").explain()


def test_games_of_letters_have_no_colors_and_x_is_a_card() -> None:
    odds = chances("anagrams")
    assert odds.chance("A holds X").exact > 0
    with pytest.raises(ValueError, match="have no colors"):
        odds.chance("A has void")


# Deals


@pytest.mark.parametrize(("text", "fact"), [*ORDINARY, *FURTHER], ids=[text for text, _ in [*ORDINARY, *FURTHER]])
@pytest.mark.sample(12, 5)
def test_only_deals_that_meet_a_condition_are_dealt(text: str, fact: Fact) -> None:
    if proportion(ONE_PACK, fact):
        for deal in islice(mam.analysis.constrained_deals.Deals(ONE_PACK, [text], 4, "N"), 30):
            assert fact(_lying(deal)), text


BIG: list[tuple[str, Callable[[Lying], bool]]] = [
    ("S shape 5-4-3-1", lambda d: lengths(d["S"]) == [5, 4, 3, 1]),
    ("some player has a void", lambda d: each(lambda h: 0 in lengths(h))(d) >= 1),
    (
        "S holds R40 x x and each player red >= 2",
        lambda d: count(d["S"], "R40") == 1 and low(d["S"], "R") >= 2 and each(lambda h: of(h, "R") >= 2)(d) == 4,
    ),
    ("S any 5-5", lambda d: lengths(d["S"]).count(5) == 2),
]


@pytest.mark.extended
@check_each("text, fact", BIG)
def test_deals_of_the_whole_pack_meet_their_condition(text: str, fact: Fact) -> None:
    drawn = mam.deals(USUAL, text, seed=2)
    assert all(fact(_lying(deal)) for deal in islice(drawn, 12))
    estimate = chances(USUAL).simulate(text, n=1_000, seed=5)
    rarity = drawn.rarity if isinstance(drawn.rarity, Fraction) else Fraction(drawn.rarity.mean)  # type: ignore[union-attr]
    assert abs(estimate.mean - float(rarity)) <= 4 * estimate.standard_error


def _lying(deal: Deal) -> Lying:
    return {**dict(zip(deal.seats, deal.hands, strict=True)), "nest": deal.nest}


MIX = {"void": "S has a void", "flat": "S longest <= 4", "long": "S longest >= 6"}


@pytest.mark.extended
def test_a_mix_deals_each_case_equally_often() -> None:
    mixed = mam.deals(USUAL, "S holds Tiger", seed=7, mix=MIX)
    facts = {
        "void": lambda hand: 0 in lengths(hand) and lengths(hand)[0] < 6,
        "flat": lambda hand: lengths(hand)[0] <= 4 and 0 not in lengths(hand),
        "long": lambda hand: lengths(hand)[0] >= 6 and 0 not in lengths(hand),
    }
    dealt = [(mixed.case(number), deal) for number, deal in enumerate(islice(mixed, 12))]  # type: ignore[union-attr]
    assert Counter(case for case, _ in dealt) == {"void": 4, "flat": 4, "long": 4}
    assert all({case for case, _ in dealt[start : start + 3]} == {*MIX} for start in range(0, 12, 3))
    assert len({tuple(case for case, _ in dealt[start : start + 3]) for start in range(0, 12, 3)}) > 1
    for case, deal in dealt:
        assert facts[case](deal["S"]) and count(deal["S"], "T") == 1
    again = mam.deals(USUAL, "S holds Tiger", seed=7, mix=MIX)
    assert [again.deal(number) for number in (5, 0, 11)] == [dealt[number][1] for number in (5, 0, 11)]
    assert mam.deals(USUAL, "S holds Tiger", seed=8, mix=MIX).deal(0) != again.deal(0)
    assert str(mixed).startswith("an even mix of 3 cases:\nvoid: 1 deal in ")


def test_a_mix_with_names() -> None:
    names = {"rich": "money >= 100"}
    mixed = mam.deals(USUAL, seed=1, names=names, mix=["S is rich", "S is not rich"])
    for number, deal in enumerate(islice(mixed, 20)):
        assert (money(deal["S"]) >= 100) == (mixed.case(number) == "S is rich")  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("ask", "error", "words"),
    [
        (
            lambda: mam.deals(USUAL, mix=["S red >= 4", "S red >= 5"]),
            ValueError,
            "no deal is of the case “S red >= 5” alone",
        ),
        (lambda: mam.deals(USUAL, mix=["S red >= 4"]), ValueError, "a mix needs two different cases or more"),
        (lambda: mam.deals(USUAL, mix=["S red >= 4"] * 2), ValueError, "a mix needs two different cases or more"),
        (lambda: mam.deals(USUAL, mix="S red >= 4"), TypeError, "a mix is several conditions, like"),
        (lambda: mam.deals(USUAL, mix=[3, 4]), TypeError, "a condition is text"),
        (lambda: mam.deals(USUAL, mix=MIX).deal(-1), ValueError, "a deal's number is a whole number"),
        (lambda: mam.deals(USUAL, "rich", names={"rich": 4}), TypeError, "a condition is text"),
        (lambda: mam.chances(USUAL, names=["rich"]), TypeError, "names are a mapping, like"),
    ],
)
def test_a_mix_that_means_nothing_says_what_would(
    ask: Callable[[], object], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=re.escape(words)):
        ask()


def test_a_condition_made_of_tallies_can_have_a_name() -> None:
    condition = mam.analysis.probability.card_count("N", "red") >= 5
    assert chances(USUAL, names={"long": condition}).chance("long").exact == chances(USUAL).chance("N red >= 5").exact


def test_how_many_of_one_place_may_be_asked() -> None:
    holds = small_odds().setting.read(as_condition("N holds Bull"))
    chance = small_odds().chance("N holds Bull").exact
    wanted = {(0, 0): 1 - chance, (0, 1): 1, (1, 1): chance, (2, 1): 0}
    for (low, high), exact in wanted.items():
        assert small_odds().chance(CountOf((holds,), low, high, "so many")).exact == exact
        both = CountOf((CountOf((holds,), low, high, "so many"), Opposite(holds)), 1, 2, "either")
        assert small_odds().chance(both).exact == (1 if high == 1 and low < 2 else 1 - chance)


def test_every_deal_is_counted() -> None:
    assert len(all_deals(ONE_PACK)) == 22_680
