"""Runs stand-ins on all JDKs: natively and, on request, also under the agent.

Each stand-in checks the digest of its results. ``.ci/slow`` runs this script; pytest doesn't,
because all stand-ins together take some minutes.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from kpath_jvm import Profile
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.workloads.catalogue import list_workloads, prepare
from kpath_jvm.evaluation.workloads.model import Workload
from kpath_jvm.launch.jdk import Jdk, candidates
from kpath_jvm.records.completeness import Verdict

LEAST_VERSION = 17
TAIL_CHARACTERS = 1000
#: Stand-ins that have a thread whose last paths are still held back at the end. Batik has a
#: CleanerThread that waits for ever. The counts of all other stand-ins are exact.
OUTLIVED = {("dacapo", "batik")}


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the chosen stand-ins, and prints a line for each run. Returns 1 if any run fails."""
    options = _parse(arguments)
    failures = 0
    for workload in _chosen(options.names):
        for jdk in _jdks(options.java_home):
            if jdk.feature_version in workload.excluded_jdks:
                print(f"{_label(workload, jdk)}: excluded", flush=True)
                continue
            for run in (_native, _recorded) if options.agent else (_native,):
                start = time.monotonic()
                wrong = run(workload, jdk, options)
                seconds = time.monotonic() - start
                how = run.__name__.strip("_")
                told = wrong or "ok"
                print(f"{_label(workload, jdk)} {how}: {told} ({seconds:.1f} s)", flush=True)
                failures += wrong is not None
    return 1 if failures else 0


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="benchmarks or suites [default: all]")
    parser.add_argument("--size", default="small", help="[default: small]")
    parser.add_argument("--iterations", type=int, default=1, help="timed iterations [default: 1]")
    parser.add_argument("--agent", action="store_true", help="run under the agent, too, with k = 4")
    parser.add_argument(
        "--java-home", type=Path, action="append", help="repeatable [default: every JDK found]"
    )
    return parser.parse_args(arguments)


def _chosen(names: Sequence[str]) -> list[Workload]:
    stand_ins = [workload for workload in list_workloads() if workload.stand_in]
    chosen = [it for it in stand_ins if not names or it.name in names or it.suite in names]
    if not chosen:
        raise SystemExit(f"no stand-in is named {' or '.join(names)}")
    return chosen


def _jdks(homes: Sequence[Path] | None) -> list[Jdk]:
    if homes:
        return [Jdk(home, "--java-home") for home in homes]
    # A distribution may have the same installation under several names.
    found = {jdk.home.resolve(): jdk for jdk in candidates()}
    return [jdk for jdk in found.values() if jdk.feature_version >= LEAST_VERSION]


def _label(workload: Workload, jdk: Jdk) -> str:
    return f"{workload.suite} {workload.name} on {jdk.version} {jdk.vendor}"


def _native(workload: Workload, jdk: Jdk, options: argparse.Namespace) -> str | None:
    try:
        command = prepare(workload, options.size, options.iterations, jdk.java).command
    except KpathError as error:
        return str(error)
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        return f"ended with {done.returncode}: {done.stderr.strip()[-TAIL_CHARACTERS:]}"
    if done.stderr:
        return f"wrote to stderr: {done.stderr.strip()[-TAIL_CHARACTERS:]}"
    return None


def _recorded(workload: Workload, jdk: Jdk, options: argparse.Namespace) -> str | None:
    with tempfile.TemporaryDirectory(prefix="kpath-check-") as scratch:
        profile = Path(scratch) / "run.kpath"
        command = [
            *(sys.executable, "-m", "kpath_jvm.cli.main", "run", workload.suite, workload.name),
            *("--size", options.size, "-n", str(options.iterations), "-k", "4", "--no-report"),
            *("--java-home", str(jdk.home), "-o", str(profile)),
        ]
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            return f"ended with {done.returncode}: {done.stderr.strip()[-TAIL_CHARACTERS:]}"
        verdict = Profile.open(profile).run.completeness.verdict
        is_outlived = (workload.suite, workload.name) in OUTLIVED
        expected = Verdict.TRUNCATED if is_outlived else Verdict.EXACT
        return None if verdict is expected else f"is {verdict}, not {expected}"


if __name__ == "__main__":
    sys.exit(main())
