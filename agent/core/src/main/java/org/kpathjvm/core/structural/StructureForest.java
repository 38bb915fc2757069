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
 * A method's structure graphs (figure 7 of "Structural Path Profiling", Yasue et al., 2004): the
 * outline, which is the graph outside of all loops, and one graph for each loop header.
 *
 * <p>The following rules aren't in the paper:
 *
 * <ul>
 *   <li>An edge that leaves several levels is a virtual exit of each of these levels, from the
 *       innermost level outwards.
 *   <li>A return leaves all levels. An athrow ends the path of its own level only, because the
 *       handler determines which outer levels are left.
 *   <li>The dispatch of an exception starts a path at the handler's level. If the handler is an
 *       inner loop's header, the dispatch also starts a path at this loop's level. The current path
 *       of the handler's level is abandoned, and so are the current paths of the loops that were
 *       left.
 *   <li>If a method is irreducible, its loops don't form a hierarchy. Therefore the method has a
 *       single graph, in which every back edge ends a path.
 *   <li>A method also has a single graph if ordinary edges lead out of a loop and back to the
 *       loop's header without a back edge. Inside such a loop, every path from the header to the
 *       edge that leaves the loop includes an exception edge, so the ordinary edges form no cycle.
 *       But the graph around the loop would have a cycle, because the loop is one node there.
 * </ul>
 */
public final class StructureForest {
  private final FlowGraph graph;
  private final BackEdges backEdges;
  private final BitSet athrows;
  private final List<Loop> loops;
  private final List<StructureGraph> graphs = new ArrayList<>();

  /** For each block, the index of the graph at the block's level. */
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
   * Builds the structure graphs of a method.
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

  /** Returns the outline, followed by the loops' graphs, ascending by header. */
  public List<StructureGraph> graphs() {
    return Collections.unmodifiableList(graphs);
  }

  /** Returns the total number of paths of all graphs. */
  public long pathCount() {
    return graphs.stream().mapToLong(StructureGraph::pathCount).sum();
  }

  /**
   * Returns the graph of the block's innermost loop. It is the outline if the block isn't in a
   * loop, or if the method has a single graph.
   */
  public StructureGraph levelOf(int block) {
    return graphs.get(level[block]);
  }

  /**
   * Returns the steps that stand for an ordinary edge: a virtual exit of each level that the edge
   * leaves, from the innermost level outwards, and then a step at the innermost level around both
   * blocks.
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

  /**
   * Returns the graph of the loop that an ordinary edge enters; null if the edge doesn't enter a
   * loop.
   */
  public StructureGraph entered(int from, int to) {
    StructureGraph at = levelOf(to);
    return at.header() == to && !holds(at, from) ? at : null;
  }

  /**
   * Returns the graph of the loop that the method begins with; null if it doesn't begin with a
   * loop.
   */
  public StructureGraph enteredAtEntry() {
    return level[0] == 0 ? null : levelOf(0);
  }

  /** Returns the ends of paths at a return or an athrow. The innermost graph's end comes first. */
  public List<Crossing> exits(int block) {
    List<Crossing> exits = new ArrayList<>(1);
    for (StructureGraph at = levelOf(block); ; at = graphs.get(at.parent())) {
      exits.add(new Crossing(at, at.step(StepKind.EXIT, node(at, block), -1)));
      if (at.parent() < 0 || athrows.get(block)) {
        return exits;
      }
    }
  }

  /**
   * Returns the graph of the handler's level, in which the dispatch of an exception to the handler
   * starts a path. If the handler is a loop's header, this is the graph around the loop.
   */
  public StructureGraph levelOfHandler(int handler) {
    StructureGraph own = levelOf(handler);
    return own.header() == handler ? graphs.get(own.parent()) : own;
  }

  /**
   * Returns the graph's node for a block of the graph's loop: the block itself, or the header of
   * the inner loop that contains the block.
   */
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
   * Finds the level of each block. Larger loops are processed first, so a block gets the level of
   * the smallest loop around it.
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
