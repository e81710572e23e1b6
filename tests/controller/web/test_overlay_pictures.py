"""The overlay at 1920 by 1080: whoever plays for whatever, all of it is in the picture."""

import re
import time
from collections.abc import Iterator
from importlib import resources
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from controller.languages import language
from controller.languages.heard import hand_in_words
from controller.table_clock import iso
from controller.web.producer import Caption, Counts, Level, LowerThird, Order
from engine.worth import scale
from tests.controller import brokers
from tests.controller.brokers import TABLE, Person, wait_for
from tests.controller.web.screens import Browser, Screens, Visitor, settings
from tests.controller.web.staged import LONG_NAMES, Stage, StagedHand

NINE_DIGITS = 123_456_789
FAULTS = (Path(__file__).parent / "overlay_faults.js").read_text("utf-8")
NUMBERS = count(1)


@pytest.fixture
def stage(broker: brokers.Broker, station: Path, screens: Screens) -> Iterator[Stage]:
    with Person(broker, "controller", name="stage") as person:
        stage = Stage(person, station / "station.pub")
        stage.informs()
        wait_for(lambda: TABLE in screens.displays._gateways["broadcast"].tables, "the table")
        yield stage


class Picture:
    """An overlay in a browser, looked at when it is at rest."""

    def __init__(self, browser: Browser, screens: Screens, folder: Path) -> None:
        self.browser, self._screens, self._folder = browser, screens, folder

    def of(self, stage: Stage, scene: StagedHand, query: str = "", name: str = "") -> Browser:
        scene.number = next(NUMBERS)
        stage.informs(game=scene.game)
        stage.shows(scene)
        browser = self.browser
        browser.size(1920, 1080)
        browser.opens(f"{self._screens.link('overlay', 'broadcast')}&table={TABLE}{query}")
        self.rests(scene)
        if name:
            self.shoots(name)
        return browser

    def shoots(self, name: str) -> None:
        paint = "document.documentElement.style.background = arguments[0]"
        self.browser.js(paint, SCENERY)
        self.browser.shoot(name, self._folder)
        self.browser.js(paint, "")

    def rests(self, scene: StagedHand) -> None:
        shown = f"document.body.dataset.picture?.startsWith('{scene.number}/')"
        self.browser.until(shown, f"hand {scene.number}")
        live = scene.players - len(scene.folded)
        if not scene.over and live > 1:
            odds = "document.querySelectorAll('.odds:not(.none)').length"
            self.browser.until(f"{odds} === {live}", "the odds")
        self.browser.until("document.fonts.status === 'loaded'", "the fonts")
        self.browser.until("!document.body.classList.contains('still')", "rest")
        self.browser.until("document.getAnimations().length === 0", "rest")


SCENERY = "linear-gradient(120deg, #274b3c, #557a5a 60%, #8b7d5a)"


@pytest.fixture
def picture(browser: Browser, screens: Screens, tmp_path: Path) -> Picture:
    return Picture(browser, screens, tmp_path)


def faults(browser: Browser) -> list[str]:
    """What leaves the picture, is cut, or lies on something else."""
    return list(browser.js(FAULTS))


@pytest.mark.parametrize("players", [2, 6, 10])
def test_long_names_and_nine_digits_are_whole(players: int, stage: Stage, picture: Picture) -> None:
    scene = StagedHand(players, LONG_NAMES, stack=NINE_DIGITS, folded=() if players == 2 else (2,))
    browser = picture.of(stage, scene, name=f"overlay-{players}-long")
    assert faults(browser) == []
    shown = browser.js(
        "return [...document.querySelectorAll('.player .name')].map((name) => name.textContent)"
    )
    assert sorted(shown) == sorted(LONG_NAMES[:players])


@pytest.mark.parametrize("players", [2, 6, 10])
def test_ordinary_names_are_of_the_usual_size(players: int, stage: Stage, picture: Picture) -> None:
    folded = () if players == 2 else (2,)
    browser = picture.of(stage, StagedHand(players, folded=folded), name=f"overlay-{players}")
    assert faults(browser) == []


