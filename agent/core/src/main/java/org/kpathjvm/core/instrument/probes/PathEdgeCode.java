package org.kpathjvm.core.instrument.probes;

import org.kpathjvm.core.numbering.PathValue;
import org.kpathjvm.core.numbering.StartKind;
import org.kpathjvm.core.overlapping.LoopOverlaps;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Increments of the path register, the completion of a path where an edge is cut, what is due where
 * a counted loop is entered or left, and paths' extensions: a back edge begins one, edges behind
 * predicates add to it, and edges behind the (k+1)-th predicate, out of the loop, or into an inner
 * one, end it. A block's edge to itself that ends no path has a counter and nothing else.
 */
final class PathEdgeCode implements EdgeCode {
  private final MethodPlan plan;
  private final CountedLoops loops;

  /** Null if paths aren't extended. */
  private final LoopOverlaps overlaps;

  PathEdgeCode(MethodPlan plan) {
    this.plan = plan;
    loops = plan.countedLoops();
    overlaps = plan.overlaps;
  }

  @Override
  public boolean isNeeded(int from, int to) {
    return isSelfLoop(from, to)
        || isCut(from, to)
        || isIncremented(from, to)
        || entersOrLeaves(from, to)
        || isExtended(overlaps, from, to);
  }

  @Override
  public boolean mayThrow(int from, int to) {
    return isSelfLoop(from, to)
        || isCut(from, to)
        || entersOrLeaves(from, to)
        || isExtended(overlaps, from, to)
        || !ProbeEmitter.fitsIncrement(plan.increments.edge(from, to));
  }

  @Override
  public boolean mayStandInTarget(int from, int to) {
    return !isSelfLoop(from, to) && !isCut(from, to) && !entersOrLeaves(from, to);
  }

  @Override
  public InsnList code(int from, int to) {
    if (isSelfLoop(from, to)) {
      return plan.selfLoops.code(from, to);
    }
    InsnList code = loops.isLeft(from, to) ? plan.trips.end() : extension(from, to);
    if (isCut(from, to)) {
      code.add(cut(from, to));
    } else if (isIncremented(from, to)) {
      code.add(plan.emitter.increment(plan.increments.edge(from, to)));
    }
    CountedLoop entered = loops.entered(from, to);
    if (entered != null) {
      code.add(plan.beginTrips(entered, from));
    }
    return code;
  }

  /** A path is complete, and another one starts. */
  private InsnList cut(int from, int to) {
    PathValue path = plan.register.idAt(plan.numbering.cutKind(from, to), from);
    InsnList next = new InsnList();
    if (plan.register.isLive(to)) {
      StartKind start = plan.numbering.startAfterCut(from, to);
      next.add(plan.emitter.setRegister(plan.register.initial(start, to)));
    }
    if (loops.endingTrip(from, to) != null) {
      return plan.trips.complete(plan.fullWords.onTrip(loops.endingTrip(from, to)), next);
    }
    if (plan.packing != null) {
      return packed(path, from, to, next);
    }
    int extended = overlaps == null ? -1 : overlaps.loopAt(from, to);
    InsnList code =
        extended >= 0 ? beginExtension(path, extended) : plan.completion.goesOn(path);
    if (plan.calls != null) {
      code.add(plan.calls.goesOn(path));
    }
    code.add(next);
    return code;
  }

  /** What is due to the extension that is under way. */
  private InsnList extension(int from, int to) {
    InsnList code = new InsnList();
    int step = overlaps == null ? -1 : overlaps.step(from, to);
    if (step >= 0) {
      code.add(plan.emitter.activation()); // extension
      code.add(plan.emitter.pushInt(step)); // extension value
      keepExtension(code, "step", "(JI)J");
    }
    if (overlaps != null && overlaps.isEnd(from, to)) {
      code.add(plan.emitter.activation()); // extension
      keepExtension(code, "end", "(J)J");
    }
    return code;
  }

  /** A path is complete at a back edge, behind which it is extended. */
  private InsnList beginExtension(PathValue path, int loop) {
    int degree = overlaps.graph(loop).degree();
    int beginning = degree << LoopOverlaps.NUMBER_BITS | overlaps.first(loop);
    InsnList code = plan.emitter.activation(); // extension
    plan.emitter.pushPath(code, path); // extension id
    code.add(plan.emitter.pushInt(beginning)); // extension id beginning
    keepExtension(code, "begin", "(JII)J");
    return code;
  }

  private void keepExtension(InsnList code, String probe, String descriptor) {
    plan.emitter.probe(code, probe, descriptor); // extension
    code.add(new VarInsnNode(Opcodes.LSTORE, plan.locals.activation())); //
  }

  /**
   * Whether an extension goes on or ends on the edge.
   *
   * @param overlaps null if there are none
   */
  static boolean isExtended(LoopOverlaps overlaps, int from, int to) {
    return overlaps != null && (overlaps.step(from, to) >= 0 || overlaps.isEnd(from, to));
  }

  /**
   * The path goes into the word, or out behind it.
   *
   * @param next sets the register for the next path
   */
  private InsnList packed(PathValue path, int from, int to, InsnList next) {
    LabelNode full = plan.fullWords.onEdge(from, to);
    if (plan.wide == null) {
      return plan.emitter.pack(path, full, next);
    }
    if (full == null) {
      InsnList code = plan.wide.packWithoutBranch(path);
      code.add(next);
      return code;
    }
    LabelNode wide = path.isConstant() ? null : plan.fullWords.onWide(from, to, path);
    return plan.wide.pack(path, full, wide, next);
  }

  private boolean isIncremented(int from, int to) {
    return plan.register.isLive(to)
        && plan.increments.edge(from, to) != 0
        && !plan.hammocks.have(from, to);
  }

  private boolean entersOrLeaves(int from, int to) {
    return loops.entered(from, to) != null || loops.isLeft(from, to);
  }

  private boolean isSelfLoop(int from, int to) {
    return plan.selfLoops.isNeeded(from, to);
  }

  private boolean isCut(int from, int to) {
    return plan.numbering.cutKind(from, to) != null;
  }
}
