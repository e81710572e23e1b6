"""A process that has so many files open that the next descriptor is beyond select()'s reach."""

import contextlib
import os
import resource
from collections.abc import Iterator

SELECTS = 1024  # descriptors that select() can be asked about


@contextlib.contextmanager
def crowded() -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    room = 2 * SELECTS if hard == resource.RLIM_INFINITY else min(hard, 2 * SELECTS)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, room), hard))
    taken = [os.open(os.devnull, os.O_RDONLY)]
    try:
        while taken[-1] < SELECTS:
            taken.append(os.dup(taken[0]))
        yield
    finally:
        for descriptor in taken:
            os.close(descriptor)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
