"""How each reader is: what its link says, joined with what is wrong with the cards it holds."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from firmware_bridge.decks import Decks
from firmware_bridge.sightings import ReaderState, State

_Wrong = tuple[State, str]


class ReaderStates:
    """Tells a reader's state whenever it changes; a fault of the reader outranks its cards."""

    def __init__(self, decks: Decks) -> None:
        self.decks = decks
        self._links: dict[str, State] = {}  # as each reader's own link has it
        self._wrong: dict[str, _Wrong] = {}  # by reader: what is wrong with its cards

    def receive(self, state: ReaderState) -> ReaderState:
        """Take what a link says of its reader; give what there is to tell."""
        self._links[state.reader] = state.state
        return self._joined(state)

    def lying(
        self, t: float, present: Mapping[str, str], reader: Callable[[str], str]
    ) -> list[ReaderState]:
        """Look at the cards that lie somewhere, by tag; give the states that have changed."""
        before, self._wrong = self._wrong, {}
        for zone, wrong in sorted(self.decks.states(present).items()):
            self._wrong.setdefault(reader(zone), wrong)
        return [
            self._joined(ReaderState(t, name, "ok"))
            for name in sorted(before.keys() | self._wrong.keys())
            if before.get(name) != self._wrong.get(name) and self._links.get(name) == "ok"
        ]

    def _joined(self, state: ReaderState) -> ReaderState:
        if state.state != "ok" or state.reader not in self._wrong:
            return state
        word, detail = self._wrong[state.reader]
        return replace(state, state=word, detail=state.detail or detail)
