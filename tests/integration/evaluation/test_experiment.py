"""Runs experiments that end, fail or time out, are interrupted, or are killed and resumed."""

import json
import os
import signal
from pathlib import Path

import pandas as pd
import pytest

from builders.waiting import LIMIT_SECONDS, wait_for
from experiment_runs import experiment, is_alive, iterating, trials, write
from kpath_command import last_line, start
from kpath_jvm.evaluation.results.tables import read_table


@pytest.fixture(scope="module")
def directory(classes: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("trials")
    broken = f'[programs.broken]\ncommand = ["java", "-cp", "{classes}", "NoSuchClass"]'
    stream = '[profilers.stream]\nk = [3]\ncuts = ["back-edge"]\nbenchmarks = ["loop"]'
    stream += '\n[structure]\nk = [2]\ncut = "loop-header"\nbenchmarks = ["broken"]'
    write(directory, classes, more=broken, profilers=stream)
    done = experiment(directory)
    assert done.returncode == 0, done.stderr
    return directory


class TestTrials:
    """Runs a program under three profilers, and a second program whose class is missing."""

    @pytest.fixture
    def table(self, directory: Path) -> pd.DataFrame:
        return read_table(directory / "results", "trials")

    def test_every_configuration_is_measured(self, directory: Path, table: pd.DataFrame) -> None:
        good = table[table["status"] == "ok"]
        assert sorted(zip(good["profiler"], good["repetition"], strict=True)) == [
            (name, repetition)
            for name in ("native", "native-again", "stream")
            for repetition in (1, 2)
        ]
        assert (good["iterations"] == 3).all()
        assert good["digest"].nunique() == 1
        assert (good["timed_wall_seconds"] < good["wall_seconds"]).all()
        assert (good["target_max_rss_bytes"] > 10_000_000).all()
        assert len(read_table(directory / "results", "iterations")) == 6 * 4
        assert set(read_table(directory / "results", "ratios")["verdict"]) == {"too-few"}

    def test_the_stream_is_measured(self, table: pd.DataFrame) -> None:
        stream_row = table[table["profiler"] == "stream"].iloc[0]
        assert stream_row["engine_cpu_seconds"] > 0
        # There are 4 iterations of 100,000 rounds, and each round ends a path.
        assert stream_row["streamed_items"] >= 400_000

    def test_failures_have_their_reasons(self, directory: Path, table: pd.DataFrame) -> None:
        failed = table[table["status"] == "failed"]
        # A configuration whose first trial fails gets no further trial.
        assert sorted(failed["profiler"]) == ["native", "native-again"]
        assert all("NoSuchClass" in reason for reason in failed["reason"])
        document = json.loads((directory / "results" / "experiment.json").read_text("utf-8"))
        (recording,) = document["failed_recordings"]
        assert recording.startswith("program broken")
        assert recording in document["failures"]
        assert len(document["failures"]) == 3

    def test_only_failures_are_measured_again_on_request(self, directory: Path) -> None:
        before = trials(directory)
        again = experiment(directory)
        assert b"0 runs done" in again.stderr
        assert trials(directory) == before
        retried = experiment(directory, "--retry-failed")
        assert b"3 runs done" in retried.stderr
        assert len(trials(directory)) == len(before) + 2


def test_a_killed_run_is_resumed_without_repeating_trials(tmp_path: Path, classes: str) -> None:
    write(tmp_path, classes)
    hold = tmp_path / "hold"
    hold.touch()
    process = start("experiment", "mine.toml", "-o", "results", directory=tmp_path)
    target = wait_for(lambda: iterating(tmp_path), "a trial iterates")
    # A second run must not share the directory.
    second = experiment(tmp_path)
    assert second.returncode == 125
    assert "is in use by another run" in last_line(second.stderr)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert is_alive(target)
    assert trials(tmp_path) == {}
    resumed = start("experiment", "mine.toml", "-o", "results", directory=tmp_path)
    # Processes left over from the killed run would disturb the trials.
    wait_for(lambda: not is_alive(target), "the process that the killed run left behind has ended")
    hold.unlink()
    assert resumed.wait(timeout=LIMIT_SECONDS) == 0
    numbers = sorted(it["trial"] for it in trials(tmp_path).values())
    assert numbers == [1, 2, 3, 4]
    assert not list((tmp_path / "results" / "trials").glob("*/.*"))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_ends_the_trial_and_explains_how_to_resume(
    tmp_path: Path, classes: str, number: signal.Signals
) -> None:
    write(tmp_path, classes, repetitions=1)
    hold = tmp_path / "hold"
    hold.touch()
    process = start("experiment", "mine.toml", "-o", "results", directory=tmp_path)
    target = wait_for(lambda: iterating(tmp_path), "a trial iterates")
    os.kill(process.pid, number)
    _, err = process.communicate(timeout=LIMIT_SECONDS)
    assert process.returncode == 130
    assert last_line(err) == (
        "kpath-jvm: interrupted; run the same command again to continue in results"
    )
    assert not is_alive(target)
    assert not list((tmp_path / "results" / "trials").iterdir())
    assert len(read_table(tmp_path / "results", "trials")) == 0


def test_a_trial_that_takes_too_long_is_a_timeout(tmp_path: Path, classes: str) -> None:
    write(tmp_path, classes, repetitions=1)
    (tmp_path / "hold").touch()
    done = experiment(tmp_path, "--set", "limits.trial_seconds=2")
    # The status is 1 because no trial has succeeded.
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


def test_no_trial_starts_after_the_time_is_used_up(tmp_path: Path, classes: str) -> None:
    write(tmp_path, classes, repetitions=1)
    done = experiment(tmp_path, "--budget", "0.000001")
    assert b"the time was used up" in done.stderr
    told = json.loads((tmp_path / "results" / "experiment.json").read_text("utf-8"))
    assert told["state"] == "incomplete"
    assert len(told["missing"]) == 2
    assert experiment(tmp_path).returncode == 0
    assert len(trials(tmp_path)) == 2
