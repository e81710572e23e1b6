"""The showdown: who shows first, which hand wins which pot, and the odd chips."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine import facts
from engine.cards import FACES, JOKER, RANKS, SUITS, UNREAD
from engine.evaluate import best_high, rank_high
from engine.pots import Pot, split
from engine.rulings import Case, rule

if TYPE_CHECKING:
    from engine.hand import Hand
    from engine.table import Table

VALUES = {"high": (rank_high, best_high)}  # which hand wins, by the game's declaration
HIGH_SUIT = {suit: 3 - k for k, suit in enumerate(SUITS)}  # spades, hearts, diamonds, clubs


def begin(table: Table, hand: Hand) -> None:
    """Look at each hand's number of cards before it is shown."""
    for seat in hand.live_seats():
        if hand.stage == "show" and seat in hand.holding:
            _check_count(table, hand, seat)
    if hand.stage == "show":
        settle(table, hand)  # all-in hands may lie face up already


def _check_count(table: Table, hand: Hand, seat: int) -> None:
    count = len(hand.hole(seat))
    if count == hand.size or f"count:{seat}" in hand.ruled or "rfid" not in table.sensors:
        return
    fault = "extra_card" if count > hand.size else "short_hand"
    hand.ruled.add(f"count:{seat}")
    known = facts.of(table, seat) | {"showdown"}
    rule(table, Case(fault, [seat], facts=known))


def order(table: Table, hand: Hand) -> list[int]:
    """The seats in the order they show."""
    live, pots = hand.live_seats(), _pots(hand)
    first = _first(table, hand)
    at = 0 if first is None else live.index(first)
    seats = live[at:] + live[:at]
    if table.book.params["show_first"] != "all":
        # Who contests a side pot shows before who is in for less (uspa.3.1.8.7d).
        seats.sort(key=lambda seat: -_deepest_pot(pots, seat))
    return seats


def _first(table: Table, hand: Hand) -> int | None:
    """Who has to show first for what he did; None where it is only for where he sits."""
    betting = hand.betting
    first = {
        "opener": betting.opener,  # diamondjims.p4e
        "last_strength": betting.last_aggressor,  # hilton.A32.3
        "all": None,  # california.award.showdown
    }.get(table.book.params["show_first"], betting.aggressor)
    return first if first is not None and hand.is_live(first) else None


def _deepest_pot(pots: list[Pot], seat: int) -> int:
    return max((number for number, pot in enumerate(pots) if seat in pot.seats), default=0)


def expectation(table: Table, hand: Hand) -> dict[str, Any]:
    """Whose hand is to be shown next."""
    live = hand.live_seats()
    if not hand.show_order:
        hand.show_order = order(table, hand)
    waiting = [seat for seat in hand.show_order if seat in live and seat not in hand.tabled]
    expect: dict[str, Any] = {"o": "expect", "what": "show" if waiting else "floor"}
    if waiting:
        expect["seat"] = waiting[0]
    expect["why"] = _why_show(table, hand)
    return expect


def _why_show(table: Table, hand: Hand) -> str:
    """The clause by which hands are shown: it may tell a bet last round from none."""
    key = "show" if _first(table, hand) is not None else "show_checked"
    why = table.book.why
    return why.get(key) or why.get("show") or table.book.authority


def show(table: Table, seat: int, cards: list[str] | None) -> str | None:
    """A hand is tabled."""
    hand = table.hand
    if hand is None or hand.over:
        return None if hand is not None else "no deal is in progress"
    if not hand.is_live(seat):
        return f"seat {seat} has no live hand to show"
    if not cards and hand.stage == "show" and UNREAD in hand.hole(seat):
        return f"seat {seat}'s cards are not all read: name them in 'cards'"
    if why := _read(hand, seat, cards):
        return why
    held = hand.hole(seat)
    faced = [card for card in held if not cards or card in cards or card in hand.felt.shown]
    hand.felt.shown.update(faced)
    whole = len(faced) >= min(hand.size, len(held))
    if hand.stage != "show":
        _show_early(table, hand, seat, faced, whole=whole)
        return None
    if not whole:
        _too_few_shown(table, hand, seat, faced)
        return None
    _check_count(table, hand, seat)
    if hand.over or not hand.is_live(seat):
        return None
    if UNREAD in held:
        return f"seat {seat}'s cards are not all read: name them in 'cards'"
    hand.tabled[seat] = True
    if len(_seen(hand, hand.board)) == hand.game.board_cards:
        _rank(hand, seat)
    settle(table, hand)
    return None


