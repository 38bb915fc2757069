"""Records the stream of a benchmark's run, and measures the k-BLPP paper's structures on it."""

import json
import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import replace as dataclass_replace
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.experiments.planning.benchmarks import Benchmark, digest_of, is_selected
from kpath_jvm.evaluation.experiments.planning.configuration import Limits, Structure
from kpath_jvm.evaluation.experiments.trial_commands import EVERY_RUN
from kpath_jvm.evaluation.experiments.trials.directory import (
    STRUCTURE_FILE,
    ResultsDirectory,
    file_name,
    now,
    write_json,
)
from kpath_jvm.evaluation.experiments.trials.lanes import Lane
from kpath_jvm.evaluation.experiments.trials.metrics import (
    ITERATIONS_FILE,
    TrialFailedError,
    check_end,
)
from kpath_jvm.evaluation.experiments.trials.processes import MARK, Stop, run_limited
from kpath_jvm.evaluation.experiments.trials.trial import (
    LOG_FILE,
    WORK_DIRECTORY,
    prepared_workload,
    program_command,
    working_directory,
)
from kpath_jvm.evaluation.information.rows import all_rows
from kpath_jvm.evaluation.information.runs import EXACT, TRAINED, Run, runs
from kpath_jvm.evaluation.workloads.iterations import IterationsError, read_iterations
from kpath_jvm.evaluation.workloads.model import Workload as Embedded
from kpath_jvm.own_process import own_process
from kpath_jvm.profile.files import RUN_FILE
from kpath_jvm.profile.model import Profile
from kpath_jvm.records.record import read_record, write_record
from kpath_jvm.records.run import ProfileRecord
from kpath_jvm.records.workload import WorkloadRecord

STREAM_DIRECTORY = "stream"
_ROWS_FILE = "rows.json"
_PROFILES = "profiles"
_SMALL = "small"
# A project's file of defaults is meant for that project's programs, so it isn't read here.
_COMMAND = own_process("--no-config")


@dataclass(frozen=True)
class RecordedRun:
    """One recorded run: a benchmark, and what is measured in its stream."""

    benchmark: Benchmark
    structure: Structure
    version: str

    @property
    def label(self) -> str:
        """A label such as "dacapo eclipse small, JDK 17.0.15, structure"."""
        return f"{self.benchmark.label}, structure"

    @property
    def kept_profiles(self) -> list[int]:
        """The values of k for which a profile is kept."""
        pairs = self.structure.profiles
        return [k for selector, k in pairs if is_selected(self.benchmark, [selector])]

    @property
    def has_information(self) -> bool:
        """Whether the program is also run with each profiler, to measure what profiles reveal."""
        return is_selected(self.benchmark, self.structure.information)

    def identity(self) -> str:
        """Returns a digest; of two recordings with the same digest, only one needs to be made.

        The digest doesn't depend on the machine.
        """
        structure = self.structure
        asked = [
            *(list(structure.k), structure.cut, structure.warmups, structure.iterations),
            *(structure.caches, structure.cache_items, self.kept_profiles),
            list(structure.jvm_options),
            # Without information, nothing is added, so that digests of older runs stay valid.
            *([[run.name for run in runs()]] if self.has_information else []),
        ]
        return digest_of([self.benchmark.flattened(), asked, self.version])


def record_structure(
    recording: RecordedRun,
    results: ResultsDirectory,
    limits: Limits,
    jvm_options: Sequence[str],
    lane: Lane,
    stop: Stop,
) -> dict[str, Any]:
    """Records a run, measures it and keeps its profiles; returns the content of structure.json.

    structure.json is written last. If the run fails, structure.json has the reason. Raises
    StoppedError when ``stop`` ends the run; then there is no structure.json.
    """
    benchmark, structure = recording.benchmark, recording.structure
    directory = results.structures / file_name(
        benchmark.suite, benchmark.name, benchmark.size, f"jdk{benchmark.jvm}", structure.cut
    )
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir(parents=True)
    document: dict[str, Any] = {
        "identity": recording.identity(),
        "configuration": {**benchmark.flattened(), "cut": structure.cut},
        "version": recording.version,
        **lane.described(),
        "started": now(),
    }
    steps = _Steps(recording, directory, results, limits, jvm_options, stop)
    try:
        document["rows"] = steps.run()
        if recording.has_information:
            document["information"] = steps.information()
        document |= {"status": "ok", "reason": ""}
    except (TrialFailedError, IterationsError, KpathError, OSError) as failure:
        document |= {"status": "failed", "reason": str(failure)}
    document["stream_bytes"] = tree_bytes(directory / STREAM_DIRECTORY)
    document["steps"] = steps.seconds
    if not structure.keep_streams:
        shutil.rmtree(directory / STREAM_DIRECTORY, ignore_errors=True)
    shutil.rmtree(directory / WORK_DIRECTORY, ignore_errors=True)
    write_json(directory / STRUCTURE_FILE, document)
    return document


def _cache_options(structure: Structure) -> list[str]:
    if not structure.caches:
        return []
    if structure.cache_items is None:
        return ["--caches"]
    return ["--caches", "--cache-items", str(structure.cache_items)]


