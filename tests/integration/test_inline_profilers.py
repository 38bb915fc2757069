"""The inline profilers count the same sequences, paths, edges and entries as ``stream`` does.

``stream`` is the default profiler, which test_differential compares with a tracer. With
KPATH_EVERY_VARIANT=1, every target runs with each combination of JDK and cut mode. Otherwise only
the targets in CHOSEN run, each with one combination.
"""

import json
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

import kpath_command as kpath
from builders.turns import on_every_jdk
from differential import Variant, record
from edge_checks import check_bounds, check_edges
from kpath_jvm import Profile
from kpath_jvm.errors import KpathError
from kpath_jvm.installation import require_jars
from kpath_jvm.profilers import PROFILERS as ALL
from kpath_jvm.recording.inline import InlineRecording, read_inline
from kpath_jvm.sessions.build import BuildRequest, EngineOptions, build
from oracle.harness import (
    default_java_home,
    run_command,
    run_native,
)
from oracle.oracle import BACK_EDGE, LOOP_HEADER
from oracle.targets import DIRECTORY, Target, all_targets, compiled, read_target

#: All inline profilers except those that count in path windows. test_windows compares the counts in
#: path windows with a trace.
PROFILERS = [one.name for one in ALL.values() if one.is_inline and not one.takes("threshold")]
K_BLPP = ("k-blpp", "k-blpp-packed")
K = 4
Key = tuple[str, str, str]

# These targets have exceptions, constructors, threads, monitors and virtual threads. Each runs with
# one of the cut modes.
CHOSEN = {
    "CaughtInLoop": BACK_EDGE,
    "FlexibleConstructors": BACK_EDGE,
    "ManyThreads": LOOP_HEADER,
    "Monitors": BACK_EDGE,
    "VirtualThreads": BACK_EDGE,
}
#: The targets that aren't marked as slow.
SHORT = ("CaughtInLoop",)


def cases() -> list[tuple[Target, Path, str]]:
    """Returns the cases: a target, the home of the JDK that runs it, and the cut mode."""
    targets = all_targets()
    if os.environ.get("KPATH_EVERY_VARIANT") == "1":
        return [
            (target, home, cut)
            for target in targets
            for home in target.java_homes()
            for cut in (BACK_EDGE, LOOP_HEADER)
        ]
    chosen = [target for target in targets if target.name in CHOSEN and target.java_homes()]
    return [
        (target, target.java_homes()[number % len(target.java_homes())], CHOSEN[target.name])
        for number, target in enumerate(chosen)
    ]


@dataclass(frozen=True)
class Counts:
    """A method's part of a profile: what its path numbers mean, and its k-IPF."""

    tables: str
    parents: list[int]
    paths: list[int]
    counts: list[int]


def counts_of(profile: Profile, k: int) -> dict[Key, Counts]:
    """Returns the counts of the methods that completed a path, for sequences of up to k paths.

    A key is a method's class, name and descriptor.
    """
    forest = profile.forest.truncated(k)
    found = {}
    for method, row in profile.methods.iterrows():
        part = forest.of_method(int(method))
        if len(part):
            found[row["class"], row["name"], row["descriptor"]] = Counts(
                row["path_tables"], part.parents.tolist(), part.paths.tolist(), part.counts.tolist()
            )
    return found


natively = cache(run_native)


def record_inline(
    target: Target, home: Path, cut: str, profiler: str, directory: Path
) -> InlineRecording:
    """Runs a target under ``java`` with the agent, and returns the recording.

    The agent must not change the target's output.
    """
    program = compiled(target)
    output = directory / profiler
    options = f"profiler={profiler},output={output}"
    if ALL[profiler].takes("cut"):
        options += f",cut={cut}"
    if profiler in K_BLPP:
        options += f",k={K}"
    for name, value in zip(target.options[0::2], target.options[1::2], strict=True):
        options += f",{name.removeprefix('--')}={value}"
    agent = f"-javaagent:{require_jars().agent}={options}"
    command = [str(home / "bin/java"), "-Xverify:all", agent, "-cp", str(program.classes)]
    done = run_command([*command, program.main])
    native = natively(program, home)
    assert (done.stdout, done.returncode) == (native.stdout, native.returncode), done.stderr
    assert done.stderr == native.stderr
    recording = read_inline(output)
    assert (recording.figures.quiet, recording.figures.lost) == (True, 0)
    assert not (output / "agent.log").exists()
    return recording


