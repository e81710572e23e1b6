"""What others may know of a table: only the broadcast ever holds a face the table has not seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from engine.answers import (
    ROLES,
    HandView,
    LevelView,
    OpenRuling,
    Pot,
    ProcedureStep,
    SeatView,
    View,
)
from engine.cards import BURN, DECK_ZONE, MUCK, SEAT_ZONES, UNREAD
from engine.deal.deal import Deal
from engine.deal.tasks import Correction, Task
from engine.people import owing
from engine.play import killing, legs
from engine.play.expecting import due_first
from engine.room import Person, Room
from engine.wording import Phrase

__all__ = [
    "ROLES", "Drawn", "Outlook", "Ruled", "Spot", "StepDue", "StreetDue", "Unfinished", "drawn",
    "masked", "outlook", "places", "ruled", "ruling_due", "spots", "step_due", "street_due",
    "unfinished", "view",
]  # fmt: skip


def view(deal: Deal, role: str) -> View:
    """A snapshot for a role."""
    if role not in ROLES:
        raise ValueError(f"expected one of {', '.join(ROLES)}, got {role!r}")
    setting, room = deal.setting, deal.room
    snapshot: View = {
        "table": setting.name,
        "game": setting.game.name,
        "structure": setting.structure,
        "rulebook": setting.book.name,
        "button": room.button,
        "seats": {str(seat): _seat(deal, seat, role) for seat in sorted(room.seats)},
    }
    if setting.format == "tournament":
        snapshot["level"] = _level(room)
    if deal.began:
        snapshot["hand"] = _hand(deal, role)
    if role in ("dealer", "floor", "broadcast"):
        snapshot["expect"] = _masked_all(room.expected, deal, role)
        snapshot["rulings"] = [_open_ruling(each) for each in deal.open_corrections()]
    return snapshot


def _level(room: Room) -> LevelView:
    """A tournament's level; what is left of it is counted from the last event on."""
    levels = room.evening.levels
    shown: LevelView = {"number": levels.number}
    if levels.until is not None:
        shown["left"] = max(0.0, levels.until - room.t)
    if levels.due or levels.told:
        shown["next"] = {**levels.due, **levels.told}
    return shown


def _open_ruling(correction: Correction) -> OpenRuling:
    return {
        "id": correction.ruling, "fault": correction.fault, "decision": correction.decision,
        "clause": correction.clause,
    }  # fmt: skip


def _faces(deal: Deal, cards: list[str], role: str) -> list[str]:
    if role == "broadcast":
        return list(cards)
    return [card if deal.is_shown(card) else UNREAD for card in cards]


def _seat(deal: Deal, seat: int, role: str) -> SeatView:
    person = deal.room.seats[seat]
    shown: SeatView = {"name": person.name, "stack": person.stack, "away": person.away}
    if person.dues is not None:
        _owed(deal, person, shown)
    if "owes" not in shown:
        _owed_besides(deal, seat, person, shown)
    player = deal.betting.players.get(seat)
    if player is not None:
        shown |= {
            "stack": player.stack if not deal.over else person.stack,
            "bet": player.bet,
            "in_pot": player.paid,
            "folded": player.folded,
            "all_in": player.all_in,
            "cards": _faces(deal, deal.felt.hole(seat), role),
        }
    return shown


def _owed(deal: Deal, person: Person, shown: SeatView) -> None:
    """What stands between a player and his next hand."""
    setting, dues = deal.setting, person.dues
    due = owing.owed(setting, dues)
    if due is not None:
        clause = setting.whys[due.why]
        shown["owes"] = {
            "what": due.what, "amount": due.live, "dead": due.dead, "clause": clause,
        }  # fmt: skip
    if dues is not None and (dues.waits or due is not None):
        shown["waits"] = dues.waits
    if person.sits_out:
        shown["sits_out"] = person.sits_out


def _owed_besides(deal: Deal, seat: int, person: Person, shown: SeatView) -> None:
    """The kill of the next pot, or the rest of a buy-in."""
    setting = deal.setting
    if deal.room.evening.killer == seat and not deal.room.evening.killed:
        clause, size = setting.whys["owe_kill"], legs.size(setting)
        shown["owes"] = {"what": "kill", "amount": size, "dead": 0, "clause": clause}
    elif person.waits_for_chips and person.least > person.stack:
        lacks, why = person.least - person.stack, person.least_why
        shown["owes"] = {"what": "buy_in", "amount": lacks, "dead": 0, "clause": why}


