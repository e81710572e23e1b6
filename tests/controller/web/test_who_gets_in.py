"""Who gets in, and who does not: each way of being refused is a test of its own."""

import asyncio
import base64
import json
import time
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from controller.config import Web
from controller.errors import UsageError
from controller.security.vault import KeyFileError
from controller.web import accounts, passwords
from controller.web.bearer import LINK, SESSION
from controller.web.login import PAUSE, TRIES, Door, TooOftenError
from controller.web.pages import HOME, PAGES
from controller.web.passwords import PasswordError
from controller.web.server import Displays
from controller.web.settings import DisplaySettings, from_file
from controller.web.tickets import Signer, Ticket, TicketError, open_secret
from tests.controller import brokers
from tests.controller.brokers import TABLE, wait_for
from tests.controller.certificates import certify
from tests.controller.served_table import Served
from tests.controller.web.screens import Answer, Screens, Visitor, settings

MAY_OPEN = {
    "display": {"board", "clock"},
    "dealer": {"board", "clock", "dealer", "console"},
    "floor": {"board", "clock", "dealer", "console", "floor"},
    "broadcast": {"board", "clock", "overlay", "producer"},
}


@pytest.fixture
def visitor(screens: Screens) -> Visitor:
    return Visitor(screens.address)


def token_of(visitor: Visitor, page: str) -> str:
    stream = visitor.streams(f"/{page}/stream")
    token: str = stream.until_named("snapshot")["token"]
    stream.close()
    return token


def sent_to(answer: Answer) -> str:
    assert answer.status == 303
    return answer.headers["Location"]


def ask(visitor: Visitor, page: str, verb: str, token: str, **headers: str) -> Answer:
    body = json.dumps({"id": "one", "table": TABLE}).encode()
    usual = {"Origin": visitor.address, "X-Cutcard-Token": token}
    return visitor.post(f"/{page}/ask/{verb}", body, **(usual | headers))


@pytest.mark.parametrize("role", HOME)
def test_each_role_opens_its_own_pages_and_no_others(visitor: Visitor, role: str) -> None:
    assert sent_to(visitor.log_in(role)) == f"/{HOME[role]}"
    opened = {page for page in PAGES if visitor.get(f"/{page}").status == 200}
    streamed = {page for page in PAGES if visitor.streams(f"/{page}/stream").status == 200}
    assert opened == streamed == MAY_OPEN[role]
    assert sent_to(visitor.get("/")) == f"/{HOME[role]}"


def test_nobody_gets_in_without_a_login(visitor: Visitor) -> None:
    for page in PAGES:
        assert sent_to(visitor.get(f"/{page}")) == f"/login?to=/{page}"
        assert visitor.streams(f"/{page}/stream").status == 401
        assert ask(visitor, page, "undo", "").status == 401
    assert visitor.get("/vmix.json").status == 401
    assert sent_to(visitor.get("/")) == "/login?to=/"


def test_a_wrong_password_opens_nothing(visitor: Visitor) -> None:
    assert sent_to(visitor.log_in("floor", "the dealer's own word")) == (
        "/login?to=/&role=floor&by=Flo&why=wrong"
    )
    assert visitor.cookies == {}
    back = sent_to(visitor.log_in("controller", "", "/floor"))
    assert back == "/login?to=/floor&role=controller&by=Flo&why=wrong"


def test_bytes_that_are_no_form_are_refused(visitor: Visitor) -> None:
    kind = {"Content-Type": "application/x-www-form-urlencoded", "Origin": visitor.address}
    assert visitor.post("/login", b"role=\xff\xfe", **kind).status == 400


def test_whoever_guesses_has_to_wait(visitor: Visitor) -> None:
    for _ in range(TRIES):
        assert sent_to(visitor.log_in("floor", "guess"))[-5:] == "wrong"
    assert sent_to(visitor.log_in("floor")).endswith("&why=often")


async def _tries(door: Door, *times: float) -> list[bool]:
    return [await door.fits("floor", "", "guess", "10.0.0.7", at) for at in times]


