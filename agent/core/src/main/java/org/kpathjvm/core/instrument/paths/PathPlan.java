package org.kpathjvm.core.instrument.paths;

import org.kpathjvm.core.instrument.hammocks.HammockIncrements;
import org.kpathjvm.core.instrument.lines.MarkedLines;
import org.kpathjvm.core.instrument.probes.EdgeCode;
import org.kpathjvm.core.instrument.probes.MethodCode;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.instrument.probes.Packing;
import org.kpathjvm.core.instrument.probes.PlanRequest;
import org.kpathjvm.core.instrument.probes.PlannedIds;
import org.kpathjvm.core.instrument.probes.ProbeEmitter;
import org.kpathjvm.core.instrument.probes.ProbeLocals;
import org.kpathjvm.core.instrument.probes.Rung;
import org.kpathjvm.core.numbering.EndKind;
import org.kpathjvm.core.numbering.HotNumbering;
import org.kpathjvm.core.numbering.PathIncrements;
import org.kpathjvm.core.numbering.PathRegister;
import org.kpathjvm.core.numbering.PathValue;
import org.kpathjvm.core.numbering.StartKind;
import org.kpathjvm.runtime.json.JsonWriter;
import org.objectweb.asm.tree.InsnList;

/**
 * A plan that records Ball-Larus paths. The increments of the edges are added up in a register.
 * When a path is complete, the sum identifies the path. The subclasses decide how paths are
 * recorded.
 */
public abstract class PathPlan extends MethodPlan {
  protected final ProbeEmitter emitter;
  protected final PathRegister register;
  final PathIncrements increments;
  private final RegisterPlan numbers;

  /**
   * The increments that are added without a branch. They are computed when they are first needed,
   * because they depend on the subclass's code for edges.
   */
  private HammockIncrements hammocks;

  /**
   * Plans a method.
   *
   * @param packing null if each path is recorded separately
   */
  protected PathPlan(
      MethodCode code,
      PlanRequest request,
      PlannedIds ids,
      RegisterPlan numbers,
      ProbeLocals locals,
      Packing packing) {
    super(request.rung, code, mode(code), ids, locals);
    this.numbers = numbers;
    increments = numbers.increments;
    register = numbers.register;
    emitter = new ProbeEmitter(request.probesClass, locals, packing, poolDemand);
  }

  private static String mode(MethodCode code) {
    return code.numbering.needsStream() ? "streamed" : "counted";
  }

  /**
   * Returns the code that records that a path is complete and that the activation goes on.
   *
   * @param from the source of the edge that ends the path
   * @param next the code that sets the register for the path that starts at the edge's target
   */
  protected abstract InsnList completes(PathValue path, int from, int to, InsnList next);

  /**
   * Returns the code that records that a path is complete and is the last one of its activation.
   */
  protected abstract InsnList isLast(PathValue path, int block);

  /**
   * Returns whether an edge needs additional code: code that neither adds an increment nor ends a
   * path.
   */
  protected boolean hasMore(int from, int to) {
    return false;
  }

  /**
   * Returns whether an edge's additional code may be placed in the edge's target block instead of
   * on the edge itself.
   */
  protected boolean mayStandInTarget(int from, int to) {
    return true;
  }

  /**
   * Returns the part of an edge's additional code that runs before the edge's increment, or before
   * the end of a path.
   */
  protected InsnList before(int from, int to) {
    return new InsnList();
  }

  /**
   * Returns the part of an edge's additional code that runs after the edge's increment, or after
   * the end of a path.
   */
  protected InsnList behind(int from, int to) {
    return new InsnList();
  }

  @Override
  public EdgeCode edges() {
    return new PathEdgeCode(this);
  }

  @Override
  protected InsnList atEntry() {
    return register.isLive(0) ? start(StartKind.ENTRY, 0) : new InsnList();
  }

  @Override
  protected InsnList atExit(int block) {
    return isLast(register.idAt(EndKind.EXIT, block), block);
  }

  @Override
  protected boolean isNeededAt(int handler) {
    return register.isLive(handler);
  }

  @Override
  protected InsnList atDispatch(int handler) {
    return new InsnList();
  }

  @Override
  protected InsnList startAt(int handler) {
    return register.isLive(handler) ? start(StartKind.HANDLER, handler) : new InsnList();
  }

  /** Returns the code that sets the register for a path that starts at a block. */
  InsnList start(StartKind kind, int block) {
    return emitter.setRegister(register.initial(kind, block));
  }

  @Override
  protected boolean isRegisterLive(int block) {
    return register.isLive(block);
  }

  @Override
  protected int probeStack() {
    int ofProbes =
        code.numbering.needsStream() ? ProbeEmitter.STREAMED_STACK : ProbeEmitter.COUNTED_STACK;
    return hammocks().areNone() ? ofProbes : Math.max(ofProbes, HammockIncrements.STACK);
  }

  final HammockIncrements hammocks() {
    if (hammocks == null) {
      hammocks =
          rung == Rung.FULL && register.isUsed()
              ? HammockIncrements.of(code.original, code.blocks, plainEdges())
              : HammockIncrements.none();
    }
    return hammocks;
  }

  private HammockIncrements.Edges plainEdges() {
    return new HammockIncrements.Edges() {
      @Override
      public boolean isPlain(int from, int to) {
        return from != to
            && register.isLive(to)
            && code.numbering.cutKind(from, to) == null
            && !hasMore(from, to);
      }

      @Override
      public int increment(int from, int to) {
        return increments.edge(from, to);
      }

      @Override
      public boolean hasInt(int block, int local) {
        return frames.haveInt(block, local);
      }
    };
  }

  @Override
  protected void insertInBlocks(InsnList instructions) {
    hammocks().insert(instructions, locals.register());
  }

  /** Returns the numbering of the recorded paths; null if it is the method's own numbering. */
  public final HotNumbering hot() {
    return numbers.hot;
  }

  @Override
  public boolean isGuided() {
    return numbers.hot != null;
  }

  @Override
  public void writeTables(JsonWriter json, MarkedLines lines) {
    if (numbers.hot != null) {
      HotTable.write(code, numbers.hot, json);
    }
  }
}
