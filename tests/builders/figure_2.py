"""The example of section 3.2.3 of the paper on overlapping paths, as profiles.

The paper is Tallam et al. (2004). In the example, a method f calls the method g of figure 2.
"""

from dataclasses import replace
from pathlib import Path

from builders.methods import MethodSpec
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.recording.counted import ExtendedPath

#: The edges of f and g: each edge's source, target and Val. In f, block 0 is the paper's fEn, and
#: block 1 stands for C1 and P3. In g, blocks 0 to 7 are gEn, P1, P2, B1, P3, B2, B3 and gEx. Path 4
#: of g goes directly from P1 to B3.
F = [(0, 1, 0), (1, 2, 0), (1, 3, 1)]
G = [(0, 1, 0), (1, 2, 0), (1, 6, 4), (2, 3, 0), (2, 4, 2), (3, 4, 0), (4, 5, 0), (4, 6, 1),
     (5, 6, 0), (6, 7, 0)]  # fmt: skip
WHOLE = (0, 1, 6, 7)
#: For each degree, an overlapping path's blocks in g, and where the path ends.
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


def figure_2(
    directory: Path, degree: int, *, calls: bool = True, times: int = 1, called: str = "g"
) -> Profile:
    """Writes the profile ol.kpath with figure 2's counts, and opens the profile.

    Each path of f and g was taken 200 times. Path 4 of g was taken 100 times after a call from f.
    After the return, f went on to block 2 or to block 3. The counts of paths across calls are
    multiplied by ``times``. ``called`` is the name of g.
    """
    builder = RecordingBuilder(k=1)
    f = builder.add(method("f", F, [("exit", 2, 0), ("exit", 3, 0)], 2))
    g = builder.add(method(called, G, [("exit", 7, 0)], 5))
    for path in range(2):
        builder.stream(f, [path], times=200)
    for path in range(5):
        builder.stream(g, [path], times=200)
    builder.auxiliary(f, entries=400)
    builder.auxiliary(g, entries=1000)
    second, end = SECOND[degree]
    rows = [
        ExtendedPath(
            f.first_id, 1, "call", -1, "entry", f"call 9 {end}", (0, 1), 100 * times,
            other_first_id=g.first_id, other_blocks=second,
        )
    ]  # fmt: skip
    behind = {(1,): 100} if degree == 0 else {(1, 2): 70, (1, 3): 30}
    for number, (blocks, count) in enumerate(behind.items()):
        end = f"return 9 {'end' if degree == 254 else 'predicate'} {blocks[-1]}"
        rows.append(
            ExtendedPath(
                g.first_id, number, "return", -1, "entry", end, WHOLE, count * times,
                other_first_id=f.first_id, other_blocks=blocks,
            )
        )  # fmt: skip
    run = demo_run(options={"profiler": "ol", "degree": degree, "calls": calls})
    directory.mkdir()
    path = directory / "ol.kpath"
    write_profile(path, replace(builder.build(directory), extended=rows), run)
    return Profile.open(path)
