package org.kpathjvm.core.instrument.callers;

import java.util.BitSet;
import org.kpathjvm.core.instrument.exceptions.EscapeRegions;
import org.kpathjvm.core.instrument.exceptions.ThisFlow;
import org.kpathjvm.core.instrument.lines.MarkedLines;
import org.kpathjvm.core.instrument.probes.Counter;
import org.kpathjvm.core.instrument.probes.EdgeCode;
import org.kpathjvm.core.instrument.probes.MethodCode;
import org.kpathjvm.core.instrument.probes.MethodPlan;
import org.kpathjvm.core.instrument.probes.PlanRequest;
import org.kpathjvm.core.instrument.probes.PlannedIds;
import org.kpathjvm.core.instrument.probes.ProbeEmitter;
import org.kpathjvm.core.instrument.probes.ProbeLocals;
import org.kpathjvm.runtime.json.JsonWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The plan that counts a method's entries by the site from which the method was entered. A site is
 * one of the calls in a method, or a method as a whole. The probe {@code enter(I)I} counts an
 * entry, makes the method itself the current site and returns the site that was current before. The
 * probe {@code at(I)V} sets the current site. During a call the current site is the call. After the
 * call the current site is the method itself. So code that the JVM runs between calls, such as a
 * class initialiser, is attributed to the whole method and not to one of its lines. When the
 * activation ends, the site that was current at its entry becomes current again, because unrecorded
 * code may enter other methods next.
 *
 * <p>If a method can't run any other code, {@code leaf(I)V} counts its entries, and no site is set.
 *
 * <p>No handler may cover the call of this() or super(). So the calling constructor uses {@code
 * chain(II)V} to store the site that must become current again if an exception leaves both
 * constructors. The called constructor fetches this site by {@code escape(I)I}. There is one
 * inaccuracy: an exception may come from an unrecorded constructor and be caught by unrecorded
 * code. The next method that this code enters is then attributed to the constructor call.
 *
 * <p>The comments at the ends of lines show the inserted code's part of the operand stack, with the
 * top on the right.
 */
final class CallerPlan extends MethodPlan {
  private static final int STACK = 2;

  private final CallSites sites;
  private final ProbeEmitter emitter;

  /** Finds where {@code this} is initialised; null in a method that isn't a constructor. */
  private final ThisFlow flow;

  CallerPlan(MethodCode code, PlanRequest request, PlannedIds ids, CallSites sites) {
    super(request.rung, code, "callers", ids, locals(code, sites));
    this.sites = sites;
    emitter = new ProbeEmitter(request.probesClass, locals, null, poolDemand);
    flow = code.original.isConstructor() ? ThisFlow.of(code.original, code.blocks) : null;
  }

  private static ProbeLocals locals(MethodCode code, CallSites sites) {
    int own = code.original.method.maxLocals;
    int ofConstructor = code.original.isConstructor() ? 2 : 1;
    int ints = sites.runOtherCode() ? ofConstructor : 0;
    return new ProbeLocals(own, false, false, false).withInts(ints);
  }

  /** Returns the local variable with the site that becomes current when the activation returns. */
  private int found() {
    return locals.firstInt();
  }

  /**
   * Returns the local variable with the site that becomes current when an exception leaves the
   * activation.
   */
  private int escape() {
    return flow == null ? found() : found() + 1;
  }

  private int ownSite() {
    return counters().get(Counter.ENTRIES);
  }

  @Override
  protected int probeStack() {
    return STACK;
  }

  @Override
  public EdgeCode edges() {
    return NoEdges.INSTANCE;
  }

  @Override
  protected InsnList atEntry() {
    InsnList probes = new InsnList();
    probes.add(emitter.pushId(ownSite())); // id
    if (!sites.runOtherCode()) {
      emitter.probe(probes, "leaf", "(I)V"); //
      return probes;
    }
    emitter.probe(probes, "enter", "(I)I"); // site
    probes.add(new VarInsnNode(Opcodes.ISTORE, found())); //
    if (flow != null) {
      probes.add(new VarInsnNode(Opcodes.ILOAD, found())); // site
      emitter.probe(probes, "escape", "(I)I"); // site
      probes.add(new VarInsnNode(Opcodes.ISTORE, escape())); //
    }
    return probes;
  }

  @Override
  protected InsnList atExit(int block) {
    // An athrow needs no code here. If its exception leaves the method, the catch-all handler sees
    // it.
    return sites.runOtherCode() && !code.isThrow(block) ? back(found()) : new InsnList();
  }

  @Override
  protected boolean isNeededAt(int handler) {
    return sites.runOtherCode();
  }

  @Override
  protected InsnList atDispatch(int handler) {
    return at(ownSite());
  }

  @Override
  protected InsnList atFailedDispatch(int handler) {
    return emitter.lose();
  }

  @Override
  protected InsnList startAt(int handler) {
    return new InsnList();
  }

  @Override
  protected EscapeRegions escapes() {
    if (!sites.runOtherCode()) {
      return EscapeRegions.none(code.original);
    }
    if (flow == null) {
      return EscapeRegions.ofWholeMethod(code.original);
    }
    BitSet all = new BitSet();
    all.set(0, code.original.size());
    return EscapeRegions.ofConstructor(code.original, code.blocks, flow, all);
  }

  @Override
  protected InsnList atEscape() {
    return back(escape());
  }

  @Override
  protected InsnList atFailedEscape() {
    return emitter.lose();
  }

  @Override
  protected void insertAroundCalls() {
    for (int number = 0; number < sites.size(); number++) {
      AbstractInsnNode call = sites.call(number);
      int site = ids.firstOfMore() + number;
      boolean chains = flow != null && flow.initialisations().get(sites.place(number));
      method.instructions.insertBefore(call, chains ? chain(site) : at(site));
      method.instructions.insert(call, at(ownSite()));
    }
  }

  private InsnList at(int site) {
    InsnList probes = new InsnList();
    probes.add(emitter.pushId(site)); // site
    emitter.probe(probes, "at", "(I)V"); //
    return probes;
  }

  private InsnList chain(int site) {
    InsnList probes = new InsnList();
    probes.add(emitter.pushId(site)); // site
    probes.add(new VarInsnNode(Opcodes.ILOAD, escape())); // site escape
    emitter.probe(probes, "chain", "(II)V"); //
    return probes;
  }

  private InsnList back(int local) {
    InsnList probes = new InsnList();
    probes.add(new VarInsnNode(Opcodes.ILOAD, local)); // site
    emitter.probe(probes, "at", "(I)V"); //
    return probes;
  }

  @Override
  public void writeTables(JsonWriter json, MarkedLines lines) {
    sites.write(json);
  }

  private enum NoEdges implements EdgeCode {
    INSTANCE;

    @Override
    public boolean isNeeded(int from, int to) {
      return false;
    }

    @Override
    public boolean mayThrow(int from, int to) {
      return false;
    }

    @Override
    public boolean mayStandInTarget(int from, int to) {
      return true;
    }

    @Override
    public InsnList code(int from, int to) {
      return new InsnList();
    }
  }
}
