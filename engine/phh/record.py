"""Writes down a played table log as recorded hands (PHH)."""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine.betting.player import Player
from engine.cards import MUCK
from engine.deal.deal import Deal
from engine.deal.exchange import Exchange
from engine.games.rounds import ToSeats
from engine.history import History
from engine.law import Book
from engine.phh.play import Verdict, play
from engine.phh.text import HandHistory, NotPlayedError
from engine.phh.variants import WORDS, Variant, layout


@dataclass(frozen=True)
class Record:
    """One deal of a log: the hand, or why it cannot be written."""

    number: int
    hand: HandHistory | None
    left_out: str = ""


class Recorder:
    """Follows a table and writes each deal down, once nothing of it can be taken back."""

    def __init__(
        self, rulebook: str | Book | None = None, history: History | None = None, hands: int = 0
    ) -> None:
        self._history = history or History(rulebook)  # one given goes on, so many hands old
        self._number = hands
        self._deal: _Deal | None = None
        self._over: Record | None = None  # the deal, when it has come to its end
        self._marks: list[tuple[_Deal | None, Record | None]] = []  # before each of its events

    def apply(self, event: dict[str, Any]) -> list[Record]:
        """Play one event; return the deal that is over for good with it."""
        mark = (self._deal.copied() if self._deal else None, self._over)
        before = self._deal.look() if self._deal else None
        answers = self._history.apply(event)
        if event["e"] == "tick" or any(answer["o"] == "reject" for answer in answers):
            return []
        if event["e"] == "undo":
            self._go_back(next(a["event"] for a in answers if a["o"] == "undone"))
            return []
        if event["e"] in ("open", "hand"):
            return self._begin(event["e"])
        self._marks.append(mark)
        if self._deal is not None and before is not None:
            self._deal.follow(before)
            ending = next((answer for answer in answers if answer["o"] == "end"), None)
            if ending is not None:
                self._over, self._deal = self._finish(self._deal, ending), None
        return []

    def close(self) -> list[Record]:
        """The last deal, or that the log left it unfinished."""
        unfinished = self._deal and Record(self._number, None, "not finished")
        done = self._over or unfinished
        self._deal = self._over = None
        return [done] if done else []

    def _begin(self, event: str) -> list[Record]:
        done = self.close()
        self._marks = []
        if event == "hand":
            self._marks = [(None, None)]
            self._number += 1
            deal = self._history.table.deal
            self._deal = _Deal(deal) if deal.began else None
        return done

    def _go_back(self, undone: Mapping[str, Any]) -> None:
        """What was written of the last event is taken back with it."""
        self._deal, self._over = self._marks.pop()
        deal = self._history.table.deal
        if undone["e"] == "hand":
            self._number -= 1
        elif self._deal is not None:
            self._deal.deal = deal

    @property
    def _opening(self) -> Mapping[str, Any]:
        return self._history.opening

    def _finish(self, played: "_Deal", ending: Mapping[str, Any]) -> Record:
        if ending["result"] != "won":
            return Record(self._number, None, str(ending["result"]))
        game, structure = self._history.table.setting.game.name, self._opening["structure"]
        variant = WORDS.get(Variant(game, structure))
        if variant is None:
            return Record(self._number, None, f"{structure} {game} has no name in PHH")
        hand = self._written(played, variant, ending["stacks"])
        if not self._comes_out(hand):
            return Record(self._number, None, "what the floor did to it cannot be told in PHH")
        return Record(self._number, hand)

    def _comes_out(self, hand: HandHistory) -> bool:
        """Whether the written hand, played again, ends as it did at the table."""
        try:
            return play(hand, self._history.table.setting.book).verdict is Verdict.AGREES
        except NotPlayedError:
            return True  # the writer can say more than the reader

    def _written(self, played: "_Deal", variant: str, stacks: Mapping[str, int]) -> HandHistory:
        opening, seats = self._opening, played.seats
        limit, stud = opening["structure"] == "limit", played.deal.setting.game.stud
        small, big = map(Fraction, self._history.table.setting.bets)
        return HandHistory(
            key=str(self._number),
            variant=variant,
            ante_trimming=not (opening.get("house") or {}).get("antes"),
            antes=_listed([self._ante(seat) for seat in seats]),
            blinds=(Fraction(self._history.table.setting.bring_in),)
            if stud
            else _listed([played.deal.blinds.get(seat, 0) for seat in seats]),
            min_bet=None if limit else Fraction(opening["big_blind"]),
            small_bet=small if limit else None,
            big_bet=big if limit else None,
            starting_stacks=tuple(Fraction(played.started_with(seat)) for seat in seats),
            actions=tuple(played.actions()),
            number=self._number,
            table=opening.get("table") or None,
            seats=tuple(seats),
            players=tuple(self._name(seat) for seat in seats),
            finishing_stacks=tuple(Fraction(stacks[str(seat)]) for seat in seats),
        )

    def _name(self, seat: int) -> str:
        person = self._history.table.seats.get(seat)
        return person.name if person and person.name else f"Seat {seat}"

    def _ante(self, seat: int) -> int:
        by_seat = (self._opening.get("house") or {}).get("antes")
        if by_seat:
            return int(by_seat[seat - 1]) if seat <= len(by_seat) else 0
        return int(self._opening.get("ante", 0))


