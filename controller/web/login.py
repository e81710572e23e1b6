"""The door: one name from one address tries a password only so often, then ever more slowly."""

import asyncio
import ipaddress
from collections import Counter, OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from controller.web.accounts import Logins

TRIES = 5  # wrong passwords for one name from one address; then he has to wait …
PAUSE = 60.0  # … so many seconds, and after each further so many tries twice as long …
LONGEST_PAUSE = 3600.0  # … up to this
FORGOTTEN = 24 * 3600.0  # seconds after which a name's wrong passwords are
PAIRS = 10_000  # of a name and an address that are remembered
WAITING = 8  # tries from one address at a time: each takes a core for a moment

Networks = Sequence[ipaddress.IPv4Network | ipaddress.IPv6Network]


class TooOftenError(Exception):
    """Too many wrong passwords for one name from one address."""


@dataclass(slots=True)
class _Tried:
    wrong: int = 0
    at: float = 0.0  # the last one

    def until(self) -> float:
        """When the next try is heard."""
        rounds = self.wrong // TRIES
        if not rounds or self.wrong % TRIES:
            return 0.0
        return self.at + min(PAUSE * 2.0 ** (rounds - 1), LONGEST_PAUSE)


class Door:
    """Lets in who knows the password; who guesses holds up nobody but himself."""

    def __init__(self, logins: Logins) -> None:
        self._logins = logins
        self._tried: OrderedDict[tuple[str, str], _Tried] = OrderedDict()
        self._waiting: Counter[str] = Counter()
        self._one_at_a_time = asyncio.Lock()  # a try takes 32 MB and a core for a moment

    async def fits(self, role: str, name: str, password: str, address: str, now: float) -> bool:
        """Whether it is the password of the role, or of the person where persons log in."""
        tried = self._remembered((name if self._logins.personal else role, address), now)
        if now < tried.until() or self._waiting[address] >= WAITING:
            raise TooOftenError
        tried.wrong, tried.at = tried.wrong + 1, now  # before it is known: many at once count too
        self._waiting[address] += 1
        try:
            async with self._one_at_a_time:
                fits = await asyncio.to_thread(self._logins.fits, role, name, password)
        finally:
            self._waiting[address] -= 1
            self._waiting += Counter()  # forgets those with nobody in line
        if fits:
            tried.wrong = 0
        return fits

    def _remembered(self, pair: tuple[str, str], now: float) -> _Tried:
        tried = self._tried.pop(pair, None) or _Tried()
        if now - tried.at > FORGOTTEN:
            tried.wrong = 0
        self._tried[pair] = tried
        while len(self._tried) > PAIRS:
            self._tried.popitem(last=False)
        return tried


def networks(texts: Sequence[str]) -> Networks:
    """Addresses and networks out of a file that was checked."""
    return [ipaddress.ip_network(text) for text in texts]


def whence(remote: str, forwarded: str, trusted: Networks) -> str:
    """Where somebody comes from: a trusted proxy says it, and nobody else does."""
    address = remote
    for hop in reversed(forwarded.split(",")):  # each proxy adds whom it heard
        if not _among(address, trusted) or not _address(hop.strip()):
            break
        address = hop.strip()
    found = _address(address)
    if isinstance(found, ipaddress.IPv6Address):  # one house has all of such a network
        return str(ipaddress.ip_network((found, 64), strict=False))
    return address


def _among(address: str, networks: Networks) -> bool:
    found = _address(address)
    return found is not None and any(found in network for network in networks)


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None
