"""Runs one trial in a directory of its own, and describes it in trial.json."""

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.experiments.planning.benchmarks import Benchmark
from kpath_jvm.evaluation.experiments.planning.configuration import Steady
from kpath_jvm.evaluation.experiments.planning.plan import Configuration, Trial
from kpath_jvm.evaluation.experiments.trial_commands import (
    INLINE_DIRECTORY,
    PROFILE_DIRECTORY,
    Launch,
    profiled,
)
from kpath_jvm.evaluation.experiments.trials.directory import (
    TRIAL_FILE,
    ResultsDirectory,
    file_name,
    now,
    write_json,
)
from kpath_jvm.evaluation.experiments.trials.hardware_counters import counted
from kpath_jvm.evaluation.experiments.trials.hardware_counters import read as read_counters
from kpath_jvm.evaluation.experiments.trials.lanes import Lane
from kpath_jvm.evaluation.experiments.trials.metrics import (
    ITERATIONS_FILE,
    TrialFailedError,
    check_end,
    inline_metrics,
    process_metrics,
    stream_metrics,
    timed_metrics,
)
from kpath_jvm.evaluation.experiments.trials.processes import MARK, Finished, Stop, run_limited
from kpath_jvm.evaluation.profilers import PROFILERS
from kpath_jvm.evaluation.workloads.catalogue import prepare
from kpath_jvm.evaluation.workloads.iterations import IterationsError, read_iterations
from kpath_jvm.evaluation.workloads.preparation import PreparedWorkload
from kpath_jvm.launch.command import jvm_options
from kpath_jvm.profilers import BLPP_HASH, K_BLPP, STREAM
from kpath_jvm.records.record import plain

LOG_FILE = "log.txt"
WORK_DIRECTORY = "work"
_VARIABLES = ("JAVA_HOME", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "PATH", "TZ")
_PREFIXES = ("KPATH_", "LC_", "LANG", "LD_", "MALLOC_", "TMP", "XDG_CACHE")
_KEPT = ("run.json", "inline.json")
#: Only these profilers run under perf, for the chart figure10 (charts/paper_figures.py).
_COUNTED = (BLPP_HASH.name, K_BLPP.name)
_COUNTERS_FILE = "counters.csv"


@dataclass(frozen=True)
class Circumstances:
    """The facts that all trials of a run share: the round, its machine, the checkout's state."""

    round: int
    fingerprint: str
    machine: dict[str, Any]
    git: dict[str, Any] | None
    #: Whether the processor's counters can be read here.
    has_counters: bool


def program_command(
    benchmark: Benchmark,
    warmups: int | None,
    iterations: int | None,
    options: Sequence[str],
    log: Path,
) -> list[str]:
    """Returns the java command of a benchmark, without a profiler.

    ``log`` is where the program writes its iterations log. Raises KpathError when the workload
    can't be prepared.
    """
    command = list(_base_command(benchmark, warmups, iterations))
    return [command[0], f"-Dkpath.iterations={log}", *options, *command[1:]]


def _base_command(
    benchmark: Benchmark, warmups: int | None, iterations: int | None
) -> Sequence[str]:
    prepared = prepared_workload(benchmark, warmups, iterations)
    if prepared is not None:
        return prepared.command
    if benchmark.program is None:
        raise KpathError(f"{benchmark.label} has neither a workload nor a command")
    return (str(benchmark.jdk.java), *benchmark.program.command[1:])


def prepared_workload(
    benchmark: Benchmark, warmups: int | None, iterations: int | None
) -> PreparedWorkload | None:
    """Returns the prepared workload of a benchmark, or None for a user's program.

    If ``warmups`` or ``iterations`` is None, the workload's own number applies. The workload is
    prepared only once. Raises KpathError when it can't be prepared.
    """
    prepared = _prepared_or_not(benchmark, warmups, iterations)
    if isinstance(prepared, KpathError):
        raise prepared
    return prepared


