"""Exercises in programming with hands and tricks: what is in a hand, who captures, what is legal."""

from math import comb

from mam.classroom.arrangements import count_ways
from mam.classroom.phrases import READ_CARD
from mam.classroom.rounds import draw_sixteen, get_trick_game, play_round
from mam.classroom.template import Draw, Results, Variant, ask_function, exercise
from mam.games.trick_round import TrickRound
from mam.rules import tricks
from mam.rules.cards import PACK, Card, Color, format_cards, money_in, sort_hand
from mam.text.notation import parse_card, parse_hand

_RULES = get_trick_game().tricks


def _draw_hands(draw: Draw, number: int, low: int = 13, high: int = 13) -> list[str]:
    """Draw different hands as text, the cards in random order."""
    return [format_cards(draw.some_of(PACK, draw.between(low, high))) for _ in range(number)]


@exercise("The money of a hand", kind="programming", level=1, lesson="build-1-cards-as-data", form=Results)
def money_function(draw: Draw) -> Variant:
    """Ask for a first function: the money on some cards."""
    text = """
        Write a function of a hand, given as text with the codes of its cards, that returns the **money** on them in thousands of dollars. Only 40, 30, 15, 10 and 5 carry money; number cards and the animals `TIGER`, `BULL`, `BEAR` carry none (R35-PACK-6).

        Nudge: Careful: the 11 is not a money card, and neither are 1 to 4 and 7 to 9.
        Hint: `hand.split()` makes a list of the codes. A `for` goes through them.
        Hint: `code[1:]` is the code without its first letter: the rank, for a card with a color. Which ranks count?
        Hint: Store the ranks that count as text, `{'40', '30', '15', '10', '5'}`: then `IGER` does no harm.
        Solution: Take each code without its color, and add the ranks that are money.

        ```python
        def money(hand):
            counts = {'40', '30', '15', '10', '5'}
            return sum(int(code[1:]) for code in hand.split() if code[1:] in counts)
        ```
    """
    return ask_function(text, _draw_hands(draw, 7, 6, 16), lambda hand: money_in(parse_hand(hand)))


@exercise("The longest color", kind="programming", level=2, lesson="build-1-cards-as-data", form=Results)
def longest_color(draw: Draw) -> Variant:
    """Ask for a function: the color with the most cards in a hand, with money as the tie-break."""
    text = """
        Which color would you name as trump? Write a function of a hand that returns the letter (`R`, `Y`, `B` or `G`) of the color with the **most cards**. If colors tie, it is the one with **more money**, and if that is a tie too, the one that comes first in `RYBG`. Animals have no color.

        Nudge: Did you count BULL or BEAR as Black, or decide a tie in another way?
        Hint: For each of the four letters count the codes that begin with it, but be careful with BULL and BEAR, which also begin with B.
        Hint: The code of a colored card has a number after its first letter: `code[1:].isdigit()`.
        Hint: `max('RYBG', key=f)` finds the letter with the greatest `f`, the first one in a tie. Let `f` return a pair (number, money): Python compares pairs by their first part, and in a tie by the second.
        Solution: Compare the colors by the pair (number of cards, money); in a tie `max` takes the first.

        ```python
        def longest(hand):
            cards = [(code[0], int(code[1:])) for code in hand.split() if code[1:].isdigit()]

            def strength(letter):
                ranks = [rank for color, rank in cards if color == letter]
                return len(ranks), sum(rank for rank in ranks if rank in (40, 30, 15, 10, 5))

            return max('RYBG', key=strength)
        ```
    """
    return ask_function(text, _draw_hands(draw, 9), _find_longest)


def _find_longest(text: str) -> str:
    hand = parse_hand(text)

    def measure(color: Color) -> tuple[int, int]:
        cards = [card for card in hand if card.color == color]
        return len(cards), money_in(cards)

    return max(Color, key=measure).value


