"""Compares recorded overlapping paths with those of a single-stepped run.

KPATH_FUZZ_SEEDS sets the number of random programs, or a range of their seeds: FIRST-LAST.
"""

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from differential import Variant, record
from integration.test_differential import seeds
from kpath_jvm import Profile
from kpath_jvm.analysis.overlapping.loop_flow import loop_flows
from kpath_jvm.errors import KpathError
from kpath_jvm.installation import require_jars
from kpath_jvm.sessions.build import BuildRequest, EngineOptions, build
from oracle.harness import (
    Program,
    compile_program,
    default_java_home,
    run_command,
    run_native,
    trace_program,
)
from oracle.oracle import BACK_EDGE, LOOP_HEADER, MethodKey, Trace
from oracle.overlapping import Overlap, overlaps_of_trace
from oracle.random_programs import random_program
from oracle.targets import Target, all_targets, compiled, traced

TARGETS = [target for target in all_targets() if target.traced and target.java_homes()]
#: The targets that aren't marked as slow.
SHORT = {"NestedLoops", "ThrowsInIterations"}


natively = cache(run_native)


def profile_of(program: Program, home: Path, options: str, directory: Path) -> Profile:
    """Returns a run's profile, and checks that the agent didn't change the program's output."""
    output = directory / re.sub(r"\W", "-", options)
    agent = f"-javaagent:{require_jars().agent}=profiler=ol,output={output},{options}"
    java = [str(home / "bin/java"), "-Xverify:all", agent]
    done = run_command([*java, "-cp", str(program.classes), program.main])
    native = natively(program, home)
    assert (done.stdout, done.returncode) == (native.stdout, native.returncode), done.stderr
    assert not (output / "agent.log").exists()
    profile = output.with_suffix(".kpath")
    build(BuildRequest(output, None, profile, False, EngineOptions()))
    return Profile.open(profile)


def found_in(profile: Profile) -> dict[MethodKey, Counter[Overlap]]:
    """Returns the counts of overlapping paths across back edges, with bytecode offsets for blocks.

    Methods with a loop that has several entries are left out.
    """
    found: dict[MethodKey, Counter[Overlap]] = {}
    methods = profile.methods
    for row in profile.extended[profile.extended["kind"] == "loop"].itertuples():
        method = methods.loc[methods["method"] == row.method].iloc[0]
        if method["irreducible"]:
            continue
        offsets = [
            (int(one.first_offset), int(one.last_offset))
            for one in profile.blocks[profile.blocks["method"] == row.method].itertuples()
        ]
        blocks, length = list(row.blocks), 0
        if row.end != "open":
            loops = profile.loops
            of_row = (loops["method"] == row.method) & (loops["loop"] == row.graph)
            header = int(loops[of_row]["header"].iloc[0])
            length = blocks[::-1].index(header) + 1
        whole = blocks[: len(blocks) - length], blocks[len(blocks) - length :]
        path = tuple(offsets[block] for block in whole[0]), str(row.start).split()[0], "loop"
        extension = tuple(offsets[block][0] for block in whole[1])
        key = (method["class"], method["name"], method["descriptor"])
        end = str(row.end).split()[0]
        found.setdefault(key, Counter())[path, extension, end] += row.count
    return found


def expected_of(
    profile: Profile,
    program: Program,
    trace: Trace,
    degree: int,
    cut: str,
    others: Mapping[str, int] | None = None,
) -> dict[MethodKey, Counter[Overlap]]:
    """Returns the counts of the overlapping paths in a trace.

    In methods with too many paths, paths also end at cut edges, which the profile gives. ``others``
    maps names of methods to degrees. All other methods have ``degree``.
    """
    own = others or {}
    return overlaps_of_trace(
        trace, program.classes, lambda key, _: own.get(key[1], degree), cut, cuts_of(profile)
    )


def cuts_of(profile: Profile) -> dict[MethodKey, set[tuple[int, int]]]:
    """Returns the edges that the agent cut in methods with too many paths, as offsets of blocks."""
    cuts = {}
    for _, row in profile.methods.iterrows():
        blocks = profile.blocks[profile.blocks["method"] == row["method"]]
        starts = blocks["first_offset"].tolist()
        cuts[row["class"], row["name"], row["descriptor"]] = {
            (starts[source], starts[target]) for source, target in row["cuts"]
        }
    return cuts


def check(program: Program, trace: Trace, home: Path, directory: Path, cut: str) -> None:
    """Records overlapping paths of several degrees, and compares them with the trace's.

    Also checks the bounds that follow from these paths. Bounds must contain the real flow, and
    never get wider with a higher degree. Paths that are cut at loop headers have no bounds.
    """
    exact = directory / "exact.kpath"
    record(program, Variant(home, cut, 2), exact)
    known: dict[tuple[int, int], int] = {}
    for degree in (0, 1, 3, 254):
        profile = profile_of(program, home, f"degree={degree},cut={cut}", directory)
        assert found_in(profile) == expected_of(profile, program, trace, degree, cut)
        if cut == LOOP_HEADER:
            with pytest.raises(KpathError, match="record without --cut"):
                loop_flows(profile)
            continue
        for flow in loop_flows(profile, Profile.open(exact)):
            assert flow.outside == []
            width = flow.bounds.potential - flow.bounds.definite
            key = flow.method, flow.loop
            assert width <= known.get(key, width)
            known[key] = width


@pytest.mark.parametrize(
    "seed", [pytest.param(one, marks=[] if one < 1 else pytest.mark.slow) for one in seeds()]
)
def test_random_programs_have_the_traced_paths(seed: int, tmp_path: Path) -> None:
    """Tests each random program in one of the cut modes."""
    home = default_java_home()
    source = tmp_path / "Main.java"
    source.write_text(random_program(seed))
    program = compile_program(source, tmp_path / "classes", home)
    trace, _ = trace_program(program, tmp_path / "log", home)
    check(program, trace, home, tmp_path, LOOP_HEADER if seed % 3 == 2 else BACK_EDGE)


@pytest.mark.parametrize(
    "target",
    [
        pytest.param(one, marks=[] if one.name in SHORT else pytest.mark.slow, id=one.name)
        for one in TARGETS
    ],
)
def test_targets(target: Target, tmp_path: Path) -> None:
    """Each hand-written program exercises one construct."""
    trace, _ = traced(target)
    check(compiled(target), trace, target.java_homes()[0], tmp_path, BACK_EDGE)


def test_patterns_give_loops_their_degrees(tmp_path: Path) -> None:
    """Patterns match classes as filters do, and methods by prefix; the last match applies."""
    target = next(one for one in TARGETS if one.name == "NestedLoops")
    program, (trace, _) = compiled(target), traced(target)
    home = target.java_homes()[0]
    names = {key[1] for key in found_in(profile_of(program, home, "degree=2", tmp_path))}
    one, *others = sorted(names)
    rules = f"*.*%3A0:NestedLoops.{one[:-1]}*%3A254"
    profile = profile_of(program, home, f"degree=2,loop-degree={rules}", tmp_path)
    degrees = {name: 254 if name.startswith(one[:-1]) else 0 for name in names}
    found = found_in(profile)
    assert others
    assert found == expected_of(profile, program, trace, 2, BACK_EDGE, degrees)
