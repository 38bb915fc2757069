"""Seeded defects of the k-iteration profiler, each with the program that shows it."""

from dataclasses import dataclass

_CORE = "agent/core/src/main/java/org/kpathjvm/core/"
_NUMBERING = _CORE + "kiter/IterationNumbering.java"
_LOOPS = _CORE + "kiter/IteratedLoops.java"
_CODE = _CORE + "instrument/iterations/IterationCode.java"
_PROBES = "agent/runtime/src/main/java/org/kpathjvm/runtime/iterations/IterationProbes.java"


@dataclass(frozen=True)
class KiterDefect:
    name: str
    source: str
    find: str
    replacement: str
    target: str = "NestedLoops.java"
    #: The largest number of paths for which a method is counted in an array.
    array: int = 6000


KITER_DEFECTS = [
    KiterDefect(
        "every path is compensated, however many turns it has",
        _CODE,
        "list.add(emitter.pushInt(least - 1));",
        "list.add(emitter.pushInt(-1));",
        "ExitInLoop.java",
    ),
    KiterDefect(
        "no path is compensated",
        _CODE,
        "if (compensation != 0) {",
        "if (compensation < 0) {",
        "ExitInLoop.java",
    ),
    KiterDefect(
        "the youngest path goes on after a loop",
        _CODE,
        "leave(list, all);\n    }\n    if (numbering.isAcyclicEnd(from, to)) {",
        "clearTurns(list);\n    }\n    if (numbering.isAcyclicEnd(from, to)) {",
    ),
    KiterDefect(
        "a loop whose only way round is an exception is iterated",
        _LOOPS,
        "      if (body.get(to)) {\n        return true;\n      }\n    }\n    return false;",
        "      if (body.get(to)) {\n        return true;\n      }\n    }\n    return true;",
        "Attempts.java",
    ),
    KiterDefect(
        "back edges that complete no path are not counted",
        _PROBES,
        "    if (missing == 0) {\n      path(id);\n    } else {\n      count(counter);\n    }",
        "    if (missing == 0) {\n      path(id);\n    }",
        "Attempts.java",
    ),
    KiterDefect(
        "back edges that complete no path are not counted in a method with a hash table",
        _PROBES,
        "      hashed(id);\n    } else {\n      count(counter);\n    }",
        "      hashed(id);\n    }",
        "Attempts.java",
        array=0,
    ),
    KiterDefect(
        "turns are not cleared after a loop",
        _CODE,
        "      store(list, register(1)); //\n    }\n    clearTurns(list);",
        "      store(list, register(1)); //\n    }",
    ),
    KiterDefect(
        "a handler's path starts as the method's does",
        _CODE,
        "    begin(list, kind, block);\n    clearTurns(list);",
        "    begin(list, StartKind.ENTRY, 0);\n    clearTurns(list);",
        "CaughtInLoop.java",
    ),
    KiterDefect(
        "turns are not cleared at a handler",
        _CODE,
        "    begin(list, kind, block);\n    clearTurns(list);",
        "    begin(list, kind, block);",
        "CaughtInLoop.java",
    ),
    KiterDefect(
        "windows of any length are counted",
        _CODE,
        "list.add(new InsnNode(Opcodes.ISUB)); // path missing",
        "list.add(new InsnNode(Opcodes.IAND)); // path missing",
    ),
    KiterDefect(
        "turns are counted down",
        _CODE,
        "list.add(new InsnNode(Opcodes.IUSHR)); // turns 1|0",
        "list.add(new InsnNode(Opcodes.ISHR)); // turns 1|0",
    ),
    KiterDefect(
        "registers move the wrong way round",
        _CODE,
        "for (int iteration = all - 1; iteration > 0; iteration--) {",
        "for (int iteration = 1; iteration < all; iteration++) {",
    ),
    KiterDefect(
        "a window's end has the value of another iteration",
        _CODE,
        "addWeight(list, numbering.value(from, to, all), 0, all);",
        "addWeight(list, numbering.value(from, to, 1), 0, all);",
        "LabelledJumps.java",
    ),
    KiterDefect(
        "the wrong edges are invalid",
        _NUMBERING,
        "loops.areTogether(block, to) && !ends ? invalid[target] : behind",
        "loops.areTogether(block, to) && !ends ? behind : invalid[target]",
        "ExitInLoop.java",
    ),
    KiterDefect(
        "outer loops have several iterations, too",
        _LOOPS,
        "if (edge.to() != header && body.get(edge.from()) && body.get(edge.to())) {",
        "if (edge.to() < 0) {",
        # The paths of this target's inner loop have one iteration. If they had more, the outer loop
        # would be left out because it shares blocks with the inner one, and the defect wouldn't
        # show.
        "RetryLoops.java",
    ),
    KiterDefect(
        "a path's last iteration is lost",
        _PROBES,
        "    if (missing == 0) {\n      path(id);",
        "    if (missing == 1) {\n      path(id);",
    ),
]