@exercise("How many discards?", kind="programming", level=4, lesson="build-3-counting", form=Results)
def how_many_discards(draw: Draw) -> Variant:
    """Ask for a function: the number of legal discards from sixteen cards, also when money must be discarded."""
    poor = [format_cards(draw.shuffle(draw_sixteen(draw, plain))) for plain in draw.shuffle((0, 1, 2, 2, 3))]
    cases = [*_draw_hands(draw, 1, 16, 16), *draw.shuffle([*poor, *_draw_hands(draw, 3, 16, 16)])]
    text = """
        The bidder has picked up the nest, holds 16 cards and must discard three: number cards only (R35-NEST-3). With fewer than three number cards, discard all of them and add any money cards to make three (R35-NEST-4); never an animal. Write a function of the 16 cards that returns **how many different discards** are legal (the order of the three does not matter).

        Nudge: What happens with 3 number cards, and with fewer?
        Hint: Count the number cards and the money cards of the hand first.
        Hint: Three or more number cards: choose three of them. `math.comb(n, 3)` is the number of ways.
        Hint: With p < 3 number cards, discard all p (one way) and 3 − p money cards: `comb(money, 3 - p)`.
        Solution: Only the counts of number cards and money cards matter.

        ```python
        from math import comb


        def discards(hand):
            ranks = [code[1:] for code in hand.split() if code[1:].isdigit()]
            money = sum(rank in {'40', '30', '15', '10', '5'} for rank in ranks)
            plain = len(ranks) - money
            return comb(plain, 3) if plain >= 3 else comb(money, 3 - plain)
        ```
    """
    return ask_function(text, cases, _count_discards)


def _count_discards(text: str) -> int:
    hand = parse_hand(text)
    plain, rich = sum(card.is_number_card for card in hand), sum(bool(card.money) for card in hand)
    return comb(plain, 3) if plain >= 3 else comb(rich, 3 - plain)


@exercise("Where can the cards be?", kind="programming", level=5, lesson="build-4-what-a-card-tells", form=Results)
def ways_they_can_lie(draw: Draw) -> Variant:
    """Ask for a function: the number of deals consistent with the voids shown, too many to list."""
    text = """
        East, North and West hold the unseen cards, and some of them have shown a void (R35-PLAY-5). A case says how many unseen cards each player has, who is void in which color, and which cards are unseen. Write a function of a case that returns **in how many ways** the three can hold the cards. There is no trump, and an animal may be anywhere. (For the bigger cases a list of all ways would be too long: count.)

        Nudge: Careful with the room: it shrinks with each card. And BULL and BEAR are not Black.
        Hint: Take the cards one by one: each goes to a player who may have it and has room left.
        Hint: Only how much room is left matters for the rest, not who has which card: keep a table (room of E, room of N, room of W) → number of ways, and let each card make a new table from the old one.
        Hint: Begin with `{(e, n, w): 1}`; at the end every room is 0. A card makes up to three entries from each old one.
        Solution: One card after the other, with a table of the rooms that are left.

        ```python
        def ways(case):
            sizes, voids, cards = (part.split() for part in case.split('|'))
            seats = [size[0] for size in sizes]
            table = {tuple(int(size[1:]) for size in sizes): 1}
            for code in cards:
                after = {}
                for rooms, count in table.items():
                    for at, seat in enumerate(seats):
                        color = code[0] if code[1:].isdigit() else ''
                        if rooms[at] and seat + color not in voids:
                            left = (*rooms[:at], rooms[at] - 1, *rooms[at + 1 :])
                            after[left] = after.get(left, 0) + count
                table = after
            return sum(table.values())
        ```
    """
    return ask_function(text, [_describe_voids(draw, size) for size in (2, 3, 5, 6, 8, 10)], _count_deals)


def _describe_voids(draw: Draw, size: int) -> str:
    """Draw hand sizes for three players and two or three voids that leave at least one way."""
    while True:
        rooms = {seat: size - draw.below(2) for seat in "ENW"}
        voids = draw.some_of([f"{seat}{color.value}" for seat in "ENW" for color in Color], draw.between(2, 3))
        cards = sort_hand(draw.some_of(PACK, sum(rooms.values())))
        case = (
            f"{' '.join(f'{seat}{room}' for seat, room in rooms.items())} | {' '.join(voids)} | {format_cards(cards)}"
        )
        if _count_deals(case) > 1:
            return case


