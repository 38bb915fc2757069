"""A verdict on a published trend, and its wording."""

from collections.abc import Iterable
from dataclasses import dataclass, field

HOLDS, FAILS, NOISE = "holds", "does not hold", "within noise"
#: UNTOLD: too little was measured for a verdict. UNMEASURED: nothing was measured.
UNTOLD, UNMEASURED = "can't be told", "not measured"
VERDICTS = (HOLDS, FAILS, NOISE, UNTOLD, UNMEASURED)


@dataclass(frozen=True)
class Judgement:
    """A verdict, the measurement in words, and reasons for the verdict if the data shows any.

    ``over`` is the number of benchmarks that the verdict is based on.
    """

    verdict: str
    measured: str
    why: str = ""
    over: int = field(kw_only=True)


def unmeasured(what: str) -> Judgement:
    """Returns the judgement for a trend without data."""
    return Judgement(UNMEASURED, what, over=0)


def too_few_trials(most: int, needed: int) -> Judgement:
    """Returns the judgement for a trend whose benchmarks all have too few pairs of trials."""
    return Judgement(UNTOLD, f"too few trials: {most} where {needed} are needed", over=0)


def holds_if(condition: bool, measured: str, why: str = "", *, over: int) -> Judgement:
    """Returns the judgement that a trend holds or doesn't; ``why`` is only used if it doesn't."""
    if condition:
        return Judgement(HOLDS, measured, over=over)
    return Judgement(FAILS, measured, why, over=over)


def among(values: Iterable[str], most: int = 8) -> str:
    """Returns names as text, separated by commas; "none" if there are no names.

    At most ``most`` names are listed. If there are more, the text ends with the number of those
    that aren't listed.
    """
    names = list(values)
    if not names:
        return "none"
    rest = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + rest
