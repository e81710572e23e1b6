"""Deals a recorded hand again: a PHH hand becomes the events of a table log."""

import math
import re
from collections.abc import Iterator
from fractions import Fraction

from engine.phh.text import STRUCTURES, Hand, NotPlayedError, PhhError

Event = dict[str, object]

_CARDS = re.compile(r"(?:[2-9TJQKA?][shdc?])+")
_HOLE = 2
_FULL_BOARD = 5
_STREETS_AT = (0, 3, 4)  # how many board cards lie there when the flop, turn and river begin


def events(hand: Hand, rulebook: str = "uspa") -> list[Event]:
    """Say a hand in the table's language: who sat where, each card, burn and bet in order."""
    deal = _Deal(hand)
    deal.open(rulebook)
    deal.hole_cards()
    for action in hand.actions:
        deal.follow(action)
    return deal.events


def chip(hand: Hand) -> Fraction:
    """Return the smallest chip of a hand: amounts in the events are whole numbers of it."""
    amounts = [*hand.starting_stacks, *hand.antes, *hand.blinds]
    amounts += [bet for bet in (hand.min_bet, hand.small_bet, hand.big_bet) if bet is not None]
    amounts += [_amount(hand, words[2]) for words in _words(hand) if words[1:2] == ["cbr"]]
    return Fraction(1, math.lcm(*(amount.denominator for amount in amounts)))


def _words(hand: Hand) -> Iterator[list[str]]:
    for action in hand.actions:
        yield action.split("#")[0].split()


def _amount(hand: Hand, word: str) -> Fraction:
    try:
        return Fraction(word.replace(",", ""))
    except (ValueError, ZeroDivisionError) as error:
        raise PhhError(hand.key, "actions", "an amount", repr(word)) from error


