"""What goes over MQTT, as types: one place for every payload; the schemas are made from these."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

from engine.answers import EXPECTS, Answer, Doubted, View, one_of
from engine.log import DECISIONS, FAULTS, TYPES, Amount, Card, Do, Seat, Zone
from engine.wording import Phrase

Severity = Literal["stop", "fix", "note", "floor"]
Kind = Literal[
    "ruling", "call", "reader", "camera", "disagreement", "journal", "faces", "requests", "clock",
    "away",
]  # fmt: skip
State = Literal["ok", "negotiating", "silent", "absent", "unregistered card", "same card twice"]
if TYPE_CHECKING:
    Event = dict[str, Any]
    Snapshot = Mapping[str, Any]
    Due = dict[str, Any]
else:  # what another version of this program sent is still read: only the schema is strict
    Event = one_of(*TYPES.values())
    Snapshot = one_of(View)
    Due = one_of(*EXPECTS, or_empty=True)
Text = Annotated[str, msgspec.Meta(max_length=500)]
Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Name = Annotated[str, msgspec.Meta(max_length=80)]
Time = Annotated[str, msgspec.Meta(max_length=40)]  # the wall's, ISO 8601 in UTC, or its beginning
HandNumber = Annotated[int, msgspec.Meta(ge=1)]


class Message(msgspec.Struct, frozen=True):
    """What every payload of the table has in common; faces nobody was shown are ``??`` in all."""


class Said(Message, frozen=True):
    """A sentence by its key in ``controller/languages`` and what fills it."""

    key: str
    fill: dict[str, Any] = {}


def phrased(phrases: Iterable[Phrase]) -> list[Said]:
    """Phrases as they go out, for whoever shows them in another language."""
    return [Said(one.key, dict(one.fill)) for one in phrases]


class Stamped(Message, frozen=True, kw_only=True):
    """A payload with its place in the table's order of things."""

    boot: str  # changes when the controller starts anew
    seq: int  # of the last event it knows of; rises by one with each event, over all boots
    t: float  # the table's own time in seconds
    at: str  # the wall's time, ISO 8601 in UTC


class Info(Stamped, frozen=True, kw_only=True):
    """``info``: what kind of table this is."""

    version: str
    table: str
    game: str
    structure: str
    format: str
    rulebook: str
    small_blind: int
    big_blind: int
    ante: int = 0
    bring_in: int = 0  # of stud
    small_bet: int = 0  # the least bet, or at fixed limit the small and the big one
    big_bet: int = 0
    board: int = 5  # how many cards the game lays in the middle
    seats: int
    delay: float  # seconds from what happens to its broadcast
    live: bool = False  # broadcast without delay: every display says so
    live_by: list[str] = []  # who asks for it: with a second one it holds from the next hand on
    half_blind: str = ""  # why the camera does not see, where one is set up
    language: str = "en"  # what the table's alerts are said in


class PublicState(Stamped, frozen=True, kw_only=True):
    """``public/state``: the whole table; after a gap in ``seq`` this makes a display right."""

    hand: int  # the number of the deal
    state: Snapshot  # for the public role
    live: bool = False
    kept: bool = True  # false: the journal takes nothing, and a restart would forget this


class PublicEvent(Stamped, frozen=True, kw_only=True):
    """``public/event``: one event of the table log and the engine's answers to it."""

    hand: int
    event: Event
    answers: list[Answer]


class ChipsAsked(Message, frozen=True):
    """Chips in a spot that the camera cannot name: one of these they are."""

    seat: int
    choices: list[list[int]]  # the chips of each amount; ``request/ROLE/chips`` with them answers


class DealerExpect(Stamped, frozen=True, kw_only=True):
    """``dealer/expect``: what to do next."""

    say: str  # in large type: "Burn"
    said: list[Said] = []  # the same, for other languages
    why: str = ""  # the clause
    expect: Due = {}  # the engine's own answer
    ruling: int | None = None  # of which this is a step
    doubts: list[Doubted] = []  # questions that one touch answers
    asks: dict[int, list[Said]] = {}  # what they ask, by their numbers
    chips: list[ChipsAsked] = []  # which chips came to a spot
    dealer: str = ""  # on duty
    duty: bool = False  # whether dealers come on duty with a code
    kept: bool = True  # as in ``public/state``


