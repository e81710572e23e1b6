"""What is said and shown instead of the plain words; a house may add its own (``words``)."""

from collections.abc import Mapping

PLAIN = ("fold", "check", "call", "bet", "raise", "all_in")
GESTURES = frozenset(("rap", "knock", "tap", "wave"))  # hilton.A16.11, uspa.3.1.7.9
IRREGULAR: Mapping[str, str] = {
    **dict.fromkeys(PLAIN, ""),
    **dict.fromkeys((*GESTURES, "pass"), "check"),
    **dict.fromkeys(("muck", "out", "drop"), "fold"),
    "rabbit": "fold",  # who asks what would have come has given up (hilton.A16.7)
    **dict.fromkeys(("see", "pay", "match"), "call"),
    "open": "bet",
    **dict.fromkeys(("reraise", "re-raise", "complete", "bump"), "raise"),
    **dict.fromkeys(("all in", "all-in", "allin", "shove", "jam"), "all_in"),
    "pot": "pot",
}


def plain(said: str | int, own: Mapping[str, str]) -> tuple[str, int]:
    """The plain word, or ``amount`` with the amount; an empty word where nobody knows it."""
    if isinstance(said, int):
        return "amount", said
    word = " ".join(said.lower().replace("_", " ").split())
    if word.isdecimal():
        return "amount", int(word)
    word = word.replace("all in", "all_in") if word == "all in" else word
    if word in own:
        return own[word], 0
    return IRREGULAR.get(word, "?") or word, 0
