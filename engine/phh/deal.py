"""Deals a recorded hand again: a PHH hand becomes the events of a table log."""

import math
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from engine.games import GAMES
from engine.games.rounds import ToSeats
from engine.phh.text import HandHistory, NotPlayedError, PhhError
from engine.phh.variants import VARIANTS, is_played, layout

Event = dict[str, object]

_CARDS = re.compile(r"(?:[2-9TJQKA?][shdc?])+")
UNKNOWN = "??"


def chip(hand: HandHistory) -> Fraction:
    """Return the smallest chip of a hand: amounts in the events are whole numbers of it."""
    amounts = [stack for stack in hand.starting_stacks if stack is not None]
    amounts += [*hand.antes, *hand.blinds, *_wagers(hand)]
    bets = (hand.min_bet, hand.small_bet, hand.big_bet)
    amounts += [bet for bet in bets if bet is not None]
    return Fraction(1, math.lcm(*(amount.denominator for amount in amounts)))


def starting_stacks(hand: HandHistory) -> tuple[Fraction, ...]:
    """Give each player's stack; one that nobody knows is deeper than all that was wagered."""
    forced = sum(hand.antes, Fraction()) + sum(map(abs, hand.blinds), Fraction())
    deep = sum(_wagers(hand), forced) + (hand.min_bet or hand.big_bet or 1)
    return tuple(deep if stack is None else stack for stack in hand.starting_stacks)


def _wagers(hand: HandHistory) -> list[Fraction]:
    """List what players bet or raised to."""
    return [_amount(hand, words[2]) for words in words_of(hand) if words[1:2] == ["cbr"]]


def words_of(hand: HandHistory) -> Iterator[list[str]]:
    """Each action in words, without its remark."""
    for action in hand.actions:
        yield action.split("#")[0].split()


def _amount(hand: HandHistory, word: str) -> Fraction:
    try:
        return Fraction(word.replace(",", ""))
    except (ValueError, ZeroDivisionError) as error:
        raise PhhError(hand.key, "actions", "an amount", repr(word)) from error


