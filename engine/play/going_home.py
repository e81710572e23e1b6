"""Cards that go home: of a deal that is over, and of the one before while the next is dealt."""

from __future__ import annotations

from engine.cards import BOARD, DECK_ZONE, OFF, SEAT_OF, UNREAD
from engine.deal.case import Case
from engine.deal.deal import Deal
from engine.log import CardMoved
from engine.play import folding, racing
from engine.play.judge import rule_if_printed


def is_gathered(deal: Deal, event: CardMoved) -> bool:
    """A card of the deal before is gathered, though this one has begun."""
    felt = deal.felt
    if event.card not in felt.going_home or event.card in felt.place or event.from_ == DECK_ZONE:
        return False
    lay_there = event.zone == felt.going_home[event.card] and event.zone not in SEAT_OF
    if (lay_there or event.zone in (DECK_ZONE, OFF)) and not event.boxed:
        if event.zone == DECK_ZONE:
            felt.going_home = {c: z for c, z in felt.going_home.items() if c != event.card}
        return True
    return False


def after_the_deal(deal: Deal, event: CardMoved) -> None:
    """Cards of a finished deal go home; only a new face from the stub is worth a word."""
    if racing.takes(deal, event) or not deal.began:
        return
    felt, name = deal.felt, event.card
    unread = deal.plays(name) and name not in felt.place and event.from_ is None
    if unread and UNREAD in felt.cards(event.zone) and deal.setting.book.params["doubt_seconds"]:
        felt.read(name, event.zone, SEAT_OF.get(event.zone))
        return  # it lay there all along
    origin = event.from_ or felt.place.get(name, DECK_ZONE)
    new = origin == DECK_ZONE and event.zone in (BOARD, OFF) and event.face == "up"
    if event.zone != origin:
        deal.ending.note(name, felt.zone_of(name), unread=name == UNREAD)
        felt.move(name, event.zone, origin)
        if event.zone in SEAT_OF:
            folding.comes_back(deal, SEAT_OF[event.zone])
    if not felt.is_out():
        for correction in deal.open_corrections():
            correction.tick("return_all")
    if new and deal.result == "won" and deal.conduct.first_time("stub"):
        felt.shown.add(name)
        rule_if_printed(deal, Case("stub_exposed", [], name, zone=event.zone, facts={"over"}))
