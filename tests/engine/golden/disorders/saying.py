"""People report, decide and take back what no sensor saw."""

from engine.log import DECISIONS, FAULTS
from tests.engine.golden.disorders.kinds import IN_DEAL, Disorder, any_card, at, stray
from tests.engine.golden.evening import Evening


@at(IN_DEAL + " hand shuffle floor")
def somebody_reports_something(e: Evening) -> None:
    _report(e, e.rnd.choice(FAULTS))


def report(fault: str) -> Disorder:
    """Somebody reports one fault, at any moment."""
    moments = frozenset((IN_DEAL + " hand").split())
    return Disorder(f"report-{fault}", moments, lambda e: _report(e, fault))


def _report(e: Evening, fault: str) -> None:
    fields: dict[str, object] = {"fault": fault}
    if e.rnd.random() < 0.7:
        fields["seat"] = e.rnd.choice(e.holders() or e.seats)
    if e.rnd.random() < 0.4:
        fields["card"] = any_card(e) or e.top()
    if e.rnd.random() < 0.25:
        fields["zone"] = e.rnd.choice(("deck", "board", "burn", "muck", "seat:1"))
    e.send("report", **fields)


@at(IN_DEAL)
def a_report_of_what_was_dealt(e: Evening) -> None:
    fault = e.rnd.choice("exposed_card boxed_card joker missing_card short_hand extra_card".split())
    seat = e.rnd.choice(e.holders() or e.seats)
    more = {"card": e.rnd.choice(e.held(seat) or ["??"])} if e.rnd.random() < 0.5 else {}
    e.send("report", fault=fault, seat=seat, **more)


@at("seat act")
def a_report_of_posts_and_deck(e: Evening) -> None:
    words = (
        "unposted_blind short_ante wrong_button dropped_deck short_deck bottom_card not_top_card"
    )
    more = {"seat": e.rnd.choice(e.seats)} if e.rnd.random() < 0.7 else {}
    e.send("report", fault=e.rnd.choice(words.split()), **more)


@at(IN_DEAL + " hand floor")
def the_floor_decides_unasked(e: Evening) -> None:
    fields: dict[str, object] = {"decision": e.rnd.choice(DECISIONS)}
    if e.rnd.random() < 0.5:
        fields["seat"] = e.rnd.choice((*e.seats, 11))
    if e.rnd.random() < 0.4:
        fields["ruling"] = e.rnd.choice((1, 2, 99))
    e.send("floor", **fields)


@at("floor")
def the_dealer_does_not_wait_for_the_floor(e: Evening) -> None:
    for _ in range(e.rnd.randint(1, 3)):
        stray(e)


@at("seat act")
def an_event_that_is_none(e: Evening) -> None:
    e.send("act", seat=e.seats[0], do="raise")
    e.send("act", seat=99, do="fold")
    e.send("open", game="holdem", structure="limit", format="cash", rulebook="dc",
           small_blind=1, big_blind=2)  # fmt: skip


def take_back(e: Evening) -> None:
    """Somebody takes back what was said last, perhaps several times."""
    for _ in range(e.rnd.choice((1, 1, 2, 5))):
        e.send("undo")