class Dealing:
    """The bets and the board as the hand goes on: enough to tell a check from a call."""

    def __init__(self, hand: HandHistory) -> None:
        if not is_played(hand.variant):
            raise NotPlayedError(hand.variant)
        self.events: list[Event] = []
        self._hand = hand
        self._variant = VARIANTS[hand.variant]
        self._layout = layout(GAMES[self._variant.game])
        self._chip = chip(hand)
        self._stacks = [self._whole(stack) for stack in starting_stacks(hand)]
        self._bets = [0] * hand.count
        self._level = 0
        self._board = 0
        self._shown: set[int] = set()
        self._mucked: list[int] = []
        self._blinds = [self._whole(blind) for blind in self._by_player(hand.blinds)]
        self._check_blinds()
        self._hands = self._dealt()
        self._hidden = self._hidden_hands()
        self._winner = self._unseen_winner()

    def open(self, rulebook: str) -> None:
        """Open the table, seat the players so that the last has the button, begin the deal."""
        hand = self._hand
        live = sorted(blind for blind in self._blinds if blind > 0)
        small, big = ([0, 0, *live])[-2:]
        opening: Event = self._variant._asdict()
        opening |= {"format": "cash", "rulebook": rulebook, "seats": max(hand.count, 2)}
        opening |= {"small_blind": small, "big_blind": big} | self._dead_money()
        for name, bet in (("small_bet", hand.small_bet), ("big_bet", hand.big_bet)):
            if bet is not None:
                opening[name] = self._whole(bet)
        self._say("open", **opening)
        for seat, stack in enumerate(self._stacks, 1):
            called = {"name": hand.players[seat - 1]} if hand.players else {}
            self._say("sit", seat=seat, stack=stack, **called)
        self._say("hand", button=hand.count)
        self._post(big)

    def hole_cards(self) -> None:
        """Deal one card at a time, round and round from the left of the button."""
        for round_ in range(self._layout.hole):
            for seat, cards in enumerate(self._hands, 1):
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
                self._muck(self._seat(player))
            case [player, "sm", cards]:
                self._show(self._seat(player), [] if cards == "-" else self._cards(cards))
            case _:
                raise PhhError(self._hand.key, "actions", "an action of the game", repr(action))

    def end(self) -> None:
        """Give the pot to who was left, where the others gave up and nobody saw his hand."""
        if self._winner is not None and self._is_out():
            self._say("floor", decision="award", seat=self._winner)

    def _is_out(self) -> bool:
        """Whether the last card has been dealt."""
        return self._board >= self._layout.board[-1]

    def _say(self, what: str, **fields: object) -> None:
        self.events.append({"t": len(self.events), "e": what, **fields})

    # Forced money

    def _check_blinds(self) -> None:
        """Refuse posts that a deal on its own cannot have at this table."""
        variant, blinds = self._hand.variant, self._blinds
        big = max([0, *blinds])
        if any(-blind >= big for blind in blinds if blind < 0):
            raise NotPlayedError(f"{variant} with a late post")
        places = [at for at, blind in enumerate(blinds) if blind > 0]
        if places and max(places) > 1:
            raise NotPlayedError(f"{variant} with a straddle")
        if len(blinds) > 2 and blinds[0] > blinds[1]:
            raise NotPlayedError(f"{variant} with a dead small blind")

    def _by_player(self, amounts: Sequence[Fraction]) -> Sequence[Fraction]:
        """Give amounts by player: PHH lists the small blind first even heads-up on the button."""
        return amounts[::-1] if self._hand.count == 2 else amounts

    def _post(self, big: int) -> None:
        """Take antes, then blinds, as the engine will: the bets decide what a check is."""
        for player, dead in enumerate(self._dead()):
            self._stacks[player] -= min(self._stacks[player], dead)
        for player, blind in enumerate(self._blinds):
            self._put(player, min(self._stacks[player], max(blind, 0)))
        self._level = max(self._level, big)  # a short blind does not lower what others must call

    def _dead(self) -> list[int]:
        """Count what each player puts in that is no bet: antes, and missed small blinds."""
        antes = [self._whole(ante) for ante in self._by_player(self._hand.antes)]
        dead = antes or [0] * self._hand.count
        for player, blind in enumerate(self._blinds):
            dead[player] += max(-blind, 0)  # PHH writes what comes late as a negative blind
        return dead

    def _dead_money(self) -> Event:
        """Say antes, and on which side of a heads-up button the small blind is."""
        dead = self._dead()
        house: Event = {}
        ante = dead[0] if len(set(dead)) == 1 else 0
        if any(dead) and not ante:
            house["antes"] = dead  # one player's is dead money for the whole table
        if self._hand.count == 2 and self._blinds and self._blinds[0] < self._blinds[1]:
            house["heads_up_small_blind"] = "left"
        said: Event = {"ante": ante} if ante else {}
        return said | ({"house": house} if house else {})

    # Cards

    def _dealt(self) -> list[list[str]]:
        """Collect each player's hole cards; cards only the showdown revealed are dealt as such."""
        hands: list[list[str]] = [[] for _ in range(self._hand.count)]
        for words in words_of(self._hand):
            match words:
                case ["d", "dh", player, cards]:
                    hands[self._seat(player) - 1] += self._cards(cards)
                case [player, "sm", cards] if cards != "-" and UNKNOWN not in self._cards(cards):
                    seat = self._seat(player)
                    if UNKNOWN in hands[seat - 1]:
                        hands[seat - 1] = self._cards(cards)
        size = GAMES[self._variant.game].hand_cards
        return [(cards + [UNKNOWN] * size)[:size] for cards in hands]

    def _hidden_hands(self) -> list[int]:
        """List who kept his hand to the end without anybody ever learning all of its cards."""
        told = list(words_of(self._hand))
        kept = {self._seat(words[0]): None for words in told if words[1:2] == ["sm"]}
        gone = {self._seat(words[0]) for words in told if words[1:] in (["sm"], ["f"])}
        return [seat for seat in kept if seat not in gone and UNKNOWN in self._hands[seat - 1]]

    def _unseen_winner(self) -> int | None:
        """Find who won unseen: a hidden hand against shown ones lost, and is as good as mucked."""
        showdown = [words for words in words_of(self._hand) if words[1:2] == ["sm"]]
        shown = any(
            len(words) > 2 and self._seat(words[0]) not in self._hidden for words in showdown
        )
        if shown or not self._hidden:
            return None
        if len(self._hidden) > 1:
            raise NotPlayedError(f"{self._hand.variant} with a showdown that nobody saw")
        return self._hidden[0]

    def _deal_board(self, cards: list[str]) -> None:
        if self._board in self._layout.board[:-1]:
            self._bets = [0] * self._hand.count
            self._level = 0
            self._say("card", card=UNKNOWN, zone="burn", face="down")
        for card in cards:
            self._say("card", card=card, zone="board", face="up")
        self._board += len(cards)
        self._muck_if_out()

    def _show(self, seat: int, cards: list[str]) -> None:
        """Table a hand once; one that nobody knows is given up, unless it is the last."""
        if seat in self._hidden:
            if seat != self._winner:
                self._muck(seat)
        elif seat not in self._shown:
            self._shown.add(seat)
            # Kept unshown, but known from the deal: it competes with what it is.
            named = cards and UNKNOWN not in cards
            self._say("show", seat=seat, **({"cards": cards} if named else {}))

    def _muck(self, seat: int) -> None:
        if seat not in self._shown:
            self._shown.add(seat)
            self._mucked.append(seat)
        self._muck_if_out()

    def _muck_if_out(self) -> None:
        """Throw unshown hands away once the board is out: PHH has all-in hands do so before."""
        while self._mucked and self._is_out():
            self._say("muck", seat=self._mucked.pop(0))

    # Bets

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


