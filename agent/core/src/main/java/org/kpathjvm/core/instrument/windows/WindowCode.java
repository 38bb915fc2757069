package org.kpathjvm.core.instrument.windows;

import java.util.ArrayList;
import java.util.List;
import org.kpathjvm.core.instrument.probes.EdgeCode;
import org.kpathjvm.core.instrument.probes.ProbeEmitter;
import org.kpathjvm.core.numbering.StartKind;
import org.kpathjvm.core.structural.Crossing;
import org.kpathjvm.core.structural.GraphIncrements;
import org.kpathjvm.core.structural.Step;
import org.kpathjvm.core.structural.StepKind;
import org.kpathjvm.core.structural.StructureForest;
import org.kpathjvm.core.structural.StructureGraph;
import org.kpathjvm.runtime.windows.WindowProbes;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The code that records the paths of a method's structure graphs (figure 11 of "Structural Path
 * Profiling", Yasue et al., 2004). Each graph has a register: a local variable in which the id of
 * the graph's current path is added up. Each graph also has a path window, which is identified by
 * the id of the graph's path 0.
 *
 * <ul>
 *   <li>At a start, the probe {@code start(II)I} is given the window and the register's initial
 *       value. It returns this value if the window is open, and otherwise {@link
 *       WindowProbes#NOT_STARTED}. The probe is called at every start. So when the window opens,
 *       even an activation that has been running for a long time is recorded from its next start
 *       on.
 *   <li>At an end, the probe {@code end(I)V} is given the path's id. A negative id means that no
 *       path was started.
 *   <li>On a step that is a chord, the step's increment is added to the register.
 * </ul>
 *
 * <p>An edge may have the code of several graphs. The code for the innermost loop that the edge
 * leaves comes first, and the code for a loop that the edge enters comes last. The comments at the
 * ends of lines show what the inserted code has put on the operand stack, with the top on the
 * right.
 */
public final class WindowCode implements EdgeCode {
  /**
   * The paper's limit on a method's number of paths. If a method has more paths, the edges of its
   * branches are counted instead.
   */
  public static final int MOST_PATHS = 1_000;

  /** An upper bound on the number of stack slots that the code needs. */
  public static final int STACK = 3;

  private final StructureForest forest;
  private final List<GraphIncrements> increments = new ArrayList<>();
  private final List<Integer> firstIds = new ArrayList<>();
  private final int firstLocal;
  private final ProbeEmitter emitter;

  /**
   * Creates the code of a method.
   *
   * @param firstId the id of path 0 of the outline, which is the graph outside of all loops; the
   *     other graphs' ids follow
   * @param firstLocal the index of the outline's register; the other graphs' registers follow
   */
  public WindowCode(StructureForest forest, int firstId, int firstLocal, ProbeEmitter emitter) {
    this.forest = forest;
    this.firstLocal = firstLocal;
    this.emitter = emitter;
    int next = firstId;
    for (StructureGraph graph : forest.graphs()) {
      increments.add(GraphIncrements.of(graph));
      firstIds.add(next);
      next += (int) graph.pathCount();
    }
  }

  public StructureForest forest() {
    return forest;
  }

  /** Returns the id of a graph's path 0, which identifies the graph's window. */
  public int firstId(StructureGraph graph) {
    return firstIds.get(graph.index());
  }

  /**
   * Returns the code at the method's entry. It starts a path of the outline, and records that no
   * path of a loop is under way. If the method begins with a loop, the code starts a path of this
   * loop, too.
   */
  public InsnList atEntry() {
    InsnList code = new InsnList();
    for (StructureGraph graph : forest.graphs().subList(1, forest.graphs().size())) {
      noPath(code, graph);
    }
    start(code, forest.graphs().get(0), StartKind.ENTRY, 0);
    StructureGraph entered = forest.enteredAtEntry();
    if (entered != null) {
      start(code, entered, StartKind.ENTRY, 0);
    }
    return code;
  }

  @Override
  public boolean isNeeded(int from, int to) {
    return callsProbes(from, to) || lastIncrement(from, to) != 0;
  }

  @Override
  public boolean mayThrow(int from, int to) {
    int increment = lastIncrement(from, to);
    return callsProbes(from, to) || increment != (short) increment;
  }

  /** Returns whether an edge ends or starts a path. */
  public boolean callsProbes(int from, int to) {
    return forest.crossings(from, to).get(0).step().isEnd() || forest.entered(from, to) != null;
  }

  @Override
  public boolean mayStandInTarget(int from, int to) {
    return !callsProbes(from, to);
  }

  @Override
  public InsnList code(int from, int to) {
    InsnList code = new InsnList();
    for (Crossing crossing : forest.crossings(from, to)) {
      if (crossing.step().isEnd()) {
        end(code, crossing);
      } else {
        add(code, crossing);
      }
      if (crossing.step().kind() == StepKind.LOOP) {
        start(code, crossing.graph(), StartKind.LOOP, to);
      }
    }
    StructureGraph entered = forest.entered(from, to);
    if (entered != null) {
      start(code, entered, StartKind.ENTRY, to);
    }
    return code;
  }

  /** Returns the code before a return or an athrow. */
  public InsnList atExit(int block) {
    InsnList code = new InsnList();
    for (Crossing exit : forest.exits(block)) {
      end(code, exit);
    }
    return code;
  }

  /**
   * Returns the code for an exception that is dispatched to the handler. The registers of loops
   * that the exception left needn't be reset, because each entry of a loop sets the loop's
   * register.
   */
  public InsnList atHandler(int block) {
    InsnList code = new InsnList();
    StructureGraph level = forest.levelOfHandler(block);
    start(code, level, StartKind.HANDLER, block);
    if (forest.levelOf(block) != level) {
      start(code, forest.levelOf(block), StartKind.HANDLER, block);
    }
    return code;
  }

  /**
   * Returns the code that runs instead of {@link #atHandler} after a probe has failed. The code
   * calls no probe.
   */
  public InsnList atUnrecordedHandler(int block) {
    InsnList code = new InsnList();
    noPath(code, forest.levelOfHandler(block));
    noPath(code, forest.levelOf(block));
    return code;
  }

  /**
   * Returns the number of places at which the method gets code: its entry, and those of the given
   * places that need code. The paper calls such places instrumentation code blocks.
   *
   * @param edges pairs of a source and a target
   * @param exits blocks that end with a return or athrow
   * @param handlers blocks at which handlers begin
   */
  public int codeBlocks(
      Iterable<int[]> edges, Iterable<Integer> exits, Iterable<Integer> handlers) {
    int count = 1;
    for (int[] edge : edges) {
      count += isNeeded(edge[0], edge[1]) ? 1 : 0;
    }
    for (Integer exit : exits) {
      count += atExit(exit).size() > 0 ? 1 : 0;
    }
    for (Integer handler : handlers) {
      count += atHandler(handler).size() > 0 ? 1 : 0;
    }
    return count;
  }

  private int lastIncrement(int from, int to) {
    List<Crossing> crossings = forest.crossings(from, to);
    Crossing last = crossings.get(crossings.size() - 1);
    return last.step().isEnd() ? 0 : increment(last);
  }

  private int increment(Crossing crossing) {
    return increments.get(crossing.graph().index()).of(crossing.step());
  }

  private int register(StructureGraph graph) {
    return firstLocal + graph.index();
  }

  private void noPath(InsnList code, StructureGraph graph) {
    code.add(emitter.pushInt(WindowProbes.NOT_STARTED)); // initial
    code.add(new VarInsnNode(Opcodes.ISTORE, register(graph))); //
  }

  private void start(InsnList code, StructureGraph graph, StartKind kind, int block) {
    int initial = increments.get(graph.index()).of(graph.start(kind, block));
    code.add(emitter.pushId(firstId(graph))); // window
    code.add(emitter.pushId(firstId(graph) + initial)); // window initial
    emitter.probe(code, "start", "(II)I"); // register
    code.add(new VarInsnNode(Opcodes.ISTORE, register(graph))); //
  }

  private void end(InsnList code, Crossing crossing) {
    Step step = crossing.step();
    code.add(new VarInsnNode(Opcodes.ILOAD, register(crossing.graph()))); // register
    int increment = increments.get(crossing.graph().index()).of(step);
    if (increment != 0) {
      code.add(emitter.pushInt(increment)); // register increment
      code.add(new InsnNode(Opcodes.IADD)); // id
    }
    emitter.probe(code, "end", "(I)V"); //
  }

  private void add(InsnList code, Crossing crossing) {
    int increment = increment(crossing);
    int register = register(crossing.graph());
    if (increment == (short) increment && increment != 0) {
      code.add(new IincInsnNode(register, increment)); //
    } else if (increment != 0) {
      code.add(new VarInsnNode(Opcodes.ILOAD, register)); // register
      code.add(emitter.pushInt(increment)); // register increment
      code.add(new InsnNode(Opcodes.IADD)); // sum
      code.add(new VarInsnNode(Opcodes.ISTORE, register)); //
    }
  }
}
