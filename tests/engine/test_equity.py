"""Equities: the counts that are known, and small decks counted card by card."""

import random
from fractions import Fraction
from itertools import combinations, islice

import pytest

from engine.cards import DECK
from engine.equity.counting import equities, work
from engine.equity.spots import (
    FORMS,
    UNKNOWN,
    Equities,
    Form,
    Spot,
    form_of,
    read_spot,
    split_cards,
)
from engine.games import Game
from engine.games.board import STREETS
from engine.games.rounds import DOWN, Discarding, Side, ToSeats
from engine.worth import HandError, scale

KNOWN = [
    ("AhKh QsQd", "", 1_712_304, [787_966, 917_606], [6_732, 6_732]),
    ("AsKs 7h7d", "", 1_712_304, [816_929, 889_561], [5_814, 5_814]),
    ("AhKh QsQd 9c9d", "Ks9h4h", 903, [279, 47, 577], [0, 0, 0]),
    (
        "AhKh QsQd 9c9d JhTh KcQc 4s4d",
        "",
        658_008,
        [161_407, 152_879, 115_716, 58_174, 59_628, 103_820],
        None,
    ),
    ("AsAdKsQd JhTh9c8c", "9hTs4h", 820, [193, 627], [0, 0]),
]


@pytest.mark.parametrize(("hands", "board", "boards", "wins", "ties"), KNOWN)
def test_the_known_counts(
    hands: str, board: str, boards: int, wins: list[int], ties: list[int] | None
) -> None:
    told = equities(read_spot(hands.split(), board))
    assert told.boards == boards
    assert [player.wins for player in told.players] == wins
    assert ties is None or [player.ties for player in told.players] == ties
    assert sum(player.share for player in told.players) == 1
    assert told.exact


def test_a_tie_of_two_is_half_a_pot() -> None:
    aces, queens = equities(read_spot(["AhKh", "QsQd"])).players
    assert aces.share == Fraction(787_966 * 2 + 6_732, 1_712_304 * 2)
    assert (aces.error, queens.error) == (0, 0)


ON_BOARDS = [game for game in FORMS.values() if game.board]
CLOSED = [game for game in FORMS.values() if not game.board]


def takers(spot: Spot, board: tuple[str, ...], side: str) -> list[int]:
    """List who has the best of it, and nobody where there is nothing."""
    values = [scale(side, spot.game.uses).rank(hand, board) for hand in spot.hands]
    return [at for at, value in enumerate(values) if value == max(values) > 0]


def counted_one_by_one(spot: Spot) -> list[tuple[int, int, Fraction, Fraction]]:
    """Count every board as a person would."""
    wins, ties = [0] * len(spot.hands), [0] * len(spot.hands)
    shares = [[Fraction(0)] * len(spot.hands) for _ in ("high", "low")]
    boards = 0
    for rest in combinations(spot.unseen, 5 - len(spot.board)):
        board = spot.board + rest
        boards += 1
        pots = [takers(spot, board, "high")]
        if spot.game.low and (lows := takers(spot, board, "low8")):
            pots.append(lows)
        for side, pot in zip(shares, pots, strict=False):
            for at in pot:
                side[at] += Fraction(1, len(pot) * len(pots))
        paid = set().union(*pots)
        for at in paid:
            if len(paid) == 1:
                wins[at] += 1
            else:
                ties[at] += 1
    return [
        (won, tied, high / boards, low / boards)
        for won, tied, high, low in zip(wins, ties, *shares, strict=True)
    ]


def small_spots() -> list[Spot]:
    """Deal spots with so many cards dead, or on the board, that a person could count them."""
    chance = random.Random(7)
    spots = []
    for game in ON_BOARDS:
        for board, left in ((0, 9), (0, 10), (3, 20), (4, 20), (5, 30)):
            cards = chance.sample(DECK, 52)
            if board == 0:  # few suits, or there would be no flushes in so small a deck
                cards.sort(key=lambda card: (card[1] in "hs", chance.random()), reverse=True)
            players = chance.choice((2, 3)) if game.hole == 4 else chance.choice((2, 3, 5))
            held = [tuple(cards.pop(0) for _ in range(game.hole)) for _ in range(players)]
            on_board = tuple(cards.pop(0) for _ in range(board))
            spots.append(Spot(game, tuple(held), on_board, tuple(cards[left:])))
    return spots


@pytest.mark.parametrize("spot", small_spots(), ids=lambda spot: f"{spot.game.name}-{spot.board}")
def test_small_decks_agree_with_a_count_one_by_one(spot: Spot) -> None:
    told = equities(spot)
    assert [(p.wins, p.ties, p.high, p.low) for p in told.players] == counted_one_by_one(spot)