def _hand(deal: Deal, role: str) -> HandView:
    agenda, betting, felt = deal.agenda, deal.betting, deal.felt
    turn = betting.turn.seat if betting.turn is not None and agenda.stage == "bet" else None
    pots: list[Pot] = [{"amount": pot.amount, "seats": list(pot.seats)} for pot in deal.pots()]
    shown: HandView = {
        "stage": agenda.stage,
        "street": agenda.betting.name,
        "board": _faces(deal, [*felt.board, *felt.fresh], role),
        "burns": len(felt.cards(BURN)),
        "muck": len(felt.cards(MUCK)),
        "stub": felt.stub,
        "turn": turn,
        "pots": pots,
        "result": deal.result,
    }
    runs = deal.showing.runs
    if runs is not None:
        now = [*felt.board, *felt.fresh]
        boards = runs.boards if len(runs.boards) == runs.times else [*runs.boards, now]
        shown["boards"] = [_faces(deal, board, role) for board in boards]
    return shown


class HasDeal(Protocol):
    """A table, as far as faces are concerned."""

    @property
    def deal(self) -> Deal:
        """The deal in progress, or the last one."""


def masked(said: Any, table: HasDeal, role: str) -> Any:
    """An event or an answer with every face the role may not see replaced."""
    return _masked_all(said, table.deal, role)


def _masked_all(said: Any, deal: Deal, role: str) -> Any:
    if role == "broadcast" or not isinstance(said, dict):
        return said
    return {key: _masked(key, value, deal, role) for key, value in said.items()}


def _masked(key: str, value: Any, deal: Deal, role: str) -> Any:
    if key == "card" and isinstance(value, str):
        return _faces(deal, [value], role)[0]
    if key in ("hand", "event"):
        return _masked_all(value, deal, role)
    if key in ("cards", "discards", "procedure") and isinstance(value, list):
        return [
            _masked_all(item, deal, role)
            if isinstance(item, dict)
            else _faces(deal, [item], role)[0]
            for item in value
        ]
    return value


@dataclass(frozen=True, slots=True)
class Outlook:
    """The deal as far as it matters to the sensors; the faces in it are for fusion alone."""

    stage: str = ""  # none before the first deal
    fresh: bool = False  # a deal has begun and no card is out
    live: frozenset[int] = frozenset()  # the seats that can win
    wanted: frozenset[str] = frozenset()  # cards that a ruling wants back in the deck
    to_act: tuple[tuple[int, str], ...] = ()  # seats of this betting round that check or call
    reads_chips: bool = False  # whether the table's sensors tell chips
    upcards: frozenset[str] = frozenset()  # the zones of players with cards that lie face up

    @property
    def on(self) -> bool:
        """Whether a deal is going on."""
        return self.stage not in ("", "over")


def outlook(deal: Deal) -> Outlook:
    """Look at the deal as fusion must."""
    stage = deal.agenda.stage
    if deal.over:
        return Outlook(stage if deal.began else "")
    return Outlook(
        stage=stage,
        fresh=stage == "deal" and not any(deal.felt.zones.values()),
        live=frozenset(deal.live_seats()),
        wanted=_wanted(deal) if deal.corrections else frozenset(),
        to_act=_to_act(deal) if stage == "bet" else (),
        reads_chips="chips" in deal.setting.sensors,
        upcards=_with_upcards(deal) if deal.agenda.stud is not None else frozenset(),
    )


def _with_upcards(deal: Deal) -> frozenset[str]:
    """Where cards lie face up in stud, until hands are shown."""
    if deal.agenda.stage in ("over", "show"):
        return frozenset()
    return frozenset(SEAT_ZONES[seat] for seat in deal.live_seats())


def places(deal: Deal) -> tuple[dict[str, str], frozenset[str]]:
    """Where every read card lies, and which of them the table has seen; for fusion alone."""
    return dict(deal.felt.place), frozenset(deal.felt.shown)


class Spot(NamedTuple):
    """The chips in front of a player, as far as they were told."""

    chips: tuple[int, ...] | None  # of this round; None: he has a bet of which no chip was told
    before: tuple[int, ...] = ()  # of the round before: perhaps they were not pulled in yet


def spots(deal: Deal) -> dict[int, Spot]:
    """What lies in each betting spot by the table log; for fusion alone."""
    if deal.over:
        return {}
    now, told = deal.acts.now, {}
    for seat, player in deal.betting.players.items():
        chips = now.spots.lying.get(seat)
        known = chips if chips is not None or player.bet else ()
        told[seat] = Spot(known, now.spots.pulled_in.get(seat, ()))
    return told


def _wanted(deal: Deal) -> frozenset[str]:
    tasks = [task for each in deal.open_corrections() for task in each.tasks if not task.done]
    moved = {task.card for task in tasks if task.do == "move" and task.zone == DECK_ZONE}
    taken = {card for task in tasks if task.do == "take_back" for card in task.cards}
    return frozenset(card for card in moved | taken if card)