def _show_early(table: Table, hand: Hand, seat: int, faced: list[str], *, whole: bool) -> None:
    if not _nothing_left_to_bet(hand):
        known = facts.of(table, seat) | {"shown_by_player"}
        rule(table, Case("player_exposed", [seat], cards=faced, facts=known))
    elif whole and UNREAD not in faced:
        hand.tabled[seat] = True  # it need not be shown again when the board is out


def _too_few_shown(table: Table, hand: Hand, seat: int, faced: list[str]) -> None:
    """Some cards up and the rest down is no hand yet (diamondjims.15, uspa.3.1.8.1)."""
    ruled = f"one_card_shown:{seat}:{len(faced)}"
    if ruled not in hand.ruled:
        hand.ruled.add(ruled)
        duty = _why_show(table, hand)
        known = facts.of(table, seat)
        rule(table, Case("one_card_shown", [seat], cards=faced, facts=known, clause=duty))


def _nothing_left_to_bet(hand: Hand) -> bool:
    """All-in hands are tabled before the board is out (uspa.3.3.2.28)."""
    able = sum(not player.all_in for player in hand.betting.live)
    return hand.betting.turn is None and hand.stage != "deal" and able < 2


def _read(hand: Hand, seat: int, cards: list[str] | None) -> str | None:
    """Learn unread faces from a shown hand."""
    held = hand.holding.get(seat, [])
    named = [card for card in cards or [] if card not in held]
    if any(card in (UNREAD, JOKER) for card in named):
        named = [card for card in named if card in FACES]
    if len(named) > held.count(UNREAD):
        return f"seat {seat} was dealt other cards than these"
    if any(card in hand.felt.place for card in named):
        return f"seat {seat} cannot show a card that lies elsewhere"
    zone = hand.zone(seat)
    for card in named:
        held[held.index(UNREAD)] = card
        if UNREAD in hand.felt.cards(zone):
            hand.felt.read(card, zone)
        else:
            hand.felt.place[card] = zone
    return None


def muck(table: Table, seat: int) -> str | None:
    """A hand is given up unshown."""
    hand = table.hand
    if hand is None or hand.over:
        return None if hand is not None else "no deal is in progress"
    if hand.stage != "show":
        return f"seat {seat} folds with 'act'; 'muck' is for the showdown"
    if not hand.is_live(seat):
        return f"seat {seat} has no live hand"
    if seat in hand.tabled:
        return None  # tabled and read: the cards may go, the claim stays (hilton.A31.d.1)
    if _last_of_a_pot(hand, seat):
        return f"seat {seat} has the last live hand: it takes the pot when it is shown"
    if seat in hand.play_board:
        hand.tabled[seat] = True  # hilton.B1, uspa.3.2.1.5.6: declared before discarding
        hand.holding[seat] = []
    else:
        hand.tabled[seat] = False
    settle(table, hand)
    return None


def claim_board(table: Table, hand: Hand, seat: int) -> None:
    """A player says that he plays the board; said after discarding, it is too late."""
    gone = hand.tabled.get(seat) is False or (hand.stage == "show" and not hand.hole(seat))
    if not gone or hand.over:
        hand.play_board.add(seat)
        return
    case = Case("undeclared_board", [seat], facts=facts.of(table, seat))
    if table.book.find(case.fault, case.facts) is not None:
        rule(table, case)


def _last_of_a_pot(hand: Hand, seat: int) -> bool:
    """Whether all others who could win some pot, the main or a side pot, gave up their hands."""
    return any(
        all(hand.tabled.get(other) is False for other in pot.seats if other != seat)
        for pot in _pots(hand)
        if seat in pot.seats and len(pot.seats) > 1
    )


def settle(table: Table, hand: Hand) -> None:
    """Award the pots once every live hand was shown or given up."""
    if any(seat not in hand.tabled for seat in hand.live_seats()):
        return
    if len(_seen(hand, hand.board)) != hand.game.board_cards:
        return  # nobody can read the board: the floor awards
    award(table, hand)


