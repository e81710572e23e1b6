"""Who looks up old hands gives way to the table at each step."""

import time

MOMENT = 0.0005  # seconds; about as long as a step takes


def give_way() -> None:
    """Let the table's own thread on; one that never pauses would cost it a moment at every wait.

    Python lets a thread that computes go on for as long as `sys.setswitchinterval` says before
    another has its turn, and the table waits for the disk and the broker several times an event.
    """
    time.sleep(MOMENT)
