"""Exercises in programming with tricks: winner, value, legal cards."""

from mam.classroom.phrases import READ_CARD
from mam.classroom.rounds import played_round, trick_game
from mam.classroom.template import Draw, Results, Variant, ask_function, exercise
from mam.games.trick_round import TrickRound
from mam.rules import tricks
from mam.rules.cards import Card, Color, format_cards, sort_hand
from mam.text.notation import parse_card, parse_hand

_RULES = trick_game().tricks


def _tricks(draw: Draw, number: int, *, animals: bool = False) -> list[tuple[str, tuple[Card, ...]]]:
    """Return tricks of real rounds with their trump, most of them unusual; with `animals`, tricks with a Bull or Bear."""
    cases: list[tuple[str, tuple[Card, ...]]] = []
    while len(cases) < number:
        round = played_round(draw)
        assert isinstance(round.trump, Color)
        odd = [trick.cards for trick in round.tricks if _is_odd(trick.cards, animals)]
        cases += [(round.trump.value, cards) for cards in draw.some_of(odd, min(3, len(odd)))]
    return cases[:number]


def _is_odd(cards: tuple[Card, ...], animals: bool) -> bool:
    if animals:
        return any(card.code in ("BULL", "BEAR") for card in cards)
    return len({card.color for card in cards}) > 1


@exercise("What a trick is worth", kind="programming", level=2, lesson="07-bull-bear-and-tiger", form=Results)
def worth_function(draw: Draw) -> Variant:
    """Ask for a function: the value of a trick with Bull or Bear, or both, in it."""
    cases = [format_cards(cards) for _, cards in _tricks(draw, 5, animals=True)]
    both_animals = format_cards(draw.shuffled(parse_hand("BULL BEAR R40 G10")))
    two_colors = format_cards(draw.shuffled(parse_hand("BULL BEAR Y30 B5")))
    plain = [format_cards(cards) for _, cards in _tricks(draw, 2)]
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
        [first, *draw.shuffled([*other_cases, both_animals, two_colors, *plain])],
        lambda trick: tricks.trick_value([parse_card(code) for code in trick.split()], _RULES),
    )


@exercise("Which card captures?", kind="programming", level=3, lesson="04-cards-and-captures", form=Results)
def capture_function(draw: Draw) -> Variant:
    """Ask for a function: the card that captures a trick, with trumps, the Tiger and animals led."""
    cases = [f"{trump}: {format_cards(cards)}" for trump, cards in _tricks(draw, 8)]
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
    return ask_function(text, [first, *draw.shuffled([*other_cases, animal_case])], _captor)


def _captor(case: str) -> str:
    trump, cards = case.split(": ")
    table_cards = [parse_card(code) for code in cards.split()]
    place = tricks.find_winner(table_cards, Color(trump), _RULES)
    assert place is not None
    return table_cards[place].code


@exercise("Which cards are legal?", kind="programming", level=4, lesson="04-cards-and-captures", form=Results)
def legal_cards_function(draw: Draw) -> Variant:
    """Ask for a function: the legal cards of a hand, with a Tiger that counts as trump and animals that must wait."""
    cases = [case for _ in range(3) for case in draw.some_of(_choices(played_round(draw)), 3)]
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
    return ask_function(text, cases, _legal)


def _choices(round: TrickRound) -> list[str]:
    """Return the turns of a round at which some but not all cards of the hand are legal."""
    assert isinstance(round.trump, Color)
    cases = []
    for number, trick in enumerate(round.tricks):
        for place, seat in enumerate(trick.seats):
            hand = sort_hand(dict(trick.plays)[seat] for trick in round.tricks[number:])
            table = format_cards(trick.cards[:place])
            case = f"{round.trump.value} | {table}{' ' * bool(table)}| {format_cards(hand)}"
            if 1 < len(hand) != len(_legal(case).split()):
                cases.append(case)
    return cases


def _legal(case: str) -> str:
    trump, table, hand = (part.split() for part in case.split("|"))
    hand_cards, table_cards = [parse_card(code) for code in hand], [parse_card(code) for code in table]
    legal = [
        card
        for card in hand_cards
        if tricks.why_not_play(card, hand_cards, table_cards, Color(trump[0]), _RULES, "") is None
    ]
    return format_cards(legal)
