"""Each seeded defect of the edge profilers makes counts wrong, inexact or unreadable."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from edge_checks import against_trace, profile_of
from kpath_jvm.errors import KpathError
from kpath_jvm.installation import JARS_VARIABLE, require_jars
from mutations.mutant import REPOSITORY, build_mutant
from oracle.edges import edge_profiles
from oracle.targets import DIRECTORY, compiled, read_target, traced

CORE = "agent/core/src/main/java/org/kpathjvm/core/"
CHORDS = CORE + "edges/ChordEdges.java"
COUNTERS = CORE + "instrument/edges/EdgeCounters.java"
PLAN = CORE + "instrument/edges/EdgePlan.java"


@dataclass(frozen=True)
class Defect:
    """Code in the sources, its replacement, and the profiler and target that show the defect."""

    name: str
    source: str
    find: str
    replacement: str
    target: str = "NestedLoops"
    profiler: str = "edge-chords"


DEFECTS = [
    Defect("no chord has a counter", CHORDS,
           "if (!tree.join(edge.from(), edge.to(), 0)) {", "if (false) {"),
    Defect("an exit is not counted", CHORDS,
           "if (graph.isExit(block) && graph", "if (graph.isExit(block) && block < 3 && graph"),
    Defect("dispatches are not counted", CHORDS, "counted.addHandlers(graph);", "",
           "CaughtInLoop"),
    Defect("an edge counts for another edge", COUNTERS, "return emitter.count(id(from, to));",
           "return emitter.count(firstId + (counted.place(from, to) + 1) % counted.size());"),
    Defect("an exit counts for an edge", COUNTERS,
           "return emitter.count(id(block, OUTSIDE));", "return emitter.count(firstId);"),
    Defect("an exit counts twice", PLAN,
           "return counters.countsExits(block) ? counters.atExit(block) : new InsnList();",
           "InsnList exit = new InsnList();\n"
           "    for (int i = 0; counters.countsExits(block) && i < 2; i++) {\n"
           "      exit.add(counters.atExit(block));\n    }\n    return exit;"),
    Defect("a dispatch counts twice", PLAN,
           "return counters.countsDispatches(handler) ? counters.atHandler(handler)"
           " : new InsnList();",
           "InsnList dispatch = new InsnList();\n"
           "    for (int i = 0; counters.countsDispatches(handler) && i < 2; i++) {\n"
           "      dispatch.add(counters.atHandler(handler));\n    }\n    return dispatch;",
           "CaughtInLoop"),
    Defect("a dispatch counts for an edge", COUNTERS,
           "return emitter.count(id(OUTSIDE, handler));", "return emitter.count(firstId);",
           "CaughtInLoop", profiler="edge"),
]  # fmt: skip
#: A change that isn't a defect.
UNCHANGED = Defect(
    "", COUNTERS, "class EdgeCounters implements EdgeCode {",
    "class EdgeCounters implements EdgeCode { // as before", "CaughtInLoop",
)  # fmt: skip


@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect.name.replace(" ", "-"))
def test_a_defect_can_be_seeded(defect: Defect) -> None:
    for one in (defect, UNCHANGED):
        source = (REPOSITORY / one.source).read_text(encoding="utf-8")
        assert source.count(one.find) == 1
    assert (DIRECTORY / f"{defect.target}.java").is_file()


@pytest.mark.slow
@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect.name.replace(" ", "-"))
def test_seeded_defect_is_caught(
    defect: Defect, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counts are out of bounds, too few of them are exact, or they can't be read."""
    assert is_caught(defect, tmp_path, monkeypatch)


@pytest.mark.slow
def test_without_a_defect_nothing_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rebuilding the jars changes no count by itself."""
    assert not is_caught(UNCHANGED, tmp_path, monkeypatch)


def is_caught(defect: Defect, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Returns whether the check fails. For the profiler `edge`, only the bounds are checked."""
    jars = build_mutant(
        require_jars().directory, tmp_path, defect.source, defect.find, defect.replacement
    )
    monkeypatch.setenv(JARS_VARIABLE, str(jars))
    target = read_target(DIRECTORY / f"{defect.target}.java")
    program, home = compiled(target), target.java_homes()[0]
    expected = edge_profiles(traced(target)[0], program.classes)
    options = f"profiler={defect.profiler},class-cache=0"
    try:
        found = against_trace(profile_of(program, home, options, tmp_path / "out"), expected)
    except (AssertionError, KpathError):
        return True
    whole = [key for key in found if not expected[key].stopped]
    return defect.profiler == "edge-chords" and any(found[key].inexact for key in whole)