@pytest.mark.parametrize(
    ("target", "home", "cut"),
    [
        pytest.param(*case, marks=[] if case[0].name in SHORT else pytest.mark.slow)
        for case in cases()
    ],
    ids=lambda value: getattr(value, "name", value),
)
def test_counts_equal_those_of_the_stream(
    target: Target, home: Path, cut: str, tmp_path: Path
) -> None:
    """Compares sequences, completions, edges and entries."""
    streamed = tmp_path / "streamed.kpath"
    record(compiled(target), Variant(home, cut, K, target.options), streamed)
    expected = Profile.open(streamed)
    with ThreadPoolExecutor(2) as pool:
        done = pool.map(
            lambda profiler: record_inline(target, home, cut, profiler, tmp_path), PROFILERS
        )
        recordings = dict(zip(PROFILERS, done, strict=True))
    for profiler in ("blpp-hash", "blpp-array", "blpp", "ol", *K_BLPP):
        recording = recordings[profiler]
        profile = tmp_path / f"{profiler}.kpath"
        build(BuildRequest(recording.directory, None, profile, False, EngineOptions()))
        found = Profile.open(profile)
        assert counts_of(found, K) == counts_of(expected, recording.k)
        assert recording.figures.items == expected.methods["completed"].sum()
        assert found.run.completeness.verdict == "exact"
    assert recordings["blpp-hash"].figures.hash_operations == recordings["k-blpp"].figures.items
    for profiler in ("blpp-hash", "blpp-array", "blpp", "ol"):
        assert recordings[profiler].figures.blpp_paths == len(expected.paths)
    for profiler in ("edge", "edge-chords"):
        check_edges(recordings[profiler], expected)
        profile = tmp_path / f"{profiler}.kpath"
        build(BuildRequest(recordings[profiler].directory, None, profile, False, EngineOptions()))
        check_bounds(Profile.open(profile), expected)


@pytest.mark.parametrize(
    ("heap", "option"), [("-Xmx256m", ",table-memory=1M"), ("-Xmx24m", ",table-memory=1G")]
)
def test_full_tables_end_the_recording_and_not_the_program(
    heap: str, option: str, classes: str, tmp_path: Path
) -> None:
    """The recording ends when the tables reach ``table-memory``, or when the heap is full."""
    output = tmp_path / "out"
    agent = f"-javaagent:{require_jars().agent}=profiler=k-blpp,k=64,output={output}{option}"
    command = [str(default_java_home() / "bin/java"), heap, "-cp", classes]
    native = run_command([*command, "RandomBranches", "2000000"])
    done = run_command([*command, agent, "RandomBranches", "2000000"])
    assert (done.stdout, done.stderr, done.returncode) == (native.stdout, b"", 0)
    figures = json.loads((output / "inline.json").read_text("utf-8"))
    assert (figures["ended"], figures["ksf_nodes"] > 1000) == ("memory", True)
    with pytest.raises(KpathError, match="ran out of memory"):
        read_inline(output)


@on_every_jdk
def test_what_hooks_and_daemons_do_is_counted(home: Path, tmp_path: Path) -> None:
    """The recording goes on until the JVM ends, so shutdown hooks are recorded, too.

    The daemon thread begins its work only when a shutdown hook runs.
    """
    kpath.ensure_jars()
    source = tmp_path / "Hooks.java"
    source.write_text(
        "class Hooks { static int n; static volatile int rounds; static volatile boolean ends;\n"
        "  static void hook() { for (int i = 0; i < 1000; i++) n += i; }\n"
        "  static void spin() { for (;;) rounds++; }\n"
        "  public static void main(String[] a) {\n"
        "    Thread d = new Thread(() -> { while (!ends) Thread.onSpinWait(); spin(); });\n"
        "    d.setDaemon(true); d.start();\n"
        "    Runtime.getRuntime().addShutdownHook(new Thread(() -> { hook(); ends = true;\n"
        "      while (rounds < 1000) Thread.onSpinWait(); })); } }\n"
    )
    output = tmp_path / "out"
    agent = f"-javaagent:{require_jars().agent}=profiler=blpp-hash,output={output}"
    done = run_command([str(home / "bin/java"), agent, str(source)])
    assert (done.stdout, done.stderr, done.returncode) == (b"", b"", 0)
    profile = tmp_path / "hooks.kpath"
    build(BuildRequest(output, None, profile, False, EngineOptions()))
    methods = Profile.open(profile).methods.set_index("name")
    assert methods.loc["hook", "completed"] == 1001
    # The thousandth round may not have ended yet.
    assert methods.loc["spin", "completed"] >= 999
    assert read_inline(output).figures.quiet is True


@pytest.mark.slow
def test_build_takes_a_smaller_k_and_refuses_a_larger_one(tmp_path: Path) -> None:
    target = read_target(DIRECTORY / "NestedLoops.java")
    home = default_java_home()
    for profiler in ("edge", "k-blpp"):
        record_inline(target, home, BACK_EDGE, profiler, tmp_path)
    done = kpath.run("build", "edge", "-o", "edge.kpath", directory=tmp_path)
    assert done.returncode == 0, done.stderr
    assert len(Profile.open(tmp_path / "edge.kpath").edge_counts) > 0
    done = kpath.run("build", "edge", "-k", "2", directory=tmp_path)
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
    assert b"sequences of up to 1" in done.stderr
    done = kpath.run("build", "k-blpp", "-k", "5", directory=tmp_path)
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
    assert b"sequences of up to 4" in done.stderr
    done = kpath.run("build", "k-blpp", "-k", "2", "-o", "two.kpath", directory=tmp_path)
    assert done.returncode == 0, done.stderr
    assert Profile.open(tmp_path / "two.kpath").ipf["depth"].max() == 2
    done = kpath.run("report", "two.kpath", directory=tmp_path)
    assert b"how many were abandoned is not known" in b" ".join(done.stdout.split())
    (tmp_path / "k-blpp" / "inline.json").unlink()
    done = kpath.run("build", "k-blpp", directory=tmp_path)
    assert done.returncode == 2
    assert b"killed or halted" in done.stderr


