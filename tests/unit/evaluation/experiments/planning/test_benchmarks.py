"""Tests an experiment's benchmarks: their selection by patterns, their JDKs, and their digests."""

from dataclasses import replace
from pathlib import Path

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.experiments.planning.benchmarks import (
    Benchmark,
    digest_of,
    find_jdk,
    is_selected,
)
from kpath_jvm.evaluation.experiments.planning.configuration import ExperimentProgram
from kpath_jvm.evaluation.workloads.catalogue import find_workload
from kpath_jvm.launch.jdk import Jdk


@pytest.mark.parametrize(
    ("selector", "expected"),
    [
        ("*", True),
        ("one", True),
        ("program/one", True),
        ("program/*", True),
        ("*/one", True),
        ("dacapo/one", False),
        ("program/two", False),
        ("on", False),
    ],
)
def test_patterns_select_benchmarks(selector: str, expected: bool) -> None:
    program = ExperimentProgram("one", ("java", "One"), iterations_log=False)
    jdk = Jdk(Path("/jdk"), "a test")
    benchmark = Benchmark("program", "one", "official", "default", jdk, "17", program=program)
    assert is_selected(benchmark, [selector]) is expected


def test_errors_for_unknown_jdks_say_what_is_wrong() -> None:
    with pytest.raises(
        KpathError, match=r"^no JDK 3 found; there are: \d+.*; install it or correct `jvms`$"
    ):
        find_jdk("3")
    with pytest.raises(KpathError, match="has no bin/java"):
        find_jdk("/nowhere")


def test_a_digest_does_not_depend_on_the_order_of_keys() -> None:
    assert digest_of({"a": 1, "b": [2]}) == digest_of({"b": [2], "a": 1})
    assert digest_of({"a": 1}) != digest_of({"a": "1"})
    assert len(digest_of(None)) == 16


def benchmark_of(**changes: object) -> Benchmark:
    workload = replace(find_workload("grande", "series"), **changes)  # type: ignore[arg-type]
    jdk = Jdk(Path("/jdk"), "a test")
    return Benchmark("grande", "series", "stand-in", "small", jdk, "17", workload=workload)


def test_a_benchmark_s_content_ignores_titles_and_known_limits() -> None:
    assert benchmark_of(title="another", known_limits=()).content == benchmark_of().content


@pytest.mark.parametrize("changes", [{"jvm_options": ("-Xmx999m",)}, {"benchmark_class": "Other"}])
def test_a_benchmark_s_content_depends_on_what_runs(changes: dict[str, object]) -> None:
    assert benchmark_of(**changes).content != benchmark_of().content
