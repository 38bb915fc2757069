"""Medians, extremes and paired ratios of the runs of ``overhead``."""

from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

from measurement import Measurement
from rich.console import Console
from rich.table import Table

_FIGURES: dict[str, Callable[[Measurement], float]] = {
    "timed_seconds": lambda it: it.timed_seconds,
    "cpu_seconds": lambda it: it.cpu_seconds,
    "wall_seconds": lambda it: it.wall_seconds,
}
_RECORDED: dict[str, Callable[[Measurement], float]] = {
    "events": lambda it: it.events or 0,
    "events_per_second": lambda it: (it.events or 0) / (it.target_seconds or 1),
    "waited_seconds": lambda it: it.waited_seconds or 0,
    "segment_peak_bytes": lambda it: it.segment_peak_bytes or 0,
    "engine_bytes": lambda it: it.engine_bytes or 0,
}


def summarise(runs: Sequence[Measurement], native: str, blpp: str) -> dict[str, Any]:
    """By configuration, in the order of their k: figures, and their ratios by round.

    ``ratios`` holds, for each figure, the run's value over the native one's of its round and over
    the BLPP one's; ``overhead`` is (T - native) / (BLPP - native) of the timed seconds.
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
    if name != native:
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
            span = most.timed_seconds - least.timed_seconds
            values.append((run.timed_seconds - least.timed_seconds) / span if span else 0.0)
    return _spread(values) if values else None


def _spread(values: Sequence[float]) -> dict[str, float]:
    return {"median": median(values), "min": min(values), "max": max(values)}


def print_tables(summary: dict[str, Any], console: Console) -> None:
    """Median [min, max] of each figure, then of the ratios of paired runs."""
    times = Table("", "timed s", "CPU s", "wall s", "M events", "M events/s", "waited s", "verdict")
    ratios = Table(
        "", "timed / native", "CPU / native", "timed / BLPP", "CPU / BLPP", "overhead / BLPP's"
    )
    for name, entry in summary.items():
        figures = entry["figures"]
        times.add_row(
            name,
            *(_text(figures[key]) for key in _FIGURES if key != "wall_seconds"),
            _text(figures["wall_seconds"]),
            _text(figures.get("events"), 1e6, 1),
            _text(figures.get("events_per_second"), 1e6, 1),
            _text(figures.get("waited_seconds")),
            ", ".join(entry["verdicts"]),
        )
        if entry["ratios"]:
            ratios.add_row(
                name,
                *(
                    _text(entry["ratios"].get(base, {}).get(figure))
                    for base in ("native", "blpp")
                    for figure in ("timed_seconds", "cpu_seconds")
                ),
                _text(entry["overhead"]),
            )
    console.print("Median \\[least, most] of the runs:")
    console.print(times)
    console.print("Ratios of the runs of one round, median \\[least, most]:")
    console.print(ratios)


def _text(spread: dict[str, float] | None, unit: float = 1.0, digits: int = 2) -> str:
    if spread is None:
        return ""
    middle, least, most = (spread[key] / unit for key in ("median", "min", "max"))
    return f"{middle:.{digits}f} [{least:.{digits}f}, {most:.{digits}f}]".replace("[", "\\[")