def closed_spots() -> list[Spot]:
    """Stud and draw with so many cards dead that a person could count what may come."""
    chance = random.Random(11)
    spots = []
    for game in CLOSED:
        for lacks, left in (((0, 0), 9), ((1, 1), 12), ((2, 1), 8), ((1, 1, 1), 8), ((0, 3), 9)):
            cards = chance.sample(DECK, 52)
            cards.sort(key=lambda card: (card[1] in "hs", chance.random()), reverse=True)
            held = [tuple(cards.pop(0) for _ in range(game.hole - lack)) for lack in lacks]
            spots.append(Spot(game, tuple(held), (), tuple(cards[left:])))
    return spots


def dealt_one_by_one(spot: Spot) -> tuple[int, list[Fraction]]:
    """Deal each hand what it lacks in every way, and share the pot as at the table."""
    shares, deals = [Fraction(0)] * len(spot.hands), 0
    ways: list[tuple[list[tuple[str, ...]], list[str]]] = [([], spot.unseen)]
    for hand in spot.hands:
        ways = [
            ([*held, (*hand, *more)], [card for card in rest if card not in more])
            for held, rest in ways
            for more in combinations(rest, spot.game.hole - len(hand))
        ]
    for held, _ in ways:
        whole = Spot(spot.game, tuple(held))
        pots = [takers(whole, (), spot.game.side)]
        if spot.game.low and (lows := takers(whole, (), "low8")):
            pots.append(lows)
        deals += 1
        for pot in pots:
            for at in pot:
                shares[at] += Fraction(1, len(pot) * len(pots))
    return deals, [share / deals for share in shares]


@pytest.mark.parametrize("spot", closed_spots(), ids=lambda spot: f"{spot.game.name}-{spot.needs}")
def test_stud_and_draw_agree_with_a_count_one_by_one(spot: Spot) -> None:
    told = equities(spot)
    assert told.exact
    assert (told.boards, [player.share for player in told.players]) == dealt_one_by_one(spot)


@pytest.mark.parametrize(
    ("game", "hands"),
    [("stud8", "AhAd2c QsQdJh"), ("razz", "Ah2d3c KdQd8h"), ("triple_27", "2h3d 8h7d")],
)
def test_much_to_come_is_sampled_and_its_error_told(game: str, hands: str) -> None:
    spot = read_spot(hands.split(), game=game)
    one, other = (list(islice(filter(None, work(spot, seed)), 150))[-1] for seed in (1, 2))
    assert not one.exact
    for here, there in zip(one.players, other.players, strict=True):
        assert 0 < here.error < 0.01
        assert abs(here.share - there.share) < 2 * (here.error + there.error)
    assert sum(player.share for player in one.players) == 1


@pytest.mark.parametrize(
    ("game", "hands", "board", "why"),
    [
        ("razz", "AhAd2c3c4c5c6c7c KhKd", "", "one to 7 cards known of a hand, not 8"),
        ("lowball_27", "2h3h4h5h7h8h KhKd", "", "one to 5 cards known of a hand, not 6"),
        ("stud7", "AhAd KhKd", "2c3c4c", "stud7 has no board"),
        ("draw_high", "AhJk KhKd", "", "'Jk' is no card"),
    ],
)
def test_what_no_stud_or_draw_has_is_said(game: str, hands: str, board: str, why: str) -> None:
    with pytest.raises(HandError, match=why):
        read_spot(hands.split(), board, game=game)


def test_dead_cards_do_not_come() -> None:
    told = equities(read_spot(["AhKh", "QsQd"], "Ks9h4h7c", "QcQh"))
    assert told.boards == 42
    assert told.players[1].wins == 0


def test_outs_are_the_next_cards_that_bring_the_pot() -> None:
    kings, queens, nines = equities(read_spot(["AhKh", "QsQd", "9c9d"], "Ks9h4h")).players
    assert " ".join(kings.outs) == "2h 3h 5h 6h 7h 8h Th Jh Qh"
    assert queens.outs == ("Qc",)
    assert nines.outs == ()  # ahead already


def test_a_card_that_brings_half_is_a_split_out() -> None:
    queen, jack = equities(read_spot(["KsQd", "KhJd"], "Ac8d8sTh")).players
    assert queen.outs == queen.split_outs == ()
    assert " ".join(jack.outs) == "Qs Qh Qc"  # the straight
    assert " ".join(jack.split_outs) == "8h 8c Ts Td Tc Kd Kc As Ah Ad"  # the kickers play no more


def test_there_are_no_outs_before_the_flop_and_after_the_river() -> None:
    for board in ("", "Ks9h4h7c2s"):
        assert not any(p.outs for p in equities(read_spot(["AhKh", "QsQd"], board)).players)


def estimate(spot: Spot, batches: int, seed: int = 0) -> Equities:
    """Wait for so many results of an estimate."""
    results = (told for told in work(spot, seed) if told)
    return list(islice(results, batches))[-1]