def _count_deals(case: str) -> int:
    sizes, voids, cards = (part.split() for part in case.split("|"))
    rooms = {size[0]: int(size[1:]) for size in sizes}
    groups: dict[tuple[str, ...], int] = {}
    for card in parse_hand(" ".join(cards)):
        color = card.color.value if card.color else ""
        possible_seats = tuple(seat for seat in rooms if seat + color not in voids)
        groups[possible_seats] = groups.get(possible_seats, 0) + 1
    return count_ways(groups, rooms)


def _draw_tricks(draw: Draw, number: int, *, animals: bool = False) -> list[tuple[str, tuple[Card, ...]]]:
    """Return tricks of real rounds with their trump, most of them unusual; with `animals`, tricks with a Bull or Bear."""
    cases: list[tuple[str, tuple[Card, ...]]] = []
    while len(cases) < number:
        round = play_round(draw)
        assert isinstance(round.trump, Color)
        odd = [trick.cards for trick in round.tricks if _is_odd(trick.cards, animals)]
        cases += [(round.trump.value, cards) for cards in draw.some_of(odd, min(3, len(odd)))]
    return cases[:number]


def _is_odd(cards: tuple[Card, ...], animals: bool) -> bool:
    if animals:
        return any(card.code in ("BULL", "BEAR") for card in cards)
    return len({card.color for card in cards}) > 1


@exercise("What a trick is worth", kind="programming", level=2, lesson="build-2-rules-as-functions", form=Results)
def worth_function(draw: Draw) -> Variant:
    """Ask for a function: the value of a trick with Bull or Bear, or both, in it."""
    cases = [format_cards(cards) for _, cards in _draw_tricks(draw, 5, animals=True)]
    both_animals = format_cards(draw.shuffle(parse_hand("BULL BEAR R40 G10")))
    two_colors = format_cards(draw.shuffle(parse_hand("BULL BEAR Y30 B5")))
    plain = [format_cards(cards) for _, cards in _draw_tricks(draw, 2)]
    first, *other_cases = cases
    text = """
        Write a function of a trick, its four cards in the order in which they were played, that returns **what it is worth** in thousands of dollars. The Bull doubles the money (R35-BULL-2), the Bear destroys it (R35-BEAR-2); with both in the trick, the one played later decides (R35-BB-1).

        Nudge: Which of Bull and Bear was played later?
        Hint: Add the money first: 40, 30, 15, 10 and 5.
        Hint: Is BULL or BEAR among the codes? With both, compare their positions: `codes.index('BULL')`.
        Hint: Go through the codes with a factor: 1 at first, 2 after the BULL, 0 after the BEAR. Then the later one decides.
        Solution: Each animal sets the factor again, so the later one decides.

        ```python
        def find_value(trick):
            total, factor = 0, 1
            for code in trick.split():
                if code[1:] in {'40', '30', '15', '10', '5'}:
                    total += int(code[1:])
                elif code == 'BULL':
                    factor = 2
                elif code == 'BEAR':
                    factor = 0
            return total * factor
        ```
    """
    return ask_function(
        text,
        [first, *draw.shuffle([*other_cases, both_animals, two_colors, *plain])],
        lambda trick: tricks.trick_value([parse_card(code) for code in trick.split()], _RULES),
    )


@exercise("Which card captures?", kind="programming", level=3, lesson="build-2-rules-as-functions", form=Results)
def capture_function(draw: Draw) -> Variant:
    """Ask for a function: the card that captures a trick, with trumps, the Tiger and animals led."""
    cases = [f"{trump}: {format_cards(cards)}" for trump, cards in _draw_tricks(draw, 8)]
    fillers = draw.some_of(parse_hand("R9 Y7 B8 G4 R2 Y1 B3 G11"), 3)
    animal_case = f"{draw.one_of('RYBG')}: {draw.one_of(('BULL', 'BEAR'))} {format_cards(fillers)}"
    first, *other_cases = cases
    text = f"""
        Write a function of a trick that returns the **card that captures** it. A case gives the letter of trump, a colon, and the cards in the order of play. The Tiger captures any trick (R35-TIG-1); else the highest trump; else the highest card of the color led (R35-PLAY-4). If Bull or Bear is led, the first number or money card after it sets the color (R35-BB-3).

        Nudge: Tiger, then trumps, then the color led; and compare ranks as numbers.
        Hint: Split the case at the colon. Is `TIGER` among the cards?
        Hint: Which cards are trumps? If there are any, the one with the highest rank captures.
        Hint: Else find the first card with a color: of all cards in that color the highest captures. Compare ranks as numbers: as text '9' is above '40'.
        Solution: Find the color of the winning card: trump if there is any trump, otherwise the color that was led.

        ```python
        {READ_CARD}

        def find_winner(case):
            trump, cards = case.split(': ')
            codes = cards.split()
            if 'TIGER' in codes:
                return 'TIGER'
            led = next(read(code)[0] for code in codes if read(code)[0])
            colors = [read(code)[0] for code in codes]
            wanted = trump if trump in colors else led
            return max((code for code in codes if read(code)[0] == wanted), key=lambda code: read(code)[1])
        ```
    """
    return ask_function(text, [first, *draw.shuffle([*other_cases, animal_case])], _find_captor)


