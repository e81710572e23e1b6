"""Draw, stud and two boards on the screens: draws, bring-in, upcards, and no empty board."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from controller.config import GameSection
from tests.controller import brokers
from tests.controller.brokers import Person
from tests.controller.served_table import Console, Served, configured
from tests.controller.web.screens import ENTER, Browser, Screens
from tests.controller.web.staged import Stage, StagedHand
from tests.controller.web.told_page import ToldDesk

DRAW = GameSection(
    game="lowball_27", structure="limit", small_blind=1, big_blind=2, small_bet=2, big_bet=4
)
STUD = GameSection(game="stud7", structure="limit", bring_in=2, small_bet=4, big_bet=8)
FIVES = {
    2: ("As", "3s", "9c", "Tc", "2d"), 3: ("4h", "5d", "Jc", "Qc", "6s"),
    1: ("Kh", "Kd", "Jh", "Jd", "7s"),
}  # fmt: skip
THREES = {1: ("Ah", "Kd", "5h"), 2: ("Qh", "Qd", "3c"), 3: ("2h", "7h", "Ks")}


@contextmanager
def served(folder: Path, broker: brokers.Broker, game: GameSection) -> Iterator[Served]:
    with Served(configured(folder, game=game), broker) as table:
        yield table


def bets(table: Served) -> dict[str, Any]:
    return {
        seat: one["bet"] for seat, one in table.daemon.core.table.view("public")["seats"].items()
    }


def drawing(table: Served, floor: Console) -> None:
    """Five cards each, the first betting done: seat 2 is to say how many it draws."""
    floor.sits(3)
    assert floor.asks("hand", button=1)["ok"]
    for cards in zip(*FIVES.values(), strict=True):
        table.deals(*cards)
    floor.until_said("Seat 1 to act, 2 to call")
    for seat, do in ((1, "call"), (2, "call"), (3, "check")):
        assert floor.asks("act", seat=seat, do=do)["ok"]
    floor.until_said("Seat 2 draws: how many?")


def lies_up(table: Served, card: str, zone: str) -> None:
    """A card is dealt face up: told as the whole event, for no camera looks at this felt."""
    event = {"e": "card", "card": card, "zone": zone, "face": "up", "from": "deck"}
    table.loop.call_soon_threadsafe(table.daemon.said, event)


def third_street(table: Served, floor: Console) -> None:
    """Three cards each: seat 2 has the low card and brings it in."""
    floor.sits(3)
    assert floor.asks("hand")["ok"]
    *down, up = zip(*THREES.values(), strict=True)
    for cards in down:
        table.deals(*cards, first=1)
    for seat, card in enumerate(up, 1):
        lies_up(table, card, f"seat:{seat}")
    floor.until_said("Seat 2 brings it in for 2")


SECOND = "[...document.querySelectorAll('.further .card')].map((one) => one.dataset.shown)"
TWICE = ("2c 7d 9h Js 3s".split(), "2d Kc 9s 8h 3h".split())
HANDS = {1: ["Ah", "As"], 2: ["Kh", "Ks"]}
OFF_PLATE = """return [...document.querySelectorAll(".player .card")].filter((card) => {
  const plate = card.closest(".player").getBoundingClientRect();
  const { left, right, top, bottom } = card.getBoundingClientRect();
  return left < plate.left || right > plate.right || top < plate.top || bottom > plate.bottom;
}).map((card) => card.dataset.shown)"""
PLACES = "return document.querySelectorAll(arguments[0]).length"
LOW = """return [...document.querySelectorAll(".player .hole")].flatMap((hole) => {
  const cards = [...hole.querySelectorAll(".card")];
  const tops = cards.map((card) => card.getBoundingClientRect().top);
  const lower = cards.filter((_, at) => tops[at] > Math.min(...tops) + 3);
  return lower.map((card) => card.dataset.shown);
})"""
SUITS_SHOWN = """return [...document.querySelectorAll(".seat .hole .suit")].map((suit) =>
  suit.getBoundingClientRect().bottom <= suit.closest(".hole").getBoundingClientRect().bottom)"""
IN_HAND = """return [...document.querySelectorAll(arguments[0])].map((hand) =>
  [...hand.querySelectorAll(".card")].map((card) => card.dataset.shown).join(" "))"""


def test_the_console_says_how_many_cards_are_drawn_by_a_touch_and_by_a_key(
    broker: brokers.Broker, floor: Console, screens: Screens, browser: Browser, tmp_path: Path
) -> None:
    with served(tmp_path, broker, DRAW) as table:
        drawing(table, floor)
        browser.size(1280, 800)
        browser.opens(screens.link("console", "dealer"))
        browser.until_text("#actor", "Seat 2")
        assert browser.text("#seat-2 .note") == "to draw"
        words = browser.js("return [...draws.querySelectorAll('span')].map((one) => one.innerText)")
        assert words == ["Stand pat", "Draw 1", "Draw 2", "Draw 3", "Draw 4", "Draw 5"]
        assert browser.js("return deeds.checkVisibility()") is False, (
            "no bets where cards are drawn"
        )
        browser.shoot("draw-console", tmp_path)
        browser.find("#draws [data-count='0']").click()
        browser.until_text("#actor", "Seat 3")
        browser.until_text("#log", "Seat 2 stands pat")
        browser.press("2")
        browser.until_text("#log", "Seat 3 draws 2")
        browser.until_text("#seat-3 .note", "to discard")
        assert browser.js("return draws.checkVisibility()") is False, (
            "nobody is asked how many any more"
        )
        assert browser.complaints == []


def test_the_console_brings_it_in_and_completes(
    broker: brokers.Broker, floor: Console, screens: Screens, browser: Browser, tmp_path: Path
) -> None:
    with served(tmp_path, broker, STUD) as table:
        third_street(table, floor)
        browser.size(1280, 800)
        browser.opens(screens.link("console", "dealer"))
        browser.until_text("#owes", "2 to bring in")
        assert browser.text("#check-text") == "Bring in 2"
        assert browser.text("#raise-text") == "Bet 4"
        assert browser.js("return fold.disabled"), "who must bring it in may not fold"
        browser.shoot("stud-console", tmp_path)
        browser.press("c")
        browser.until_text("#actor", "Seat 3")
        assert bets(table) == {"1": 0, "2": 2, "3": 0}
        assert browser.text("#check-text") == "Call 2"
        assert browser.text("#raise-text") == "Complete to 4"
        browser.press(ENTER)
        browser.until_text("#actor", "Seat 1")
        assert bets(table) == {"1": 0, "2": 2, "3": 4}
        assert browser.text("#raise-text") == "Raise to 8"
        assert browser.complaints == []


def test_upcards_are_everybodys_and_no_board_is_drawn_where_the_game_has_none(
    broker: brokers.Broker, floor: Console, screens: Screens, browser: Browser, tmp_path: Path
) -> None:
    with served(tmp_path, broker, STUD) as table:
        third_street(table, floor)
        browser.size(1280, 800)
        browser.opens(screens.link("board", "display"))
        browser.until_text(".seat.turn", "Seat 2")
        assert browser.js(IN_HAND, ".seat .hole") == ["?? ?? 5h", "?? ?? 3c", "?? ?? Ks"]
        assert browser.js(PLACES, ".community .card") == 0
        assert browser.text(".stakes").split() == ["LIMITS", "4", "/", "8"], "stud has no blinds"
        assert browser.js(SUITS_SHOWN) == [True, True, True], "a plate covers an upcard's suit"
        browser.shoot("stud-board", tmp_path)
        browser.opens(screens.link("console", "dealer"))
        browser.until_text("#owes", "2 to bring in")
        assert browser.js(IN_HAND, ".person:not(.empty) .hole")[1] == "?? ?? 3c"
        assert browser.js(PLACES, "#community .card") == 0
        browser.size(800, 480)
        browser.opens(screens.link("dealer", "dealer"))
        browser.until_text("#say", "Seat 2 brings it in for 2")
        assert browser.js(PLACES, "#community .card") == 0
        browser.shoot("stud-dealer", tmp_path)
        assert browser.complaints == []


def test_the_overlay_tells_the_draws_and_draws_no_board(
    broker: brokers.Broker, station: Path, screens: Screens, browser: Browser, tmp_path: Path
) -> None:
    hole = {1: ["As", "3s", "9c", "Tc", "2d"], 2: ["4h", "5d", "Jc", "Qc", "6s"]}
    scene = StagedHand(
        players=2, game="lowball_27", board=0, folded=(), hole=hole, draws={1: 0, 2: 3}
    )
    with Person(broker, "controller", name="stage") as person:
        stage = Stage(person, station / "station.pub")
        stage.informs(game="lowball_27", board=0)
        stage.shows(scene)
        browser.size(1920, 1080)
        browser.opens(screens.link("overlay", "broadcast"))
        browser.until("document.querySelectorAll('.player .deed').length === 2", "the players")
        browser.until_text(".player:nth-child(1) .deed", "Pat")
        deeds = browser.js(
            "return [...document.querySelectorAll('.deed')].map((one) => one.innerText)"
        )
        assert [deed.upper() for deed in deeds] == ["PAT", "DRAWS 3"]
        assert browser.js(PLACES, "#community .card") == 0
        browser.shoot("draw-overlay", tmp_path)
        sevens = {
            1: ["As", "3s", "9c", "Tc", "2d", "Kd", "Qd"],
            2: ["4h", "5d", "Jc", "Qc", "6s", "7s", "8d"],
        }
        stage.informs(game="stud7", board=0, structure="limit", small_bet=400, big_bet=800)
        up = [card for cards in sevens.values() for card in cards[2:6]]
        seventh = StagedHand(
            players=2, game="stud7", board=0, folded=(), hole=sevens, number=2, up=up
        )
        stage.shows(seventh)
        browser.until("document.querySelectorAll('.player .hole .card').length === 14", "stud")
        browser.until("document.getAnimations().length === 0", "rest")
        down = [cards[at] for cards in sevens.values() for at in (0, 1, 6)]
        assert browser.js(LOW) == down, "what the table cannot see lies lower"
        assert browser.text("#stakes") == "Limits 400 / 800"
        assert browser.js(OFF_PLATE) == [], "seven cards fit on a plate"
        size = "return parseFloat(getComputedStyle(document.querySelector(arguments[0])).fontSize)"
        assert browser.js(size, ".player .name") > 20, "and leave room for the name"
        browser.shoot("stud-overlay", tmp_path)
        stage.informs()
        boards = [TWICE[0], TWICE[1]]
        stage.shows(StagedHand(players=2, folded=(), hole=HANDS, boards=boards, number=3))
        browser.until("document.querySelectorAll('.community').length === 2", "two boards")
        assert browser.js(IN_HAND, ".community") == [" ".join(board) for board in boards]
        assert browser.js(size, ".player .stack") > 20, "what was squeezed is as large again"
        browser.shoot("twice-overlay", tmp_path)
        assert browser.complaints == []
        stage.leaves()


def test_two_boards_lie_one_below_the_other(
    broker: brokers.Broker, screens: Screens, browser: Browser, tmp_path: Path
) -> None:
    with ToldDesk(broker, rulebook="uspa") as table:
        table.dealt()
        for seat, do in ((1, "all_in"), (2, "all_in"), (3, "fold")):
            table.take("act", seat=seat, do=do)
        table.take("agree", what="deal_twice", seats=[1, 2])
        browser.size(1280, 720)
        browser.opens(screens.link("board", "display"))
        browser.until("document.querySelectorAll('.community .card').length === 5", "one board")
        burns = iter("4c 5c 6c 8c".split())
        for run, board in enumerate((TWICE[0], TWICE[1][:3]), 1):
            for at, card in enumerate(board):
                if at in (0, 3, 4):
                    table.card(next(burns), "burn")
                table.take("card", card=card, zone="board", face="up", run=run)
        browser.until("document.querySelectorAll('.community').length === 2", "two boards")
        second = " ".join(TWICE[1][:3])
        browser.until(f"{SECOND}.join(' ').trim() === '{second}'", "the second board's flop")
        assert browser.js(IN_HAND, ".community")[0] == " ".join(TWICE[0])
        browser.shoot("twice-board", tmp_path)
        assert browser.complaints == []