@pytest.mark.parametrize(
    ("hands", "board", "game", "share"),
    [
        (["AhKh", "????"], "", "holdem", 0.6704),  # every opponent's hand and board counted
        (["AhKh", "Qs??"], "", "holdem", None),
        (["AsAdKsKd", "????????"], "", "omaha", None),
        (["As2s3dKd", "????????"], "", "omaha8", None),
    ],
)
def test_an_estimate_says_its_error_and_gets_finer(
    hands: list[str], board: str, game: str, share: float | None
) -> None:
    spot = read_spot(hands, board, game=game)
    rough, fine = estimate(spot, 1), estimate(spot, 64)
    assert not fine.exact
    assert fine.players[0].error < rough.players[0].error / 6
    assert sum(player.share for player in fine.players) == 1
    if share is not None:
        assert abs(fine.players[0].share - Fraction(share)) < 2 * fine.players[0].error


def test_only_what_is_left_is_dealt() -> None:
    seen = {"Ah", "Kh", "Ad", "Ks", "9h", "4h", "7c", "2s"}
    all_but_one = "".join(card for card in DECK if card not in seen | {"Ac"})
    kings, aces = equities(read_spot(["AhKh", "Ad??"], "Ks9h4h7c2s", all_but_one)).players
    assert [kings.share, aces.share] == [Fraction(0), Fraction(1)]


def test_unknown_cards_are_counted_where_that_is_quick() -> None:
    spot = read_spot(["AhKh", "????"], "Ks9h4h7c2s")
    told = equities(spot)
    assert (told.boards, told.exact) == (990, True)
    known = [
        Spot(spot.game, (spot.hands[0], two), spot.board) for two in combinations(spot.unseen, 2)
    ]
    assert told.players[0].wins == sum(equities(each).players[0].wins for each in known)
    with pytest.raises(HandError, match="too much is unknown"):
        equities(read_spot(["AhKh", "????"]))


def test_the_same_seed_gives_the_same_estimate() -> None:
    spot = read_spot(["AhKh", "????"])
    assert estimate(spot, 2) == estimate(spot, 2)
    assert estimate(spot, 2) != estimate(spot, 2, seed=1)


def declared(name: str, cards: int, uses: int | None = None, *wins: Side) -> Game:
    return Game(name, (ToSeats("deal", (DOWN,) * cards), *STREETS), wins or ("high",), uses)


def test_how_a_game_makes_hands_follows_from_its_declaration() -> None:
    assert form_of(declared("holdem", 2)) == FORMS["holdem"]
    assert form_of(declared("omaha8", 4, 2, "high", "low8")) == FORMS["omaha8"]
    assert form_of(declared("omaha5", 5, 2)) == Form("omaha5", 5, 2, low=False)
    thrown = (ToSeats("deal", (DOWN,) * 5), STREETS[0], Discarding("discard", 1), *STREETS[1:])
    assert form_of(Game("throw_one", thrown, uses=2)) is None, "nobody knows which card goes"
    assert form_of(declared("holdem_low", 2, None, "low8")) is None


@pytest.mark.parametrize("board", ["Ks9h4h7c", "Ks9h4h7c2s"])
def test_a_house_game_of_five_cards_is_counted_too(board: str) -> None:
    hands = (split_cards("AsAdKdQd2c"), split_cards("JhTh9c8c3d"))
    spot = Spot(Form("omaha5", 5, 2, low=True), hands, split_cards(board))
    told = equities(spot)
    assert [(p.wins, p.ties, p.high, p.low) for p in told.players] == counted_one_by_one(spot)
    other = Spot(spot.game, (hands[0], (*hands[1][:4], UNKNOWN)), spot.board)
    assert equities(other).exact


@pytest.mark.parametrize(
    ("hands", "board", "dead", "said"),
    [
        (["AhKh"], "", "", "two to ten hands, not 1"),
        (["AhKh", *["????"] * 10], "", "", "two to ten hands, not 11"),
        (["AhKh", "QsQdQc"], "", "", "holdem deals 2 cards to a hand, not 3"),
        (["AhKh", "AhQd"], "", "", "Ah stands there twice"),
        (["AhKh", "QsQd"], "Ks", "", "0, 3, 4 or 5 cards, not 1"),
        (["AhKh", "QsQd"], "2c3c4c5c6c7c", "", "0, 3, 4 or 5 cards, not 6"),
        (["AhKh", "ZzQd"], "", "", "'Zz' is no card"),
        (["AhKh", "AsKs"], "", "".join(DECK[:44]), "4 cards left in the deck, 5 to come"),
    ],
)
def test_what_cannot_be_dealt_is_refused(
    hands: list[str], board: str, dead: str, said: str
) -> None:
    with pytest.raises(HandError, match=said):
        read_spot(hands, board, dead)
