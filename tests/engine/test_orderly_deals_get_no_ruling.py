"""No false alarms: a deal without a mistake is answered without a ruling."""

import pytest

from tests.engine.dealer import BOOKS, Dealer


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
