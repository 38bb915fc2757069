"""Experiments as a user runs them: to the end, interrupted, killed, resumed, failed."""

import json
import os
import signal
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from kpath_command import compiled, ensure_jars, last_line, run, start, wait_for
from kpath_jvm import Profile
from kpath_jvm.evaluation.results.tables import read_table

FILE = """
seed = 3
description = "a tiny program"
benchmarks = ["program/*"]
repetitions = {repetitions}
[steady]
window = 2
cov = 0.5
[programs.loop]
command = ["java", "-cp", "{classes}", "TimedLoop", "1", "3", "{hold}"]
iterations_log = true
{more}
[profilers.native]
[profilers.native-again]
{profilers}
"""


@pytest.fixture(scope="module")
def classes(tmp_path_factory: pytest.TempPathFactory) -> str:
    ensure_jars()
    return compiled("TimedLoop", tmp_path_factory.mktemp("classes"))


def write(
    directory: Path, classes: str, repetitions: int = 2, more: str = "", profilers: str = ""
) -> Path:
    path = directory / "mine.toml"
    values: Mapping[str, Any] = {
        "repetitions": repetitions,
        "classes": classes,
        "hold": directory / "hold",
        "more": more,
        "profilers": profilers,
    }
    path.write_text(FILE.format(**values), "utf-8")
    return path


def trials(directory: Path) -> dict[str, dict[str, Any]]:
    """Every trial.json by its directory's name."""
    paths = sorted((directory / "results" / "trials").glob("*/trial.json"))
    return {path.parent.name: json.loads(path.read_text("utf-8")) for path in paths}


def experiment(directory: Path, *options: str) -> "subprocess.CompletedProcess[bytes]":
    return run("experiment", "mine.toml", "-o", "results", *options, directory=directory)


def test_trials_are_measured_once_and_failures_told(tmp_path: Path, classes: str) -> None:
    broken = f'[programs.broken]\ncommand = ["java", "-cp", "{classes}", "NoSuchClass"]'
    stream = '[profilers.stream]\nk = [3]\ncuts = ["back-edge"]\nbenchmarks = ["loop"]'
    stream += '\n[structure]\nk = [2]\ncut = "loop-header"\nbenchmarks = ["broken"]'
    write(tmp_path, classes, more=broken, profilers=stream)
    done = experiment(tmp_path)
    assert done.returncode == 0, done.stderr
    results = tmp_path / "results"
    table = read_table(results, "trials")
    good = table[table["status"] == "ok"]
    assert sorted(zip(good["profiler"], good["repetition"], strict=True)) == [
        (name, repetition) for name in ("native", "native-again", "stream") for repetition in (1, 2)
    ]
    assert (good["iterations"] == 3).all()
    assert good["digest"].nunique() == 1
    assert (good["timed_wall_seconds"] < good["wall_seconds"]).all()
    assert (good["target_max_rss_bytes"] > 10_000_000).all()
    stream_row = good[good["profiler"] == "stream"].iloc[0]
    assert stream_row["engine_cpu_seconds"] > 0
    # 4 iterations of 100,000 rounds, each of which ends a path.
    assert stream_row["streamed_items"] >= 400_000
    failed = table[table["status"] == "failed"]
    # Each configuration that has never succeeded is tried once.
    assert sorted(failed["profiler"]) == ["native", "native-again"]
    assert all("NoSuchClass" in reason for reason in failed["reason"])
    told = json.loads((results / "experiment.json").read_text("utf-8"))
    (recording,) = told["failed_recordings"]
    assert recording.startswith("program broken")
    assert recording in told["failures"]
    assert len(told["failures"]) == 3
    assert len(read_table(results, "iterations")) == 6 * 4
    assert set(read_table(results, "ratios")["verdict"]) == {"too-few"}

    before = trials(tmp_path)
    again = experiment(tmp_path)
    assert b"0 runs now" in again.stderr
    assert trials(tmp_path) == before
    retried = experiment(tmp_path, "--retry-failed")
    assert b"3 runs now" in retried.stderr
    assert len(trials(tmp_path)) == len(before) + 2


INLINE = """
[profilers.edge]
[profilers.blpp-hash]
cuts = ["loop-header"]
[profilers.k-blpp]
k = [2, 3]
cuts = ["loop-header"]
[structure]
k = [2, 3]
cut = "loop-header"
caches = true
jvm_options = ["-XX:TieredStopAtLevel=1"]
profiles = { "program/loop" = { k = 3 } }
"""