class _Steps:
    """The steps of a recorded run, each of which runs a command; ``seconds`` has the durations."""

    def __init__(
        self,
        recording: RecordedRun,
        directory: Path,
        results: ResultsDirectory,
        limits: Limits,
        jvm_options: Sequence[str],
        stop: Stop,
    ) -> None:
        self._stop = stop
        self._recording = recording
        self._directory = directory
        self._results = results
        self._limits = limits
        self._jvm_options = jvm_options
        self._stream = directory / STREAM_DIRECTORY
        self._work = working_directory(recording.benchmark, directory)
        self.seconds: dict[str, float] = {}

    def run(self) -> dict[str, Any]:
        """Records and measures the run, and returns what `kpath-jvm structure` has written."""
        self._record()
        structure = self._recording.structure
        rows = self._directory / _ROWS_FILE
        options = ["-k", _joined(structure.k), *_cache_options(structure)]
        self._step("structure", ["structure", str(self._stream), *options, "-o", str(rows)])
        self._keep_profiles()
        try:
            document: dict[str, Any] = json.loads(rows.read_text("utf-8"))
        except (OSError, ValueError):
            raise TrialFailedError("kpath-jvm structure left no readable rows") from None
        return document

    def information(self) -> dict[str, list[dict[str, Any]]]:
        """Runs the program with each profiler; returns tables of what the profiles reveal."""
        benchmark = self._recording.benchmark
        profiles = self._directory / _PROFILES
        profiles.mkdir()
        for run in runs():
            self._profile(run, benchmark)
        trained = None
        if isinstance(benchmark.workload, Embedded) and benchmark.size != _SMALL:
            self._profile(TRAINED, dataclass_replace(benchmark, size=_SMALL), "trained")
            trained = Profile.open(profiles / "trained.kpath")
        found = all_rows(lambda run: Profile.open(profiles / f"{run.name}.kpath"), trained)
        shutil.rmtree(profiles)
        return found

    def _profile(self, run: Run, benchmark: Benchmark, name: str = "") -> None:
        structure = self._recording.structure
        jvm_options = [*self._jvm_options, *structure.jvm_options]
        log = self._directory / ITERATIONS_FILE
        program = program_command(
            benchmark, structure.warmups, structure.iterations, jvm_options, log
        )
        output = self._directory / _PROFILES / f"{name or run.name}.kpath"
        options = ["-q", "--no-report", "-o", str(output), *run.arguments, *EVERY_RUN]
        if run == EXACT:
            options += ["--segment-dir", str(self._results.segments)]
        self._step(name or run.name, ["run", *options, "--", *program])

    def _record(self) -> None:
        structure, benchmark = self._recording.structure, self._recording.benchmark
        log = self._directory / ITERATIONS_FILE
        jvm_options = [*self._jvm_options, *structure.jvm_options]
        program = program_command(
            benchmark, structure.warmups, structure.iterations, jvm_options, log
        )
        options = ["-q", "--record", str(self._stream), "--no-profile", "--cut", structure.cut]
        options += [*EVERY_RUN, "--segment-dir", str(self._results.segments)]
        self._step("record", ["run", *options, "--", *program])
        if benchmark.has_iterations_log:
            read_iterations(log)

    def _keep_profiles(self) -> None:
        benchmark, cut = self._recording.benchmark, self._recording.structure.cut
        for k in self._recording.kept_profiles:
            built = self._directory / f"k{k}.kpath"
            command = ["build", str(self._stream), "-k", str(k), "-o", str(built)]
            self._step("build", command)
            # run.json only has the command that was run, so the workload is added here.
            run = read_record(built / RUN_FILE, ProfileRecord)
            write_record(built / RUN_FILE, replace(run, workload=self._workload()))
            name = file_name(benchmark.name, benchmark.size, f"jdk{benchmark.jvm}", f"k{k}", cut)
            kept = self._results.profiles / f"{name}.kpath"
            kept.parent.mkdir(exist_ok=True)
            shutil.rmtree(kept, ignore_errors=True)
            built.replace(kept)

    def _workload(self) -> WorkloadRecord | None:
        structure = self._recording.structure
        prepared = prepared_workload(
            self._recording.benchmark, structure.warmups, structure.iterations
        )
        return None if prepared is None else prepared.description

    def _step(self, name: str, arguments: Sequence[str]) -> None:
        log = self._directory / f"{name}-{LOG_FILE}"
        mark = {MARK: str(self._directory.resolve() / LOG_FILE)}
        finished = run_limited(
            [*_COMMAND, *arguments],
            log,
            self._work,
            {**os.environ, **mark},
            self._limits.structure_seconds,
            self._stop,
            self._too_large,
        )
        self.seconds[name] = self.seconds.get(name, 0.0) + finished.wall_seconds
        try:
            check_end(finished, log)
        except TrialFailedError as failure:
            raise TrialFailedError(f"{name}: {failure}") from None

    def _too_large(self) -> str | None:
        used = tree_bytes(self._directory)
        if used > self._limits.disk_bytes:
            return f"the recording takes {used:,} bytes, more than limits.disk"
        free = shutil.disk_usage(self._directory).free
        return None if free > _least_free(self._limits) else f"only {free:,} bytes of disk are free"


def _least_free(limits: Limits) -> int:
    return min(1 << 30, limits.disk_bytes)


def _joined(numbers: Sequence[int]) -> str:
    return ",".join(map(str, numbers))


def tree_bytes(directory: Path) -> int:
    """Returns how many bytes a directory's files take on disk; 0 if there is no directory."""
    total = 0
    for path in directory.rglob("*"):
        try:
            total += path.lstat().st_blocks * 512
        except OSError:
            continue
    return total
