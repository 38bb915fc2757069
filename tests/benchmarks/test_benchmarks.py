"""The benchmark's own arithmetic, and what it reads off a run."""

import io
import subprocess

import pytest
from rich.console import Console

from benchmarks.measurement import Measurement, measure
from benchmarks.summary import print_tables, summarise

ITERATIONS = (
    "===== kpath stand-in for a b: warm-up 1 took 900 ms, 800 ms of CPU: 1 classes =====\n"
    "===== kpath stand-in for a b: iteration 1 took 250 ms, 200 ms of CPU: 1 classes =====\n"
    "===== kpath stand-in for a b: iteration 2 took 500 ms, 400 ms of CPU: 1 classes =====\n"
)


def run_of(name: str, number: int, seconds: float) -> Measurement:
    return Measurement(name, number, seconds, seconds / 2, seconds + 1, 3 * seconds, 0.5)


class TestMeasure:
    def test_timed_iterations_are_added_up_without_the_warm_up(self) -> None:
        measured = measure("native", 1, ["printf", ITERATIONS], None)
        assert measured.timed_seconds == 0.75
        assert measured.timed_cpu_seconds == pytest.approx(0.6)
        assert measured.events is None

    @pytest.mark.parametrize("command", [["sh", "-c", "echo why; exit 3"], ["echo", "why"]])
    def test_a_failed_run_shows_its_output(self, command: list[str]) -> None:
        with pytest.raises(subprocess.CalledProcessError) as raised:
            measure("native", 1, command, None)
        assert raised.value.output == "why\n"


class TestSummary:
    RUNS = (
        run_of("k=16", 1, 4.0),
        run_of("native", 1, 1.0),
        run_of("k=1", 1, 3.0),
        run_of("native", 2, 2.0),
        run_of("k=1", 2, 4.0),
        run_of("k=16", 2, 4.0),
    )

    def test_ratios_are_those_of_a_round(self) -> None:
        summary = summarise(self.RUNS, "native", "k=1")
        assert list(summary) == ["native", "k=1", "k=16"]
        ratios = summary["k=16"]["ratios"]
        assert ratios["native"]["timed_seconds"] == {"median": 3.0, "min": 2.0, "max": 4.0}
        assert ratios["blpp"]["timed_seconds"]["max"] == pytest.approx(4 / 3)

    def test_overheads_relative_to_blpps(self) -> None:
        summary = summarise(self.RUNS, "native", "k=1")
        assert summary["k=16"]["overhead"] == {"median": 1.25, "min": 1.0, "max": 1.5}
        assert summary["k=1"]["overhead"] is None

    def test_tables_show_median_and_extremes(self) -> None:
        text = io.StringIO()
        print_tables(summarise(self.RUNS, "native", "k=1"), Console(file=text, width=110))
        assert "1.50 [1.00, 2.00]" in text.getvalue()
