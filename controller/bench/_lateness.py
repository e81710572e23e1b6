"""How late the machine wakes a process that only sleeps: no program on it can be quicker."""

import sys
import time

import msgspec

_EVERY = 1 / 280  # seconds; as often as fourteen readers answer


def main(seconds: float) -> None:
    """Sleep again and again for so long; then print by how much each sleep was too long."""
    late = []
    end = time.monotonic() + seconds
    while (began := time.monotonic()) < end:
        time.sleep(_EVERY)
        late.append(1000 * (time.monotonic() - began - _EVERY))
    sys.stdout.buffer.write(msgspec.json.encode(sorted(late)))


if __name__ == "__main__":
    main(float(sys.argv[1]))
