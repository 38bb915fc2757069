"""Tests protection against other users: file modes, planted links and pipes, hostile names."""

import os
import stat
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import kpath_command as kpath
from builders.waiting import wait_for
from fuzz.classwriter import ClassFile, Method
from fuzz.emitter import Emitter
from kpath_jvm.installation import require_jars

HOSTILE = "=cmd|'\x1b]0owned\x07\u202e&\x9b31m\n"
"""A hostile name: a formula, escape sequences, reordered text, markup and a line feed."""


@pytest.fixture
def open_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def modes(directory: Path) -> dict[str, int]:
    """Returns the permissions of a directory and of everything below it, by name."""
    found = [directory, *directory.rglob("*")]
    return {path.name: stat.S_IMODE(path.lstat().st_mode) for path in found}


@contextmanager
def counting_run(classes: str, directory: Path) -> Iterator[Path]:
    """Starts a run that counts endlessly, yields its session's directory, and kills the run."""
    segments = directory / "segments"
    segments.mkdir()
    own = ["run", "-o", "p.kpath", "--segment-dir", str(segments)]
    target = ["--", "java", "-cp", classes, "Behaviours", "count", str(directory / "calls")]
    started = kpath.start(*own, *target, directory=directory)
    try:
        for name in ("methods.jsonl", "journal/journal-0"):
            wait_for(lambda name=name: list(segments.glob(f"*/{name}")), f"there is a {name}")
        (session,) = segments.iterdir()
        yield session
    finally:
        os.killpg(started.pid, 9)
        started.communicate(timeout=kpath.TIMEOUT_SECONDS)


def agent(**options: object) -> str:
    told = ",".join(f"{key}={value}" for key, value in options.items())
    return f"-javaagent:{require_jars().agent}={told}"


def java(classes: str, directory: Path, *options: str) -> "subprocess.CompletedProcess[bytes]":
    command = ["java", *options, "-cp", classes, "Behaviours"]
    return subprocess.run(
        command, cwd=directory, capture_output=True, check=True, timeout=kpath.TIMEOUT_SECONDS
    )


@pytest.mark.usefixtures("open_umask")
def test_only_the_owner_can_read_a_run(classes: str, tmp_path: Path) -> None:
    """Checks the directory, the segment, the journals and the metadata during the run."""
    with counting_run(classes, tmp_path) as session:
        found = modes(session)
    assert found.pop(session.name) == 0o700
    assert found.pop("journal") == 0o700
    # Only the owner can enter the directory, so the modes of the launcher's own files don't matter.
    found.pop("session.json")
    found.pop("recording.json")
    assert {"segment", "methods.jsonl", "journal-0"} <= found.keys()
    assert set(found.values()) == {0o600}, found


@pytest.mark.usefixtures("open_umask")
def test_only_the_owner_can_read_a_recording_of_the_agent_alone(
    classes: str, tmp_path: Path
) -> None:
    java(classes, tmp_path, agent(output="own", **{"segment-size": "4M"}))
    found = modes(tmp_path / "own")
    assert found.pop("own") == 0o700
    found.pop("recording.json")
    assert found == {"segment": 0o600, "methods.jsonl": 0o600}


@pytest.mark.parametrize("planted", ["directory", "methods", "log", "segment"])
def test_the_agent_follows_no_planted_link(classes: str, tmp_path: Path, planted: str) -> None:
    """The program runs as it would without the agent, and the link's target isn't changed.

    One line of stderr says that nothing is recorded. If the options name a segment, only the log
    says so.
    """
    native = java(classes, tmp_path)
    victim, link = tmp_path / "victim", tmp_path / "link"
    if planted == "directory":
        victim.mkdir()
        option = agent(output=link, log=tmp_path / "log")
    else:
        victim.write_bytes(b"precious")
        option = {
            "methods": agent(output="own", methods=link, log=tmp_path / "log"),
            # An unknown option makes the agent write a message.
            "log": agent(log=link, nonsense=1),
            "segment": agent(segment=link, log=tmp_path / "log"),
        }[planted]
    link.symlink_to(victim)
    done = java(classes, tmp_path, option)
    lines = done.stderr.splitlines(keepends=True)
    said = [line for line in lines if line.startswith(b"kpath: not recording: ")]
    rest = b"".join(line for line in lines if line not in said)
    assert (done.stdout, rest) == (native.stdout, native.stderr)
    assert len(said) == (0 if planted == "segment" else 1)
    assert link.is_symlink()
    if planted == "directory":
        assert list(victim.iterdir()) == []
    else:
        assert victim.read_bytes() == b"precious"
    if planted != "log":
        assert "not recording" in (tmp_path / "log").read_text()


