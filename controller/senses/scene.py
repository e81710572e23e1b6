"""What the sensors' words are judged by: how far the deal is, and what it waits for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.cards import DECK_ZONE

if TYPE_CHECKING:
    from engine.hand import Hand
    from engine.table import Table


@dataclass(frozen=True, slots=True)
class Scene:
    """The deal as far as it matters to the sensors; the faces in it are for fusion alone."""

    stage: str = ""  # the engine's word; none before the first deal
    fresh: bool = False  # a deal has begun and no card is out
    live: frozenset[int] = frozenset()  # the seats that can win
    wanted: frozenset[str] = frozenset()  # cards that a ruling wants back in the deck
    to_act: tuple[tuple[int, str], ...] = ()  # seats of this betting round that check or call
    reads_chips: bool = False  # whether the table's sensors tell chips

    @property
    def on(self) -> bool:
        """Whether a deal is going on."""
        return self.stage not in ("", "over")


def scene_of(table: Table) -> Scene:
    """Look at the table."""
    hand = table.hand
    if hand is None or hand.over:
        return Scene("over" if hand else "")
    return Scene(
        stage=hand.stage,
        fresh=hand.stage == "deal" and not any(hand.felt.zones.values()),
        live=frozenset(hand.live_seats()),
        wanted=_wanted(table) if hand.corrections else frozenset(),
        to_act=_to_act(hand) if hand.stage == "bet" else (),
        reads_chips="chips" in table.sensors,
    )


def _wanted(table: Table) -> frozenset[str]:
    steps = [step for each in table.open_corrections() for step in each.steps if not step.done]
    moved = {step.card for step in steps if step.do == "move" and step.zone == DECK_ZONE}
    taken = {card for step in steps if step.do == "take_back" for card in step.cards}
    return frozenset(card for card in moved | taken if card)


def _to_act(hand: Hand) -> tuple[tuple[int, str], ...]:
    """Who still owes an action, from the one whose turn it is, if nobody bets any more."""
    betting = hand.betting
    if betting.turn is None:
        return ()
    at = betting.order.index(betting.turn)
    owing = betting.outstanding()
    order = [player for player in betting.order[at:] + betting.order[:at] if player.seat in owing]
    return tuple((one.seat, "call" if betting.to_call(one) else "check") for one in order)
