"""The pages as the doctor sees them."""

import socket
from pathlib import Path

from controller.config import Roles, Web
from controller.doctor.pages import pages
from controller.web import accounts, passwords
from controller.web.pages import HOME
from tests.controller.brokers import free_port
from tests.controller.doctor.patients import found, table


def test_a_table_without_pages_is_well(tmp_path: Path) -> None:
    assert [level for level, _ in found(pages, table(tmp_path))] == ["ok"]


def test_pages_that_nobody_can_log_in_to_are_found(tmp_path: Path) -> None:
    web = Web(port=free_port(), passwords=tmp_path / "words")
    (no_words, said), (no_persons, _), (no_answer, do) = found(pages, table(tmp_path, web=web))
    assert no_persons == "warn"
    assert (no_words, "nobody can log in" in said) == ("fail", True)
    assert (no_answer, "cutcard-displays" in do) == ("warn", True)


def test_pages_with_passwords_that_answer_are_well(tmp_path: Path) -> None:
    line = passwords.hashed("a long password")
    (tmp_path / "words").write_text("".join(f"{role}:{line}\n" for role in HOME))
    (tmp_path / "words").chmod(0o600)
    with socket.create_server(("127.0.0.1", 0)) as there:
        port = there.getsockname()[1]
        web = Web(port=port, passwords=tmp_path / "words", accounts=tmp_path / "persons")
        config = table(tmp_path, web=web, roles=Roles(pages=tmp_path / "word"))
        assert [level for level, _ in found(pages, config)] == ["ok", "warn", "ok"]
        accounts.add(tmp_path / "persons", "anna", ["floor"], "a long password")
        assert [level for level, _ in found(pages, config)] == ["ok", "ok", "ok"]
        unheard = table(tmp_path, web=web)
        assert [level for level, _ in found(pages, unheard)] == ["ok", "warn", "ok"]


def test_a_certificate_that_is_not_there_is_found(tmp_path: Path) -> None:
    web = Web(port=free_port(), tls_cert=tmp_path / "web.crt", tls_key=tmp_path / "web.key")
    level, said = found(pages, table(tmp_path, web=web))[0]
    assert (level, "install.sh" in said) == ("fail", True)
