package org.kpathjvm.core.instrument.iterations;

import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.instrument.probes.EdgeCode;
import org.kpathjvm.core.instrument.probes.ProbeEmitter;
import org.kpathjvm.core.kiter.IteratedLoops;
import org.kpathjvm.core.kiter.IterationNumbering;
import org.kpathjvm.core.numbering.StartKind;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Roy and Srikant's instrumentation (Algorithm 3, its errors mended). The registers c[0] to c[k-1]
 * hold the paths that began in this iteration of the loop, in the one before, and so on, with the
 * method's first id added; the last local, {@code turns} (the paper's itr), how many of its back
 * edges were taken, k-1 at most. What depends on {@code turns} is computed without a branch, so
 * that no frame is needed.
 */
public final class IterationCode implements EdgeCode {
  /** A register, what it is added to, a bound and what is compared with it. */
  public static final int STACK = 4;

  private static final int SIGN_SHIFT = 31;

  private final FlowGraph graph;
  private final IterationNumbering numbering;
  private final IteratedLoops loops;
  private final int firstId;
  private final int firstBackEdges;
  private final int firstLocal;
  private final ProbeEmitter emitter;
  private final String pathProbe;
  private final String windowProbe;

  /**
   * The code for a method.
   *
   * @param firstBackEdges id of the counter of back edges at which no path has all iterations yet
   * @param firstLocal the first of {@link #locals} local variables
   * @param hashed whether the method's paths are counted in a hash table, and not in an array
   */
  public IterationCode(
      FlowGraph graph,
      IterationNumbering numbering,
      int firstId,
      int firstBackEdges,
      int firstLocal,
      boolean hashed,
      ProbeEmitter emitter) {
    this.graph = graph;
    this.numbering = numbering;
    loops = numbering.loops();
    this.firstId = firstId;
    this.firstBackEdges = firstBackEdges;
    this.firstLocal = firstLocal;
    this.emitter = emitter;
    pathProbe = hashed ? "hashed" : "path";
    windowProbe = hashed ? "hashedWindow" : "window";
  }

  /** Local variables that it needs: all of them ints. */
  public static int locals(IterationNumbering numbering) {
    return numbering.loops().longest() + 1;
  }

  @Override
  public boolean isNeeded(int from, int to) {
    return code(from, to).size() > 0;
  }

