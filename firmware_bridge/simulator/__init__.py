"""A simulated table: the readers' own codecs turned round, on pseudo-terminals, with a dealer."""
