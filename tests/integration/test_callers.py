"""Tests the agent's counts of callers against a trace, and ``run --callers`` as users see it.

The trace is made by a tracer that knows each thread's frames and shares no code with the agent.
"""

import json
import subprocess
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import pytest

import kpath_command as kpath
import kpath_jvm
from integration.test_profilers_on_jdks import SMALL, Traced, natively, record_inline, traced
from kpath_jvm import Profile
from kpath_jvm.recording.callers import counted_callers
from kpath_jvm.recording.inline import read_inline
from oracle.callers import CallerKey, callers_of_log
from oracle.harness import (
    Program,
    compile_java,
    find_java_homes,
    java_version,
    process_directory,
    trace_program,
)
from oracle.oracle import MethodKey

HOMES = find_java_homes()
SOURCE = Path(__file__).parent / "programs" / "Callers.java"


@cache
def ours() -> Traced:
    """Compiles and traces a program that enters methods in many ways."""
    directory = process_directory("callers")
    compile_java([SOURCE], directory / "classes", "--release", "17")
    program = Program(directory / "classes", "Callers")
    trace, output = trace_program(program, directory / "trace.log")
    return Traced(program, directory / "trace.log", trace, output)


def counted(
    one: Traced, home: Path, directory: Path, options: Mapping[str, str]
) -> tuple[Counter[CallerKey], Counter[MethodKey], set[MethodKey]]:
    """Records the callers of all methods.

    Returns three results. The first has the counts by caller. The second has, for each method, the
    number of entries whose caller isn't known. The third has the methods that can't be callers:
    they have room for an entry counter only, or for no probe at all. If A calls such a method, and
    that method calls C, then A counts as the caller of C.
    """
    output = record_inline(home, "callers", options, directory / "recording", one.program)
    native = natively(one.program, home)
    assert (native.stdout, native.returncode) == (one.output, 0)
    recording = read_inline(output, "callers")
    figures = recording.figures
    assert (figures.quiet, figures.lost, figures.dispatches_lost) == (True, 0, 0)
    lines = [json.loads(line) for line in recording.methods.read_text("utf-8").splitlines()]
    through = {
        (line["class"], line["name"], line["descriptor"])
        for line in lines
        if line["kind"] == "skipped" or line.get("mode") == "entry"
    }
    methods, entries = counted_callers(recording)
    names = [(found.class_name, found.name, found.descriptor) for found in methods]
    callers = Counter[CallerKey]()
    for found in entries:
        caller = None if found.caller < 0 else names[found.caller]
        # The offset is that of one of the caller's calls.
        assert found.offset < 0 or found.offset in methods[found.caller].call_offsets
        callers[names[found.method], caller, found.offset] += found.count
    untold = Counter({name: one.untold for name, one in zip(names, methods, strict=True)})
    return callers, +untold, through


@pytest.mark.parametrize("options", [{}, SMALL], ids=["defaults", "small"])
@pytest.mark.parametrize("program", [ours, traced])
@pytest.mark.parametrize("home", HOMES, ids=lambda home: home.name)
def test_callers_are_those_of_the_trace(
    home: Path, program: Callable[[], Traced], options: Mapping[str, str], tmp_path: Path
) -> None:
    one = program()
    given = {name.replace("_", "-"): value for name, value in options.items()}
    found, untold, through = counted(one, home, tmp_path, given)

    class Recorded:
        """The set of all methods except those in ``through``."""

        def __contains__(self, method: object) -> bool:
            return method not in through

    expected = callers_of_log(one.log, one.program.classes, Recorded())
    assert found == expected
    assert set(untold) <= through
    assert bool(through) == bool(options)


