"""A house's chips: what they look like and what they are worth, taught from one picture."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from vision.errors import CalibrationError
from vision.scene import ChipSeen
from vision.shades import Shade

FAR = 26.0  # a chip so unlike all that were taught is none of the house's
CLEARLY = 1.3  # times further must the next kind of another value be

Priced = tuple[str, int]  # a colour as people name it, and a value


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of chip; without a shade it is known by its colour's name alone."""

    colour: str
    value: int
    shade: Shade | None = None


class ChipsFile(msgspec.Struct, forbid_unknown_fields=True):
    """A chip set as it is written."""

    kinds: list[Kind]


@dataclass(frozen=True, slots=True)
class Amount:
    """What chips are worth: each chip's value as it seems, and the least and most they may be."""

    values: tuple[int, ...]
    low: int
    high: int

    def __str__(self) -> str:
        total = str(sum(self.values))
        return total if self.low == self.high else f"about {total} ({self.low} to {self.high})"


@dataclass(frozen=True)
class ChipSet:
    """The kinds of chips of a house."""

    kinds: tuple[Kind, ...] = ()

    def kind(self, chip: ChipSeen) -> Kind | None:
        """Which kind a chip is of; none where two of different values may be meant."""
        near = sorted((_apart(kind, chip), number) for number, kind in enumerate(self.kinds))
        if not near or near[0][0] > FAR:
            return None
        (off, first), *others = near
        best = self.kinds[first]
        rival = next((o for o, n in others if self.kinds[n].value != best.value), None)
        return None if rival is not None and rival < CLEARLY * off else best

    def amount(self, chips: Iterable[ChipSeen]) -> Amount:
        """What the chips are worth; one of no known kind may be worth nothing or the most."""
        dearest = max((kind.value for kind in self.kinds), default=0)
        values: list[int] = []
        low = high = 0
        for chip in chips:
            kind = self.kind(chip)
            values += [kind.value] * chip.count if kind else []
            low += kind.value * chip.low if kind else 0
            high += (kind.value if kind and chip.low else dearest) * chip.high
        return Amount(tuple(sorted(values, reverse=True)), low, high)


def _apart(kind: Kind, chip: ChipSeen) -> float:
    if kind.shade is None or chip.shade is None:
        return 0.0 if kind.colour == chip.colour else 2 * FAR
    return kind.shade.apart(chip.shade)


USUAL = ChipSet(
    tuple(
        Kind(colour, value)
        for colour, value in {
            "white": 1, "red": 5, "blue": 10, "green": 25, "black": 100, "purple": 500,
            "yellow": 1000,
        }.items()
    )
)  # fmt: skip


def learn(chips: Iterable[ChipSeen], prices: Sequence[Priced]) -> ChipSet:
    """The set that a picture of the house's chips shows; each colour must be given its value.

    Several values for one colour are those of its chips from left to right.
    """
    seen = sorted(chips, key=lambda chip: chip.x)
    there, given = Counter(chip.colour for chip in seen), Counter(colour for colour, _ in prices)
    if not seen:
        raise CalibrationError("expected chips lying loose in the picture, saw none")
    if unknown := [colour for colour in given if colour not in there]:
        listed = ", ".join(sorted(there))
        raise CalibrationError(f"no {' or '.join(unknown)} chip is seen; seen: {listed}")
    if unvalued := [colour for colour in sorted(there) if colour not in given]:
        more = " ".join(f"{colour}=…" for colour in unvalued)
        raise CalibrationError(f"expected a value for each colour seen: give also {more}")
    for colour, count in given.items():
        if count not in (1, there[colour]):
            raise CalibrationError(f"{there[colour]} {colour} chips are seen, {count} values given")
    values = {colour: [value for name, value in prices if name == colour] for colour in given}
    alike = {colour: found * (there[colour] // len(found)) for colour, found in values.items()}
    return ChipSet(tuple(Kind(c.colour, alike[c.colour].pop(0), c.shade) for c in seen))


def keep(chips: ChipSet, path: Path) -> None:
    """Write a chip set."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(ChipsFile(list(chips.kinds)))))


def load(path: Path) -> ChipSet:
    """Read a chip set; what is not one is refused with the file's name."""
    try:
        return ChipSet(tuple(msgspec.json.decode(path.read_bytes(), type=ChipsFile).kinds))
    except OSError as error:
        raise CalibrationError(f"{path}: {error.strerror}; run `cutcard chips learn`") from error
    except msgspec.DecodeError as error:
        raise CalibrationError(f"{path}: {error}; run `cutcard chips learn` again") from error
