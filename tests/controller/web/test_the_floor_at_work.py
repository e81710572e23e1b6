"""The floor at one real table: decides, undoes, plays hands again, looks at audit and counts."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select

from controller.records.evidence import Evidence
from tests.controller.brokers import wait_for
from tests.controller.served_table import Console, Served
from tests.controller.web.screens import Browser, Screens, Visitor
from tests.controller.web.test_logging_in import logged_in
from tests.controller.web.test_readable import contrast
from tests.controller.web.test_the_floors_page import CONTROLS, PHONE, UNREACHED, WALL

NAMES = ("Ada", "Grace", "Emmy")


def seated(floor: Console) -> None:
    for seat, name in enumerate(NAMES, 1):
        assert floor.asks("sit", seat=seat, stack=200, name=name)["ok"]


def played(table: Served, floor: Console, first: int = 2) -> None:
    """A hand that ends on the flop: seat 2 bets 20, and wins 6 of the blinds."""
    for seat, do in ((1, "call"), (2, "call"), (3, "check")):
        assert floor.asks("act", seat=seat, do=do)["ok"]
    table.felt.lands("2c", "burn")
    for card in ("3c", "4d", "5h"):
        table.felt.lands(card, "board")
    floor.until_said("Seat 2 to act")
    assert floor.asks("act", seat=2, do="bet", to=20)["ok"]
    for seat in (3, 1):
        assert floor.asks("act", seat=seat, do="fold")["ok"]


def dealt(table: Served, floor: Console) -> None:
    seated(floor)
    betting_without_sitting(table, floor)


def betting_without_sitting(table: Served, floor: Console) -> None:
    assert floor.asks("hand", button=1)["ok"]
    table.deals("Ah", "Kd", "Qs", "Jc", "Th", "9d")
    floor.until_said("Seat 1 to act, 2 to call")


def early_flop(table: Served, floor: Console) -> None:
    """A fault that a person may decide in many ways."""
    dealt(table, floor)
    table.felt.lands("2c", "burn")
    for card in ("3c", "4d", "5h"):
        table.felt.lands(card, "board")


def at_the_floor(browser: Browser, screens: Screens) -> None:
    browser.size(*WALL)
    logged_in(browser, screens, "floor")
    browser.until("document.querySelector('.table')", "the table")


def lines(browser: Browser) -> list[str]:
    found = "[...document.querySelectorAll('#replay-log li span')].map((one) => one.textContent)"
    return list(browser.js(f"return {found}"))


# Deciding


def test_a_decision_is_chosen_confirmed_and_signed(
    table: Served, floor: Console, screens: Screens, browser: Browser, tmp_path: Path
) -> None:
    early_flop(table, floor)
    at_the_floor(browser, screens)
    browser.until("document.querySelector('.alert .decide')", "a ruling to decide")
    browser.find(".alert .decide").click()
    browser.until("document.querySelectorAll('.choice').length", "the choices")
    words = browser.text("#sheet")
    assert "Hilton" in words and "Other books" in words
    assert "_" not in browser.text(".choices"), "no word of the engine's"
    offered = "[...document.querySelectorAll('.choice input')].map((one) => one.value)"
    choices = set(browser.js(f"return {offered}"))
    assert {"take_back", "stands", "misdeal", "void_deal", "award"} <= choices
    assert not {"binding", "top_card", "scrap", "raise", "floor_call"} & choices, "senseless here"
    assert browser.text(".rule"), "the rule in our words"
    assert "Decides: " in words
    assert contrast(browser) == []
    browser.shoot("floor-sheet", tmp_path)
    browser.find("#sheet form button.strong").click()
    assert browser.text(".problem") == "Choose a decision."
    browser.find(".choice input[value=void_deal]").click()
    browser.find("#sheet form button.strong").click()
    browser.until_text(".sure", "Hand void: main, hand 1.")
    assert table.daemon.core.table.deal_on, "nothing is done before it is confirmed"
    browser.shoot("floor-confirm", tmp_path)
    browser.find("#sheet .deeds .strong").click()
    browser.until("!document.getElementById('sheet').open", "the sheet to close")
    browser.until_text("#note", "Done")
    wait_for(lambda: not table.daemon.core.table.deal_on, "the deal to be void")
    assert browser.complaints == []


def test_the_pot_goes_to_a_seat_that_is_named_and_to_no_other(
    table: Served, floor: Console, screens: Screens, browser: Browser
) -> None:
    early_flop(table, floor)
    at_the_floor(browser, screens)
    browser.until("document.querySelector('.alert .decide')", "a ruling to decide")
    browser.find(".alert .decide").click()
    browser.until("document.querySelector('.choice input[value=award]')", "the choices")
    browser.find(".choice input[value=award]").click()
    browser.find("#sheet form button.strong").click()
    assert browser.text(".problem") == "Choose a seat."
    browser.find(".seats input[value='3']").click()
    browser.find(".amount input").send_keys("a lot")
    browser.find("#sheet form button.strong").click()
    assert browser.text(".problem") == "Enter an amount."
    browser.find(".amount input").clear()
    browser.find("#sheet form button.strong").click()
    browser.until_text(".sure", "Award the pot: Seat 3 · Emmy, main, hand 1.")
    browser.find("#sheet .deeds .strong").click()
    browser.until_text("#note", "Done")
    assert table.daemon.core.table.seats[3].stack == 201


def test_a_ruling_is_overruled_from_the_page(
    table: Served, floor: Console, screens: Screens, browser: Browser
) -> None:
    seated(floor)
    assert floor.asks("hand", button=1)["ok"]
    table.deals("Ah", "Kd")
    assert floor.asks("report", fault="duplicate_card", card="Ah", zone="seat:2")["ok"]
    at_the_floor(browser, screens)
    browser.until("document.querySelector('.alert .decide')", "a ruling to decide")
    browser.find(".alert .decide").click()
    browser.until("document.querySelector('.choice input[value=overrule]')", "to overrule it")
    browser.find(".choice input[value=overrule]").click()
    browser.find("#sheet form button.strong").click()
    browser.until_text(".sure", "Overrule: main, hand 1.")
    browser.find("#sheet .deeds .strong").click()
    browser.until_text("#note", "Done")
    wait_for(lambda: table.daemon.core.table.deal_on, "the deal to go on")


def test_the_floor_undoes_its_own_word_by_its_own_button(
    table: Served, floor: Console, screens: Screens, browser: Browser
) -> None:
    dealt(table, floor)
    assert floor.asks("decide", decision="void_deal")["ok"]
    assert not table.daemon.core.table.deal_on
    at_the_floor(browser, screens)
    browser.find("#undo").click()
    browser.until_text("#sheet .sure", "Undo “")
    assert "void" in browser.text("#sheet .sure").lower()
    browser.find("#sheet .deeds .strong").click()
    browser.until_text("#note", "Undone")
    wait_for(lambda: table.daemon.core.table.deal_on, "the deal to be on again")


def test_the_dealers_undo_does_not_reach_the_floors_word(
    table: Served, floor: Console, screens: Screens, browser: Browser
) -> None:
    dealt(table, floor)
    assert floor.asks("decide", decision="void_deal")["ok"]
    browser.size(800, 480)
    browser.opens(screens.link("dealer", "dealer", by="Dana"))
    browser.until_text("#alert", "Hand void")
    for _ in range(2):  # as it was seen: once, and once more
        browser.find("#undo").click()
        browser.until_text("#undo", "Undo “")
        browser.find("#undo").click()
        browser.until_text("#note", "Only the floor can undo that")
    assert not table.daemon.core.table.deal_on, "the deal is void still"


def test_on_a_telephone_the_sheet_is_all_within_reach(
    table: Served, floor: Console, screens: Screens, browser: Browser, tmp_path: Path
) -> None:
    early_flop(table, floor)
    at_the_floor(browser, screens)
    browser.size(*PHONE)
    browser.until("document.querySelector('.alert .decide')", "a ruling to decide")
    browser.find(".alert .decide").click()
    browser.until("document.querySelectorAll('.choice').length", "the choices")
    assert browser.js(UNREACHED, "#sheet button, #sheet label, #sheet summary") == []
    browser.shoot("floor-sheet-phone", tmp_path)


# What was played


def test_a_hand_again_has_every_stack_the_right_turn_and_names_its_cards(
    table: Served, floor: Console, screens: Screens, browser: Browser, tmp_path: Path
) -> None:
    dealt(table, floor)
    played(table, floor)
    at_the_floor(browser, screens)
    browser.find("[data-tab=hands]").click()
    browser.until_text(".hand", "3 players · Grace wins 6")
    assert browser.text(".hand b") == "#1"
    browser.shoot("floor-hands", tmp_path)
    browser.find(".hand").click()
    browser.until("document.getElementById('replay').open", "the replay")
    told = lines(browser)
    assert told[0] == "New hand"
    assert "3♣ to the board" in told and "Card to seat 2" in told
    assert "Grace bets 20" in told and "Grace wins 6" in told[-1]
    stacks = (
        "return Object.fromEntries([...document.querySelectorAll('#replay-felt .seat')]"
        ".map((one) => ['.name', '.stack'].map((css) => one.querySelector(css).textContent)))"
    )
    browser.js("document.querySelectorAll('#replay-log li')[0].click()")
    assert browser.js(stacks) == {"Ada": "200", "Grace": "199", "Emmy": "198"}, "blinds are in"
    assert "Seat 1" not in str(told)
    at = told.index("Grace bets 20")
    browser.js("document.querySelectorAll('#replay-log li')[arguments[0]].click()", at)
    assert browser.js(stacks) == {"Ada": "198", "Grace": "178", "Emmy": "198"}
    assert browser.text("#replay-felt .seat.turn .name") == "Emmy", "whose turn it is then"
    browser.js("document.querySelectorAll('#replay-log li')[arguments[0]].click()", len(told) - 1)
    assert browser.text("#replay-felt .seat.won .note") == "Wins 6"
    board = browser.js(
        "return [...document.querySelectorAll('#replay-felt .community .card')]"
        ".map((card) => card.dataset.shown)"
    )
    assert board == ["3c", "4d", "5h", "", ""]
    hidden = browser.js(
        "return [...document.querySelectorAll('#replay-felt .hole .card')]"
        ".map((card) => card.dataset.shown)"
    )
    assert set(hidden) == {"??"}
    assert contrast(browser) == []
    browser.shoot("floor-replay", tmp_path)
    browser.size(*PHONE)
    browser.shoot("floor-replay-phone", tmp_path)
    assert browser.js(UNREACHED, f"#replay :is({CONTROLS})") == []
    assert browser.complaints == []


def test_rulings_pictures_and_audit_lie_beside_the_hand(
    table: Served, floor: Console, screens: Screens, browser: Browser, tmp_path: Path
) -> None:
    early_flop(table, floor)
    floor.asks("decide", decision="void_deal", by="Flo")
    shot = np.full((240, 320, 3), (60, 120, 20), np.uint8)
    cv2.putText(shot, "the flop", (40, 130), cv2.FONT_HERSHEY_SIMPLEX, 1.4, (255, 255, 255), 3)
    jpeg = cv2.imencode(".jpg", shot)[1].tobytes()
    evidence = Evidence(table.config.journal.file, table.session.journal.vault)
    wait_for(lambda: len(table.records) > 12, "the journal")
    shown = next(one for one in table.records if one.event.get("zone") == "board")
    hidden = next(one for one in table.records if one.event.get("zone") == "seat:2")
    evidence.keep(shown.seq, (jpeg, jpeg))
    evidence.keep(hidden.seq, (jpeg, jpeg))
    at_the_floor(browser, screens)
    browser.find("[data-tab=hands]").click()
    browser.until_text(".hand", "Premature flop")
    browser.find(".hand").click()
    browser.until("document.getElementById('replay').open", "the replay")
    browser.until_text("#replay-rulings", "Premature flop")
    assert "Hilton" in browser.text("#replay-rulings .clauses")
    browser.until(
        "[...document.querySelectorAll('#replay-evidence img')]"
        ".filter((one) => one.naturalWidth === 320).length === 2",
        "both pictures",
    )
    assert "Sealed: nobody was shown that card" in browser.text("#replay-evidence")
    browser.find("#replay-audit summary").click()
    assert "Flo" in browser.text("#replay-audit") and "Hand void" in browser.text("#replay-audit")
    browser.shoot("floor-replay-rulings", tmp_path)
    assert browser.complaints == []


def test_hands_are_searched_and_taken_away_as_files(
    table: Served, floor: Console, screens: Screens, browser: Browser
) -> None:
    dealt(table, floor)
    played(table, floor)
    table.felt.gathered()
    assert floor.asks("hand", button=2)["ok"]
    assert floor.asks("decide", decision="void_deal")["ok"]
    at_the_floor(browser, screens)
    browser.find("[data-tab=hands]").click()
    browser.until("document.querySelectorAll('.hand').length === 2", "both hands")
    browser.find("#search [name=player]").send_keys("nobody")
    browser.find("#search button").click()
    browser.until_text("#found", "No hand fits.")
    browser.find("#search [name=player]").clear()
    browser.find("#search [name=player]").send_keys("grace")
    browser.find("#search [name=hand]").send_keys("1")
    browser.find("#search button").click()
    browser.until("document.querySelectorAll('.hand').length === 1", "one hand")
    file = browser.driver.execute_async_script(
        "fetch(document.getElementById('as-csv').href).then((one) => one.text()).then(arguments[0])"
    )
    head, row = file.strip().splitlines()
    assert head.startswith("table,hand,began") and "Ada; Grace; Emmy,Grace 6,6" in row
    browser.find(".hand").click()
    browser.until("document.getElementById('replay').open", "the replay")
    for kind, word in (("json", '"hand": 1'), ("phh", "variant")):
        answer = browser.driver.execute_async_script(
            "fetch(document.getElementById(arguments[0]).href)"
            ".then(async (one) => [one.headers.get('Content-Disposition'), await one.text()])"
            ".then(arguments[1])",
            f"as-{kind}",
        )
        assert f"main-1.{kind}" in answer[0] and word in answer[1]
        assert "Kd" not in answer[1], "nobody was shown it"
    assert browser.complaints == []


def test_a_name_that_is_a_formula_is_a_name_in_a_spreadsheet(
    table: Served, floor: Console, screens: Screens
) -> None:
    for seat in (1, 2, 3):
        floor.asks("sit", seat=seat, stack=200, name="=1+1")
    betting_without_sitting(table, floor)
    played(table, floor)
    visitor = Visitor(screens.address)
    assert visitor.log_in("floor").status == 303
    body = visitor.get("/floor/hands.csv?table=main").body.decode()
    assert ",'=1+1; =1+1; =1+1,'=1+1 6,6," in body


@pytest.mark.parametrize("role", ["dealer", "display", "broadcast"])
def test_what_the_floor_looks_up_is_the_floors_alone(
    table: Served, screens: Screens, role: str
) -> None:
    visitor = Visitor(screens.address)
    assert visitor.log_in(role).status == 303
    for path in (
        "hand.json?table=main&hand=1", "hand.phh?table=main&hand=1", "hands.csv?table=main",
        "picture.jpg?table=main&seq=1&number=2", "clause?id=hilton.A9.h",
    ):  # fmt: skip
        assert visitor.get(f"/floor/{path}").status == 403, path


def test_a_file_that_is_not_there_is_refused_in_words(table: Served, screens: Screens) -> None:
    visitor = Visitor(screens.address)
    assert visitor.log_in("floor").status == 303
    for path, status, why in (
        ("hand.phh?table=main&hand=9", 404, "hand 9 has no PHH"),
        ("hand.phh?table=main&hand=x", 400, "expected a number"),
        ("hand.phh?table=../etc&hand=1", 400, "expected the name of a table"),
        ("picture.jpg?table=main&seq=1&number=1", 404, "no such evidence"),
    ):
        answer = visitor.get(f"/floor/{path}")
        assert (answer.status, why in answer.body.decode()) == (status, True), path


def test_a_hand_is_printed_as_a_report(
    table: Served, floor: Console, screens: Screens, browser: Browser, tmp_path: Path
) -> None:
    early_flop(table, floor)
    floor.asks("decide", decision="void_deal")
    at_the_floor(browser, screens)
    browser.find("[data-tab=hands]").click()
    browser.until_text(".hand", "Premature flop")
    browser.find(".hand").click()
    browser.until("document.getElementById('replay').open", "the replay")
    browser.until_text("#replay-rulings", "Premature flop")
    browser.js("window.print = () => { window.printed = true; }")
    browser.find("#replay .print").click()
    assert browser.js("return window.printed") is True
    browser.js("dispatchEvent(new Event('beforeprint'))")
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        browser.size(794, 1123)
        seen = "(css) => document.querySelector(css).checkVisibility()"
        assert browser.js(f"return ({seen})('#replay-log')")
        for css in ("#replay-rulings", "#replay-players table", "#replay-audit"):
            assert browser.js(f"return ({seen})(arguments[0])", css), css
        for css in ("main", "#replay .controls", "#replay .print"):
            assert not browser.js(f"return ({seen})(arguments[0])", css), css
        assert browser.js("return getComputedStyle(document.body).backgroundColor") == (
            "rgb(255, 255, 255)"
        )
        browser.shoot("floor-report", tmp_path)
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


# Who did what, and how often something went wrong


def test_the_audit_is_read_searched_and_checked_on_the_page(
    table: Served, floor: Console, screens: Screens, browser: Browser, tmp_path: Path
) -> None:
    dealt(table, floor)
    floor.asks("decide", decision="void_deal", by="Flo Rida")
    at_the_floor(browser, screens)
    browser.find("[data-tab=audit]").click()
    browser.until_text("#audit-list", "Flo Rida")
    browser.find("#audit-search [name=words]").send_keys("decision rida")
    browser.find("#audit-search button").click()
    browser.until("document.querySelectorAll('#audit-list li').length === 1", "one line")
    assert "Hand void" in browser.text("#audit-list")
    browser.find("#verify").click()
    browser.until_text("#chain", "The chain holds")
    assert contrast(browser) == []
    browser.shoot("floor-audit", tmp_path)
    browser.size(*PHONE)
    assert browser.js(UNREACHED, f"#audit :is({CONTROLS})") == []
    assert browser.complaints == []


def test_the_past_is_plotted_by_hour_kind_table_and_dealer(
    table: Served, floor: Console, screens: Screens, browser: Browser, tmp_path: Path
) -> None:
    early_flop(table, floor)
    floor.asks("decide", decision="void_deal")
    at_the_floor(browser, screens)
    browser.find("[data-tab=history]").click()
    browser.until_text("#history-sum", "Hands: 1")
    assert "Premature flop" in browser.text("#plot-faults")
    assert "main" in browser.text("#plot-tables")
    assert browser.text("#plot-dealers")
    columns = "document.querySelectorAll('#plot-hours g').length"
    assert browser.js(f"return {columns}") == 24
    Select(browser.find("#period")).select_by_visible_text("Last 7 days")
    browser.until(f"{columns} === 7", "a week, by the day")
    assert contrast(browser) == []
    browser.shoot("floor-history", tmp_path)
    assert browser.driver.find_elements(By.CSS_SELECTOR, "#plot-hours .part[height='120']")
    assert browser.complaints == []
