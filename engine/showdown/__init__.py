"""The showdown: who shows, what a hand is worth, and who gets the chips."""
