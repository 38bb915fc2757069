"""The tables of an experiment's results: names, columns, types, units (docs/formats/results.md)."""

from collections.abc import Mapping
from typing import NamedTuple

from kpath_jvm.evaluation.profilers import NATIVE, PROFILERS
from kpath_jvm.profilers import BLPP_ARRAY, BLPP_HASH

TEXT, WHOLE, NUMBER, FLAG = "text", "whole number", "number", "true or false"

STAND_IN, OFFICIAL = "stand-in", "official"
KINDS = (OFFICIAL, STAND_IN)
#: The mode of an experiment that is neither the quick nor the whole reproduction.
CUSTOM = "custom"
#: The suite under which an experiment's own programs stand.
PROGRAM_SUITE = "program"
CUTS = ("", "loop-header", "back-edge")
TRIAL_STATUSES = ("ok", "failed", "timeout")
STRUCTURE_STATUSES = ("ok", "memory")
PHASES = ("warmup", "timed")
BASELINES = (NATIVE.name, BLPP_HASH.name, BLPP_ARRAY.name)
FORMS = ("ratio", "overhead")
METRICS = ("timed_wall", "timed_cpu", "whole_wall", "total_cpu", "rss")
VERDICTS = ("slower", "faster", "within-noise", "too-few")


class Column(NamedTuple):
    """A column: an empty cell means that there is no value, and only ``required`` ones have all.

    ``choices`` are the values that a text may have, unless empty.
    """

    name: str
    type: str
    required: bool = False
    choices: tuple[str, ...] = ()


def _text(name: str, *choices: str, required: bool = True) -> Column:
    return Column(name, TEXT, required and "" not in choices, choices)


def _whole(*names: str, required: bool = False) -> list[Column]:
    return [Column(name, WHOLE, required) for name in names]


def _numbers(*names: str) -> list[Column]:
    return [Column(name, NUMBER) for name in names]


_BENCHMARK = [
    _text("suite"),
    _text("benchmark"),
    _text("kind", *KINDS),
    _text("size"),
    _text("jvm"),
]
#: The columns that name a benchmark, and those that name how it was run.
BENCHMARK = tuple(column.name for column in _BENCHMARK)
CONFIGURATION = ("profiler", "k", "cut")
_STRUCTURE = [
    *_whole("hash_operations", "blpp_hash_operations", "blpp_entries", "blpp_paths"),
    *_whole("ksf_nodes", "ksf_roots"),
    *_numbers("ksf_internal_degree"),
    *_whole("node_scans", "ipf_nodes"),
    *_numbers("ipf_internal_degree", "ipf_leaf_depth", "l1_miss_rate", "l2_miss_rate"),
    *_whole("items", "streamed_items", "activations"),
]

TABLES: Mapping[str, tuple[Column, ...]] = {
    "trials": (
        *_whole("round", "trial", required=True),
        *_BENCHMARK,
        _text("profiler", *PROFILERS),
        *_whole("k"),
        _text("cut", *CUTS),
        *_whole("repetition", "order"),
        _text("status", *TRIAL_STATUSES),
        _text("reason", required=False),
        *_whole("warmups", "iterations"),
        *_numbers(
            "wall_seconds", "timed_wall_seconds", "timed_cpu_seconds", "target_cpu_seconds",
            "engine_cpu_seconds", "total_cpu_seconds",
        ),
        *_whole("target_max_rss_bytes", "engine_bytes", "items", "streamed_items"),
        *_numbers("instrumentation_seconds"),
        Column("steady", FLAG),
        *_numbers("cov"),
        _text("digest", required=False),
    ),
    "iterations": (
        *_whole("trial", required=True),
        _text("phase", *PHASES),
        *_whole("iteration", required=True),
        *_numbers("wall_seconds", "cpu_seconds"),
    ),
    "structure": (
        *_BENCHMARK,
        _text("cut", *CUTS[1:]),
        *_whole("k", required=True),
        _text("status", *STRUCTURE_STATUSES),
        *_STRUCTURE,
    ),
    "ratios": (
        *_BENCHMARK,
        _text("profiler", *PROFILERS),
        *_whole("k"),
        _text("cut", *CUTS),
        _text("baseline", *BASELINES),
        _text("form", *FORMS),
        _text("metric", *METRICS),
        *_whole("n", required=True),
        *_numbers(
            "mean", "median", "ci_low", "ci_high", "least", "most", "noise_low", "noise_high"
        ),
        _text("verdict", *VERDICTS),
    ),
    "counters": (
        *_whole("trial", required=True),
        *_numbers("cycles_per_instruction", "l1_miss_rate", "l2_miss_rate"),
    ),
}  # fmt: skip
