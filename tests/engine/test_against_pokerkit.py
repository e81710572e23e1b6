"""Random hands played by both engines end with the same stacks."""

import pytest

from controller.bench import _hands
from engine.table import Table


@pytest.mark.parametrize("seats", range(2, 10))
def test_random_hands_end_as_pokerkit_ends_them(seats: int) -> None:
    opening, deals = _hands.generate(40, seats, _hands.live_table, seats)
    table = Table()
    for event in opening:
        table.apply(event)
    for deal in deals:
        for event in deal.events:
            answers = table.apply(event)
        ending = next(answer for answer in answers if answer["o"] == "end")
        ours = [ending["stacks"][str(seat)] for seat in deal.order]
        theirs = _hands.state(deal.stacks)
        for operation in deal.operations:
            operation(theirs)
        assert ours == theirs.stacks
        assert sum(ours) == sum(deal.stacks)
