"""Who asks: the ticket in the cookie or the link of a request, and what it lets him do."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from aiohttp import web

from controller.web.accounts import Logins
from controller.web.gateway import now
from controller.web.pages import Page
from controller.web.revoked import Revoked
from controller.web.tickets import Signer, Ticket, TicketError

SESSION, LINK = "cutcard", "cutcard-link"  # the cookies' names
TOKEN = "X-Cutcard-Token"  # noqa: S105  (the header's name)


class RefusedError(Exception):
    """Somebody who may not: with the status to answer, and why in a word for the login page."""

    def __init__(self, status: int, why: str, text: str) -> None:
        super().__init__(text)
        self.status, self.why = status, why


@dataclass(frozen=True, slots=True)
class Bearer:
    """Somebody with a ticket, and the role as which a page listens for him."""

    ticket: Ticket
    role: str

    @property
    def logged_in(self) -> bool:
        """Whether he came with a password; who came by a link has nothing to log out of."""
        return not self.ticket.page


@dataclass(frozen=True, slots=True)
class Tickets:
    """Reads the tickets that requests bring."""

    signer: Signer
    logins: Logins
    revoked: Revoked

    def bearer(self, request: web.Request, page: Page) -> Bearer:
        """Who wants this page, or why not."""
        ticket = self._ticket(request)
        role = page.role_for(ticket.role)
        if role is None or ticket.page not in ("", page.name):
            raise RefusedError(403, "role", f"expected a role that may open /{page.name}")
        return Bearer(ticket, role)

    def _ticket(self, request: web.Request) -> Ticket:
        """A link's ticket before a session's: a screen of its own knows its own role."""
        link = request.query.get("link") or request.cookies.get(LINK, "")
        if not link:
            return self.session(request)
        try:
            return self._held(self.signer.read("link", link, now()))
        except TicketError as error:
            raise RefusedError(403, "expired", str(error)) from error

    def session(self, request: web.Request) -> Ticket:
        """Who is logged in."""
        text = request.cookies.get(SESSION, "")
        if not text:
            raise RefusedError(401, "", "expected a login or a signed link")
        try:
            return self._held(self.signer.read("session", text, now()))
        except TicketError as error:
            raise RefusedError(403, "expired", str(error)) from error

    def holds(self, ticket: Ticket) -> bool:
        """Whether a ticket of ours still holds: not given back, and of the password of today."""
        if ticket in self.revoked:
            return False
        if ticket.page:
            return not ticket.stamp
        stamp = self.logins.stamp(ticket.role, ticket.person)
        return bool(stamp) and ticket.stamp == stamp

    def _held(self, ticket: Ticket) -> Ticket:
        if not self.holds(ticket):
            raise TicketError("expected a login that was not ended, with the password of today")
        return ticket

    def same_site(self, request: web.Request, ticket: Ticket | None) -> None:
        """Refuse what another site makes a browser send; after a login with the page's token."""
        origin = urlsplit(request.headers.get("Origin", "")).netloc
        if origin != request.host or request.headers.get("Sec-Fetch-Site", "") not in (
            "", "same-origin",
        ):  # fmt: skip
            raise RefusedError(403, "site", "expected a request of this server's own pages")
        if ticket is not None and request.headers.get(TOKEN) != self.signer.token(ticket):
            raise RefusedError(403, "site", "expected the page's token: load the page again")
