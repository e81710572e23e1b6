"""Which decisions of the floor make sense of which fault: the rest is refused, with the reason."""

from __future__ import annotations

from engine.cards import BOARD, JOKER
from engine.deal.case import Case
from engine.deal.deal import Deal

# Whatever happened, the floor may end the deal, push the pot or let things be.
ALWAYS = frozenset(("misdeal", "void_deal", "award", "stands"))
OF_A_SEAT = frozenset(("dead_hand", "forfeit", "refund"))
# A card that perhaps does not play.
ONE_CARD = frozenset(
    "exposed_card player_exposed boxed_card joker foreign_back unknown_card".split()
)
STRAYED = frozenset("wrong_seat wrong_first_seat ineligible_seat absent_seat".split())
TOUCHED = frozenset(("mucked_hand", "fouled_hand"))
TOO_SOON = frozenset(
    "premature_burn premature_flop premature_turn premature_river premature_street".split()
)
WAGERS = frozenset(
    "out_of_turn skipped_player string_bet oversize_chip unclear_bet short_bet short_call "
    "short_raise raise_cap over_pot declared_otherwise wrong_limit over_limit barred_bet "
    "bet_or_fold check_raise".split()
)
CHIPS = WAGERS | frozenset("unposted_blind short_ante missed_blind clock absent_player".split())
SEEN_TO = frozenset(
    "mixed_burn board_face_down wrong_button no_shuffle flop_one_by_one missing_card short_deck "
    "stub_exposed dropped_deck bottom_card burn_exposed wrong_step one_card_shown show_order "
    "undeclared_board odd_chip draw_changed wrong_draw five_drawn miscalled_hand".split()
)
FAULTS_OF: dict[str, frozenset[str]] = {
    "replace": ONE_CARD - {"player_exposed"} | {"wrong_step"},
    "keep": ONE_CARD
    | STRAYED
    | TOUCHED
    | {"extra_card", "not_top_card", "burn_exposed", "wrong_step", "wrong_draw", "five_drawn"},
    "scrap": frozenset(
        "exposed_card boxed_card joker foreign_back unknown_card ineligible_seat "
        "absent_seat".split()
    ),
    "return_as_burn": frozenset(("extra_card", "premature_burn", "wrong_step")),
    "top_card": frozenset("short_hand dealt_out missing_card wrong_step".split()),
    "move": STRAYED | TOUCHED,
    "shift": frozenset(("no_burn", "extra_burn", "not_top_card")),
    "take_back": TOO_SOON
    | frozenset("flop_count dropped_deck stub_exposed extra_card wrong_step".split()),
    "remake": frozenset(("cards_run_out",)),
    "play_out": frozenset(("ineligible_seat", "absent_seat")),
    "binding": WAGERS,
    "call": WAGERS,
    "raise": WAGERS,
    "check": WAGERS,
    **dict.fromkeys(("bet", "complete", "back_up", "allowed"), WAGERS),
    "corrected": CHIPS | SEEN_TO,
    "refused": CHIPS | SEEN_TO,
}


# Let be once, such a thing is not ruled on again when it is met once more.
LET_BE = ONE_CARD | STRAYED | {"extra_card", "short_hand", "dealt_out"}


def why_not(deal: Deal, decision: str, case: Case, seat: int | None) -> str | None:
    """Why a decision is no answer to a fault."""
    if decision == "overrule":
        return "of two equal cards neither can be told" if _is_twin(deal, case) else None
    if decision == "floor_call":
        return "'floor_call' asks the floor: it is no decision"
    if decision not in ALWAYS and not _fits(decision, case, seat):
        return f"'{decision}' is no answer to {case.fault}: {_instead(case)}"
    if decision == "award" and seat is None:
        return "name the seat that gets the pot"
    if decision in OF_A_SEAT and seat is None and case.seat is None:
        return f"name the seat of the {decision.replace('_', ' ')}"
    if decision == "take_back" and is_covered(deal, case):
        return "the next street has begun"
    if decision == "take_back" and case.fault == "wrong_step" and _is_off_board(deal, case):
        return f"that card does not lie on the board: {_instead(case, but=('take_back',))}"
    if decision in ("keep", "stands") and _cannot_play(deal, case):
        return f"that card cannot play: {_instead(case, but=('keep', 'stands'))}"
    return None


def is_covered(deal: Deal, case: Case) -> bool:
    """A flop of the wrong size under a later street: it comes off the board by no book's steps."""
    laid = deal.agenda.laid
    covered = laid is not None and laid.cards == 1 and not deal.over
    return covered and case.fault == "flop_count" and "too_few" not in case.facts


def _fits(decision: str, case: Case, seat: int | None) -> bool:
    if decision in OF_A_SEAT:
        return bool(case.seats) or case.fault == "floor"
    if case.fault == "extra_card" and decision in ("take_back", "return_as_burn", "keep"):
        return (decision == "take_back") == (case.zone == BOARD)
    if decision == "top_card" and not case.seats and seat is None:
        return False
    return case.fault in FAULTS_OF.get(decision, ())


def _is_off_board(deal: Deal, case: Case) -> bool:
    """A second burn, say: to take it back would leave the street lying."""
    return case.card is not None and case.card not in deal.felt.on_board()


def _cannot_play(deal: Deal, case: Case) -> bool:
    """A joker on the board makes no hand, and of two equal cards neither can be told."""
    on_board = case.card == JOKER and case.zone == BOARD and deal.result != "won"
    return on_board or _is_twin(deal, case)


def _is_twin(deal: Deal, case: Case) -> bool:
    """Two of one card, and the second lies in a live hand or on the board."""
    if case.fault != "duplicate_card" or deal.result == "won":
        return False
    return case.zone == BOARD or (case.seat is not None and deal.is_live(case.seat))


def _instead(case: Case, but: tuple[str, ...] = ()) -> str:
    """What the floor may say."""
    own = [decision for decision in FAULTS_OF if case.fault in FAULTS_OF[decision]]
    of_seat = ["dead_hand"] if case.seats else []
    likely = [*own, *of_seat, "stands", "misdeal", "void_deal", "award"]
    return "say " + ", ".join(one for one in likely if one not in but)