def test_after_a_minute_a_forgetful_person_may_try_again(tmp_path: Path) -> None:
    passwords.save(tmp_path / "words", "floor", "the floor's own word")
    door = Door(accounts.logins(tmp_path / "words", tmp_path / "accounts"))
    asyncio.run(_tries(door, *([0.0] * TRIES)))
    with pytest.raises(TooOftenError):
        asyncio.run(_tries(door, PAUSE - 1))
    assert asyncio.run(_tries(door, PAUSE + 1)) == [False]
    assert asyncio.run(door.fits("floor", "", "the floor's own word", "10.0.0.7", PAUSE + 2))


def test_a_link_opens_its_page_and_no_other(screens: Screens) -> None:
    visitor = Visitor(screens.address)
    link = urlsplit(screens.link("dealer", "dealer"))
    answer = visitor.get(f"{link.path}?{link.query}")
    assert answer.status == 200
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie and "Path=/dealer" in cookie
    assert visitor.get("/dealer").status == 200
    assert visitor.streams("/dealer/stream").status == 200
    assert "why=role" in sent_to(visitor.get("/console"))
    assert "why=role" in sent_to(visitor.get("/board"))


def test_an_expired_link_is_refused(screens: Screens) -> None:
    visitor = Visitor(screens.address)
    link = urlsplit(screens.link("board", "display", -1.0))
    assert sent_to(visitor.get(f"{link.path}?{link.query}")) == "/login?to=/board&why=expired"
    assert visitor.streams(f"/board/stream?{link.query}").status == 403
    assert visitor.cookies == {}


def test_a_link_ends_while_its_page_is_open(screens: Screens) -> None:
    link = urlsplit(screens.link("board", "display", 1.0))
    stream = Visitor(screens.address).streams(f"/board/stream?{link.query}")
    stream.until_named("snapshot")
    stream._thread.join(10)
    assert not stream._thread.is_alive()


def test_a_forged_cookie_is_refused(visitor: Visitor) -> None:
    visitor.log_in("dealer")
    body, _, mark = visitor.cookies[SESSION].partition(".")
    said = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
    said["role"] = "floor"
    forged = base64.urlsafe_b64encode(json.dumps(said).encode()).rstrip(b"=").decode()
    for text in (f"{forged}.{mark}", forged, f"{body}.", f"{body}.{mark[:-1]}", "x.y", "ü.ü"):
        visitor.cookies = {SESSION: text}
        assert visitor.streams("/dealer/stream").status == 403
        assert visitor.streams("/floor/stream").status == 403


def test_a_link_is_no_session_and_a_session_no_link(screens: Screens) -> None:
    visitor = Visitor(screens.address)
    link = parse_qs(urlsplit(screens.link("dealer", "dealer")).query)["link"][0]
    visitor.cookies = {SESSION: link}
    assert visitor.streams("/dealer/stream").status == 403
    visitor.cookies = {}
    visitor.log_in("dealer")
    visitor.cookies = {LINK: visitor.cookies[SESSION]}
    assert visitor.streams("/dealer/stream").status == 403


def test_another_servers_signature_is_none(screens: Screens) -> None:
    visitor = Visitor(screens.address)
    ticket = Ticket(role="floor", until=time.time() + 60)
    visitor.cookies = {SESSION: Signer(b"x" * 32).sign("session", ticket)}
    assert visitor.streams("/floor/stream").status == 403


def test_a_new_password_ends_the_sessions_of_the_old(
    tmp_path: Path, broker: brokers.Broker
) -> None:
    with Screens(settings(broker, tmp_path)) as screens:
        visitor = Visitor(screens.address)
        visitor.log_in("dealer")
        assert visitor.get("/dealer").status == 200
    with Screens(settings(broker, tmp_path)) as screens:
        visitor = Visitor(screens.address, visitor.cookies)
        assert visitor.get("/dealer").status == 200
    passwords.save(tmp_path / "web.passwords", "dealer", "another word altogether")
    with Screens(settings(broker, tmp_path)) as screens:
        visitor = Visitor(screens.address, visitor.cookies)
        assert "why=expired" in sent_to(visitor.get("/dealer"))


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://elsewhere.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"X-Cutcard-Token": ""},
        {"X-Cutcard-Token": "guess"},
    ],
)
def test_a_request_of_another_site_is_refused(
    table: Served, visitor: Visitor, headers: dict[str, str]
) -> None:
    visitor.log_in("floor")
    token = token_of(visitor, "console")
    before = table.daemon.core.seq
    answer = ask(visitor, "console", "shuffle", token, **headers)
    assert answer.status == 403
    assert not answer.json()["ok"]
    assert table.daemon.core.seq == before


