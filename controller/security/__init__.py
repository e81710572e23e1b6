"""Secrets: the vault, the station's seal, the audit and the files that hold keys."""
