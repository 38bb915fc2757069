"""Each seeded defect of event counting or of numbering by frequency makes counts differ."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from inline_paths import paths_of, recorded
from kpath_jvm.errors import KpathError
from kpath_jvm.installation import require_jars
from kpath_jvm.sessions.guide import Guide
from mutations.mutant import REPOSITORY, build_mutant
from oracle.targets import DIRECTORY, compiled, read_target

CORE = "agent/core/src/main/java/org/kpathjvm/core/"
BLPP = "agent/runtime/src/main/java/org/kpathjvm/runtime/blpp/"
GUIDED = "profiler=blpp,array-paths=3,guide="


@dataclass(frozen=True)
class Defect:
    """Replaces ``find`` by ``replacement`` in ``source``.

    The defect shows when the agent runs with ``options``. If ``options`` ends in ``guide=``, the
    test appends the path of a guide that it makes from the counts of blpp-hash.
    """

    name: str
    source: str
    find: str
    replacement: str
    options: str


DEFECTS = [
    Defect(
        "an increment lacks the potential of the edge's target",
        CORE + "numbering/IncrementPlacement.java",
        "edge.value + potential[edge.from] - potential[edge.to]",
        "edge.value + potential[edge.from]",
        "profiler=blpp",
    ),
    Defect(
        "chords have edge values instead of increments",
        CORE + "numbering/PathIncrements.java",
        ": (int) chords.increment(new FlowEdge(from, to));",
        ": chords.isChord(new FlowEdge(from, to)) ? numbering.edgeValue(from, to) : 0;",
        "profiler=blpp",
    ),
    Defect(
        "event counting ignores the numbers by frequency",
        CORE + "instrument/paths/RegisterPlan.java",
        "IncrementPlacement.of(code.numbering, values, frequencies)",
        "IncrementPlacement.of(code.numbering, frequencies)",
        GUIDED,
    ),
    Defect(
        "two steps have the same value",
        CORE + "numbering/HotNumbering.java",
        "hotSum += step.hotSpan;",
        "hotSum += step.weight == 0 ? 0 : step.hotSpan;",
        "profiler=blpp-hash,guide=",
    ),
    Defect(
        "numbers by frequency have no starts",
        CORE + "instrument/paths/HotTable.java",
        "json.value(hot.start(start.kind(), start.block()));",
        "json.value(0);",
        "profiler=blpp-hash,guide=",
    ),
    Defect(
        "hash tables are left out",
        BLPP + "BlppTables.java",
        "arrays.addTo(sum) && hash.addTo(sum)",
        "arrays.addTo(sum)",
        "profiler=blpp,array-paths=3",
    ),
    Defect(
        "paths in hash tables count twice",
        BLPP + "BlppProbes.java",
        "add(lease, tables.hash, id);",
        "add(lease, tables.hash, id);\n      add(lease, tables.hash, id);",
        "profiler=blpp,array-paths=3",
    ),
]
#: A source, a string in it, and a replacement with the same meaning.
UNCHANGED = (BLPP + "BlppProbes.java", "public class BlppProbes", "/* */ public class BlppProbes")
TARGET = "CaughtInLoop"


def named(defect: Defect) -> str:
    return defect.name.replace(" ", "-")


@pytest.mark.parametrize("defect", DEFECTS, ids=named)
def test_a_defect_can_be_seeded(defect: Defect) -> None:
    assert (REPOSITORY / UNCHANGED[0]).read_text(encoding="utf-8").count(UNCHANGED[1]) == 1
    assert (REPOSITORY / defect.source).read_text(encoding="utf-8").count(defect.find) == 1


@pytest.mark.slow
@pytest.mark.parametrize("defect", DEFECTS, ids=named)
def test_seeded_defect_is_caught(defect: Defect, tmp_path: Path) -> None:
    """The program fails, the recording can't be read, or the counts of paths differ."""
    target = compiled(read_target(DIRECTORY / f"{TARGET}.java"))
    plain = recorded(target, tmp_path, "plain", "profiler=blpp-hash")
    options = defect.options
    if options.endswith("guide="):
        guide = tmp_path / "guide"
        guide.write_bytes(Guide.of(plain, packs=False).content)
        options += str(guide)
    mutant = tmp_path / "mutant"
    mutant.mkdir()
    jars = build_mutant(
        require_jars().directory, mutant, defect.source, defect.find, defect.replacement
    )
    try:
        found = paths_of(
            recorded(target, tmp_path, "seeded", options, jars / require_jars().agent.name)
        )
    except (AssertionError, KpathError):
        return
    assert found != paths_of(plain)


@pytest.mark.slow
def test_without_a_defect_nothing_is_found(tmp_path: Path) -> None:
    """Rebuilding the jars changes no count by itself."""
    target = compiled(read_target(DIRECTORY / f"{TARGET}.java"))
    plain = recorded(target, tmp_path, "plain", "profiler=blpp-hash")
    jars = build_mutant(require_jars().directory, tmp_path, *UNCHANGED)
    jar = jars / require_jars().agent.name
    found = recorded(target, tmp_path, "again", "profiler=blpp,array-paths=3", jar)
    assert paths_of(found) == paths_of(plain)
