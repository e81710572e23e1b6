"""What each role may see: only the broadcast ever holds a face the table has not seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.cards import BURN, MUCK, UNREAD
from engine.pots import split

if TYPE_CHECKING:
    from engine.hand import Hand
    from engine.table import Table

ROLES = ("public", "dealer", "floor", "broadcast")


def view(table: Table, role: str) -> dict[str, Any]:
    """A snapshot for a role."""
    if role not in ROLES:
        raise ValueError(f"expected one of {', '.join(ROLES)}, got {role!r}")
    hand = table.hand
    snapshot: dict[str, Any] = {
        "table": table.name,
        "game": table.game.name,
        "structure": table.structure,
        "rulebook": table.book.name,
        "button": table.button,
        "seats": {str(seat): _seat(table, seat, role) for seat in sorted(table.seats)},
    }
    if hand is not None:
        snapshot["hand"] = _hand(table, hand, role)
    if role in ("dealer", "floor", "broadcast"):
        snapshot["expect"] = masked(table.expected, table, role)
        snapshot["rulings"] = [
            {"id": c.ruling, "fault": c.fault, "decision": c.decision, "clause": c.clause}
            for c in table.open_corrections()
        ]
    return snapshot


def _faces(table: Table, cards: list[str], role: str) -> list[str]:
    if role == "broadcast":
        return list(cards)
    return [card if table.is_shown(card) else UNREAD for card in cards]


def _seat(table: Table, seat: int, role: str) -> dict[str, Any]:
    person, hand = table.seats[seat], table.hand
    shown: dict[str, Any] = {"name": person.name, "stack": person.stack, "away": person.away}
    player = hand.betting.players.get(seat) if hand is not None else None
    if hand is not None and player is not None:
        shown |= {
            "stack": player.stack if not hand.over else person.stack,
            "bet": player.bet,
            "in_pot": player.paid,
            "folded": player.folded,
            "all_in": player.all_in,
            "cards": _faces(table, hand.hole(seat), role),
        }
    return shown


def _hand(table: Table, hand: Hand, role: str) -> dict[str, Any]:
    betting = hand.betting
    pots = split(betting.order, {player.seat for player in betting.live}, betting.dead)
    return {
        "stage": hand.stage,
        "street": hand.game.streets[hand.street].name,
        "board": _faces(table, [*hand.board, *hand.fresh], role),
        "burns": len(hand.felt.cards(BURN)),
        "muck": len(hand.felt.cards(MUCK)),
        "stub": hand.felt.stub,
        "turn": betting.turn.seat if betting.turn is not None and hand.stage == "bet" else None,
        "pots": [{"amount": pot.amount, "seats": list(pot.seats)} for pot in pots],
        "result": hand.result,
    }


def masked(said: Any, table: Table, role: str) -> Any:
    """An event or an answer with every face the role may not see replaced."""
    if role == "broadcast" or not isinstance(said, dict):
        return said
    return {key: _masked(key, value, table, role) for key, value in said.items()}


def _masked(key: str, value: Any, table: Table, role: str) -> Any:
    if key == "card" and isinstance(value, str):
        return _faces(table, [value], role)[0]
    if key in ("hand", "event"):
        return masked(value, table, role)
    if key in ("cards", "discards", "procedure") and isinstance(value, list):
        return [
            masked(item, table, role) if isinstance(item, dict) else _faces(table, [item], role)[0]
            for item in value
        ]
    return value
