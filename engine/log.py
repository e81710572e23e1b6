"""The table log: its events as types, and what each field is made of."""

from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

import msgspec

from engine.event import Amount as Amount
from engine.event import Card as Card
from engine.event import Event as Event
from engine.event import Face as Face
from engine.event import LogError as LogError
from engine.event import Seat as Seat
from engine.event import Zone as Zone
from engine.people_events import (
    Agree,
    Collect,
    Level,
    Move,
    Race,
    Rake,
    Structure,
    Wait,
)
from engine.people_events import PutUp as PutUp

Do = Literal["fold", "check", "call", "bet", "raise", "all_in"]

CARD_FAULTS = (
    "exposed_card player_exposed boxed_card joker duplicate_card foreign_back missing_card "
    "unknown_card wrong_first_seat wrong_seat ineligible_seat absent_seat dealt_out extra_card "
    "short_hand not_top_card no_burn extra_burn burn_exposed premature_burn flop_count "
    "premature_flop premature_turn premature_river premature_street premature_draw bottom_card "
    "short_deck dropped_deck wrong_button no_shuffle fouled_hand wrong_bring_in wrong_step "
    "flop_one_by_one board_face_down mixed_burn stub_exposed cards_run_out last_card_up "
    "missing_upcard dead_seat mixed_hand upcards_picked_up upcards_turned_down draw_changed "
    "wrong_draw five_drawn"
)
BETTING_FAULTS = (
    "out_of_turn skipped_player string_bet oversize_chip unclear_bet short_bet short_call "
    "short_raise raise_cap over_pot unposted_blind short_ante missed_blind clock absent_player "
    "declared_otherwise wrong_limit over_limit barred_bet bet_or_fold wrong_post late_straddle "
    "check_raise"
)
SHOWDOWN_FAULTS = (
    "one_card_shown show_order undeclared_board mucked_hand false_openers odd_chip split_openers "
    "sevens miscalled_hand"
)
PEOPLES_FAULTS = (
    "oversize_blind unposted_kill short_buy not_at_stakes hidden_chips "
    "seat_changed wrong_agreement rake misconduct "
    "hand_asked_for shown_to_one"
)
FAULTS = tuple(f"{CARD_FAULTS} {BETTING_FAULTS} {PEOPLES_FAULTS} {SHOWDOWN_FAULTS}".split())
DECISIONS = tuple(
    (
        "misdeal replace keep scrap return_as_burn top_card move shift take_back play_out "
        "dead_hand forfeit void_deal stands binding call raise check corrected refused refund "
        "award floor_call complete back_up option bet allowed overrule remake common_card bury "
        "post_next wait warning sit_out disqualified"
    ).split()
)
if TYPE_CHECKING:
    Fault = str
    Decision = str
else:
    Fault = Literal[FAULTS]
    Decision = Literal[DECISIONS]


class Offered(Event):
    """What is played, and for how much."""

    game: str
    structure: Structure
    format: Literal["cash", "tournament"]
    rulebook: str
    small_blind: Amount
    big_blind: Amount
    ante: Amount = 0
    bring_in: Amount = 0
    small_bet: Amount = 0
    big_bet: Amount = 0


class Open(Offered, tag="open"):
    """The table opens."""

    house: dict[str, Any] = msgspec.field(default_factory=dict)
    own_game: dict[str, Any] = msgspec.field(default_factory=dict)  # in the words of its file
    sensors: list[Literal["rfid", "shoe", "camera", "shuffle", "chips"]] = msgspec.field(
        default_factory=lambda: ["rfid", "shoe", "camera"]
    )
    seats: Annotated[int, msgspec.Meta(ge=2, le=23)] = 10
    table: str = ""
    chips: list[Amount] = msgspec.field(default_factory=list)  # the values in play


class Sit(Event, tag="sit", rename={"from_": "from"}):
    """A player sits, or adds chips."""

    seat: Seat
    stack: Amount
    name: str = ""
    from_: Literal["house", "must_move", "playover", "broken_game"] | None = None


class Leave(Event, tag="leave"):
    """A player quits."""

    seat: Seat


class Away(Event, tag="away"):
    """A player walks away."""

    seat: Seat


class Back(Event, tag="back"):
    """A player returns."""

    seat: Seat


class Shuffle(Event, tag="shuffle"):
    """The deck was shuffled."""


class Cut(Event, tag="cut"):
    """The deck was cut."""


class NewHand(Event, tag="hand"):
    """A new deal begins."""

    button: Seat | None = None


