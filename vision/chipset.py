"""A house's chips: what colours they have and what they are worth, taught from one picture."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from vision.errors import CalibrationError
from vision.scene import ChipSeen

USUAL = {"white": 1, "red": 5, "blue": 10, "green": 25, "black": 100, "purple": 500, "yellow": 1000}
STACK_DOUBT = 0.1  # of a stack's height, which a camera above cannot see


class Kept(msgspec.Struct, forbid_unknown_fields=True):
    """A chip set as it is written."""

    values: dict[str, int]


@dataclass(frozen=True)
class ChipSet:
    """What a chip of each colour is worth."""

    worth: Mapping[str, int] = field(default_factory=lambda: dict(USUAL))

    def values(self, chips: Iterable[ChipSeen]) -> tuple[int, ...]:
        """The value of each chip, highest first; a colour that the house has not counts nothing."""
        known = [
            self.worth[c.colour] for c in chips if c.colour in self.worth for _ in range(c.count)
        ]
        return tuple(sorted(known, reverse=True))

    def amount(self, chips: Iterable[ChipSeen]) -> tuple[int, int]:
        """What the chips are worth, and by how much that may be off."""
        total, doubt = 0, 0.0
        for chip in chips:
            worth = self.worth.get(chip.colour, 0) * chip.count
            total += worth
            doubt += worth * (1 - chip.sure) + (worth * STACK_DOUBT if chip.count > 1 else 0)
        return total, round(doubt)


def learn(chips: Iterable[ChipSeen], values: Mapping[str, int]) -> ChipSet:
    """The set that a picture of one chip of each kind shows; each must be given a value."""
    seen = sorted({chip.colour for chip in chips})
    if not seen:
        raise CalibrationError("expected chips lying loose in the picture, saw none")
    unknown = [colour for colour in values if colour not in seen]
    if unknown:
        raise CalibrationError(f"no {' or '.join(unknown)} chip is seen; seen: {', '.join(seen)}")
    unvalued = [colour for colour in seen if colour not in values]
    if unvalued:
        given = " ".join(f"{colour}=…" for colour in unvalued)
        raise CalibrationError(f"expected a value for each colour seen: give also {given}")
    return ChipSet(dict(values))


def keep(chips: ChipSet, path: Path) -> None:
    """Write a chip set."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(Kept(dict(chips.worth)))))


def load(path: Path) -> ChipSet:
    """Read a chip set; what is not one is refused with the file's name."""
    try:
        return ChipSet(msgspec.json.decode(path.read_bytes(), type=Kept).values)
    except OSError as error:
        raise CalibrationError(f"{path}: {error.strerror}; run `cutcard chips learn`") from error
    except msgspec.DecodeError as error:
        raise CalibrationError(f"{path}: {error}; run `cutcard chips learn` again") from error
