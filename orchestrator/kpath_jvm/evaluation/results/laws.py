"""Fits the law by which hash operations fall with k (k-BLPP paper, section 4.2)."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Values = npt.NDArray[np.float64]


@dataclass(frozen=True)
class InverseLaw:
    """The law ratio(k) = floor + slope / (k - 1), fitted by least squares.

    The ratio is k-BLPP's number of hash operations divided by BLPP's. For a call that completes N
    paths, k-BLPP takes ceil(N/(k-1)) operations, and BLPP takes N. So floor is due to calls with
    few paths: a program with only long loops has floor 0 and slope 1.

    ``r_squared`` is the share of the variance that the law explains. ``exponent`` is the slope of
    the line that fits the points (log(k - 1), log(ratio)) best. The slope is -1 for the law with
    floor 0, and 0 for a ratio that doesn't change.
    """

    floor: float
    slope: float
    r_squared: float
    exponent: float


def fit_inverse_law(ks: npt.ArrayLike, ratios: npt.ArrayLike) -> InverseLaw | None:
    """Fits the law to ``ratios`` of hash operations; ``ks`` has the k of each ratio, at least 2.

    Returns None if there are fewer than three different k, or if a ratio isn't positive.
    """
    k = np.asarray(ks, dtype=np.float64)
    ratio = np.asarray(ratios, dtype=np.float64)
    if len(np.unique(k)) < 3 or (ratio <= 0).any():
        return None
    inverse = 1 / (k - 1)
    slope, floor = np.polyfit(inverse, ratio, 1)
    left = ratio - (floor + slope * inverse)
    variance = float(((ratio - ratio.mean()) ** 2).sum())
    explained = 1 - float((left**2).sum()) / variance if variance > 0 else 1.0
    exponent = np.polyfit(np.log(k - 1), np.log(ratio), 1)[0]
    return InverseLaw(float(floor), float(slope), explained, float(exponent))
