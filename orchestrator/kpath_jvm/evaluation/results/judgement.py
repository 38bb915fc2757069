"""A verdict on a published trend, and its wording."""

from collections.abc import Iterable
from dataclasses import dataclass

HOLDS, FAILS, NOISE, UNMEASURED = "holds", "does not hold", "within noise", "not measured"
VERDICTS = (HOLDS, FAILS, NOISE, UNMEASURED)


@dataclass(frozen=True)
class Judgement:
    """A verdict, the measurement in words, and what the data itself says about the reasons."""

    verdict: str
    measured: str
    why: str = ""


def unmeasured(what: str) -> Judgement:
    """Returns the judgement for a trend without data."""
    return Judgement(UNMEASURED, what)


def holds_if(condition: bool, measured: str, why: str = "") -> Judgement:
    """Returns whether a trend holds; ``why`` is added only if it doesn't."""
    return Judgement(HOLDS, measured) if condition else Judgement(FAILS, measured, why)


def among(values: Iterable[str], most: int = 8) -> str:
    """Returns names in a row, "none" for none; of many, the first and how many more there are."""
    names = list(values)
    if not names:
        return "none"
    rest = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + rest
