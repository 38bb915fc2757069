"""Each seeded defect of the code for overlapping paths makes counts contradict a trace."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from integration.overlapping.test_overlapping_paths import expected_of, found_in, profile_of
from kpath_jvm.errors import KpathError
from kpath_jvm.installation import JARS_VARIABLE, require_jars
from mutations.mutant import REPOSITORY, build_mutant
from oracle.oracle import BACK_EDGE
from oracle.targets import DIRECTORY, compiled, read_target, traced

CORE = "agent/core/src/main/java/org/kpathjvm/core/"
EDGES = CORE + "instrument/overlaps/OverlapPlan.java"
RUNTIME = "agent/runtime/src/main/java/org/kpathjvm/runtime/"


@dataclass(frozen=True)
class Defect:
    """A piece of source code, its replacement, and the target that shows the defect."""

    name: str
    source: str
    find: str
    replacement: str
    target: str = "NestedLoops"


DEFECTS = [
    Defect("an edge adds too much", EDGES, "pushInt(step)", "pushInt(step + 1)",
           "LabelledJumps"),
    Defect("the way out doesn't count", EDGES,
           'if (overlaps != null && overlaps.isEnd(from, to)) {', "if (false) {"),
    Defect("a whole extension waits for the iteration's end",
           CORE + "overlapping/LoopOverlaps.java",
           "(!goesOn(from, to) || graphs.get(innermost[from]).endsAt(from))",
           "!goesOn(from, to)", "ThrowsInIterations"),
    Defect("a whole extension doesn't end at a further predicate",
           RUNTIME + "overlapping/OverlapProbes.java",
           "Extension.isWhole(extension) ? end(extension)",
           "Extension.isWhole(extension) ? extension", "ThrowsInIterations"),
    Defect("an extension ends one predicate early, as in the paper's code", EDGES,
           "overlaps.graph(loop).degree();",
           "Math.max(0, overlaps.graph(loop).degree() - 1);"),
    Defect("loops have the same numbers", EDGES, "| overlaps.first(loop);", ";"),
    Defect("predicates aren't counted", RUNTIME + "overlapping/Extension.java",
           "extension - ONE_LEFT + value", "extension + value", "Switches"),
    Defect("the extension with number 0 is lost, as in the paper's code",
           RUNTIME + "overlapping/OverlapTables.java",
           "extension != Extension.NONE", "(extension & 0xffffff) != 0"),
    Defect("each count of a thread is added as 1", RUNTIME + "inline/KeyTable.java",
           "sum.add(table[at], table[at + 1])", "sum.add(table[at], 1)"),
    Defect("extensions go on into other loops", CORE + "overlapping/LoopOverlaps.java",
           "return innermost[from] == innermost[to] && !backEdges", "return !backEdges"),
    Defect("latches aren't predicates", CORE + "overlapping/LoopOverlaps.java",
           "|| backEdges.contains(block, header);", ";"),
    Defect("an extension goes on after an exception",
           CORE + "instrument/paths/SequencePlan.java",
           "return streamed ? emitter.newSequence() : new InsnList();",
           "return new InsnList();", "CaughtInLoop"),
]  # fmt: skip


@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect.name.replace(" ", "-"))
def test_a_defect_can_be_seeded(defect: Defect) -> None:
    source = (REPOSITORY / defect.source).read_text(encoding="utf-8")
    assert source.count(defect.find) == 1
    assert (DIRECTORY / f"{defect.target}.java").is_file()


@pytest.mark.slow
@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect.name.replace(" ", "-"))
def test_seeded_defect_is_caught(
    defect: Defect, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For some degree, the profile can't be read, or its rows contradict the definition."""
    jars = build_mutant(
        require_jars().directory, tmp_path, defect.source, defect.find, defect.replacement
    )
    monkeypatch.setenv(JARS_VARIABLE, str(jars))
    target = read_target(DIRECTORY / f"{defect.target}.java")
    trace, _ = traced(target)
    program = compiled(target)
    for degree in (0, 1, 3):
        options = f"degree={degree},cut={BACK_EDGE},class-cache=0"
        try:
            profile = profile_of(program, target.java_homes()[0], options, tmp_path)
        except KpathError:
            return
        if found_in(profile) != expected_of(profile, program, trace, degree, BACK_EDGE):
            return
    pytest.fail("nothing differs")
