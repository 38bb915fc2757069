package org.kpathjvm.core.numbering;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.kpathjvm.core.cfg.FlowGraph;

/**
 * The starts of a method's paths with their values, in the order that {@link PathNumbering}
 * describes.
 */
final class StartTable {
  private final List<Start> starts = new ArrayList<>();

  /**
   * The values of starts by kind and block; -1 if there is no such start. If there is no start of a
   * kind, the kind's row is null.
   */
  private final int[][] values = new int[StartKind.values().length][];

  private final FlowGraph graph;
  private final EdgeCuts cuts;
  private long pathCount;

  private StartTable(FlowGraph graph, EdgeCuts cuts) {
    this.graph = graph;
    this.cuts = cuts;
  }

  static StartTable of(FlowGraph graph, EdgeCuts cuts) {
    StartTable table = new StartTable(graph, cuts);
    // Starts are in the order in which the enum lists their kinds.
    table.add(StartKind.ENTRY, 0);
    table.addAfterCuts(EndKind.LOOP);
    for (int block = 0; block < graph.blockCount(); block++) {
      if (graph.isHandler(block)) {
        table.add(StartKind.HANDLER, block);
      }
    }
    table.addAfterCuts(EndKind.CUT);
    return table;
  }

  static StartKind after(EndKind kind) {
    switch (kind) {
      case LOOP:
        return StartKind.LOOP;
      case CUT:
        return StartKind.CUT;
      default:
        throw new IllegalArgumentException("no path starts after an end of kind " + kind.label());
    }
  }

  boolean tooManyPaths() {
    return pathCount > PathNumbering.PATH_LIMIT;
  }

  int pathCount() {
    return Math.toIntExact(pathCount);
  }

  List<Start> all() {
    return Collections.unmodifiableList(starts);
  }

  int value(StartKind kind, int block) {
    int[] ofKind = values[kind.ordinal()];
    return ofKind == null ? -1 : ofKind[block];
  }

  /** Adds a start at the target of each edge that is cut for the given reason. */
  private void addAfterCuts(EndKind cut) {
    if (!cuts.areAny()) {
      return;
    }
    for (int block = 0; block < graph.blockCount(); block++) {
      for (int from : graph.predecessors(block)) {
        if (cuts.kind(from, block) == cut) {
          add(after(cut), block);
          break;
        }
      }
    }
  }

  private void add(StartKind kind, int block) {
    if (tooManyPaths()) {
      return;
    }
    int[] ofKind = values[kind.ordinal()];
    if (ofKind == null) {
      ofKind = new int[graph.blockCount()];
      Arrays.fill(ofKind, -1);
      values[kind.ordinal()] = ofKind;
    }
    ofKind[block] = (int) pathCount;
    starts.add(new Start(kind, block, (int) pathCount));
    pathCount += cuts.pathsFrom(block);
  }
}
