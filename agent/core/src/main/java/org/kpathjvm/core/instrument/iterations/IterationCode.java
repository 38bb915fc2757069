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
 * Roy and Srikant's instrumentation for paths of up to k iterations (Algorithm 3 of "Profiling
 * k-Iteration Paths", with its errors corrected). The registers are c[0] to c[k-1]. In a loop, the
 * register c[0] holds the number of the path that began in the current iteration. The path of c[1]
 * began in the previous iteration, and so on. The method's first id is added to each number. One
 * more local variable, {@code turns} (itr in the paper), counts how often the loop's back edges
 * were taken, up to k-1. The code contains no branches, so it needs no stack map frames.
 *
 * <p>The comments at the ends of lines show the inserted code's part of the operand stack, with the
 * top on the right; c is a register's value.
 */
public final class IterationCode implements EdgeCode {
  /**
   * The number of stack slots that the code needs: for a register, a value that is added or
   * subtracted, a bound, and the turns that are compared with the bound.
   */
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
   * Creates the code for a method.
   *
   * @param firstBackEdges the id of the method's counter {@code FIRST_BACK_EDGES}, which counts
   *     back edges that are taken before any path has all its iterations
   * @param firstLocal the first of the local variables that the code needs; {@link #locals} returns
   *     their number
   * @param hashed whether the method's paths are counted in a hash table instead of an array
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

  /** Returns the number of local variables that the code needs, all of them ints. */
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

  /** Returns the code at the method's entry, which gives every register a value. */
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

  /** Returns the code that starts a path at a block other than the method's entry. */
  public InsnList atStart(StartKind kind, int block) {
    InsnList list = new InsnList();
    begin(list, kind, block);
    clearTurns(list);
    return list;
  }

  /** Returns the code before a return or an athrow. */
  public InsnList atExit(int block) {
    if (!graph.isExit(block) || loops.iterations(block) > 1) {
      // No block of an iterated loop is an exit of the method.
      throw new IllegalArgumentException("block " + block + " isn't an exit");
    }
    InsnList list = new InsnList();
    load(list, register(1)); // path
    emitter.probe(list, pathProbe, "(I)V"); //
    return list;
  }

  /**
   * Emits the code of a loop's back edge. The oldest path ends at the edge if the path has all its
   * iterations. In any case, a new path begins.
   */
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
    // Adds one to turns if turns is less than k-1.
    load(list, turns()); // turns
    load(list, turns()); // turns turns
    list.add(emitter.pushInt(all - 1)); // turns turns k-1
    list.add(new InsnNode(Opcodes.ISUB)); // turns missing
    list.add(emitter.pushInt(SIGN_SHIFT)); // turns missing 31
    list.add(new InsnNode(Opcodes.IUSHR)); // turns 1|0
    list.add(new InsnNode(Opcodes.IADD)); // turns
    store(list, turns()); //
  }

  /** Emits the code of a loop's exit, where the oldest path, c[turns], continues as c[0]. */
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

  /**
   * Emits the code that adds an edge's value (Val in the paper) to a path's number. If the path
   * began after a back edge of the loop, the code also subtracts the compensation (CVal).
   */
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

  /** Emits the code that pushes -1 if there were at least {@code least} turns, otherwise 0. */
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

  /** Returns the local variable of c[iteration-1]. */
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