def test_another_site_can_log_nobody_in_or_out(visitor: Visitor) -> None:
    assert visitor.log_in("floor", Origin="https://elsewhere.example").status == 403
    browser = {"Origin": "https://elsewhere.example", "Accept": "text/html,*/*;q=0.8"}
    assert sent_to(visitor.log_in("floor", **browser)) == "/login?to=/&why=site"
    assert visitor.cookies == {}
    assert visitor.post("/logout", b"", Origin="https://elsewhere.example").status == 403


def test_a_role_asks_only_what_it_may(table: Served, visitor: Visitor) -> None:
    visitor.log_in("dealer")
    token = token_of(visitor, "console")
    for verb in ("decide", "live", "hands", "register", "release", "nonsense"):
        answer = ask(visitor, "console", verb, token)
        assert (answer.status, answer.json()["error"]["got"]) == (403, "role")
    answer = ask(visitor, "console", "shuffle", token)
    assert answer.status == 200 and answer.json()["ok"]


def test_a_dealer_who_opens_the_board_can_ask_nothing_there(visitor: Visitor) -> None:
    visitor.log_in("dealer")
    assert ask(visitor, "board", "undo", token_of(visitor, "board")).status == 403


def test_who_asks_is_who_logged_in_and_not_who_a_page_says(table: Served, visitor: Visitor) -> None:
    visitor.log_in("dealer")
    token = token_of(visitor, "console")
    body = json.dumps({"id": "two", "table": TABLE, "by": "Somebody Else"}).encode()
    headers = {"Origin": visitor.address, "X-Cutcard-Token": token}
    assert visitor.post("/console/ask/shuffle", body, **headers).json()["ok"]
    assert table.daemon.core.desk.dealer == "Flo"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"not JSON", 400),
        (b"[]", 400),
        (b'{"id": "a"}', 400),
        (b'{"id": "a", "seat": 0, "do": "fold"}', 400),
        (b'{"id": "a", "seat": 1, "do": "fold", "more": 1}', 400),
        (b'{"id": "a", "seat": 1, "do": "fold", "table": "../x"}', 400),
        (b'{"id": "a", "seat": 1, "do": "fold", "table": "+"}', 400),
        (b"x" * 20_000, 413),
    ],
)
def test_what_is_no_request_is_answered_in_words(
    visitor: Visitor, body: bytes, status: int
) -> None:
    visitor.log_in("dealer")
    headers = {"Origin": visitor.address, "X-Cutcard-Token": token_of(visitor, "console")}
    assert visitor.post("/console/ask/act", body, **headers).status == status


def test_a_link_for_one_table_asks_nothing_of_another(screens: Screens) -> None:
    visitor = Visitor(screens.address)
    link = urlsplit(screens.link("dealer", "dealer", table="other"))
    visitor.get(f"{link.path}?{link.query}")
    answer = ask(visitor, "dealer", "undo", token_of(visitor, "dealer"))
    assert answer.status == 400


def test_every_answer_carries_the_strict_policy(visitor: Visitor) -> None:
    visitor.log_in("floor")
    for path in ("/login", "/floor", "/static/lib/dom.js", "/nowhere", "/", "/vmix.json"):
        headers = visitor.get(path).headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "'unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"


def test_no_file_but_the_pages_own_is_served(visitor: Visitor) -> None:
    visitor.log_in("floor")
    for path in ("/static/../server.py", "/static/%2e%2e/server.py", "/static/", "/static/lib"):
        assert visitor.get(path).status in (403, 404)


def test_logging_out_forgets_the_cookie(visitor: Visitor) -> None:
    visitor.log_in("dealer")
    answer = visitor.post("/logout", b"", Origin=visitor.address)
    assert sent_to(answer) == "/login?why=out"
    assert "Max-Age=0" in answer.headers["Set-Cookie"]


