"""The person at the console says what no sensor sees, and nothing else."""

from __future__ import annotations

from firmware_bridge.simulator.dealer import Dealer
from firmware_bridge.simulator.operator import Operator
from firmware_bridge.simulator.truth import Event, Truth


def test_everything_said_is_asked_in_its_order_and_no_card() -> None:
    truth, asked = Truth(), list[Event]()
    operator = Operator(truth, asked.append)
    dealer = Dealer((1, 2, 3), faults=("missing_card",))
    for happening in (*dealer.opening(), *dealer.hand()):
        truth.add(happening)
    while (t := truth.next_time()) is not None:
        truth.advance(t)
        operator.step()
    assert asked == [event for event in truth.log if event["e"] != "card"]
    assert {"open", "sit", "shuffle", "hand", "act", "report", "floor"} <= {
        str(event["e"]) for event in asked
    }
