"""A process that writes a story into a journal and says what is safe, until somebody kills it."""

import random
import sys
from pathlib import Path

from controller.records.journal import Journal
from controller.records.recovery import recover
from controller.security.vault import Vault
from tests.controller.journals import KEY, entries, story

HANDS = 40


def main(path: Path, seed: int) -> None:
    """Go on where the journal ends; print the number of each event once it is committed."""
    rnd = random.Random(seed)
    with Journal(path, Vault(KEY)) as journal:
        back = recover(journal)
        events = story(HANDS)
        hands = sum(event["e"] == "hand" for event in events[: back.seq])
        to_come = entries(back.history, events[back.seq :], back.seq, hands)
        while batch := [entry for _, entry in zip(range(rnd.randint(1, 4)), to_come, strict=False)]:
            sent = journal.commit(batch)
            print(journal.last, flush=True)
            if rnd.random() < 0.3:
                journal.delivered(sent[0].row)
                print(f"delivered {sent[0].row}", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
