"""A clause: its rule in our words, and what the other books have beside it."""

from typing import Any

from engine.law import catalogue
from engine.law.catalogue import BOOKS, TITLES


def told(clause_id: str) -> dict[str, Any]:
    """All that a page says of a clause; one that no book has is a rule of the house."""
    clause = catalogue.clause(clause_id)
    beside = [
        {
            "what": situation.what,
            "books": [
                {
                    "book": TITLES[book], "says": situation.positions[book].says,
                    "clauses": situation.positions[book].clauses,
                }
                for book in BOOKS
                if book in situation.positions and not clause_id.startswith(f"{book}.")
            ],
        }
        for situation in catalogue.situations_of(clause_id)
    ]  # fmt: skip
    return {
        "id": clause_id,
        "book": TITLES[clause.book] if clause else "",
        "rule": clause.summary if clause else "",
        "then": clause.ruling if clause else "",
        "until": clause.window if clause else "",
        "beside": [one for one in beside if one["books"]],
    }