class _Deal:
    """The bets and the board as the hand goes on: enough to tell a check from a call."""

    def __init__(self, hand: Hand) -> None:
        if hand.variant not in STRUCTURES:
            raise NotPlayedError(hand.variant)
        if any(hand.blinds[2:]) or any(blind < 0 for blind in hand.blinds):
            raise NotPlayedError(f"{hand.variant} with a straddle or a late post")
        self.events: list[Event] = []
        self._hand = hand
        self._chip = chip(hand)
        self._stacks = [self._whole(stack) for stack in hand.starting_stacks]
        self._bets = [0] * hand.count
        self._level = 0
        self._board = 0
        self._mucked: list[int] = []
        self._post()

    def open(self, rulebook: str) -> None:
        """Open the table, seat the players so that the last has the button, begin the deal."""
        hand = self._hand
        small, big = (self._whole(blind) for blind in (*hand.blinds, Fraction(), Fraction())[:2])
        opening: Event = {"game": "holdem", "structure": STRUCTURES[hand.variant]}
        opening |= {"format": "cash", "rulebook": rulebook, "seats": max(hand.count, 2)}
        opening |= {"small_blind": small, "big_blind": big} | self._antes()
        for name, bet in (("small_bet", hand.small_bet), ("big_bet", hand.big_bet)):
            if bet is not None:
                opening[name] = self._whole(bet)
        self._say("open", **opening)
        for seat, stack in enumerate(hand.starting_stacks, 1):
            called = {"name": hand.players[seat - 1]} if hand.players else {}
            self._say("sit", seat=seat, stack=self._whole(stack), **called)
        self._say("hand", button=hand.count)

    def hole_cards(self) -> None:
        """Deal one card at a time, twice round from the left of the button."""
        hands = self._hands()
        for round_ in range(_HOLE):
            for seat, cards in enumerate(hands, 1):
                self._say("card", card=cards[round_], zone=f"seat:{seat}", face="down")

    def follow(self, action: str) -> None:
        """Say one action of the hand; the hole cards have been dealt already."""
        match action.split("#")[0].split():
            case [] | ["d", "dh", _, _]:
                pass
            case ["d", "db", cards]:
                self._deal_board(self._cards(cards))
            case [player, "f"]:
                self._say("act", seat=self._seat(player), do="fold")
            case [player, "cc"]:
                self._check_or_call(self._seat(player))
            case [player, "cbr", amount]:
                self._bet(self._seat(player), self._whole(_amount(self._hand, amount)))
            case [player, "sm"]:
                self._mucked.append(self._seat(player))
                self._muck_if_out()
            case [player, "sm", "-"]:
                self._say("show", seat=self._seat(player))
            case [player, "sm", cards]:
                self._say("show", seat=self._seat(player), cards=self._cards(cards))
            case _:
                raise PhhError(self._hand.key, "actions", "an action of hold'em", repr(action))

    def _say(self, what: str, **fields: object) -> None:
        self.events.append({"t": len(self.events), "e": what, **fields})

    def _post(self) -> None:
        """Take antes, then blinds, as the engine will: the bets decide what a check is."""
        hand = self._hand
        for player, ante in enumerate(self._by_player(hand.antes)):
            self._stacks[player] -= min(self._stacks[player], self._whole(ante))
        for player, blind in enumerate(self._by_player(hand.blinds)):
            self._put(player, min(self._stacks[player], self._whole(blind)))
        # A short blind does not lower what the others must call.
        self._level = max([self._level, *(self._whole(blind) for blind in hand.blinds)])

    def _by_player(self, amounts: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
        """Give amounts by player: PHH lists the small blind first even heads-up on the button."""
        return amounts[::-1] if self._hand.count == 2 else amounts

    def _antes(self) -> Event:
        antes = [self._whole(ante) for ante in self._by_player(self._hand.antes)]
        if not any(antes):
            return {}
        if len(set(antes)) == 1:
            return {"ante": antes[0]}
        return {"house": {"antes": antes}}  # one player's ante is dead money for the whole table

    def _hands(self) -> list[list[str]]:
        """Collect each player's hole cards; cards only the showdown revealed are dealt as such."""
        hands: list[list[str]] = [[] for _ in range(self._hand.count)]
        for words in _words(self._hand):
            match words:
                case ["d", "dh", player, cards]:
                    hands[self._seat(player) - 1] += self._cards(cards)
                case [player, "sm", cards] if cards != "-" and "?" not in cards:
                    seat = self._seat(player)
                    if "??" in hands[seat - 1]:
                        hands[seat - 1] = self._cards(cards)
        return [(cards + ["??"] * _HOLE)[:_HOLE] for cards in hands]

    def _deal_board(self, cards: list[str]) -> None:
        if self._board in _STREETS_AT:
            self._bets = [0] * self._hand.count
            self._level = 0
            self._say("card", card="??", zone="burn", face="down")
        for card in cards:
            self._say("card", card=card, zone="board", face="up")
        self._board += len(cards)
        self._muck_if_out()

    def _muck_if_out(self) -> None:
        """Throw unshown hands away once the board is out: PHH has all-in hands do so before."""
        while self._mucked and self._board >= _FULL_BOARD:
            self._say("muck", seat=self._mucked.pop(0))

    def _check_or_call(self, seat: int) -> None:
        due = self._level - self._bets[seat - 1]
        self._say("act", seat=seat, do="call" if due > 0 else "check")
        self._put(seat - 1, min(due, self._stacks[seat - 1]))

    def _bet(self, seat: int, to: int) -> None:
        more = to - self._bets[seat - 1]
        if more >= self._stacks[seat - 1]:
            self._say("act", seat=seat, do="all_in")
        else:
            self._say("act", seat=seat, do="raise" if self._level else "bet", to=to)
        self._put(seat - 1, min(more, self._stacks[seat - 1]))

    def _put(self, player: int, amount: int) -> None:
        self._stacks[player] -= amount
        self._bets[player] += amount
        self._level = max(self._level, self._bets[player])

    def _whole(self, amount: Fraction) -> int:
        return int(amount / self._chip)

    def _seat(self, player: str) -> int:
        number = player[1:]
        if player[:1] == "p" and number.isdecimal() and 1 <= int(number) <= self._hand.count:
            return int(number)
        raise PhhError(self._hand.key, "actions", f"p1 to p{self._hand.count}", repr(player))

    def _cards(self, text: str) -> list[str]:
        if not _CARDS.fullmatch(text):
            raise PhhError(self._hand.key, "actions", "cards such as AhTd", repr(text))
        return [text[at : at + 2] for at in range(0, len(text), 2)]
