"""How a card is made: lengths are shares of its width."""

TALL = 1.4  # a card's height, where nothing better is known
SHORTEST, TALLEST = 1.1, 1.65  # of cards of all makers, on tilted tables
INDEX = (0.10, 0.18)  # where an index is taken to stand, from the card's corner
INDEX_BOX = (0.02, 0.04, 0.20, 0.34)  # what must be seen of it: left, top, right, bottom
CHIP = 0.62  # a chip's width
CARD_METRES = 0.063  # its width on a table that is two metres between its markers
CHIP_THICK = 0.0033  # metres
