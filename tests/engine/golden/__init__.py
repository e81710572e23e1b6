"""What the engine answered, written down: the net under every change of its insides.

``seeded.jsonl.xz`` has logs that seeds invented, frozen so that a changed answer changes no
question. ``*.answers`` has a short digest of each event with its answers, one log a line.

    python -m tests.engine.golden.write     writes the digests anew (make golden)
    python -m tests.engine.golden.show      prints a log with its answers, or all names
    python -m tests.engine.golden.compare   plays all logs in two checkouts, shows what differs
    python -m tests.engine.golden.invent    invents the logs anew and says what occurs in them
"""
