"""A player's chips in a deal."""


class Player:
    """One dealt-in seat's chips during a deal."""

    __slots__ = ("acted", "all_in", "bet", "faced", "folded", "paid", "seat", "stack", "start")

    def __init__(self, seat: int, stack: int) -> None:
        self.seat, self.stack = seat, stack
        self.start = stack  # before anything was posted
        self.bet = 0  # this round
        self.paid = 0  # this deal, antes included
        self.folded = self.all_in = False
        self.acted = False  # since the round opened
        self.faced = 0  # how many reopening wagers had been made when he last acted

    def copy(self) -> "Player":
        """Another such player."""
        other = Player(self.seat, self.stack)
        other.restore(self)
        return other

    def restore(self, was: "Player") -> None:
        """Have the same chips, and have done the same, as another state of the same player."""
        self.stack, self.start, self.bet, self.paid = was.stack, was.start, was.bet, was.paid
        self.folded, self.all_in = was.folded, was.all_in
        self.acted, self.faced = was.acted, was.faced
