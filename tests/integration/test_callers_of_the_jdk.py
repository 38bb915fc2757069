"""Tests which calls count as callers of recorded code that they reach through the JDK."""

import subprocess
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import kpath_command as kpath
import kpath_jvm
from kpath_jvm import Profile
from kpath_jvm.installation import require_jars
from kpath_jvm.recording.callers import counted_callers
from kpath_jvm.recording.inline import read_inline
from oracle.callers import CallerKey
from oracle.harness import compile_java, find_java_homes, java_version, process_directory

HERE = Path(__file__).parent
HOMES = find_java_homes()
PROGRAM = "CallsOfTheJdk"
#: The program does its work MANY times, and the entries of the first FEW times are subtracted. The
#: first time also initialises classes and links call sites. In a JVM with an agent, more of these
#: are already initialised and linked.
FEW, MANY = 2, 4
#: The comparison is tried this many times. The JVM does some things only once, in the program's
#: thread or in another one. So the first FEW times of one run may have an entry more than those of
#: another run.
ATTEMPTS = 3
#: A debugger steps through the programs, which takes minutes.
pytestmark = pytest.mark.slow


@cache
def classes() -> Path:
    """Compiles the programs and the debugger."""
    directory = process_directory("callers-of-the-jdk")
    sources = [HERE / "programs" / f"{name}.java" for name in (PROGRAM, "CallsBack")]
    compile_java(sources, directory / "classes", "--release", "17")
    services = directory / "classes" / "META-INF" / "services"
    services.mkdir(parents=True)
    (services / "java.nio.charset.spi.CharsetProvider").write_text("CallsBack$Charsets\n")
    debugger = HERE.parent / "oracle" / "StackCallers.java"
    compile_java([debugger], directory / "debugger", "--add-modules", "jdk.jdi")
    return directory


def walked(home: Path) -> Counter[CallerKey]:
    """Returns the entries that calls cause after the first FEW times, as a debugger sees them."""
    words = ["--add-modules", "jdk.jdi", "-cp", str(classes() / "debugger"), "StackCallers"]
    words += [str(classes() / "classes"), PROGRAM, "java.util.", str(MANY), str(FEW)]
    done = subprocess.run(
        [str(home / "bin" / "java"), *words], check=True, stdout=subprocess.PIPE, text=True
    )
    found = Counter[CallerKey]()
    for line in done.stdout.splitlines():
        count, *names, offset = line.split()
        callee, caller = (names[0], names[1], names[2]), (names[3], names[4], names[5])
        found[callee, caller, int(offset)] += int(count)
    return found


def recorded(
    home: Path, turns: int, directory: Path
) -> tuple[Counter[CallerKey], set[tuple[str, str, str]]]:
    """Returns the entries that the program's calls cause, and all methods that were recorded."""
    output = directory / f"{turns}"
    directory.mkdir(exist_ok=True)
    agent = f"profiler=callers,output={output},include={PROGRAM}:java.util.*"
    words = [f"-javaagent:{require_jars().agent}={agent}", "-cp", str(classes() / "classes")]
    done = subprocess.run(
        [str(home / "bin" / "java"), *words, PROGRAM, str(turns)], check=True, capture_output=True
    )
    assert (done.stdout, done.stderr) == (b"", b"")
    recording = read_inline(output, "callers")
    assert not list(recording.figures.doubts())
    methods, entries = counted_callers(recording)
    names = [(one.class_name, one.name, one.descriptor) for one in methods]
    found = Counter[CallerKey]()
    for one in entries:
        if one.caller >= 0 and names[one.caller][0] == PROGRAM:
            found[names[one.method], names[one.caller], one.offset] += one.count
    return found, set(names)


@pytest.mark.parametrize("home", HOMES[:: max(len(HOMES) - 1, 1)], ids=lambda home: home.name)
def test_callers_through_the_jdk_are_those_on_the_stack(home: Path, tmp_path: Path) -> None:
    kpath.ensure_jars()
    # This run only fills the class cache, so that the program's threads don't do so below.
    recorded(home, 1, tmp_path)
    walks = walked(home)
    for attempt in range(ATTEMPTS):
        many, methods = recorded(home, MANY, tmp_path / f"{attempt}")
        few, _ = recorded(home, FEW, tmp_path / f"{attempt}")
        ours = {key: count - few[key] for key, count in many.items() if count != few[key]}
        theirs = {key: count for key, count in walks.items() if key[0] in methods}
        if ours == theirs:
            break
    assert ours == theirs
    assert all(offset >= 0 for _, _, offset in ours)
    callers = {caller[1] for callee, caller, _ in ours if caller and callee[0] != PROGRAM}
    assert {"replaceAll", "matchesBesideLength", "lower", "charAtOutside", "integer"} <= callers
    assert not callers & {"all", "main"}


@pytest.mark.parametrize("home", HOMES[:: max(len(HOMES) - 1, 1)], ids=lambda home: home.name)
def test_calls_that_pass_only_strings_are_callers_of_code_they_reach(
    home: Path, tmp_path: Path, segments: Path
) -> None:
    words = ["run", "-o", "p.kpath", "--segment-dir", str(segments), "--callers", "--"]
    words += [str(home / "bin" / "java"), "-cp", str(classes() / "classes"), "CallsBack"]
    done = kpath.run(*words, directory=tmp_path, stdin=None)
    assert done.returncode == 0, done.stderr.decode()
    expected = Counter[tuple[str, int]]()
    for line in done.stdout.decode().splitlines():
        count, name, at = line.split()
        expected[name, int(at)] += int(count)
    # On JDK 17, Character.toString(-5) reads properties, too, to format its exception's message.
    assert len(expected) == (6 if java_version(home) == 17 else 5)
    frame = kpath_jvm.callers(Profile.open(tmp_path / "p.kpath"))
    found = Counter[tuple[str, int]]()
    for row in frame.to_dict("records"):
        if row["title"].startswith("CallsBack$Own.seen"):
            assert row["caller_title"] == "CallsBack$Own.getProperty(String)"
        for name in ("getProperty", "charsetForName"):
            is_own = row["kind"] == "call" and row["title"].startswith("CallsBack$")
            if is_own and f".{name}(" in row["title"] and (name, row["line"]) in expected:
                found[name, row["line"]] += row["count"]
    assert found == expected
