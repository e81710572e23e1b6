"""Chips that were found get their colour and their shade, each by what shows of it."""

from vision.arrays import Floats, Picture
from vision.colours import disc, in_white_light, name_of, share_of
from vision.find import Find
from vision.overlaps import above_each
from vision.scene import ChipSeen
from vision.shades import rim, shade_of

BODY = 0.36  # of its width, around its middle: the chip's own colour, or an inlay
PLAIN = 0.33  # of the rim has the colour of the middle where nothing is inlaid
PALE = 110  # of a grey chip: chips are white or black, and grey is the light
LITTLE = 0.15  # of its rim that shows of a chip is too little to name it surely


def chips_of(picture: Picture, found: list[Find], white: Floats) -> list[ChipSeen]:
    """The chips where circles were found."""
    above = above_each(picture, found, white)
    return [_chip(picture, find, white, over) for find, over in zip(found, above, strict=True)]


def _chip(picture: Picture, find: Find, white: Floats, above: list[Find]) -> ChipSeen:
    whole, shown = rim(picture, find), rim(picture, find, above)
    surely = len(shown) >= LITTLE * len(whole)
    pixels = in_white_light(shown if surely else whole, white)
    middle = in_white_light(disc(picture, find.x, find.y, BODY * find.wide, above), white)
    colour = name_of(pixels)
    if len(middle) and share_of(pixels, inner := name_of(middle)) > PLAIN:
        colour = inner  # no inlay, or one of the chip's own colour: broad marks are not the chip's
    if colour == "grey":
        colour = "white" if float(pixels.mean()) > PALE else "black"
    shade = shade_of(picture, find, white, above)
    at = find.x, find.y, find.wide
    return ChipSeen(colour, find.sure, *at, low=int(surely), shade=shade)
