"""The displays' server: pages, their streams, and what they ask, each with the rights of a role."""

import asyncio
import contextlib
import logging
import ssl
from collections.abc import Awaitable, Callable
from importlib import resources
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from aiohttp import web

from controller.errors import UsageError
from controller.languages import DEFAULT, heard, languages
from controller.messages import VERBS, Response, Trouble
from controller.mqtt.roles import PAGES as VOUCHES
from controller.mqtt.roles import may_ask
from controller.mqtt.topics import TABLE
from controller.security.seal import read_private
from controller.web import accounts, tickets, vmix
from controller.web.access import Access
from controller.web.account_changes import AccountChanges
from controller.web.bearer import LINK, SESSION, Bearer, RefusedError, Tickets
from controller.web.floor_files import FloorFiles
from controller.web.gateway import AskError, Gateway, now
from controller.web.login import Door, TooOftenError, networks, whence
from controller.web.pages import HOME, PAGES, PICKER, Page
from controller.web.producer import Order
from controller.web.revoked import Revoked
from controller.web.settings import DisplaySettings, address
from controller.web.show_folder import ShowFolder
from controller.web.sockets import Sockets
from controller.web.station import Station
from controller.web.streams import Stream
from controller.web.tickets import Ticket
from engine.law.catalogue import clause

