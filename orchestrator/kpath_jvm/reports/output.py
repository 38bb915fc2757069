"""Writes texts to terminals and pipes, and formats the figures in them."""

import math
import os
import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from decimal import Decimal
from typing import IO, Any

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.segment import Segment
from rich.text import Text

from kpath_jvm.profile.names import printable, printable_lines
from kpath_jvm.recording.sizes import scaled
from kpath_jvm.reports.lines import ARROW, TIMES

#: The least width at which a report can be read.
_LEAST_WIDTH = 40
_PIPE_WIDTH = 120
#: Matches a text that begins with a figure's name, as in ``k = 8``.
_FIGURE = re.compile(r"\w+ = ")
#: A share of this or more is shown as "> 99.9 %" or "100.0 %", a useless upper bound.
NEARLY_ALL = 0.9995
#: The relative difference of two floating-point numbers that may only be an error of rounding.
_ROUNDING = 1e-15
#: No text of a number has more digits than this to make it differ from the text of another number.
_MOST_DIGITS = 15
#: The width of lists in pipes. It is so large that each item is a single line.
UNLIMITED = 2_000
_PLAIN = str.maketrans(
    {ARROW: "->", TIMES: "x", "…": "...", "≥": ">=", "│": "|", "─": "-", "▲": "^", "▼": "v"}
    | dict(zip("▁▂▃▄▅▆▇█", "12345678", strict=True))
)


class _Safe:
    """A renderable whose text can't move a cursor, or hide or reorder text.

    Code that writes a name should make the name printable. This class is for code that doesn't.
    """

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for text, style, control in console.render(self._inner, options):
            # Rich's own control codes aren't text.
            yield Segment(text if control else printable_lines(text), style, control)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement.get(console, options, self._inner)


