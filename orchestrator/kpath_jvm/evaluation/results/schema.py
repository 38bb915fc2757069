"""The tables of an experiment's results, with their columns (docs/formats/results.md)."""

from collections.abc import Mapping

from kpath_jvm.evaluation.profilers import NATIVE, PROFILERS
from kpath_jvm.evaluation.results import settings
from kpath_jvm.evaluation.results.columns import FLAG, Column, numbers, text, wholes
from kpath_jvm.evaluation.results.information_tables import information_tables
from kpath_jvm.profilers import BLPP, BLPP_ARRAY, BLPP_HASH

STAND_IN, OFFICIAL, OWN = "stand-in", "official", "own"
#: The kinds of benchmarks that suites have.
SUITE_KINDS = (OFFICIAL, STAND_IN)
KINDS = (*SUITE_KINDS, OWN)
#: The mode of an experiment that is neither the quick nor the whole reproduction.
CUSTOM = "custom"
#: The suite of an experiment's own programs.
PROGRAM_SUITE = "program"
BACK_EDGE = "back-edge"
CUTS = ("", "loop-header", BACK_EDGE)
#: The scope in which all methods were profiled.
ALL_METHODS = ""
SCOPES = (ALL_METHODS, "loops", "hot")
TRIAL_STATUSES = ("ok", "failed", "timeout")
STRUCTURE_STATUSES = ("ok", "memory")
PHASES = ("warmup", "timed")
BASELINES = (NATIVE.name, BLPP_HASH.name, BLPP_ARRAY.name, BLPP.name)
FORMS = ("ratio", "overhead")
METRICS = ("timed_wall", "timed_cpu", "whole_wall", "total_cpu", "rss")
VERDICTS = ("slower", "faster", "within-noise", "too-few")


BENCHMARK_COLUMNS = (
    text("suite"),
    text("benchmark"),
    text("kind", *KINDS),
    text("size"),
    text("jvm"),
)
CONFIGURATION_COLUMNS = (
    text("profiler", *PROFILERS),
    *wholes("k"),
    text("cut", *CUTS),
    text("scope", *SCOPES),
    *settings.COLUMNS,
)
BENCHMARK = tuple(column.name for column in BENCHMARK_COLUMNS)
CONFIGURATION = tuple(column.name for column in CONFIGURATION_COLUMNS)
_STRUCTURE = [
    *wholes("hash_operations", "blpp_hash_operations", "blpp_entries", "blpp_paths"),
    *wholes("ksf_nodes", "ksf_roots"),
    *numbers("ksf_internal_degree"),
    *wholes("node_scans", "ipf_nodes"),
    *numbers("ipf_internal_degree", "ipf_leaf_depth", "l1_miss_rate", "l2_miss_rate"),
    *wholes("items", "streamed_items", "activations"),
]

#: Columns that the first versions didn't write.
LATER = frozenset({"scope", *settings.NAMES, "round"})
#: Columns of settings that only earlier versions had. A row that sets such a column was measured
#: with an option that this version doesn't have.
WITHDRAWN = frozenset({"self_loops"})

TABLES: Mapping[str, tuple[Column, ...]] = {
    "trials": (
        *wholes("round", "trial", required=True),
        *BENCHMARK_COLUMNS,
        *CONFIGURATION_COLUMNS,
        *wholes("repetition", "order"),
        text("status", *TRIAL_STATUSES),
        text("reason", required=False),
        *wholes("warmups", "iterations"),
        *numbers(
            "wall_seconds", "timed_wall_seconds", "timed_cpu_seconds", "target_cpu_seconds",
            "engine_cpu_seconds", "total_cpu_seconds",
        ),
        *wholes("target_max_rss_bytes", "engine_bytes", "items", "streamed_items"),
        *numbers("instrumentation_seconds"),
        Column("steady", FLAG),
        *numbers("cov"),
        text("digest", required=False),
    ),
    "iterations": (
        *wholes("trial", required=True),
        text("phase", *PHASES),
        *wholes("iteration", required=True),
        *numbers("wall_seconds", "cpu_seconds"),
    ),
    "structure": (
        *BENCHMARK_COLUMNS,
        text("cut", *CUTS[1:]),
        *wholes("k", required=True),
        text("status", *STRUCTURE_STATUSES),
        *_STRUCTURE,
    ),
    "ratios": (
        *BENCHMARK_COLUMNS,
        *CONFIGURATION_COLUMNS,
        text("baseline", *BASELINES),
        text("form", *FORMS),
        text("metric", *METRICS),
        *wholes("round"),
        *wholes("n", required=True),
        *numbers(
            "mean", "median", "ci_low", "ci_high", "least", "most", "noise_low", "noise_high"
        ),
        text("verdict", *VERDICTS),
    ),
    "counters": (
        *wholes("trial", required=True),
        *numbers("cycles_per_instruction", "l1_miss_rate", "l2_miss_rate"),
    ),
    **information_tables(BENCHMARK_COLUMNS, CONFIGURATION_COLUMNS),
}  # fmt: skip
