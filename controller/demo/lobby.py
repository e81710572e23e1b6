"""The demo's lobby: one short address that leads to every page, and one for each of them.

A signed link is too long for a terminal: it breaks over lines, and a click on it opens half of it.
This little server sends a browser on to the link. It is for this machine alone, and so is all that
it leads to: a table that is made up.
"""

from __future__ import annotations

import html
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from aiohttp import web

HOST = "127.0.0.1"
ANY_PORT = 0
SHOWN = {
    "dealer": "the dealer's screen: the next step, and what went wrong",
    "console": "every action by keyboard or touch; ? shows the keys",
    "board": "the public screen",
    "floor": "all tables, alerts, decisions, replays",
    "overlay": "hole cards over the picture, one delay later",
    "producer": "the desk of the broadcast",
    "clock": "the time, to be filmed",
}
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
STYLE = (
    "body{font:18px/1.5 system-ui,sans-serif;background:#10151c;color:#e8edf2;margin:3em auto;"
    "max-width:46em;padding:0 1em}h1{font-weight:600}a{color:#7fd1b9;font-weight:600;"
    "text-decoration:none}a:hover,a:focus{text-decoration:underline}td{padding:.25em 1.5em .25em 0;"
    "vertical-align:top}h2{font-size:1em;color:#9fb0c0;margin:1.5em 0 .3em}"
)


@asynccontextmanager
async def opened(links: Mapping[str, str], password: str) -> AsyncIterator[str]:
    """The lobby's address; each of the links is there under its own name."""
    app = web.Application()

    async def index(_: web.Request) -> web.Response:
        return web.Response(text=_page(links, password), content_type="text/html", headers=HEADERS)

    async def lead(request: web.Request) -> web.Response:
        link = links.get(request.match_info["name"])
        if link is None:
            raise web.HTTPNotFound(text="no such page: / has them all")
        raise web.HTTPSeeOther(link, headers=HEADERS)

    app.router.add_get("/", index)
    app.router.add_get("/{name:.+}", lead)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, HOST, ANY_PORT)
    await site.start()
    try:
        yield f"http://{HOST}:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


def _page(links: Mapping[str, str], password: str) -> str:
    """A plain list, a heading for each table."""
    parts: list[str] = []
    heading = None
    for name in links:
        page, _, table = name.partition("/")
        if table != heading:
            parts.append(f"{'</table>' if parts else ''}<h2>{html.escape(table)}</h2><table>")
            heading = table
        row = f'<tr><td><a href="/{html.escape(name)}">{html.escape(page)}</a></td>'
        parts.append(f"{row}<td>{SHOWN.get(page, '')}</td></tr>")
    return (
        "<!doctype html><html lang=en><meta charset=utf-8><title>Cutcard demo</title>"
        f"<style>{STYLE}</style><h1>Cutcard demo</h1>{''.join(parts)}</table>"
        f"<p>Each page opens by itself. Elsewhere the password of every role is "
        f"<b>{html.escape(password)}</b>.</p></html>"
    )
