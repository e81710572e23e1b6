"""A reader simulated: the same codecs turned round, from the requests to their answers."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from firmware_bridge.readers import Frame, TagRead
from firmware_bridge.readers.framing import Framer


@dataclass(frozen=True, slots=True)
class Poll(Frame):
    """The host asks which tags lie in the field, or for the rest of them."""

    more: bool = False


@dataclass(frozen=True, slots=True)
class Command(Frame):
    """The host asks for what does not depend on the field; ``reply`` is the whole answer."""

    reply: bytes = b""


def signal(read: TagRead, unknown: float, scale: range) -> int:
    """A simulated tag's signal, or the nearest that the reader's scale has."""
    rssi = round(unknown if read.rssi is None else read.rssi)
    return min(max(rssi, scale[0]), scale[-1])


class Device(ABC):
    """A simulated reader: feed it the host's bytes, answer each request with the tags of then."""

    name: str

    def __init__(self, requests: Framer[Frame]) -> None:
        self._requests = requests

    def feed(self, data: bytes) -> list[Frame]:
        """Take the host's bytes in any portions; give the requests: polls and commands."""
        return self._requests.feed(data)

    def answer(self, request: Frame, tags: Sequence[TagRead] = ()) -> bytes:
        """What the reader sends back, with these tags in its field."""
        if isinstance(request, Command):
            return request.reply
        if isinstance(request, Poll):
            return self.inventory(request, tags)
        raise TypeError(
            f"expected a request that {self.name} was fed, came {type(request).__name__}"
        )

    @abstractmethod
    def inventory(self, poll: Poll, tags: Sequence[TagRead]) -> bytes:
        """The answer to a poll."""