def award(table: Table, hand: Hand) -> None:
    """Push every pot, side pots first (hilton.A32.1, uspa.3.1.8.7d)."""
    ranks = {seat: _rank(hand, seat) for seat in hand.live_seats() if hand.tabled.get(seat)}
    pots = _pots(hand)
    for number in range(len(pots) - 1, -1, -1):
        _push(table, hand, number, pots[number], ranks)
    table.finish("won")


def _pots(hand: Hand) -> list[Pot]:
    return split(hand.betting.order, set(hand.live_seats()), hand.betting.dead)


def _readable(hand: Hand, seat: int) -> list[str]:
    """The cards that make a seat's hand; a card too many that nobody ruled on does not play."""
    board = _seen(hand, hand.board)
    own = [card for card in _seen(hand, hand.hole(seat)) if card not in board]
    return [*own[: hand.size], *board]


def _seen(hand: Hand, cards: list[str]) -> list[str]:
    """The faces that the table has seen: no pot rests on another, a burn counted as board say."""
    return [card for card in cards if card in FACES and card in hand.felt.shown]


def _rank(hand: Hand, seat: int) -> int:
    """What a hand is worth; read once, when it is shown, so that the award is quick."""
    cards = _readable(hand, seat)
    known = hand.ranks.get(seat)
    if known is None or known[0] != cards:
        known = hand.ranks[seat] = (cards, VALUES[hand.game.wins][0](cards))
    return known[1]


def _push(table: Table, hand: Hand, number: int, pot: Pot, ranks: dict[int, int]) -> None:
    shown = [seat for seat in hand.live_seats() if seat in pot.seats and seat in ranks]
    if not shown:  # nobody contested this side pot: its owner need not show
        _give(table, hand, pot.seats[0], pot.amount, {"pot": number})
        return
    best = max(ranks[seat] for seat in shown)
    winners = [seat for seat in shown if ranks[seat] == best]
    share, odd = divmod(pot.amount, len(winners))
    extra = odd_chips(table, hand, winners, odd) if odd else {}
    for seat in winners:
        value = VALUES[hand.game.wins][1](_readable(hand, seat))
        more: dict[str, Any] = {
            "pot": number, "hand": {"name": value.name, "cards": list(value.cards)},
        }  # fmt: skip
        if len(winners) > 1:
            more["clause"] = _why_split(table, odd=bool(odd))
        _give(table, hand, seat, share + extra.get(seat, 0), more)


def _give(table: Table, hand: Hand, seat: int, amount: int, more: dict[str, Any]) -> None:
    hand.betting.players[seat].stack += amount
    table.out.append({"o": "award", "seat": seat, "amount": amount, **more})


def _why_split(table: Table, *, odd: bool) -> str:
    """The clause that splits; where a book tells formats apart it may be silent on this one."""
    why = table.book.why
    key = "odd_chip" if odd else "split"
    return why.get(f"{key}_{table.format}") or why.get(key) or table.book.authority


def odd_chips(table: Table, hand: Hand, winners: list[int], odd: int) -> dict[int, int]:
    """Who gets the chips that cannot be split."""
    how = table.book.param("odd_chip", table.format)
    if how == "all_left_of_button":  # california.award.odd-chip
        return {winners[0]: odd}
    if how == "high_card":  # hilton.A35.1, hilton.A35.2
        winners = sorted(winners, key=lambda seat: _highest(hand.hole(seat)), reverse=True)
    return dict.fromkeys(winners[:odd], 1)  # uspa.3.1.9.4: one each


def _highest(cards: list[str]) -> tuple[int, int]:
    return max(((RANKS.index(c[0]), HIGH_SUIT[c[1]]) for c in cards), default=(0, 0))


def award_last(table: Table, hand: Hand) -> None:
    """Everyone else is out: the last hand takes all, unshown."""
    winner = hand.betting.live[0]
    amount = hand.betting.pot()
    winner.stack += amount
    table.out.append({"o": "award", "seat": winner.seat, "amount": amount, "pot": 0})
    table.finish("won")


def award_by_floor(table: Table, seat: int) -> None:
    """The floor gives the pots to a seat."""
    hand = table.hand
    if hand is None or hand.over or seat not in hand.betting.players:
        return
    hand.betting.return_uncalled()
    amount = hand.betting.pot()
    hand.betting.players[seat].stack += amount
    table.out.append(
        {"o": "award", "seat": seat, "amount": amount, "pot": 0, "clause": table.book.authority}
    )
    table.finish("won")