def test_inline_profilers_and_the_recorded_run_count_the_same(tmp_path: Path, classes: str) -> None:
    write(tmp_path, classes, repetitions=1, profilers=INLINE)
    done = experiment(tmp_path)
    assert done.returncode == 0, done.stderr
    results = tmp_path / "results"
    table = read_table(results, "trials")
    assert set(table["status"]) == {"ok"}, table["reason"]
    structure = read_table(results, "structure").set_index("k")
    assert list(structure.index) == [2, 3]
    assert set(structure["status"]) == {"ok"}
    by_k = table[table["profiler"] == "k-blpp"].set_index("k")
    blpp = table[table["profiler"] == "blpp-hash"].iloc[0]
    for k in (2, 3):
        assert by_k.loc[k, "items"] == structure.loc[k, "items"] == blpp["items"]
        assert structure.loc[k, "blpp_hash_operations"] == blpp["items"]
    assert structure.loc[2, "hash_operations"] > structure.loc[3, "hash_operations"]
    assert (by_k["instrumentation_seconds"] > 0).all()
    (told,) = results.glob("structure/*/structure.json")
    assert "-XX:TieredStopAtLevel=1" in json.loads(told.read_text())["rows"]["command"]
    assert not any("Tiered" in path.read_text() for path in results.glob("trials/*/trial.json"))
    (profile,) = (results / "profiles").iterdir()
    assert profile.name.startswith("loop-default-jdk")
    assert Profile.open(profile).run["k"] == 3
    # The stream itself is not kept, nor are the profiles of trials.
    assert not list(results.glob("structure/*/stream"))
    assert not list(results.glob("trials/*/inline/*.bin"))
    assert b"0 runs now" in experiment(tmp_path).stderr


#: Counts what it likes; the events are told as perf tells them.
PERF = """#!/bin/sh
while test "$1" != -o; do shift; done; out=$2
while test "$1" != --; do shift; done; shift
"$@"; status=$?
printf '%s\n' 3000,,cycles,9,100.00 2000,,instructions,9,100.00 800,,L1-dcache-loads,9,100.00 \
  40,,L1-dcache-load-misses,9,100.00 30,,LLC-loads,9,100.00 6,,LLC-load-misses,9,100.00 > "$out"
exit $status
"""


