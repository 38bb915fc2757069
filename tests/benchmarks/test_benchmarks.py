"""Tests the arithmetic of the benchmarks, and what they read from a run."""

import io
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from benchmarks import overhead, startup
from benchmarks.comparison import (
    THIS,
    Run,
    over_blpp,
    over_native,
    over_other,
    print_comparison,
    slower,
)
from benchmarks.measurement import Measurement, measure
from benchmarks.summary import print_tables, summarise
from benchmarks.trees import other_tree
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.workloads.kits.run import KitRun

ITERATIONS = (
    "===== kpath stand-in for a b: warm-up 1 took 900 ms, 800 ms of CPU: 1 classes =====\n"
    "===== kpath stand-in for a b: iteration 1 took 250 ms, 200 ms of CPU: 1 classes =====\n"
    "===== kpath stand-in for a b: iteration 2 took 500 ms, 400 ms of CPU: 1 classes =====\n"
)


def run_of(name: str, number: int, seconds: float) -> Measurement:
    return Measurement(name, number, seconds, seconds / 2, seconds + 1, 3 * seconds, 0.5)


def ratio_run(tree: str, configuration: str, number: int, seconds: float) -> Run:
    return Run("s/a", tree, configuration, number, seconds, seconds, seconds, seconds)


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

    def test_an_official_benchmarks_iterations_are_read_from_its_log(self) -> None:
        line = '{"phase":"%s","iteration":1,"wall_nanos":%d,"cpu_nanos":2000,"valid":true}'
        script = f"echo '{line % ('warmup', 9)}\n{line % ('timed', 5e8)}' > ${{0#*=}}"
        with KitRun(1, 1) as kit_run:
            shell, log = kit_run.with_log(["sh"])
            measured = measure("native", 1, [shell, "-c", script, log], None, kit_run=kit_run)
        assert measured.timed_seconds == 0.5
        assert measured.timed_cpu_seconds == pytest.approx(2e-6)

    def test_an_official_benchmark_without_iterations_fails(self) -> None:
        with KitRun(1, 1) as kit_run, pytest.raises(subprocess.CalledProcessError) as raised:
            measure("native", 1, ["true"], None, kit_run=kit_run)
        assert raised.value.output == "\nthe program wrote no iterations log"


class TestSummary:
    RUNS = (
        run_of("k=16", 1, 4.0),
        run_of("native", 1, 1.0),
        run_of("k=1", 1, 3.0),
        run_of("native", 2, 2.0),
        run_of("k=1", 2, 4.0),
        run_of("k=16", 2, 4.0),
    )

    def test_ratios_are_formed_within_a_round(self) -> None:
        summary = summarise(self.RUNS, "native", "k=1")
        assert list(summary) == ["native", "k=1", "k=16"]
        ratios = summary["k=16"]["ratios"]
        assert ratios["native"]["timed_seconds"] == {"median": 3.0, "min": 2.0, "max": 4.0}
        assert ratios["blpp"]["timed_seconds"]["max"] == pytest.approx(4 / 3)

    def test_overheads_are_relative_to_those_of_blpp(self) -> None:
        summary = summarise(self.RUNS, "native", "k=1")
        assert summary["k=16"]["overhead"] == {"median": 1.25, "min": 1.0, "max": 1.5}
        assert summary["k=1"]["overhead"] is None

    def test_tables_show_median_and_extremes(self) -> None:
        text = io.StringIO()
        print_tables(summarise(self.RUNS, "native", "k=1"), Console(file=text, width=110))
        assert "1.50 [1.00, 2.00]" in text.getvalue()

    def test_a_run_without_a_profile_has_only_times(self) -> None:
        profiled = replace(run_of("k=1", 1, 3.0), completions=5, events=4)
        runs = (run_of("native", 1, 1.0), run_of("no-profile", 1, 2.0), profiled)
        summary = summarise(runs, "native", "k=1")
        assert list(summary) == ["native", "no-profile", "k=1"]
        assert summary["no-profile"]["ratios"]["native"]["timed_seconds"]["median"] == 2.0
        assert "events" not in summary["no-profile"]["figures"]
        assert summary["k=1"]["figures"]["events"]["median"] == 4
        print_tables(summary, Console(file=io.StringIO(), width=110))


