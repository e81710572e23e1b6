"""The pages that people look at: who can log in, with which certificate, do they answer."""

import socket
import ssl
from collections.abc import Iterator

from controller.config import TableConfig, Web
from controller.doctor.finding import Finding, fail, ok, warn
from controller.errors import UsageError
from controller.security.vault import VaultError
from controller.web import accounts, passwords
from controller.web.pages import HOME

WITHIN = 5.0  # seconds for a connection
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  (asked for, not opened)


def pages(config: TableConfig) -> Iterator[Finding]:
    """The displays' own server, where the file has one."""
    web = config.web
    if web is None:
        yield ok("pages", "no [web] in the file: none are served")
        return
    if web.tls_cert is not None:
        yield _certificate(web)
    yield _passwords(web)
    yield _persons(web, vouched=config.roles.pages is not None)
    yield _answers(web)


def _certificate(web: Web) -> Finding:
    try:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(web.tls_cert or "", web.tls_key)
    except OSError as error:
        do = "sudo deploy/install.sh makes it, or correct web.tls_cert and web.tls_key"
        return fail("pages", f"{web.tls_cert}: {error.strerror or error}", do)
    return ok("pages", f"{web.tls_cert} and its key fit")


def _persons(web: Web, *, vouched: bool) -> Finding:
    do = "cutcard displays --config FILE account add NAME --role ROLE"
    try:
        known = accounts.load(web.accounts)
    except (UsageError, VaultError) as error:
        return fail("pages", str(error), do)
    if not known:
        return warn("pages", "no accounts of persons: the audit knows roles only", do)
    if not vouched:
        said = "persons log in, but the audit does not hear of it"
        return warn("pages", said, 'pages = "secrets/pages" under [roles]')
    return ok("pages", f"{len(known)} persons can log in, and the audit has who asked")


def _passwords(web: Web) -> Finding:
    do = "cutcard displays --config FILE password ROLE"
    try:
        known = passwords.load(web.passwords).lines
        if accounts.load(web.accounts):
            return ok("pages", "persons log in; the roles' passwords open nothing")
    except (UsageError, VaultError) as error:
        return fail("pages", str(error), do)
    missing = [role for role in HOME if role not in known]
    if len(missing) == len(HOME):
        return fail("pages", f"{web.passwords}: nobody can log in", do)
    if missing:
        return warn("pages", f"nobody can log in as {', '.join(missing)}", do)
    return ok("pages", "every role can log in")


def _answers(web: Web) -> Finding:
    where = (EVERYWHERE.get(web.host, web.host), web.port)
    try:
        socket.create_connection(where, WITHIN).close()
    except OSError as error:
        do = "sudo systemctl enable --now cutcard-displays"
        return warn("pages", f"{web.host}:{web.port}: {error.strerror or error}", do)
    return ok("pages", f"{web.host}:{web.port} answers")
