"""The columns of the tables on what profiles reveal about a program.

Units and definitions are in docs/formats/results.md, from "information.csv" on.
"""

from collections.abc import Mapping, Sequence

from kpath_jvm.evaluation.results.columns import Column, numbers, text, wholes

#: The names of these tables.
INFORMATION = ("information", "predictions", "iterated", "accuracy", "overlaps", "call_overlaps")


def information_tables(
    benchmark: Sequence[Column], configuration: Sequence[Column]
) -> Mapping[str, tuple[Column, ...]]:
    """Returns the columns of each table; the parameters are columns that several tables have."""
    return {
        "information": (
            *benchmark, *configuration, *wholes("length", "flow", required=True),
            *numbers("exact", "bounded"), *wholes("unmatched", "differing"),
        ),
        "predictions": (
            *benchmark,
            *wholes(
                "paths", "predicted_paths", "completions", "predicted_completions", required=True
            ),
            *wholes("trained_paths", "trained_completions", "bytecodes", "trained_bytecodes"),
        ),
        "iterated": (
            *benchmark,
            *wholes("k", "methods", "hashed", "aborted", "paths", "most_paths", required=True),
        ),
        "accuracy": (
            *benchmark, text("profiler"),
            *wholes("threshold", "methods", "paths", required=True), *numbers("pooled", "mean"),
        ),
        "overlaps": (
            *benchmark,
            *wholes(
                "degree", "loops", "pairs", "precise_pairs", "outside", "real", "definite",
                "potential", required=True,
            ),
        ),
        "call_overlaps": (
            *benchmark, text("type", required=True),
            *wholes(
                "degree", "calls", "pairs", "precise_pairs", "outside", "real", "definite",
                "potential", required=True,
            ),
        ),
    }  # fmt: skip
