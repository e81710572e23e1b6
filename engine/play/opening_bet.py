"""Rounds in which nobody checks before there is a bet."""

from __future__ import annotations

from engine.answers import Bar, Option
from engine.deal.deal import Deal


def required(deal: Deal) -> bool:
    """Whether game or house lets nobody check while there is no bet."""
    return deal.agenda.betting.bet_or_fold or bool(deal.setting.book.params["bet_or_fold"])


def no_check(deal: Deal, options: list[Option], barred: list[Bar]) -> None:
    """Take the check from what a player may do."""
    options[:] = [option for option in options if option["do"] != "check"]
    street = deal.agenda.betting.name
    barred.insert(0, {"do": "check", "why": deal.setting.whys.by_street[street]["bet_or_fold"]})
