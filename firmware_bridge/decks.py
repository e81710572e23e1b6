"""Decks: which tag is which card. The file stays on the table and is its owner's alone."""

import fcntl
import os
import re
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Self

import msgspec

from firmware_bridge.sightings import State

VERSION = 1
# The bridge may not know the engine's cards; a deck is thirteen ranks of four suits anywhere.
NAMES = tuple(rank + suit for suit in "shdc" for rank in "A23456789TJQK")
JOKER = "Jk"
MOST_JOKERS = 4
TAG = re.compile(r"(?:[0-9A-F]{2}){4,16}")  # 4 bytes (ISO 14443A) to 16 (a 128-bit EPC)


class DecksError(Exception):
    """Something about the decks that a person must put right; no face is ever in the text."""


class DecksFileError(DecksError):
    """The file of the decks cannot be used."""


class UnknownDeckError(DecksError):
    """No deck has this name."""


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True, repr_omit_defaults=True):
    """A deck by its name: the card of each tag, in the order they were registered."""

    name: str
    back: str  # its colour
    jokers: int = 0
    cards: dict[str, str] = {}

    def __repr__(self) -> str:  # a face must not reach a log by way of an error's text
        return f"<Deck {self.name}, {self.back} back, {len(self.cards)} of {self.size} cards>"

    @property
    def size(self) -> int:
        """How many cards it has when all are registered."""
        return len(NAMES) + self.jokers

    @property
    def complete(self) -> bool:
        """Whether all its cards are registered."""
        return len(self.cards) == self.size

    def lacks(self, card: str) -> bool:
        """Whether the card, or another joker, is still to be registered."""
        have = list(self.cards.values()).count(card)
        return have < (self.jokers if card == JOKER else 1)


class Decks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All decks of a table, and those that are in turn: the first of them is in play."""

    version: int = VERSION
    decks: tuple[Deck, ...] = ()
    turn: tuple[str, ...] = ()

    def deck(self, name: str) -> Deck:
        """Find a deck by its name."""
        for deck in self.decks:
            if deck.name == name:
                return deck
        there = ", ".join(deck.name for deck in self.decks) or "none is registered"
        raise UnknownDeckError(f"no deck {name!r}: the decks here: {there}")

    @property
    def in_play(self) -> Deck | None:
        """The deck whose turn it is."""
        return self.deck(self.turn[0]) if self.turn else None

    def having(self, deck: Deck) -> Self:
        """The same with this deck new or changed; the first two that are complete are in turn."""
        decks = (*(other for other in self.decks if other.name != deck.name), deck)
        turn = tuple(name for name in self.turn if name != deck.name or deck.complete)
        if deck.complete and deck.name not in turn and len(turn) < 2:
            turn = (*turn, deck.name)
        return msgspec.structs.replace(self, decks=decks, turn=turn)

    def taking_turns(self, *names: str) -> Self:
        """The same with these decks in turn, the first in play."""
        for name in names:
            if not self.deck(name).complete:
                raise DecksError(f"deck {name!r} is not complete: register the rest of it first")
        if len(set(names)) < len(names):
            raise DecksError("a deck cannot take turns with itself: name two decks")
        return msgspec.structs.replace(self, turn=names)

    def next_turn(self) -> Self:
        """The same with the next deck in play."""
        return msgspec.structs.replace(self, turn=self.turn[1:] + self.turn[:1])

    def whose(self, tag: str) -> Deck | None:
        """The deck a tag belongs to."""
        return next((deck for deck in self.decks if tag in deck.cards), None)

    def card(self, tag: str) -> str | None:
        """The card a tag is."""
        deck = self.whose(tag)
        return deck.cards[tag] if deck else None

    def states(self, present: Mapping[str, str]) -> dict[str, tuple[State, str]]:
        """What is wrong, by zone, with the tags that lie in these zones."""
        zones: dict[str, list[str]] = {}
        wrong: dict[str, tuple[State, str]] = {}
        for tag, zone in present.items():
            if zone.startswith("bet:"):
                continue  # chips lie there
            card = self.card(tag)
            if card is None:
                detail = f"a card in {zone} is of no deck: register or remove it"
                wrong[zone] = "unregistered card", detail
            elif card != JOKER:
                zones.setdefault(card, []).append(zone)
        for places in zones.values():
            if len(places) > 1:
                both = " and ".join(sorted(set(places)))
                detail = f"{both}: cards of two decks are mixed, take one away"
                for zone in places:
                    wrong.setdefault(zone, ("same card twice", detail))
        return wrong


def load(path: Path) -> Decks:
    """Read the decks; none where there is no file yet."""
    try:
        with path.open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode & 0o777
            data = file.read()
    except FileNotFoundError:
        return Decks()
    except OSError as error:
        raise DecksFileError(f"{path}: {error.strerror}") from error
    if mode & 0o077:
        raise DecksFileError(f"{path}: others may read it (mode {mode:o}): chmod 600 {path}")
    try:
        decks = msgspec.json.decode(data, type=Decks)
    except msgspec.DecodeError as error:  # its text names fields, not what is in them
        raise DecksFileError(
            f"{path}: not a file of decks ({error}): restore or remove it"
        ) from error
    if wrong := _wrong(decks):
        raise DecksFileError(f"{path}: {wrong}: restore it, or register the deck again")
    return decks


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Be the only one to change the decks; who crashes lets go."""
    lock = path.with_name(f"{path.name}.lock")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        held = os.open(lock, os.O_RDWR | os.O_CREAT, mode=0o600)
    except OSError as error:
        raise DecksFileError(f"{lock}: {error.strerror}") from error
    try:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise DecksFileError(
                f"{path}: another program is changing it: end that one first (fuser -v {lock})"
            ) from error
        yield
    finally:
        os.close(held)


def save(path: Path, decks: Decks) -> None:
    """Replace the file as a whole, so that a power cut leaves the old one or the new one."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        number, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # made 0600
        try:
            with os.fdopen(number, "wb") as file:
                file.write(msgspec.json.format(msgspec.json.encode(decks), indent=1) + b"\n")
                file.flush()
                os.fsync(file.fileno())
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
        _sync(path.parent)
    except OSError as error:
        raise DecksFileError(f"{path}: cannot be written: {error.strerror}") from error


def _sync(folder: Path) -> None:
    """Make the new name as lasting as the file's content."""
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _wrong(decks: Decks) -> str | None:
    """What is not as it must be, without saying a face."""
    if decks.version != VERSION:
        return f"version {decks.version}, expected {VERSION}"
    tags = [tag for deck in decks.decks for tag in deck.cards]
    if len(set(tags)) < len(tags):
        return "two decks have one tag"
    if not all(TAG.fullmatch(tag) for tag in tags):
        return "a tag that is not 4 to 16 bytes in upper-case hexadecimal"
    names = [deck.name for deck in decks.decks]
    if len(set(names)) < len(names) or not set(decks.turn) <= set(names):
        return "two decks with one name, or a turn for a deck that is not there"
    return next(
        (f"deck {deck.name!r}: {why}" for deck in decks.decks if (why := _unfit(deck))), None
    )


def _unfit(deck: Deck) -> str | None:
    cards = list(deck.cards.values())
    if not set(cards) <= {*NAMES, JOKER}:
        return "a card that no deck has"
    if any(cards.count(card) > (deck.jokers if card == JOKER else 1) for card in set(cards)):
        return "one card has two tags"
    if not 0 <= deck.jokers <= MOST_JOKERS:
        return f"{deck.jokers} jokers, expected 0 to {MOST_JOKERS}"
    return None
