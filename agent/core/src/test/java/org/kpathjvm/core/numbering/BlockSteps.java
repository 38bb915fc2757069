package org.kpathjvm.core.numbering;

import java.util.Arrays;
import org.kpathjvm.core.cfg.FlowGraph;

/**
 * The ways to continue from one block, ordered by value: its uncut out-edges and its ends. A step
 * stands for the numbers from its own value up to, but not including, the value of the next step.
 */
final class BlockSteps {
  private static final EndKind[] END_KINDS = EndKind.values();

  private int[] values;

  /** For an edge, its target block. For an end, the complement of the ordinal of its kind. */
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
   * Adds the block's end of the given kind, if the block has one. Several edges may share an end.
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

  /**
   * Returns the step that has the largest value up to {@code rest}, which is what is left of a
   * path's number.
   */
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
