"""Cards and zones, and what they are called at the table."""

RANKS = "23456789TJQKA"
SUITS = "shdc"
DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)
FACES = frozenset(DECK)
JOKER = "Jk"
UNREAD = "??"

DECK_ZONE, BOARD, BURN, MUCK, OFF = "deck", "board", "burn", "muck", "off"
ASIDE = "aside"  # cards kept apart: premature ones of stud, and those that make up their round
MAX_SEATS = 23  # 52 cards, two each, three burns and a board: the most hold'em could ever seat
SEAT_ZONES = tuple(f"seat:{n}" for n in range(MAX_SEATS + 1))
SEAT_OF = {zone: n for n, zone in enumerate(SEAT_ZONES) if n}
ZONES = (DECK_ZONE, BOARD, BURN, MUCK, OFF, ASIDE, *SEAT_ZONES[1:])

RANK_NAMES = dict(
    zip(
        RANKS,
        [
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "jack",
            "queen",
            "king",
            "ace",
        ],
        strict=True,
    )
)
SUIT_NAMES = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}


def spoken(card: str) -> str:
    """``7c`` as a dealer says it: the seven of clubs."""
    if card == JOKER:
        return "the joker"
    if card == UNREAD:
        return "the card"
    return f"the {RANK_NAMES[card[0]]} of {SUIT_NAMES[card[1]]}"


def seats_in(zone: str) -> list[int]:
    """The seat a zone is, in a list; an empty one for the rest of the felt."""
    return [SEAT_OF[zone]] if zone in SEAT_OF else []
