"""Defines the colours and line widths of pictures.

A warmer colour and a wider line stand for a larger figure. The highlighted path is blue.
"""

from math import sqrt

INK, GREY, PALE = "#202020", "#6B6B6B", "#A8A8A8"
#: Okabe and Ito's blue, and a darker version of Okabe and Ito's vermilion. People with any kind of
#: colour vision can distinguish the two.
LIT, THROWN = "#0072B2", "#B34700"
HALF = "#CDE6F5"
_COLD, _WARM = (255, 255, 255), (246, 172, 94)
_LEAST_WIDTH, _MOST_WIDTH = 0.6, 5.0


def heat(share: float) -> str:
    """Returns the colour for a share (0..1) of the largest figure.

    Dark text is readable on all these colours.
    """
    part = sqrt(min(max(share, 0.0), 1.0))
    mixed = (round(a + (b - a) * part) for a, b in zip(_COLD, _WARM, strict=True))
    return "#{:02X}{:02X}{:02X}".format(*mixed)


def width(share: float) -> float:
    """Returns the width of a line, in points, for a share (0..1) of the largest figure."""
    return _LEAST_WIDTH + (_MOST_WIDTH - _LEAST_WIDTH) * sqrt(min(max(share, 0.0), 1.0))