def write(stream: IO[str], width: int | None, *renderables: object) -> None:
    """Writes objects that rich renders: with colours on a terminal, and plainly elsewhere.

    If ``width`` is None, it is what ``width_of`` returns. Characters that the stream's encoding
    lacks are written as ASCII or escaped.
    """
    if width is None and not stream.isatty():
        width = width_of(stream)
    console = Console(
        file=stream, width=width, markup=False, highlight=False, emoji=False, soft_wrap=False
    )
    with console.capture() as capture:
        for renderable in renderables:
            # Without a padding, rich would join a Text with its neighbours into a plain Text. But
            # a Cell (cells.py) is a Text that wraps differently.
            console.print(
                _Safe(Padding(renderable, 0) if isinstance(renderable, Text | str) else renderable)
            )
    # Cells are padded to their column's width, which is useless at the end of a line.
    text = "\n".join(line.rstrip() for line in capture.get().split("\n"))
    encoding = getattr(stream, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        text = text.translate(_PLAIN).encode(encoding, "backslashreplace").decode(encoding)
    stream.write(text)
    stream.flush()


def width_of(stream: IO[str]) -> int:
    """Returns the width for text on a stream.

    If the stream isn't a terminal, the width is the environment variable COLUMNS, or else 120, but
    at least 40.
    """
    if stream.isatty():
        return Console(file=stream).width
    columns = os.environ.get("COLUMNS", "")
    return max(int(columns) if columns.isdigit() else _PIPE_WIDTH, _LEAST_WIDTH)


def percent(share: float | None) -> str:
    """Returns "12.3 %" for 0.123; shares near 0 or 1 become "< 0.1 %" or "> 99.9 %".

    A share halfway between two texts becomes the one with the even last digit. So if two shares add
    up to 1, their texts add up to 100 %. The page's script does the same (dom.js).
    """
    if share is None:
        return "-"
    if 0 < share <= 0.0005:
        return "< 0.1 %"
    if NEARLY_ALL <= share < 1:
        return "> 99.9 %"
    # The share isn't multiplied as a float, because a product such as 100 * 0.5075 isn't exact. But
    # if a quotient of two counts is halfway between two texts, repr writes it exactly.
    return f"{round(Decimal(repr(float(share))).scaleb(3)) / 10:.1f} %"


def percent_at_least(share: float) -> str:
    """Returns a lower bound of a share: "1.9 %" for 0.0198, because 2.0 % would be too much.

    A bound near 0 becomes "< 0.1 %", as in ``percent``.
    """
    if 0 < share < 0.001:
        return "< 0.1 %"
    return f"{math.floor(Decimal(repr(float(share))).scaleb(3)) / 10:.1f} %"


def percent_at_most(share: float) -> str:
    """Returns an upper bound of a share: "2.0 %" for 0.0198; near 1, it becomes "> 99.9 %"."""
    if 0.999 < share < 1:
        return "> 99.9 %"
    return f"{math.ceil(Decimal(repr(float(share))).scaleb(3)) / 10:.1f} %"


def in_digits(number: float, digits: int) -> str:
    """Returns a number with at most ``digits`` significant digits, and never with an exponent."""
    return f"{Decimal(f'{number:.{digits}g}'):,f}"


def full_number(number: float, digits: int) -> str:
    """Returns a number with at most ``digits`` significant digits, but with its whole integer part.

    The number mustn't be negative.
    """
    if isinstance(number, int):
        return f"{number:,}"
    return in_digits(number, max(digits, len(str(int(number)))))


def signed(number: float, digits: int) -> str:
    """Returns a number with its sign and so many significant digits: "+25.0", but also "+1,230"."""
    return f"{Decimal(f'{number:#.{digits}g}'):+,f}"


def digits_to_differ(
    values: Iterable[float], told: Callable[[float, int], Hashable], least: int
) -> int:
    """Returns how many digits, at least ``least``, make different values read differently.

    ``told`` returns what a reader sees of a value with some number of digits. Values that differ by
    so little that it may be an error of floating-point numbers count as equal.
    """
    different: list[float] = []
    for value in sorted(values):
        if not different or not math.isclose(value, different[-1], rel_tol=_ROUNDING):
            different.append(value)
    for digits in range(least, _MOST_DIGITS):
        if len({told(one, digits) for one in different}) == len(different):
            return digits
    return _MOST_DIGITS


def tenths(number: float) -> str:
    """Returns "1,234.6", rounded as people do it: 6.25 becomes 6.3, where Python writes 6.2."""
    return f"{math.floor(10 * number + 0.5) / 10:,.1f}"


def amount(number: float | None) -> str:
    """Returns a number such as "1,234,567", or "not known" for None."""
    return "not known" if number is None else f"{number:,}"


def counted(number: int, one: str, many: str | None = None) -> str:
    """Returns a number with its noun, such as "1 method" or "1,234 methods"."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def from_to(first: str, last: str) -> str:
    """Returns the ends of a range, such as two days, or only one of them if they are equal."""
    return " to ".join(dict.fromkeys((first, last)))


def worth(document: Mapping[str, Any]) -> str | None:
    """Returns printable words about a document's counts (key ``completeness``); None if exact."""
    completeness = document["completeness"]
    return None if completeness["exact"] else printable(completeness["text"])


def as_sentence(text: str) -> str:
    """Returns the text with a capital first letter and a full stop.

    A figure's name, as in ``k = 8``, isn't capitalised.
    """
    first = text[0] if _FIGURE.match(text) else text[0].upper()
    return f"{first}{text[1:]}."


def size(byte_count: float | None) -> str:
    """Returns a size such as "4.0 MiB", or "not known" for None."""
    if byte_count is None:
        return "not known"
    value, unit = scaled(byte_count)
    return f"{value:.0f} {unit}" if unit == "bytes" else f"{value:.1f} {unit}"


def seconds(value: float | None) -> str:
    """Returns a time such as "1.23 s", or "not known" for None."""
    return "not known" if value is None else f"{value:.2f} s"
