"""A chip that was found gets its colour and its shade."""

from vision.arrays import Floats, Picture
from vision.colours import disc, in_white_light, name_of
from vision.find import Find
from vision.scene import ChipSeen
from vision.shades import shade_of

BODY = 0.36  # of its width, around its middle, is the chip's own colour
PALE = 110  # of a grey chip: chips are white or black, and grey is the light


def chip_of(picture: Picture, find: Find, white: Floats) -> ChipSeen:
    """The chip where a circle was found."""
    pixels = in_white_light(disc(picture, find.x, find.y, BODY * find.wide), white)
    colour = name_of(pixels)
    if colour == "grey":
        colour = "white" if float(pixels.mean()) > PALE else "black"
    shade = shade_of(picture, find, white)
    return ChipSeen(colour, find.sure, find.x, find.y, find.wide, shade=shade)
