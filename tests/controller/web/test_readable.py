"""Readable at arm's length: contrast, room for the longest words, nothing jumps, all by keys."""

import json
from itertools import cycle
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest

from controller.languages import language
from controller.messages import Alert, Alerts, DealerExpect, Step, phrased
from controller.scenario import parse, run
from controller.telling import due
from engine import Table
from engine.wording import FLOORS, timed, told
from tests.controller import brokers
from tests.controller.brokers import TOPICS, Broker, Person
from tests.controller.served_table import Console, Served, console, goes_live
from tests.controller.web.screens import ENTER, ESCAPE, TAB, Browser, Screens

SCENARIOS = Path(__file__).parents[2] / "scenarios"
CONTRAST = (Path(__file__).parent / "contrast.js").read_text("utf-8")
SIZES = {
    "board": (1280, 720), "dealer": (800, 480), "console": (1366, 820), "floor": (1440, 860),
    "overlay": (1920, 1080), "login": (1280, 800),
}  # fmt: skip
ROLES = {
    "board": "display", "dealer": "dealer", "console": "floor", "floor": "floor",
    "overlay": "broadcast",
}  # fmt: skip
NAMES = ("Ada", "Grace", "Maximilian", "Linus", "Margaret", "Edsger", "Barbara", "Alan", "Emmy")
HOLE = "As Kd Qs 7c 9h 5d 4c 2d Jc Ah Qd 7d 8s 6s 4h 9c 3d Jd".split()
FLOP = "Ac 9d 4s".split()
SHIFTS = """
const named = (node) => `${node?.className || node?.id || node?.nodeName}: ${node?.textContent}`;
const told = ({ value, sources }) => [value, ...sources.map(({ node }) => named(node))];
window.shifts = [];
new PerformanceObserver((list) => {
  const unasked = list.getEntries().filter((entry) => !entry.hadRecentInput);
  window.shifts.push(...unasked.map(told));
}).observe({ type: "layout-shift" });
"""
DRAWN = "requestAnimationFrame(() => requestAnimationFrame(arguments[0]))"


class Deal:
    """Nine players in the middle of a hand."""

    def __init__(self, table: Served, floor: Console) -> None:
        self.table, self.floor = table, floor
        for seat, name in enumerate(NAMES, 1):
            stack = (4200, 1810, 960, 3350, 2775, 640, 5120, 1490, 2205)[seat - 1]
            assert floor.asks("sit", seat=seat, stack=stack, name=name)["ok"]

    def to_flop(self) -> None:
        self.floor.asks("hand", button=6)
        self.table.deals(*HOLE, first=7, players=9)
        self.floor.until_said("Seat 9 to act, 2 to call")
        for seat, do, to in (
            (9, "fold", 0), (1, "raise", 12), (2, "fold", 0), (3, "fold", 0), (4, "fold", 0),
            (5, "call", 0), (6, "fold", 0), (7, "fold", 0), (8, "call", 0),
        ):  # fmt: skip
            self.acts(seat, do, to)
        self.table.felt.lands("2c", "burn")
        for card in FLOP:
            self.table.felt.lands(card, "board")
        self.floor.until_said("Seat 8 to act")
        self.floor.asks("act", seat=8, do="check")

    def to_the_end(self) -> None:
        for seat, do, to in ((1, "bet", 30), (5, "raise", 90), (8, "fold", 0), (1, "fold", 0)):
            self.acts(seat, do, to)

    def acts(self, seat: int, do: str, to: int = 0) -> None:
        assert self.floor.asks("act", seat=seat, do=do, to=to or None)["ok"]


@pytest.fixture
def deal(table: Served, floor: Console) -> Deal:
    return Deal(table, floor)


def contrast(browser: Browser, *behind: str) -> list[str]:
    return list(browser.js(CONTRAST, 4.5, behind or ["rgb(0, 0, 0)"]))


