package org.kpathjvm.core.structural;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.cfg.Loop;
import org.kpathjvm.core.cfg.LoopForest;
import org.kpathjvm.core.numbering.StartKind;

/**
 * A method's structure graphs, which are the outline and one graph for each loop header (figure 7
 * of the paper).
 *
 * <p>These rules decide what the paper leaves open, and what the JVM adds:
 *
 * <ul>
 *   <li>An edge that leaves several levels is a virtual exit of each of them, the innermost first.
 *   <li>A return leaves all levels. An athrow only ends the path of its own level, because it
 *       depends on the handler which outer levels are left.
 *   <li>The dispatch of an exception starts a path at the handler's level. If the handler is an
 *       inner loop's header, it starts one at that loop's level, too. The path of the handler's
 *       level that was under way is abandoned, and so are the paths of the loops that were left.
 *   <li>A method that is irreducible has one graph, with all back edges, because its loops don't
 *       form a hierarchy. The same is true of a method in which an edge leaves a loop to a block
 *       that leads back to the loop's header. The way around then includes an exception, and the
 *       rest of that way isn't a loop at any level.
 * </ul>
 */
public final class StructureForest {
  private final FlowGraph graph;
  private final BackEdges backEdges;
  private final BitSet athrows;
  private final List<Loop> loops;
  private final List<StructureGraph> graphs = new ArrayList<>();

  /** The index of the graph of a block's level, by block. */
  private final int[] level;

  private StructureForest(FlowGraph graph, BackEdges backEdges, BitSet athrows, List<Loop> loops) {
    this.graph = graph;
    this.backEdges = backEdges;
    this.athrows = athrows;
    this.loops = loops;
    level = new int[graph.blockCount()];
    graphs.add(new StructureGraph(0, StructureGraph.OUTLINE, -1));
    for (Loop loop : loops) {
      graphs.add(new StructureGraph(graphs.size(), loop.header(), loop.parent() + 1));
    }
    findLevels();
    addNodes();
    addSteps();
    addStarts();
  }

  /**
   * Builds the structure graphs of a method. A method whose loops don't form a hierarchy gets a
   * single graph.
   *
   * @param athrows the blocks that end with an athrow instruction
   */
  public static StructureForest of(FlowGraph graph, BackEdges backEdges, BitSet athrows) {
    if (!backEdges.irreducible()) {
      StructureForest forest =
          new StructureForest(graph, backEdges, athrows, LoopForest.of(graph, backEdges));
      if (forest.number()) {
        return forest;
      }
    }
    StructureForest whole = new StructureForest(graph, backEdges, athrows, List.of());
    if (!whole.number()) {
      throw new IllegalStateException("the method has a cycle even without its back edges");
    }
    return whole;
  }

  private boolean number() {
    return graphs.stream().allMatch(StructureGraph::number);
  }

  /** Returns the outline, then the loops' graphs, ascending by header. */
  public List<StructureGraph> graphs() {
    return Collections.unmodifiableList(graphs);
  }

  /** Returns the number of all graphs' paths. */
  public long pathCount() {
    return graphs.stream().mapToLong(StructureGraph::pathCount).sum();
  }

  /** Returns the graph of the block's innermost loop. */
  public StructureGraph levelOf(int block) {
    return graphs.get(level[block]);
  }

  /**
   * Returns the steps that stand for an ordinary edge in the graphs. Virtual exits come first, from
   * the innermost on.
   */
  public List<Crossing> crossings(int from, int to) {
    List<Crossing> crossings = new ArrayList<>(1);
    StructureGraph at = levelOf(from);
    while (true) {
      StepKind kind = kind(at, from, to);
      int target = kind == StepKind.EDGE ? node(at, to) : to;
      crossings.add(new Crossing(at, at.step(kind, node(at, from), target)));
      if (kind != StepKind.LEAVE) {
        return crossings;
      }
      at = graphs.get(at.parent());
    }
  }

  /** Returns the graph of the loop that an ordinary edge enters; null if it enters none. */
  public StructureGraph entered(int from, int to) {
    StructureGraph at = levelOf(to);
    return at.header() == to && !holds(at, from) ? at : null;
  }