def _to_act(deal: Deal) -> tuple[tuple[int, str], ...]:
    """Who still owes an action, from the one whose turn it is, if nobody bets any more."""
    betting = deal.betting
    if betting.turn is None:
        return ()
    at = betting.order.index(betting.turn)
    owing = betting.outstanding()
    order = [player for player in betting.order[at:] + betting.order[:at] if player.seat in owing]
    return tuple((one.seat, "call" if betting.to_call(one) else "check") for one in order)


@dataclass(frozen=True, slots=True)
class Ruled:
    """How far a ruling has been followed."""

    awaits_floor: bool
    done: bool  # nothing more is asked for
    steps: tuple[tuple[ProcedureStep, bool], ...]  # and whether each was seen done
    said: tuple[Phrase, ...]


def ruled(deal: Deal, number: int) -> Ruled | None:
    """A ruling of this deal, or None where there is none of that number."""
    found = deal.rulings.get(number)
    if found is None:
        return None
    steps = ((task.public(), _seen_done(deal, found, task)) for task in found.tasks)
    left = any(killing.lies(deal, task) for task in found.tasks) and not deal.over
    return Ruled(found.awaits_floor, found.done and not left, tuple(steps), tuple(found.said))


def ruling_due(deal: Deal) -> int | None:
    """The ruling of which the next thing is a step, where it is one."""
    first = _due_first(deal)
    return first[0].ruling if first is not None else None


def _due_first(deal: Deal) -> tuple[Correction, Task | None] | None:
    """The step that comes first; a dead hand is taken before the deal goes on."""
    return (due_first(deal) or killing.due(deal)) if deal.room.expected is not None else None


ENDS = ("misdeal", "void_deal")  # decisions after which every card comes back


def _seen_done(deal: Deal, correction: Correction, task: Task) -> bool:
    """Whether a step was seen done; what a misdeal asks for is done when its deal is over."""
    if task.waits:
        return not killing.lies(deal, task)
    if not (deal.over and correction.decision in ENDS):
        unseen = task.do in ("reshuffle", "cut") and "shuffle" not in deal.setting.sensors
        return task.done and task.followed and not unseen
    room = deal.room
    seen = {"return_all": not deal.felt.place, "reshuffle": room.shuffled, "cut": room.cut}
    return seen.get(task.do, False)


@dataclass(frozen=True, slots=True)
class Unfinished:
    """What a misdeal or a void deal still asks for before the next deal."""

    ruling: int
    steps: tuple[ProcedureStep, ...]


def unfinished(deal: Deal) -> Unfinished | None:
    """What is left to do of the ruling that ended the deal without a winner."""
    ended = [each for each in deal.rulings.values() if each.decision in ENDS]
    if not deal.over or deal.result not in ("misdeal", "void") or not ended:
        return None
    last = ended[-1]
    left = tuple(task.public() for task in last.tasks if not _seen_done(deal, last, task))
    return Unfinished(last.ruling, left)


@dataclass(frozen=True, slots=True)
class StepDue:
    """The step of a correction that comes next, and what it is a correction of."""

    fault: str
    decision: str
    step: ProcedureStep
    before: tuple[ProcedureStep, ...] = ()  # cards to be put aside first, for which no deal waits


def step_due(deal: Deal) -> StepDue | None:
    """The step that comes next, where the next thing is one."""
    first = _due_first(deal)
    correction, task = first or (None, None)
    if correction is None or task is None:
        return None
    aside = tuple(
        one.public()
        for one in correction.tasks[: correction.tasks.index(task)]
        if one.do == "set_aside" and not _seen_done(deal, correction, one)
    )
    return StepDue(correction.fault, correction.decision, task.public(), aside)


@dataclass(frozen=True, slots=True)
class Drawn:
    """How many cards a player asked for, and how many of them are still to come."""

    asked: int
    left: int


def drawn(deal: Deal, seat: int) -> Drawn | None:
    """What a player draws, while the cards of a draw are dealt."""
    exchange = deal.agenda.exchange
    if deal.agenda.stage != "draw" or exchange is None or seat not in exchange.asked:
        return None
    asked = exchange.asked[seat]
    return Drawn(asked, asked - exchange.came.get(seat, 0))


@dataclass(frozen=True, slots=True)
class StreetDue:
    """The street whose cards are due: how many it has, and how many lie there already."""

    name: str
    cards: int
    laid: int
    to_seats: bool = False  # stud: a card to each player


def street_due(deal: Deal) -> StreetDue | None:
    """The street whose cards are due, or were last."""
    agenda = deal.agenda
    if agenda.stage == "cards":
        street, laid_now = agenda.dealing, len(deal.felt.fresh)
        return StreetDue(street.name, street.cards, laid_now, agenda.to_seats)
    laid = agenda.laid
    return StreetDue(laid.name, laid.cards, len(deal.felt.fresh)) if laid is not None else None
