"""The subcommands of ``cutcard``, one module each, imported only when asked for."""

NAMES = (
    "demo",
    "stories",
    "replay",
    "export",
    "clauses",
    "bench",
    "equity",
    "register",
    "simulate",
    "run",
    "config",
    "doctor",
    "audit",
    "keys",
    "displays",
    "acl",
    "schemas",
)
