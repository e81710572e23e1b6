"""By whom faults are counted where dealers do not come on duty."""

import pytest

from controller.desk import who_deals


@pytest.mark.parametrize(
    ("proved", "says", "dealer"),
    [
        ("Ann", "Bob", "Ann"),  # who logged in, whatever he calls himself
        ("", "Bob", "Bob"),
        ("link:NCE6U4LXQ", "dealer", ""),  # a kiosk's address without a name
        ("link:table 4", "table 4", "table 4"),  # one that was given a name
        ("dealer", "dealer", ""),  # the role alone
        ("", "", ""),
    ],
)
def test_a_role_and_a_screen_are_nobodys_name(proved: str, says: str, dealer: str) -> None:
    assert who_deals(proved, says, "dealer") == dealer
