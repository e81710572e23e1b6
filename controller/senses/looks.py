"""Players who look: hole cards that are off the felt for long while the betting is on."""

from controller.senses.placements import Piece, Pieces
from engine.cards import SEAT_OF
from engine.views import Outlook


def lifts(pieces: Pieces, scene: Outlook) -> list[tuple[float, Piece]]:
    """The hole cards of live hands that are lifted and not yet said to be looked at."""
    if scene.stage != "bet":
        return []
    return sorted(
        (
            (piece.left, piece)
            for piece in pieces
            if piece.left is not None
            and not piece.looked
            and piece.landing is None
            and piece.face == "down"
            and SEAT_OF.get(piece.zone) in scene.live
        ),
        key=lambda lift: lift[0],
    )


def looked(t: float, lifted: float, pieces: Pieces, scene: Outlook) -> list[tuple[float, str]]:
    """Take the zones whose cards are lifted for so long, and when; a hand's cards are one look."""
    found = []
    for since, piece in lifts(pieces, scene):
        if t < since + lifted:
            break
        hand = [other for other in pieces if other.zone == piece.zone and other.left is not None]
        if not any(other.looked for other in hand):
            found.append((since + lifted, piece.zone))
        piece.looked = True
    return found
