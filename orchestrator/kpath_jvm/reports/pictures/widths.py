"""Computes how wide a text is in the fonts of the pictures, as a viewer shows it.

Graphviz rounds the width of each letter to whole pixels, so at 9 points it underestimates the width
of a text by up to a twentieth. A viewer of SVG doesn't round, so a long text would extend beyond a
box of the width that Graphviz computes.
"""

from functools import cache
from importlib.util import find_spec
from math import ceil
from pathlib import Path

from fontTools.ttLib import TTFont

_FILES = {
    (False, False): "DejaVuSans.ttf",
    (True, False): "DejaVuSans-Bold.ttf",
    (False, True): "DejaVuSansMono.ttf",
    (True, True): "DejaVuSansMono-Bold.ttf",
}


def width_of(text: str, size: float, *, is_bold: bool = False, is_code: bool = False) -> int:
    """Returns the width of a text in points, rounded up.

    A letter that the font lacks is taken to be as wide as the font's size.
    """
    advances = _advances(is_bold, is_code)
    return ceil(size * sum(advances.get(ord(letter), 1.0) for letter in text))


def font_directories() -> list[Path]:
    """Returns the directories of matplotlib's fonts."""
    spec = find_spec("matplotlib")
    places = list(getattr(spec, "submodule_search_locations", None) or ())
    return [Path(place, "mpl-data", "fonts", "ttf") for place in places]


@cache
def _advances(is_bold: bool, is_code: bool) -> dict[int, float]:
    """Returns the widths of a font's letters, as multiples of the font's size."""
    name = _FILES[is_bold, is_code]
    for directory in font_directories():
        if (directory / name).is_file():
            with TTFont(directory / name, lazy=True) as font:
                units, widths = font["head"].unitsPerEm, font["hmtx"].metrics
                letters = font.getBestCmap()
                return {code: widths[glyph][0] / units for code, glyph in letters.items()}
    raise FileNotFoundError(f"{name} isn't among matplotlib's fonts; install matplotlib again")
