package org.kpathjvm.core.numbering;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.kpathjvm.core.cfg.FlowGraph;

/**
 * The starts of a method's paths with their values, in the order that {@link PathNumbering}
 * documents.
 */
final class StartTable {
  private final List<Start> starts = new ArrayList<>();
  private final Map<StartKind, Map<Integer, Integer>> values = new EnumMap<>(StartKind.class);
  private long pathCount;

  private StartTable() {}

  static StartTable of(FlowGraph graph, EdgeCuts cuts) {
    Map<StartKind, BitSet> blocks = new EnumMap<>(StartKind.class);
    for (StartKind kind : StartKind.values()) {
      blocks.put(kind, new BitSet());
    }
    blocks.get(StartKind.ENTRY).set(0);
    for (int block = 0; block < graph.blockCount(); block++) {
      blocks.get(StartKind.HANDLER).set(block, graph.isHandler(block));
      for (int to : graph.successors(block)) {
        EndKind kind = cuts.kind(block, to);
        if (kind != null) {
          blocks.get(after(kind)).set(to);
        }
      }
    }
    StartTable table = new StartTable();
    // The kinds' order in the enum is the order of their starts.
    blocks.forEach((kind, of) -> table.add(kind, of, cuts));
    return table;
  }

  /** Kind of the start that follows an end which is a cut. */
  static StartKind after(EndKind kind) {
    switch (kind) {
      case LOOP:
        return StartKind.LOOP;
      case CUT:
        return StartKind.CUT;
      default:
        throw new IllegalArgumentException("no path follows an end of kind " + kind.label());
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
    return values.get(kind).getOrDefault(block, -1);
  }

  private void add(StartKind kind, BitSet blocks, EdgeCuts cuts) {
    Map<Integer, Integer> ofKind = new HashMap<>();
    values.put(kind, ofKind);
    for (int block : blocks.stream().toArray()) {
      if (tooManyPaths()) {
        return;
      }
      starts.add(new Start(kind, block, (int) pathCount));
      ofKind.put(block, (int) pathCount);
      pathCount += cuts.pathsFrom(block);
    }
  }
}
