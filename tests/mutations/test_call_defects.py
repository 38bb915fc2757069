"""Each seeded defect of the code for paths across calls makes counts contradict a trace."""

from pathlib import Path

import pytest

from integration.overlapping.test_overlapping_paths import cuts_of, profile_of
from integration.overlapping.test_paths_across_calls import across_in
from kpath_jvm.errors import KpathError
from kpath_jvm.installation import JARS_VARIABLE, require_jars
from mutations.mutant import REPOSITORY, build_mutant
from mutations.test_overlap_defects import CORE, RUNTIME, Defect
from oracle.calls import across_calls_of_trace, calls_cut_off
from oracle.targets import DIRECTORY, compiled, read_target, traced

TARGET, INHERITED, LOADERS = "CallsOfAllKinds", "InheritedCalls", "apart/ClassesOfTwoLoaders"
CODE = CORE + "instrument/calls/CallCode.java"
SELECTION = RUNTIME + "overlapping/Selection.java"
PROBES = RUNTIME + "overlapping/OverlapProbes.java"

DEFECTS = [
    Defect("calls outlive an exception", CODE, "InsnList code = noCalls();\n    // Computes",
           "InsnList code = new InsnList();\n    // Computes", TARGET),
    Defect("calls outlive a path", PROBES, "return CallTables.NONE;", "return list;", TARGET),
    Defect("the latest path is taken for the first", PROBES, "return first == 0 ? id : first;",
           "return id;", TARGET),
    Defect("after an exception, a later path is taken for the first", CODE,
           "new InsnNode(Opcodes.ISUB)", "new InsnNode(Opcodes.IMUL)", TARGET),
    Defect("a receiver of any class is accepted", PROBES,
           "|| !receiver.getClass().getName().equals(lease.returnedClass)\n", "|| false\n", TARGET),
    Defect("athrow completes no path", CORE + "instrument/overlaps/OverlapPlan.java",
           "code.isThrow(block) ? calls.goesOn(path) : calls.atReturn(path)",
           "calls.atReturn(path)", TARGET),
    Defect("each count of a thread is added as 1", RUNTIME + "overlapping/CallTables.java",
           "(int) key), entries[at + 1])", "(int) key), 1)", TARGET),
    Defect("call sites are mixed up", CODE, "code.add(emitter.pushInt(number));",
           "code.add(emitter.pushInt(sites.size() - 1 - number));", TARGET),
    Defect("only the last call is kept", RUNTIME + "overlapping/CallTables.java",
           "lists.number(PairTable.pair(list, call))", "lists.number(PairTable.pair(0, call))",
           TARGET),
    Defect("calls are not counted", RUNTIME + "overlapping/CallTables.java",
           "    taken++;\n", "",
           TARGET),
    Defect("private methods are overridden", SELECTION,
           "if ((ofResolved & DeclaredMethods.PRIVATE) != 0)", "if (ofResolved == 0)", INHERITED),
    Defect("package-private methods override in any package", SELECTION,
           "|| isSamePackage(type, other)", "|| true", LOADERS),
    Defect("all default methods are most specific", SELECTION, "if (each != type\n",
           "if (each == null\n", INHERITED),
    Defect("superclasses declare nothing", SELECTION,
           "type = type.getSuperclass()) {\n      int declared",
           "type = null) {\n      int declared", INHERITED),
    Defect("unseen classes declare nothing", RUNTIME + "overlapping/DeclaredMethods.java",
           "seen == null ? UNKNOWN", "seen == null ? NONE", INHERITED),
    Defect("static calls are taken for instance calls", CORE + "instrument/calls/CallSite.java",
           "call.desc, call.getOpcode() == Opcodes.INVOKESTATIC)", "call.desc, false)", INHERITED),
    Defect("a class loader is asked after a call", CODE,
           "if (!sites.isEmpty() && hasClassConstants)", "if (sites == null)", LOADERS),
    Defect("the JDK's classes are unknown", "agent/agent/src/main/java/org/kpathjvm/agent/calls/"
           "SeenClasses.java", "!name.startsWith(JAVA) ||", "name.startsWith(JAVA) ||", INHERITED),
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
    """The profile can't be read, or its rows or its number of cut-off calls are wrong."""
    jars = build_mutant(
        require_jars().directory, tmp_path, defect.source, defect.find, defect.replacement
    )
    monkeypatch.setenv(JARS_VARIABLE, str(jars))
    target = read_target(DIRECTORY / f"{defect.target}.java")
    trace, _ = traced(target)
    program = compiled(target)
    try:
        profile = profile_of(
            program, target.java_homes()[0], "degree=254,calls=yes,class-cache=0", tmp_path
        )
    except KpathError:
        return
    cuts = cuts_of(profile)
    expected = (
        across_calls_of_trace(trace, program.classes, 254, cuts=cuts),
        calls_cut_off(trace, program.classes, cuts=cuts),
    )
    assert (across_in(profile), profile.completeness.figures.get("cut off", 0)) != expected
