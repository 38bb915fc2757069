"""How well the next path of a loop is known, in words that all outputs use."""

from collections.abc import Sequence

from kpath_jvm.reports.lines import ARROW
from kpath_jvm.reports.output import percent

#: How many uncertainties of the next path are shown at most; the last one always is.
_MOST_KNOWN = 4
#: Knowing more paths must help by this many bits to be worth showing.
_LEAST_BITS = 0.05
_ONE = "1"


def next_path(entropies: Sequence[float]) -> str:
    """Says among how many paths the next one is, without and with knowledge of previous paths.

    ``entropies`` are in bits, when 0, 1, 2 ... previous paths are known. The text is empty if there
    are none, because no path followed another.
    """
    shown: list[tuple[int, float]] = []
    for known, bits in enumerate(entropies):
        if not shown or shown[-1][1] - bits >= _LEAST_BITS:
            shown.append((known, bits))
    if not shown:
        return ""
    if len(shown) > _MOST_KNOWN:
        shown = [*shown[: _MOST_KNOWN - 1], shown[-1]]
    figures = f" {ARROW} ".join(f"{bits:.2f}" for _, bits in shown)
    (_, first), *others = shown
    if _choices(first) == _ONE:
        how_often = "nearly always" if first else "always"
        return f"the next path was {how_often} the same ({figures} bits)"
    text = f"about {_choices(first)} equally likely next paths"
    more = [
        f"{'just over ' if _choices(bits) == _ONE and bits else ''}{_choices(bits)} when "
        f"{_previous(known)} known"
        for known, bits in others
    ]
    return f"{'; '.join([text, *more])} ({figures} bits)"


def repetition(period: int | None, share: float | None) -> str:
    """Says after how many iterations a loop repeats, and how reliably; empty if it doesn't."""
    if period is None:
        return ""
    which = "the one before" if period == 1 else f"the one {period} before (period {period})"
    return f"{percent(share)} of complete iterations take the path of {which}"


def _choices(bits: float) -> str:
    """Returns how many equally likely paths would be as uncertain."""
    return f"{2**bits:.1f}".removesuffix(".0")


def _previous(known: int) -> str:
    return "the previous one is" if known == 1 else f"the previous {known} are"
