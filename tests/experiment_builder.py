"""Makes up the results of an experiment of full size, for tests and for looking at charts.

The numbers follow simple laws, with noise from fixed seeds. For example, the number of hash
operations falls with 1/(k-1), and the number of nodes grows with k. Nothing here was measured.
"""

import json
from pathlib import Path
from random import Random
from statistics import fmean, median
from typing import Any

from builders.evaluation.cost_results import (
    CUT_AT_BACK_EDGES,
    NOTHING_SET,
    factor_of,
    information_rows,
    ways_of,
)
from builders.evaluation.information_results import KNOWN, write_information
from kpath_jvm.evaluation.results.tables import write_table

KS = (2, 3, 4, 6, 8, 11, 16)
#: For each benchmark: its suite, mean number of items per activation, number of executed Ball-Larus
#: paths, and how the benchmark's time changes with k.
BENCHMARKS: dict[str, tuple[str, float, int, str]] = {
    "antlr": ("dacapo", 3.0, 4200, "falls"), "avrora": ("dacapo", 2.5, 2600, "falls"),
    "batik": ("dacapo", 4.0, 5200, "falls"), "bloat": ("dacapo", 3.4, 6100, "falls"),
    "chart": ("dacapo", 5.0, 3900, "falls"), "eclipse": ("dacapo", 9.0, 21000, "slow"),
    "fop": ("dacapo", 3.0, 7800, "falls"), "h2": ("dacapo", 4.4, 9000, "falls"),
    "hsqldb": ("dacapo", 2.1, 4100, "flat"), "jython": ("dacapo", 3.1, 12000, "falls"),
    "luindex": ("dacapo", 12.0, 3500, "falls"), "lusearch": ("dacapo", 14.0, 2800, "falls"),
    "pmd": ("dacapo", 2.8, 8800, "falls"), "sunflow": ("dacapo", 6.5, 2900, "falls"),
    "tomcat": ("dacapo", 3.1, 9500, "flat"), "xalan": ("dacapo", 5.2, 6700, "falls"),
    "compress": ("spec", 30000.0, 220, "rises"), "crypto.aes": ("spec", 900.0, 340, "falls"),
    "crypto.rsa": ("spec", 210.0, 410, "falls"), "mpegaudio": ("spec", 64.0, 520, "falls"),
    "scimark.fft": ("spec", 5000.0, 90, "falls"), "scimark.lu": ("spec", 4000.0, 85, "falls"),
    "scimark.monte_carlo": ("spec", 2.0e5, 60, "rises"),
    "scimark.sor": ("spec", 8000.0, 70, "falls"), "scimark.sparse": ("spec", 9000.0, 75, "falls"),
    "serial": ("spec", 4.0, 2400, "falls"), "xml.transform": ("spec", 4.5, 5100, "falls"),
    "heapsort": ("grande", 1.2e5, 40, "rises"), "md": ("grande", 6.0e4, 55, "rises"),
    "raytracer": ("grande", 14.0, 130, "falls"),
}  # fmt: skip
#: The benchmarks that have results of the official kits besides those of stand-ins.
OFFICIAL = ("compress", "scimark.fft", "scimark.monte_carlo", "serial", "h2", "xalan")
JVM = "17.0.15"


def build_results(
    directory: Path,
    names: tuple[str, ...] = tuple(BENCHMARKS),
    timed_ks: tuple[int, ...] = (2, 8, 16),
    repetitions: int = 3,
    official: tuple[str, ...] = OFFICIAL,
) -> Path:
    """Writes tables and descriptions, and returns the directory."""
    keys = [(name, "stand-in") for name in names]
    keys += [(name, "official") for name in names if name in official]
    structure = [
        row
        for name, kind in keys
        for cut in ("loop-header", "back-edge")
        for row in _structure(name, kind, cut)
    ]
    trials: list[dict[str, Any]] = []
    for name, kind in keys:
        _trials(trials, name, kind, timed_ks, repetitions)
    write_table(directory, "structure", structure)
    write_table(directory, "trials", trials)
    write_table(directory, "iterations", _iterations(trials))
    write_table(directory, "ratios", _ratios(trials))
    write_table(directory, "information", information_rows(trials))
    write_information(directory, names, lambda name: _benchmark(name, "stand-in"), KNOWN)
    (directory / "experiment.json").write_text(json.dumps(_description(repetitions)))
    (directory / "machines.json").write_text(json.dumps([_machine()]))
    return directory


def _benchmark(name: str, kind: str) -> dict[str, Any]:
    suite = BENCHMARKS[name][0]
    return {"suite": suite, "benchmark": name, "kind": kind, "size": "small", "jvm": JVM}