  @Override
  public boolean mayThrow(int from, int to) {
    for (AbstractInsnNode node : code(from, to)) {
      if (node instanceof LdcInsnNode || node instanceof MethodInsnNode) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean mayStandInTarget(int from, int to) {
    return !mayThrow(from, to);
  }

  @Override
  public InsnList code(int from, int to) {
    InsnList list = new InsnList();
    if (numbering.isIterated(from, to)) {
      turn(list, from, to);
      return list;
    }
    int all = loops.iterations(from);
    for (int iteration = 1; iteration <= all; iteration++) {
      int value = numbering.value(from, to, iteration);
      int compensation = numbering.compensation(from, to, iteration);
      if (compensation == 0 && value == (short) value) {
        if (value != 0) {
          list.add(new IincInsnNode(register(iteration), value)); //
        }
      } else {
        load(list, register(iteration)); // c
        addWeight(list, value, compensation, iteration); // c
        store(list, register(iteration)); //
      }
    }
    if (all > 1 && !loops.areTogether(from, to)) {
      leave(list, all);
    }
    if (numbering.isAcyclicEnd(from, to)) {
      load(list, register(1)); // path
      emitter.probe(list, pathProbe, "(I)V"); //
      begin(list, StartKind.LOOP, to);
    }
    return list;
  }

  /** Returns what comes before everything else of the method; it gives all registers a value. */
  public InsnList atEntry() {
    InsnList list = new InsnList();
    begin(list, StartKind.ENTRY, 0);
    for (int iteration = 2; iteration <= loops.longest(); iteration++) {
      list.add(new InsnNode(Opcodes.ICONST_0)); // 0
      store(list, register(iteration)); //
    }
    clearTurns(list);
    return list;
  }

  /** Returns what begins a path that doesn't begin at the method's entry. */
  public InsnList atStart(StartKind kind, int block) {
    InsnList list = new InsnList();
    begin(list, kind, block);
    clearTurns(list);
    return list;
  }

  /** Returns what comes before a return or an athrow. */
  public InsnList atExit(int block) {
    if (!graph.isExit(block) || loops.iterations(block) > 1) {
      // Every block of an iterated loop goes on in it.
      throw new IllegalArgumentException("block " + block + " is no exit");
    }
    InsnList list = new InsnList();
    load(list, register(1)); // path
    emitter.probe(list, pathProbe, "(I)V"); //
    return list;
  }

  /** The back edge of a loop: the oldest path ends if it has all iterations, and one begins. */
  private void turn(InsnList list, int from, int to) {
    int all = loops.iterations(from);
    load(list, register(all)); // path
    addWeight(list, numbering.value(from, to, all), 0, all); // path
    load(list, turns()); // path turns
    list.add(emitter.pushInt(all - 1)); // path turns k-1
    list.add(new InsnNode(Opcodes.ISUB)); // path missing
    list.add(emitter.pushId(firstBackEdges)); // path missing counter
    emitter.probe(list, windowProbe, "(III)V"); //
    for (int iteration = all - 1; iteration > 0; iteration--) {
      load(list, register(iteration)); // c
      int value = numbering.value(from, to, iteration);
      addWeight(list, value, numbering.compensation(from, to, iteration), iteration); // c
      store(list, register(iteration + 1)); //
    }
    begin(list, StartKind.LOOP, to);
    // One more, if it is less than k-1.
    load(list, turns()); // turns
    load(list, turns()); // turns turns
    list.add(emitter.pushInt(all - 1)); // turns turns k-1
    list.add(new InsnNode(Opcodes.ISUB)); // turns missing
    list.add(emitter.pushInt(SIGN_SHIFT)); // turns missing 31
    list.add(new InsnNode(Opcodes.IUSHR)); // turns 1|0
    list.add(new InsnNode(Opcodes.IADD)); // turns
    store(list, turns()); //
  }

  /** An exit of a loop: the oldest path, c[turns], goes on as c[0]. */
  private void leave(InsnList list, int all) {
    for (int iteration = 2; iteration <= all; iteration++) {
      load(list, register(1)); // c0
      load(list, register(iteration)); // c0 c
      load(list, register(1)); // c0 c c0
      list.add(new InsnNode(Opcodes.ISUB)); // c0 difference
      addMask(list, iteration - 1); // c0 difference mask
      list.add(new InsnNode(Opcodes.IAND)); // c0 difference|0
      list.add(new InsnNode(Opcodes.IADD)); // c0
      store(list, register(1)); //
    }
    clearTurns(list);
  }

  /** Adds Val, and subtracts CVal of a path that began behind a back edge of the loop. */
  private void addWeight(InsnList list, int value, int compensation, int iteration) {
    if (value != 0) {
      list.add(emitter.pushInt(value)); // c value
      list.add(new InsnNode(Opcodes.IADD)); // c
    }
    if (compensation != 0) {
      list.add(emitter.pushInt(compensation)); // c compensation
      addMask(list, iteration); // c compensation mask
      list.add(new InsnNode(Opcodes.IAND)); // c compensation|0
      list.add(new InsnNode(Opcodes.ISUB)); // c
    }
  }

  /** All bits if that many turns were made or more, else none. */
  private void addMask(InsnList list, int least) {
    list.add(emitter.pushInt(least - 1)); // least-1
    load(list, turns()); // least-1 turns
    list.add(new InsnNode(Opcodes.ISUB)); // negative|not
    list.add(emitter.pushInt(SIGN_SHIFT)); // negative|not 31
    list.add(new InsnNode(Opcodes.ISHR)); // mask
  }

  private void begin(InsnList list, StartKind kind, int block) {
    list.add(emitter.pushId(firstId + numbering.startValue(kind, block))); // path
    store(list, register(1)); //
  }

  private void clearTurns(InsnList list) {
    list.add(new InsnNode(Opcodes.ICONST_0)); // 0
    store(list, turns()); //
  }

  /** The local of c[iteration-1]. */
  private int register(int iteration) {
    return firstLocal + iteration - 1;
  }

  private int turns() {
    return firstLocal + loops.longest();
  }

  private static void load(InsnList list, int local) {
    list.add(new VarInsnNode(Opcodes.ILOAD, local));
  }

  private static void store(InsnList list, int local) {
    list.add(new VarInsnNode(Opcodes.ISTORE, local));
  }
}
