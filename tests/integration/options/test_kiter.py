"""Compares recorded k-iteration paths with traces, and with the sequences of the stream.

The oracle finds the k-iteration paths of a trace by their definition. The stream is the default
profiler's recording.
"""

from collections import Counter
from pathlib import Path

import pytest

import kpath_command as kpath
from differential import Variant, exported, record
from iterated import (
    Case,
    Recording,
    iterations_of,
    k_of,
    ngrams_of,
    paths_of,
    record_kiter,
)
from kpath_jvm import Profile
from kpath_jvm.profile.names import method_title
from oracle.classfile import read_directory
from oracle.flowgraph import flow_graph
from oracle.harness import Program, compile_program, default_java_home, trace_program
from oracle.iterations import (
    iterated_loops,
    iteration_profile,
    iterations_cut_off,
    static_path_count,
)
from oracle.oracle import NGrams, Trace
from oracle.random_programs import random_program
from oracle.repeating_graphs import repeating_program
from oracle.retry_graphs import retry_graphs
from oracle.targets import Target, all_targets, compiled, traced

TARGETS = [target for target in all_targets() if target.traced]
SHORT = ("NestedLoops", "RetryLoops", "Attempts")
CASES: list[Case] = [(3, 6000, 60000), (2, 0, 60000), (5, 20, 45)]


def check(program: Program, trace: Trace, case: Case, directory: Path) -> Recording:
    """Records k-iteration paths, compares them with the trace, and returns the recording."""
    recording = record_kiter(program, case, directory)
    check_reasons(program, recording, case)
    profile = Profile.open(recording.profile)
    expected = iteration_profile(trace, program.classes, k_of(recording.lines, case[0]))
    assert paths_of(profile) == expected
    assert profile.extended["count"].sum() == recording.tables.figures.items
    check_cut_off(program, trace, recording, case[0])
    return recording


def check_cut_off(program: Program, trace: Trace, recording: Recording, k: int) -> None:
    """Checks the profile's figure ``cut off``, the number of iterations that are in no path.

    If every iteration is in a path, the profile's verdict must be exact.
    """
    expected = iterations_cut_off(trace, program.classes, k_of(recording.lines, k))
    told = Profile.open(recording.profile).completeness
    assert told.figures == ({"cut off": sum(expected.values())} if expected else {})
    assert told.is_exact == (not expected)
    for (owner, name, descriptor), count in Counter(expected).most_common(1):
        of_method = f" {count:,} of {method_title(owner, name, descriptor)}"
        assert list(expected.values()).count(count) > 1 or of_method in told.text


def check_reasons(program: Program, recording: Recording, case: Case) -> None:
    """Checks that paths have fewer than k iterations only for a stated reason that is true."""
    k, _, most = case
    codes = read_directory(program.classes)
    for key, entry in recording.lines.items():
        graph, iterations = flow_graph(codes[key]), entry.get("iterations")
        if iterations is None:
            assert entry["mode"] == "entry" or not iterated_loops(graph), key
            continue
        assert iterations["asked"] == k
        longest, reason = iterations["longest"], iterations["reason"]
        assert static_path_count(graph, longest, most + 1) <= most or longest == 1, key
        if longest == k:
            assert reason is None
            assert entry["rung"] == "full", key
        elif entry["cuts"]:
            assert (longest, reason) == (
                1,
                "cuts: the method has too many paths even with one iteration",
            ), key
        else:
            # In no test does the code become too large, so the reason is the number of paths.
            assert reason == f"too-many-paths: more than {most} with {longest + 1} iterations"
            assert static_path_count(graph, longest + 1, most + 1) > most, key


def uncut(ngrams: NGrams, headers: dict[int, int]) -> NGrams:
    """Returns those of the stream's sequences that the k-iteration profile must have, too.

    ``headers`` maps the header of each iterated loop to the largest number of iterations that a
    path of the loop may have. The returned sequences have at most as many paths as the smallest of
    these numbers. In each returned sequence, all paths but the first start at one of these headers.
    """
    longest = min(headers.values(), default=1)
    return Counter(
        {
            gram: count
            for gram, count in ngrams.items()
            if len(gram) <= longest
            and all(start == "loop" and blocks[0][0] in headers for blocks, start, _ in gram[1:])
        }
    )