def test_every_text_on_every_page_stands_out(
    deal: Deal, screens: Screens, browser: Browser, tmp_path: Path
) -> None:
    deal.to_flop()
    ready = {
        "board": "document.querySelectorAll('.seat').length === 9",
        "dealer": "document.getElementById('say').textContent",
        "console": "document.querySelectorAll('.person').length === 10",
        "floor": "document.querySelectorAll('.figure').length",
    }
    for page, when in ready.items():
        browser.size(*SIZES[page])
        browser.opens(screens.link(page, ROLES[page], by="Flo"))
        browser.until(when, page)
        browser.shoot(page, tmp_path)
        assert contrast(browser) == [], page
    deal.floor.asks("call", why="a dispute")
    for page in ("dealer", "console", "floor"):
        browser.size(*SIZES[page])
        browser.opens(screens.link(page, ROLES[page], by="Flo"))
        browser.until("document.body.innerText.includes('a dispute')", f"the call on /{page}")
        assert contrast(browser) == [], page
    browser.size(*SIZES["login"])
    browser.opens(f"{screens.address}/login?to=/floor&why=wrong")
    browser.until("document.getElementById('why').textContent", "why")
    browser.shoot("login", tmp_path)
    assert contrast(browser) == []


def test_the_overlay_stands_out_on_any_picture(
    broker: Broker, deal: Deal, screens: Screens, browser: Browser, tmp_path: Path
) -> None:
    goes_live(broker)
    deal.to_flop()
    browser.size(*SIZES["overlay"])
    browser.opens(screens.link("overlay", "broadcast"))
    deal.floor.asks("act", seat=1, do="bet", to=30)
    browser.until("document.querySelectorAll('.odds:not(.none)').length === 3", "the odds")
    browser.until("!document.body.classList.contains('still')", "rest")
    browser.until("document.getAnimations().length === 0", "rest")
    scene = "linear-gradient(120deg, #274b3c, #557a5a 60%, #8b7d5a)"
    browser.js("document.documentElement.style.background = arguments[0]", scene)
    browser.size(1280, 720)
    browser.shoot("overlay", tmp_path)
    browser.js("document.documentElement.style.background = ''")
    assert contrast(browser, "rgb(255, 255, 255)", "rgb(0, 0, 0)") == []


def test_nothing_jumps_while_numbers_change(deal: Deal, screens: Screens, browser: Browser) -> None:
    deal.to_flop()
    pages = []
    for page in ("board", "dealer", "console"):
        browser.driver.switch_to.new_window("window")
        browser.size(*SIZES[page])
        browser.opens(screens.link(page, ROLES[page]))
        browser.until("document.body.dataset.seq && !document.body.dataset.seq.includes('x')", page)
        browser.driver.execute_async_script(DRAWN)
        browser.js(SHIFTS)
        pages.append(browser.driver.current_window_handle)
    deal.to_the_end()
    last = str(deal.table.daemon.core.seq)
    for handle in pages:
        browser.driver.switch_to.window(handle)
        browser.until(f"document.body.dataset.seq === '{last}'", "the last event")
        shifts = browser.js("return window.shifts")
        # A number in the middle of its own place may grow to both sides; nothing else may move.
        assert sum(value for value, *_ in shifts) < 0.001, shifts


# The dealer's screen at 800 by 480

NOT_FITTING = """
const parts = "header *, #alert, #severity, #clause, #text, #steps li, #say, #why, nav button";
return [...document.querySelectorAll(parts)]
  .filter((node) => node.checkVisibility() && node.textContent.trim())
  .filter((node) => {
    const box = node.getBoundingClientRect();
    const within = box.left >= 0 && box.top >= 0
      && box.right <= innerWidth + 0.5 && box.bottom <= innerHeight + 0.5;
    const cut = getComputedStyle(node).display !== "inline"
      && (node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1);
    return cut || !within;
  })
  .map((node) => `${node.id || node.tagName}: ${node.textContent.trim().slice(0, 60)}`);
"""