class Step(Message, frozen=True):
    """One step of a correction."""

    say: str
    do: str
    when: str = "now"
    done: bool = False
    said: list[Said] = []


class Acknowledged(Message, frozen=True):
    """Who took notice, and when."""

    by: str
    role: str
    at: str


class Alert(Message, frozen=True, kw_only=True):
    """Something that a person must see to."""

    id: str  # "ruling-12", "reader-seat-3": stays the same while it is open
    kind: Kind
    severity: Severity
    text: str
    t: float
    at: str
    hand: int
    said: list[Said] = []  # the text, for other languages; none: it is only there as it is
    fault: str = ""
    decision: str = ""
    clause: str = ""
    also: list[str] = []
    seats: list[int] = []
    cards: list[str] = []
    steps: list[Step] = []
    ruling: int | None = None
    acknowledged: Acknowledged | None = None  # by the role whose topic this is
    seen: list[Acknowledged] = []  # by all roles


class Alerts(Stamped, frozen=True, kw_only=True):
    """``dealer/alert`` and ``floor/alert``: all that is open, oldest first; none: no payload."""

    alerts: list[Alert]


class Anchor(Message, frozen=True, kw_only=True):
    """``anchor``: how far the journal had come, kept where its file is not."""

    table: str
    n: int  # links of its chain
    seq: int  # events
    line: int  # of the audit
    head: str  # the last link's proof
    at: str  # the wall's time, ISO 8601 in UTC
    proof: str = ""  # that the table's key was there when this was said


class ReaderHealth(Message, frozen=True):
    """One reader in the operators' words."""

    name: str
    state: State
    detail: str = ""
    zones: list[str] = []
    since: str = ""


class Health(Stamped, frozen=True, kw_only=True):
    """``floor/health``: how the table's parts are."""

    readers: list[ReaderHealth]
    camera: str = "none"
    camera_detail: str = ""
    journal: str = "ok"  # or what is wrong with it
    journal_bytes: int = 0
    disk_free: int = 0
    waiting: int = 0  # messages that the broker has not taken yet
    hands_hour: float = 0.0
    faults: dict[str, int] = {}  # by kind, since the table opened
    faults_by_dealer: dict[str, int] = {}
    dealer: str = ""
    uptime: float = 0.0


class FloorLog(Stamped, frozen=True, kw_only=True):
    """``floor/log``: an event with where it came from and how sure it is."""

    hand: int
    event: Event
    answers: list[Answer]
    src: str = ""
    sure: float = 1.0


class Sealed(Message, frozen=True, kw_only=True):
    """``broadcast/hand``: a hand that only the broadcast station's key opens.

    With nothing sealed in it, the hand is taken back: it was opened again at the table.
    """

    table: str
    hand: int
    ended: str  # the wall's time
    released: str
    live: bool = False  # told while the hand is on, the floor having switched the delay off
    sealed: str  # base64 of controller.security.seal


class Frame(Message, frozen=True):
    """What the table looked like from ``t`` on, every face included."""

    t: float
    state: Snapshot  # for the broadcast role
    event: Event
    answers: list[Answer] = []
    up: list[str] = []  # the players' cards whose faces the whole table sees


class BroadcastHand(Message, frozen=True, kw_only=True):
    """What a ``Sealed`` holds: the deal from its start, as frames to be played in their time."""

    table: str
    hand: int
    began: str
    ended: str = ""
    frames: list[Frame]


class Trouble(Message, frozen=True):
    """Why a request was not done."""

    expected: str
    got: str
    do: str = ""
    key: str = ""  # of a sentence for people, in ``controller/languages``


class Response(Message, frozen=True, kw_only=True):
    """``response/<role>/<verb>``: the answer to the request with the same id."""

    id: str
    ok: bool
    seq: int | None = None  # of the event it became
    answers: list[Answer] = []
    error: Trouble | None = None
    result: Any = None


