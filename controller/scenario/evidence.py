"""What a scenario says of a clause: it decides, it leaves to the floor, it is cited."""

from typing import Literal

from controller.scenario.lines import Answer

#: ``decides`` a ruling; ``floor``: decides that the floor is called; ``why``: is the reason of what
#: is expected, posted, done or awarded; ``also``: bears on a ruling that another clause decides.
Role = Literal["decides", "floor", "why", "also"]
Evidence = frozenset[tuple[Role, str]]


def otherwise(answer: Answer) -> Answer:
    """The answer by an altered rule: another seat; where it has none another place, or thing."""
    part = next(name for name in ("seat", "zone", "what") if name in answer)
    return {**answer, part: None}
