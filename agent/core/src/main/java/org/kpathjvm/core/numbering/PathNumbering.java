package org.kpathjvm.core.numbering;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.kpathjvm.core.cfg.BackEdges;
import org.kpathjvm.core.cfg.FlowEdge;
import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.runtime.layout.StreamFormat;

/**
 * Ball and Larus's numbering, which gives a method's paths the numbers 0 to n-1 ("Efficient Path
 * Profiling", steps 2 and 3). A path's number is the sum of its start's value, its edges' values
 * and its end's value.
 *
 * <ul>
 *   <li>Starts are the dummy edges from ENTRY. They get running sums of NumPaths in this order: the
 *       method's entry (which always exists and has value 0), loop headers, handler entries, and
 *       targets of edges that are cut because there are too many paths. Starts of one kind are in
 *       ascending order of their blocks. A block may be a start of several kinds.
 *   <li>Ends are the dummy edges to EXIT. In each block, edges and ends get running sums in the
 *       order of the block's successors. If several edges of a block are cut for the same reason,
 *       they share an end, which takes the place of the first of them. The end at an exit comes
 *       before everything else.
 * </ul>
 *
 * <p>{@link EdgeCuts} determines which edges are cut.
 */
public final class PathNumbering {
  /** The largest number of paths of a method: no method can have more paths than there are ids. */
  public static final int PATH_LIMIT = StreamFormat.MAX_ID;

  private final FlowGraph graph;
  private final EdgeCuts cuts;

  /** The value of each ordinary edge, by the edge's index; -1 if the edge is cut. */
  private final int[] edgeValues;

  private final List<FlowEdge> extraCuts = new ArrayList<>(0);
  private final List<End> ends = new ArrayList<>();

  /**
   * The values of ends by kind and block; -1 if there is no such end. If there is no end of a kind,
   * the kind's row is null.
   */
  private final int[][] endValues = new int[EndKind.values().length][];

  private final StartTable starts;

  private PathNumbering(FlowGraph graph, EdgeCuts cuts) {
    this.graph = graph;
    this.cuts = cuts;
    edgeValues = new int[graph.edgeCount()];
    for (int block = 0; block < graph.blockCount(); block++) {
      numberSteps(block);
    }
    starts = StartTable.of(graph, cuts);
  }

  /**
   * Numbers a method's paths.
   *
   * @param maxPaths the largest number of paths from any block, at least 1; if a block has more,
   *     some of its edges are cut
   */
  public static PathNumbering of(FlowGraph graph, BackEdges backEdges, CutMode mode, int maxPaths) {
    return of(graph, backEdges, mode, maxPaths, maxPaths);
  }

  /**
   * Numbers a method's paths. If a block has more than {@code maxPaths} paths, its edges with the
   * most paths are cut until at most {@code keptPaths} paths remain. If {@code keptPaths} is small,
   * cuts are needed at fewer blocks.
   *
   * @param maxPaths at least 1
   * @param keptPaths 1 to maxPaths
   */
  public static PathNumbering of(
      FlowGraph graph, BackEdges backEdges, CutMode mode, int maxPaths, int keptPaths) {
    return new PathNumbering(graph, EdgeCuts.of(graph, backEdges, mode, maxPaths, keptPaths));
  }

  /**
   * Returns the number of paths, n.
   *
   * @throws IllegalStateException if there are too many paths ({@link #tooManyPaths})
   */
  public int pathCount() {
    return checkedStarts().pathCount();
  }

  /**
   * Returns whether there are more than {@link #PATH_LIMIT} paths over all starts. If so, the
   * starts have no values, and the methods that return starts, their values or the number of paths
   * throw an {@link IllegalStateException}.
   */
  public boolean tooManyPaths() {
    return starts.tooManyPaths();
  }

  /** Returns NumPaths: the number of paths from a block to an end. */
  public long pathsFrom(int block) {
    return cuts.pathsFrom(block);
  }

  /**
   * Returns Val of an edge; -1 if it is cut.
   *
   * @throws IllegalArgumentException if there is no such ordinary edge
   */
  public int edgeValue(int from, int to) {
    int edge = graph.edge(from, to);
    if (edge < 0) {
      throw new IllegalArgumentException("there is no ordinary edge " + from + "->" + to);
    }
    return edgeValues[edge];
  }

  /** Returns the value of a start; -1 if the block isn't a start of this kind. */
  public int startValue(StartKind kind, int block) {
    return checkedStarts().value(kind, block);
  }

  /** Returns the value of an end; -1 if the block isn't an end of this kind. */
  public int endValue(EndKind kind, int block) {
    int[] values = endValues[kind.ordinal()];
    return values == null ? -1 : values[block];
  }

  /**
   * Returns the kind of the end that a path reaches when it takes the edge; null if the edge isn't
   * cut.
   */
  public EndKind cutKind(int from, int to) {
    return cuts.kind(from, to);
  }

  /**
   * Returns the kind of start with which the next path begins at a cut edge's target; null if the
   * edge isn't cut.
   */
  public StartKind startAfterCut(int from, int to) {
    EndKind kind = cutKind(from, to);
    return kind == null ? null : StartTable.after(kind);
  }

  /** Returns the edges that are cut because there are too many paths, ascending by source. */
  public List<FlowEdge> extraCuts() {
    return Collections.unmodifiableList(extraCuts);
  }

  /** Returns the uncut edges, ascending by source. The edges of one source ascend by value. */
  public List<FlowEdge> numberedEdges() {
    List<FlowEdge> numbered = new ArrayList<>(edgeValues.length);
    for (int from = 0; from < graph.blockCount(); from++) {
      int edge = graph.firstEdge(from);
      for (int to : graph.successors(from)) {
        if (edgeValues[edge++] >= 0) {
          numbered.add(new FlowEdge(from, to));
        }
      }
    }
    return numbered;
  }

  /** Returns whether an activation may complete more than one path. It may if any edge is cut. */
  public boolean needsStream() {
    return cuts.areAny();
  }

  /** Returns all starts, ascending by value. */
  public List<Start> starts() {
    return checkedStarts().all();
  }

  /** Returns all ends, ascending by block. The ends of one block ascend by value. */
  public List<End> ends() {
    return Collections.unmodifiableList(ends);
  }

  /** Returns the method's graph, whose paths are numbered. */
  public FlowGraph graph() {
    return graph;
  }

  private void numberSteps(int block) {
    int value = 0;
    if (graph.isExit(block)) {
      value += addEnd(EndKind.EXIT, block, value);
    }
    int edge = graph.firstEdge(block);
    for (int to : graph.successors(block)) {
      EndKind kind = cuts.kind(block, to);
      edgeValues[edge++] = kind == null ? value : -1;
      if (kind == null) {
        value += cuts.pathsFrom(to);
      } else if (endValue(kind, block) < 0) {
        value += addEnd(kind, block, value);
      }
      if (kind == EndKind.CUT) {
        extraCuts.add(new FlowEdge(block, to));
      }
    }
  }

  private int addEnd(EndKind kind, int block, int value) {
    int[] values = endValues[kind.ordinal()];
    if (values == null) {
      values = new int[graph.blockCount()];
      Arrays.fill(values, -1);
      endValues[kind.ordinal()] = values;
    }
    values[block] = value;
    ends.add(new End(kind, block, value));
    return 1;
  }

  private StartTable checkedStarts() {
    if (starts.tooManyPaths()) {
      throw new IllegalStateException("the method has more than " + PATH_LIMIT + " paths");
    }
    return starts;
  }
}