class StudDealing(Dealing):
    """Stud: no button, cards up and down to the seats, a forced bet."""

    def __init__(self, hand: HandHistory) -> None:
        super().__init__(hand)
        self._blinds = []  # the bring-in is an act
        rounds = GAMES[self._variant.game].rounds
        self._faces = [face for each in rounds if isinstance(each, ToSeats) for face in each.faces]
        self._given = [self._layout.hole] * hand.count
        self._street = self._layout.hole  # the place in a hand of the street's card, the last one
        self._started: set[int] = set()  # whose starting hand the file has told
        self._early: list[int] = []  # shown all-in, before their last card

    def open(self, rulebook: str) -> None:
        """Open the table, seat the players from the dealer's left, begin the deal."""
        hand = self._hand
        opening: Event = self._variant._asdict()
        opening |= {"format": "cash", "rulebook": rulebook, "seats": max(hand.count, 2)}
        opening |= {"small_blind": 0, "big_blind": 0} | self._dead_money()
        house = opening.get("house")
        # PHH deals no card to a hand that is folded.
        opening["house"] = (house if isinstance(house, dict) else {}) | {"deal_free_folds": False}
        stakes = {"bring_in": hand.bring_in, "small_bet": hand.small_bet, "big_bet": hand.big_bet}
        opening |= {name: self._whole(bet) for name, bet in stakes.items() if bet is not None}
        self._say("open", **opening)
        for seat, stack in enumerate(self._stacks, 1):
            called = {"name": hand.players[seat - 1]} if hand.players else {}
            self._say("sit", seat=seat, stack=stack, **called)
        self._say("hand")
        self._post(0)

    def hole_cards(self) -> None:
        """Deal one card at a time, the last of each hand face up."""
        for round_ in range(self._layout.hole):
            for seat, cards in enumerate(self._hands, 1):
                face = self._faces[round_]
                self._say("card", card=cards[round_], zone=f"seat:{seat}", face=face)

    def follow(self, action: str) -> None:
        """Say one action of the hand; streets come as cards to the seats."""
        match action.split("#")[0].split():
            case ["d", "dh", player, _]:
                self._to_seat(self._seat(player))
            case [player, "pb"]:
                seat = self._seat(player)
                self._bet(seat, self._whole(self._hand.bring_in or Fraction()))
            case _:
                super().follow(action)

    def _to_seat(self, seat: int) -> None:
        """The starting hand is dealt already; each later card is a street's."""
        if seat not in self._started:
            self._started.add(seat)
            return
        at = self._given[seat - 1]
        if at + 1 > self._street:
            self._street = at + 1
            self._bets = [0] * self._hand.count
            self._level = 0
            self._say("card", card=UNKNOWN, zone="burn", face="down")
        self._given[seat - 1] += 1
        card, face = self._hands[seat - 1][at], self._faces[at]
        self._say("card", card=card, zone=f"seat:{seat}", face=face)
        self._muck_if_out()

    def _show(self, seat: int, cards: list[str]) -> None:
        """A hand that is all-in is shown when its last card is there."""
        if self._is_out():
            super()._show(seat, cards)
        else:
            self._early.append(seat)

    def end(self) -> None:
        """Show who was all-in, where the file has told it only before the last card."""
        for seat in self._early:
            super()._show(seat, [])
        super().end()

    def _is_out(self) -> bool:
        return max(self._given) >= len(self._faces) and not self._owing()

    def _owing(self) -> bool:
        """Whether some hand of the last street is still without its card."""
        live = [n for n in self._given if n >= len(self._faces) - 1]
        return min(live) < len(self._faces)
