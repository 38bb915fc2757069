"""Tests the commands that run the micro-benchmarks, and the table of their results."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from benchmarks.micro import CONFIGURATIONS, NATIVE, STREAM, Run, command_of, table_of

JAVA = Path("/jdk/bin/java")
PROGRAM = ("-jar", "micro.jar")


def test_ratios_compare_fastest_iterations_within_a_round() -> None:
    runs = [
        Run("daxpy", NATIVE, 1, (2.0, 1.0)),
        Run("daxpy", "k-blpp-packed", 1, (9.0, 3.0)),
        Run("daxpy", NATIVE, 2, (4.0, 2.0)),
        Run("daxpy", "k-blpp-packed", 2, (4.0, 8.0)),
    ]
    text = io.StringIO()
    Console(file=text, width=130).print(table_of(runs))
    assert "3.50, 2.5 [2.0, 3.0]" in text.getvalue()
    assert "1.50" in text.getvalue()


def test_the_native_command_has_no_profiler() -> None:
    assert command_of(JAVA, NATIVE, 8, Path("out"), PROGRAM) == [str(JAVA), *PROGRAM]


@pytest.mark.parametrize("configuration", CONFIGURATIONS)
def test_only_benchmarks_are_profiled_and_no_class_is_cached(configuration: str) -> None:
    command = command_of(JAVA, configuration, 5, Path("out"), PROGRAM)
    assert command[-2:] == list(PROGRAM)
    text = " ".join(command)
    kept = "--class-cache 0" if configuration == STREAM else "class-cache=0"
    assert kept in text
    assert "org.kpathjvm.micro.jmh_generated.*" in text
    assert ("k=5" in text) == configuration.startswith("k-blpp")
