package org.kpathjvm.core.instrument.overlaps;

import org.kpathjvm.core.instrument.calls.CallCode;
import org.kpathjvm.core.instrument.hammocks.HammockIncrements;
import org.kpathjvm.core.instrument.lines.MarkedLines;
import org.kpathjvm.core.instrument.paths.RegisterPlan;
import org.kpathjvm.core.instrument.paths.SequencePlan;
import org.kpathjvm.core.instrument.probes.MethodCode;
import org.kpathjvm.core.instrument.probes.PlanRequest;
import org.kpathjvm.core.instrument.probes.PlannedIds;
import org.kpathjvm.core.numbering.PathValue;
import org.kpathjvm.core.overlapping.LoopOverlaps;
import org.kpathjvm.runtime.json.JsonWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The plan that records a method's overlapping paths. On a back edge, the probe {@code begin(JII)J}
 * begins a path's extension. On an edge after a predicate, the probe {@code step(JI)J} adds the
 * edge's value to the extension's number. If the predicate was the extension's (k+1)-th, where k is
 * the loop's degree, the probe ends the extension instead; {@link LoopOverlaps} defines predicates.
 * The probe {@code end(J)J} ends the extension on an edge on which every extension ends, such as an
 * edge that leaves the loop or enters an inner loop. The activation's local variable holds the
 * current extension. Paths that aren't extended are recorded as {@link SequencePlan} records them.
 *
 * <p>The comments at the ends of lines show what the inserted code has put on the operand stack,
 * with the top on the right.
 */
final class OverlapPlan extends SequencePlan {
  /**
   * Describes how paths that end at back edges are extended; null in a method whose activations
   * have one path each.
   */
  private final LoopOverlaps overlaps;

  /** The code around calls; null unless paths across calls are recorded. */
  private final CallCode calls;

  OverlapPlan(
      MethodCode code,
      PlanRequest request,
      PlannedIds ids,
      RegisterPlan numbers,
      int ints,
      LoopDegrees degrees,
      boolean crossesCalls) {
    super(code, request, ids, numbers, ints);
    overlaps =
        code.numbering.needsStream()
            ? LoopOverlaps.of(code.graph, code.backEdges, header -> degree(code, degrees, header))
            : null;
    calls =
        crossesCalls
            ? new CallCode(
                code.original,
                code.blocks,
                code.facts,
                locals.firstInt(),
                emitter,
                request.probesClass)
            : null;
  }

  private static int degree(MethodCode code, LoopDegrees degrees, int header) {
    int offset = code.original.offset(code.blocks.first(header));
    return degrees.of(code.facts.name, code.original.method.name, offset);
  }

  @Override
  protected InsnList completes(PathValue path, int from, int to, InsnList next) {
    int extended = overlaps == null ? -1 : overlaps.loopAt(from, to);
    InsnList probes =
        extended >= 0
            ? beginExtension(path, extended)
            : super.completes(path, from, to, new InsnList());
    if (calls != null) {
      probes.add(calls.goesOn(path));
    }
    probes.add(next);
    return probes;
  }

  @Override
  protected InsnList isLast(PathValue path, int block) {
    InsnList probes = super.isLast(path, block);
    if (calls != null) {
      probes.add(code.isThrow(block) ? calls.goesOn(path) : calls.atReturn(path));
    }
    return probes;
  }

  @Override
  protected boolean hasMore(int from, int to) {
    return overlaps != null && (overlaps.step(from, to) >= 0 || overlaps.isEnd(from, to));
  }

  /** Returns the code that continues or ends the current extension. */
  @Override
  protected InsnList before(int from, int to) {
    InsnList probes = new InsnList();
    int step = overlaps == null ? -1 : overlaps.step(from, to);
    if (step >= 0) {
      probes.add(emitter.activation()); // extension
      probes.add(emitter.pushInt(step)); // extension value
      keepExtension(probes, "step", "(JI)J");
    }
    if (overlaps != null && overlaps.isEnd(from, to)) {
      probes.add(emitter.activation()); // extension
      keepExtension(probes, "end", "(J)J");
    }
    return probes;
  }

  /** Returns the code that records a path at a back edge and begins the path's extension. */
  private InsnList beginExtension(PathValue path, int loop) {
    int degree = overlaps.graph(loop).degree();
    int beginning = degree << LoopOverlaps.NUMBER_BITS | overlaps.first(loop);
    InsnList probes = emitter.activation(); // extension
    emitter.pushPath(probes, path); // extension id
    probes.add(emitter.pushInt(beginning)); // extension id beginning
    keepExtension(probes, "begin", "(JII)J");
    return probes;
  }

  private void keepExtension(InsnList probes, String probe, String descriptor) {
    emitter.probe(probes, probe, descriptor); // extension
    probes.add(new VarInsnNode(Opcodes.LSTORE, locals.activation())); //
  }

  @Override
  protected InsnList atEntry() {
    InsnList probes = super.atEntry();
    if (calls != null) {
      probes.add(calls.atEntry());
    }
    return probes;
  }

  @Override
  protected boolean isNeededAt(int handler) {
    return calls != null || super.isNeededAt(handler);
  }

  @Override
  protected InsnList atDispatch(int handler) {
    InsnList probes = super.atDispatch(handler);
    if (calls != null) {
      probes.add(calls.atHandler());
    }
    return probes;
  }

  @Override
  protected void insertAroundCalls() {
    if (calls != null) {
      calls.insertAroundCalls();
    }
  }

  @Override
  protected int localCount() {
    return calls == null ? super.localCount() : locals.firstInt() + calls.locals();
  }

  @Override
  protected int probeStack() {
    return calls == null ? super.probeStack() : Math.max(CallCode.STACK, HammockIncrements.STACK);
  }

  @Override
  public void writeTables(JsonWriter json, MarkedLines lines) {
    super.writeTables(json, lines);
    if (overlaps != null) {
      new OverlapTable(overlaps).write(json);
    }
    if (calls != null) {
      new CallTable(calls).write(json);
    }
  }
}