@cache
def _prepared_or_not(
    benchmark: Benchmark, warmups: int | None, iterations: int | None
) -> PreparedWorkload | KpathError | None:
    workload = benchmark.workload
    if workload is None:
        return None
    try:
        java = benchmark.jdk.java
        return prepare(workload, benchmark.size, iterations, java, warmups=warmups)
    except KpathError as error:
        return error


def run_trial(
    trial: Trial,
    number: int,
    order: int,
    results: ResultsDirectory,
    circumstances: Circumstances,
    steady: Steady,
    lane: Lane,
    stop: Stop,
) -> dict[str, Any]:
    """Runs a trial and returns the content of its trial.json, which is written last.

    If the trial fails or can't be prepared, trial.json has the reason. Raises KpathError for
    problems that concern all trials, and StoppedError when ``stop`` ends the trial. In both cases,
    there is no trial.json.
    """
    configuration = trial.configuration
    benchmark = configuration.benchmark
    directory = results.trials / file_name(
        f"{number:06}", benchmark.suite, benchmark.name, benchmark.size, f"jdk{benchmark.jvm}",
        configuration.profiler, configuration.k and f"k{configuration.k}", configuration.cut,
        *(f"{name}{value:d}" for name, value in configuration.own), configuration.scope,
        f"r{trial.repetition}",
    )  # fmt: skip
    directory.mkdir(parents=True)
    environment = {**os.environ, MARK: str(directory.resolve() / LOG_FILE)}
    document: dict[str, Any] = {
        "trial": number,
        "round": circumstances.round,
        "order": order,
        **lane.described(),
        "repetition": trial.repetition,
        "identity": trial.identity(circumstances.fingerprint),
        "configuration": configuration.flattened(),
        "configuration_digest": configuration.digest,
        "environment": chosen_variables(environment),
        "machine": circumstances.machine,
        "git": circumstances.git,
        "load_average": os.getloadavg()[0],
        "started": now(),
    }
    try:
        command = _command(configuration, directory, results.segments)
    except KpathError as error:
        document |= {"status": "failed", "reason": f"cannot be prepared: {error}", "metrics": {}}
    else:
        document["command"] = command
        flags = tuple(jvm_options(command)) if configuration.profiler != STREAM.name else ()
        document["jvm_flags"] = jvm_flags(benchmark.jdk.java, _plain_flags(flags))
        counts = circumstances.has_counters and configuration.profiler in _COUNTED
        if counts:
            command = counted(command, directory / _COUNTERS_FILE)
        work = working_directory(benchmark, directory)
        finished = run_limited(
            command, directory / LOG_FILE, work, environment, configuration.trial_seconds, stop
        )
        document |= _judged(configuration, directory, finished, steady)
        if counts:
            document["counters"] = _counters(directory / _COUNTERS_FILE)
        document["left_bytes"] = _slim(directory)
    write_json(directory / TRIAL_FILE, document)
    return document


def working_directory(benchmark: Benchmark, directory: Path) -> Path:
    """Returns the directory in which the program of a trial or recorded run starts.

    A workload starts in a directory of its own, because some workloads unpack their inputs there.
    A program of the user's own starts in kpath-jvm's working directory, because its command may
    have relative paths.
    """
    if benchmark.program is not None:
        return Path.cwd()
    work = directory / WORK_DIRECTORY
    work.mkdir(exist_ok=True)
    return work


def _command(configuration: Configuration, directory: Path, segments: Path) -> list[str]:
    benchmark = configuration.benchmark
    launch = Launch(
        command=program_command(
            benchmark,
            configuration.warmups,
            configuration.iterations,
            configuration.jvm_options,
            directory / ITERATIONS_FILE,
        ),
        java=benchmark.jdk.java,
        k=configuration.k,
        cut=configuration.cut,
        scope=configuration.scope,
        own=configuration.own,
        guide=configuration.guide,
        directory=directory,
        segments=segments,
    )
    return profiled(PROFILERS[configuration.profiler], launch)


