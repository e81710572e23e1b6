"""People: who sits where, and where button and blinds go."""
