"""The paper's example of 3.2.3 as profiles: bounds by degree, and the flow that is known."""

from dataclasses import replace
from pathlib import Path

import pytest

from builders.methods import MethodSpec
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm.analysis.overlapping.call_flow import CallFlow, call_flows
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.recording.counted import ExtendedPath

#: f: 0 fEn, 1 C1 and P3, 2 and 3 behind it. g of figure 2: 0 gEn, 1 P1, 2 P2, 3 B1, 4 P3, 5 B2,
#: 6 B3, 7 gEx; its path 4 goes from P1 to B3.
F = [(0, 1, 0), (1, 2, 0), (1, 3, 1)]
G = [(0, 1, 0), (1, 2, 0), (1, 6, 4), (2, 3, 0), (2, 4, 2), (3, 4, 0), (4, 5, 0), (4, 6, 1),
     (5, 6, 0), (6, 7, 0)]  # fmt: skip
WHOLE = (0, 1, 6, 7)
#: How the second part is cut, by degree.
SECOND = {0: ((0, 1), "predicate 1"), 1: (WHOLE, "predicate 7"), 254: (WHOLE, "end 7")}


def method(
    name: str, edges: list[tuple[int, int, int]], ends: list[tuple[str, int, int]], paths: int
) -> MethodSpec:
    blocks = 1 + max(target for _, target, _ in edges)
    return MethodSpec(
        class_name="demo/Figure2", name=name, descriptor="()V",
        blocks=[(at, at, [(at, at + 1)]) for at in range(blocks)],
        edges=edges, starts=[("entry", 0, 0)], ends=ends, paths=paths, counters=("entries",),
        loops=[],
    )  # fmt: skip


def profile(directory: Path, degree: int, calls: bool = True) -> Profile:
    """Each path of g was taken 200 times, its path 4 from f 100 times, back to both paths of f."""
    builder = RecordingBuilder(k=1)
    f = builder.add(method("f", F, [("exit", 2, 0), ("exit", 3, 0)], 2))
    g = builder.add(method("g", G, [("exit", 7, 0)], 5))
    for path in range(2):
        builder.stream(f, [path], times=200)
    for path in range(5):
        builder.stream(g, [path], times=200)
    builder.auxiliary(f, entries=400)
    builder.auxiliary(g, entries=1000)
    second, end = SECOND[degree]
    rows = [
        ExtendedPath(
            f.first_id, 1, "call", -1, "entry", f"call 9 {end}", (0, 1), 100,
            other_first_id=g.first_id, other_blocks=second,
        )
    ]  # fmt: skip
    behind = {(1,): 100} if degree == 0 else {(1, 2): 70, (1, 3): 30}
    for number, (blocks, count) in enumerate(behind.items()):
        end = f"return 9 {'end' if degree == 254 else 'predicate'} {blocks[-1]}"
        rows.append(
            ExtendedPath(
                g.first_id, number, "return", -1, "entry", end, WHOLE, count,
                other_first_id=f.first_id, other_blocks=blocks,
            )
        )  # fmt: skip
    run = demo_run(options={"profiler": "ol", "degree": degree, "calls": calls})
    directory.mkdir()
    path = directory / "ol.kpath"
    write_profile(path, replace(builder.build(directory), extended=rows), run)
    return Profile.open(path)


def flows(directory: Path, degree: int) -> list[CallFlow]:
    return call_flows(profile(directory / "ol", degree), profile(directory / "exact", 254))


@pytest.mark.parametrize(
    ("degree", "into", "back"), [(0, (0, 500), (0, 200)), (1, (100, 100), (100, 100))]
)
def test_one_degree_more_tells_all(
    tmp_path: Path, degree: int, into: tuple[int, int], back: tuple[int, int]
) -> None:
    first, second = flows(tmp_path, degree)
    assert (first.kind, second.kind) == ("call", "return")
    assert (first.bounds.definite, first.bounds.potential) == into
    assert (second.bounds.definite, second.bounds.potential) == back
    assert first.real == {("entry", (0, 1), WHOLE): 100}
    assert second.real == {("entry", WHOLE, (1, 2)): 70, ("entry", WHOLE, (1, 3)): 30}
    assert first.outside == second.outside == []


def test_a_flow_out_of_its_bounds_is_told(tmp_path: Path) -> None:
    first, _ = flows(tmp_path, 1)
    pair = "entry", (0, 1), WHOLE
    assert replace(first, real={pair: 101}).outside == [pair]
    assert replace(first, real={}).outside == [pair]
    assert replace(first, real=None).outside == []


def test_without_an_exact_profile_the_real_flow_is_not_known(tmp_path: Path) -> None:
    found = call_flows(profile(tmp_path / "ol", 1))
    assert [one.real_flow for one in found] == [None, None]


def test_other_profiles_are_refused(tmp_path: Path) -> None:
    low = profile(tmp_path / "low", 1)
    with pytest.raises(KpathError, match="is of another degree than 254"):
        call_flows(low, low)
    with pytest.raises(KpathError, match="has no paths across calls"):
        call_flows(profile(tmp_path / "loops", 1, calls=False))