def _structure(name: str, kind: str, cut: str) -> list[dict[str, Any]]:
    _, length, paths, _ = BENCHMARKS[name]
    chance = Random(f"{name}/{kind}/{cut}")
    activations = int(4e7 / length**0.5)
    items = int(activations * length)
    rows = []
    for k in KS:
        if name in ("sunflow", "jython") and k >= 11:
            rows.append({**_benchmark(name, kind), "cut": cut, "k": k, "status": "memory"})
            continue
        operations = items if k == 2 else int(activations * (1 + (length - 1) / (k - 1)))
        deep = min(k - 1, length)
        degree = 1.15 + 3.0 / (deep + 1) * chance.uniform(0.8, 1.2)
        if name in ("sunflow", "heapsort"):
            degree += 0.05 * k
        scans = {"eclipse": 58.8 / (k - 1) ** 0.65}.get(name, chance.uniform(1.1, 3.5))
        nodes = int(paths * (1 + deep**1.5 * chance.uniform(0.5, 2.5)))
        rows.append(
            {
                **_benchmark(name, kind), "cut": cut, "k": k, "status": "ok",
                "hash_operations": operations, "blpp_hash_operations": items,
                "blpp_entries": paths, "blpp_paths": paths,
                "ksf_nodes": nodes * 3 // 2, "ksf_roots": paths,
                "ksf_internal_degree": 1.2 + 1.4 / (k - 1), "node_scans": int(scans * items),
                "ipf_nodes": nodes, "ipf_internal_degree": degree,
                "ipf_leaf_depth": deep * chance.uniform(0.86, 0.9),
                "l1_miss_rate": 0.02 + 0.004 * k * (BENCHMARKS[name][3] == "rises")
                + chance.uniform(0, 0.003),
                "l2_miss_rate": 0.2 + 0.02 * k * (BENCHMARKS[name][3] == "rises")
                + chance.uniform(0, 0.02),
                "items": items, "streamed_items": int(items * (1 - 0.8 / length**0.3)),
                "activations": activations,
            }
        )  # fmt: skip
    return rows


def _factor(name: str, profiler: str, k: int | None) -> float:
    """Returns a benchmark's time under a profiler, as a multiple of its native time."""
    blpp = 4.2
    if profiler != "k-blpp":
        return {
            "native": 1.0, "native-again": 1.0, "edge": 1.25, "blpp-hash": blpp,
            "blpp-array": 1.5, "stream": 1.6, "jacoco": 1.2, "async-profiler": 1.02, "jfr": 1.01,
        }[profiler]  # fmt: skip
    assert k is not None
    away = 1 - 1 / (k - 1)
    shape = BENCHMARKS[name][3]
    heights = {"falls": 1 - 0.42 * away, "flat": 0.98, "rises": 1.2 + 1.9 * away}
    return blpp * heights.get(shape, 2.1 - 0.7 * away)


def _trials(
    trials: list[dict[str, Any]], name: str, kind: str, ks: tuple[int, ...], repetitions: int
) -> None:
    plain = ["native", "native-again", "edge", "blpp-hash", "blpp-array", "stream"]
    plain += ["jacoco", "async-profiler", "jfr"]
    combinations: list[tuple[str, int | None, str]] = [(profiler, None, "") for profiler in plain]
    combinations += [("k-blpp", k, "") for k in ks]
    combinations += [("stream", None, "loops"), ("stream", None, "hot"), ("k-blpp", 2, "loops")]
    ways = [(*one, NOTHING_SET) for one in combinations] + ways_of(name)
    chance = Random(f"{name}/{kind}/trials")
    native = chance.uniform(2, 9)
    for profiler, k, scope, own in ways:
        cut = "loop-header" if "blpp" in profiler else ""
        cut = "back-edge" if profiler in (*CUT_AT_BACK_EDGES, "stream") else cut
        for repetition in range(1, repetitions + 1):
            row = {
                "round": 1, "trial": len(trials) + 1, **_benchmark(name, kind),
                "profiler": profiler, "k": k, "cut": cut, "scope": scope, **own,
                "repetition": repetition, "order": chance.randrange(10**6),
                "warmups": 1, "iterations": 3,
            }  # fmt: skip
            fault = _fault(name, profiler, k)
            if fault:
                trials.append({**row, "status": fault[0], "reason": fault[1]})
                continue
            factor = factor_of(profiler, k, own) or _factor(name, profiler, k)
            timed = native * factor * chance.uniform(0.96, 1.04)
            timed *= {"": 1.0, "loops": 0.9, "hot": 0.8}[scope]
            if chance.random() < 0.01:
                timed *= 1.8  # an outlier, such as real machines produce
            trials.append({**row, "status": "ok", **_measured(name, profiler, k, timed, chance)})


def _fault(name: str, profiler: str, k: int | None) -> tuple[str, str] | None:
    if name == "sunflow" and k == 16:
        return "failed", "java.lang.OutOfMemoryError: Java heap space"
    if name == "tomcat" and profiler == "jacoco":
        return "failed", "exit status 3: wrong result, digest 41ab... <expected> 90ff..."
    if name == "bloat" and profiler == "blpp-array":
        return "timeout", "not done after 120 s"
    return None