# Requests. ``id`` makes one that is sent twice count once; ``by`` is who stands behind the role.


class Asked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``request/<role>/<verb>``: what all of them have."""

    id: Id
    by: Annotated[str, msgspec.Meta(max_length=80)] = ""


class AskAct(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player's action."""

    seat: Seat
    do: Do
    to: Amount | None = None


class AskSeat(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something about one seat: leave, away, back, look, muck, clock."""

    seat: Seat


class AskSit(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player sits, or adds chips."""

    seat: Seat
    stack: Amount
    name: Annotated[str, msgspec.Meta(max_length=40)] = ""


class AskShow(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A hand is tabled; before the showdown one that was seen, or whose cards are named."""

    seat: Seat
    cards: Annotated[list[Card], msgspec.Meta(max_length=13)] | None = None


class AskDeclare(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something said that the rules give weight to."""

    seat: Seat
    what: Annotated[str, msgspec.Meta(max_length=40)]


class AskAnswer(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"is_": "is"}):
    """Whether a doubt is right."""

    doubt: int
    is_: bool


class AskDraw(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many cards a player throws away; which, no console may say."""

    seat: Seat
    count: Annotated[int, msgspec.Meta(ge=0, le=5)]


class AskChips(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Chips pushed in with one motion."""

    seat: Seat
    chips: Annotated[list[Amount], msgspec.Meta(max_length=200)]
    said: Annotated[str, msgspec.Meta(max_length=40)] | int | None = None


class AskSay(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something said before, or without, chips; an amount is the total for the round."""

    seat: Seat
    words: Annotated[str, msgspec.Meta(max_length=40)] | Amount


class AskHand(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A new deal."""

    button: Seat | None = None


class AskReport(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A fault that no sensor saw."""

    fault: Literal[FAULTS]  # type: ignore[valid-type]  # the engine's words, known when it runs
    seat: Seat | None = None
    card: Card | None = None
    zone: Zone | None = None


class AskDecide(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The floor decides."""

    decision: Literal[DECISIONS]  # type: ignore[valid-type]  # as above
    seat: Seat | None = None
    amount: Amount | None = None
    ruling: int | None = None


class AskCase(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What may be decided of a ruling, and what the other books decide of it."""

    ruling: int


class AskAlert(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Acknowledge one alert by its id."""

    alert: Text


class AskCall(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Call the floor."""

    why: Text = ""
    reason: Annotated[str, msgspec.Meta(max_length=40)] = ""  # a word of ``[reason]``


class AskDuty(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A dealer comes on duty; without a code, the one on duty goes."""

    code: Annotated[str, msgspec.Meta(max_length=40)] = ""


class AskLive(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Switch live-to-tape on or off: the broadcast without its delay."""

    on: bool


class AskRegister(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which decks are in turn; registering a new one is done at the table."""

    decks: Annotated[list[Annotated[str, msgspec.Meta(max_length=40)]], msgspec.Meta(max_length=16)]


class AskHandLog(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One hand's events and answers, masked; ``hand_phh``: the same hand as PHH."""

    hand: HandNumber


class AskHands(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The hands that have all of this, newest first."""

    before: int | None = None
    most: Annotated[int, msgspec.Meta(ge=1, le=200)] = 50
    hand: HandNumber | None = None
    since: Time = ""
    until: Time = ""
    fault: Annotated[str, msgspec.Meta(max_length=40)] = ""
    ruled: bool = False  # only those with a ruling
    dealer: Name = ""  # a part of it will do
    player: Name = ""  # likewise, or "seat 3"


class AskHistory(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Hands and faults by the hour."""

    since: Time = ""


class AskAudit(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The audit's lines that have all of this, newest first."""

    before: int | None = None
    most: Annotated[int, msgspec.Meta(ge=1, le=200)] = 50
    hand: HandNumber | None = None
    since: Time = ""
    until: Time = ""
    words: Text = ""
    reads: bool = False  # and who only looked something up
    verify: bool = False  # and whether the chain holds, from its first line


class AskEvidence(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Of which events of a hand there are pictures."""

    hand: HandNumber


class AskAccess(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The pages' server says who came, went or was turned away; of ``pages`` alone."""

    what: Literal["login", "logout", "locked", "account", "link", "start"]
    ok: bool = True
    role: Name = ""
    name: Name = ""  # a person's account, or a link's name; none of an account that there is not
    address: Name = ""
    at: Time = ""  # when; it may be told later
    times: Annotated[int, msgspec.Meta(ge=1)] = 1  # as often as that, and told once
    # What became of an account or a link on the command line; ``role`` has all of an account's.
    change: Literal["", "added", "roles", "password", "removed", "given", "revoked"] = ""
    page: Name = ""  # that the link opens
    link: Name = ""  # its id
    table: Name = ""  # the only one that it shows


class AskPicture(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One of an event's pictures: the table, or the card from near by."""

    seq: Annotated[int, msgspec.Meta(ge=1)]
    number: Annotated[int, msgspec.Meta(ge=1, le=9)] = 1


class AskPost(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Chips put up before the cards, beyond what a deal takes by itself."""

    seat: Seat
    what: Literal["big_blind", "missed", "straddle", "kill", "half_kill", "ante", "buy_button"]
    amount: Amount | None = None


class AskMove(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player changes seats."""

    seat: Seat
    to: Seat


class AskLevel(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """New stakes, or another game, from the next deal on."""

    small_blind: Amount | None = None
    big_blind: Amount | None = None
    ante: Amount | None = None
    bring_in: Amount | None = None
    small_bet: Amount | None = None
    big_bet: Amount | None = None
    game: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    structure: Literal["limit", "spread", "pot_limit", "no_limit"] | None = None
    minutes: Annotated[int, msgspec.Meta(ge=1, le=10_000)] | None = None


class AskAgree(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Players agree on something."""

    what: Literal["deal_twice", "deal_three_times", "chop_blinds", "split_pot", "insurance"]
    seats: Annotated[list[Seat], msgspec.Meta(max_length=20)]


class AskRace(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The smallest chip leaves play; odd ones by seat."""

    chip: Amount
    into: Amount
    odd: Annotated[dict[str, Amount], msgspec.Meta(max_length=20)]


class AskRake(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The drop taken from the pot in progress."""

    amount: Amount


class AskCollect(Asked, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Seat rental, from one player or from all."""

    amount: Amount
    seat: Seat | None = None


VERBS: dict[str, type[Asked]] = {
    "act": AskAct, "show": AskShow, "muck": AskSeat, "declare": AskDeclare, "look": AskSeat,
    "chips": AskChips, "say": AskSay, "rest": AskSeat, "clock": AskSeat,
    "shuffle": Asked, "cut": Asked, "hand": AskHand,
    "report": AskReport, "undo": Asked, "acknowledge": AskAlert, "call": AskCall,
    "sit": AskSit, "leave": AskSeat, "away": AskSeat, "back": AskSeat,
    "answer": AskAnswer, "draw": AskDraw, "duty": AskDuty,
    "post": AskPost, "wait": AskSeat, "move": AskMove, "agree": AskAgree,
    "level": AskLevel, "race": AskRace, "rake": AskRake, "collect": AskCollect,
    "decide": AskDecide, "live": AskLive, "register": AskRegister, "hands": AskHands,
    "hand_log": AskHandLog, "health": Asked, "release": Asked, "hand_phh": AskHandLog,
    "case": AskCase, "history": AskHistory, "audit": AskAudit, "evidence": AskEvidence,
    "picture": AskPicture, "access": AskAccess,
}  # fmt: skip
PAYLOADS: dict[str, type[Message]] = {
    "info": Info, "public/state": PublicState, "public/event": PublicEvent,
    "dealer/expect": DealerExpect, "dealer/alert": Alerts, "floor/alert": Alerts,
    "floor/health": Health, "floor/log": FloorLog, "broadcast/hand": Sealed,
    "response": Response, "anchor": Anchor,
}  # fmt: skip