@pytest.mark.parametrize("plates", ["left", "right"])
@pytest.mark.parametrize("players", [9, 10])
def test_all_plates_on_one_side_stay_in_the_picture(
    plates: str, players: int, stage: Stage, picture: Picture
) -> None:
    scene = StagedHand(players, LONG_NAMES, stack=NINE_DIGITS)
    browser = picture.of(stage, scene, f"&plates={plates}", f"overlay-{players}-{plates}")
    assert faults(browser) == []


@pytest.mark.parametrize("place", ["bl", "br", "tc", "tl", "tr"])
def test_the_board_has_room_wherever_it_stands(place: str, stage: Stage, picture: Picture) -> None:
    scene = StagedHand(10, LONG_NAMES, stack=NINE_DIGITS)
    browser = picture.of(stage, scene, f"&board={place}", f"overlay-board-{place}")
    assert faults(browser) == []


def test_amounts_in_big_blinds_fit(stage: Stage, picture: Picture) -> None:
    scene = StagedHand(10, stack=NINE_DIGITS)
    browser = picture.of(stage, scene, "&unit=bb", "overlay-bb")
    assert faults(browser) == []
    assert browser.text(".player .stack").endswith(" BB")
    bets = browser.js("return [...document.querySelectorAll('.bet')].map((b) => b.textContent)")
    assert all(bet.endswith(" BB") for bet in bets if bet)


@pytest.mark.parametrize("theme", ["classic", "plain", "night"])
@pytest.mark.parametrize("over", [False, True])
def test_every_theme_holds(theme: str, over: bool, stage: Stage, picture: Picture) -> None:
    scene = StagedHand(10, LONG_NAMES, stack=NINE_DIGITS, over=over, board=5 if over else 4)
    name = f"overlay-{theme}{'-over' if over else ''}"
    browser = picture.of(stage, scene, f"&theme={theme}", name)
    assert faults(browser) == []
    accent = browser.js(
        "return getComputedStyle(document.documentElement).getPropertyValue('--accent')"
    )
    assert accent.strip() == {"classic": "#ecc873", "plain": "#ffffff", "night": "#58d3ff"}[theme]


@pytest.mark.parametrize("game", ["omaha", "omaha8"])
@pytest.mark.parametrize("query", ["", "&plates=left"])
def test_four_hole_cards_fit(game: str, query: str, stage: Stage, picture: Picture) -> None:
    scene = StagedHand(9, LONG_NAMES, game=game, stack=NINE_DIGITS, board=3)
    browser = picture.of(stage, scene, query, f"overlay-{game}{'-left' if query else ''}")
    assert faults(browser) == []
    assert browser.js("return document.querySelectorAll('.player .card').length") == 36


def test_the_winning_five_are_lifted_and_the_hand_is_named(stage: Stage, picture: Picture) -> None:
    scene = StagedHand(6, over=True, board=5)
    browser = picture.of(stage, scene, name="overlay-winner")
    lifted = "return [...document.querySelectorAll('.card.lifted')].map((c) => c.dataset.shown)"
    seats = scene.state()["seats"]
    best = scale("high").best([], [*scene.state()["hand"]["board"], *seats["1"]["cards"]])
    assert sorted(browser.js(lifted)) == sorted(best.cards)
    assert browser.text("#winner") == "Ada Lovelace wins 37,050"
    assert browser.text("#with") == hand_in_words(best.name, language("en").words)
    assert faults(browser) == []


def test_a_folded_heart_stays_red(stage: Stage, picture: Picture) -> None:
    scene = StagedHand(6, hole={2: ["Th", "Tc"]})
    browser = picture.of(stage, scene)
    heart = ".player.folded .card[data-card=h]"
    assert browser.js(
        "return getComputedStyle(document.querySelector(arguments[0])).color", heart
    ) == ("rgb(196, 18, 47)")
    filters = browser.js("return getComputedStyle(document.querySelector('.folded .hole')).filter")
    assert "grayscale" not in filters and "saturate" not in filters


# Every option, and every part by itself