class _Longest(Table):
    """A table that remembers the longest words ever said at one."""

    says: ClassVar[set[str]] = set()
    ruled: ClassVar[dict[str, dict[str, Any]]] = {}

    def apply(self, event: Any) -> list[dict[str, Any]]:
        answers = super().apply(event)
        self.says.add(language("en").say([due(self)]))
        for answer in answers:
            if answer["o"] == "ruling" and answer["severity"] != "note":
                ruled = self.ruling(answer["id"])
                said = [one for one in ruled.said if one.key not in FLOORS] if ruled else []
                self.ruled[answer["text"]] = {**answer, "said": said, "text": told(said)}
        return answers


def _told(ruling: dict[str, Any]) -> Alert:
    steps = [Step(told(timed(step)), step["do"]) for step in ruling["procedure"]]
    return Alert(
        id=f"ruling-{ruling['id']}", kind="ruling", severity=ruling["severity"], t=0.0, at="",
        text=ruling["text"], said=phrased(ruling["said"]), hand=1, clause=ruling["clause"],
        steps=steps, ruling=ruling["id"],
    )  # fmt: skip


def test_the_longest_words_fit_on_the_dealers_screen(
    table: Served, screens: Screens, broker: brokers.Broker, browser: Browser, tmp_path: Path
) -> None:
    for file in sorted(SCENARIOS.rglob("*.txt")):
        run(parse(file.read_text("utf-8"), file.name), _Longest)
    says = sorted(_Longest.says, key=len)[-4:]
    by_size = sorted(
        _Longest.ruled.values(), key=lambda one: len(one["text"]) + 40 * len(one["procedure"])
    )
    rulings = [*by_size[-4:], *sorted(by_size, key=lambda one: len(one["text"]))[-2:]]
    stamp: dict[str, Any] = {"boot": "", "seq": 1, "t": 0.0, "at": ""}
    browser.size(800, 480)
    browser.opens(screens.link("dealer", "dealer"))
    browser.until("document.getElementById('away').hidden", "the table")
    with Person(broker, "controller", name="longest") as speaker:
        for words in says:
            expect = DealerExpect(**stamp, say=words, why="diamondjims.p10b")
            speaker.say(TOPICS.dealer_expect, msgspec.json.encode(expect), retain=True)
            browser.until(f"document.getElementById('say').textContent === {words!r}", words)
            assert browser.js(NOT_FITTING) == []
            for ruling, severity in zip(rulings, cycle(("stop", "fix", "floor")), strict=False):
                alerts = Alerts(**stamp, alerts=[_told({**ruling, "severity": severity})])
                speaker.say(TOPICS.dealer_alert, msgspec.json.encode(alerts), retain=True)
                lead = ruling["said"][:1] if ruling["procedure"] else ruling["said"]
                want = json.dumps(told(lead))
                browser.until(f"document.getElementById('text').textContent === {want}", "alert")
                assert browser.js(NOT_FITTING) == []
                assert contrast(browser) == [], severity
            browser.shoot("dealer-longest", tmp_path)
            speaker.say(TOPICS.dealer_alert, b"", retain=True)
            browser.until("document.getElementById('alert').hidden", "no alert")


# By keys alone


