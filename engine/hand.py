"""One deal, from the blinds to the last award: all that is true of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import BOARD, SEAT_ZONES
from engine.felt import Felt
from engine.plan import Plan

if TYPE_CHECKING:
    from engine.betting import Betting
    from engine.corrections import Correction
    from engine.games import Game, Street
    from engine.log import Act


class Hand:
    """The state of a deal."""

    def __init__(self, game: Game, button: int, betting: Betting, blinds: dict[int, int]) -> None:
        self.game = game
        self.button = button
        self.betting = betting
        self.blinds = blinds  # seat and what it posted
        self.felt = Felt()
        self.plan = Plan([p.seat for p in betting.order], game.streets[0].passes)
        self.size = game.starting_cards
        self.stage = "deal"  # deal, bet, cards (burn and board are due), show, over
        self.street = 0
        self.result = ""
        self.start: dict[int, int] = {}  # stacks before anything was posted
        # Cards
        self.holding: dict[int, list[str]] = {p.seat: [] for p in betting.order}
        self.dealt: list[tuple[str, int]] = []  # the starting deal, card by card
        self.board: list[str] = []
        self.fresh: list[str] = []  # board cards of the street being dealt
        self.face_down: set[str] = set()  # board cards not yet turned up
        self.faced: dict[str, float] = {}  # when a board card's face was first seen
        self.void: set[str] = set()  # cards a ruling took out of play
        self.exposed: list[str] = []
        self.boxed = 0
        self.extra = 0
        self.back: str | None = None
        # Burns
        self.burns = 0  # of the street being dealt
        self.early_burns = 0  # made before the betting was done
        self.burn_rules: dict[int, str] = {}  # by street, where a ruling changed it
        self.burn_clause: dict[int, str] = {}
        self.remake_clause: dict[int, str] = {}  # the reshuffle before that street
        self.burn_card: str | None = None  # a ruling names the burn
        self.burn_card_clause = ""
        self.deal_burn = ""  # the clause that wants a burn before the starting deal goes on
        # People
        self.looked: set[int] = set()
        self.acted: set[int] = set()  # seats that acted in this deal
        self.tabled: dict[int, bool] = {}  # at the showdown: shown or mucked
        self.ranks: dict[int, tuple[list[str], int]] = {}  # what a shown hand is worth
        self.show_order: list[int] = []
        self.play_board: set[int] = set()
        self.guarded: set[int] = set()
        self.killed: set[int] = set()
        self.intruders: set[int] = set()  # seats without a player that were dealt in
        # Counters of the windows
        self.actions = 0
        self.with_chips = 0
        self.after_blinds = 0
        self.round_actions = 0
        self.round_chips = 0
        # Rulings under way
        self.corrections: list[Correction] = []
        self.ruled: set[str] = set()  # what was ruled already and needs no second word
        self.premature_at: float | None = None
        self.flop_ruled_at: float | None = None
        self.street_at = 0.0  # when the street's cards were all out
        self.run_out = False  # no betting parts this street from the next
        self.withdrawn: list[str] = []  # cards on the board that a ruling took off it
        self.leftover: list[str] = []  # withdrawn cards that wait for the remade deck
        self.stand = False  # withdrawn cards will count after all
        self.deferred: list[Act] = []  # actions taken before the deal was whole
        self.skipped: set[int] = set()

    @property
    def next_street(self) -> Street:
        """The street whose cards come next."""
        streets = self.game.streets
        return streets[min(self.street + 1, len(streets) - 1)]

    @property
    def street_at_issue(self) -> str:
        """The name of the street that a burn or a board card belongs to now."""
        return (
            self.next_street.name if self.stage == "cards" else self.game.streets[self.street].name
        )

    def burn_rule(self) -> str:
        """Whether the street being dealt wants a burn: burn, no_burn or either."""
        usual = "burn" if self.next_street.burn else "no_burn"
        return self.burn_rules.get(self.street + 1, usual)

    @property
    def over(self) -> bool:
        """Whether the deal is done."""
        return self.stage == "over"

    def leftover_waits(self) -> bool:
        """Whether the street that comes is dealt before the deck is remade with the leftover."""
        return bool(self.leftover) and self.street + 2 in self.burn_rules

    def hole(self, seat: int) -> list[str]:
        """The cards of a seat that play."""
        void = self.void
        held = self.holding.get(seat, [])
        return [card for card in held if card not in void] if void else held

    def is_live(self, seat: int) -> bool:
        """Whether the seat holds a hand that can win."""
        player = self.betting.players.get(seat)
        return player is not None and not player.folded

    def live_seats(self) -> list[int]:
        """The seats that can win, clockwise from the button's left."""
        return [player.seat for player in self.betting.order if not player.folded]

    def on_board(self) -> list[str]:
        """Cards that physically lie on the board."""
        return self.felt.cards(BOARD)

    def has_full_hand(self) -> bool:
        """Whether any player has all his starting cards."""
        return any(len(self.hole(seat)) >= self.size for seat in self.holding)

    def has_second_card(self) -> bool:
        """Whether any player has more than one card."""
        return any(len(held) > 1 for held in self.holding.values())

    def zone(self, seat: int) -> str:
        """The seat's zone by name."""
        return SEAT_ZONES[seat]