  /**
   * Returns the graph that a method's entry enters in addition to the outline; null if the method
   * doesn't begin with a loop.
   */
  public StructureGraph enteredAtEntry() {
    return level[0] == 0 ? null : levelOf(0);
  }

  /** Returns the ends of paths at a return or an athrow, from the innermost on. */
  public List<Crossing> exits(int block) {
    List<Crossing> exits = new ArrayList<>(1);
    for (StructureGraph at = levelOf(block); ; at = graphs.get(at.parent())) {
      exits.add(new Crossing(at, at.step(StepKind.EXIT, node(at, block), -1)));
      if (at.parent() < 0 || athrows.get(block)) {
        return exits;
      }
    }
  }

  /** Returns the graph at whose level an exception's dispatch to the handler starts a path. */
  public StructureGraph levelOfHandler(int handler) {
    StructureGraph own = levelOf(handler);
    return own.header() == handler ? graphs.get(own.parent()) : own;
  }

  /** Returns the node of a graph that contains a block of the graph's loop. */
  public int node(StructureGraph at, int block) {
    int inner = level[block];
    int node = block;
    while (inner != at.index()) {
      node = graphs.get(inner).header();
      inner = graphs.get(inner).parent();
    }
    return node;
  }

  private boolean holds(StructureGraph at, int block) {
    return at.index() == 0 || loops.get(at.index() - 1).contains(block);
  }

  private StepKind kind(StructureGraph at, int from, int to) {
    boolean own = loops.isEmpty() || at.header() == to;
    if (own && backEdges.contains(from, to)) {
      return StepKind.LOOP;
    }
    return holds(at, to) ? StepKind.EDGE : StepKind.LEAVE;
  }

  /**
   * Finds the levels. Larger loops come first, so a block gets the level of the smallest loop
   * around it.
   */
  private void findLevels() {
    Integer[] largestFirst = new Integer[loops.size()];
    Arrays.setAll(largestFirst, loop -> loop);
    Arrays.sort(
        largestFirst, (a, b) -> loops.get(b).blocks().length - loops.get(a).blocks().length);
    for (int loop : largestFirst) {
      for (int block : loops.get(loop).blocks()) {
        level[block] = loop + 1;
      }
    }
  }

  private void addNodes() {
    for (int block = 0; block < level.length; block++) {
      levelOf(block).addNode(block);
    }
    for (StructureGraph inner : graphs) {
      if (inner.parent() >= 0) {
        graphs.get(inner.parent()).addNode(inner.header());
      }
    }
  }

  private void addSteps() {
    for (int block = 0; block < level.length; block++) {
      StructureGraph at = levelOf(block);
      while (graph.isExit(block)) {
        at.addStep(StepKind.EXIT, node(at, block), -1);
        if (at.parent() < 0 || athrows.get(block)) {
          break;
        }
        at = graphs.get(at.parent());
      }
      for (int to : graph.successors(block)) {
        at = levelOf(block);
        StepKind kind = kind(at, block, to);
        while (kind == StepKind.LEAVE) {
          at.addStep(kind, node(at, block), to);
          at = graphs.get(at.parent());
          kind = kind(at, block, to);
        }
        at.addStep(kind, node(at, block), kind == StepKind.EDGE ? node(at, to) : to);
      }
    }
  }

  private void addStarts() {
    graphs.get(0).addStart(StartKind.ENTRY, 0, node(graphs.get(0), 0));
    for (StructureGraph loop : graphs.subList(1, graphs.size())) {
      loop.addStart(StartKind.ENTRY, loop.header(), loop.header());
      loop.addStart(StartKind.LOOP, loop.header(), loop.header());
    }
    for (int block = 0; loops.isEmpty() && block < level.length; block++) {
      if (backEdges.isHeader(block)) {
        graphs.get(0).addStart(StartKind.LOOP, block, block);
      }
    }
    for (int block = 0; block < level.length; block++) {
      if (graph.isHandler(block)) {
        StructureGraph at = levelOfHandler(block);
        at.addStart(StartKind.HANDLER, block, node(at, block));
        if (levelOf(block) != at) {
          levelOf(block).addStart(StartKind.HANDLER, block, block);
        }
      }
    }
  }
}