def _run(directory: Path, segments: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    """Records a program with --callers.

    The program runs twice, so its stdin can't be a pipe.
    """
    options = ["run", "-o", "p.kpath", "--segment-dir", str(segments), "--callers"]
    return kpath.run(*options, *words, directory=directory, stdin=None)


@pytest.mark.parametrize("home", HOMES, ids=lambda home: home.name)
def test_callers_of_each_method_are_shown(home: Path, tmp_path: Path, segments: Path) -> None:
    classes = str(ours().program.classes)
    done = _run(tmp_path, segments, "--", str(home / "bin/java"), "-cp", classes, "Callers")
    assert (done.stdout, done.returncode) == (ours().output, 0), done.stderr.decode()
    assert b"Callers" in done.stderr
    profile = Profile.open(tmp_path / "p.kpath")
    frame = kpath_jvm.callers(profile)
    assert frame.attrs["doubts"] == []
    # This program does the same in the recorded run and in the run that counts callers.
    assert (frame["entries"] == frame["recorded_entries"]).all()
    assert (
        frame.groupby("method")["count"].sum() == frame.groupby("method")["entries"].first()
    ).all()
    twice = frame[frame["title"] == "Callers.twice(double)"]
    assert set(twice["caller_title"]) == {"Callers$Square.area()"}
    document = json.loads(kpath.run("report", "--json", "p.kpath", directory=tmp_path).stdout)
    shown = {one["title"]: one for one in document["callers"]["methods"]}
    assert {one["title"] for one in document["methods"]} == set(shown)
    for title, method in shown.items():
        counts = [one["count"] for one in method["callers"]]
        assert counts == frame[frame["title"] == title]["count"].tolist()


@pytest.mark.parametrize("home", HOMES[-1:], ids=lambda home: home.name)
def test_callers_in_virtual_threads_are_unknown(home: Path, tmp_path: Path, segments: Path) -> None:
    if java_version(home) < 21:
        pytest.skip("needs JDK 21 or newer for virtual threads")
    source = tmp_path / "Virtual.java"
    source.write_text(
        "public class Virtual {\n"
        "  static int leaf(int n) { return n + 1; }\n"
        "  static void work() { for (int i = 0; i < 100; i++) { leaf(i); Thread.yield(); } }\n"
        "  public static void main(String[] arguments) throws Exception {\n"
        "    Thread[] all = new Thread[20];\n"
        '    var start = Thread.class.getMethod("startVirtualThread", Runnable.class);\n'
        "    Runnable work = Virtual::work;\n"
        "    for (int i = 0; i < 20; i++) all[i] = (Thread) start.invoke(null, work);\n"
        "    for (Thread one : all) one.join();\n"
        "    leaf(0);\n"
        "  }\n}\n"
    )
    compile_java([source], tmp_path / "classes", "--release", "17")
    words = [str(home / "bin/java"), "-cp", str(tmp_path / "classes"), "Virtual"]
    done = _run(tmp_path, segments, "--", *words)
    assert done.returncode == 0, done.stderr.decode()
    frame = kpath_jvm.callers(Profile.open(tmp_path / "p.kpath"))
    leaf = frame[frame["title"] == "Virtual.leaf(int)"]
    assert dict(zip(leaf["kind"], leaf["count"], strict=True)) == {"untold": 2000, "call": 1}


def test_a_program_that_halts_keeps_its_status_and_its_profile(
    classes: str, tmp_path: Path, segments: Path
) -> None:
    done = _run(tmp_path, segments, "--", "java", "-cp", classes, "Behaviours", "halt")
    assert done.returncode == 5
    (line,) = [line for line in kpath.own_lines(done.stderr) if "no callers" in line]
    assert "the JVM" in line
    assert not (tmp_path / "p.kpath" / "callers.json").exists()
    assert kpath.run_json(tmp_path / "p.kpath")["completeness"]["verdict"] == "exact"


@pytest.mark.parametrize(
    ("words", "fragments"),
    [
        (["--follow-children", "--", "sh"], ["--callers", "leave out --follow-children"]),
        (["--record", "s", "--no-profile", "--", "java"], ["is for a profile"]),
        (["--max-overhead", "3%", "--", "java"], ["--max-overhead", "--callers"]),
    ],
)
def test_options_that_callers_excludes_are_refused(
    tmp_path: Path, segments: Path, words: list[str], fragments: list[str]
) -> None:
    done = _run(tmp_path, segments, *words)
    assert done.returncode == 125
    kpath.check_one_line(done, *fragments)