ALL = [pytest.param(6), *(pytest.param(players, marks=pytest.mark.slow) for players in (2, 10))]
SHOWS = {  # where each part is to be seen; the rest is then not
    "seats": ".player .name", "board": "#community .card", "pots": "#pots", "blinds": "#stakes",
    "action": ".act .deed", "equity": ".odds .equity", "outs": ".outs", "strength": ".strength",
    "winner": "#banner", "photos": ".photo", "counts": "#counts", "lower": "#lower",
    "level": "#level", "sponsors": "#sponsor", "delay": "#behind", "clock": "#clock",
    "status": "#away",
}  # fmt: skip
WITHIN = {  # parts that stand on a plate, beside the odds, or in the line of the blinds
    "action": ["seats"], "equity": ["seats"], "outs": ["seats", "equity"], "photos": ["seats"],
    "strength": ["seats", "equity"], "level": ["blinds"],
}  # fmt: skip
SEEN = """
const seen = (node) => {
  for (let at = node; at && at.nodeType === 1; at = at.parentNode) {
    const style = getComputedStyle(at);
    if (at.hidden || style.display === "none" || style.visibility === "hidden" || Number(style.opacity) === 0) return false;
  }
  return node.getClientRects().length > 0 && (node.tagName === "IMG" || node.textContent !== "");
};
return Object.entries(arguments[0]).filter(([, css]) => [...document.querySelectorAll(css)].some(seen)).map(([part]) => part);
"""  # noqa: E501  (a script, as a page has it)


@pytest.mark.parametrize("players", ALL)
def test_each_part_can_be_shown_by_itself(
    players: int, stage: Stage, screens: Screens, picture: Picture
) -> None:
    orders(screens, Counts(True), Caption(LowerThird(seat=1)), Level("Level 12", 754.0))
    for part in SHOWS:
        alone = {part, *WITHIN.get(part, ())}
        over = part == "winner"
        scene = StagedHand(players, LONG_NAMES, stack=NINE_DIGITS, folded=(), over=over)
        query = f"&parts={','.join(sorted(alone))}"
        browser = picture.of(stage, scene, query, f"overlay-part-{part}-{players}")
        if part not in ("status", "delay", "photos"):  # nothing is wrong, live, without a picture
            wanted = f"(function() {{ {SEEN} }})({{ '{part}': '{SHOWS[part]}' }}).length === 1"
            browser.until(wanted, part)
        others = {one: css for one, css in SHOWS.items() if one not in alone}
        assert browser.js(SEEN, others) == [], part
        assert faults(browser) == [], part


LOOKS: dict[str, tuple[str, str]] = {
    "corners=0": ("getComputedStyle(document.querySelector('.player')).borderRadius", "0px"),
    "corners=24": ("getComputedStyle(document.querySelector('.player')).borderRadius", "24px"),
    "accent=123abc": ("getComputedStyle(document.querySelector('#pot')).color", "rgb(18, 58, 188)"),
    "ink=00ff00": ("getComputedStyle(document.querySelector('.name')).color", "rgb(0, 255, 0)"),
    "plate=102030": (
        "getComputedStyle(document.querySelector('#pots')).backgroundColor",
        "rgba(16, 32, 48, 0.92)",
    ),
    "deck=4": (
        "getComputedStyle(document.querySelector('.card[data-card=d]')).color !=="
        " getComputedStyle(document.querySelector('.card[data-card=h]')).color",
        "true",
    ),
    "board=bc": ("document.body.classList.contains('board-bc')", "true"),
    "unit=bb": ("document.querySelector('#pot').textContent.endsWith(' BB')", "true"),
}


@pytest.mark.parametrize("players", ALL)
def test_every_option_of_the_address_is_seen(players: int, stage: Stage, picture: Picture) -> None:
    for option, (asked, wanted) in LOOKS.items():
        scene = StagedHand(
            players, LONG_NAMES, stack=NINE_DIGITS, folded=(), hole={1: ["Ah", "Kd"]}
        )
        name = f"overlay-{option.replace('=', '-')}-{players}"
        browser = picture.of(stage, scene, f"&{option}", name)
        assert browser.js(f"return String({asked})") == wanted, option
        assert faults(browser) == [], option


def test_only_the_first_seats_are_shown_where_that_is_wanted(
    stage: Stage, screens: Screens, picture: Picture
) -> None:
    scene = StagedHand(6, folded=())
    scene.number = next(NUMBERS)
    stage.shows(scene)
    browser = picture.browser
    browser.size(1920, 1080)
    browser.opens(f"{screens.link('overlay', 'broadcast')}&table={TABLE}&seats=4")
    browser.until("document.querySelectorAll('.player').length === 4", "four plates")
    browser.until("document.querySelectorAll('.odds:not(.none)').length === 4", "their odds")
    assert faults(browser) == []