def _plain_flags(options: Sequence[str]) -> tuple[str, ...]:
    """Returns the options that set up the JVM itself, without agents, properties, JFR and logs."""
    sets = [it for it in options if it.startswith(("-X", "-server"))]
    return tuple(it for it in sets if not it.startswith(("-XX:StartFlight", "-Xlog")))


def _judged(
    configuration: Configuration, directory: Path, finished: Finished, steady: Steady
) -> dict[str, Any]:
    outcome: dict[str, Any] = {"status": "ok", "reason": ""}
    metrics = process_metrics(finished)
    try:
        check_end(finished, directory / LOG_FILE)
        if configuration.benchmark.has_iterations_log:
            iterations = read_iterations(directory / ITERATIONS_FILE)
            _check_count(configuration, [it.phase for it in iterations].count("timed"))
            metrics |= timed_metrics(iterations, steady)
            outcome["iterations"] = [plain(iteration) for iteration in iterations]
        if configuration.profiler == STREAM.name:
            metrics |= stream_metrics(directory, finished)
        elif PROFILERS[configuration.profiler].is_inline:
            metrics |= inline_metrics(directory)
        if not configuration.benchmark.has_iterations_log:
            metrics["timed_wall_seconds"] = metrics["wall_seconds"]
            metrics["timed_cpu_seconds"] = metrics["target_cpu_seconds"]
    except (TrialFailedError, IterationsError) as failure:
        outcome = {
            "status": "timeout" if finished.stopped is not None else "failed",
            "reason": str(failure),
        }
    return {
        **outcome,
        "exit_status": finished.exit_status,
        "signal": finished.signal,
        "metrics": metrics,
    }


def _counters(file: Path) -> dict[str, Any]:
    found = read_counters(file)
    if isinstance(found, str):
        return {"reason": found}
    return {
        "counts": dict(found.counts),
        "running_share": found.running_share,
        "cycles_per_instruction": found.cycles_per_instruction,
        "l1_miss_rate": found.l1_miss_rate,
        "l2_miss_rate": found.last_level_miss_rate,
    }


def _check_count(configuration: Configuration, timed: int) -> None:
    wanted = configuration.iterations
    if wanted is not None and timed != wanted:
        raise TrialFailedError(f"{timed} timed iterations instead of {wanted}")


def _slim(directory: Path) -> int:
    """Removes what the program and the profiler wrote, except logs and the profiler's summary.

    Returns how many bytes were in the trial's directory, without logs and the working directory.
    """
    shutil.rmtree(directory / WORK_DIRECTORY, ignore_errors=True)
    written = 0
    for path in sorted(directory.rglob("*"), reverse=True):
        if path.is_dir() and not path.is_symlink():
            continue
        if path.name in (LOG_FILE, ITERATIONS_FILE, TRIAL_FILE):
            continue
        written += path.lstat().st_size
        if path.name not in _KEPT:
            path.unlink()
    for name in (PROFILE_DIRECTORY, INLINE_DIRECTORY):
        for path in sorted((directory / name).rglob("*/"), reverse=True):
            shutil.rmtree(path, ignore_errors=True)
    return written


def chosen_variables(environment: Mapping[str, str]) -> dict[str, str]:
    """Returns the environment variables that may change what a trial does."""
    return {
        key: value
        for key, value in sorted(environment.items())
        if key in _VARIABLES or key.startswith(_PREFIXES)
    }


@cache
def jvm_flags(java: Path, options: tuple[str, ...]) -> str:
    """Returns the flags that the JVM chooses with these options, or "" if it prints none."""
    command = [str(java), *options, "-XX:+PrintCommandLineFlags", "-version"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    line = next((it for it in done.stdout.splitlines() if it.startswith("-XX:")), "")
    return " ".join(it for it in line.split() if it != "-XX:+PrintCommandLineFlags")
