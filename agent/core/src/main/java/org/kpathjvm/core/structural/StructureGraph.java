package org.kpathjvm.core.structural;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.kpathjvm.core.numbering.StartKind;

/**
 * One level of a method: the blocks whose innermost loop it is, and a node for each loop inside,
 * which goes by the loop's header. Its paths have Ball and Larus's numbers 0 to n-1: the sum of
 * their start's value and their steps' values.
 *
 * <p>Starts get running sums in this order: the graph's entry, its back edges (to each header one),
 * handlers by ascending block. A node's steps do in the order of the blocks that they leave, and of
 * these blocks' successors.
 */
public final class StructureGraph {
  /** The header of the outline, which is no loop. */
  public static final int OUTLINE = -1;

  /** Most paths of a graph that are told apart: no more than this is ever recorded. */
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
   * Its place in the forest: 0 for the outline, else one more than the loop's in the loop forest.
   */
  public int index() {
    return index;
  }

  /** Its loop's header, or {@link #OUTLINE}. */
  public int header() {
    return header;
  }

  /** Index of the graph around; -1 for the outline. */
  public int parent() {
    return parent;
  }

  /** The nodes, ascending. */
  public List<Integer> nodes() {
    return new ArrayList<>(steps.keySet());
  }

  /** The steps out of a node, ascending by value. */
  public List<Step> steps(int node) {
    return Collections.unmodifiableList(steps.get(node));
  }

  /** All starts, ascending by value. */
  public List<GraphStart> starts() {
    return Collections.unmodifiableList(starts);
  }

  /** Number of paths, at most {@link #MANY_PATHS}. */
  public long pathCount() {
    return pathCount;
  }

  /** The start of that kind at the block; null if there is none. */
  public GraphStart start(StartKind kind, int block) {
    for (GraphStart start : starts) {
      if (start.kind() == kind && start.block() == block) {
        return start;
      }
    }
    return null;
  }

  /** The step of that kind from a node to a target; null if there is none. */
  public Step step(StepKind kind, int node, int target) {
    for (Step step : steps.get(node)) {
      if (step.kind() == kind && step.target() == target) {
        return step;
      }
    }
    return null;
  }

  // ---- while it is built ----

  void addNode(int node) {
    steps.putIfAbsent(node, new ArrayList<>());
  }

  /** Adds a step without a value yet, unless the node has it: parallel edges are one. */
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

  /** Numbers the paths, when all steps and starts are there; false if the steps hold a cycle. */
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

  /** The nodes, each behind all its steps' targets; without those that lead to a cycle. */
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
    // The order's own prefix is the queue.
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