def test_recover_reads_only_our_own_journals(classes: str, tmp_path: Path) -> None:
    with counting_run(classes, tmp_path) as session:
        wait_for((tmp_path / "calls").exists, "the program counts")
    (session / "journal").rename(tmp_path / "elsewhere")
    (session / "journal").symlink_to(tmp_path / "elsewhere")

    def refused() -> bytes:
        done = kpath.run("recover", str(session), "-o", "p.kpath", directory=tmp_path)
        assert done.returncode != 0
        assert len(done.stderr.splitlines()) == 1
        return done.stderr

    wait_for(lambda: b"is still writing" not in refused(), "nobody writes the journal")
    assert b"is not a directory of yours" in refused()
    (session / "journal").unlink()
    (tmp_path / "elsewhere").rename(session / "journal")
    (session / "journal" / "journal-0").unlink()
    os.mkfifo(session / "journal" / "journal-0")
    assert b"a link, or not a file" in refused()
    assert not (tmp_path / "p.kpath").exists()


def test_outputs_go_through_no_link(classes: str, tmp_path: Path) -> None:
    """Neither a profile nor an export is written through a link."""
    victim = tmp_path / "victim"
    victim.mkdir()
    (tmp_path / "p.kpath").symlink_to(victim)
    target = ["--", "java", "-cp", classes, "Behaviours"]
    for force in ([], ["--force"]):
        done = kpath.run("run", "-o", "p.kpath", *force, *target, directory=tmp_path)
        assert done.returncode == 125
        assert b"p.kpath exists" in done.stderr
    assert list(victim.iterdir()) == []
    assert kpath.run("run", "-o", "q.kpath", *target, directory=tmp_path).returncode == 0
    (victim / "file").write_bytes(b"precious")
    (tmp_path / "out").symlink_to(victim / "file")
    export = ["export", "q.kpath", "--format", "csv", "-o", "out"]
    assert kpath.run(*export, directory=tmp_path).returncode == 2
    assert kpath.run(*export, "--force", directory=tmp_path).returncode == 0
    assert not (tmp_path / "out").is_symlink()
    assert (victim / "file").read_bytes() == b"precious"


@pytest.mark.slow
def test_hostile_names_of_classes_are_escaped_everywhere(tmp_path: Path) -> None:
    """Checks the messages of a run, every report, the exports and the error messages."""
    kpath.ensure_jars()
    classes = tmp_path / "classes"
    classes.mkdir()
    write_hostile_program(classes)
    own = ["run", "-k", "3", "-o", "p.kpath"]
    done = kpath.run(*own, "--", "java", "-cp", "classes", "Main", directory=tmp_path)
    native = subprocess.run(
        ["java", "-cp", "classes", "Main"],
        cwd=tmp_path, capture_output=True, check=False, timeout=kpath.TIMEOUT_SECONDS,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (native.returncode, native.stdout)
    told = [done.stderr.replace(native.stderr, b"")]
    for words in (
        ["report", "p.kpath", "--top", "100"], ["report", "p.kpath", "--json", "--top", "100"],
        ["tree", "p.kpath", "Main.main"], ["tree", "p.kpath", f"{HOSTILE}.m0"],
        ["tree", "p.kpath", f"{HOSTILE}.none"], ["report", f"{HOSTILE}.kpath"],
        ["export", "p.kpath", "--format", "csv"], ["export", "p.kpath", "--format", "jsonl"],
        ["recover", f"{HOSTILE}"], ["build", f"{HOSTILE}"], [HOSTILE],
        ["branches", "p.kpath", "--top", "100"], ["advise", "p.kpath", "--top", "100"],
        ["report", "p.kpath", "--format", "md", "--top", "100"],
        ["export", "p.kpath", "--format", "collapsed"],
        ["draw", "cfg", "p.kpath", f"{HOSTILE}.m0", "--format", "dot"],
    ):  # fmt: skip
        ran = kpath.run(*words, directory=tmp_path)
        told += [ran.stdout, ran.stderr]
    csv = told[1 + 2 * 6].decode()
    assert ",'=cmd|'\\u001b]0owned\\u0007\\u202e&\\u009b31m\\u000a,'=cmd" in csv
    for output in told:
        strange = {letter for letter in output.decode() if not letter.isprintable()}
        assert strange <= {"\n"}, output
    assert sum(b"\\u001b]0owned" in output for output in told) == 15


def write_hostile_program(directory: Path) -> None:
    """Writes a program whose Main calls a loop. The loop's class and method are named HOSTILE."""
    loop = ClassFile(HOSTILE, 52)
    code = Emitter(loop)
    code.define(0, "I")
    head = code.place()
    head.frame = code.frame()
    code.iinc(0, -1)
    code.load(0)
    code.branch(0x9D, "I", head)
    code.exit("V")
    loop.methods.append(Method(0x0009, HOSTILE, "(I)V", code.items, [], 1, 1))
    main = ClassFile("Main", 52)
    code = Emitter(main)
    code.integer(5)
    code.call_static(HOSTILE, HOSTILE, ("I",), "V")
    code.exit("V")
    kind = "([Ljava/lang/String;)V"
    main.methods.append(Method(0x0009, "main", kind, code.items, [], 1, 1))
    for file in (loop, main):
        (directory / f"{file.name}.class").write_bytes(file.assemble())