def test_a_hand_is_run_by_the_consoles_keys_alone(
    table: Served, screens: Screens, browser: Browser
) -> None:
    browser.size(*SIZES["console"])
    browser.opens(screens.link("console", "floor", by="Flo"))
    browser.until("document.querySelectorAll('.person').length === 10", "the seats")
    for seat, name in ((1, "Ada"), (2, "Grace"), (3, "Emmy")):
        for _ in range(seat):
            browser.press("\ue015")  # down
        browser.press("i")
        browser.until("document.activeElement.id === 'sit-name'", "the name's field")
        browser.press(name, TAB, "500", ENTER)
        browser.until_text(f"#seat-{seat} .stack", "500")
        browser.until("document.activeElement.tagName === 'BODY'", "the keys to be the table's")
    browser.press("n")
    browser.until_text("#say", "Card to seat")
    first = int(browser.text("#say").split()[-1])
    table.deals("Ah", "Kd", "Qs", "Jc", "Th", "9d", first=first)
    browser.until_text("#say", "to act")
    browser.press("4", "0", "0", "\ue003", ENTER)  # one nought too many
    browser.until("document.querySelectorAll('.person .bet:not(:empty)').length === 3", "the raise")
    assert "40" in browser.js(
        "return [...document.querySelectorAll('.person .bet')].map((bet) => bet.textContent)"
    )
    browser.press("u")
    browser.until_text("#undo-text", "raises to 40")
    browser.press("u")
    browser.until_text("#owes", "2 to call")
    browser.press("c")
    browser.until_text("#owes", "1 to call")
    browser.press("f")
    browser.until_text("#owes", "nothing to call")
    browser.press("c")
    browser.until_text("#say", "Burn")
    browser.press("z", "a dispute", ENTER)
    browser.until_text(".alert", "a dispute")
    browser.press("g")
    browser.until("!document.querySelector('.alert')", "the call to be seen")
    browser.press("r", ENTER)
    browser.until_text("#note", "Done")
    browser.until("document.activeElement.tagName === 'BODY'", "the keys to be the table's")
    browser.press("?")
    browser.until("document.getElementById('help').open", "the keys")
    assert contrast(browser) == []
    browser.press(ESCAPE)
    browser.until("!document.getElementById('help').open", "the keys to go")
    assert browser.complaints == []


def test_every_control_of_console_and_dealer_is_reached_by_tab(
    deal: Deal, screens: Screens, browser: Browser
) -> None:
    deal.to_flop()
    for page, role in (("console", "floor"), ("dealer", "dealer")):
        browser.opens(screens.link(page, role))
        browser.until("document.body.dataset.seq", page)
        wanted = browser.js(
            "return [...document.querySelectorAll('button, input, select')]"
            ".filter((node) => node.checkVisibility() && !node.disabled).length"
        )
        reached = set()
        for _ in range(wanted + 3):
            browser.press(TAB)
            seen = browser.js(
                "const all = [...document.querySelectorAll('button, input, select')];"
                "const at = all.indexOf(document.activeElement);"
                "const outlined = getComputedStyle(document.activeElement).outlineStyle !== 'none';"
                "return [at, outlined]"
            )
            if seen[0] >= 0:
                reached.add(seen[0])
                assert seen[1], "the focus must be seen"
        assert len(reached) == wanted


def test_the_dealer_acknowledges_undoes_and_calls_by_keys(
    deal: Deal, screens: Screens, browser: Browser, broker: brokers.Broker
) -> None:
    deal.to_flop()
    with console(broker, "dealer") as dealer:  # what the floor enters, only the floor takes back
        assert deal.floor.asks("undo")["ok"]
        assert dealer.asks("act", seat=8, do="check")["ok"]
    browser.size(*SIZES["dealer"])
    browser.opens(screens.link("dealer", "dealer", by="Dana"))
    browser.until_text("#say", "Seat 1 to act")
    browser.press("u")
    browser.until_text("#undo-text", "Undo “Alan checks”?")
    browser.press("u")
    browser.until_text("#say", "Seat 8 to act")
    browser.press("f")
    browser.until("document.getElementById('reasons').open", "the reasons")
    browser.press("2")
    browser.until_text("#acknowledge", "Floor called")
    assert browser.text("#text") == "Floor called: Player dispute"
    deal.floor.until_alerts("call-1")
    deal.floor.asks("acknowledge", alert="call-1")
    browser.until("document.getElementById('alert').hidden", "the call to be seen")
    deal.table.felt.lands("8c", "burn")
    browser.until("!document.getElementById('alert').hidden", "the burn that came too soon")
    browser.press("a")
    browser.until("document.querySelector('#alert.folded')", "it to be folded")
