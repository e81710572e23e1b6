"""The table log's answers and views as types: plain dicts when it runs, checked when it is written.

``msgspec`` makes their JSON schemas; ``CONTRACT.md`` beside this says what each word means.
"""

from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired, TypedDict, get_args

import msgspec

from engine.log import Card, Decision, Do, Face, Fault, Zone
from engine.people_answers import Exchange, Out, Owe, Owed

STEPS = tuple(
    "return_all reshuffle cut redeal replace burn no_burn move take_back set_aside kill refund "
    "show_table post call_floor play_on".split()
)
WHENS = ("now", "after_deal", "after_round", "after_betting")
SEVERITIES = ("stop", "fix", "note", "floor")
if TYPE_CHECKING:  # a book's words, checked when it is loaded
    StepDo = str
    When = str
    Severity = str
else:
    StepDo = Literal[STEPS]
    When = Literal[WHENS]
    Severity = Literal[SEVERITIES]
Result = Literal["won", "misdeal", "void", "chopped", "passed"]
Side = Literal["high", "low"]
# deal: starting hands · bet: betting · cards: burn and board · patch: a board card is put right
# discard: players throw cards away · draw: and get others
Stage = Literal["deal", "bet", "cards", "patch", "discard", "draw", "show", "over"]
Role = Literal["public", "dealer", "floor", "broadcast"]

ROLES: tuple[str, ...] = get_args(Role)


def one_of(*kinds: type, or_empty: bool = False) -> Any:
    """A dict as it is when it runs; of which type, only its JSON schema says."""
    refs: list[dict[str, Any]] = [{"$ref": f"#/$defs/{kind.__name__}"} for kind in kinds]
    if or_empty:
        refs.append({"maxProperties": 0})
    return Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"anyOf": refs})]


# Parts of answers


class ProcedureStep(TypedDict):
    """One step of a ruling's procedure."""

    do: StepDo
    when: When
    seat: NotRequired[int]
    card: NotRequired[Card]
    zone: NotRequired[Zone]
    cards: NotRequired[list[Card]]
    amount: NotRequired[int]


class Pot(TypedDict):
    """A pot and the seats that can win it."""

    amount: int
    seats: list[int]


class Option(TypedDict):
    """What a player may do, and between which amounts."""

    do: Do
    min: int
    max: int
    why: NotRequired[str]


class Bar(TypedDict):
    """What a player may not do, and by which clause."""

    do: Do
    why: str


What = Literal[
    "ante", "small_blind", "big_blind", "missed", "straddle", "kill", "half_kill", "buy_button"
]


class Post(TypedDict):
    """What a seat put up before the cards."""

    seat: int
    what: What
    amount: int
    dead: NotRequired[int]
    why: str


class Shown(TypedDict):
    """A hand that won: what it is called, and the five cards that count."""

    name: str
    cards: list[Card]
    made_by: NotRequired[str]  # the clause by which it is made of these cards
    ranks_by: NotRequired[str]  # and by which it ranks as what it is called


# Answers


class Ruling(TypedDict):
    """What happened, and what the rulebook says of it."""

    o: Literal["ruling"]
    id: int
    fault: Fault | Literal["floor"]
    decision: Decision
    clause: str
    severity: Severity
    seats: list[int]
    cards: list[Card]
    procedure: list[ProcedureStep]
    text: str
    to: NotRequired[int]
    back: NotRequired[int]
    add: NotRequired[int]
    also: NotRequired[list[str]]
    answers: NotRequired[int]
    supersedes: NotRequired[int]
    doubt: NotRequired[int]


class ExpectCard(TypedDict):
    """A card is due: where, which way up, and which one where only one will do."""

    o: Literal["expect"]
    what: Literal["card"]
    zone: Zone
    face: Face
    card: NotRequired[Card]
    run: NotRequired[int]
    why: str
    first: NotRequired[ProcedureStep]


class ExpectAct(TypedDict):
    """A player is to act."""

    o: Literal["expect"]
    what: Literal["act"]
    seat: int
    options: list[Option]
    barred: NotRequired[list[Bar]]
    to_call: int
    why: str
    first: NotRequired[ProcedureStep]


class ExpectShow(TypedDict):
    """A player is to show."""

    o: Literal["expect"]
    what: Literal["show"]
    seat: int
    why: str
    first: NotRequired[ProcedureStep]


class ExpectDiscard(TypedDict):
    """A player is to throw so many cards away."""

    o: Literal["expect"]
    what: Literal["discard"]
    seat: int
    count: int
    why: str
    first: NotRequired[ProcedureStep]


class ExpectDraw(TypedDict):
    """A player is to say how many cards he draws."""

    o: Literal["expect"]
    what: Literal["draw"]
    seat: int
    why: str
    first: NotRequired[ProcedureStep]


class ExpectFloor(TypedDict):
    """A person must decide: on a ruling, or on a showdown that cannot be read."""

    o: Literal["expect"]
    what: Literal["floor"]
    ruling: NotRequired[int]
    why: str