def check_against_stream(program: Program, recording: Recording, directory: Path) -> int:
    """Compares the sequences of a recording with those of the stream.

    Returns the number of methods compared. Methods with paths that weren't completed are left out.
    """
    k = recording.tables.k
    streamed = directory / "streamed.kpath"
    record(program, Variant(default_java_home(), k=k), streamed)
    mine, theirs = ngrams_of(recording.profile), exported(streamed)
    checked = 0
    # The k-iteration profile counts each complete path of the stream's profile, or reports it as
    # cut off.
    kiter, stream = Profile.open(recording.profile), Profile.open(streamed)
    cut_off = kiter.completeness.figures.get("cut off", 0)
    assert kiter.methods["completed"].sum() + cut_off == stream.methods["completed"].sum()
    for _, row in Profile.open(streamed).methods.iterrows():
        key = (row["class"], row["name"], row["descriptor"])
        ends = row["abandoned"], row["unfinished"], row["undecided"]
        if ends == (0, 0, 0) and key in theirs:
            expected = uncut(theirs[key].ngrams, iterations_of(recording.lines[key]))
            assert mine.get(key, Counter()) == expected, key
            checked += 1
    return checked


@pytest.mark.parametrize(
    "target",
    [
        pytest.param(one, marks=[] if one.name in SHORT else pytest.mark.slow, id=one.name)
        for one in TARGETS
    ],
)
def test_paths_of_a_target_are_those_of_its_trace(target: Target, tmp_path: Path) -> None:
    """Counts in arrays and in hash tables, and also with k reduced by a limit on paths."""
    if default_java_home() not in target.java_homes():
        pytest.skip(f"needs JDK {target.java_release}")
    trace, _ = traced(target)
    program = compiled(target)
    recordings = [check(program, trace, case, tmp_path) for case in CASES]
    checked = check_against_stream(program, recordings[0], tmp_path)
    # ExitInLoop ends while all of its methods are still active.
    assert checked > 0 or target.name == "ExitInLoop"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_paths_of_random_programs_equal_the_trace(seed: int, tmp_path: Path) -> None:
    source = tmp_path / "Main.java"
    source.write_text(random_program(seed), encoding="utf-8")
    program = compile_program(source, tmp_path / "classes")
    trace, _ = trace_program(program, tmp_path / "log")
    for case in CASES:
        recording = check(program, trace, case, tmp_path)
        if case == CASES[seed % len(CASES)]:
            assert check_against_stream(program, recording, tmp_path) > 0


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 6))]
)
def test_loops_repeated_only_through_handlers_have_the_traced_paths(
    seed: int, tmp_path: Path
) -> None:
    """In these random methods, some loops are repeated only through a handler."""
    classes = tmp_path / "classes"
    classes.mkdir()
    (classes / "Retries.class").write_bytes(retry_graphs(seed))
    graphs = [flow_graph(code) for code in read_directory(classes).values()]
    assert any(not one.ordinary[header] for one in graphs for header in one.headers)
    program = Program(classes, "Retries")
    trace, _ = trace_program(program, tmp_path / "log")
    for case in CASES:
        check(program, trace, case, tmp_path)


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 6))]
)
def test_loops_of_one_block_have_the_traced_paths(seed: int, tmp_path: Path) -> None:
    """The random graphs, which may be irreducible, have many one-block loops."""
    program = repeating_program(seed, tmp_path)
    trace, _ = trace_program(program, tmp_path / "log")
    for case in CASES:
        check(program, trace, case, tmp_path)


def test_loops_can_be_chosen_and_mistakes_are_reported(tmp_path: Path) -> None:
    """Tests --kiter-loops, and the messages about too many paths and about wrong options."""
    program = compiled(next(one for one in TARGETS if one.name == "NestedLoops"))
    java = ["--", "java", "-cp", str(program.classes), program.main]
    options = ["--profiler", "kiter", "-k", "4", "--kiter-most", "30"]
    done = kpath.run("run", *options, "-o", "few.kpath", *java, directory=tmp_path)
    assert done.returncode == 0, done.stderr
    said = b" ".join(done.stderr.split())
    assert b"have paths of fewer than 4 iterations" in said, said
    assert b"): in NestedLoops." in said, said
    options = ["--profiler", "kiter", "-k", "2", "--kiter-loops", "NestedLoops.*:1"]
    done = kpath.run("run", *options, "-o", "one.kpath", *java, directory=tmp_path)
    assert done.returncode == 0, done.stderr
    profile = Profile.open(tmp_path / "one.kpath")
    assert profile.ipf["depth"].max() == 1
    done = kpath.run(
        "run", "--profiler", "kiter", "--kiter-loops", "a:b", *java, directory=tmp_path
    )
    assert (done.returncode != 0, done.stderr.count(b"\n")) == (True, 1), done.stderr
    done = kpath.run(
        "run", "--profiler", "kiter", "--cut", "loop-header", *java, directory=tmp_path
    )
    assert (done.returncode != 0, done.stderr.count(b"\n")) == (True, 1), done.stderr
