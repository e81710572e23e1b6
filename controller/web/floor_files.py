"""What the floor's page fetches as files: rules in words, pictures, and hands to take away."""

import asyncio
import base64
import binascii
import csv
import io
import secrets
from collections.abc import Awaitable, Callable
from typing import Any, Final

import msgspec
from aiohttp import web

from controller.mqtt.topics import TABLE
from controller.web.bearer import Bearer, RefusedError, Tickets
from controller.web.clause_words import told
from controller.web.gateway import AskError
from controller.web.pages import PAGES

PAGE: Final = PAGES["floor"]
COLUMNS: Final = (
    "table", "hand", "began", "ended", "result", "players", "winners", "pot", "faults", "dealer",
)  # fmt: skip
SEARCHED: Final = ("since", "until", "fault", "dealer", "player")
MOST: Final = 200  # hands of one table in a file
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")  # a name that a spreadsheet would run


class FloorFiles:
    """Answers GET requests of the floor's page; what they need is asked of the tables."""

    def __init__(
        self,
        tickets: Tickets,
        ask: Callable[[Bearer, str, str, dict[str, Any]], Awaitable[bytes]],
    ) -> None:
        self._tickets, self._ask = tickets, ask

    def add_to(self, app: web.Application) -> None:
        """Serve them."""
        app.router.add_get("/floor/clause", self._clause)
        app.router.add_get("/floor/picture.jpg", self._picture)
        app.router.add_get("/floor/hand.json", self._json)
        app.router.add_get("/floor/hand.phh", self._phh)
        app.router.add_get("/floor/hands.csv", self._csv)

    async def _clause(self, request: web.Request) -> web.StreamResponse:
        self._tickets.bearer(request, PAGE)
        ids = request.query.get("id", "")[:400].split(",")
        return web.json_response([told(one) for one in ids if one], dumps=_dumps)

    async def _picture(self, request: web.Request) -> web.StreamResponse:
        fields = {"seq": _number(request, "seq"), "number": _number(request, "number")}
        found = await self._asked(request, _table(request), "picture", fields)
        try:
            body = base64.b64decode(found["jpeg"], validate=True)
        except (binascii.Error, TypeError, KeyError) as error:
            raise web.HTTPBadGateway(text="the table sent no picture") from error
        return web.Response(body=body, content_type="image/jpeg")

    async def _json(self, request: web.Request) -> web.StreamResponse:
        table, hand = _table(request), _number(request, "hand")
        log = await self._asked(request, table, "hand_log", {"hand": hand})
        body = msgspec.json.format(msgspec.json.encode({"table": table, "hand": hand, "log": log}))
        return _file(body, f"{table}-{hand}.json", "application/json")

    async def _phh(self, request: web.Request) -> web.StreamResponse:
        table, hand = _table(request), _number(request, "hand")
        found = await self._asked(request, table, "hand_phh", {"hand": hand})
        return _file(str(found["phh"]).encode(), f"{table}-{hand}.phh", "text/plain")

    async def _csv(self, request: web.Request) -> web.StreamResponse:
        fields: dict[str, Any] = {
            name: request.query[name][:80] for name in SEARCHED if name in request.query
        }
        if request.query.get("hand"):
            fields["hand"] = _number(request, "hand")
        if request.query.get("ruled"):
            fields["ruled"] = True
        out = io.StringIO()
        writer = csv.writer(out)
        writer.writerow(COLUMNS)
        tables = [one for one in request.query.getall("table", [])[:64] if TABLE.fullmatch(one)]
        asked = (self._asked(request, one, "hands", {**fields, "most": MOST}) for one in tables)
        answers = await asyncio.gather(*asked, return_exceptions=True)
        for table, rows in zip(tables, answers, strict=True):
            if isinstance(rows, web.HTTPGatewayTimeout):  # the others are not held up by it
                writer.writerow((table, "", "", "", "no answer", "", "", "", "", ""))
            elif isinstance(rows, BaseException):
                raise rows
            else:
                writer.writerows(_row(table, row) for row in rows)
        return _file(out.getvalue().encode(), "hands.csv", "text/csv")

    async def _asked(
        self, request: web.Request, table: str, verb: str, fields: dict[str, Any]
    ) -> Any:
        """What the table answers, or the refusal in its own words."""
        bearer = self._tickets.bearer(request, PAGE)
        if bearer.ticket.table not in ("", table):
            raise RefusedError(403, "role", "this link is for another table")
        by = bearer.ticket.by or bearer.role
        asked = {**fields, "id": secrets.token_hex(12), "by": by}
        try:
            answer = msgspec.json.decode(await self._ask(bearer, table, verb, asked))
        except AskError as error:
            raise web.HTTPGatewayTimeout(text=str(error)) from error
        if not answer.get("ok"):
            raise web.HTTPNotFound(text=str((answer.get("error") or {}).get("got", "not found")))
        return answer["result"]


def _table(request: web.Request) -> str:
    table = request.query.get("table", "")
    if not TABLE.fullmatch(table):
        raise web.HTTPBadRequest(text="expected the name of a table")
    return table


def _number(request: web.Request, name: str) -> int:
    text = request.query.get(name, "")
    if not text.isdecimal() or len(text) > 12 or not int(text):
        raise web.HTTPBadRequest(text=f"{name}: expected a number above 0")
    return int(text)


def _row(table: str, row: dict[str, Any]) -> list[object]:
    names = row["names"]
    people = [names.get(str(seat), f"Seat {seat}") for seat in row["players"]]
    winners = [f"{names.get(seat, f'Seat {seat}')} {chips}" for seat, chips in row["won"].items()]
    cells = (
        table, row["hand"], row["began"], row["ended"], row["result"], "; ".join(people),
        "; ".join(winners), row["pot"], " ".join(row["faults"]), row["dealer"],
    )  # fmt: skip
    return [f"'{cell}" if str(cell).startswith(FORMULA) else cell for cell in cells]


def _file(body: bytes, name: str, kind: str) -> web.Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return web.Response(body=body, content_type=kind, charset="utf-8", headers=headers)


def _dumps(data: object) -> str:
    return msgspec.json.encode(data).decode()