def _listed(amounts: list[int]) -> tuple[Fraction, ...]:
    """List what players posted: heads-up PHH has the button's small blind before the big one."""
    ordered = amounts[::-1] if len(amounts) == 2 else amounts
    return tuple(Fraction(amount) for amount in ordered)


@dataclass(frozen=True)
class _Look:
    """The betting just before an event: who is due, and what it takes to raise."""

    turn: Player | None
    high: int
    board: int  # cards that lie there
    stage: str
    folded: frozenset[int]


class _Deal:
    """The actions of one deal, in the order PHH wants them."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self._layout = layout(deal.setting.game)
        self.seats = [player.seat for player in deal.betting.order]
        self._lines: list[str] = []
        self._board = 0  # board cards written so far
        self._at = self._first()  # place in the order from which the turn passes on
        self._dead: set[int] = set()  # hands killed out of turn: their fold waits for it
        self._showdown_came = False
        self._draw: Exchange | None = None  # the draw that is on, and the hands before it
        self._held: dict[int, list[str]] = {}
        self._first_held: dict[int, list[str]] = {}  # before the first draw

    def started_with(self, seat: int) -> int:
        """Return a seat's stack before anything was posted."""
        return self.deal.betting.players[seat].start

    def copied(self) -> "_Deal":
        """As far as it is written by now."""
        same = copy(self)
        same._lines, same._dead = list(self._lines), set(self._dead)
        return same

    def look(self) -> _Look:
        betting = self.deal.betting
        folded = frozenset(player.seat for player in betting.order if player.folded)
        agenda = self.deal.agenda
        board = agenda.board_before() if agenda.stud is None else agenda.at
        return _Look(betting.turn, betting.high, board, agenda.stage, folded)

    def follow(self, before: _Look) -> None:
        """Write down what an event did to the betting."""
        after = self.look()
        if self.deal.setting.game.draws:
            self._follow_draw()
        self._showdown_came |= "show" in (before.stage, after.stage)
        actor = before.turn
        for seat in after.folded - before.folded:
            if actor is not None and seat == actor.seat:
                self._act(before, actor, "f")
            else:
                self._dead.add(seat)
        moved = actor is not after.turn or before.board != after.board
        if actor is None or actor.folded or not actor.acted or not moved:
            return
        raised = actor.bet > before.high
        forced = bool(self.deal.acts.all) and self.deal.acts.all[-1].forced
        self._act(before, actor, "pb" if forced else f"cbr {actor.bet}" if raised else "cc")

    def _follow_draw(self) -> None:
        """A draw is told when it is over: what each threw away, then what each got."""
        agenda, felt = self.deal.agenda, self.deal.felt
        if self._draw is not None and (agenda.exchange is not self._draw or agenda.stage != "draw"):
            over, self._draw, self._at = self._draw, None, 0
            told = [seat for seat in self._held if seat in over.asked]
            for seat in told:
                thrown = [card for card in felt.cards(MUCK) if card in self._held[seat]]
                unread = ["??"] * over.asked[seat]
                cards = "".join([*thrown, *unread][: over.asked[seat]])
                self._lines.append(f"p{self._place(seat)} sd {cards}".rstrip())
            for seat in told:
                if count := over.wants(seat):
                    cards = "".join(felt.hole(seat)[-count:])
                    self._lines.append(f"d dh p{self._place(seat)} {cards}")
        if agenda.stage == "draw" and self._draw is None:
            self._draw = agenda.exchange
            self._held = {seat: list(felt.hole(seat)) for seat in self.deal.live_seats()}
            self._first_held = self._first_held or self._held

    def _place(self, seat: int) -> int:
        return self.seats.index(seat) + 1

    def actions(self) -> list[str]:
        """List the whole deal: hole cards, betting, board and showdown."""
        if not self._showdown_came:
            self._fold_the_dead()
        hole = [f"d dh p{n} {self._cards(seat)}" for n, seat in enumerate(self.seats, 1)]
        board = len(self._lines)
        stud = self.deal.agenda.stud is not None
        self._deal_to(self.deal.agenda.at if stud else len(self.deal.felt.board))
        # Hands that are all-in are shown before the rest of the board is dealt.
        early, rest = self._showdown(), self._lines[board:]
        if stud and rest:  # as far as they go, and once more when the last card is there
            early, rest = [self._cut(line, rest) for line in early], [*rest, *sorted(early)]
        return [*hole, *self._lines[:board], *early, *rest]

    @staticmethod
    def _cut(line: str, rest: list[str]) -> str:
        """A shown hand without the cards that are still to come."""
        words = line.split()
        more = [dealt.split()[3] for dealt in rest if dealt.split()[2] == words[0]]
        return line[: len(line) - sum(map(len, more))] if len(words) > 2 else line

    def _first(self) -> int:
        """Return the place that acts first before the flop: after the largest blind."""
        posted = [self.deal.blinds.get(seat, 0) for seat in self.seats]
        if self.deal.agenda.stud is not None:
            return 0
        return (posted.index(max(posted)) + 1) % len(posted)

    def _act(self, before: _Look, actor: Player, what: str) -> None:
        self._deal_to(before.board)
        place = self.seats.index(actor.seat)
        while self._at != place:
            self._fold_if_dead(self._at)
            self._at = (self._at + 1) % len(self.seats)
        self._lines.append(f"p{place + 1} {what}")
        self._at = (place + 1) % len(self.seats)

    def _fold_the_dead(self) -> None:
        """Fold the killed hands whose turn never came, so that the last hand wins."""
        for _ in self.seats:
            self._fold_if_dead(self._at)
            self._at = (self._at + 1) % len(self.seats)

    def _fold_if_dead(self, place: int) -> None:
        if self.seats[place] in self._dead:
            self._dead.remove(self.seats[place])
            self._lines.append(f"p{place + 1} f")

    def _deal_to(self, count: int) -> None:
        """Write the board up to a number of cards, a street at a time."""
        if self.deal.agenda.stud is not None:
            self._deal_streets(count)
            return
        for street in self._layout.board[1:]:
            if self._board < street <= count:
                self._lines.append(f"d db {''.join(self.deal.felt.board[self._board : street])}")
                self._board = street
                self._at = 0

    def _deal_streets(self, at: int) -> None:
        """Write stud's cards to the seats that are in, up to a round of the game."""
        rounds = self.deal.setting.game.rounds
        given = len(self.deal.setting.game.starting.faces)
        out = {line.split()[0] for line in self._lines if line.endswith(" f")}
        for k, each in enumerate(rounds[: at + 1]):
            if k == 0 or not isinstance(each, ToSeats):
                continue
            given += len(each.faces)
            if k <= self._board:
                continue
            self._board = k
            for n, seat in enumerate(self.seats, 1):
                cards = self.deal.felt.hole(seat)[given - len(each.faces) : given]
                if f"p{n}" not in out and cards:
                    self._lines.append(f"d dh p{n} {''.join(cards)}")

    def _cards(self, seat: int, *, whole: bool = False) -> str:
        size = self.deal.setting.game.hand_cards if whole else self._layout.hole
        if whole and self.deal.agenda.stud is not None:
            return "".join(self.deal.felt.hole(seat))
        held = self.deal.felt.hole(seat) if whole else self._first_held.get(seat)
        held = self.deal.felt.hole(seat) if held is None else held
        return "".join([*held, *["??"] * size][:size])

    def _showdown(self) -> list[str]:
        live = self.deal.live_seats()
        if len(live) < 2 and not self._showdown_came:
            return []
        order = [seat for seat in self.deal.showing.tabled if seat in live]
        order += [seat for seat in live if seat not in order]
        lines = [f"p{self.seats.index(seat) + 1} sm" for seat in sorted(self._dead)]
        for seat in order:
            shown = (
                f" {self._cards(seat, whole=True)}"
                if self.deal.showing.tabled.get(seat, len(live) == 1)
                else ""
            )
            lines.append(f"p{self.seats.index(seat) + 1} sm{shown}")
        return lines
