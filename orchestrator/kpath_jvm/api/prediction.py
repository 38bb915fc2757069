"""Tabulates how many executed paths an edge profile or another run would predict."""

from __future__ import annotations

import pandas as pd

from kpath_jvm.arguments import checked
from kpath_jvm.facts.prediction import PredictionFacts, require_same_program
from kpath_jvm.profile.model import Profile

_COLUMNS = [
    "paths", "completions", "predicted_paths", "predicted_completions",
    "predicted_paths_share", "predicted_completions_share",
]  # fmt: skip
_LENGTHS = ["longest_edges", "longest_bytecodes", "average_edges", "average_bytecodes"]
_TRAINED = [
    "trained_paths", "trained_completions", "bytecodes", "trained_bytecodes",
    "trained_paths_share", "trained_completions_share", "trained_bytecodes_share",
    "guessed_from_edges_share", "guessed_shares", "repetitions",
]  # fmt: skip


@checked
def predict(
    profile: Profile, train: Profile | None = None, *, by_loop: bool = False
) -> pd.DataFrame:
    """Returns how many of the executed paths would be predicted by an edge profile or by ``train``.

    There is a row per method with completed paths; the method with the most completions is first.
    With ``by_loop``, there is instead a row per loop with completed paths. A loop's paths are those
    through a block that is in the loop but in no inner loop, including the paths that enter and
    leave the loop. Columns:

    - ``method`` and ``title``; with ``by_loop``, also ``loop`` and ``line``, as in ``loops``;
    - ``paths``: the number of distinct paths; ``completions``: the number of their completions;
    - ``predicted_paths``: how many of the paths follow from the counts of edges;
      ``predicted_completions``: the completions of these paths; ``predicted_paths_share`` and
      ``predicted_completions_share``: these two numbers as shares of ``paths`` and of
      ``completions``;
    - ``executed_`` followed by ``longest_edges``, ``longest_bytecodes``, ``average_edges`` and
      ``average_bytecodes``: lengths of the completed paths; averages are over completions;
    - ``predicted_`` followed by the same names: lengths of the paths that edges predict.

    ``train`` is a profile of a run with another input. With it, there are also these columns:

    - ``bytecodes``: the bytecodes of completed paths;
    - ``trained_paths``: how many of the paths are also in ``train``; ``trained_completions`` and
      ``trained_bytecodes``: the completions and the bytecodes of these paths in ``profile``;
    - ``trained_paths_share``, ``trained_completions_share`` and ``trained_bytecodes_share``: these
      three numbers as shares of ``paths``, ``completions`` and ``bytecodes``;
    - ``guessed_from_edges_share``: how often the next path is guessed right from the edges of
      ``train``, as a share of ``completions``; ``guessed_shares``: a tuple with the shares that are
      guessed right from the paths of ``train`` if 0, 1, 2 ... paths before the next one are known.
      If several paths followed equally often in ``train``, the guess is the path whose blocks come
      first in the code;
    - ``repetitions``: all counts of the method's sequences are multiples of this number. If it
      isn't 1, the method seems to have done the same work that many times. If the run of ``train``
      did this work, too, next paths may be guessed right only because a coincidence was repeated.

    ``attrs`` of the frame has the same figures for all methods together, as in ``predict --json``:
    ``executed``, ``predicted`` and ``train`` (None without ``train``) are dicts. If ``train`` and
    ``profile`` have a recording in common, ``attrs["train"]["of_judged_run"]`` says in words what
    the figures are worth; otherwise it is None. ``attrs["completeness"]`` says what the counts are
    worth; its ``reasons`` name the methods of which only entries were counted. No row and no figure
    includes these methods, however hot they are. Pass whole, merged profiles; in unmerged ones, the
    versions of a method are counted separately, as with --no-merge. docs/verbs/predict.md explains
    how edges predict a path. Raises KpathError if a profile counts edges or has no completed paths,
    or if the two profiles have no method with the same code in common.
    """
    if train is not None:
        require_same_program(profile, train)
    facts = PredictionFacts.of(profile, train)
    rows = []
    for row in facts.loops() if by_loop else facts.methods():
        if by_loop:
            code = profile.code(row["method"])
            row["line"] = code.header_line(code.loops[row["loop"]].header)
        for which in ("executed", "predicted"):
            row |= {f"{which}_{name}": row[which][name] for name in _LENGTHS}
        trained = row["trained"] or {}
        if train is not None:
            row["guessed_shares"] = tuple(one["share"] for one in trained["guessed"])
        rows.append(row | trained)
    lengths = [f"{which}_{name}" for which in ("executed", "predicted") for name in _LENGTHS]
    own = ["method", "title", *(["loop", "line"] if by_loop else [])]
    columns = [*own, *_COLUMNS, *lengths, *([] if train is None else _TRAINED)]
    frame: pd.DataFrame = pd.DataFrame(rows, columns=columns)
    worth = profile.completeness.document()
    frame.attrs |= {**facts.totals, "train": facts.trained, "completeness": worth}
    return frame
