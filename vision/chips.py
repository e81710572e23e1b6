"""Chips that were found get their colour and their shade, each by what shows of it."""

from vision.arrays import Floats, Picture
from vision.colours import disc, in_white_light, name_of
from vision.find import Find
from vision.overlaps import above_each
from vision.scene import ChipSeen
from vision.shades import shade_of

BODY = 0.36  # of its width, around its middle, is the chip's own colour
PALE = 110  # of a grey chip: chips are white or black, and grey is the light
LITTLE = 0.15  # of its body that shows of a chip is too little to name it surely


def chips_of(picture: Picture, found: list[Find], white: Floats) -> list[ChipSeen]:
    """The chips where circles were found."""
    above = above_each(picture, found, white)
    return [_chip(picture, find, white, over) for find, over in zip(found, above, strict=True)]


def _chip(picture: Picture, find: Find, white: Floats, above: list[Find]) -> ChipSeen:
    whole = disc(picture, find.x, find.y, BODY * find.wide)
    shown = disc(picture, find.x, find.y, BODY * find.wide, above)
    surely = len(shown) >= LITTLE * len(whole)
    pixels = in_white_light(shown if surely else whole, white)
    colour = name_of(pixels)
    if colour == "grey":
        colour = "white" if float(pixels.mean()) > PALE else "black"
    shade = shade_of(picture, find, white, above)
    at = find.x, find.y, find.wide
    return ChipSeen(colour, find.sure, *at, low=int(surely), shade=shade)
