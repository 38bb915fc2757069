package org.kpathjvm.core.instrument.probes;

import org.kpathjvm.core.instrument.exceptions.EscapeRegions;
import org.kpathjvm.core.instrument.exceptions.MonitorCover;
import org.kpathjvm.core.instrument.lines.MarkedLines;
import org.kpathjvm.runtime.json.JsonWriter;
import org.objectweb.asm.tree.InsnList;

/**
 * A scheme's plan for one method. It says which local variables the probes take and what is
 * executed at the method's entry, on its edges, at its exits and where exceptions go. It also says
 * how a reader decodes the recorded numbers. This class does what all schemes have in common:
 * {@link #insert} asks the plan these questions and puts the answers into the code.
 *
 * <p>Every list of instructions leaves the operand stack as it found it. An empty list means that
 * there is nothing to do.
 */
public abstract class MethodPlan extends ProbePlan {
  private static final int MAX_STACK = 65_535;

  public final MethodCode code;

  /** The plan's local variables. */
  protected final ProbeLocals locals;

  protected final Frames frames;

  /**
   * Plans a method.
   *
   * @param mode the mode's name in the metadata
   */
  protected MethodPlan(
      Rung rung, MethodCode code, String mode, PlannedIds ids, ProbeLocals locals) {
    super(rung, code.original.method, mode, ids);
    this.code = code;
    this.locals = locals;
    frames = new Frames(code.original, code.blocks, locals, code.facts.version, poolDemand);
  }

  /**
   * Returns the number of slots of the operand stack that the probes need beyond the method's own.
   */
  protected abstract int probeStack();

  /** Returns the code of the ordinary edges. */
  public abstract EdgeCode edges();

  /** Returns what is executed before everything else. */
  protected abstract InsnList atEntry();

  /** Returns what is executed before the return or athrow that the block ends with. */
  protected abstract InsnList atExit(int block);

  /**
   * Returns what is executed after {@link #atExit} and directly before an athrow, where no
   * monitor's handler may come between.
   */
  protected InsnList beforeThrow() {
    return new InsnList();
  }

  /**
   * Returns whether anything has to be done when an exception is dispatched to a handler's block.
   */
  protected abstract boolean isNeededAt(int handler);

  /** Returns what is recorded when an exception has been dispatched to a handler's block. */
  protected abstract InsnList atDispatch(int handler);

  /** Returns what is done if {@link #atDispatch} has failed. It must not call a probe. */
  protected InsnList atFailedDispatch(int handler) {
    return new InsnList();
  }

  /**
   * Returns the code that starts a path at a handler's block, whether the recording of the dispatch
   * has failed or not. It must not call a probe.
   */
  protected abstract InsnList startAt(int handler);

  /** Returns whether the path register has a value everywhere in the block. */
  protected boolean isRegisterLive(int block) {
    return false;
  }

  /** Returns the parts of the method in which escaping exceptions are seen. */
  protected EscapeRegions escapes() {
    return EscapeRegions.none(code.original);
  }

  /**
   * Returns what is recorded when an exception leaves one of the parts that {@link #escapes}
   * returns.
   */
  protected InsnList atEscape() {
    return new InsnList();
  }

  /** Returns what is done if {@link #atEscape} has failed; empty if nothing has to be done. */
  protected InsnList atFailedEscape() {
    return new InsnList();
  }

  /**
   * Receives what a plan needs in order to add trampolines of its own. It is called before anything
   * is inserted.
   */
  protected void begin(Trampolines trampolines, MonitorCover monitors) {}

  /**
   * Inserts what belongs inside blocks. It is called after code was inserted at blocks' beginnings
   * and before code is inserted at their ends.
   */
  protected void insertInBlocks(InsnList instructions) {}

  /** Inserts what belongs around the calls that initialise {@code this} in a constructor. */
  protected void insertAroundInitialisations() {}

  /**
   * Inserts what belongs around the method's calls. It is called when all other code except the
   * code at the method's end is in place.
   */
  protected void insertAroundCalls() {}

  /** Writes what the recorded numbers mean, as members of the method's metadata. */
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
              + ", which leaves no room for the probes");
    }
    if (method.maxStack + probeStack() > MAX_STACK) {
      throw new RungRejectedException(
          "too-deep-stack: the method uses "
              + method.maxStack
              + " slots, which leaves no room for the probes");
    }
  }
}
