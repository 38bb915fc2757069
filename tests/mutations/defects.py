"""Seeded defects. Each replaces a piece of source code, and has a target that shows the defect."""

from dataclasses import dataclass

from kpath_jvm.records.engine import DEFAULT_ENGINE, K_SF, EngineName

CORE = "agent/core/src/main/java/org/kpathjvm/core/"
RECORDER = "agent/runtime/src/main/java/org/kpathjvm/runtime/recorder/"
ENGINE = "agent/engine/src/main/java/org/kpathjvm/engine/"


@dataclass(frozen=True)
class Defect:
    """``shows`` is a pattern that the check's output for ``target`` must match."""

    name: str
    source: str
    find: str
    replacement: str
    target: str
    shows: str
    cut: str = "back-edge"
    options: tuple[str, ...] = ()
    engine: EngineName = DEFAULT_ENGINE


DEFECTS = [
    Defect(
        "wrong Val on an edge",
        CORE + "instrument/paths/PathEdgeCode.java",
        "plan.emitter.increment(plan.increments.edge(from, to))",
        "plan.emitter.increment(plan.increments.edge(from, to) + 1)",
        "LabelledJumps.java",
        r"LabelledJumps\.run\(\)I: 1-gram|product failed",
    ),
    Defect(
        "wrong Val in the numbering, so that probes and metadata agree",
        CORE + "numbering/PathNumbering.java",
        "value += cuts.pathsFrom(to);",
        "value += 1;",
        "LabelledJumps.java",
        r"LabelledJumps\.run\(\)I: 1-gram|product failed",
    ),
    Defect(
        "a path after a back edge starts with the entry's value",
        CORE + "instrument/paths/PathEdgeCode.java",
        "plan.start(numbering.startAfterCut(from, to), to)",
        "plan.start(org.kpathjvm.core.numbering.StartKind.ENTRY, 0)",
        "LabelledJumps.java",
        r"LabelledJumps\.run\(\)I: 1-gram",
    ),
    Defect(
        "a handler's path starts with the entry's value",
        CORE + "instrument/paths/PathPlan.java",
        "start(StartKind.HANDLER, handler)",
        "start(StartKind.ENTRY, 0)",
        "CaughtOutside.java",
        r"1-gram: .*handler>",
    ),
    Defect(
        "a handler does not break the sequence",
        CORE + "instrument/paths/PackedStreamPlan.java",
        "return emitter.handler(counters().get(Counter.HANDLERS));",
        "return emitter.count(counters().get(Counter.HANDLERS));",
        "CaughtInLoop.java",
        r"CaughtInLoop\.callee\(I\)I: 2-gram",
    ),
    Defect(
        "escapes are not counted",
        RECORDER + "Probes.java",
        "close(activation, word, packing, trips, count);\n    count(id);\n  }\n\n  private",
        "close(activation, word, packing, trips, count);\n  }\n\n  private",
        "CaughtOutside.java",
        r"CaughtOutside\.leave\(I\)I: abandoned: exported 0, oracle 1",
    ),
    Defect(
        "a constructor's return from super() is not counted",
        CORE + "instrument/paths/AbandonedCounts.java",
        "instructions.insert(call, emitter.count(ids.get(Counter.SUPER_RETURNS)));",
        "",
        "Constructors.java",
        r"Constructors\$Checked\.<init>\(.*\)V: abandoned",
    ),
    Defect(
        "an athrow completes no path",
        CORE + "instrument/probes/MethodPlan.java",
        "if (code.graph.isExit(block)) {",
        "if (code.graph.isExit(block) && !code.isThrow(block)) {",
        "CaughtInLoop.java",
        r"CaughtInLoop\.same\(I\)I: 1-gram: exported 0",
    ),
    Defect(
        "a recursive activation gets no BEGIN",
        RECORDER + "Recorder.java",
        "    if (activation == U.getLong(slot + SLOT_ACTIVATION_OFFSET)) {",
        "    if (activation == 0\n"
        "        && U.getLong(slot + SLOT_ACTIVATION_OFFSET) != Lease.NO_ACTIVATION) {\n"
        "      return U.getLong(slot + SLOT_ACTIVATION_OFFSET);\n"
        "    }\n"
        "    if (activation == U.getLong(slot + SLOT_ACTIVATION_OFFSET)) {",
        "Recursion.java",
        r"Recursion\.\w+\(.*-gram",
        options=("--no-packing",),
    ),
    Defect(
        "a packed activation goes on in its caller's activation",
        RECORDER + "Recorder.java",
        "put(slot, PACKED_WHOLE + kind, word, packing);",
        "put(slot, PACKED_GOES_ON, word, packing);",
        "Recursion.java",
        r"Recursion\.\w+\(|product failed|no activation",
    ),
    Defect(
        "a word loses its oldest path",
        ENGINE + "segment/PackedPaths.java",
        "paths = word & ~Long.highestOneBit(word);",
        "count -= count > 1 ? 1 : 0;\n    paths = word & (1L << count * bits) - 1;",
        "NestedLoops.java",
        r"NestedLoops\.run\(\)I: 1-gram",
    ),
    Defect(
        "a full word isn't emptied",
        CORE + "instrument/probes/ProbeEmitter.java",
        '    writeWord(list, "full"); //\n    emptyWord(list); //\n',
        '    writeWord(list, "full"); //\n',
        "LongRuns.java",
        r"mixed back-edge|product failed",
    ),
    Defect(
        "a word's paths are dropped when an exception leaves the method",
        RECORDER + "Probes.java",
        "      Recorder.end(activation, word, packing, PACKED_CLOSED);\n",
        "",
        "CaughtOutside.java",
        r"1-gram",
    ),
    Defect(
        "RESUME goes on with a new sequence",
        ENGINE + "segment/ActivationCursor.java",
        "enter(resumed, piece, found, true);",
        "enter(resumed, piece, found, true);\n"
        "    states.fields()[found + ActivationStates.COUNTDOWN] = 0;\n"
        "    states.fields()[found + ActivationStates.TOP] = 0;\n"
        "    states.fields()[found + ActivationStates.BOTTOM] = 0;",
        "Recursion.java",
        r"Recursion\.outer\(I\)I: 2-gram",
        options=("--no-packing",),
    ),
    Defect(
        "an activation's last event is dropped",
        RECORDER + "Probes.java",
        "U.putInt(position, -id);",
        "U.putInt(position, Integer.MIN_VALUE + 3);",
        "NestedLoops.java",
        r"NestedLoops\.run\(\)I: 1-gram: exported 0",
        options=("--no-packing",),
    ),
    Defect(
        "a chunk is lost",
        ENGINE + "segment/LeaseStream.java",
        "boolean finished = damaged ?",
        "boolean finished = damaged || sequence == 1 ?",
        "LongRuns.java",
        r"mixed back-edge: total1 is \d+, expected 140002",
    ),
    Defect(
        "a table's counters are added twice",
        ENGINE + "segment/SegmentCounters.java",
        "visitor.visit(offset, firstId + offset / 8)",
        "visitor.visit(offset, firstId + offset / 8) & visitor.visit(offset, firstId + offset / 8)",
        "Interfaces.java",
        r"1-gram: exported 8, oracle 4",
    ),
    Defect(
        "the k-IPF is joined to depth k - 1",
        ENGINE + "ipf/LevelConversion.java",
        "depth <= k && size > 0",
        "depth < k && size > 0",
        "NestedLoops.java",
        r"4-gram: exported 0",
    ),
    Defect(
        "the k-IPF is joined to depth k + 1, as Fig. 7 is printed",
        ENGINE + "ThreadMerge.java",
        "sum,\n            profiles.options().k(),",
        "sum,\n            profiles.options().k() + 1,",
        "NestedLoops.java",
        r"5-gram: exported \d+, oracle 0|product failed",
    ),
    Defect(
        "the k-SF's slabs are one item too short",
        ENGINE + "ksf/SlabForest.java",
        "        bottom = top;\n        top = root(id);\n        finds++;",
        "        countdown--;\n        bottom = top;\n        top = root(id);\n        finds++;",
        "NestedLoops.java",
        r"4-gram: exported",
        engine=K_SF,
    ),
    Defect(
        "contexts are one path too short",
        ENGINE + "contexts/HistoryFormat.java",
        "fullBits = (k - 1) * bits;",
        "fullBits = (k - 2) * bits;",
        "LongTurns.java",
        r"4-gram: exported \d+, oracle \d+",
    ),
    Defect(
        "a word doesn't change the context",
        ENGINE + "contexts/ContextWords.java",
        "histories[history] = format.advanced(from[at], paths, pathBits);",
        "histories[history] = from[at];",
        "LongRuns.java",
        r"mixed back-edge: total2 is \d+, expected 140001|product failed",
    ),
    Defect(
        "handlers count as entries when dominance is computed",
        CORE + "cfg/SemiDominators.java",
        "lowerSemi(node, graph.coveredBy(block));",
        "if (graph.coveredBy(block).length > 0) { semi[node] = 0; }",
        "CaughtInLoop.java",
        r"CaughtInLoop\.same\(I\)I: irreducible: exported True",
    ),
    Defect(
        "exception edges are ignored when dominance is computed",
        CORE + "cfg/SemiDominators.java",
        "lowerSemi(node, graph.coveredBy(block));",
        "",
        "odd_graphs.py",
        r"OddGraphs\.bypass\(II\)I: irreducible: exported False",
    ),
    Defect(
        "all edges into headers are cut with --cut back-edge",
        CORE + "numbering/EdgeCuts.java",
        "mode == CutMode.LOOP_HEADER ||",
        "mode == CutMode.BACK_EDGE ||",
        "NestedLoops.java",
        r"1-gram: .*loop",
    ),
    Defect(
        "edges into headers are not cut with --cut loop-header",
        CORE + "numbering/EdgeCuts.java",
        "mode == CutMode.LOOP_HEADER ||",
        "",
        "NestedLoops.java",
        r"1-gram: .*loop",
        cut="loop-header",
    ),
]
