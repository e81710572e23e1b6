"""No false alarms: a deal without a mistake is answered without a ruling."""

import pytest

from tests.engine import orderly
from tests.engine.dealer import BOOKS, Dealer

SOAKED = 100_000
TABLES = SOAKED // orderly.DEALS  # a table each seed
PARTS = 100  # small enough to be shared out among cores


@pytest.mark.parametrize("part", range(20))
def test_two_thousand_orderly_deals_of_all_kinds(part: int) -> None:
    """Hold'em, Omaha and Omaha 8 as untidy as a good table is; a failure says the whole log."""
    tables = range(part * 20, (part + 1) * 20)
    assert orderly.play(tables) == 100


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_a_hundred_thousand_orderly_deals_of_all_kinds(part: int) -> None:
    size = TABLES // PARTS
    orderly.play(range(10**6 + part * size, 10**6 + (part + 1) * size))


def test_the_orderly_tables_would_not_hide_a_ruling() -> None:
    table = orderly.OrderlyTable(1)
    for event in ("shuffle", "cut", "hand"):
        table.send(event)
    zone = table.expected["zone"]
    with pytest.raises(orderly.UntidyError, match="exposed_card"):
        table.send("card", card="Ah", zone=zone, face="up")


@pytest.mark.parametrize("format_", ["cash", "tournament"])
@pytest.mark.parametrize("structure", ["no_limit", "pot_limit", "limit"])
@pytest.mark.parametrize("players", range(2, 11))
@pytest.mark.parametrize("book", BOOKS)
def test_orderly_deals_get_no_ruling(book: str, players: int, structure: str, format_: str) -> None:
    sensors = ["rfid", "shoe", "camera", "shuffle"]
    dealer = Dealer(
        book, players, seed=players, structure=structure, format=format_, sensors=sensors
    )
    for _ in range(4):
        if sum(person.stack > 0 for person in dealer.table.seats.values()) < 2:
            break
        chips = sum(person.stack for person in dealer.table.seats.values())
        dealer.play()
        assert dealer.table.dealt and not dealer.table.deal_on
        assert sum(person.stack for person in dealer.table.seats.values()) == chips
    assert dealer.of("ruling") == []
    assert dealer.of("reject") == []
    assert {end["result"] for end in dealer.of("end")} == {"won"}


@pytest.mark.parametrize("book", BOOKS)
def test_a_burn_into_the_discards_is_still_a_burn(book: str) -> None:
    """California burns there by rule; elsewhere nobody is told off for the place alone."""
    dealer = Dealer(book, 4, seed=3)
    dealer.hand()
    while (dealer.table.expected or {}).get("zone") != "burn":
        expected = dealer.table.expected or {}
        if expected["what"] == "act":
            options = [option["do"] for option in expected["options"]]
            move = "check" if "check" in options else "call"
            dealer.do("act", seat=expected["seat"], do=move)
        else:
            dealer.step()
    dealer.do("card", card=dealer.deck.pop(), zone="muck", face="down")
    assert (dealer.table.expected or {})["zone"] == "board"
    assert dealer.of("ruling") == []


@pytest.mark.parametrize("book", BOOKS)
def test_cards_nobody_has_read_are_dealt_and_counted(book: str) -> None:
    dealer = Dealer(book, 6, seed=5)
    dealer.hand()
    dealer.deck = ["??"] * 52
    while dealer.table.outlook().stage in ("deal", "bet", "cards"):
        dealer.step()
    assert dealer.of("ruling") == []
