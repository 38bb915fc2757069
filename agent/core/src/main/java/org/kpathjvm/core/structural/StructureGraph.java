package org.kpathjvm.core.structural;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.kpathjvm.core.numbering.StartKind;

/**
 * One level of a method: a loop, or the outline, which is outside of all loops. A node is a block
 * that is in no inner loop, or a loop directly inside, identified by that loop's header. The
 * graph's paths have Ball and Larus's numbers 0 to n-1. A path's number is the sum of its start's
 * value and its steps' values.
 *
 * <p>A value is the number of paths of all earlier starts, or of all earlier steps of the node.
 * Starts are in this order: the graph's entry, its back edges (one start for each header), and
 * handlers, ascending by block. The steps of a node are in the order of the blocks that they leave,
 * and the steps out of one block are in the order of the block's successors.
 */
public final class StructureGraph {
  /** The value of {@link #header} for the outline, which isn't a loop. */
  public static final int OUTLINE = -1;

  /**
   * The largest number of paths that is stored for a graph. If a graph has more paths, this number
   * is stored instead. Such a graph is never recorded.
   */
  public static final long MANY_PATHS = 1 << 30;

  private final int index;
  private final int header;
  private final int parent;
  private final Map<Integer, List<Step>> steps = new TreeMap<>();
  private final List<GraphStart> starts = new ArrayList<>();
  private final Map<Integer, Long> pathsFrom = new TreeMap<>();
  private long pathCount;

  StructureGraph(int index, int header, int parent) {
    this.index = index;
    this.header = header;
    this.parent = parent;
  }

  /**
   * Returns the graph's place in the forest: 0 for the outline, and otherwise one more than the
   * loop's place in the loop forest.
   */
  public int index() {
    return index;
  }

  /** Returns the header of the graph's loop, or {@link #OUTLINE}. */
  public int header() {
    return header;
  }

  /** Returns the index of the graph around this one; -1 for the outline. */
  public int parent() {
    return parent;
  }

  /** Returns the nodes, ascending. */
  public List<Integer> nodes() {
    return new ArrayList<>(steps.keySet());
  }

  /** Returns the steps out of a node, ascending by value. */
  public List<Step> steps(int node) {
    return Collections.unmodifiableList(steps.get(node));
  }

  /** Returns all starts, ascending by value. */
  public List<GraphStart> starts() {
    return Collections.unmodifiableList(starts);
  }

  /** Returns the number of paths, at most {@link #MANY_PATHS}. */
  public long pathCount() {
    return pathCount;
  }

  /** Returns the start of a kind at a block; null if there is none. */
  public GraphStart start(StartKind kind, int block) {
    for (GraphStart start : starts) {
      if (start.kind() == kind && start.block() == block) {
        return start;
      }
    }
    return null;
  }

  /** Returns the step of a kind from a node to a target; null if there is none. */
  public Step step(StepKind kind, int node, int target) {
    for (Step step : steps.get(node)) {
      if (step.kind() == kind && step.target() == target) {
        return step;
      }
    }
    return null;
  }

  // The following methods build the graph.

  void addNode(int node) {
    steps.putIfAbsent(node, new ArrayList<>());
  }

  /**
   * Adds a step without a value, unless the node already has this step: parallel edges become one
   * step.
   */
  void addStep(StepKind kind, int node, int target) {
    if (step(kind, node, target) == null) {
      steps.get(node).add(new Step(kind, node, target, 0));
    }
  }

  void addStart(StartKind kind, int block, int node) {
    if (start(kind, block) == null) {
      starts.add(new GraphStart(kind, block, node, 0));
    }
  }

  /**
   * Numbers the paths, after all steps and starts have been added. Returns false if the steps
   * contain a cycle.
   */
  boolean number() {
    List<Integer> order = reverseTopologicalOrder();
    if (order.size() < steps.size()) {
      return false;
    }
    order.forEach(this::finish);
    List<GraphStart> unnumbered = new ArrayList<>(starts);
    starts.clear();
    for (GraphStart start : unnumbered) {
      starts.add(new GraphStart(start.kind(), start.block(), start.node(), (int) pathCount));
      pathCount = Math.min(MANY_PATHS, pathCount + pathsFrom.get(start.node()));
    }
    return true;
  }

  /**
   * Returns the nodes, each after the targets of all its steps. Nodes in a cycle, or with a path to
   * one, are left out.
   */
  private List<Integer> reverseTopologicalOrder() {
    Map<Integer, Integer> waitingFor = new TreeMap<>();
    Map<Integer, List<Integer>> sources = new TreeMap<>();
    List<Integer> order = new ArrayList<>();
    for (Map.Entry<Integer, List<Step>> row : steps.entrySet()) {
      int edges = 0;
      for (Step step : row.getValue()) {
        if (!step.isEnd()) {
          sources.computeIfAbsent(step.target(), it -> new ArrayList<>()).add(row.getKey());
          edges++;
        }
      }
      waitingFor.put(row.getKey(), edges);
      if (edges == 0) {
        order.add(row.getKey());
      }
    }
    // The order is also the queue.
    for (int done = 0; done < order.size(); done++) {
      for (int source : sources.getOrDefault(order.get(done), List.of())) {
        if (waitingFor.merge(source, -1, Integer::sum) == 0) {
          order.add(source);
        }
      }
    }
    return order;
  }

  private void finish(int node) {
    List<Step> row = steps.get(node);
    if (row.isEmpty()) {
      row.add(new Step(StepKind.NONE, node, -1, 0));
    }
    long value = 0;
    for (int at = 0; at < row.size(); at++) {
      Step step = row.get(at);
      row.set(at, new Step(step.kind(), node, step.target(), (int) value));
      value = Math.min(MANY_PATHS, value + (step.isEnd() ? 1 : pathsFrom.get(step.target())));
    }
    pathsFrom.put(node, value);
  }
}
