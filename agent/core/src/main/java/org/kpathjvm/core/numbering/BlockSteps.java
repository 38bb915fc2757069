package org.kpathjvm.core.numbering;

import java.util.Arrays;

/**
 * The ways to go on from one block, in the order of their values: its uncut out-edges and its ends.
 * Each stands for the range of numbers from its value to the next one's.
 */
final class BlockSteps {
  private static final EndKind[] END_KINDS = EndKind.values();

  private int[] values;

  /** Target block of an edge; the complement of an end's kind's ordinal. */
  private int[] targets;

  private int size;

  BlockSteps(int capacity) {
    values = new int[capacity];
    targets = new int[capacity];
  }

  void addEdge(int to, int value) {
    add(to, value);
  }

  void addEnd(EndKind kind, int value) {
    add(~kind.ordinal(), value);
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

  /** The step with the largest value that is at most the rest of a path's number. */
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
