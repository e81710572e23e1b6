"""What an installer should have seen to, as far as it can be seen from here (SECURITY.md)."""

from collections.abc import Iterator
from pathlib import Path

from controller.config import TableConfig
from controller.doctor.finding import Finding, ok, warn

SWAPS = Path("/proc/swaps")
LIST = "deploy/SECURITY.md has the ways"


def hardening(config: TableConfig) -> Iterator[Finding]:
    """Swap, where the key lies, and whom the pages run as."""
    swaps = SWAPS.read_text().splitlines()[1:] if SWAPS.exists() else []
    if swaps:
        do = "sudo swapoff -a, and take it out of /etc/fstab (the unit forbids it to the table)"
        yield warn("hardening", "swap is on: what is in memory may reach the disk", do)
    else:
        yield ok("hardening", "no swap")
    yield _key(config.journal.key, config.journal.file)


def _key(key: Path, journal: Path) -> Finding:
    """A key on the journal's own disk goes wherever the disk goes."""
    try:
        together = key.stat().st_dev == journal.parent.stat().st_dev
    except OSError:
        return ok("hardening", "key and journal are not both there yet")
    if together:
        said = f"{key} lies on the same disk as the journal: who takes that has both"
        return warn("hardening", said, f"keep it on a token, in a TPM or hand it over: {LIST}")
    return ok("hardening", "the key is on another disk than the journal")
