"""Tests that the check of path windows catches each seeded defect of the profilers spp and bpp."""

from pathlib import Path

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.installation import require_jars
from mutations.mutant import REPOSITORY, build_mutant
from oracle.targets import DIRECTORY, compiled, read_target
from window_counts import check

_CODE = "agent/core/src/main/java/org/kpathjvm/core/instrument/windows/WindowCode.java"
_GRAPHS = "agent/core/src/main/java/org/kpathjvm/core/structural/StructureForest.java"
_WINDOW = "agent/runtime/src/main/java/org/kpathjvm/runtime/windows/Window.java"
_PROBES = "agent/runtime/src/main/java/org/kpathjvm/runtime/windows/WindowProbes.java"

#: Each defect's name, source, text to replace, replacement, and target that shows the defect.
DEFECTS = [
    (
        "a path starts though its window is shut", _PROBES,
        "return NOT_STARTED;", "return initial;", "Recursion",
    ),
    (
        "a window is never full", _WINDOW,
        "return ticket == threshold - 1;", "return ticket == threshold;", "NestedLoops",
    ),
    (
        "a handler starts no path", _CODE,
        "start(code, level, StartKind.HANDLER, block);", "noPath(code, level);", "CaughtInLoop",
    ),
    (
        "a back edge starts no path", _CODE,
        "if (crossing.step().kind() == StepKind.LOOP) {", "if (false) {", "NestedLoops",
    ),
    (
        "a return leaves the innermost level only", _GRAPHS,
        "if (at.parent() < 0 || athrows.get(block)) {\n        return exits;",
        "if (true) {\n        return exits;", "CaughtInLoop",
    ),
]  # fmt: skip


@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect[0].replace(" ", "-"))
def test_a_defect_can_be_seeded(defect: tuple[str, str, str, str, str]) -> None:
    _, source, find, _, _ = defect
    assert (REPOSITORY / source).read_text(encoding="utf-8").count(find) == 1


@pytest.mark.slow
@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect[0].replace(" ", "-"))
def test_seeded_defect_is_caught(defect: tuple[str, str, str, str, str], tmp_path: Path) -> None:
    """What a profiler counts differs from the trace, or can't be read."""
    _, source, find, replacement, target = defect
    jars = build_mutant(require_jars().directory, tmp_path, source, find, replacement)
    program = compiled(read_target(DIRECTORY / f"{target}.java"))
    with pytest.raises((AssertionError, KpathError)):
        check(program, tmp_path, jars / require_jars().agent.name)
