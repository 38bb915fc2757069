"""Made-up rows of ratios.csv for tests of trends: a profiler's cost on some benchmarks."""

from pathlib import Path
from typing import Any

from kpath_jvm.evaluation.results.evidence import Evidence
from kpath_jvm.evaluation.results.experiment import ChartView, Results
from kpath_jvm.evaluation.results.tables import write_table
from kpath_jvm.evaluation.results.trends import TRENDS

VIEW = ChartView("17", "small", "loop-header")
_CUTS = {"kiter": "", "edge": "", "edge-chords": "", "spp": ""}
Rows = list[dict[str, Any]]


def costs(
    profiler: str, *means: float, baseline: str = "native", width: float = 0.01, **more: Any
) -> Rows:
    """Returns a row for each of ``means``. The benchmarks' names are ``a``, ``b`` and so on.

    A mean's interval reaches from mean - ``width`` to mean + ``width``.
    """
    return [
        {
            "suite": "s", "benchmark": benchmark, "kind": "official", "size": "small",
            "jvm": "17", "profiler": profiler, "k": None,
            "cut": _CUTS.get(profiler, "back-edge"), "scope": "", "baseline": baseline,
            "form": "ratio", "metric": "timed_wall", "n": 7, "mean": mean, "median": mean,
            "ci_low": mean - width, "ci_high": mean + width, "least": mean, "most": mean,
            "noise_low": 0.95, "noise_high": 1.05,
            "verdict": "slower" if mean - width > 1.05
            else "faster" if mean + width < 0.95 else "within-noise",
            **more,
        }
        for benchmark, mean in zip("abcdefgh", means, strict=False)
    ]  # fmt: skip


def judged(directory: Path, trend: str, rows: Rows) -> tuple[str, str]:
    """Returns a trend's verdict on rows of ratios.csv, and a text about what was measured."""
    write_table(directory, "ratios", rows)
    found = next(one for one in TRENDS if one.name == trend)
    judgement = found.judge(Evidence(Results(directory), VIEW, "official"))
    return judgement.verdict, judgement.measured