def test_run_makes_a_profile_and_leaves_nothing_else(tmp_path: Path) -> None:
    """Calls `run` as a user does, and also with options that it must refuse."""
    program = compiled(read_target(DIRECTORY / "NestedLoops.java"))
    java = ["--", "java", "-cp", str(program.classes), program.main]
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    extra = {"TMPDIR": str(temporary)}
    native = run_native(program, default_java_home())
    options = ["--profiler", "k-blpp", "-k", "3", "--top", "1"]
    done = kpath.run("run", *options, "-o", "p.kpath", *java, directory=tmp_path, extra=extra)
    assert (done.returncode, done.stdout) == (0, native.stdout), done.stderr
    assert b"Hottest" in done.stderr
    told = kpath.run_json(tmp_path / "p.kpath")
    assert (told["options"]["profiler"], told["k"], told["exit_status"]) == ("k-blpp", 3, 0)
    assert told["inline"]["hash_operations"] < told["inline"]["items"]
    done = kpath.run("run", "--profiler", "edge", *java, directory=tmp_path, extra=extra)
    assert (done.returncode, done.stdout) == (0, native.stdout)
    [profile] = tmp_path.glob("NestedLoops-*.kpath")
    assert len(Profile.open(profile).edge_counts) > 0
    assert list(temporary.iterdir()) == []
    done = kpath.run("run", "--profiler", "edge", "-k", "3", *java, directory=tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (125, b"", 1), done.stderr
    assert b"-k has no effect with --profiler edge" in done.stderr


@pytest.mark.parametrize("profiler", ["stream", "k-blpp"])
def test_many_threads_run_where_the_jdk_is_profiled_too(profiler: str, tmp_path: Path) -> None:
    """The agent's list of threads grows under a lock.

    The code that enlarges the list must call no method with probes. Such a probe would wait for the
    lock, which its own thread holds. Here java.util.Arrays has probes.
    """
    kpath.ensure_jars()
    source = tmp_path / "Many.java"
    source.write_text(
        "class Many { public static void main(String[] a) throws Exception {\n"
        "  var all = new java.util.concurrent.CountDownLatch(40);\n"
        "  for (int i = 0; i < 40; i++) new Thread(() -> { all.countDown();\n"
        "    try { all.await(); } catch (InterruptedException e) { } }).start();\n"
        "  all.await(); System.out.println(1); } }\n"
    )
    options = f"profiler={profiler},include=java.util.Arrays:Many*,output={tmp_path / 'out'}"
    agent = f"-javaagent:{require_jars().agent}={options}"
    done = run_command([str(default_java_home() / "bin/java"), agent, str(source)])
    assert (done.stdout, done.stderr, done.returncode) == (b"1\n", b"", 0)
    assert b"java/util/Arrays" in (tmp_path / "out" / "methods.jsonl").read_bytes()


def test_figures_equal_those_of_a_recorded_stream(tmp_path: Path) -> None:
    """The figures that `structure` computes are those of the forest that the probes build.

    `structure` computes the figures of a k-slab forest from a recorded stream. The probes of
    ``k-blpp`` build such a forest while the program runs.
    """
    target = read_target(DIRECTORY / "NestedLoops.java")
    home = default_java_home()
    stream = tmp_path / "s.stream"
    variant = Variant(home, LOOP_HEADER, K, ("--record", str(stream), "--no-report"))
    assert record(compiled(target), variant, tmp_path / "s.kpath").returncode == 0
    done = kpath.run("structure", str(stream), "-k", str(K), "-o", "s.json", directory=tmp_path)
    assert done.returncode == 0, done.stderr
    told = json.loads((tmp_path / "s.json").read_text("utf-8"))
    figures = record_inline(target, home, LOOP_HEADER, "k-blpp", tmp_path).figures
    assert told["items"] == figures.items
    names = ("hash_operations", "node_scans", "ksf_nodes", "ksf_roots", "ksf_internal_degree")
    assert [told["rows"][0][name] for name in names] == [getattr(figures, name) for name in names]
    figures = record_inline(target, home, LOOP_HEADER, "blpp-hash", tmp_path).figures
    assert told["rows"][0]["blpp_hash_operations"] == figures.hash_operations
    names = ("blpp_entries", "blpp_paths")
    assert [told["rows"][0][name] for name in names] == [getattr(figures, name) for name in names]
