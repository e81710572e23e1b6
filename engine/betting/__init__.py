"""Chips: rounds of betting, what bounds a wager, pots, and who acted when."""
