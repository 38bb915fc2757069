"""With --self-loops blocks that go on to themselves are counted apart, as a single step shows.

KPATH_FUZZ_SEEDS: how many random graphs, or FIRST-LAST.
"""

import io
import json
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import kpath_command as kpath
from edge_checks import profile_of
from integration.test_differential import seeds
from kpath_jvm import Profile
from kpath_jvm.analysis.flow import FlowEdge, flow
from kpath_jvm.analysis.loops import loop_rows
from kpath_jvm.analysis.of_edges.block_counts import BlockCounts
from kpath_jvm.analysis.outcomes import branch_outcomes
from kpath_jvm.reports.export.jsonl import write_jsonl
from kpath_jvm.sessions.guide import Guide
from oracle.harness import Program, default_java_home, trace_program
from oracle.oracle import BACK_EDGE, LOOP_HEADER, MethodKey, ProfiledPath, Trace
from oracle.self_loops import SelfLoopProfile, random_graphs, self_loop_profiles
from oracle.targets import DIRECTORY, Target, all_targets, compiled, read_target, traced

#: Profilers and options, each with one of the cuts.
VARIANTS = {
    "blpp": (BACK_EDGE, "blpp,max-paths=4"),
    "few": (LOOP_HEADER, "blpp,array-paths=3,cut=loop-header"),
    "hash": (BACK_EDGE, "blpp-hash"),
    "array": (LOOP_HEADER, "blpp-array,cut=loop-header,max-paths=4"),
    "small": (BACK_EDGE, "blpp,code-limit=190"),
}
TARGETS = [one for one in all_targets() if one.traced and one.java_homes()]
#: Those that aren't marked as slow.
SHORT = ("OneBlockLoops",)


def check(program: Program, trace: Trace, home: Path, directory: Path) -> int:
    """Each variant says what the trace does; returns blocks' repeats."""
    repeats = set()
    for name, (cut, options) in VARIANTS.items():
        text = f"profiler={options},self-loops=yes,class-cache=0"
        profile = profile_of(program, home, text, directory / name)
        cuts = {key: cuts_of(profile, number) for number, key in keys(profile).items()}
        expected = self_loop_profiles(trace, program.classes, cut, cuts)
        check_profile(profile, expected)
        guide = directory / f"{name}.guide"
        guide.write_bytes(Guide.of(profile.path, packs=False).content)
        guided = profile_of(program, home, f"{text},guide={guide}", directory / f"{name}-guided")
        check_profile(guided, expected)
        if "entry" not in set(profile.methods["rung"]):
            repeats.add(sum(one.repeats.total() for one in expected.values()))
    assert len(repeats) == 1
    return repeats.pop()


def keys(profile: Profile) -> dict[int, MethodKey]:
    """The methods of which paths are known, by number."""
    return {
        int(number): (row["class"], row["name"], row["descriptor"])
        for number, row in profile.methods.iterrows()
        if row["rung"] != "entry"
    }


def cuts_of(profile: Profile, number: int) -> set[tuple[int, int]]:
    """The edges cut for the number of paths, by first offsets."""
    code = profile.code(number)
    return {(code.offsets[source][0], code.offsets[target][0]) for source, target in code.cuts}


def check_profile(profile: Profile, expected: dict[MethodKey, SelfLoopProfile]) -> None:
    """Paths, blocks, edges and branches of all methods, in memory and in JSON."""
    told = json_methods(profile)
    blocks, owners = BlockCounts(profile).counts, profile.blocks["method"].to_numpy()
    for number, key in keys(profile).items():
        wanted = expected.get(key, SelfLoopProfile())
        assert paths_of(profile, number) == wanted.paths, key
        firsts = [first for first, _ in profile.code(number).offsets]
        counted = +summed(zip(firsts, blocks[owners == number].tolist(), strict=True))
        assert counted == wanted.blocks, key
        found = flow(profile, number)
        assert +summed(zip(firsts, found.blocks.tolist(), strict=True)) == counted
        check_edges(found.edges, firsts, wanted)
        check_branches(profile, number, wanted)
        if key in told:
            rows = told[key]["self_loops"]
            found_there = summed((row["block"][0], row["count"]) for row in rows)
            assert +found_there == +wanted.repeats, key


def summed(pairs: Any) -> "Counter[Any]":
    """Sums of counts: a subroutine's copies have the same offsets."""
    found: Counter[Any] = Counter()
    for key, count in pairs:
        found[key] += count
    return found


def paths_of(profile: Profile, number: int) -> "Counter[ProfiledPath]":
    """Completions by blocks' offsets and the kinds of start and end."""
    rows = profile.paths[profile.paths["method"] == number]
    offsets = profile.code(number).offsets
    columns = (rows[name] for name in ("blocks", "start", "end", "count"))
    return summed(
        ((tuple(offsets[block] for block in blocks), start, end), count)
        for blocks, start, end, count in zip(*columns, strict=True)
    )


