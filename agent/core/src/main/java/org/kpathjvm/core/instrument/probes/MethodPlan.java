package org.kpathjvm.core.instrument.probes;

import org.kpathjvm.core.instrument.exceptions.EscapeRegions;
import org.kpathjvm.core.instrument.exceptions.MonitorCover;
import org.kpathjvm.core.instrument.lines.MarkedLines;
import org.kpathjvm.runtime.json.JsonWriter;
import org.objectweb.asm.tree.InsnList;

/**
 * A scheme's plan of a method: which local variables it takes, what is executed at the method's
 * entry, on its edges, at its exits and where exceptions go, and what a reader needs to know of the
 * numbers that are recorded. What is common to all schemes is here: {@link #insert} asks these
 * questions and puts the answers into the code.
 *
 * <p>Every list of instructions leaves the operand stack as it found it. An empty list is nothing
 * to do.
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
   * @param mode as the metadata has it
   */
  protected MethodPlan(
      Rung rung, MethodCode code, String mode, PlannedIds ids, ProbeLocals locals) {
    super(rung, code.original.method, mode, ids);
    this.code = code;
    this.locals = locals;
    frames = new Frames(code.original, code.blocks, locals, code.facts.version, poolDemand);
  }

  /** Returns the slots of the operand stack that the probes need beyond the method's own. */
  protected abstract int probeStack();

  /** Returns what is due on ordinary edges. */
  public abstract EdgeCode edges();

  /** Returns what is executed before everything else. */
  protected abstract InsnList atEntry();

  /** Returns what is executed before the return or athrow that the block ends with. */
  protected abstract InsnList atExit(int block);

  /**
   * Returns what comes behind that before an athrow, where no monitor's handler may come between.
   */
  protected InsnList beforeThrow() {
    return new InsnList();
  }

  /** Returns whether anything is due when an exception is dispatched to a handler's block. */
  protected abstract boolean isNeededAt(int handler);

  /** Returns what is recorded when an exception has been dispatched to a handler's block. */
  protected abstract InsnList atDispatch(int handler);

  /** Returns what is done if that has failed; it must call no probe. */
  protected InsnList atFailedDispatch(int handler) {
    return new InsnList();
  }

  /** Returns what lets a path start at a handler's block, failed or not; it must call no probe. */
  protected abstract InsnList startAt(int handler);

  /** Returns whether the path register has a value wherever control reaches the block's end. */
  protected boolean isRegisterLive(int block) {
    return false;
  }

  /** Returns the parts of the method from which exceptions that leave it are seen. */
  protected EscapeRegions escapes() {
    return EscapeRegions.none(code.original);
  }

  /** Returns what is recorded when an exception leaves one of these parts. */
  protected InsnList atEscape() {
    return new InsnList();
  }

  /** Returns what is done if that has failed; empty if nothing has to be. */
  protected InsnList atFailedEscape() {
    return new InsnList();
  }

  /** Learns what code that branches out of line is added to; before anything is inserted. */
  protected void begin(Trampolines trampolines, MonitorCover monitors) {}

  /** Inserts what belongs between blocks' beginnings and ends, when the beginnings have theirs. */
  protected void insertInBlocks(InsnList instructions) {}

  /** Inserts what belongs around the calls that initialise {@code this}, in a constructor. */
  protected void insertAroundInitialisations() {}

  /** Inserts what belongs around the method's calls, when all else is in its place. */
  protected void insertAroundCalls() {}

  /** Writes what the recorded numbers mean, as members of the method's metadata. */
  public abstract void writeTables(JsonWriter json, MarkedLines lines);

  /** Returns all slots of local variables, the method's own included. */
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
      throw new RungRejectedException("too-many-locals: " + method.maxLocals + " leave no room");
    }
    if (method.maxStack + probeStack() > MAX_STACK) {
      throw new RungRejectedException("too-deep-stack: " + method.maxStack + " leaves no room");
    }
  }
}
