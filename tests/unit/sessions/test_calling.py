"""Tests the additional run for --callers: the run's options, and the message if the run fails."""

import os
import stat
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.launch.jdk import Jdk
from kpath_jvm.launch.signals import SignalGate
from kpath_jvm.recording.options import AgentOptions, agent_table
from kpath_jvm.sessions.calling import SHARED, Called, calling
from kpath_jvm.sessions.progress import Reporter
from kpath_jvm.sessions.request import Program

#: The options of `run` that the run for --callers doesn't get, because they don't say which classes
#: are recorded. `scope` limits the methods that are recorded, but any method may be a caller.
OTHERS = {
    "profiler", "k", "table-memory", "cut", "max-paths", "packing", "code-limit",
    "max-inline-size", "freq-inline-size", "scope", "class-cache", "array-paths", "threshold",
    "window-timeout", "remove-probes", "degree", "loop-degree", "calls", "kiter-array",
    "kiter-most", "kiter-loops",
}  # fmt: skip

pytestmark = pytest.mark.usefixtures("temporary", "stdin")


def _program(directory: Path, script: str) -> Program:
    """Returns a program that is started with a script in place of java."""
    java = directory / "bin" / "java"
    java.parent.mkdir(exist_ok=True)
    java.write_text(f"#!/bin/sh\n{script}\n")
    java.chmod(java.stat().st_mode | stat.S_IXUSR)
    (directory / "release").write_text('JAVA_VERSION="17.0.1"\n')
    return Program("it", ["java", "Main"], Jdk(directory, "a test"), java)


def _called(
    program: Program, destination: Path, agent: AgentOptions | None = None
) -> tuple[Called, str | None]:
    prepared: Any = SimpleNamespace(
        program=program,
        request=SimpleNamespace(agent=agent or AgentOptions()),
        jars=SimpleNamespace(agent=Path("/kpath.jar")),
    )
    with calling(prepared) as asked:
        with SignalGate() as gate:
            called = asked.run(program, gate, Reporter())
        return called, called.conclude(destination)


def test_the_agent_records_all_methods_of_the_same_classes(tmp_path: Path) -> None:
    agent = AgentOptions(
        {"include": ("a.*",), "retransform": True, "scope": "loops", "max-paths": 4}
    )
    _called(_program(tmp_path, f'echo "$@" > {tmp_path}/words'), tmp_path, agent)
    agent_word, main = (tmp_path / "words").read_text().split()
    assert main == "Main"
    options = set(agent_word.removeprefix("-javaagent:/kpath.jar=").split(","))
    assert {"profiler=callers", "scope=all", "include=a.*", "retransform=yes"} <= options
    assert not any(one.startswith("max-paths") for one in options)


def test_every_agent_option_is_passed_on_or_listed() -> None:
    options = agent_table().options.values()
    offered = {one.name for one in options if one.placement != "set"}
    assert offered == {*SHARED, *OTHERS}


def test_a_program_that_leaves_no_recording_has_no_callers(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    _, failure = _called(_program(tmp_path, "echo printed; exit 4"), tmp_path)
    assert failure is not None
    assert failure.startswith("no callers: ")
    assert failure.endswith("; the profile is complete without them")
    assert "\n" not in failure
    assert not (tmp_path / "callers.json").exists()
    told = capfd.readouterr()
    assert told.out == ""
    assert told.err.splitlines() == [
        "kpath-jvm: running it to count the callers of its methods, which may take several "
        "times as long",
        "kpath-jvm: the run for --callers ended with status 4; what it counted is kept "
        "if there is a profile",
    ]


def test_a_pipe_cannot_be_read_twice(tmp_path: Path, stdin: int) -> None:
    reading, writing = os.pipe()
    os.dup2(reading, stdin)
    with pytest.raises(KpathError, match="--callers runs the program twice, and stdin is a pipe"):
        _called(_program(tmp_path, f"touch {tmp_path}/ran"), tmp_path)
    os.close(reading)
    os.close(writing)
    assert not (tmp_path / "ran").exists()
