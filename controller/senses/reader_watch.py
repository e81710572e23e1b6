"""Watches the readers: which of them somebody must see to, and which are well again."""

from dataclasses import dataclass

from firmware_bridge.sightings import ReaderState

IN_A_HAND = 2.0  # seconds that a reader may take to come to terms while cards are out
STEADY = 1.0  # seconds that it must be well: noise looks like an answer now and then


@dataclass(frozen=True, slots=True)
class Verdict:
    """A reader that needs somebody, or no longer does."""

    reader: str
    text: str = ""  # none: it is well

    @property
    def name(self) -> str:
        """What its alert is called."""
        return f"reader-{self.reader}"


@dataclass(slots=True)
class _Reader:
    state: ReaderState
    since: float  # it is well, or it is not, since then
    said: str | None = None  # the last verdict; None before the first


class ReaderWatch:
    """A reader that has failed is told at once; one that only tries, when a hand waits for it."""

    def __init__(self) -> None:
        self._readers: dict[str, _Reader] = {}

    def receive(self, state: ReaderState) -> None:
        """Take what a reader says of itself."""
        since = state.t if state.since is None else state.since
        known = self._readers.setdefault(state.reader, _Reader(state, since))
        if (known.state.state == "ok") != (state.state == "ok"):
            known.since = since
        known.state = state

    def verdicts(self, t: float, *, in_hand: bool) -> list[Verdict]:
        """What is new at this time."""
        found = []
        for name, one in self._readers.items():
            text = self._text(one, t, in_hand)
            if text is not None and text != one.said:
                one.said = text
                found.append(Verdict(name, text))
        return found

    def due(self, t: float, *, in_hand: bool) -> float | None:
        """When a verdict may come although nothing is told."""
        ends = [
            one.since + (STEADY if one.state.state == "ok" else IN_A_HAND)
            for one in self._readers.values()
            if one.state.state == "ok" or (one.state.state == "negotiating" and in_hand)
        ]
        return min((end for end in ends if end > t), default=None)

    def _text(self, one: _Reader, t: float, in_hand: bool) -> str | None:
        """What is wrong, nothing where it is well, None where that is not known yet."""
        state = one.state
        if state.state == "ok":
            return "" if t >= one.since + STEADY else None
        if state.state == "negotiating" and not (in_hand and t >= one.since + IN_A_HAND):
            return None
        return f"Reader {state.reader}: {state.state}. {state.detail}".strip()
