"""Tests a recorded run: its commands, and what is kept afterwards."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kpath_jvm.evaluation.experiments.planning.benchmarks import Benchmark
from kpath_jvm.evaluation.experiments.planning.configuration import Limits, Structure
from kpath_jvm.evaluation.experiments.trials import recorded_run as module
from kpath_jvm.evaluation.experiments.trials.directory import ResultsDirectory
from kpath_jvm.evaluation.experiments.trials.lanes import Lane
from kpath_jvm.evaluation.experiments.trials.processes import Finished, Stop
from kpath_jvm.evaluation.experiments.trials.recorded_run import (
    RecordedRun,
    record_structure,
    tree_bytes,
)
from kpath_jvm.evaluation.information.runs import EXACT, Run, runs

STRUCTURE = Structure(k=(2, 4), warmups=None, iterations=None, cache_items=None, profiles=())
ROWS = {"rows": [1]}


class Commands:
    """Replaces the processes of the run's steps.

    Keeps each step's arguments, and writes the files that the step would leave.
    """

    def __init__(self, directory: Path) -> None:
        self.results = ResultsDirectory(directory)
        self.words: list[list[str]] = []
        self.rows = json.dumps(ROWS)
        self.exit_status: Mapping[str, int] = {}
        self.limits = Limits()
        self.complaints: list[str | None] = []

    def run(
        self,
        command: Sequence[str],
        log: Path,
        _directory: Path,
        _environment: Mapping[str, str],
        _limit_seconds: float,
        _stop: Stop,
        check: Callable[[], str | None],
    ) -> Finished:
        verb, words = command[3], list(command[3:])
        self.words.append(words)
        if verb == "run" and "--record" in words:
            stream = Path(words[words.index("--record") + 1])
            stream.mkdir()
            (stream / "chunk").write_bytes(b"x" * 10_000)
        elif verb == "structure":
            Path(words[words.index("-o") + 1]).write_text(self.rows, "utf-8")
        self.complaints.append(check())
        log.write_text("said so", "utf-8")
        return Finished(self.exit_status.get(verb, 0), None, None, 1.5, 1.0, 100)

    def record(self, benchmark: Benchmark, structure: Structure = STRUCTURE) -> dict[str, Any]:
        stop = Stop()
        try:
            return record_structure(
                RecordedRun(benchmark, structure, "1"),
                self.results,
                self.limits,
                ["-Xmx1g"],
                Lane(1, None),
                stop,
            )
        finally:
            stop.close()

    def verbs(self) -> list[str]:
        return [words[0] for words in self.words]

    def stream(self) -> list[Path]:
        return list(self.results.structures.glob("*/stream"))


@pytest.fixture
def commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Commands:
    made = Commands(tmp_path / "results")
    monkeypatch.setattr(module, "run_limited", made.run)
    monkeypatch.setattr(Benchmark, "has_iterations_log", False)
    return made


def test_a_stream_is_recorded_once_and_measured_for_all_k(
    commands: Commands, benchmarks: list[Benchmark]
) -> None:
    document = commands.record(benchmarks[0])
    assert commands.verbs() == ["run", "structure"]
    structure = commands.words[1]
    assert structure[structure.index("-k") + 1] == "2,4"
    assert "--caches" in structure
    assert (document["status"], document["rows"]) == ("ok", ROWS)
    assert document["steps"] == {"record": 1.5, "structure": 1.5}


def test_run_gets_the_program_s_own_command(
    commands: Commands, benchmarks: list[Benchmark]
) -> None:
    commands.record(benchmarks[0], replace(STRUCTURE, cut="back-edge", jvm_options=("-Xint",)))
    words = commands.words[0]
    program = words[words.index("--") + 1 :]
    assert [Path(program[0]).name, *program[2:]] == ["java", "-Xmx1g", "-Xint", "One"]
    assert words[words.index("--cut") + 1] == "back-edge"
    assert "--no-profile" in words


@pytest.mark.parametrize(
    ("caches", "items", "expected"),
    [(False, None, []), (True, None, ["--caches"]), (True, 9, ["--caches", "--cache-items", "9"])],
)
def test_caches_are_simulated_as_requested(
    commands: Commands,
    benchmarks: list[Benchmark],
    caches: bool,
    items: int | None,
    expected: list[str],
) -> None:
    commands.record(benchmarks[0], replace(STRUCTURE, caches=caches, cache_items=items))
    words = commands.words[1]
    assert words[4 : words.index("-o")] == expected


def test_the_content_of_structure_json_is_returned(
    commands: Commands, benchmarks: list[Benchmark]
) -> None:
    document = commands.record(benchmarks[0])
    (path,) = commands.results.structures.glob("*/structure.json")
    assert json.loads(path.read_text("utf-8")) == document
    assert document["identity"] == RecordedRun(benchmarks[0], STRUCTURE, "1").identity()


def test_a_failed_step_is_the_last_and_the_reason_names_it(
    commands: Commands, benchmarks: list[Benchmark]
) -> None:
    commands.exit_status = {"run": 4}
    document = commands.record(benchmarks[0])
    assert commands.verbs() == ["run"]
    assert document["status"] == "failed"
    assert document["reason"] == "record: exit status 4: said so"
    assert "rows" not in document


def test_unreadable_rows_are_a_failure(commands: Commands, benchmarks: list[Benchmark]) -> None:
    commands.rows = "{"
    document = commands.record(benchmarks[0])
    assert document["reason"] == "kpath-jvm structure left no readable rows"


def test_a_stream_is_kept_on_request_and_its_size_is_always_kept(
    commands: Commands, benchmarks: list[Benchmark]
) -> None:
    document = commands.record(benchmarks[0])
    assert document["stream_bytes"] >= 10_000
    assert commands.stream() == []
    commands.record(benchmarks[0], replace(STRUCTURE, keep_streams=True))
    assert len(commands.stream()) == 1


def test_a_recording_that_takes_too_much_disk_is_ended(
    commands: Commands, benchmarks: list[Benchmark]
) -> None:
    commands.limits = Limits(disk_bytes=5000)
    commands.record(benchmarks[0])
    assert commands.complaints[0] is not None
    assert commands.complaints[0].endswith(" bytes, more than limits.disk")
    commands.complaints.clear()
    commands.limits = Limits(disk_bytes=1 << 20)
    commands.record(benchmarks[0])
    assert commands.complaints == [None, None]


def test_profiles_of_selected_benchmarks_are_kept(benchmarks: list[Benchmark]) -> None:
    structure = replace(STRUCTURE, profiles=(("program/one", 4), ("program/*", 8)))
    kept = [RecordedRun(it, structure, "1").kept_profiles for it in benchmarks]
    assert kept == [[4, 8], [8]]


@pytest.mark.parametrize(
    "changed",
    [
        {"k": (2,)}, {"cut": "back-edge"}, {"iterations": 3}, {"warmups": 1}, {"caches": False},
        {"cache_items": 7}, {"jvm_options": ("-Xint",)}, {"profiles": (("program/*", 2),)},
    ],
)  # fmt: skip
def test_an_option_that_affects_the_results_changes_the_identity(
    benchmarks: list[Benchmark], changed: dict[str, Any]
) -> None:
    one = RecordedRun(benchmarks[0], STRUCTURE, "1").identity()
    assert RecordedRun(benchmarks[0], replace(STRUCTURE, **changed), "1").identity() != one


def test_the_benchmark_and_the_version_are_in_the_identity(benchmarks: list[Benchmark]) -> None:
    one = RecordedRun(benchmarks[0], STRUCTURE, "1")
    assert replace(one).identity() == one.identity()
    assert replace(one, version="2").identity() != one.identity()
    assert replace(one, benchmark=benchmarks[1]).identity() != one.identity()
    assert replace(one, structure=replace(STRUCTURE, keep_streams=True)).identity() == (
        one.identity()
    )


def test_missing_directories_have_size_0(tmp_path: Path) -> None:
    assert tree_bytes(tmp_path / "none") == 0
    (tmp_path / "file").write_bytes(b"x" * 5000)
    assert tree_bytes(tmp_path) >= 5000


def test_information_comes_from_one_profile_of_each_run(
    commands: Commands, benchmarks: list[Benchmark], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Path] = []
    monkeypatch.setattr(module.Profile, "open", lambda path: opened.append(path))

    def rows(open_profile: Callable[[Run], Any], trained: None) -> dict[str, Any]:
        assert trained is None
        for run in runs():
            open_profile(run)
        return {"iterated": [{"k": 2}]}

    monkeypatch.setattr(module, "all_rows", rows)
    asked = replace(STRUCTURE, information=("program/one",))
    document = commands.record(benchmarks[0], asked)
    assert (document["reason"], document["information"]) == ("", {"iterated": [{"k": 2}]})
    made = [words for words in commands.words[2:] if words[0] == "run"]
    outputs = [Path(words[words.index("-o") + 1]) for words in made]
    assert outputs == opened
    assert [path.stem for path in outputs] == [run.name for run in runs()]
    assert ["--segment-dir" in words for words in made] == [run == EXACT for run in runs()]
    for run, words in zip(runs(), made, strict=True):
        assert " ".join(run.arguments) in " ".join(words[: words.index("--")])
    assert not outputs[0].parent.exists()
    assert "information" not in commands.record(benchmarks[1], asked)


def test_a_request_for_information_changes_the_identity(benchmarks: list[Benchmark]) -> None:
    asked = replace(STRUCTURE, information=("program/one",))
    one, two = (RecordedRun(it, asked, "1").identity() for it in benchmarks[:2])
    assert one != RecordedRun(benchmarks[0], STRUCTURE, "1").identity()
    assert two == RecordedRun(benchmarks[1], STRUCTURE, "1").identity()