def test_hardware_counters_where_there_are_some(tmp_path: Path, classes: str) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    perf = tools / "perf"
    perf.write_text(PERF, "utf-8")
    perf.chmod(0o755)
    write(tmp_path, classes, 1, profilers='[profilers.blpp-hash]\ncuts = ["loop-header"]')
    path = {"PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}
    arguments = ("experiment", "mine.toml", "-o", "results")
    done = run(*arguments, directory=tmp_path, extra=path)
    assert done.returncode == 0, done.stderr
    results = tmp_path / "results"
    assert set(read_table(results, "trials")["status"]) == {"ok"}
    (row,) = read_table(results, "counters").to_dict("records")
    (counted,) = (it for it in trials(tmp_path).values() if "counters" in it)
    assert counted["configuration"]["profiler"] == "blpp-hash"
    assert row == {
        "trial": counted["trial"],
        "cycles_per_instruction": 1.5,
        "l1_miss_rate": 0.05,
        "l2_miss_rate": 0.2,
    }
    told = json.loads((results / "experiment.json").read_text("utf-8"))
    assert told["no_hardware_counters"] is None
    perf.write_text("#!/bin/sh\necho 'No permission to count.' >&2; exit 255\n", "utf-8")
    assert run(*arguments, directory=tmp_path, extra=path).returncode == 0
    told = json.loads((results / "experiment.json").read_text("utf-8"))
    assert "No permission to count." in told["no_hardware_counters"]
    # What was counted before is still what it was.
    assert len(read_table(results, "counters")) == 1


def test_a_killed_run_is_finished_without_repeating(tmp_path: Path, classes: str) -> None:
    write(tmp_path, classes)
    hold = tmp_path / "hold"
    hold.touch()
    process = start("experiment", "mine.toml", "-o", "results", directory=tmp_path)
    target = wait_for(lambda: _iterating(tmp_path))
    # Another run must not share the directory.
    second = experiment(tmp_path)
    assert second.returncode == 125
    assert "is in use by another run" in last_line(second.stderr)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert _is_alive(target)
    assert trials(tmp_path) == {}
    resumed = start("experiment", "mine.toml", "-o", "results", directory=tmp_path)
    # What the killed run had left would disturb the trials.
    wait_for(lambda: not _is_alive(target))
    hold.unlink()
    assert resumed.wait(timeout=300) == 0
    numbers = sorted(it["trial"] for it in trials(tmp_path).values())
    assert numbers == [1, 2, 3, 4]
    assert not list((tmp_path / "results" / "trials").glob("*/.*"))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_ends_the_trial_and_says_how_to_go_on(
    tmp_path: Path, classes: str, number: signal.Signals
) -> None:
    write(tmp_path, classes, repetitions=1)
    hold = tmp_path / "hold"
    hold.touch()
    process = start("experiment", "mine.toml", "-o", "results", directory=tmp_path)
    target = wait_for(lambda: _iterating(tmp_path))
    os.kill(process.pid, number)
    _, err = process.communicate(timeout=300)
    assert process.returncode == 130
    assert last_line(err) == (
        "kpath-jvm: interrupted; the same command goes on with results where it stopped"
    )
    assert not _is_alive(target)
    assert not list((tmp_path / "results" / "trials").iterdir())
    assert len(read_table(tmp_path / "results", "trials")) == 0


def test_a_trial_that_takes_too_long_is_a_timeout(tmp_path: Path, classes: str) -> None:
    write(tmp_path, classes, repetitions=1)
    (tmp_path / "hold").touch()
    done = experiment(tmp_path, "--set", "limits.trial_seconds=2")
    # Nothing at all has succeeded.
    assert done.returncode == 1
    table = read_table(tmp_path / "results", "trials")
    assert set(table["status"]) == {"timeout"}
    assert set(table["reason"]) == {"time limit of 2 s"}


def test_results_of_another_experiment_are_left_alone(tmp_path: Path, classes: str) -> None:
    write(tmp_path, classes, repetitions=1)
    assert experiment(tmp_path).returncode == 0
    other = experiment(tmp_path, "--set", "name=other")
    assert other.returncode == 2
    assert "has the results of experiment mine (custom)" in last_line(other.stderr)


def test_a_budget_stops_starting_trials(tmp_path: Path, classes: str) -> None:
    write(tmp_path, classes, repetitions=1)
    done = experiment(tmp_path, "--budget", "0.000001")
    assert b"the time was used up" in done.stderr
    told = json.loads((tmp_path / "results" / "experiment.json").read_text("utf-8"))
    assert told["state"] == "incomplete"
    assert len(told["missing"]) == 2
    assert experiment(tmp_path).returncode == 0
    assert len(trials(tmp_path)) == 2


SECOND = """
[programs.another]
command = ["java", "-cp", "{classes}", "TimedLoop", "1", "3", "{hold}"]
iterations_log = true
"""


class TestLanes:
    """Trials side by side, each on a CPU of its own."""

    @pytest.fixture(autouse=True)
    def _cpus(self) -> None:
        if len(os.sched_getaffinity(0)) < 2:
            pytest.skip("two lanes need two CPUs")

    def test_two_lanes_run_all_trials_on_their_cpus(self, tmp_path: Path, classes: str) -> None:
        write(tmp_path, classes, more=SECOND.format(classes=classes, hold=tmp_path / "hold"))
        (tmp_path / "hold").touch()
        process = start(
            "experiment", "mine.toml", "-o", "results", "--lanes", "2", directory=tmp_path
        )
        first = wait_for(lambda: _both_iterating(tmp_path))
        cpus = [os.sched_getaffinity(pid) for pid in first]
        assert [len(it) for it in cpus] == [1, 1]
        assert cpus[0] != cpus[1]
        (tmp_path / "hold").unlink()
        _, err = process.communicate(timeout=300)
        assert process.returncode == 0, err

        told = json.loads((tmp_path / "results" / "experiment.json").read_text("utf-8"))
        assert told["state"] == "complete"
        assert told["lanes_in_words"] == "2 lanes, each pinned to one core"
        cores = {it["lane"]: it["core"] for it in told["lanes"]}
        assert {frozenset(it) for it in cpus} == {frozenset({core}) for core in cores.values()}
        documents = list(trials(tmp_path).values())
        assert sorted(it["trial"] for it in documents) == list(range(1, 9))
        assert sorted(it["order"] for it in documents) == list(range(1, 9))
        assert all(cores[it["lane"]] == it["core"] for it in documents)
        groups: dict[tuple[str, int], set[int]] = {}
        for it in documents:
            key = it["configuration"]["benchmark"], it["repetition"]
            groups.setdefault(key, set()).add(it["lane"])
        assert {len(lanes) for lanes in groups.values()} == {1}
        assert len(read_table(tmp_path / "results", "trials")) == 8
        assert b"0 runs now" in experiment(tmp_path, "--lanes", "2").stderr

        # What had a CPU of its own isn't pooled with what had them all.
        alone = experiment(tmp_path)
        assert b"8 runs now" in alone.stderr
        rounds = json.loads((tmp_path / "results" / "machines.json").read_text("utf-8"))
        assert [it.get("pinned_lanes") for it in rounds] == [2, None]

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
    def test_lanes_are_interrupted_and_resumed(
        self, tmp_path: Path, classes: str, number: signal.Signals
    ) -> None:
        more = SECOND.format(classes=classes, hold=tmp_path / "hold")
        write(tmp_path, classes, repetitions=1, more=more)
        (tmp_path / "hold").touch()
        options = ("experiment", "mine.toml", "-o", "results", "--lanes", "2")
        process = start(*options, directory=tmp_path)
        targets = wait_for(lambda: _both_iterating(tmp_path))
        os.kill(process.pid, number)
        _, err = process.communicate(timeout=300) if number != signal.SIGKILL else (b"", b"")
        process.wait(timeout=300)
        if number != signal.SIGKILL:
            assert process.returncode == 130
            assert last_line(err).startswith("kpath-jvm: interrupted; the same command goes on")
            assert not any(map(_is_alive, targets))
            assert not list((tmp_path / "results" / "trials").iterdir())
        assert trials(tmp_path) == {}
        resumed = start(*options, directory=tmp_path)
        wait_for(lambda: not any(map(_is_alive, targets)))
        (tmp_path / "hold").unlink()
        _, err = resumed.communicate(timeout=300)
        assert resumed.returncode == 0, err
        assert sorted(it["trial"] for it in trials(tmp_path).values()) == [1, 2, 3, 4]

    def test_a_hopeless_configuration_is_tried_once_by_all_lanes(
        self, tmp_path: Path, classes: str
    ) -> None:
        path = write(tmp_path, classes, repetitions=4)
        path.write_text(path.read_text("utf-8").replace("TimedLoop", "NoSuchClass"), "utf-8")
        done = experiment(tmp_path, "--lanes", "2")
        assert done.returncode == 1
        assert len(trials(tmp_path)) == 2

    def test_more_lanes_than_cpus_are_as_many_as_cpus(self, tmp_path: Path, classes: str) -> None:
        write(tmp_path, classes, repetitions=1)
        done = experiment(tmp_path, "--lanes", "4000")
        assert done.returncode == 0
        assert b"4000 lanes were asked for, and " in done.stderr
        refused = experiment(tmp_path, "--lanes", "2", "--set", "pinned=false")
        assert refused.returncode == 2
        assert "2 lanes that aren't pinned would share CPUs" in last_line(refused.stderr)


def _both_iterating(directory: Path) -> list[int] | None:
    """The processes of two trials that have written their iterations logs."""
    logs = list((directory / "results" / "trials").glob("*/iterations.jsonl"))
    written = [it for it in logs if len(it.read_text("utf-8").splitlines()) == 4]
    return _targets(directory) if len(written) == 2 else None


def _iterating(directory: Path) -> int | None:
    """The process of a trial that has written its iterations log."""
    logs = list((directory / "results" / "trials").glob("*/iterations.jsonl"))
    if not logs or len(logs[0].read_text("utf-8").splitlines()) < 4:
        return None
    return next(iter(_targets(directory)), None)


def _targets(directory: Path) -> list[int]:
    """The processes of trials that wait for the file ``hold``."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        # Not the one that has started it, which has the same words and more.
        is_java = Path(os.fsdecode(words[0])).name == "java"
        if is_java and b"TimedLoop" in words and str(directory / "hold").encode() in words:
            found.append(int(entry.name))
    return found


def _is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
