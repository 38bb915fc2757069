"""Each defect seeded in what counts self-loops apart contradicts a single-stepped run."""

from pathlib import Path

import pytest

from integration.options.test_self_loops import check
from kpath_jvm.errors import KpathError
from kpath_jvm.installation import JARS_VARIABLE, require_jars
from mutations.mutant import REPOSITORY, build_mutant
from oracle.harness import Program, default_java_home, trace_program
from oracle.self_loops import random_graphs

CORE = "agent/core/src/main/java/org/kpathjvm/core/"
INSTRUMENTER = CORE + "instrument/ladder/MethodInstrumenter.java"
PLAN = CORE + "instrument/probes/MethodPlan.java"

#: By name: a source, a text of it, and what that becomes.
DEFECTS = {
    "paths-end-there-all-the-same": (
        CORE + "cfg/SelfLoops.java", "return any ? new", "return !any ? new",
    ),
    "blocks-without-another-way-too": (
        CORE + "cfg/SelfLoops.java", "graph.successors(block).length > 1 &&",
        "graph.successors(block).length > 0 &&",
    ),
    "headers-of-nothing-else-stay-headers": (
        INSTRUMENTER, "graph == whole ? ofAll : BackEdges.of(graph)", "ofAll",
    ),
    "counters-are-paths": (
        CORE + "instrument/probes/EdgeCounters.java",
        "plan.firstId + plan.pathIdCount + plan.counters.size()",
        "plan.firstId + plan.counters.size()",
    ),
    "no-counter-on-the-edge": (
        CORE + "instrument/probes/PathEdgeCode.java",
        "return isSelfLoop(from, to)\n        || isCut(from, to)\n        || isInc",
        "return !isSelfLoop(from, to)\n        && isCut(from, to)\n        || isInc",
    ),
    "no-room-for-the-ids": (
        PLAN, "(edgeCounters == null ? selfLoops : edgeCounters).count()",
        "(edgeCounters == null ? 0 : edgeCounters.count())",
    ),
}  # fmt: skip
#: No defect at all.
UNCHANGED = (CORE + "cfg/SelfLoops.java", "public final class", "/* */ public final class")
#: Of a graph in which a block leads to itself only, and in which another does and ends a loop.
SEED = 3


@pytest.mark.parametrize("name", DEFECTS)
def test_a_defect_can_be_seeded(name: str) -> None:
    """Its text is in the sources, once; so is that of no defect."""
    for source, find, _ in (DEFECTS[name], UNCHANGED):
        assert (REPOSITORY / source).read_text(encoding="utf-8").count(find) == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", DEFECTS)
def test_seeded_defect_is_caught(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program fails, the recording can't be read, or counts differ."""
    assert is_caught(DEFECTS[name], tmp_path, monkeypatch)


@pytest.mark.slow
def test_without_a_defect_nothing_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Building the jars anew by itself changes no count."""
    assert not is_caught(UNCHANGED, tmp_path, monkeypatch)


def is_caught(
    defect: tuple[str, str, str], directory: Path, monkeypatch: pytest.MonkeyPatch
) -> bool:
    """Whether a run with the defect is told from what a trace says."""
    jars = build_mutant(require_jars().directory, directory, *defect)
    monkeypatch.setenv(JARS_VARIABLE, str(jars))
    classes = directory / "graphs"
    classes.mkdir()
    (classes / "Graphs.class").write_bytes(random_graphs(SEED))
    program = Program(classes, "Graphs")
    trace, _ = trace_program(program, directory / "log")
    try:
        check(program, trace, default_java_home(), directory)
    except (AssertionError, KpathError):
        return True
    return False
