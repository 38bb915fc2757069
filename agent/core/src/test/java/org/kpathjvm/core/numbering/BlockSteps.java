package org.kpathjvm.core.numbering;

import java.util.Arrays;
import org.kpathjvm.core.cfg.FlowGraph;

/**
 * The steps that a path may take from one block: along an edge that isn't cut, or to an end. The
 * steps are ordered by value.
 */
final class BlockSteps {
  private static final EndKind[] END_KINDS = EndKind.values();

  private int[] values;

  /**
   * For a step along an edge, the target block. For an end, the complement of the ordinal of the
   * end's kind.
   */
  private int[] targets;

  private int size;

  private BlockSteps(int capacity) {
    values = new int[capacity];
    targets = new int[capacity];
  }

  static BlockSteps of(int block, FlowGraph graph, PathNumbering numbering) {
    int[] successors = graph.successors(block);
    BlockSteps steps = new BlockSteps(successors.length + 1);
    steps.addEnd(EndKind.EXIT, block, numbering);
    for (int to : successors) {
      EndKind kind = numbering.cutKind(block, to);
      if (kind == null) {
        steps.add(to, numbering.edgeValue(block, to));
      } else {
        steps.addEnd(kind, block, numbering);
      }
    }
    return steps;
  }

  /**
   * Adds the block's end of the given kind, if the block has one. Several edges may share an end,
   * which is added only once.
   */
  private void addEnd(EndKind kind, int block, PathNumbering numbering) {
    int value = numbering.endValue(kind, block);
    if (value >= 0 && (size == 0 || values[size - 1] < value)) {
      add(~kind.ordinal(), value);
    }
  }

  int size() {
    return size;
  }

  int value(int step) {
    return values[step];
  }

  boolean isEnd(int step) {
    return targets[step] < 0;
  }

  int target(int step) {
    return targets[step];
  }

  EndKind endKind(int step) {
    return END_KINDS[~targets[step]];
  }

  /** Returns the last step whose value doesn't exceed the rest of a path's number. */
  int at(int rest) {
    int place = Arrays.binarySearch(values, 0, size, rest);
    return place >= 0 ? place : -place - 2;
  }

  private void add(int target, int value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size + 2);
      targets = Arrays.copyOf(targets, size + 2);
    }
    values[size] = value;
    targets[size++] = target;
  }
}
