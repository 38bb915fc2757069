"""Judges conditions on how two versions of a program differ, and returns a pandas table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

import pandas as pd

from kpath_jvm.analysis.gates.conditions import parsed
from kpath_jvm.analysis.selection import ALL, Selection
from kpath_jvm.arguments import checked, require_share
from kpath_jvm.errors import KpathError
from kpath_jvm.records.completeness import ACCEPTABLE
from kpath_jvm.reports.diff.gates import of_difference
from kpath_jvm.reports.diff.summary import DiffOptions, compare
from kpath_jvm.shown import DIFFERENT_SHARE

Paths: TypeAlias = str | Path | Sequence[str | Path]
_COLUMNS = ["condition", "verdict", "value", "text", "found"]


@checked
def gates(
    base: Paths,
    new: Paths,
    conditions: Sequence[str],
    *,
    k: int | None = None,
    min_share: float = DIFFERENT_SHARE,
    selection: Selection = ALL,
    merge: bool = True,
    accept: Sequence[str] = (),
    however_recorded: bool = False,
    completed_only: bool = False,
) -> pd.DataFrame:
    """Judges conditions on what changed from ``base`` to ``new``, as ``diff --fail-if`` does.

    ``base`` and ``new`` are each the path of a profile, or the paths of several runs' profiles.
    docs/verbs/diff.md describes the conditions, such as ``"total > +10%"``. The other arguments are
    options of the verb; ``accept`` has the values of ``--accept``. There is a row for each profile
    whose counts aren't exact, and then a row for each condition. Columns:

    - ``condition``: the condition, or the demand that a profile's counts be exact;
    - ``verdict``: ``passed``, ``failed``, or ``untold`` if the condition can't be judged;
    - ``value``: the largest measured change, in the unit of the condition's bound, whether the
      condition holds or not. If the bound has a sign, changes in its direction are positive. The
      value is 0 if nothing differs, and negative if all changes went the opposite way. It is
      missing if the condition can't be judged, if one side has nothing to compare, if a figure has
      grown from 0, and for the demand that counts be exact;
    - ``text``: the result in words;
    - ``found``: everything for which the condition holds, in words.

    Raises KpathError if ``conditions`` is empty or has a text that isn't a condition, if a verdict
    in ``accept`` is unknown, or if the profiles can't be compared or judged (docs/verbs/diff.md).
    """
    require_share("gates", "min_share", min_share)
    for verdict in accept:
        if verdict not in ACCEPTABLE:
            raise KpathError(f"accept: {verdict!r} is none of {', '.join(ACCEPTABLE)}")
    wanted = [parsed(text, completed_only=completed_only) for text in conditions]
    if not wanted:
        raise KpathError("there is no condition to judge; give one, such as 'total > +10%'")
    options = DiffOptions(k, merge=merge, least_share=min_share, selection=selection)
    compared = compare(_listed(base), _listed(new), options)
    compared.require_two_recordings(however_recorded=however_recorded)
    rows = [
        {
            "condition": one["name"],
            "verdict": "untold" if one["error"] else "passed" if one["passed"] else "failed",
            "value": one["value"],
            "text": one["text"],
            "found": one["found"],
        }
        for one in of_difference(compared.difference, wanted, accept)
    ]
    frame: pd.DataFrame = pd.DataFrame(rows, columns=_COLUMNS)
    frame["value"] = frame["value"].astype("float64")
    return frame


def _listed(paths: Paths) -> list[Path]:
    return [Path(paths)] if isinstance(paths, (str, Path)) else [Path(one) for one in paths]
