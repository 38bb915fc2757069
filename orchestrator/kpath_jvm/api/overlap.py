"""Gives pandas tables that show how well two profiles agree about paths and sequences."""

from __future__ import annotations

import pandas as pd

from kpath_jvm.analysis.selection import ALL, Selection
from kpath_jvm.arguments import checked
from kpath_jvm.errors import KpathError
from kpath_jvm.facts.overlap import OverlapFacts, both_selected
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.worth_told import tells_worth

_OF_METHODS = [
    "class", "method", "descriptor", "title", "missing", "surplus", "overlap",
    "online_share", "complete_share", "online_paths", "complete_paths", "both_paths",
]  # fmt: skip
_OF_MOST = ["start", "end", "lines_text", "online_share", "complete_share"]
_OF_SEQUENCES = [
    "length", "overlap", "mean", "online", "complete", "both", "online_shared", "complete_shared"
]  # fmt: skip


@checked
@tells_worth
def overlap(profile: Profile, exact: Profile, *, selection: Selection = ALL) -> pd.DataFrame:
    """Returns how well ``profile`` agrees with ``exact`` about the hot paths.

    There is a row per method that either profile has; the method whose shares differ most comes
    first. Shares are relative to all executions of paths in one profile, from 0 to 1. Columns:

    - ``class``, ``method``, ``descriptor`` and ``title``;
    - ``missing``: the amount by which this method lowers the overlap of all methods, because the
      shares of its paths in ``profile`` fall short of those in ``exact``; ``surplus``: how far they
      exceed those in ``exact``; either column adds up to what the overlap lacks of 1;
    - ``overlap``: the overlap of the method's own paths; missing if ``exact`` has no path of the
      method;
    - ``online_share`` and ``complete_share``: the method's shares in ``profile`` and in ``exact``;
    - ``online_paths``, ``complete_paths`` and ``both_paths``: the numbers of the method's paths in
      ``profile``, in ``exact`` and in both;
    - ``most_start``, ``most_end``, ``most_lines_text``, ``most_online_share`` and
      ``most_complete_share`` describe the path whose two shares differ most.

    ``attrs`` of the frame has ``paths`` (the compared kind of paths), ``overlap`` (of all paths
    together) and ``mean`` (the mean of the overlaps of the methods of ``exact``). It also has the
    numbers of methods ``in_both``, ``online_only``, ``complete_only``, ``other_code`` (left out
    because their code differs) and ``differing`` (with a path whose two shares differ).
    ``online_only_share`` and ``complete_only_share`` are the shares of the methods of one profile
    alone, and ``online_only_of_edges`` and ``complete_only_of_edges`` say for how many of these the
    other profile has counts of edges instead of paths.

    A ``min_share`` in ``selection`` is a share of the bytecodes of ``exact``. docs/verbs/overlap.md
    defines the overlap; there, ``profile`` is A (columns ``online_...``), and ``exact`` is B
    (columns ``complete_...``). Raises KpathError if the profiles have different kinds of paths,
    different values of ``--cut``, or no method with the same code in common. Also raises KpathError
    if either profile has no executed paths, or if the selection matches nothing.
    """
    facts = _facts(profile, exact, selection)
    rows = [
        {name: row[name] for name in _OF_METHODS}
        | {f"most_{name}": row["most"][name] for name in _OF_MOST}
        for row in facts.all_methods()
    ]
    columns = [*_OF_METHODS, *(f"most_{name}" for name in _OF_MOST)]
    frame: pd.DataFrame = pd.DataFrame(rows, columns=columns)
    frame["overlap"] = frame["overlap"].astype("float64")
    frame.attrs |= {"paths": facts.found.kind, **facts.totals}
    return frame


@checked
@tells_worth
def overlap_of_sequences(
    profile: Profile, exact: Profile, *, k: int | None = None, selection: Selection = ALL
) -> pd.DataFrame:
    """Returns how well ``profile`` agrees with ``exact`` about the sequences of 2, 3 ... paths.

    There is a row for each number of paths from 2 up to ``k`` or the smaller k of the two profiles,
    whichever is less. A sequence's share in a profile is relative to the occurrences of all
    sequences of this length. Columns:

    - ``length``: the number of paths of each sequence;
    - ``overlap``: the sum, over all sequences, of the smaller of a sequence's two shares; it is
      between 0 and 1;
    - ``mean``: the mean of the overlaps of the methods that have such sequences in ``exact``;
    - ``online``, ``complete`` and ``both``: the numbers of different sequences in ``profile``, in
      ``exact`` and in both;
    - ``online_shared`` and ``complete_shared``: the sums of the shares in ``profile`` and in
      ``exact``, over the sequences that both profiles have.

    ``overlap`` is missing if either profile has no such sequences, and ``mean`` is missing if
    ``exact`` has none.

    If a method has back edges over which ``--profiler kiter`` counts nothing, the method's
    sequences are left out. ``attrs["left_out"]`` of the frame is the number of these methods.
    Raises KpathError as ``overlap`` does, if ``k`` is less than 2, or if a profile has no method
    with exact counts of all sequences. Such a profile has only single paths, was recorded by a
    profiler that leaves sequences out, or has folded sequences.
    """
    if k is not None and k < 2:
        raise KpathError(f"overlap_of_sequences: k is {k}; give a whole number from 2 on")
    facts = _facts(profile, exact, selection)
    if facts.sequences_untold is not None:
        raise KpathError(facts.sequences_untold)
    frame: pd.DataFrame = pd.DataFrame(facts.sequences(k), columns=_OF_SEQUENCES)
    floats = dict.fromkeys(("overlap", "mean", "online_shared", "complete_shared"), "float64")
    typed: pd.DataFrame = frame.astype(floats)
    typed.attrs["left_out"] = facts.sequences_left_out
    return typed


def _facts(profile: Profile, exact: Profile, selection: Selection) -> OverlapFacts:
    return OverlapFacts.of(*both_selected(profile.merged(), exact.merged(), selection))
