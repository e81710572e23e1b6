"""Errors a person at the command line can act on."""


class UsageError(Exception):
    """Bad input: one clear line, exit status 2."""