class TestOverhead:
    def test_the_option_no_profile_keeps_the_stream(self, monkeypatch: pytest.MonkeyPatch) -> None:
        found: dict[str, tuple[list[str], Path | None]] = {}

        def measured(name: str, number: int, command: list[str], profile: Path | None) -> object:
            found[name] = (command, profile)
            return run_of(name, number, 1.0)

        monkeypatch.setattr(overhead, "measure", measured)
        arguments = ["grande", "heapsort", "-k", "2", "--rounds", "1", "--no-profile"]
        assert overhead.main(arguments) == 0
        assert sorted(found) == ["k=2", "native", "no-profile"]
        command, profile = found["no-profile"]
        own = command[command.index("run") : command.index("--")]
        assert own[1] == "--record"
        assert own[3:] == ["--no-profile", "--force"]
        assert profile is None
        # Only runs that make a profile get the option -k. All runs run the same program.
        assert "-k" in found["k=2"][0]
        assert command[command.index("--") + 1 :] == found["native"][0]


class TestComparison:
    RUNS = (
        ratio_run("this", "native", 1, 1.0),
        ratio_run("this", "k=8", 1, 2.0),
        ratio_run("other", "k=8", 1, 1.6),
        ratio_run("this", "native", 2, 2.0),
        ratio_run("this", "k=8", 2, 6.0),
        ratio_run("other", "k=8", 2, 5.0),
        ratio_run("this", "loops", 1, 1.5),
    )

    def test_ratios_are_formed_within_a_round(self) -> None:
        assert over_native(self.RUNS, THIS, "timed") == {
            ("s/a", "k=8"): [2.0, 3.0], ("s/a", "loops"): [1.5],
        }  # fmt: skip
        assert over_other(self.RUNS, "timed") == {("s/a", "k=8"): [1.25, 1.2]}

    def test_slower_programs_are_named(self) -> None:
        lines = list(slower(self.RUNS))
        assert lines[0] == "slower: s/a k=8, timed: 1.23 \\[1.20, 1.25]"
        assert not any("loops" in line for line in lines)

    def test_a_program_with_a_faster_round_is_not_called_slower(self) -> None:
        assert not list(slower((*self.RUNS, ratio_run("other", "loops", 1, 1.6))))[4:]
        faster = (*self.RUNS[:2], ratio_run("other", "k=8", 1, 2.1), *self.RUNS[3:6])
        assert list(slower(faster)) == []

    def test_waiting_is_reported_by_configuration(self) -> None:
        text = io.StringIO()
        waits = [replace(ratio_run("this", "k=8", it, 1.0), waited=it / 100) for it in (1, 2, 6)]
        print_comparison([self.RUNS[0], *waits], Console(file=text, width=130))
        assert "for 2.0% of their time, median of 3 runs; at most 6.0% (s/a)" in text.getvalue()

    def test_k_blpp_is_compared_with_blpp_of_the_same_round(self) -> None:
        runs = [
            replace(ratio_run("this", name, it, seconds * it), program=program)
            for it in (1, 2)
            for program, name, seconds in (
                ("s/a", "blpp-hash", 2.0), ("s/b", "blpp-hash", 1.0),
                ("s/a", "k-blpp-packed", 1.0), ("s/b", "k-blpp-packed", 8.0),
            )
        ]  # fmt: skip
        assert over_blpp(runs, THIS, "timed") == {
            ("s/a", "k-blpp-packed"): [0.5, 0.5], ("s/b", "k-blpp-packed"): [8.0, 8.0],
        }  # fmt: skip
        text = io.StringIO()
        print_comparison(runs, Console(file=text, width=160))
        line = "k-blpp-packed over blpp-hash, geometric mean of programs: timed 2.00, worst 8.00 ("
        assert f"{line}s/b)" in text.getvalue()
        assert "k-blpp over" not in text.getvalue()

    def test_the_table_ends_with_the_mean_of_all_programs(self) -> None:
        text = io.StringIO()
        print_comparison(self.RUNS, Console(file=text, width=130))
        assert "2.50 [2.00, 3.00]" in text.getvalue()
        assert "geometric mean, worst of 1" in text.getvalue()


def test_an_unknown_commit_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KpathError, match="nosuchcommit"):
        other_tree("nosuchcommit", tmp_path)


def test_the_table_of_startup_costs_has_a_whole_title() -> None:
    """Rich takes text in square brackets for markup, and doesn't print it."""
    runs = [
        startup.Run(name, seconds, seconds, seconds, 1000)
        for seconds, name in enumerate([startup.NATIVE, *startup.CONFIGURATIONS], 1)
    ]
    console = Console(file=io.StringIO(), width=130)
    console.print(startup._table([{run.name: run for run in runs}]))
    assert isinstance(console.file, io.StringIO)
    told = console.file.getvalue()
    assert "ms per 1,000 methods (1000 methods); median [least, most]" in told
    assert "1000.0 [1000.0, 1000.0]" in told