def _measured(
    name: str, profiler: str, k: int | None, timed: float, chance: Random
) -> dict[str, Any]:
    engine = timed * 0.4 if profiler == "stream" else None
    profiles = "blpp" in profiler or profiler == "stream"
    paths = BENCHMARKS[name][2]
    return {
        "wall_seconds": timed * 1.5 + 0.4, "timed_wall_seconds": timed,
        "timed_cpu_seconds": timed * 1.06, "target_cpu_seconds": timed * 1.6,
        "engine_cpu_seconds": engine, "total_cpu_seconds": timed * 1.6 + (engine or 0),
        "target_max_rss_bytes": int(2e8 + (paths * 4000 if profiles else 0)),
        "engine_bytes": paths * 48 * (k or 1) if profiles else None,
        "items": int(3e8 * chance.uniform(0.5, 2)) if profiles else None,
        "streamed_items": int(1e8) if profiles else None,
        "instrumentation_seconds": None if "native" in profiler or profiler == "jfr"
        else chance.uniform(0.2, 0.9),
        "steady": chance.random() < 0.9, "cov": chance.uniform(0.005, 0.04),
        "digest": "90ff12",
    }  # fmt: skip


def _iterations(trials: list[dict[str, Any]]) -> list[dict[str, Any]]:
    rows = []
    for trial in trials:
        if trial["status"] != "ok":
            continue
        one = trial["timed_wall_seconds"] / trial["iterations"]
        for at, factor in enumerate((1.6, 1.02, 0.99, 0.99)):
            rows.append(
                {
                    "trial": trial["trial"], "phase": "timed" if at else "warmup",
                    "iteration": at or 1, "wall_seconds": one * factor,
                    "cpu_seconds": one * factor * 1.06,
                }
            )  # fmt: skip
    return rows


_METRICS = {
    "timed_wall": "timed_wall_seconds", "timed_cpu": "timed_cpu_seconds",
    "whole_wall": "wall_seconds", "total_cpu": "total_cpu_seconds",
    "rss": "target_max_rss_bytes",
}  # fmt: skip


_KEY = ("suite", "benchmark", "kind", "profiler", "k", "cut", "scope", *NOTHING_SET)


def _ratios(trials: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Returns simpler statistics than kpath_jvm/evaluation/results/statistics.py computes."""
    groups: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    for trial in trials:
        key = tuple(trial[c] for c in _KEY)
        if trial["status"] == "ok":
            groups.setdefault(key, []).append(trial)
    rows = []
    for key, found in groups.items():
        for baseline, cut in (("native", ""), ("blpp-hash", "loop-header"), ("blpp", "back-edge")):
            unset = NOTHING_SET.values()
            base = groups.get((*key[:3], baseline, None, cut, "", *unset), [])
            native = groups.get((*key[:3], "native", None, "", "", *unset), [])
            if key[3] in ("native", baseline) or not base:
                continue
            for metric, column in _METRICS.items():
                for form in ("ratio", "overhead") if baseline != "native" else ("ratio",):
                    triples = zip(found, base, native, strict=True)
                    pairs = [_pair(a, b, n, column, form) for a, b, n in triples]
                    rows.append({**_ratio(found[0], pairs), "baseline": baseline,
                                 "form": form, "metric": metric})  # fmt: skip
    return rows


def _pair(
    trial: dict[str, Any], base: dict[str, Any], native: dict[str, Any], column: str, form: str
) -> float:
    less = float(native[column]) if form == "overhead" else 0.0
    return float((trial[column] - less) / ((base[column] - less) or 1.0))


def _ratio(trial: dict[str, Any], pairs: list[float]) -> dict[str, Any]:
    middle = median(pairs)
    verdict = "within-noise" if 0.95 < middle < 1.05 else "slower" if middle > 1 else "faster"
    return {
        **{name: trial[name] for name in (*_KEY, "size", "jvm")},
        "n": len(pairs), "mean": fmean(pairs),
        "median": middle, "ci_low": min(pairs), "ci_high": max(pairs), "least": min(pairs),
        "most": max(pairs), "noise_low": 0.95, "noise_high": 1.05, "verdict": verdict,
    }  # fmt: skip


def _description(repetitions: int) -> dict[str, Any]:
    return {
        "name": "made up", "mode": "quick", "seed": 42, "started": "2026-01-02T03:04:05+00:00",
        "version": "0.1.0", "git": {"commit": "0" * 40, "dirty": False},
        "configuration": {"repetitions": repetitions, "note": "<nothing here was measured>"},
    }  # fmt: skip


def _machine() -> dict[str, Any]:
    return {
        "round": 1, "os": "Linux", "cpu": {"count": 2, "model": "none"}, "memory_bytes": 8 << 30,
        "java": [{"version": JVM, "vendor": "none"}],
    }  # fmt: skip
