"""Compares recorded overlapping paths across calls with those of a single-stepped run.

KPATH_FUZZ_SEEDS sets the number of random programs, or a range of their seeds: FIRST-LAST.
"""

from collections import Counter
from pathlib import Path

import pytest

from integration.overlapping.test_overlapping_paths import cuts_of, found_in, profile_of
from integration.test_differential import seeds
from kpath_jvm import Profile
from kpath_jvm.analysis.overlapping.call_flow import call_flows
from oracle.calls import AcrossCall, across_calls_of_trace, calls_cut_off
from oracle.harness import Program, compile_program, default_java_home, trace_program
from oracle.oracle import BACK_EDGE, LOOP_HEADER, Trace
from oracle.random_programs import random_program
from oracle.targets import Target, all_targets, compiled, traced

TARGETS = [target for target in all_targets() if target.traced and target.java_homes()]
#: The targets that aren't marked as slow.
SHORT = {"CallsOfAllKinds", "ThrowsInIterations"}
DEGREES = (0, 1, 3, 254)


def across_in(profile: Profile) -> Counter[AcrossCall]:
    """Returns the counts of the paths across calls, with bytecode offsets for blocks.

    Paths of methods with a loop that has several entries are left out.
    """
    found: Counter[AcrossCall] = Counter()
    methods = profile.methods.set_index("method")
    offsets = {
        int(method): blocks.sort_values("block")["first_offset"].tolist()
        for method, blocks in profile.blocks.groupby("method")
    }
    for row in profile.extended.itertuples():
        if row.kind == "loop":
            continue
        both = [methods.loc[int(one)] for one in (row.method, row.other_method)]
        if any(one["irreducible"] for one in both):
            continue
        first, second = ((one["class"], one["name"], one["descriptor"]) for one in both)
        kind, offset, end, last = str(row.end).split()
        assert (kind, int(last)) == (row.kind, row.other_blocks[-1])
        blocks = tuple(offsets[row.method][block] for block in row.blocks)
        others = tuple(offsets[row.other_method][block] for block in row.other_blocks)
        start = str(row.start).split()[0]
        found[row.kind, first, second, start, blocks, int(offset), others, end] += row.count
    return found


def check(program: Program, trace: Trace, home: Path, directory: Path, cut: str) -> int:
    """Compares paths across calls with the trace's, and returns how many the highest degree has.

    The overlapping paths of loops must be the same as without ``calls=yes``. Bounds must contain
    the real flow, never get wider with a higher degree, and be exact with the highest degree.
    """
    plain = found_in(profile_of(program, home, f"degree=1,cut={cut}", directory))
    profiles = []
    for degree in DEGREES:
        options = f"degree={degree},calls=yes,cut={cut}"
        profile = profile_of(program, home, options, directory)
        expected = across_calls_of_trace(trace, program.classes, degree, cut, cuts_of(profile))
        assert across_in(profile) == expected
        cut_off = calls_cut_off(trace, program.classes, cut, cuts_of(profile))
        assert profile.completeness.figures == ({"cut off": cut_off} if cut_off else {})
        assert profile.completeness.is_exact == (cut_off == 0)
        if degree == 1:
            assert found_in(profile) == plain
        profiles.append(profile)
    known: dict[tuple[str, int, int, int], int] = {}
    for profile in profiles:
        for flow in call_flows(profile, profiles[-1]):
            assert flow.outside == []
            site = flow.kind, flow.first, flow.second, flow.offset
            width = flow.bounds.potential - flow.bounds.definite
            assert width <= known.get(site, width)
            known[site] = width
    assert not any(known.values())
    return len(expected)


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
    rows = check(compiled(target), trace, target.java_homes()[0], tmp_path, BACK_EDGE)
    assert rows > {"CallsOfAllKinds": 40, "InheritedCalls": 400}.get(target.name, -1)
