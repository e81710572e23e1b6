"""The door: a password is tried only so often from one address."""

import asyncio
from collections import OrderedDict

from controller.web.passwords import PasswordFile

TRIES = 5  # wrong passwords from one address …
PAUSE = 60.0  # … within so many seconds; then it has to wait
ADDRESSES = 1000  # that are remembered


class TooOftenError(Exception):
    """Too many wrong passwords from one address."""


class Door:
    """Lets in who knows a role's password."""

    def __init__(self, passwords: PasswordFile) -> None:
        self._passwords = passwords
        self._wrong: OrderedDict[str, list[float]] = OrderedDict()
        self._one_at_a_time = asyncio.Lock()  # a try takes 32 MB and a core for a moment

    async def fits(self, role: str, password: str, address: str, now: float) -> bool:
        """Whether it is the role's password."""
        wrong = [at for at in self._wrong.pop(address, []) if at > now - PAUSE]
        self._wrong[address] = wrong
        while len(self._wrong) > ADDRESSES:
            self._wrong.popitem(last=False)
        if len(wrong) >= TRIES:
            raise TooOftenError
        wrong.append(now)  # counted before it is known, so that many at once are counted as well
        async with self._one_at_a_time:
            fits = await asyncio.to_thread(self._passwords.now.fits, role, password)
        if fits:
            wrong.remove(now)
        return fits
