"""Installing: the same whenever it is run, nothing secret left open, and a broker that works."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from controller.config import Broker
from controller.config_file import load
from controller.doctor.keeping import keys
from controller.doctor.surroundings import broker
from controller.mqtt.roles import ROLES
from tests.controller.brokers import free_port, wait_for
from tests.controller.doctor.patients import found, table
from tests.controller.web.screens import Visitor
from tests.deploy.laid_out import DEPLOY, PROJECT, installed, script, tree


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A root with the table in it."""
    root = tmp_path_factory.mktemp("deploy") / "root"
    installed(root, "--table", "seven")
    return root


def test_run_again_it_changes_nothing(root: Path) -> None:
    before = tree(root)
    assert "writes" not in installed(root)
    assert tree(root) == before


def test_what_a_person_changed_is_kept(root: Path) -> None:
    changed = root / "etc/cutcard/table.toml"
    before = changed.read_text()
    changed.write_text(before + "# ours\n")
    installed(root, "--table", "eight")
    assert changed.read_text() == before + "# ours\n"
    changed.write_text(before)


def test_a_new_password_reaches_the_broker(tmp_path: Path) -> None:
    root = tmp_path / "root"
    installed(root)
    users = root / "etc/mosquitto/cutcard/users"
    before = users.read_text()
    (root / "etc/cutcard/secrets/floor").write_text("sesame\n")
    assert "cutcard/users" in installed(root)
    assert users.read_text() != before
    assert "sesame" not in users.read_text()


def test_home_assistant_is_let_in_once_the_file_says_so(tmp_path: Path) -> None:
    root = tmp_path / "root"
    installed(root)
    broker = root / "etc/mosquitto/cutcard"
    assert "homeassistant" not in (broker / "users").read_text() + (broker / "acl").read_text()
    with (root / "etc/cutcard/table.toml").open("a") as file:
        file.write('[homeassistant]\nenabled = true\nprefix = "ha"\n')
    installed(root)
    assert "homeassistant:" in (broker / "users").read_text()
    assert "topic write ha/" in (broker / "acl").read_text()


def test_the_tables_file_checks_and_its_secrets_are_whole(root: Path) -> None:
    config = load(root / "etc/cutcard/table.toml")
    assert config.table.name == "seven"
    assert {level for level, _ in found(keys, config)} == {"ok"}


def test_every_role_has_a_password_of_its_own(root: Path) -> None:
    secrets = root / "etc/cutcard/secrets"
    words = {path.name: path.read_text() for path in secrets.iterdir()}
    assert set(words) == set(ROLES)
    assert len(set(words.values())) == len(words)


def test_nothing_secret_is_open_to_others(root: Path) -> None:
    secret = re.compile(r"\.key|secrets/|users$|acl$")
    for path, what in tree(root).items():
        if secret.search(path):
            assert what.split()[0] in ("600", "700"), path


def test_a_dry_run_does_nothing(tmp_path: Path) -> None:
    said = installed(tmp_path / "root", "--dry-run")
    assert "would write: /etc/systemd/system/cutcard.service" in said
    assert not (tmp_path / "root").exists()


@pytest.mark.parametrize("wrong", [["--table", "a/#"], ["--tabel", "x"], ["--table", ""]])
def test_what_is_not_understood_is_said(wrong: list[str], tmp_path: Path) -> None:
    done = script("install.sh", *wrong, root=tmp_path / "root")
    assert done.returncode != 0
    assert done.stderr
    assert not (tmp_path / "root").exists()


def test_taken_off_it_leaves_only_what_is_the_tables(tmp_path: Path) -> None:
    root = tmp_path / "root"
    installed(root)
    assert script("uninstall.sh", root=root).returncode == 0
    files = [path for path, what in tree(root).items() if not what.endswith("folder")]
    assert files
    assert all(path.startswith("etc/cutcard/") for path in files)
    assert script("uninstall.sh", "--purge", root=root).returncode == 0
    assert set(tree(root).values()) == {"755 folder"}


def let_in(role: str, port: int, root: Path) -> bool:
    settings = Broker(
        host="localhost",
        port=port,
        username=role,
        password_file=root / "etc/cutcard/secrets" / role,
        tls_ca=root / "etc/cutcard/tls/ca.crt",
    )
    return found(broker, table(root, broker=settings))[0][0] == "ok"