def test_the_level_counts_down_and_goes(stage: Stage, screens: Screens, picture: Picture) -> None:
    orders(screens, Level("Level 12", 600.5))
    browser = picture.of(stage, StagedHand(6), name="overlay-level")
    browser.until("/^Level 12 · (10:00|9:5\\d)$/.test(level.textContent)", "ten minutes")
    before = browser.text("#level")
    browser.until(f"level.textContent !== '{before}'", "a second less")
    assert faults(browser) == []
    orders(screens, Level("Break"))
    browser.until_text("#level", "Break")
    orders(screens, Level())
    browser.until("level.textContent === ''", "no level")


# What the producer puts on, and what the house's folder has


@pytest.fixture
def show(tmp_path: Path) -> Path:
    """A house's folder with a photograph, a flag, a sponsor and a theme of its own."""
    folder = tmp_path / "show"
    files = {
        "players/Ada Lovelace.svg": SQUARE.format("#8844aa"),
        "players/grace hopper.svg": SQUARE.format("#44aa88"),
        "flags/gb.svg": SQUARE.format("#223388"),
        "sponsors/a.svg": SQUARE.format("#ddaa22"),
        "themes/ours/theme.css": ":root { --accent: #ff00ff; --plate-rgb: 40, 0, 40; }",
        "players.toml": '["Ada Lovelace"]\nflag = "gb"\ntitle = "Countess of Lovelace"\n',
        "secret.txt": "not to be served",
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


SQUARE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60">'
    '<rect width="90" height="60" fill="{}"/></svg>'
)


@pytest.fixture
def screens(
    tmp_path: Path, station: Path, broker: brokers.Broker, show: Path, request: Any
) -> Iterator[Screens]:
    more = getattr(request, "param", {})
    known = settings(broker, tmp_path, station=station / "station.key", show=show, **more)
    with Screens(known) as screens:
        yield screens


def orders(screens: Screens, *commands: Any) -> None:
    station = screens.displays._station
    assert station is not None
    for command in commands:
        screens.loop.call_soon_threadsafe(station.order, Order(TABLE, command))


@pytest.mark.parametrize("players", [2, 6, 10])
def test_chip_counts_and_a_lower_third_have_room_beside_the_hand(
    players: int, stage: Stage, screens: Screens, picture: Picture
) -> None:
    scene = StagedHand(players, LONG_NAMES, stack=NINE_DIGITS, folded=() if players == 2 else (2,))
    orders(screens, Counts(True), Caption(LowerThird(seat=1)))
    browser = picture.of(stage, scene)
    browser.until("!document.getElementById('counts').classList.contains('none')", "the counts")
    picture.rests(scene)
    picture.shoots(f"overlay-{players}-graphics")
    assert faults(browser) == []
    assert browser.text("#who") == LONG_NAMES[0]
    assert browser.js("return document.querySelectorAll('#ranking li').length") == players
    orders(screens, Counts(False), Caption(LowerThird(title="Final table", text="Day 3")))
    browser.until_text("#who", "Final table")
    browser.until("document.getElementById('counts').classList.contains('none')", "no counts")
    orders(screens, Caption(None))
    browser.until("document.getElementById('lower').classList.contains('none')", "no caption")


def test_the_sessions_figures_stand_beside_the_chips_and_in_the_lower_third(
    stage: Stage, screens: Screens, picture: Picture
) -> None:
    scene = StagedHand(6, over=True, board=5)
    screen = screens.displays._station.screen(TABLE)  # type: ignore[union-attr]  # there is one
    screen._tally.count([scene.hand("2026-01-01T12:00:00.000Z")] * 3)
    orders(screens, Counts(True), Caption(LowerThird(seat=1)))
    playing = StagedHand(6)
    browser = picture.of(stage, playing, name="overlay-figures")
    browser.until("!document.getElementById('counts').classList.contains('none')", "the counts")
    assert browser.text("#about").endswith("VPIP 0 · PFR 0 · 3 won")
    shown = "return [...document.querySelectorAll('#ranking .stats')].map((one) => one.textContent)"
    assert sorted(browser.js(shown)) == ["VPIP 0 · PFR 0 · 0 won"] * 5 + ["VPIP 0 · PFR 0 · 3 won"]
    assert faults(browser) == []


