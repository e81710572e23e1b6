"""What a check list ticks: steps that were seen done, and no others."""

from engine import Table

OPEN = {
    "t": 0, "e": "open", "game": "holdem", "structure": "no_limit", "format": "cash",
    "rulebook": "hilton", "small_blind": 1, "big_blind": 2,
}  # fmt: skip
CARDS = [rank + suit for suit in "shdc" for rank in "23456789TJQKA"]


def premature_flop(sensors: list[str]) -> Table:
    """Three sit, one has called, and the flop is out."""
    table, deck = Table(), iter(CARDS)
    table.apply({**OPEN, "sensors": sensors})
    for seat in (1, 2, 3):
        table.apply({"t": 1, "e": "sit", "seat": seat, "stack": 100})
    for word in ("shuffle", "cut", "hand"):
        table.apply({"t": 2, "e": word})
    while (due := table.expected or {})["what"] == "card":
        table.apply({"t": 3, "e": "card", "card": next(deck), "zone": due["zone"], "face": "down"})
    table.apply({"t": 4, "e": "act", "seat": due["seat"], "do": "call"})
    for zone, face in (("burn", "down"), ("board", "up"), ("board", "up"), ("board", "up")):
        table.apply({"t": 9, "e": "card", "card": next(deck), "zone": zone, "face": face})
    return table


def ticked(table: Table) -> list[str]:
    """The steps of the last ruling that were seen done."""
    number = max(n for n in range(1, 9) if table.ruling(n) is not None)
    ruled = table.ruling(number)
    assert ruled is not None
    return [step["do"] for step, done in ruled.steps if done]


def test_a_shuffle_that_nobody_can_see_is_not_ticked_before_it_was_made() -> None:
    assert ticked(premature_flop(["rfid", "shoe", "camera"])) == []


def test_nor_is_one_that_is_still_to_be_made() -> None:
    assert ticked(premature_flop(["rfid", "shoe", "camera", "shuffle"])) == []
