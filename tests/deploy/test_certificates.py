"""The table's own CA and the broker's certificate: made once, made anew when they must be."""

import subprocess
from pathlib import Path

from tests.deploy.laid_out import DEPLOY, tree


def certified(folder: Path, *names: str) -> str:
    return subprocess.run(
        [DEPLOY / "certificates.sh", folder / "ca", folder / "broker", *names],
        check=True, capture_output=True, text=True, timeout=60,
    ).stdout  # fmt: skip


def verified(folder: Path, *more: str) -> bool:
    ca, certificate = folder / "ca/ca.crt", folder / "broker/broker.crt"
    command = f"openssl verify -CAfile {ca} {' '.join(more)} {certificate}"
    return subprocess.run(command.split(), capture_output=True, timeout=60).returncode == 0


def test_the_certificate_is_of_the_ca_and_for_its_names_alone(tmp_path: Path) -> None:
    certified(tmp_path, "table", "table.local", "127.0.0.1", "::1")
    assert verified(tmp_path, "-verify_hostname", "table.local")
    assert verified(tmp_path, "-verify_ip", "127.0.0.1")
    assert verified(tmp_path, "-verify_ip", "::1")
    assert not verified(tmp_path, "-verify_hostname", "elsewhere")


def test_made_again_it_stays_the_same(tmp_path: Path) -> None:
    certified(tmp_path, "table")
    before = tree(tmp_path)
    assert certified(tmp_path, "table") == ""
    assert tree(tmp_path) == before


def test_a_new_name_gets_a_new_certificate_of_the_same_ca(tmp_path: Path) -> None:
    certified(tmp_path, "table")
    authority = (tmp_path / "ca/ca.crt").read_text()
    certified(tmp_path, "other")
    assert (tmp_path / "ca/ca.crt").read_text() == authority
    assert verified(tmp_path, "-verify_hostname", "other")


def test_a_certificate_that_ends_soon_is_made_anew(tmp_path: Path) -> None:
    certified(tmp_path, "table")
    sign = "openssl x509 -req -in short.csr -CA ca/ca.crt -CAkey ca/ca.key -set_serial 7 -days 30"
    for command in (
        "openssl req -new -key broker/broker.key -subj /CN=table -out short.csr",
        f"{sign} -out broker/broker.crt",
    ):
        subprocess.run(command.split(), cwd=tmp_path, check=True, capture_output=True, timeout=60)
    assert verified(tmp_path)
    assert "made the broker's certificate" in certified(tmp_path, "table")


def test_keys_are_for_their_owner_alone(tmp_path: Path) -> None:
    certified(tmp_path, "table")
    for path in ("ca/ca.key", "broker/broker.key"):
        assert (tmp_path / path).stat().st_mode & 0o777 == 0o600
