"""``cutcard displays``: the pages, served on their own; their passwords, and links for screens."""

import argparse
import asyncio
import getpass
import secrets
import signal
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from controller import logbook
from controller.errors import UsageError
from controller.security.vault import VaultError
from controller.web import accounts, passwords, tickets
from controller.web.links import GivenLinks
from controller.web.pages import HOME, PAGES
from controller.web.revoked import Revoked
from controller.web.server import Displays, signed_link
from controller.web.settings import DisplaySettings, address, from_file
from controller.web.tickets import Ticket, TicketError

HELP = "serve the pages that people look at; set their passwords, sign links for screens"
DAY = 86400.0


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.epilog = (
        "The file is the table's own, or one with [broker], [roles] and [web] alone on another "
        "machine. Without a word after it the pages are served until Ctrl-C."
    )
    parser.add_argument("--config", type=Path, required=True, metavar="FILE")
    words = parser.add_subparsers(dest="word", metavar="account | password | link | links | revoke")
    account = words.add_parser("account", help="persons: with one, no role's password opens a page")
    what = account.add_subparsers(
        dest="what", metavar="add | list | password | remove", required=True
    )
    add = what.add_parser("add", help="a person who logs in with a name and a password")
    add.add_argument("name")
    add.add_argument("--role", choices=HOME, action="append", required=True, help="may be repeated")
    what.add_parser("list", help="who there is, and as what each may log in")
    again = what.add_parser("password", help="set a person's password; it ends his sessions")
    again.add_argument("name")
    remove = what.add_parser("remove", help="let a person log in no more; it ends his sessions")
    remove.add_argument("name")
    for one in (add, again):
        one.add_argument("--generate", action="store_true", help="make one up and print it")
    password = words.add_parser("password", help="set the password with which a role logs in")
    password.add_argument("role", choices=HOME)
    password.add_argument("--generate", action="store_true", help="make one up and print it")
    link = words.add_parser("link", help="an address that opens one page without a password")
    link.add_argument("page", choices=PAGES)
    link.add_argument("--days", type=float, default=1.0, metavar="N", help="default: 1")
    link.add_argument("--role", choices=HOME, help="default: the least that may open the page")
    link.add_argument("--name", default="", help="of the screen; what it asks is kept under it")
    link.add_argument("--table", default="", help="the only table that it shows")
    link.add_argument("--address", metavar="URL", help="of the server as the screen knows it")
    words.add_parser("links", help="the links that were given out, with the id of each")
    revoke = words.add_parser("revoke", help="let a link open nothing any more, from now on")
    revoke.add_argument("link", metavar="ID", help="out of `links`, or the link's whole address")


def run(args: argparse.Namespace) -> int:
    """Serve, or do what the word after it says."""
    try:
        settings = from_file(args.config)
        if args.word == "account":
            _account(settings.web.accounts, args)
        elif args.word == "password":
            passwords.save(settings.web.passwords, args.role, _new_password(args, args.role))
        elif args.word == "link":
            _link(settings, args)
        elif args.word == "links":
            _links(settings)
        elif args.word == "revoke":
            _revoke(settings, args.link)
        else:
            asyncio.run(_serve(settings))
    except VaultError as error:
        raise UsageError(str(error)) from error
    return 0


async def _serve(settings: DisplaySettings) -> None:
    logbook.configure()
    displays = Displays(settings)
    await displays.start()
    print(f"{displays.address}/  ({', '.join(f'/{page}' for page in PAGES)})", flush=True)
    stopping = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopping.set)
    await stopping.wait()
    await displays.stop()


def _account(path: Path, args: argparse.Namespace) -> None:
    match args.what:
        case "add":
            accounts.add(path, args.name, args.role, _new_password(args, args.name))
        case "password":
            name = accounts.find(path, args.name).name
            accounts.set_password(path, name, _new_password(args, name))
        case "remove":
            accounts.remove(path, args.name)
        case _:
            for one in accounts.load(path).values():
                print(f"{one.name}  {', '.join(one.roles)}")


def _new_password(args: argparse.Namespace, whose: str) -> str:
    if args.generate:
        password = secrets.token_urlsafe(12)
        print(password)
        return password
    if not sys.stdin.isatty():
        return sys.stdin.readline().removesuffix("\n")
    password = getpass.getpass(f"New password of {whose}: ")
    if getpass.getpass("Again: ") != password:
        raise UsageError("expected the same password twice")
    return password


def _link(settings: DisplaySettings, args: argparse.Namespace) -> None:
    page = PAGES[args.page]
    role = args.role or page.roles[0]
    if page.role_for(role) is None:
        raise UsageError(f"--role: {role} may not open /{page.name}")
    if not 0 < args.days <= 3650:
        raise UsageError(f"--days: expected more than 0 and at most 3650, got {args.days:g}")
    signer = tickets.open_secret(settings.web.secret)
    until = time.time() + args.days * DAY
    ticket = Ticket(role=role, page=page.name, until=until, by=args.name, table=args.table)
    GivenLinks(settings.web.secret).note(ticket, time.time())
    at = (args.address or address(settings.web)).rstrip("/")
    print(signed_link(signer, at, ticket))


def _links(settings: DisplaySettings) -> None:
    revoked = _revoked(settings)
    for link in GivenLinks(settings.web.secret).all():
        gone = Ticket(id=link.id, role=link.role, until=link.until) in revoked
        until = datetime.fromtimestamp(link.until, UTC).strftime("%Y-%m-%d %H:%MZ")
        state = "revoked" if gone else "over" if link.until < time.time() else f"until {until}"
        print(f"{link.id}  /{link.page}  {link.role}  {state}  {link.table} {link.name}".rstrip())


def _revoke(settings: DisplaySettings, link: str) -> None:
    if "link=" in link:
        text = parse_qs(urlsplit(link).query).get("link", [""])[0]
        try:
            ticket = tickets.open_secret(settings.web.secret).read("link", text, time.time())
        except TicketError as error:
            raise UsageError(f"{error}: it opens nothing") from error
        GivenLinks(settings.web.secret).note_if_new(ticket, time.time())  # the audit names it
    else:
        given = GivenLinks(settings.web.secret).find(link)
        ticket = Ticket(id=given.id, role=given.role, page=given.page, until=given.until)
    _revoked(settings).add(ticket, time.time())
    print(f"{ticket.id}: /{ticket.page} is no longer opened by it, and its open pages are ended")


def _revoked(settings: DisplaySettings) -> Revoked:
    return Revoked(settings.web.secret.with_suffix(".revoked"))
