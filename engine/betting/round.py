"""A betting round: whose turn it is, what he may do, and when the round is over."""

from dataclasses import replace

from engine.betting import bring_in
from engine.betting.limits import Limits
from engine.betting.player import Player

# What lets a player raise; everything else that may be said of it bars him.
RIGHTS = frozenset(
    "raise raise_blind reraise raise_half_pot raise_uncapped raise_added_up raise_ceiling "
    "complete".split()
)

COPIED = (
    "dead", "last_aggressor", "high", "base", "step", "size", "raises", "reopened", "capped",
    "aggressor", "opener", "limits",
)  # fmt: skip


class Betting:
    """The chips of one deal."""

    __slots__ = (
        "aggressor", "base", "capped", "dead", "high", "last_aggressor", "limits", "opener",
        "order", "players", "raises", "reopened", "size", "step", "turn",
    )  # fmt: skip

    def __init__(self, players: list[Player], limits: Limits) -> None:
        self.players = {player.seat: player for player in players}
        self.order = players  # clockwise from the button's left
        self.limits = limits
        self.dead = 0  # money that is nobody's bet
        self.turn: Player | None = None
        self.last_aggressor: int | None = None  # of the whole deal
        self._clear(0)

    def _clear(self, size: int) -> None:
        self.high = 0  # the largest total of the round
        self.base = 0  # the largest total that counts as a full bet
        self.step = 0  # the largest full increase so far
        self.size = size  # a full bet on this street
        self.raises = 0
        self.reopened = 0
        self.capped = False
        self.aggressor: int | None = None
        self.opener: int | None = None

    def copy(self) -> "Betting":
        """Another such round, to see what would follow."""
        players = [player.copy() for player in self.order]
        other = Betting(players, self.limits)
        for name in COPIED:
            setattr(other, name, getattr(self, name))
        other.turn = other.players[self.turn.seat] if self.turn is not None else None
        return other

    def restore(self, other: "Betting") -> None:
        """Take an earlier state back, with the same players."""
        for name in COPIED:
            setattr(self, name, getattr(other, name))
        for player in self.order:
            player.restore(other.players[player.seat])
        self.turn = self.players[other.turn.seat] if other.turn is not None else None

    # Forced money

    def ante(self, seat: int, amount: int, dead: bool = False) -> int:
        """Take an ante, or what there is; ``dead`` money is the main pot's whoever is all-in."""
        player = self.players[seat]
        amount = min(amount, player.stack)
        player.stack -= amount
        if dead:
            self.dead += amount
        else:
            player.paid += amount
        player.all_in = player.stack == 0
        return amount

    def post(self, seat: int, amount: int) -> int:
        """Take a blind, or what there is."""
        player = self.players[seat]
        amount = min(amount, player.stack)
        if amount:
            self.put(player, amount)
        return amount

    def open(self, size: int, first: int, high: int = 0) -> None:
        """Start a round at the place ``first`` of the order; ``high`` is the blind to be called."""
        opener = self.opener
        if not high:
            if self.limits.gap is not None:
                self.limits = replace(self.limits, gap=None)
            self._clear(size)
            for player in self.order:
                player.bet = player.faced = 0
                player.acted = False
        self.size = size
        # A short big blind is called as though it were full (hilton.B24, hilton.A18.7).
        self.high = self.base = high
        if self.limits.structure == "limit" and high < self.limits.reopen * size:
            self.base = 0  # too small a blind is no bet: it is completed (hilton.A12.A.1)
        self.step = max(high, size)
        self._pass_turn(first)
        if self.turn is None:
            self.opener = opener  # no action here: who opened the last one shows (diamondjims.p4e)

    def put(self, player: Player, amount: int) -> None:
        """Chips go in."""
        player.stack -= amount
        player.bet += amount
        player.paid += amount
        player.all_in = player.stack == 0

    def join(self, player: Player, button: int) -> None:
        """A player comes in late, at his place clockwise from the button."""
        self.players[player.seat] = player
        seats = sorted(self.players)
        after = [seat for seat in seats if seat > button] + [
            seat for seat in seats if seat <= button
        ]
        self.order.sort(key=lambda p: after.index(p.seat))
        self.order.insert(after.index(player.seat), player)

    # Turns

    def _owes(self, player: Player) -> bool:
        return (
            not player.folded and not player.all_in and (not player.acted or player.bet < self.high)
        )

    def _pass_turn(self, start: int) -> None:
        """Give the turn to the first player from place ``start`` who owes an action."""
        order, high = self.order, self.high
        turn: Player | None = None
        able: Player | None = None  # one who could act, besides
        for k in range(start - len(order), start):  # a place below 0 is counted from the end
            player = order[k]
            if player.folded or player.all_in:
                continue
            if turn is not None:
                able = player
                break
            if not player.acted or player.bet < high:
                turn = player
                if able is not None:
                    break
            else:
                able = player
        # One player alone acts only where the others have put in more than he.
        if turn is not None and able is None and turn.bet >= self.high_of_others(turn):
            turn = None
        self.turn = turn

    def high_of_others(self, player: Player) -> int:
        """What the others have really put in: nobody need match chips that are not there."""
        high = 0
        for other in self.order:
            if other.bet > high and other is not player and not other.folded:
                high = other.bet
        return high

    @property
    def live(self) -> list[Player]:
        """The players still in the deal."""
        return [player for player in self.order if not player.folded]

    def has_all_in(self) -> bool:
        """Whether somebody in the deal has no chips left to bet."""
        return bool([player for player in self.order if player.all_in and not player.folded])

    def is_alone(self) -> bool:
        """Whether at most one player is left in the deal."""
        left = False
        for player in self.order:
            if not player.folded:
                if left:
                    return False
                left = True
        return True

    def outstanding(self) -> list[int]:
        """The seats that still owe an action."""
        return [] if self.turn is None else [p.seat for p in self.order if self._owes(p)]

    # What may be done

    def to_call(self, player: Player) -> int:
        """What he must add to call, were his stack deep enough."""
        owed = self.high - player.bet
        return owed if owed > 0 else 0

    def owed(self, player: Player) -> int:
        """What a call takes of him, or all he has."""
        return min(self.to_call(player), player.stack)

    def pot(self) -> int:
        """All chips in the middle."""
        return self.dead + sum(player.paid for player in self.order)

    def raise_range(self, player: Player) -> tuple[int, int] | None:
        """The least and most he may bet or raise to, or None where he may not."""
        stack_to = player.bet + player.stack
        if stack_to <= self.high or self.right_to_raise(player) not in RIGHTS:
            return None
        least, most = self.bounds(player)
        return least if least < stack_to else stack_to, most if most < stack_to else stack_to

    def bounds(self, player: Player) -> tuple[int, int]:
        """The least full wager and the largest, whether he may make one or not."""
        least, most = self._bounds(player)
        if not (ceiling := self.limits.ceiling):
            return least, most
        most = min(
            most, max(ceiling, self.high)
        )  # up to it, less than a full raise (hilton.A12.0.8)
        return min(least, most), most

    def _bounds(self, player: Player) -> tuple[int, int]:
        limits, step = self.limits, self.step
        if limits.bring_in:
            return bring_in.full(self, player)
        if limits.structure == "limit":
            full = (self.base if self.is_short() else self.high) + self.size
            return full, full
        if limits.half_pot_after is not None and self.raises >= limits.half_pot_after:
            step = max(step, (self.pot() + 1) // 2)
        least = self.high + step
        if limits.structure == "no_limit":
            return least, player.bet + player.stack
        if limits.structure == "spread":
            forced = limits.first_to_limit and self.high and self.aggressor is None
            return least, max(limits.most_add + (0 if forced else self.high), least)
        most = self.high + self.to_call(player) + self.pot_counted()
        return least, max(most, least)

    def pot_counted(self) -> int:
        """The pot as pot limit counts it."""
        limits, pot = self.limits, self.pot()
        if limits.gap is not None and not self.players[limits.gap.until].acted:
            pot += limits.gap.amount
        unit = limits.round_pot or 1
        return -(-pot // unit) * unit

    def is_short(self) -> bool:
        """At limit, whether all above the last full bet is too little: completed, not raised."""
        return self.high - self.base < self.limits.reopen * self.size

    def right_to_raise(self, player: Player) -> str:
        """What of the law lets him raise, or bars it, were there chips enough."""
        if bound := self._bound():
            return bound
        if not self.limits.check_raise and player.acted and not player.bet:
            whole = self.limits.structure == "limit" and self.high > self.base and self.is_short()
            return "complete" if whole else "check_raised"  # uspa.3.2.8.5.2.4f
        if player.acted and player.faced >= self.reopened:
            added_up = self.limits.add_up and self._adds_up(player)
            return "raise_added_up" if added_up else "not_reopened"
        limits = self.limits
        if limits.cap is not None and self.raises >= limits.cap:
            return "raise_uncapped"
        if limits.half_pot_after is not None and self.raises >= limits.half_pot_after:
            return "raise_half_pot"
        if limits.ceiling and self.high and self._bounds(player)[0] > limits.ceiling:
            return "raise_ceiling"
        if self.raises:
            return "reraise"
        if limits.structure == "limit" and self.high > self.base and self.is_short():
            return "complete"
        if limits.bring_in and self.high:
            return "complete"
        blind = player.bet and not player.acted and self.aggressor is None
        return "raise_blind" if blind else "raise"

    def _bound(self) -> str:
        """What keeps everybody from raising: the round's ceiling, its cap."""
        if self.limits.ceiling and self.high >= self.limits.ceiling:
            return "ceiling"
        if self.limits.cap is not None and self.is_capped():
            return "cap" if self._able() > 2 else "cap_stays"
        return ""

    def _adds_up(self, player: Player) -> bool:
        """Several short all-ins together reopen the betting (hilton.A12.0.11, A12.0.13)."""
        owed = self.to_call(player)
        if self.limits.structure == "limit":
            half = self.limits.reopen * self.size
            return player.bet - self.base < half <= self.high - self.base
        return owed >= self.step

    def is_capped(self) -> bool:
        """Whether the book allows no further raise in this round."""
        cap = self.limits.cap
        if cap is None or self.raises < cap:
            return False
        return self.capped or self._able() > 2

    def _able(self) -> int:
        """How many can still bet."""
        return sum(not p.folded and not p.all_in for p in self.order)

    # What is done

    def fold(self, player: Player) -> None:
        """Give up the hand and pass the turn."""
        player.folded = player.acted = True
        if player is self.turn or self.turn is None or len(self.live) == 1:
            self._pass_turn(self.order.index(player) + 1)
        else:  # killed out of turn: who was to act perhaps has nobody left to act against
            self._pass_turn(self.order.index(self.turn))

    def check(self, player: Player) -> None:
        """Pass without a wager."""
        if self.opener is None and self.high == 0:
            self.opener = player.seat
        self.done(player)

    def call(self, player: Player) -> None:
        """Match the bet, or as much of it as the stack allows."""
        self.put(player, min(self.to_call(player), player.stack))
        self.done(player)

    def wager(self, player: Player, to: int) -> None:
        """Bet or raise to a total for the round; legality was checked before."""
        limits = self.limits
        if limits.bring_in and bring_in.made(self, player, to):
            return
        self.put(player, to - player.bet)
        increase = to - self.high
        fixed = self.limits.structure == "limit"
        full = self.size if fixed else self.step
        was_open = self.high == 0
        completes = fixed and self.is_short() and to - self.base >= full
        # The wager that completes a bet too small to count is the bet itself (hilton.A12.A.2).
        is_raise = self.base > 0 or (fixed and not self.is_short())
        self.high = to
        if limits.upper and increase >= limits.upper:  # it is the size now (hilton.C.intro.a.6)
            self.size = limits.upper
        if increase >= limits.reopen * full or completes:
            if is_raise:
                self.raises += 1
                cap = limits.cap
                if cap is not None and self.raises >= cap:
                    able = sum(not p.folded and not p.all_in for p in self.order if p is not player)
                    self.capped = able >= 2  # hilton.A12.I, uspa.3.1.7.3
            self.base = to
            self.step = max(self.step, increase)
            self.reopened += 1
        if was_open or self.opener is None:
            self.opener = player.seat
        self.aggressor = self.last_aggressor = player.seat
        self.done(player)

    def done(self, player: Player) -> None:
        """He has acted: the turn passes."""
        player.acted = True
        player.faced = self.reopened
        self._pass_turn(self.order.index(player) + 1)

    def kill(self, seat: int) -> None:
        """Take a dead hand out; the turn moves on where it was his."""
        player = self.players[seat]
        if not player.folded:
            acted = player.acted
            self.fold(player)
            player.acted = acted  # should he live again

    def accept(self, to: int) -> None:
        """A wager too small counts as one: a raise of it is a whole one more (hilton.A18.3)."""
        if self.limits.structure == "limit" and self.high == to:
            self.base = to

    def turn_from(self, player: Player) -> None:
        """The turn is his, or that of the first after him who owes an action."""
        self._pass_turn(self.order.index(player))

    def return_uncalled(self) -> tuple[int, int] | None:
        """Give back what nobody matched: the seat and the amount."""
        if not self.high or len(self.order) < 2:
            return None  # nobody has bet
        top, second = self.order[0], 0
        for player in self.order[1:]:
            if player.paid > top.paid:
                top, second = player, top.paid
            elif player.paid > second:
                second = player.paid
        excess = min(top.paid - second, top.bet)
        if top.folded or excess <= 0:
            return None
        top.paid -= excess
        top.bet -= excess
        top.stack += excess
        top.all_in = top.stack == 0
        return top.seat, excess
