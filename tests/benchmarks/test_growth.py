"""Tests growth.py: the sizes of the runs, the figures, and the program that it runs."""

import io
import subprocess
from pathlib import Path

from rich.console import Console

from benchmarks.growth import GROWTH, Pair, Point, points, table
from benchmarks.growth_program import MAIN, compile_growth
from benchmarks.measurement import Measurement, measure
from oracle.harness import default_java_home


def measurement(cpu_seconds: float, events: int | None = None) -> Measurement:
    return Measurement("a", 1, 1.0, 1.0, 2.0, cpu_seconds, 0.5, None, events)


def test_one_dimension_grows_at_a_time() -> None:
    for name, values in GROWTH.items():
        assert [getattr(point, name) for point in points(name)] == list(values)
        assert all(
            getattr(point, other) == getattr(Point(), other)
            for point in points(name)
            for other in GROWTH
            if other != name
        )


def test_the_native_cpu_time_is_subtracted() -> None:
    pair = Pair(Point(threads=2), measurement(1.0), measurement(1.5, 1_000_000))
    assert pair.nanos_per_event == 500
    text = io.StringIO()
    Console(file=text, width=130).print(table("threads", [pair]))
    assert "500.0" in text.getvalue()


def test_the_program_runs_natively(tmp_path: Path) -> None:
    java = default_java_home() / "bin" / "java"
    classes = compile_growth(201, java.with_name("javac"), tmp_path / "classes")
    assert len(list(classes.glob("Part*.class"))) == 2
    done = measure("native", 1, [str(java), "-cp", str(classes), MAIN, "2", "1000"], None)
    assert done.timed_cpu_seconds > 0
    wrong = subprocess.run([java, "-cp", classes, MAIN], capture_output=True)
    assert wrong.returncode != 0
