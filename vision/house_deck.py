"""A house's own deck: how the reader answers to its indices, learnt from a few pictures."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np

from engine.cards import RANKS, SUITS
from vision.arrays import Floats
from vision.errors import CalibrationError

RANK_SCORES = len(RANKS) + 1  # the last says: no index at all
SIGN_SCORES = RANK_SCORES + len(SUITS)  # what follows in a row of scores is not of the signs
FAR = 3.0  # how unlike an answer may be to a known one, as the mean square of its scores
PULL = 0.7  # how much being nearer to one known answer than to all others weighs


class DeckFile(msgspec.Struct, forbid_unknown_fields=True):
    """A house's deck as it is written: the mean scores of each sign that was shown."""

    ranks: dict[str, list[float]]
    suits: dict[str, list[float]]


@dataclass(frozen=True)
class HouseDeck:
    """The mean scores that each rank and suit of the house's deck got."""

    ranks: dict[str, Floats]
    suits: dict[str, Floats]

    def corrected(self, scores: Floats) -> Floats:
        """The scores with that sign raised whose enrolled answer they are most like."""
        out = np.array(scores, np.float64)
        for signs, known, start, end in (
            (RANKS, self.ranks, 0, RANK_SCORES),
            (SUITS, self.suits, RANK_SCORES, SIGN_SCORES),
        ):
            part = np.asarray(scores[start:end])
            apart = {sign: float(np.mean((part - mean) ** 2)) for sign, mean in known.items()}
            nearest = min(apart, key=lambda sign: apart[sign])
            beyond = min([FAR, *(far for sign, far in apart.items() if sign != nearest)])
            if apart[nearest] < beyond:
                place = start + signs.index(nearest)
                raised = float(part.max()) + PULL * (beyond - apart[nearest])
                out[place] = max(out[place], raised)
        return out


def enrol(shown: Iterable[tuple[str, Floats]]) -> HouseDeck:
    """Learn from the scores of indices whose cards are known."""
    ranks: dict[str, list[Floats]] = {}
    suits: dict[str, list[Floats]] = {}
    for card, scores in shown:
        ranks.setdefault(card[0], []).append(np.asarray(scores[:RANK_SCORES]))
        suits.setdefault(card[1], []).append(np.asarray(scores[RANK_SCORES:SIGN_SCORES]))
    return HouseDeck(
        {sign: np.mean(rows, axis=0) for sign, rows in ranks.items()},
        {sign: np.mean(rows, axis=0) for sign, rows in suits.items()},
    )


def keep(deck: HouseDeck, path: Path) -> None:
    """Write a house's deck."""
    path.parent.mkdir(parents=True, exist_ok=True)
    ranks = {sign: mean.tolist() for sign, mean in deck.ranks.items()}
    suits = {sign: mean.tolist() for sign, mean in deck.suits.items()}
    path.write_bytes(msgspec.json.encode(DeckFile(ranks, suits)))


def load(path: Path) -> HouseDeck:
    """Read a house's deck; what is not one is refused with the file's name."""
    try:
        kept = msgspec.json.decode(path.read_bytes(), type=DeckFile)
    except OSError as error:
        raise CalibrationError(f"{path}: {error.strerror}; run `cutcard enrol`") from error
    except msgspec.DecodeError as error:
        raise CalibrationError(f"{path}: {error}; run `cutcard enrol` again") from error
    ranks = {sign: np.array(mean) for sign, mean in kept.ranks.items()}
    return HouseDeck(ranks, {sign: np.array(mean) for sign, mean in kept.suits.items()})