def test_photographs_flags_sponsors_and_a_theme_come_from_the_houses_folder(
    stage: Stage, screens: Screens, picture: Picture
) -> None:
    orders(screens, Caption(LowerThird(seat=1)))
    browser = picture.of(stage, StagedHand(6), "&theme=ours", "overlay-house")
    loaded = "[...document.images].filter((one) => !one.hidden && one.naturalWidth).length"
    browser.until(f"{loaded} === 6", "two photographs, a flag, a face, a country, a sponsor")
    assert "Countess of Lovelace" in browser.text("#about")
    assert browser.js("return getComputedStyle(pot).color") == "rgb(255, 0, 255)"
    assert faults(browser) == [] and browser.complaints == []


def test_of_the_houses_folder_only_pictures_and_themes_are_served(
    stage: Stage, screens: Screens
) -> None:
    visitor = Visitor(screens.address)
    assert visitor.get("/overlay/show/flags/gb.svg").status == 401, "not to everybody"
    visitor.log_in("broadcast")
    assert visitor.get("/overlay/show/flags/gb.svg").status == 200
    for path in ("secret.txt", "players.toml", "../web.passwords", "%2e%2e/web.passwords", "flags"):
        assert visitor.get(f"/overlay/show/{path}").status == 404, path


# By default, and with the house's leave


def test_the_winners_banner_goes_away_and_so_does_the_hand(
    broker: brokers.Broker, stage: Stage, screens: Screens, picture: Picture
) -> None:
    scene = StagedHand(6, over=True, board=5)
    now = time.time() - 60.0 - 2.0 - 6.5  # with a minute's delay it ended 6.5 s ago
    scene.number = next(NUMBERS)
    stage.informs(live=False)
    stage.shows(scene, iso(now), live=False)
    browser = picture.browser
    browser.opens(f"{screens.link('overlay', 'broadcast')}&table={TABLE}")
    shown = "document.getElementById('banner').classList.contains('none')"
    browser.until(f"document.body.dataset.picture === '{scene.number}/4' && !{shown}", "the banner")
    browser.until(shown, "no banner")
    assert not browser.js("return document.body.classList.contains('empty')"), "the hand is there"
    browser.until("document.body.classList.contains('empty')", "nothing")


def test_troubles_are_not_put_on_air_unless_somebody_wants_them(
    stage: Stage, screens: Screens, picture: Picture
) -> None:
    stage.leaves()
    scene = StagedHand(6)
    browser = picture.of(stage, scene)
    browser.until("document.getElementById('away').textContent.includes('offline')", "the trouble")
    shown = "return getComputedStyle(document.getElementById('away')).display"
    assert browser.js(shown) == "none"
    browser = picture.of(stage, scene, "&parts=seats,equity,status")
    browser.until_text("#away", "Table offline")
    assert browser.js(shown) == "block"


INJECTED = """
const style = document.createElement("style");
style.appendChild(document.createTextNode("#pot { color: rgb(1, 2, 3) !important; }"));
document.head.appendChild(style);
return getComputedStyle(document.getElementById("pot")).color;
"""  # just as OBS does it


@pytest.mark.parametrize("screens", [{"custom_css": True}], indirect=True)
def test_css_that_obs_puts_in_works_where_the_file_allows_it(
    stage: Stage, screens: Screens, picture: Picture
) -> None:
    browser = picture.of(stage, StagedHand(6))
    assert browser.js(INJECTED) == "rgb(1, 2, 3)"
    assert "unsafe-inline" not in Visitor(screens.address).get("/login").headers[POLICY]


def test_css_that_obs_puts_in_is_refused_otherwise(stage: Stage, picture: Picture) -> None:
    assert picture.of(stage, StagedHand(6)).js(INJECTED) != "rgb(1, 2, 3)"


POLICY = "Content-Security-Policy"


