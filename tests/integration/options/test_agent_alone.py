"""Starts JVMs with the agent, but without `kpath-jvm run`."""

import os
import subprocess
from pathlib import Path

import pytest

import kpath_command as kpath
from kpath_jvm.installation import require_jars


def start(classes: str, directory: Path, options: str) -> "subprocess.CompletedProcess[str]":
    agent = f"-javaagent:{require_jars().agent}={options}"
    command = ["java", agent, "-cp", classes, "Behaviours"]
    extra = {"JAVA_TOOL_OPTIONS": ""}
    return subprocess.run(
        command, cwd=directory, env=os.environ | extra, capture_output=True, text=True
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("foo=1", "unknown agent option 'foo'; the options are segment methods log output "),
        ("k=8", "agent option k= has no effect with profiler=stream; leave it out (`kpath-jvm bu"),
        ("max-paths=x", "agent option max-paths=x is not a number from 1 to "),
        ("include=%zz", "agent option include=%zz is not a percent-encoded list; write % as %25"),
        ("output=.", " exists; name another directory with output="),
    ],
)
def test_the_agent_reports_wrong_options(
    classes: str, tmp_path: Path, options: str, message: str
) -> None:
    kpath.ensure_jars()
    done = start(classes, tmp_path, options)
    assert done.returncode == 0
    assert done.stdout.startswith("sum")
    own = [line for line in done.stderr.splitlines() if line.startswith("kpath: ")]
    assert len(own) == 1
    assert own[0].startswith("kpath: not recording: ")
    assert message in own[0]
    (log,) = tmp_path.iterdir()
    assert log.name.startswith("kpath-")
    assert log.suffix == ".log"
    assert f"kpath: {log.read_text()}" == f"{own[0]}\n"


def test_with_a_log_the_agent_prints_nothing_on_stderr(classes: str, tmp_path: Path) -> None:
    kpath.ensure_jars()
    done = start(classes, tmp_path, f"segment={tmp_path}/segment,log={tmp_path}/log,foo=1")
    assert (done.returncode, "kpath" in done.stderr) == (0, False)
    assert "unknown agent option" in (tmp_path / "log").read_text()


def test_each_jvm_has_a_recording_with_its_process_id(classes: str, tmp_path: Path) -> None:
    kpath.ensure_jars()
    for _ in range(2):
        done = start(classes, tmp_path, "output=made/here/app-%p,segment-size=16M")
        assert (done.returncode, "kpath" in done.stderr) == (0, False)
    recordings = sorted((tmp_path / "made" / "here").iterdir())
    assert len(recordings) == 2
    for recording in recordings:
        assert recording.name.removeprefix("app-").isdigit()
        built = kpath.run("build", str(recording), "-k", "2", directory=tmp_path)
        assert built.returncode == 0, built.stderr
        assert (tmp_path / f"{recording.name}.kpath" / "run.json").is_file()
