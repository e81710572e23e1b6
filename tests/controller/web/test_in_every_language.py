"""Every page in every language: no English is left, and Chinese needs no font of the machine."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from controller.languages import SHIPPED, language
from controller.web.producer import Counts, Order
from tests.controller import brokers
from tests.controller.brokers import TABLE, Person
from tests.controller.served_table import Console, Served
from tests.controller.web.screens import Browser, Screens
from tests.controller.web.staged import Stage, StagedHand
from tests.controller.web.test_in_chromium import betting
from tests.controller.web.test_overlay_pictures import SCENERY
from tests.controller.web.test_overlay_pictures import faults as overlay_faults

OTHERS = [code for code in SHIPPED if code != "en"]
PAGES = {"dealer": "dealer", "console": "floor", "board": "display", "floor": "floor"}
SIZES = {"dealer": (800, 480), "board": (1920, 1080), "floor": (1440, 860)}
LEAVES = """
const seen = (node) => node.getClientRects().length > 0 && getComputedStyle(node).visibility !== "hidden";
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const texts = [];
while (walk.nextNode()) if (seen(walk.currentNode.parentElement)) texts.push(walk.currentNode.data.trim());
for (const node of document.querySelectorAll("[placeholder], [aria-label]"))
  if (seen(node)) texts.push(node.getAttribute("placeholder") || "", node.getAttribute("aria-label") || "");
return texts.filter(Boolean);
"""  # noqa: E501  (a script, as a page has it)
OVERFLOWS = """
return [...document.querySelectorAll("#say, #alert, #steps li, main button")].filter((node) => node.getClientRects().length
  && (node.scrollHeight > node.clientHeight + 2 || node.scrollWidth > node.clientWidth + 2)).map((node) => node.id || node.textContent);