def test_over_tls_the_cookie_goes_nowhere_else(tmp_path: Path, broker: brokers.Broker) -> None:
    ca = certify(tmp_path)
    tls = {"tls_cert": tmp_path / "broker.crt", "tls_key": tmp_path / "broker.key"}
    with Screens(settings(broker, tmp_path, **tls)) as screens:
        assert screens.address.startswith("https://")
        visitor = Visitor(screens.address, ca=ca)
        answer = visitor.log_in("display")
        assert "; Secure" in answer.headers["Set-Cookie"]
        assert visitor.get("/board").status == 200


def test_vmix_comes_in_by_a_link(table: Served, screens: Screens) -> None:
    visitor = Visitor(screens.address)
    link = urlsplit(screens.link("overlay", "broadcast"))

    def rows() -> set[tuple[str, int]]:
        told = visitor.get(f"/vmix.json?{link.query}&table={TABLE}").json()
        return {(row["table"], row["big_blind"]) for row in told}

    wait_for(lambda: rows() == {(TABLE, 2)}, "what kind of table it is")
    board = urlsplit(screens.link("board", "display"))
    assert visitor.get(f"/vmix.json?{board.query}").status == 403


# What the server itself refuses to do


def test_an_address_that_others_reach_wants_tls_or_the_switch(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="tls_cert"):
        DisplaySettings(Web(host="0.0.0.0"), {})
    DisplaySettings(Web(host="0.0.0.0", plain=True), {})
    DisplaySettings(Web(host="0.0.0.0", tls_cert=tmp_path, tls_key=tmp_path), {})
    DisplaySettings(Web(host="::1"), {})


def test_secrets_that_others_can_read_are_refused(tmp_path: Path) -> None:
    web = Web(secret=tmp_path / "secret", passwords=tmp_path / "words")
    Displays(DisplaySettings(web, {}))  # makes the secret
    assert web.secret.stat().st_mode & 0o777 == 0o600
    web.secret.chmod(0o640)
    with pytest.raises(KeyFileError, match="chmod"):
        Displays(DisplaySettings(web, {}))
    web.secret.chmod(0o600)
    web.secret.write_bytes(b"short")
    with pytest.raises(KeyFileError, match="32 random bytes"):
        Displays(DisplaySettings(web, {}))


def test_passwords_are_kept_as_hashes_alone(tmp_path: Path) -> None:
    file = tmp_path / "words"
    passwords.save(file, "floor", "the floor's own word")
    passwords.save(file, "dealer", "the dealer's own word")
    assert b"own word" not in file.read_bytes()
    assert file.stat().st_mode & 0o777 == 0o600
    known = passwords.load(file)
    assert known.fits("floor", "the floor's own word")
    assert not known.fits("dealer", "the floor's own word")
    assert not known.fits("display", "")
    assert "scrypt" not in repr(known)


def test_a_password_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PasswordError, match="10 to 200"):
        passwords.save(tmp_path / "words", "floor", "short")
    with pytest.raises(PasswordError, match="one of"):
        passwords.save(tmp_path / "words", "controller", "long enough a word")
    (tmp_path / "words").write_text("floor:plain\n")
    (tmp_path / "words").chmod(0o600)
    with pytest.raises(PasswordError, match="words:1"):
        passwords.load(tmp_path / "words")


def test_a_ticket_holds_until_its_time_is_over(tmp_path: Path) -> None:
    signer = open_secret(tmp_path / "secret")
    assert open_secret(tmp_path / "secret") == signer
    text = signer.sign("link", Ticket(role="display", until=100.0))
    assert signer.read("link", text, 99.9).role == "display"
    with pytest.raises(TicketError, match="expired"):
        signer.read("link", text, 100.0)
    with pytest.raises(TicketError, match="signed"):
        signer.read("session", text, 0.0)


def test_a_file_for_the_displays_alone_is_enough(tmp_path: Path) -> None:
    (tmp_path / "floor").write_text("a word\n")
    (tmp_path / "floor").chmod(0o600)
    file = tmp_path / "displays.toml"
    file.write_text('[broker]\nhost = "table-1"\n[roles]\nfloor = "floor"\n[web]\nport = 8443\n')
    found = from_file(file)
    assert found.web.port == 8443
    assert {role: line.host for role, line in found.brokers.items()} == {"floor": "table-1"}
    file.write_text("[web]\nprot = 8443\n")
    with pytest.raises(UsageError, match=r"displays.toml:2: .*did you mean 'port'"):
        from_file(file)
