"""Two profiles side by side: the same program on two JVMs, or before and after a change."""

import numpy as np
import pandas as pd

from kpath_jvm.profile.model import Profile

_METHOD = ["class", "name", "descriptor"]


def compare_methods(one: Profile, other: Profile) -> pd.DataFrame:
    """Returns a row per method that either profile has, of all loaders and versions together.

    Columns: class, name, descriptor, ``completed_1`` and ``completed_2`` (path completions, 0 where
    the method is not), ``entries_1`` and ``entries_2``, ``in`` ("both", "first" or "second"),
    ``same_code`` (path numbers mean the same in both; only then sequences can be compared) and
    ``factor`` (completed_2 / completed_1; NaN if it never ran in the first). Most different first.
    """
    tables = [_summed(profile) for profile in (one, other)]
    both = tables[0].merge(
        tables[1], on=_METHOD, how="outer", suffixes=("_1", "_2"), indicator="in"
    )
    counts = [f"{name}_{at}" for name in ("completed", "entries") for at in (1, 2)]
    both[counts] = both[counts].fillna(0).astype("int64")
    both["same_code"] = both["code_1"] == both["code_2"]
    both["in"] = both["in"].map({"both": "both", "left_only": "first", "right_only": "second"})
    both["in"] = both["in"].astype(str)
    both["factor"] = both["completed_2"] / both["completed_1"].replace(0, np.nan)
    difference = (both["completed_2"] - both["completed_1"]).abs()
    order = difference.sort_values(ascending=False, kind="stable").index
    columns = [*_METHOD, *counts, "factor", "in", "same_code"]
    compared: pd.DataFrame = both.loc[order, columns].reset_index(drop=True)
    return compared


def _summed(profile: Profile) -> pd.DataFrame:
    methods = profile.merged().methods
    grouped = methods.groupby(_METHOD, sort=False, observed=True)
    table: pd.DataFrame = grouped[["completed", "entries"]].sum()
    # Equal sets of digests and path tables: the same code, however many loaders have it.
    keys = methods["digest"] + ":" + methods["path_tables"]
    table["code"] = keys.groupby([methods[name] for name in _METHOD], sort=False).agg(
        lambda codes: " ".join(sorted(set(codes)))
    )
    summed: pd.DataFrame = table.reset_index()
    return summed


def compare_sequences(one: Profile, other: Profile, method: str) -> pd.DataFrame:
    """Returns one method's n-grams in both: ``sequence``, ``count_1``, ``count_2``, ``factor``.

    ``method`` as for ``Profile.find_method``; the one whose counts differ most comes first. Paths
    have the same numbers only where ``compare_methods`` says same_code.
    """
    parts = []
    for profile in (one.merged(), other.merged()):
        ngrams = profile.ngrams(profile.find_method(method))
        parts.append(ngrams.set_index("sequence")["count"])
    table = pd.concat(parts, axis=1, keys=["count_1", "count_2"]).fillna(0).astype("int64")
    table["factor"] = table["count_2"] / table["count_1"].replace(0, np.nan)
    difference = (table["count_2"] - table["count_1"]).abs()
    order = difference.sort_values(ascending=False, kind="stable").index
    compared: pd.DataFrame = table.loc[order].rename_axis("sequence").reset_index()
    return compared