class CardMoved(Event, tag="card", rename={"from_": "from"}):
    """A card now lies in a zone, one way up."""

    card: Card
    zone: Zone
    face: Face
    from_: Zone | None = None
    boxed: bool = False
    back: str | None = None
    run: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1  # which board, where it is run more than once


class Flash(Event, tag="flash"):
    """A face was seen without the card being laid face up."""

    card: Card
    zone: Zone
    by: Literal["dealer", "player"]


class Look(Event, tag="look"):
    """A player looked at the cards."""

    seat: Seat


class Act(Event, tag="act"):
    """A declared action."""

    seat: Seat
    do: Do
    to: Amount | None = None


class Say(Event, tag="say"):
    """Something said before, or without, chips."""

    seat: Seat
    words: str | Amount


class Chips(Event, tag="chips"):
    """Chips pushed in with one motion."""

    seat: Seat
    chips: list[Amount]
    said: str | Amount | None = None


class Rest(Event, tag="rest"):
    """A player's hands are back: what he had begun is all of it."""

    seat: Seat


class Draw(Event, tag="draw"):
    """A draw request."""

    seat: Seat
    discards: list[Card] | None = None
    count: Amount | None = None


class Show(Event, tag="show"):
    """A hand is tabled."""

    seat: Seat
    cards: list[Card] | None = None


class Muck(Event, tag="muck"):
    """A hand is thrown away at the showdown."""

    seat: Seat


class Declare(Event, tag="declare"):
    """Something said that the rules give weight to."""

    seat: Seat
    what: str
    of: Seat | None = None


class Clock(Event, tag="clock"):
    """The clock is put on a player."""

    seat: Seat
    by: Literal["player", "floor", "dealer"] = "player"  # who asked for it


class Tick(Event, tag="tick"):
    """Time passed, nothing else."""


class Report(Event, tag="report"):
    """A person reports what no sensor saw."""

    fault: Fault
    seat: Seat | None = None
    card: Card | None = None
    zone: Zone | None = None


class Floor(Event, tag="floor"):
    """The floor decides."""

    decision: Decision
    seat: Seat | None = None
    amount: Amount | None = None
    ruling: int | None = None


class Answered(Event, tag="answer", rename={"is_": "is"}):
    """A person answers a doubt."""

    doubt: int
    is_: bool


class Undo(Event, tag="undo"):
    """The last thing a person said is taken back; see ``engine.history``."""


AnyEvent = (
    Open | Sit | Leave | Away | Back | Shuffle | Cut | NewHand | CardMoved | Flash | Look | Act
    | Say | Chips | Rest | Draw | Show | Muck | Declare | Clock | Tick | Report | Floor | Answered
    | Undo | PutUp | Wait | Move | Level | Agree | Race | Rake | Collect
)  # fmt: skip
TYPES: dict[str, type[AnyEvent]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(AnyEvent)
}
# What a person says can be said wrongly, and taken back; what a sensor saw lies on the felt.
PEOPLES_WORDS = frozenset(
    "act show muck declare look sit leave away back hand shuffle cut report floor chips "
    "say rest clock draw answer post wait move level agree race rake collect".split()
)

WANTED = {
    "e": f"one of {', '.join(TYPES)}",
    "t": "a number of seconds that never decreases",
    "card": "a rank 23456789TJQKA and a suit shdc, 'Jk' or '??'",
    "cards": "cards, each a rank 23456789TJQKA and a suit shdc",
    "discards": "cards, each a rank 23456789TJQKA and a suit shdc",
    "zone": "deck, seat:N, board, burn, muck or off",
    "from": "deck, seat:N, board, burn, muck or off",
    "face": "'down' or 'up'",
    "seat": "a seat number from 1",
    "button": "a seat number from 1",
    "do": "fold, check, call, bet, raise or all_in",
    "fault": "one of the words for faults",
    "decision": "one of the words for decisions",
    "structure": "limit, spread, pot_limit or no_limit",
    "format": "cash or tournament",
    "what": "one of the words for it",
    "odd": "seats with their numbers of odd chips",
    "run": "1, 2 or 3",
    "by": "who it was: 'dealer', 'player' or 'floor'",
    "words": "a word of the betting, or an amount",
    "said": "a word of the betting, or an amount",
    "sensors": "any of rfid, shoe, camera, shuffle, chips",
    "seats": "a number of seats from 2 to 23",
}  # fmt: skip
AMOUNTS = "stack to amount chips small_blind big_blind ante bring_in small_bet big_bet count"
WANTED |= dict.fromkeys(AMOUNTS.split(), "a whole number of the smallest chip, not below 0")
