"""The plain names of hands, as a dealer would call them."""

from collections.abc import Sequence

_ONE = (  # from 1, the low ace, to 14, the high ace
    *("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)


def one(value: int) -> str:
    """Name one card by its value: the ace is 14, and 1 where it plays low."""
    return _ONE[value - 1]


def many(value: int) -> str:
    """Name several cards of one value."""
    return one(value) + ("es" if value == 6 else "s")


def listed(values: Sequence[int]) -> str:
    """Name cards in a row: king, nine and four."""
    words = [one(value) for value in values]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def kickers(values: Sequence[int]) -> str:
    """Name the cards beside the pair or trips, if there are any."""
    if not values:
        return ""
    return f", {listed(values)} kicker{'s' if len(values) > 1 else ''}"


def high_name(category: int, values: Sequence[int]) -> str:
    """Name a high hand by its category (0 to 8) and its card values."""
    first, rest = values[0], values[1:]
    match category:
        case 8:
            return "royal flush" if first == 14 else f"straight flush, {one(first)} high"
        case 7:
            return f"four of a kind, {many(first)}{kickers(rest)}"
        case 6:
            return f"full house, {many(first)} full of {many(rest[0])}"
        case 5:
            return f"flush, {listed(values)}"
        case 4:
            return f"straight, {one(first)} high"
        case 3:
            return f"three of a kind, {many(first)}{kickers(rest)}"
        case 2:
            return f"two pair, {many(first)} and {many(rest[0])}{kickers(rest[1:])}"
        case 1:
            return f"pair of {many(first)}{kickers(rest)}"
    return f"{one(first)} high{kickers(rest)}"


def low_name(category: int, values: Sequence[int]) -> str:
    """Name a low hand by its two highest cards; one with a pair or more as the high hand it is."""
    if category:
        return high_name(category, values)
    if list(values) == [5, 4, 3, 2, 1]:
        return "wheel"
    return f"{'-'.join(one(value) for value in values[:2])} low"
