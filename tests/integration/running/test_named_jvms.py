"""`attach`, `ctl` and `live` accept the name of a JVM's main class."""

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import kpath_command as kpath
from builders.waiting import wait_for
from kpath_jvm import Profile
from kpath_jvm.control import places
from kpath_jvm.launch.jdk import default_jdk
from oracle.harness import compile_java

#: The name of the program's main class. No other program on this machine has this name.
NAME = f"Named{os.getpid()}"
PROGRAM = """
package only.here;
public class %s {
  static long turn(long n) { return n %% 3 == 0 ? n : n + 1; }
  public static void main(String[] arguments) throws Exception {
    System.out.println("ready");
    long sum = 0;
    while (System.in.available() == 0) {
      sum += turn(sum);
      Thread.sleep(1);
    }
  }
}
"""


@pytest.fixture(scope="module")
def classes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("named")
    source = directory / f"{NAME}.java"
    source.write_text(PROGRAM % NAME, encoding="utf-8")
    compile_java([source], directory / "classes", "--release", "17")
    return directory / "classes"


@contextmanager
def running(classes: Path) -> Iterator[int]:
    java = str(default_jdk().home / "bin" / "java")
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [java, "-cp", str(classes), f"only.here.{NAME}"], stdin=pipe, stdout=pipe
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        try:
            yield process.pid
        finally:
            process.kill()


def test_attach_accepts_a_part_of_the_name(classes: Path, tmp_path: Path) -> None:
    with running(classes) as pid:
        done = kpath.run("attach", directory=tmp_path)
        (line,) = (one for one in done.stdout.decode().splitlines() if NAME in one)
        assert line.split() == [str(pid), f"only.here.{NAME}", "ready"]
        words = ("attach", f"here.{NAME.lower()}", "-d", "0.3", "-o", "p.kpath", "--no-report")
        done = kpath.run(*words, directory=tmp_path)
        assert done.returncode == 0, done.stderr
        assert f"attached to process {pid} ".encode() in done.stderr
        methods = Profile.open(tmp_path / "p.kpath").methods
        assert methods.loc[methods["name"] == "turn", "entries"].tolist()[0] > 0


def test_a_name_of_two_jvms_is_refused_and_both_are_listed(classes: Path, tmp_path: Path) -> None:
    with running(classes) as one, running(classes) as other:
        done = kpath.run("attach", NAME, "-d", "1", directory=tmp_path)
        first, second = sorted((one, other))
        kpath.check_one_line(
            done,
            f"cannot attach: '{NAME}' names 2 JVMs: {first} only.here.{NAME}, "
            f"{second} only.here.{NAME}; give the process id",
        )
    assert not list(tmp_path.iterdir())


def test_a_name_of_no_jvm_is_refused(tmp_path: Path) -> None:
    done = kpath.run("attach", NAME, directory=tmp_path)
    kpath.check_one_line(done, f"cannot attach: no JVM of yours has '{NAME}' in its main class")
    done = kpath.run("ctl", NAME, "status", directory=tmp_path)
    kpath.check_one_line(done, f"no JVM that is being recorded has '{NAME}'", status=2)


def test_options_without_a_jvm_are_refused(tmp_path: Path) -> None:
    done = kpath.run("attach", "-d", "3", directory=tmp_path)
    kpath.check_one_line(done, "say which JVM")


def test_ctl_and_live_take_the_name_of_a_recorded_program(classes: Path, tmp_path: Path) -> None:
    java = [str(default_jdk().home / "bin" / "java"), "-cp", str(classes), f"only.here.{NAME}"]
    words = ["run", "-o", "p.kpath", "--no-report", "--", *java]
    with running(classes), subprocess.Popen(
        kpath.command(words), cwd=tmp_path, env=kpath.environment(), stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    ) as recorder:  # fmt: skip
        try:
            assert recorder.stdout is not None
            assert recorder.stdout.readline() == b"ready\n"
            pid = kpath.target_pid(recorder.pid)
            wait_for(lambda: pid in places.recorded(), "the recording listens")
            # The other JVM isn't recorded, so the name is unambiguous.
            done = kpath.run("ctl", NAME, "status", "--json", directory=tmp_path)
            assert json.loads(done.stdout)["pid"] == pid
            done = kpath.run("live", NAME, "--once", "--json", directory=tmp_path)
            assert done.returncode == 0, done.stderr
            listed = kpath.run("attach", directory=tmp_path).stdout.decode().splitlines()
            states = {int(line.split()[0]): line.split()[2] for line in listed if NAME in line}
            assert states[pid] == "recorded"
            assert sorted(states.values()) == ["ready", "recorded"]
        finally:
            assert recorder.stdin is not None
            recorder.stdin.write(b"end")
            recorder.stdin.close()
            recorder.wait(kpath.TIMEOUT_SECONDS)
