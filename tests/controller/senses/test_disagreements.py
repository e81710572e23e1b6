"""Disagreements: told when they have lasted, told when they end, and each only once."""

from __future__ import annotations

from controller.senses.disagreements import TEXTS, Disagreements

UNSEEN = ("unseen", "board")
LOST = ("lost", "board")


def test_what_passes_soon_is_not_told() -> None:
    senses = Disagreements(lasting=2.0)
    assert senses.found(1.0, [UNSEEN]) == []
    assert senses.due() == 3.0
    assert senses.found(2.9, []) == []
    assert senses.due() is None


def test_what_lasts_is_told_once_and_its_end_once() -> None:
    senses = Disagreements(lasting=2.0)
    told = [senses.found(float(t), [UNSEEN] if t < 8 else []) for t in range(12)]
    assert [(one.kind, one.zone, one.over) for one in told[2]] == [(*UNSEEN, False)]
    assert [(one.kind, one.zone, one.over) for one in told[8]] == [(*UNSEEN, True)]
    assert sum(map(len, told)) == 2


def test_each_has_its_own_time() -> None:
    senses = Disagreements(lasting=2.0)
    senses.found(0.0, [UNSEEN])
    senses.found(1.0, [UNSEEN, LOST])
    assert [one.kind for one in senses.found(2.0, [UNSEEN, LOST])] == ["unseen"]
    assert senses.due() == 3.0
    assert [one.kind for one in senses.found(3.0, [UNSEEN, LOST])] == ["lost"]


def test_every_kind_is_told_in_a_sentence_that_names_the_place() -> None:
    senses = Disagreements(lasting=0.0)
    told = senses.found(0.0, [(kind, "seat:3") for kind in TEXTS])
    assert all(one.text.startswith("seat 3: ") for one in told)
    assert len(told) == len(TEXTS)
