"""Made-up costs of some inline profilers, and made-up rows of information.csv.

The numbers follow rules of thumb: for example, a higher degree means more overhead and more
information. Nothing was measured.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from kpath_jvm.evaluation.results import settings

NOTHING_SET: dict[str, Any] = dict.fromkeys(settings.NAMES)
CUT_AT_BACK_EDGES = ("blpp", "ol", "bpp")
#: The benchmarks on which the profilers ran.
_ON = ("compress", "eclipse", "heapsort")
#: A way to profile: a profiler, its k, its scope, and its settings.
Way = tuple[str, int | None, str, dict[str, Any]]
_LENGTHS = (2, 4)


def ways_of(name: str) -> list[Way]:
    """Returns the ways to profile a benchmark. Most benchmarks have none."""
    if name not in _ON:
        return []
    ways: list[Way] = [("blpp", None, "", NOTHING_SET)]
    ways += [("blpp", None, "", {**NOTHING_SET, "array_paths": 0})]
    ways += [("kiter", k, "", NOTHING_SET) for k in (2, 3)]
    ways += [("ol", None, "", {**NOTHING_SET, "degree": degree}) for degree in (0, 1, 3)]
    ways += [("spp", None, "", {**NOTHING_SET, "threshold": at}) for at in (100, 10000)]
    kept = {**NOTHING_SET, "threshold": 100, "remove_probes": False}
    ways += [("spp", None, "", kept), ("bpp", None, "", {**NOTHING_SET, "threshold": 100})]
    return ways


def factor_of(profiler: str, k: int | None, own: Mapping[str, Any]) -> float | None:
    """Returns a benchmark's time under a profiler, as a multiple of its native time.

    Returns None for profilers that ``ways_of`` never returns.
    """
    factors = {
        "blpp": 1.5 if own["array_paths"] is None else 2.4,
        "kiter": 1.4 + 0.35 * (k or 0),
        "ol": 1.5 + 0.2 * (own["degree"] or 0),
        "spp": 1.02 + 1e-5 * (own["threshold"] or 0) + 0.2 * (own["remove_probes"] is False),
        "bpp": 1.03,
    }
    return factors.get(profiler)


def information_rows(trials: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Returns the rows of information.csv for made-up trials."""
    rows: dict[tuple[Any, ...], dict[str, Any]] = {}
    names = ("suite", "benchmark", "kind", "size", "jvm", "profiler", "k", "cut", "scope")
    for trial in trials:
        if trial["benchmark"] not in _ON or trial["profiler"] not in _KNOWN or trial["scope"]:
            continue
        own = {name: trial[name] for name in (*names, *settings.NAMES)}
        for length in _LENGTHS:
            flow = 1_000_000 // length
            exact, bounded = _KNOWN[trial["profiler"]](trial, length)
            rows[(*own.values(), length)] = {
                **own, "length": length, "flow": flow, "exact": exact * flow,
                "bounded": bounded * flow,
            }  # fmt: skip
    return list(rows.values())


def _of_degree(trial: Mapping[str, Any], length: int) -> tuple[float, float]:
    degree = trial["degree"]
    return (0.3 * degree, 0.02 * degree) if length == 2 else (0.1 * degree, 0.1)


_KNOWN = {
    "edge": lambda _, __: (0.1, 0.1),
    "blpp": lambda _, __: (0.2, 0.15),
    "blpp-hash": lambda _, __: (0.2, 0.15),
    "kiter": lambda trial, length: (0.9 if trial["k"] >= length else 0.3, 0.0),
    "ol": _of_degree,
    "spp": lambda _, __: (0.0, 0.0),
    "k-blpp": lambda trial, length: (1.0 if trial["k"] >= length else 0.4, 0.0),
    "stream": lambda _, __: (1.0, 0.0),
}