"""  # noqa: E501


def pattern(text: str) -> str:
    return re.sub(r"\\\{\w+\\\}", ".+", re.escape(text))


def any_of(texts: Iterable[str]) -> re.Pattern[str]:
    """Whatever one of the texts may be, with all that fills it; a fill by itself is no text."""
    whole = (text for text in texts if len(re.sub(r"\{\w+\}|\W|\d", "", text)) > 1)
    return re.compile("|".join(map(pattern, sorted(whole))), re.IGNORECASE)


def english_on(browser: Browser, code: str) -> list[str]:
    """What is English on a page in another language, and no text of that language as well."""
    english, mine = any_of(language("en").words.values()), any_of(language(code).words.values())
    return [
        text for text in browser.js(LEAVES) if english.fullmatch(text) and not mine.fullmatch(text)
    ]


def test_the_search_for_english_finds_it(screens: Screens, browser: Browser) -> None:
    browser.opens(f"{screens.address}/login?lang=de")
    browser.until_text("form button", "Anmelden")
    assert english_on(browser, "de") == []
    browser.js("document.querySelector('form button').textContent = 'Log in'")
    assert english_on(browser, "de") == ["Log in"]


@pytest.mark.parametrize("code", OTHERS)
def test_no_english_is_left_on_the_tables_pages(
    code: str, table: Served, floor: Console, screens: Screens, browser: Browser, tmp_path: Path
) -> None:
    betting(table, floor)
    floor.asks("report", fault="fouled_hand", seat=2)
    for page, role in PAGES.items():
        browser.size(*SIZES.get(page, (1280, 800)))
        browser.opens(f"{screens.link(page, role, by='Flo')}&lang={code}")
        browser.until(f"document.documentElement.lang === '{code}'", "the language")
        browser.until("document.body.dataset.seq", "the table")
        if page != "board":
            cited = language(code).words["fault.fouled_hand"]
            browser.until(
                f"document.body.innerText.toLowerCase().includes({cited.lower()!r})", cited
            )
        assert english_on(browser, code) == [], page
        browser.until("document.fonts.status === 'loaded'", "the fonts")
        browser.shoot(f"{page}-{code}", tmp_path)
        if page == "dealer":
            assert browser.js(OVERFLOWS) == [], "the instruction stays in its box"
        if page == "console":
            browser.press("n")  # a new hand, in the middle of one
            browser.until_text("#note", language(code).words["refused.not_over"])
    assert browser.complaints == []


@pytest.fixture
def stage(broker: brokers.Broker, station: Path) -> Iterator[Stage]:
    with Person(broker, "controller", name="stage") as person:
        stage = Stage(person, station / "station.pub")
        stage.informs()
        yield stage


DEEDS = "return [...document.querySelectorAll('#people .name span')].map((one) => one.innerText)"
WINS = {"de": "Ada Lovelace gewinnt 37,050", "zh": "Ada Lovelace 赢 37,050"}
HOLDS = {"de": "Paar Dreien", "fr": "Paire de 3", "es": "Pareja de treses", "zh": "一对3"}


def test_the_overlay_and_the_desk_speak_the_tables_language(
    stage: Stage, screens: Screens, browser: Browser, tmp_path: Path
) -> None:
    station = screens.displays._station
    assert station is not None
    for number, code in enumerate(OTHERS, 1):
        stage.informs(language=code)
        screens.loop.call_soon_threadsafe(station.order, Order(TABLE, Counts(False)))
        playing = StagedHand(6, number=2 * number)
        stage.shows(playing)
        browser.size(1920, 1080)
        browser.opens(f"{screens.link('overlay', 'broadcast')}&table={TABLE}")
        browser.until(f"document.documentElement.lang === '{code}'", "the table's language")
        browser.until("document.querySelectorAll('.odds:not(.none)').length === 5", "the odds")
        assert HOLDS[code] in browser.js(
            "return [...document.querySelectorAll('.strength')].map((one) => one.textContent)"
        )
        assert english_on(browser, code) == []
        browser.until("document.fonts.status === 'loaded'", "the fonts")
        browser.until("!document.body.classList.contains('still')", "rest")
        browser.until("document.getAnimations().length === 0", "rest")
        assert overlay_faults(browser) == []
        browser.js(f"document.documentElement.style.background = {SCENERY!r}")
        browser.shoot(f"overlay-{code}", tmp_path)
        stage.shows(StagedHand(6, number=2 * number + 1, over=True, board=5))
        browser.until_text("#with", HOLDS[code])
        assert WINS.get(code, "37,050") in browser.text("#winner")
        assert english_on(browser, code) == []
        browser.size(1280, 900)
        browser.opens(f"{screens.link('producer', 'broadcast')}&table={TABLE}")
        browser.until(f"document.documentElement.lang === '{code}'", "the table's language")
        browser.until("document.querySelectorAll('#people li').length === 6", "who plays")
        assert english_on(browser, code) == []
        dealt = browser.js(DEEDS)
        assert [one.count("·") for one in dealt] == [1, 1, 0, 0, 0, 0], "who won, who folded"
        browser.shoot(f"producer-{code}", tmp_path)
    assert browser.complaints == []


def test_chinese_is_drawn_with_the_pages_own_font(screens: Screens, browser: Browser) -> None:
    browser.opens(f"{screens.address}/login?lang=zh")
    browser.until("document.documentElement.lang === 'zh'", "Chinese")
    signs = "".join(
        sorted({sign for text in language("zh").words.values() for sign in text if sign > "⺀"})
    )
    rare = "鬱さカ"  # of names
    for weight in (400, 600, 700):
        # Words of two, as on a page: in one long line a browser tries harder.
        browser.js(EACH, (signs + rare).replace("\n", ""), weight)
        browser.until("document.fonts.status === 'loaded'", "the fonts")
        drawn = fonts(browser, "#all")
        own = sum(one["glyphCount"] for one in drawn if one["isCustomFont"])
        assert own >= len(signs + rare), drawn


EACH = """
const [signs, weight] = arguments;
const part = (text) => Object.assign(document.createElement("b"), { textContent: text, className: "of" });
document.body.replaceChildren(Object.assign(document.createElement("p"), { id: "all" }));
for (let at = 0; at < signs.length; at += 2) document.getElementById("all").append(part(signs.slice(at, at + 2)), " ");
for (const one of document.querySelectorAll(".of")) one.style.fontWeight = weight;
"""  # noqa: E501


def fonts(browser: Browser, css: str) -> list[dict[str, int]]:
    """With what a text is really drawn."""
    command = browser.driver.execute_cdp_cmd
    command("DOM.enable", {})
    command("CSS.enable", {})
    root = command("DOM.getDocument", {})["root"]["nodeId"]
    node = command("DOM.querySelector", {"nodeId": root, "selector": css})["nodeId"]
    return list(command("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"])
