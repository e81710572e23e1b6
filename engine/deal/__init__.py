"""One deal: where the cards lie, what is due next, and what is true of it."""