def test_the_installed_broker_lets_every_role_in_by_tls(root: Path, tmp_path: Path) -> None:
    """The shipped configuration as it is, but for its ports and where its files lie."""
    ports: dict[str, int] = {}
    text = (root / "etc/mosquitto/conf.d/cutcard.conf").read_text()
    text = text.replace("/etc/mosquitto", f"{root}/etc/mosquitto")
    text = re.sub(
        r"(?m)^listener (\d+)",
        lambda found: f"listener {ports.setdefault(found[1], free_port())}",
        text,
    )
    conf = tmp_path / "mosquitto.conf"
    conf.write_text(f"user root\n{text}")
    with subprocess.Popen(["/usr/sbin/mosquitto", "-c", conf], stderr=subprocess.PIPE) as process:
        try:
            wait_for(lambda: let_in("controller", ports["8883"], root), "the broker to start")
            assert [role for role in ROLES if not let_in(role, ports["8883"], root)] == []
        finally:
            process.kill()


def test_the_pages_can_be_reached_after_the_installation(root: Path, tmp_path: Path) -> None:
    """The installed file as it is, but for the port and where the service keeps its state."""
    text = (root / "etc/cutcard/table.toml").read_text()
    state, port = tmp_path / "displays", free_port()
    state.mkdir(mode=0o700)
    text = text.replace("/var/lib/cutcard-displays", str(state)).replace("8443", str(port))
    file = root / "etc/cutcard/pages-test.toml"
    file.write_text(text)
    command = [sys.executable, "-m", "controller", "displays", "--config", str(file)]
    made = subprocess.run(
        [*command, "password", "floor", "--generate"], capture_output=True, text=True, check=True
    )
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            assert server.stdout.readline().startswith(f"https://0.0.0.0:{port}/")
            ca = root / "etc/cutcard/tls/ca.crt"
            visitor = Visitor(f"https://localhost:{port}", ca=ca)
            assert visitor.log_in("floor", made.stdout.strip()).status == 303
            assert visitor.get("/floor").status == 200
        finally:
            server.kill()
            file.unlink()


def test_the_tables_own_service_leaves_the_pages_to_theirs() -> None:
    units = DEPLOY / "systemd"
    assert "--no-pages" in (units / "cutcard.service").read_text()
    assert "StateDirectory=cutcard-displays" in (units / "cutcard-displays.service").read_text()
    assert "cutcard-displays" in (DEPLOY / "install.sh").read_text().partition("enable")[2]


def test_the_scripts_are_sound() -> None:
    scripts = sorted(DEPLOY.glob("*.sh"))
    assert len(scripts) >= 3
    done = subprocess.run(["shellcheck", *scripts], capture_output=True, text=True, timeout=60)
    assert done.stdout == ""
    assert all(path.stat().st_mode & 0o111 for path in scripts)


def test_the_installed_files_name_no_other_place() -> None:
    """Units and settings speak of where things are installed, not of where they came from."""
    for path in DEPLOY.rglob("*"):
        if path.is_file() and path.suffix not in (".png", ".jpg"):
            assert str(PROJECT) not in path.read_text()


def test_the_locked_packages_are_those_of_the_project_and_every_one_has_its_hashes() -> None:
    locked = (DEPLOY / "requirements.txt").read_text()
    lines = [line for line in locked.replace("\\\n", "").splitlines() if not line.startswith("#")]
    names = {line.split("==")[0] for line in lines}
    assert all(re.search(r"==\S+.* --hash=sha256:[0-9a-f]{64}", line) for line in lines)
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text())
    wanted = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    assert {re.split(r"[<>=;\s]", one)[0] for one in wanted} <= names
    assert "amqtt" not in names and "://" not in locked
    script = (DEPLOY / "install.sh").read_text()
    assert script.count("pip install") == 2
    assert "--require-hashes" in script and "--no-index" in script


def test_a_table_runs_without_what_the_demo_alone_needs(tmp_path: Path) -> None:
    (tmp_path / "amqtt.py").write_text("raise ModuleNotFoundError('no amqtt', name='amqtt')")
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    words = [sys.executable, "-m", "controller.cli"]
    for asked in (["--help"], ["acl", "--table", "one"]):
        done = subprocess.run([*words, *asked], env=env, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    done = subprocess.run([*words, "demo", "--hands", "1"], env=env, capture_output=True, text=True)
    assert done.returncode == 2 and "cutcard[demo]" in done.stderr, done.stderr
