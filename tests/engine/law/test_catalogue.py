import pytest

from engine.games import GAMES
from engine.law import catalogue, load
from engine.law.catalogue import BOOKS, SCOPES


def test_ids_are_unique_and_begin_with_their_book() -> None:
    ids = [clause.id for clause in catalogue.clauses()]
    assert len(ids) == len(set(ids)) == 1594
    assert {clause.book for clause in catalogue.clauses()} == set(BOOKS)


def test_every_clause_has_a_known_scope_and_a_summary() -> None:
    for clause in catalogue.clauses():
        assert clause.scope in SCOPES, clause.id
        assert clause.summary, clause.id


def test_a_clause_to_detect_says_when_and_what_then() -> None:
    for clause in catalogue.search(scope="detect"):
        assert clause.trigger and clause.ruling, clause.id


def test_every_reference_leads_somewhere() -> None:
    for clause in catalogue.clauses():
        for other in clause.see:
            assert catalogue.clause(other), f"{clause.id} sees {other}"


def test_holdem_faults_by_book() -> None:
    found = catalogue.search(game="holdem", scope="detect")
    counts = {book: sum(clause.book == book for clause in found) for book in BOOKS}
    assert counts == {"dc": 17, "california": 18, "diamondjims": 20, "hilton": 91, "uspa": 57}


def test_lookup() -> None:
    found = catalogue.clause("hilton.A9.h")
    assert found and found.book == "hilton" and found.concerns("holdem")
    assert catalogue.clause("hilton.A9.zz") is None


def test_a_prefix_covers_its_parts_but_not_the_next_number() -> None:
    assert catalogue.covers("hilton.A9", "hilton.A9.h")
    assert catalogue.covers("uspa.3.1.6.8", "uspa.3.1.6.8a")
    assert catalogue.covers("dc.1604.3.n", "dc.1604.3.n-flop")
    assert not catalogue.covers("hilton.A1", "hilton.A11.1")
    assert not catalogue.covers("hilton.A9.h", "hilton.A9")


def test_search_needs_every_word_in_any_case() -> None:
    found = catalogue.search(["JOKER", "misdeal"], prefix="hilton")
    assert "hilton.A9.m" in [clause.id for clause in found]
    assert all(clause.book == "hilton" for clause in found)
    assert catalogue.search(["joker", "rhinoceros"]) == []


def test_situations_are_numbered_once_and_cite_clauses_that_are_there() -> None:
    situations = catalogue.situations()
    assert sorted(one.number for one in situations) == list(range(1, 93))
    for situation in situations:
        for book, position in situation.positions.items():
            assert position.says and position.clauses, (situation.number, book)
            for cited in position.clauses:
                assert cited.startswith(f"{book}."), cited
                assert catalogue.search(prefix=cited), (situation.number, cited)


def test_a_clause_finds_the_situations_it_answers() -> None:
    numbers = [one.number for one in catalogue.situations_of("diamondjims.9d")]
    assert numbers == [5, 40, 41]


def test_a_heading_cited_means_all_beneath_it_but_a_row_only_itself() -> None:
    assert 16 in [one.number for one in catalogue.situations_of("hilton.A9.c.3")]
    assert [one.number for one in catalogue.situations_of("uspa.3.1.4.1.3")] == [23]


@pytest.mark.parametrize("name", BOOKS)
def test_every_clause_that_a_rulebook_cites_is_a_row(name: str) -> None:
    book = load(name)
    lines = [line for group in book.lines.values() for line in group] + list(book.floor.values())
    cited = {book.authority}
    for game in GAMES:
        cited |= set(book.in_game(game).why.values())
    for line in lines:
        cited |= {line.clause, *line.also, *(step["clause"] for step in line.steps)}
    unknown = {one for one in cited - {"", "house"} if catalogue.clause(one) is None}
    assert unknown == set()