LOG: Final = logging.getLogger(__name__)
SHIFT: Final = 12 * 3600.0  # seconds that a login holds
LARGEST: Final = 16 * 1024  # bytes of what a page sends
HANDSHAKE: Final = 5.0  # seconds that TLS may take to begin
WITHIN: Final = 15.0  # seconds that an answer may take; a stream is none
STREAMS_OF_A_ROLE: Final = 64  # open at a time: pages of a floor with many tables
HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'; "
        "require-trusted-types-for 'script'; trusted-types 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    # An address may have a signed link in it: no other site is told of it. Our own forms need
    # the policy to say that they are ours: under "no-referrer" a browser sends Origin: null.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
    "Cache-Control": "no-store",
}
ON_SCREEN: Final = ("overlay", "producer")  # pages that are shown what the station plays
STATIC: Final = Path(str(resources.files("controller.web") / "static"))
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Displays:
    """The server and its gateways; runs on the loop it is started on."""

    def __init__(self, settings: DisplaySettings) -> None:
        self._settings = settings
        self._web = settings.web
        self._tickets = Tickets(
            tickets.open_secret(self._web.secret),
            accounts.logins(self._web.passwords, self._web.accounts),
            Revoked(self._web.secret.with_suffix(".revoked")),
        )
        self._door = Door(self._tickets.logins)
        self._proxies = networks(self._web.trusted_proxies)
        self._gateways = {role: Gateway(role, line) for role, line in settings.brokers.items()}
        changes = AccountChanges(self._web.secret, self._tickets.logins, self._tickets.revoked)
        self._access = Access(self._gateways.get(VOUCHES), changes)
        self._key = read_private(self._web.station) if self._web.station else None
        self._folder = ShowFolder(self._web.show)
        self._languages = languages(settings.language.folder)
        self._station: Station | None = None
        self._streaming: dict[asyncio.Task[Any], str] = {}  # and its role
        self._sockets: Sockets | None = None
        self._listening: asyncio.Server | None = None
        self._runner: web.AppRunner | None = None
        self.address = ""

    async def start(self) -> None:
        """Open the pages; the broker may come later."""
        runner = web.AppRunner(self._app(), access_log=None)  # addresses may have links in them
        await runner.setup()
        assert runner.server is not None
        self._sockets, tls = Sockets(runner.server), self._tls()
        try:
            self._listening = await asyncio.get_running_loop().create_server(
                self._sockets, self._web.host, self._web.port, ssl=tls,
                ssl_handshake_timeout=HANDSHAKE if tls else None,
            )  # fmt: skip
        except OSError as error:
            await runner.cleanup()
            raise UsageError(f"{self._web.host}:{self._web.port}: {error.strerror}") from error
        self._runner = runner
        self.address = address(self._web, self._listening.sockets[0].getsockname()[1])
        for gateway in self._gateways.values():
            await gateway.start()
        self._access.start()
        broadcast = self._gateways.get("broadcast")
        if broadcast is not None and self._key is not None:
            desk = self._web.secret.with_suffix(".producer")
            self._station = Station(broadcast, self._key, desk=desk, folder=self._folder)

    async def stop(self) -> None:
        """Close every stream and hang up."""
        for task in tuple(self._streaming):
            task.cancel()
        self._access.stop()
        if self._station is not None:
            self._station.stop()
        if self._listening is not None:
            self._listening.close()
        if self._runner is not None:
            await self._runner.cleanup()
        await asyncio.gather(*(gateway.stop() for gateway in self._gateways.values()))

    def link(self, page: str, role: str, seconds: float, by: str = "", table: str = "") -> str:
        """A signed address that opens one page without a password, until its time is over."""
        ticket = Ticket(role=role, page=page, until=now() + seconds, by=by, table=table)
        return signed_link(self._tickets.signer, self.address, ticket)

    def _tls(self) -> ssl.SSLContext | None:
        if self._web.tls_cert is None:
            return None
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        try:
            context.load_cert_chain(self._web.tls_cert, self._web.tls_key)
        except OSError as error:
            raise UsageError(f"web.tls_cert: {self._web.tls_cert}: {error}") from error
        return context

    def _app(self) -> web.Application:
        app = web.Application(client_max_size=LARGEST, middlewares=[self._refusals])
        app.on_response_prepare.append(self._guarded)
        app.router.add_get("/", self._home)
        app.router.add_get("/login", self._login_page)
        app.router.add_post("/login", self._login)
        app.router.add_post("/logout", self._logout)
        app.router.add_get("/words/{code}.json", self._words)
        app.router.add_get("/why/{clause}", self._why)
        app.router.add_get("/vmix.json", self._vmix)
        app.router.add_get("/overlay/show/{path:.+}", self._show_file)
        app.router.add_get("/overlay/themes/{path:.+}", self._theme_file)
        app.router.add_post("/producer/order", self._order)
        FloorFiles(self._tickets, self._asks).add_to(app)
        app.router.add_static("/static", STATIC)
        pages = "|".join(PAGES)
        app.router.add_get(f"/{{page:{pages}}}", self._page)
        app.router.add_get(f"/{{page:{pages}}}/stream", self._stream)
        app.router.add_post(f"/{{page:{pages}}}/ask/{{verb}}", self._ask)
        return app

    async def _guarded(self, request: web.Request, response: web.StreamResponse) -> None:
        for name, value in HEADERS.items():
            response.headers[name] = value
        if request.path == "/overlay" and self._web.custom_css:  # OBS writes a style element
            policy = HEADERS["Content-Security-Policy"]
            allowed = policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
            response.headers["Content-Security-Policy"] = allowed
        if request.path.startswith(("/static/", "/overlay/show/", "/overlay/themes/")):
            response.headers["Cache-Control"] = "no-cache"  # kept, but asked for anew by its date

    @web.middleware
    async def _refusals(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Who is refused a page is sent to the login, a stream or a request is told why."""
        assert self._sockets is not None
        try:
            with self._sockets.asking(request):
                return await self._in_time(request, handler)
        except RefusedError as error:
            if error.status in (401, 403) and _wants_page(request):
                to = request.path if request.path.strip("/") in PAGES else "/"
                raise web.HTTPSeeOther(_login_at(to=to, why=error.why)) from error
            trouble = Trouble("the right to do this", error.why or "no login", str(error))
            return _json(Response(id="", ok=False, error=trouble), error.status)

    async def _in_time(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Whoever does not send what he announced, or does not read, is not waited for."""
        if request.path.endswith("/stream"):
            return await handler(request)
        try:
            async with asyncio.timeout(WITHIN):
                return await handler(request)
        except TimeoutError:
            raise web.HTTPRequestTimeout from None

    # Pages

    async def _home(self, request: web.Request) -> web.StreamResponse:
        """Each to his own page."""
        ticket = self._tickets.session(request)
        raise web.HTTPSeeOther(f"/{HOME[ticket.role]}")

    async def _page(self, request: web.Request) -> web.StreamResponse:
        page = PAGES[request.match_info["page"]]
        bearer = self._tickets.bearer(request, page)
        picks = self._picks(request, page, bearer)
        response = web.FileResponse(STATIC / f"{PICKER.name if picks else page.name}.html")
        if link := request.query.get("link"):
            left = bearer.ticket.until - now()
            self._set_cookie(response, LINK, link, f"/{page.name}", left)
        return response

    def _picks(self, request: web.Request, page: Page, bearer: Bearer) -> bool:
        """Whether somebody has to say first which of several tables he means."""
        somebody = bearer.logged_in or not page.unattended
        gateway = self._gateways.get(bearer.role)
        several = gateway is not None and len(gateway.tables) > 1
        chosen = _table(request, bearer) or _wants_program(request, bearer)
        return somebody and several and not page.every_table and not chosen

    async def _words(self, request: web.Request) -> web.StreamResponse:
        """All texts of a language; the login page needs them too."""
        found = self._languages.get(request.match_info["code"])
        if found is None:
            raise web.HTTPNotFound(text="no such language")
        names = [[one.code, one.name] for one in self._languages.values()]
        told = {"code": found.code, "names": names, "words": dict(found.words)}
        return _json({**told, "heard": heard.patterns()}, 200)

    async def _why(self, request: web.Request) -> web.StreamResponse:
        """A rule in our words."""
        found = clause(request.match_info["clause"])
        if found is None:
            raise web.HTTPNotFound(text="no such clause")
        return _json({"id": found.id, "summary": found.summary}, 200)

    async def _login_page(self, request: web.Request) -> web.StreamResponse:
        return web.FileResponse(STATIC / "login.html")

    async def _login(self, request: web.Request) -> web.StreamResponse:
        self._tickets.same_site(request, None)
        try:
            form = await request.post()
        except ValueError as error:
            raise web.HTTPBadRequest(text="expected the form of the login page") from error
        role, password, by = (str(form.get(name, "")) for name in ("role", "password", "by"))
        to = str(form.get("to", "")).strip("/")
        back = {"to": f"/{to}" if to in PAGES else "/", "role": role[:80], "by": by[:80]}
        if (why := await self._turned_away(request, role, by, password)) is not None:
            raise web.HTTPSeeOther(_login_at(**back, why=why))
        person = self._tickets.logins.person(by)
        stamp = self._tickets.logins.stamp(role, person)
        named = person or by[:80]
        ticket = Ticket(role=role, until=now() + SHIFT, by=named, person=person, stamp=stamp)
        opens = to in PAGES and PAGES[to].role_for(role) is not None
        response = web.Response(status=303, headers={"Location": f"/{to if opens else HOME[role]}"})
        text = self._tickets.signer.sign("session", ticket)
        self._set_cookie(response, SESSION, text, "/", SHIFT)
        return response

    async def _turned_away(
        self, request: web.Request, role: str, by: str, password: str
    ) -> str | None:
        """Why somebody is not let in; each try is told to the tables for their audit."""
        address = self._whence(request)
        person = self._tickets.logins.person(by)
        who = {"role": role if role in HOME else "", "name": person, "address": address}
        try:
            fits = await self._door.fits(role, person or by[:40].lower(), password, address, now())
        except TooOftenError:
            self._access.note("locked", ok=False, **who)
            return "often"
        LOG.info("a login as %s %s", who["role"] or "nobody", "fits" if fits else "fails")
        self._access.note("login", ok=fits, **who)
        return None if fits else "wrong"

    def _whence(self, request: web.Request) -> str:
        forwarded = ",".join(request.headers.getall("X-Forwarded-For", []))
        return whence(request.remote or "", forwarded, self._proxies)

    async def _logout(self, request: web.Request) -> web.StreamResponse:
        self._tickets.same_site(request, None)
        with contextlib.suppress(RefusedError):  # else there is nothing left to end
            ticket = self._tickets.session(request)
            self._tickets.revoked.add(ticket, now())
            address = self._whence(request)
            self._access.note("logout", role=ticket.role, name=ticket.person, address=address)
        response = web.Response(status=303, headers={"Location": _login_at(why="out")})
        response.del_cookie(SESSION, path="/")
        return response

    def _set_cookie(
        self, response: web.StreamResponse, name: str, text: str, path: str, seconds: float
    ) -> None:
        response.set_cookie(
            name, text, path=path, max_age=int(seconds), httponly=True, samesite="Strict",
            secure=self._web.tls_cert is not None,
        )  # fmt: skip

    # Streams

    async def _stream(self, request: web.Request) -> web.StreamResponse:
        page = PAGES[request.match_info["page"]]
        bearer = self._tickets.bearer(request, page)
        gateway = self._gateway(bearer)
        if list(self._streaming.values()).count(bearer.role) >= STREAMS_OF_A_ROLE:
            text = f"{STREAMS_OF_A_ROLE} pages of {bearer.role} are open: close one"
            raise RefusedError(503, "full", text)
        hello = self._hello(page, bearer, self._picks(request, page, bearer))
        picking = "pick" in request.query and not bearer.ticket.table
        stream = Stream(PICKER if picking else page, _table(request, bearer), gateway, hello)
        stream.holds = lambda: self._tickets.holds(bearer.ticket)
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        task = asyncio.current_task()
        assert task is not None
        self._streaming[task] = bearer.role
        LOG.info("/%s is opened as %s", page.name, bearer.role)
        with contextlib.ExitStack() as stack:
            stack.callback(LOG.info, "/%s is closed as %s", page.name, bearer.role)
            stack.callback(self._streaming.pop, task, None)
            if stream.page.name in ON_SCREEN and self._station is not None:
                program = _wants_program(request, bearer)
                stack.enter_context(self._station.on_screen(stream, program=program))
            # The page is gone, or its ticket's time is over: that is how a stream ends.
            with contextlib.suppress(ConnectionError, TimeoutError):
                async with asyncio.timeout(bearer.ticket.until - now()):
                    await stream.run(response)
        return response

    def _hello(self, page: Page, bearer: Bearer, picks: bool) -> dict[str, Any]:
        return {
            "page": page.name,
            "role": bearer.role,
            "by": bearer.ticket.by,
            "loggedIn": bearer.ticket.role if bearer.logged_in else "",
            "picks": picks,
            "token": self._tickets.signer.token(bearer.ticket),
        }

    async def _asks(self, bearer: Bearer, table: str, verb: str, fields: dict[str, Any]) -> bytes:
        """Ask a table as whoever has come, in his own name where we have seen who he is."""
        person, vouching = bearer.ticket.known_as, self._gateways.get(VOUCHES)
        gateway = self._gateway(bearer)
        return await gateway.ask(table, verb, fields, person=person, vouching=vouching)

    def _gateway(self, bearer: Bearer) -> Gateway:
        gateway = self._gateways.get(bearer.role)
        if gateway is None:
            text = f"this server has no password of the broker for {bearer.role}: see [roles]"
            raise RefusedError(503, "role", text)
        return gateway

    # The show

    def _stage(self) -> Station:
        if self._station is None:
            raise RefusedError(503, "station", "this server has no station's key: see web.station")
        return self._station

    async def _vmix(self, request: web.Request) -> web.StreamResponse:
        bearer, station = self._tickets.bearer(request, PAGES["overlay"]), self._stage()
        follows = _wants_program(request, bearer)
        asked = station.program if follows else _table(request, bearer)
        table = asked or self._gateway(bearer).first_table()
        words = self._languages.get(request.query.get("lang", DEFAULT), self._languages[DEFAULT])
        return _json(vmix.rows(station.screen(table).picture(), words.words), 200)

    async def _show_file(self, request: web.Request) -> web.StreamResponse:
        self._tickets.bearer(request, PAGES["overlay"])
        return _file(self._folder.file(request.match_info["path"]))

    async def _theme_file(self, request: web.Request) -> web.StreamResponse:
        """A file of a theme: of the house's own, or of one that is shipped."""
        self._tickets.bearer(request, PAGES["overlay"])
        path = f"themes/{request.match_info['path']}"
        return _file(self._folder.file(path) or ShowFolder(STATIC).file(path))

    async def _order(self, request: web.Request) -> web.StreamResponse:
        """Let a producer change the show."""
        bearer, station = self._tickets.bearer(request, PAGES["producer"]), self._stage()
        self._tickets.same_site(request, bearer.ticket)
        try:
            order = msgspec.json.decode(await request.read(), type=Order)
        except msgspec.DecodeError as error:
            trouble = Trouble("an order of the producer's page", str(error), "load the page again")
            return _json(Response(id="", ok=False, error=trouble), 400)
        if order.table not in self._gateway(bearer).tables or bearer.ticket.table not in (
            "", order.table,
        ):  # fmt: skip
            trouble = Trouble("one of this broker's tables", order.table[:64], "choose a table")
            return _json(Response(id="", ok=False, error=trouble), 400)
        station.order(order)
        return _json(Response(id="", ok=True), 200)

    # Requests

    async def _ask(self, request: web.Request) -> web.StreamResponse:
        """Pass a page's request on to the table, and its answer back."""
        page, verb = PAGES[request.match_info["page"]], request.match_info["verb"]
        bearer = self._tickets.bearer(request, page)
        self._tickets.same_site(request, bearer.ticket)
        if not may_ask(bearer.role, verb):
            raise RefusedError(403, "role", f"{bearer.role} may not ask for this")
        try:
            fields = msgspec.json.decode(await request.read(), type=dict[str, Any])
            table = str(fields.pop("table", "")) or self._gateway(bearer).first_table()
            fields["by"] = bearer.ticket.by or bearer.role  # whoever a page says it is
            asked = msgspec.convert(fields, VERBS[verb])
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            trouble = Trouble(f"what {verb} takes", str(error), "correct it and try again")
            return _json(Response(id="", ok=False, error=trouble), 400)
        if not TABLE.fullmatch(table) or bearer.ticket.table not in ("", table):
            trouble = Trouble("one of this broker's tables", table[:64], "choose a table")
            return _json(Response(id=asked.id, ok=False, error=trouble), 400)
        try:
            answer = await self._asks(bearer, table, verb, fields)
        except AskError as error:
            trouble = Trouble(error.expected, error.got, error.do)
            return _json(Response(id=asked.id, ok=False, error=trouble), 504)
        return web.Response(body=answer, content_type="application/json")


def signed_link(signer: tickets.Signer, address: str, ticket: Ticket) -> str:
    """The address of a page with a ticket in it."""
    return f"{address}/{ticket.page}?link={signer.sign('link', ticket)}"


def _table(request: web.Request, bearer: Bearer) -> str:
    """The table that is meant; a link may be for one alone."""
    table = bearer.ticket.table or request.query.get("table", "")
    return table if TABLE.fullmatch(table) else ""


def _wants_program(request: web.Request, bearer: Bearer) -> bool:
    """Whether a page follows the producer's choice of table; a link for one table does not."""
    return "program" in request.query and not bearer.ticket.table


def _wants_page(request: web.Request) -> bool:
    """Whether a person waits before a browser; a script asks for no HTML."""
    page = request.method == "GET" and request.path.strip("/") in (*PAGES, "")
    return page or "text/html" in request.headers.get("Accept", "")


def _login_at(**said: str) -> str:
    """The login page, which says why somebody is there and what he typed already."""
    return f"/login?{urlencode({name: value for name, value in said.items() if value}, safe='/')}"


def _json(data: object, status: int) -> web.Response:
    return web.Response(
        body=msgspec.json.encode(data), status=status, content_type="application/json"
    )


def _file(path: Path | None) -> web.FileResponse:
    if path is None:
        raise web.HTTPNotFound(text="no such file in the show's folder")
    return web.FileResponse(path)