def _find_captor(case: str) -> str:
    trump, cards = case.split(": ")
    table_cards = [parse_card(code) for code in cards.split()]
    place = tricks.find_winner(table_cards, Color(trump), _RULES)
    assert place is not None
    return table_cards[place].code


@exercise("Which cards are legal?", kind="programming", level=4, lesson="build-6-a-player", form=Results)
def legal_cards_function(draw: Draw) -> Variant:
    """Ask for a function: the legal cards of a hand, with a Tiger that counts as trump and animals that must wait."""
    cases = [case for _ in range(3) for case in draw.some_of(_list_choices(play_round(draw)), 3)]
    text = """
        Write a function that returns the **legal cards**, as codes in the order of the hand. A case gives trump, the cards on the table in order (none if the hand leads), and the hand. A player who has the color led must follow (R35-PLAY-5), and the Tiger counts as a trump (R35-TIG-2); a player who can't follow may play anything (R35-PLAY-6). You may lead Bull or Bear only if you hold nothing else (R35-BB-2), and play them only if you can't follow (R35-BULL-1, R35-BEAR-1). If the Tiger is led, players must follow with trumps (R35-TIG-3). If Bull or Bear is led, the first number or money card sets the color (R35-BB-3), and until there is one any card is legal (D-G18).

        Nudge: Does the Tiger count as trump, and do Bull and Bear wait?
        Hint: Three questions: Is the table empty? What is the color to follow? Does the hand hold it?
        Hint: Give each card the color it counts as: its own, trump for the Tiger, none for Bull and Bear.
        Hint: The color to follow: trump if the first card is the Tiger; else that of the first card with a number (a Tiger after an animal sets none, D-G19).
        Hint: If some cards of the hand count as that color, only they are legal; otherwise the whole hand is.
        Solution: First the lead, then the color to follow, then the hand.

        ```python
        def legal(case):
            trump, table, hand = (part.split() for part in case.split('|'))
            trump = trump[0]

            def color(code):
                return code[0] if code[1:].isdigit() else trump if code == 'TIGER' else ''

            if not table:
                return [code for code in hand if color(code)] or hand
            led = trump if table[0] == 'TIGER' else next((code[0] for code in table if code[1:].isdigit()), None)
            return [code for code in hand if color(code) == led] or hand
        ```
    """
    return ask_function(text, cases, _list_legal)


def _list_choices(round: TrickRound) -> list[str]:
    """Return the turns of a round at which some but not all cards of the hand are legal."""
    assert isinstance(round.trump, Color)
    cases = []
    for number, trick in enumerate(round.tricks):
        for place, seat in enumerate(trick.seats):
            hand = sort_hand(dict(trick.plays)[seat] for trick in round.tricks[number:])
            table = format_cards(trick.cards[:place])
            case = f"{round.trump.value} | {table}{' ' * bool(table)}| {format_cards(hand)}"
            if 1 < len(hand) != len(_list_legal(case).split()):
                cases.append(case)
    return cases


def _list_legal(case: str) -> str:
    trump, table, hand = (part.split() for part in case.split("|"))
    hand_cards, table_cards = [parse_card(code) for code in hand], [parse_card(code) for code in table]
    legal = [
        card
        for card in hand_cards
        if tricks.why_not_play(card, hand_cards, table_cards, Color(trump[0]), _RULES, "") is None
    ]
    return format_cards(legal)