def test_a_bet_moves_to_the_pot_when_the_street_is_over(stage: Stage, picture: Picture) -> None:
    scene = StagedHand(6)
    browser = picture.of(stage, scene)
    browser.js(
        "window.flown = []; new MutationObserver((all) => all.forEach(({ addedNodes }) =>"
        " addedNodes.forEach((node) => { if (node.className === 'bet flying')"
        " window.flown.push(node.textContent); }))).observe(document.body, { childList: true })"
    )
    scene.over = True
    scene.number = next(NUMBERS)
    stage.shows(scene)
    browser.until("window.flown.length === 4", "three bets, and the pot to who won it")
    assert browser.js("return window.flown")[-1] != ""
    browser.until("!document.querySelector('.flying')", "that none is left over")


# OBS 29 and 30 have Chromium 103

NEWER = {  # what came later, and with which version
    r"color-mix\(": 111, r"oklch\(|oklab\(|\blch\(|\blab\(|\bcolor\(": 111, r":has\(": 105,
    r"@container|container-type|\dcq[wh]\b": 105, r"@scope": 118, r"@starting-style": 117,
    r"@layer[^;{]*\{[^}]*@": 999, r"(?m)^\s*&": 112, r"[{;]\s*&": 112,
    r"[\s;{](translate|scale|rotate)\s*:": 104, r"\d(d|s|l)v[wh]\b": 108, r"\dr?lh\b": 109,
    r"text-wrap\s*:": 114, r"subgrid": 117, r"light-dark\(": 123, r"field-sizing": 123,
    r"\((width|height)\s*[<>]": 104, r"(?<!-)\blinear\(": 113, r"(?<!-)image-set\(": 113,
    r"\b(sin|cos|tan|atan2?)\(": 111, r"\b(round|mod|rem)\(": 125, r"nth-child\([^)]*\bof\b": 111,
    r"font-variant-alternates|animation-composition|scrollbar-color|anchor-name": 111,
    r"(?<!-webkit-)\bmask(-image|-size)?\s*:": 120,
    r"\.(toSorted|toReversed|toSpliced|with)\(|Object\.groupBy|withResolvers|Array\.fromAsync": 110,
    r"checkVisibility|\.isWellFormed|\.(union|intersection|difference)\(": 105,
}  # fmt: skip
STATIC = Path(str(resources.files("controller.web") / "static"))
MODULES = "dom stream cards squeeze fly words account language".split()
DRAWN_BY_OBS = sorted(
    [
        *(STATIC / f"{name}.css" for name in ("style", "overlay", "fonts/fonts")),
        *STATIC.glob("themes/*/theme.css"),
        STATIC / "overlay.js",
        *(STATIC / f"lib/{one}.js" for one in MODULES),
    ]
)


@pytest.mark.parametrize("file", DRAWN_BY_OBS, ids=lambda file: file.name)
def test_the_overlay_needs_nothing_newer_than_chromium_103(file: Path) -> None:
    text = re.sub(r"/\*.*?\*/|^\s*//.*$", "", file.read_text("utf-8"), flags=re.S | re.M)
    assert {what: since for what, since in NEWER.items() if re.search(what, text)} == {}


def test_the_list_of_what_is_newer_finds_it() -> None:
    for bad in (
        "a { color: color-mix(in srgb, red, blue) }", "a:has(b) {}", "a { & b {} }",
        "@container (width > 1px) {}", "a { color: oklch(1 2 3) }", ".x { translate: 0 30% }",
        "a{ height: 100dvh }",
    ):  # fmt: skip
        assert any(re.search(what, bad) for what in NEWER), bad
    assert not any(re.search(what, "a { transform: translate(1px); }") for what in NEWER)


def test_all_that_the_overlay_loads_is_held_against_the_list() -> None:
    seen, waiting = set(), [STATIC / "overlay.js"]
    while waiting:
        file = waiting.pop()
        seen.add(file)
        found = re.findall(r'from "(\./[^"]+)"', file.read_text("utf-8"))
        waiting += [
            one for one in ((file.parent / to).resolve() for to in found) if one not in seen
        ]
    assert {file.resolve() for file in seen} <= {file.resolve() for file in DRAWN_BY_OBS}


def test_every_shipped_font_has_its_licence_beside_it() -> None:
    fonts = list(STATIC.rglob("*.woff2"))
    assert fonts
    for font in fonts:
        assert "SIL Open Font License" in (font.parent / "OFL.txt").read_text("utf-8")
