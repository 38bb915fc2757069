"""Computes medians, extremes and paired ratios of the runs of overhead.py, and prints them."""

from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.measurement import Measurement

_FIGURES: dict[str, Callable[[Measurement], float]] = {
    "timed_seconds": lambda it: it.timed_seconds,
    "timed_cpu_seconds": lambda it: it.timed_cpu_seconds,
    "cpu_seconds": lambda it: it.cpu_seconds,
    "wall_seconds": lambda it: it.wall_seconds,
}
_RECORDED: dict[str, Callable[[Measurement], float]] = {
    "completions": lambda it: it.completions or 0,
    "completions_per_second": lambda it: (it.completions or 0) / (it.target_seconds or 1),
    "events": lambda it: it.events or 0,
    "events_per_second": lambda it: (it.events or 0) / (it.target_seconds or 1),
    "waited_seconds": lambda it: it.waited_seconds or 0,
    "segment_peak_bytes": lambda it: it.segment_peak_bytes or 0,
    "engine_bytes": lambda it: it.engine_bytes or 0,
}


def summarise(runs: Sequence[Measurement], native: str, blpp: str) -> dict[str, Any]:
    """Returns the figures and the ratios of each configuration, in the order of k.

    ``ratios`` has each figure divided by that of the native run, and by that of the BLPP run, in
    the same round. ``overhead`` is (T - native) / (BLPP - native), where T, native and BLPP are the
    timed CPU seconds of the run itself, of the native run, and of the BLPP run.
    """
    names = sorted({run.name for run in runs}, key=lambda name: (name != native, _k(name)))
    return {name: _configuration(runs, name, native, blpp) for name in names}


def _k(name: str) -> int:
    return int(name.partition("=")[2] or 0)


def _configuration(
    runs: Sequence[Measurement], name: str, native: str, blpp: str
) -> dict[str, Any]:
    own = [run for run in runs if run.name == name]
    by_name = {(run.name, run.round): run for run in runs}
    figures = {figure: _spread([get(run) for run in own]) for figure, get in _FIGURES.items()}
    if all(run.completions is not None for run in own):
        figures |= {key: _spread([get(run) for run in own]) for key, get in _RECORDED.items()}
    ratios: dict[str, Any] = {}
    for base_name, base in (("native", native), ("blpp", blpp)):
        pairs = [(run, by_name[base, run.round]) for run in own if (base, run.round) in by_name]
        if pairs and name != base:
            ratios[base_name] = {
                figure: _spread([get(run) / get(other) for run, other in pairs])
                for figure, get in _FIGURES.items()
            }
    return {
        "runs": len(own),
        "figures": figures,
        "ratios": ratios,
        "overhead": _overhead(own, by_name, native, blpp),
        "verdicts": sorted({run.verdict for run in own if run.verdict is not None}),
    }


def _overhead(
    own: Sequence[Measurement],
    by_name: dict[tuple[str, int], Measurement],
    native: str,
    blpp: str,
) -> dict[str, float] | None:
    values = []
    for run in own:
        least, most = by_name.get((native, run.round)), by_name.get((blpp, run.round))
        if least and most and run.name not in (native, blpp):
            span = most.timed_cpu_seconds - least.timed_cpu_seconds
            values.append((run.timed_cpu_seconds - least.timed_cpu_seconds) / span if span else 0.0)
    return _spread(values) if values else None


def _spread(values: Sequence[float]) -> dict[str, float]:
    return {"median": median(values), "min": min(values), "max": max(values)}


def print_tables(summary: dict[str, Any], console: Console) -> None:
    """Prints the median [min, max] of each figure, and then of the ratios within a round."""
    console.print("Median \\[least, most] of the runs, in seconds (timed: the timed iterations):")
    _print(console, summary, {name: (name, 1.0) for name in _FIGURES}, lambda it: it["figures"])
    console.print(
        "What was recorded (paths: all completions; streamed: those counted in sequences):"
    )
    _print(
        console,
        {name: entry for name, entry in summary.items() if "events" in entry["figures"]},
        {
            "M paths": ("completions", 1e6),
            "M paths/s": ("completions_per_second", 1e6),
            "M streamed": ("events", 1e6),
            "M streamed/s": ("events_per_second", 1e6),
            "s waited": ("waited_seconds", 1.0),
            "engine MB": ("engine_bytes", 1e6),
        },
        lambda it: it["figures"],
    )
    for base in ("native", "blpp"):
        console.print(f"Ratios to the {base} run of the same round:")
        _print(
            console,
            {name: entry for name, entry in summary.items() if base in entry["ratios"]},
            {name: (name, 1.0) for name in _FIGURES},
            lambda it, base=base: it["ratios"][base],  # type: ignore[misc]
        )
    for name, entry in summary.items():
        if entry["overhead"]:
            console.print(
                f"{name}: (T - native) / (BLPP - native) of the timed CPU seconds: "
                + _text(entry["overhead"])
            )


def _print(
    console: Console,
    summary: dict[str, Any],
    columns: dict[str, tuple[str, float]],
    spreads: Callable[[dict[str, Any]], dict[str, Any]],
) -> None:
    """Prints a row for each configuration. ``columns`` maps headings to a figure and its unit."""
    table = Table("", *columns)
    for name, entry in summary.items():
        values = spreads(entry)
        table.add_row(name, *(_text(values[key], unit) for key, unit in columns.values()))
    console.print(table)


def _text(spread: dict[str, float], unit: float = 1.0) -> str:
    middle, least, most = (f"{spread[key] / unit:.2f}" for key in ("median", "min", "max"))
    return middle if least == most else f"{middle} \\[{least}, {most}]"