def check_edges(edges: tuple[FlowEdge, ...], firsts: list[int], wanted: SelfLoopProfile) -> None:
    """Steps of paths and repeats are exact, and all ends of paths are edges' counts."""
    taken: Counter[tuple[int, int]] = Counter()
    ends: Counter[int] = Counter()
    for (blocks, _, end), count in wanted.paths.items():
        taken.update(dict.fromkeys(pairwise([first for first, _ in blocks]), count))
        ends[blocks[-1][0]] += count * (end != "exit")
    inner = {"step", "back"}
    steps = summed(
        ((firsts[one.source], firsts[one.target]), one.least) for one in edges if one.kind == "step"
    )
    assert +steps == taken
    repeats: Counter[int] = Counter()
    least, most = Counter[int](), Counter[int]()
    for one in edges:
        if one.kind != "step" and one.source == one.target and firsts[one.source] in wanted.apart:
            assert (one.kind in inner, one.is_exact) == (True, True)
            repeats[firsts[one.source]] += one.least
        elif one.kind != "step":
            least[firsts[one.source]] += one.least
            most[firsts[one.source]] += one.most
    assert +repeats == +wanted.repeats
    assert all(least[block] <= count <= most[block] for block, count in ends.items())


def check_branches(profile: Profile, number: int, wanted: SelfLoopProfile) -> None:
    """A branch was taken as often as its block was executed, and where it led is known."""
    firsts = [first for first, _ in profile.code(number).offsets]
    totals: Counter[int] = Counter()
    for one in branch_outcomes(profile, number):
        if one.decision.targets:
            totals[firsts[one.block]] += one.total
            if firsts[one.block] in wanted.apart:
                to_itself = dict(zip(one.targets, one.counts, strict=True))[one.block]
                assert (to_itself <= wanted.repeats[firsts[one.block]], one.unknown) == (True, 0)
    assert all(count == wanted.blocks[first] for first, count in totals.items())


def json_methods(profile: Profile) -> dict[MethodKey, Any]:
    """The objects of `export --format jsonl`."""
    text = io.StringIO()
    write_jsonl(profile, text)
    rows = [json.loads(line) for line in text.getvalue().splitlines()]
    return {(row["class"], row["method"], row["descriptor"]): row for row in rows}


@pytest.mark.parametrize(
    "seed", [pytest.param(one, marks=[] if one < 1 else pytest.mark.slow) for one in seeds()]
)
def test_random_graphs(seed: int, tmp_path: Path) -> None:
    """Nested, irreducible and left by exceptions."""
    (tmp_path / "classes").mkdir()
    (tmp_path / "classes" / "Graphs.class").write_bytes(random_graphs(seed))
    program = Program(tmp_path / "classes", "Graphs")
    trace, _ = trace_program(program, tmp_path / "log")
    assert check(program, trace, default_java_home(), tmp_path) > 0


@pytest.mark.parametrize(
    "target",
    [
        pytest.param(one, marks=[] if one.name in SHORT else pytest.mark.slow, id=one.name)
        for one in TARGETS
    ],
)
def test_targets(target: Target, tmp_path: Path) -> None:
    """Hand-written programs, one for each construct."""
    trace, _ = traced(target)
    check(compiled(target), trace, target.java_homes()[0], tmp_path)


def test_loops_are_told_as_without_the_option(tmp_path: Path) -> None:
    """Where no exception leaves a method: entries, iterations, bytecodes, branches."""
    program, home = compiled(read_target(DIRECTORY / "OneBlockLoops.java")), default_java_home()
    plain = profile_of(program, home, "profiler=blpp", tmp_path / "plain")
    apart = profile_of(program, home, "profiler=blpp,self-loops=yes", tmp_path / "apart")
    compared = 0
    for number, (_, name, _) in keys(plain).items():
        if name == "run":
            continue
        wanted, found = loop_rows(plain, number), loop_rows(apart, number)
        for one, other in zip(wanted, found, strict=True):
            assert (one.header, one.entries, one.iterations, one.cost, one.whole_cost) == (
                other.header, other.entries, other.iterations, other.cost, other.whole_cost
            )  # fmt: skip
            compared += 1
        assert branch_outcomes(plain, number) == branch_outcomes(apart, number)
        assert (
            plain.methods.loc[number, "possible_paths"]
            >= (apart.methods.loc[number, "possible_paths"])
        )
    assert compared > 5
    assert apart.paths["count"].sum() < plain.paths["count"].sum()


def test_the_report_and_refusals(tmp_path: Path) -> None:
    """What a user sees; another profiler has no use for it."""
    program = compiled(read_target(DIRECTORY / "OneBlockLoops.java"))
    java = ["--", "java", "-cp", str(program.classes), program.main]
    done = kpath.run(
        "run", "--profiler", "blpp", "--self-loops", "-o", "p.kpath", *java, directory=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert b"edges of blocks to themselves, taken" in b" ".join(done.stderr.split())
    assert kpath.run_json(tmp_path / "p.kpath")["options"]["self-loops"] is True
    for profiler in ("edge", "k-blpp", "stream"):
        done = kpath.run("run", "--profiler", profiler, "--self-loops", *java, directory=tmp_path)
        assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (125, b"", 1)
        said = f"--self-loops has no effect with --profiler {profiler}, but with blpp-hash"
        assert said.encode() in done.stderr
