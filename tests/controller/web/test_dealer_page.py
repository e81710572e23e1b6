"""The dealer's screen in a fault: one instruction, one list, nobody else's alert, any language."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.config import GameSection, LanguageSection
from tests.controller import brokers
from tests.controller.served_table import Console, Served, configured, console
from tests.controller.two_faults import a_table
from tests.controller.web.screens import ENTER, Browser, Screens
from tests.controller.web.told_page import ToldDesk, hush, publish

LARGEST = """
const sizes = [...document.querySelectorAll("body *")]
  .filter((node) => node.checkVisibility())
  .filter((node) => [...node.childNodes].some((one) => one.nodeType === 3 && one.data.trim()))
  .map((node) => [parseFloat(getComputedStyle(node).fontSize), node.id]);
return sizes.sort((a, b) => b[0] - a[0])[0];
"""
SHOWN_ID = "document.getElementById('alert').dataset.id"
PAIRED = (
    "exposed", "boxed", "wrong_seat", "premature_burn", "premature_street",
    "premature_burn_and_street", "no_burn_whole_street", "two_burns", "burn_face_up",
    "flop_of_four", "extra_card",
)  # fmt: skip


@pytest.fixture
def page(broker: brokers.Broker, screens: Screens, browser: Browser) -> Browser:
    browser.size(800, 480)
    return browser


def desk(broker: brokers.Broker, **opening: str) -> ToldDesk:
    return ToldDesk(broker, **opening)


def opens(browser: Browser, screens: Screens, **more: str) -> None:
    query = "".join(f"&{name}={value}" for name, value in more.items())
    browser.opens(screens.link("dealer", "dealer", by="Dana") + query)
    browser.until("document.body.dataset.seq", "the table")


def instructed(browser: Browser, words: str) -> None:
    """This is the largest thing on the screen, in at least 48 pixels."""
    browser.until_text("#say", words)
    size, node = browser.js(LARGEST)
    assert node == "say" and size >= 48, (size, node)
    assert browser.js("return say.scrollHeight <= say.clientHeight + 1"), "it is cut"


def test_the_first_undone_step_is_the_largest_thing_on_the_screen(
    broker: brokers.Broker, screens: Screens, page: Browser, tmp_path: Path
) -> None:
    with desk(broker, rulebook="hilton") as table:
        opens(page, screens)
        table.dealt()
        instructed(page, "Seat 1 to act, 2 to call")
        page.shoot("dealer-calm", tmp_path)
        table.card("2c", "burn")
        table.take("answer", doubt=1, **{"is": True})
        instructed(page, "Put the card back on the deck")
        page.shoot("dealer-premature-burn", tmp_path)
        for card in ("3c", "4d", "5h"):
            table.card(card, "board", "up")
        page.until_text("#text", "Premature flop: action not complete")
        instructed(page, "Take back the flop")
        assert page.js("return pager.hidden"), "the flop's ruling has taken the burn's place"
        page.shoot("dealer-premature-flop", tmp_path)
        assert page.complaints == []


def test_a_boxed_card_and_a_misdeal_say_what_is_next_and_the_list_ticks(
    broker: brokers.Broker, screens: Screens, page: Browser, tmp_path: Path
) -> None:
    with desk(broker, rulebook="uspa") as table:
        opens(page, screens)
        table.take("hand", button=1)
        table.card("Kd", "seat:2")
        table.take("card", card="2h", zone="seat:3", face="up", boxed=True)
        page.until_text("#text", "Boxed card")
        instructed(page, "Set the 2♥ aside, top card to seat 3")
        page.until("document.querySelectorAll('#steps li.now').length === 2", "both in the list")
        page.shoot("dealer-boxed", tmp_path)
        table.card("2h", "off")
        instructed(page, "Top card to seat 3")
        table.asked("floor", "decide", decision="misdeal", ruling=1)
        page.until_text("#severity", "STOP")
        instructed(page, "Collect all cards")
        page.shoot("dealer-misdeal", tmp_path)
        for card in ("Kd", "2h"):
            table.card(card, "deck")
        page.until("document.querySelectorAll('#steps li.done').length === 1", "a tick")
        instructed(page, "Shuffle, cut, redeal")
        table.take("shuffle")
        page.until("document.querySelectorAll('#steps li.done').length === 2", "another")
        page.shoot("dealer-misdeal-ticked", tmp_path)
        table.take("cut")
        instructed(page, "New hand")
        assert page.js("return Boolean(document.querySelector('#alert:not([hidden])'))")
        table.take("hand")
        page.until("document.getElementById('alert').hidden", "the misdeal to be over")


def test_a_dead_hand_is_taken_before_the_next_player_acts(
    broker: brokers.Broker, screens: Screens, page: Browser, tmp_path: Path
) -> None:
    with desk(broker, rulebook="uspa") as table:
        opens(page, screens)
        table.dealt()
        for seat in (1, 2):
            table.take("act", seat=seat, do="call")
        table.take("report", fault="short_hand", seat=1)
        instructed(page, "Kill seat 1's hand")
        assert page.text("#steps li.now") == "Kill seat 1's hand"
        page.shoot("dealer-dead-hand", tmp_path)
        for card in ("Qs", "9d"):
            table.card(card, "muck")
        instructed(page, "Seat 3 to act")
        page.until("document.getElementById('alert').hidden", "nothing left to do")


def test_got_it_folds_the_dealers_panel_alone_and_alerts_can_be_paged(
    table: Served, floor: Console, screens: Screens, browser: Browser, tmp_path: Path
) -> None:
    browser.size(800, 480)
    opens(browser, screens)
    floor.sits(3)
    floor.asks("hand", button=1)
    for card, seat in (("Ah", 2), ("Kd", 3), ("Qs", 1)):
        table.felt.lands(card, f"seat:{seat}")
    floor.asks("report", fault="missing_card")
    table.felt.reader_is("seat-3", "silent", "no answer")
    browser.until("!document.getElementById('pager').hidden", "two alerts")
    browser.shoot("dealer-two-alerts", tmp_path)
    before = browser.text("#text")
    browser.find("#after").click()
    browser.until(f"document.getElementById('text').textContent !== {before!r}", "the other")
    browser.find("#before").click()
    browser.until(f"document.getElementById('text').textContent === {before!r}", "the first")
    told = floor.shows(brokers.TOPICS.floor_alert)["alerts"]
    assert [one["acknowledged"] for one in told] == [None, None], "looking is not noticing"
    mine = browser.js("return document.getElementById('alert').dataset.id")
    while browser.js("return document.getElementById('alert').dataset.severity") == "floor":
        browser.find("#after").click()
        mine = browser.js("return document.getElementById('alert').dataset.id")
    browser.find("#acknowledge").click()
    floor.until_shown(
        brokers.TOPICS.floor_alert,
        lambda it: any(one["id"] == mine and one["seen"] for one in it["alerts"]),
        "who has noticed",
    )
    (noticed,) = [
        one for one in floor.shows(brokers.TOPICS.floor_alert)["alerts"] if one["id"] == mine
    ]
    assert noticed["acknowledged"] is None and noticed["seen"][0]["role"] == "dealer"
    assert browser.complaints == []


def test_every_pair_of_faults_leaves_one_instruction_and_is_obeyed_to_its_end(
    broker: brokers.Broker, screens: Screens, page: Browser
) -> None:
    said: dict[str, bytes] = {}
    played = 0
    with brokers.Person(broker, "controller", name="pairs") as speaker:
        speaker.say(brokers.TOPICS.status, b"online", retain=True)
        page.opens(screens.link("dealer", "dealer"))
        for first in PAIRED:
            for second in PAIRED:
                deal = a_table("hilton", first, second)
                if not deal.errs():
                    continue
                played += 1
                publish(speaker, deal.retained, said)
                words = deal.told["say"]
                page.until(f"say.textContent === {words!r}", f"{first}, {second}: {words}")
                due, alerts = deal.told["ruling"], deal.alerts
                if due is not None:
                    page.until(f"{SHOWN_ID} === 'ruling-{due}'", f"ruling {due}: {words}")
                    now = page.text("#steps li.now")
                    fits = not now or words.lower() in now.lower() or words == "Call the floor"
                    assert fits or "deck" in words, (first, second, words, now)
                assert len(alerts) == len({alert["id"] for alert in alerts})
                while deal.table.deal_on and deal.told["ruling"] is not None:
                    deal.obey()  # each screen, to the end of the correction
                    publish(speaker, deal.retained, said)
                    words = deal.told["say"]
                    page.until(f"say.textContent === {words!r}", f"{first}, {second}: {words}")
        hush(speaker, said)
    assert played > 60
    assert page.complaints == []


def test_the_rule_is_one_touch_away_in_our_words(
    broker: brokers.Broker, screens: Screens, page: Browser, tmp_path: Path
) -> None:
    with desk(broker, rulebook="diamondjims") as table:
        opens(page, screens)
        table.take("hand", button=1)
        table.card("Ah", "seat:2")
        table.card("7c", "seat:3", "up")
        page.until_text("#clause", "Diamond Jim's 9")
        page.find("#clause").click()
        page.until("document.getElementById('rule-text').textContent.length > 20", "the rule")
        page.shoot("dealer-why", tmp_path)
        assert page.text("#rule-title") == "Diamond Jim's 9"
        assert page.js("return document.querySelectorAll('#rule-text small').length") == 0
        page.js("rule.close()")
        page.find("#menu").click()
        page.find("#language option[value=de]").click()
        page.js("sheet.close(); clause.click()")
        page.until_text("#rule-text small", "auf Englisch")  # what stays English says so
        assert page.js(
            "return document.querySelector('#rule-text [lang=en]').innerText.length > 20"
        )
        page.shoot("dealer-why-de", tmp_path)
        page.js("localStorage.clear()")
        assert page.complaints == []


def test_the_floor_is_called_with_a_reason_that_each_reads_in_his_own_language(
    table: Served, floor: Console, screens: Screens, browser: Browser, tmp_path: Path
) -> None:
    browser.size(800, 480)
    opens(browser, screens, lang="de")
    browser.until_text("#call", "Floor rufen")
    browser.find("#call").click()
    browser.until("document.getElementById('reasons').open", "the reasons")
    browser.shoot("dealer-reasons-de", tmp_path)
    browser.find("[data-reason=relief]").click()
    browser.until_text("#text", "Floor gerufen: Ablösung")
    floor.until_alerts("call-1")
    (alert,) = floor.shows(brokers.TOPICS.floor_alert)["alerts"]
    assert alert["text"] == "Floor called: Dealer relief"


@pytest.fixture
def german(tmp_path: Path, broker: brokers.Broker) -> Iterator[Served]:
    config = configured(
        tmp_path, game=GameSection(rulebook="uspa"), language=LanguageSection(use="de"),
        dealers={"Ann": "4711", "Bob": "e00401ff"},
    )  # fmt: skip
    with Served(config, broker) as served:
        yield served


def test_dealers_come_on_duty_with_a_code_and_faults_go_by_dealer(
    german: Served, broker: brokers.Broker, screens: Screens, browser: Browser, tmp_path: Path
) -> None:
    browser.size(800, 480)
    opens(browser, screens)
    browser.until_text("#menu", "Mehr")  # the table's language, for nobody chose another
    browser.find("#menu").click()
    browser.until_text("#on-duty", "Niemand im Dienst")
    browser.find("#code").send_keys("1234", ENTER)
    browser.until_text("#note", "Unbekannter Code")
    browser.find("#code").send_keys("4711", ENTER)
    browser.until_text("#menu", "Ann")
    browser.find("#menu").click()
    browser.shoot("dealer-sheet-de", tmp_path)
    browser.find("#code").send_keys("E00401FF", ENTER)  # a tag, as a reader at the desk types it
    browser.until_text("#menu", "Bob")
    with console(broker, "floor") as floor:
        floor.sits(3)
        floor.asks("hand", button=1)
        german.deals("Ah", "Kd")
        floor.asks("report", fault="exposed_card", seat=2, card="Ah")
        health = floor.asks("health")["result"]
        assert (health["dealer"], health["faults_by_dealer"]) == ("Bob", {"Bob": 1})
        brokers.wait_for(
            lambda: bool(floor.shows(brokers.TOPICS.floor_alert).get("alerts")), "the alert"
        )
        alert = floor.shows(brokers.TOPICS.floor_alert)["alerts"][0]
        assert alert["text"].startswith("Platz 2: Karte aufgedeckt.")
    browser.find("#menu").click()
    browser.find("#go").click()
    browser.until_text("#menu", "Mehr")
    assert german.daemon.core.desk.dealer == ""


def test_a_language_chosen_on_the_page_is_kept_and_every_text_changes(
    broker: brokers.Broker, screens: Screens, page: Browser, tmp_path: Path
) -> None:
    said = {"fr": "Siège 1 à jouer", "es": "Habla el asiento 1", "zh": "1 号位行动"}
    with desk(broker, rulebook="hilton") as table:
        opens(page, screens)
        table.dealt()
        for code, words in said.items():
            page.find("#menu").click()
            page.find(f"#language option[value={code}]").click()
            page.until_text("#say", words)
            page.js("document.getElementById('sheet').close()")
            assert page.js("return document.documentElement.lang") == code
            page.shoot(f"dealer-{code}", tmp_path)
        page.opens(screens.link("dealer", "dealer"))
        page.until_text("#say", said["zh"])
        page.js("localStorage.clear()")


def test_the_dimmer_darkens_and_an_alert_is_seen_in_full_light(
    broker: brokers.Broker, screens: Screens, page: Browser
) -> None:
    with desk(broker, rulebook="uspa") as table:
        opens(page, screens)
        table.take("hand", button=1)
        page.find("#menu").click()
        page.js("bright.value = 40; bright.dispatchEvent(new Event('input'))")
        assert page.js("return getComputedStyle(dim).opacity") == "0.6"
        page.js("document.getElementById('sheet').close()")
        table.card("Ah", "seat:2", "up")
        page.until("getComputedStyle(dim).display === 'none'", "full light")
        page.js("localStorage.clear()")


def test_the_board_tells_the_room_nothing_of_reports_and_rulings(
    broker: brokers.Broker, screens: Screens, browser: Browser, table: Served, floor: Console
) -> None:
    floor.sits(3)
    floor.asks("hand", button=1)
    table.deals("Ah", "Kd")
    browser.opens(screens.link("board", "display"))
    browser.until_text("#ticker", "New hand")
    floor.asks("report", fault="bottom_card")
    floor.asks("away", seat=3)
    browser.until_text("#ticker", "Seat 3 is away")
    text = browser.text("body")
    assert "Reported" not in text and "ottom card" not in text
