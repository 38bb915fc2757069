package org.kpathjvm.core.instrument.probes;

import org.kpathjvm.core.instrument.exceptions.EscapeRegions;
import org.kpathjvm.core.instrument.exceptions.MonitorCover;
import org.kpathjvm.core.instrument.lines.MarkedLines;
import org.kpathjvm.runtime.json.JsonWriter;
import org.objectweb.asm.tree.InsnList;

/**
 * A scheme's plan for one method: the probes' local variables, the code to insert, and the tables
 * by which a reader decodes the recorded numbers.
 *
 * <p>Every list of instructions that a plan returns leaves the operand stack as it found it. An
 * empty list means that there is nothing to do.
 */
public abstract class MethodPlan extends ProbePlan {
  private static final int MAX_STACK = 65_535;

  public final MethodCode code;

  protected final ProbeLocals locals;
  protected final Frames frames;

  /**
   * Plans a method.
   *
   * @param mode how the method is recorded, in the words of the metadata ({@link #mode})
   */
  protected MethodPlan(
      Rung rung, MethodCode code, String mode, PlannedIds ids, ProbeLocals locals) {
    super(rung, code.original.method, mode, ids);
    this.code = code;
    this.locals = locals;
    frames = new Frames(code.original, code.blocks, locals, code.facts.version, poolDemand);
  }

  /** Returns the number of stack slots that the probes need in addition to the method's own. */
  protected abstract int probeStack();

  /** Returns the code of the ordinary edges. */
  public abstract EdgeCode edges();

  /** Returns the code at the method's entry. */
  protected abstract InsnList atEntry();

  /** Returns the code before the return or athrow that the block ends with. */
  protected abstract InsnList atExit(int block);

  /**
   * Returns the code to insert between the code of {@link #atExit} and an athrow. This code must
   * not throw. Otherwise a handler could run before the athrow, and release a monitor.
   */
  protected InsnList beforeThrow() {
    return new InsnList();
  }

  /** Returns whether there is code for exceptions that are dispatched to a handler's block. */
  protected abstract boolean isNeededAt(int handler);

  /** Returns the code that records that an exception has been dispatched to a handler's block. */
  protected abstract InsnList atDispatch(int handler);

  /**
   * Returns the code that runs if the code of {@link #atDispatch} has failed. This code must not
   * call a probe.
   */
  protected InsnList atFailedDispatch(int handler) {
    return new InsnList();
  }

  /**
   * Returns the code that starts a path at a handler's block. This code runs even if the dispatch
   * couldn't be recorded, and it must not call a probe.
   */
  protected abstract InsnList startAt(int handler);

  /** Returns whether the path register has a value everywhere in the block. */
  protected boolean isRegisterLive(int block) {
    return false;
  }

  /** Returns the parts of the method in which escaping exceptions are recorded. */
  protected EscapeRegions escapes() {
    return EscapeRegions.none(code.original);
  }

  /**
   * Returns the code that records that an exception leaves one of the parts that {@link #escapes}
   * returns.
   */
  protected InsnList atEscape() {
    return new InsnList();
  }

  /**
   * Returns the code that runs if the code of {@link #atEscape} has failed; empty if there is none.
   */
  protected InsnList atFailedEscape() {
    return new InsnList();
  }

  /**
   * Receives the objects with which the plan can add its own trampolines. This method is called
   * before any code is inserted.
   */
  protected void begin(Trampolines trampolines, MonitorCover monitors) {}

  /**
   * Inserts code inside blocks. This method is called after code was inserted at the beginnings of
   * blocks and before code is inserted at their ends.
   */
  protected void insertInBlocks(InsnList instructions) {}

  /** Inserts code around the calls that initialise {@code this} in a constructor. */
  protected void insertAroundInitialisations() {}

  /**
   * Inserts code around the calls that the planned method makes. This is done when all other code
   * has been inserted, except the code at the planned method's end.
   */
  protected void insertAroundCalls() {}

  /** Writes the meaning of the recorded numbers, as members of the method's metadata. */
  public abstract void writeTables(JsonWriter json, MarkedLines lines);

  /** Returns the number of all slots of local variables, including the method's own. */
  protected int localCount() {
    return locals.count();
  }

  @Override
  public final void insert() throws RungRejectedException {
    checkLimits();
    Trampolines trampolines = new Trampolines(method, frames);
    MonitorCover monitors = new MonitorCover(code.original, code.blocks);
    begin(trampolines, monitors);
    EscapeRegions escapes = escapes();
    escapes.mark();
    new EdgeInserter(this, trampolines, monitors).insert();
    new HandlerInserter(this, trampolines, monitors).insert();
    insertExits(monitors);
    insertAroundInitialisations();
    method.instructions.insert(atEntry());
    frames.extendOriginals(this::isRegisterLive);
    monitors.finish();
    insertAroundCalls();
    trampolines.append();
    new EscapeInserter(this, escapes).append();
    method.maxLocals = localCount();
    method.maxStack += probeStack();
  }

  private void insertExits(MonitorCover monitors) {
    for (int block = 0; block < code.graph.blockCount(); block++) {
      if (code.graph.isExit(block)) {
        InsnList exit = atExit(block);
        if (exit.size() > 0) {
          method.instructions.insertBefore(
              code.blocks.lastInstruction(block), monitors.suited(code.blocks.last(block), exit));
        }
        if (code.isThrow(block)) {
          method.instructions.insertBefore(code.blocks.lastInstruction(block), beforeThrow());
        }
      }
    }
  }

  private void checkLimits() throws RungRejectedException {
    if (localCount() > ProbeLocals.MAX_LOCALS) {
      throw new RungRejectedException(
          "too-many-locals: the method has "
              + method.maxLocals
              + " local variables, which leaves no room for the probes");
    }
    if (method.maxStack + probeStack() > MAX_STACK) {
      throw new RungRejectedException(
          "too-deep-stack: the method uses "
              + method.maxStack
              + " slots, which leaves no room for the probes");
    }
  }
}
