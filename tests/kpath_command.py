"""Runs the real command line on real programs, as a user would."""

import contextlib
import importlib.util
import json
import os
import signal
import subprocess
import sys
import uuid
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import kpath_jvm
from builders.waiting import LIMIT_SECONDS, wait_for
from kpath_jvm import installation
from kpath_jvm.errors import KpathError
from kpath_jvm.recording.processes import status_of
from oracle.harness import compile_java

REPOSITORY = Path(__file__).resolve().parent.parent
PROGRAMS = REPOSITORY / "tests" / "integration" / "programs"
TIMEOUT_SECONDS = LIMIT_SECONDS
OWN_FAILURE = 125
"""The status of `run` if `run` fails and has no status of the target to pass on."""
LEFTOVERS_HINT = "recovered: see `kpath-jvm recover`"
"""The end of the message about what dead runs left behind, for example on a developer's machine."""
OF_OTHER_RUNS = (LEFTOVERS_HINT, "left by a run that is dead")
"""The ends of all messages about what other runs left behind on this machine."""
#: A variable in the environment of every command that ``start`` runs, and of the command's target.
_MARK = ("STARTED_BY_TESTS", uuid.uuid4().hex)
_started: "list[subprocess.Popen[bytes]]" = []


@cache
def ensure_jars() -> None:
    """Builds the jars, once, if they are missing or older than their sources."""
    try:
        installation.require_jars()
    except KpathError:
        path = REPOSITORY / "orchestrator" / "build_java.py"
        spec = importlib.util.spec_from_file_location("build_java", path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        module.main()


def command(arguments: Sequence[str]) -> list[str]:
    """Returns the command that runs kpath-jvm with these arguments and this Python interpreter."""
    return [sys.executable, "-m", "kpath_jvm.cli.main", *arguments]


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """Returns this process's environment, changed so that kpath_jvm can be imported anywhere."""
    package = str(Path(kpath_jvm.__file__).resolve().parent.parent)
    return {**os.environ, "PYTHONPATH": package, "COLUMNS": "120", **(extra or {})}


def run(
    *arguments: str,
    directory: Path,
    stdin: bytes | None = b"",
    extra: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Runs the command in a directory until it ends, and returns its status and outputs.

    If the command hangs, it is killed together with its target, and a TimeoutExpired is raised. The
    command gets ``stdin`` through a pipe, or /dev/null if ``stdin`` is None.
    """
    with subprocess.Popen(
        command(arguments),
        cwd=directory,
        env=environment(extra),
        stdin=subprocess.DEVNULL if stdin is None else subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        try:
            out, err = process.communicate(stdin, timeout=TIMEOUT_SECONDS)
        except BaseException:
            # A target that outlived the command would keep the pipes open.
            os.killpg(process.pid, signal.SIGKILL)
            raise
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def start(*arguments: str, directory: Path) -> "subprocess.Popen[bytes]":
    """Starts the command with pipes for stdout and stderr, in a process session of its own."""
    process = subprocess.Popen(
        command(arguments),
        cwd=directory,
        env=environment(dict([_MARK])),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    _started.append(process)
    return process


def end_all_started() -> None:
    """Kills the processes that were left by failed tests, such as targets that run for ever.

    ``start`` gives each command a process group of its own. The command's target may still run in
    this group when the command has ended. When all processes of the group have ended, the system
    may give the group's number to unrelated processes. Such processes are left alone.
    """
    while _started:
        process = _started.pop()
        if process.poll() is None or _has_one_of_ours(process.pid):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def _has_one_of_ours(group: int) -> bool:
    mark = "=".join(_MARK).encode()
    for directory in Path("/proc").glob("[0-9]*"):
        # A process may end while it is examined.
        with contextlib.suppress(OSError):
            pid = int(directory.name)
            if os.getpgid(pid) == group and mark in _variables(pid).split(b"\0"):
                return True
    return False


def _variables(pid: int) -> bytes:
    """Returns the environment of a process; raises OSError if the process has ended.

    While a process begins to run its program, /proc shows an empty environment for a moment. The
    environment of a zombie is always empty.
    """
    environ = Path(f"/proc/{pid}/environ")

    def found() -> tuple[bytes] | None:
        variables = environ.read_bytes()
        return (variables,) if variables or status_of(pid).get("State", "X")[0] in "ZX" else None

    return wait_for(found, f"process {pid} runs its program")[0]


def last_line(text: bytes) -> str:
    """Returns the last line of an output, ignoring lines about other runs on this machine."""
    lines = [line for line in text.decode().splitlines() if not line.endswith(OF_OTHER_RUNS)]
    return lines[-1] if lines else ""


def own_lines(stderr: bytes) -> list[str]:
    """Returns the lines that kpath-jvm printed, without those of the target."""
    return [line for line in stderr.decode().splitlines() if line.startswith("kpath-jvm: ")]


def check_one_line(
    done: subprocess.CompletedProcess[bytes], *fragments: str, status: int = OWN_FAILURE
) -> None:
    """Checks that kpath-jvm printed one line with the fragments, and ended with the status.

    Nothing else may be printed, except for lines about other runs on this machine.
    """
    told = done.stderr.decode()
    assert done.stdout == b"", done.stdout
    assert told.splitlines() == own_lines(done.stderr), told
    lines = [line for line in own_lines(done.stderr) if not line.endswith(OF_OTHER_RUNS)]
    assert len(lines) == 1, told
    for fragment in fragments:
        assert fragment in told, (fragment, told)
    assert done.returncode == status, (done.returncode, told)


def run_agent_alone(
    classes: str,
    main: str,
    *arguments: str,
    directory: Path,
    extra: Mapping[str, str] | None = None,
    options: str = "",
) -> subprocess.CompletedProcess[bytes]:
    """Runs a program with the agent, without ``kpath-jvm run``.

    The agent makes ``app.recording`` in the directory.
    """
    given = f"output=app.recording{options and ','}{options}"
    agent = f"-javaagent:{installation.require_jars().agent}={given}"
    return subprocess.run(
        ["java", agent, "-cp", classes, main, *arguments],
        cwd=directory,
        env={**os.environ, **(extra or {})},
        capture_output=True,
        timeout=TIMEOUT_SECONDS,
        check=False,
    )


def run_json(profile: Path) -> dict[str, Any]:
    told: dict[str, Any] = json.loads((profile / "run.json").read_text("utf-8"))
    return told


def target_pid(parent: int) -> int:
    """Returns the process id of the java process that a kpath-jvm process has started."""

    def find() -> int | None:
        text = Path(f"/proc/{parent}/task/{parent}/children").read_text("utf-8")
        for child in text.split():
            # A child may end before its name is read.
            with contextlib.suppress(OSError):
                if Path(f"/proc/{child}/comm").read_text("utf-8").strip() == "java":
                    return int(child)
        return None

    return wait_for(find, f"process {parent} has a child called java")


def calls_in(log: Path) -> int:
    """Returns the number of calls that ``Behaviours count`` has made and written to its file."""
    return int(log.read_bytes().strip() or b"0") if log.is_file() else 0


def wait_for_calls(log: Path, more_than: int) -> None:
    wait_for(lambda: calls_in(log) > more_than, f"{log} shows more than {more_than} calls")


def compile_programs(classes: Path) -> Path:
    ours = str(installation.jars().directory / "kpath-runtime.jar")
    compile_java(sorted(PROGRAMS.glob("*.java")), classes, "--release", "17", "-cp", ours)
    return classes