class ExpectDeck(TypedDict):
    """The deck is to be shuffled or cut, or a deal to begin."""

    o: Literal["expect"]
    what: Literal["shuffle", "cut", "hand"]
    why: str


class Phase(TypedDict):
    """The deal moved on."""

    o: Literal["phase"]
    street: str
    pots: list[Pot]
    button: NotRequired[int]
    why: NotRequired[str]
    posts: NotRequired[list[Post]]


class Award(TypedDict):
    """Chips go to a player."""

    o: Literal["award"]
    seat: int
    amount: int
    pot: int
    run: NotRequired[int]
    side: NotRequired[Side]
    hand: NotRequired[Shown]
    clause: NotRequired[str]
    why: NotRequired[str]
    also: NotRequired[list[str]]
    kill: NotRequired[list[int]]
    kill_why: NotRequired[str]


class End(TypedDict):
    """The deal is over."""

    o: Literal["end"]
    stacks: dict[str, int]
    result: Result
    carried: NotRequired[int]
    rake: NotRequired[int]


class Reject(TypedDict):
    """The event cannot be; nothing has changed."""

    o: Literal["reject"]
    why: str
    event: dict[str, Any]


class Acted(TypedDict):
    """What the engine takes words, chips or cards for: a hand thrown in at its turn is a fold."""

    o: Literal["act"]
    seat: int
    do: Do
    to: int
    back: NotRequired[int]
    add: NotRequired[int]
    clause: NotRequired[str]


class Clocked(TypedDict):
    """A player is on the clock; ``warning``: the countdown has begun; ``over``: it is off him."""

    o: Literal["clock"]
    seat: int
    until: NotRequired[float]
    warning: NotRequired[bool]
    over: NotRequired[bool]
    why: NotRequired[str]


class Doubted(TypedDict):
    """A verdict is held back while something harmless may explain it; ``over``: it ended well."""

    o: Literal["doubt"]
    id: int
    about: Fault
    seats: NotRequired[list[int]]
    cards: NotRequired[list[Card]]
    until: NotRequired[float]
    text: NotRequired[str]
    over: NotRequired[bool]


class Undone(TypedDict):
    """A person's last word is taken back, with the rulings it had brought."""

    o: Literal["undone"]
    event: dict[str, Any]
    rulings: list[int]


EXPECTS: tuple[type, ...] = (
    ExpectCard, ExpectAct, ExpectShow, ExpectDiscard, ExpectDraw, ExpectFloor, ExpectDeck,
)  # fmt: skip
ANSWERS: tuple[type, ...] = (
    Ruling, *EXPECTS, Phase, Award, End, Reject, Acted, Clocked, Doubted, Undone,
    Owe, Exchange, Out,
)  # fmt: skip

# The engine writes one of these types; whoever reads gets a JSON object, and looks at its words.
if TYPE_CHECKING:
    AnyExpect = (
        ExpectCard | ExpectAct | ExpectShow | ExpectDiscard | ExpectDraw | ExpectFloor | ExpectDeck
    )
    AnyAnswer = (
        Ruling | AnyExpect | Phase | Award | End | Reject | Acted | Clocked | Doubted | Undone
        | Owe | Exchange | Out
    )  # fmt: skip
    Expect = dict[str, Any]
    Answer = dict[str, Any]
else:
    Expect = AnyExpect = one_of(*EXPECTS)
    Answer = AnyAnswer = one_of(*ANSWERS)


# Views


class SeatView(TypedDict):
    """A player; what follows ``away`` is there once he is in a deal."""

    name: str
    stack: int
    away: bool
    owes: NotRequired[Owed]
    waits: NotRequired[bool]
    sits_out: NotRequired[int]
    bet: NotRequired[int]
    in_pot: NotRequired[int]
    folded: NotRequired[bool]
    all_in: NotRequired[bool]
    cards: NotRequired[list[Card]]


class HandView(TypedDict):
    """The deal in progress, or the last one."""

    stage: Stage
    street: str
    board: list[Card]
    boards: NotRequired[list[list[Card]]]
    burns: int
    muck: int
    stub: int
    turn: int | None
    pots: list[Pot]
    result: Result | Literal[""]


class OpenRuling(TypedDict):
    """A ruling that still asks for something."""

    id: int
    fault: Fault | Literal["floor"]
    decision: Decision
    clause: str


class LevelView(TypedDict):
    """A tournament's level: which it is, what comes next, what is left of its time in seconds."""

    number: int
    left: NotRequired[float]
    next: NotRequired[dict[str, Any]]


class View(TypedDict):
    """What a role may know of the table; ``expect`` and ``rulings`` are not for the public."""

    table: str
    game: str
    structure: str
    rulebook: str
    button: int | None
    seats: dict[str, SeatView]
    level: NotRequired[LevelView]
    hand: NotRequired[HandView]
    expect: NotRequired[Expect | None]
    rulings: NotRequired[list[OpenRuling]]
