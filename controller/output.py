"""Standard output in lines: at once where somebody may follow it, in blocks into a file."""

import os
import stat
import sys


def is_followed() -> bool:
    """Whether somebody may wait for each line: a pipe or a terminal, but not a file."""
    try:
        return not stat.S_ISREG(os.fstat(sys.stdout.fileno()).st_mode)
    except (OSError, ValueError):  # no file at all: whoever put it there may follow
        return True
