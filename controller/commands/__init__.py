"""The subcommands of ``cutcard``, one module each, imported only when asked for."""

NAMES = (
    "demo",
    "replay",
    "export",
    "clauses",
    "bench",
    "equity",
    "register",
    "simulate",
    "see",
    "calibrate",
    "chips",
    "enrol",
)
