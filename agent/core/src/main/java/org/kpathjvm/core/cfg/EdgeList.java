package org.kpathjvm.core.cfg;

import java.util.Arrays;

/** Collects edges, each given by the indices of its two blocks. */
public final class EdgeList {
  private static final int[] NO_TARGETS = {};

  // The arrays start empty because many methods have no edge at all.
  private int[] sources = {};
  private int[] targets = {};
  private int size;

  /** Adds an edge. Adding the same edge again has no effect. */
  public void add(int from, int to) {
    if (size == sources.length) {
      makeRoom();
    }
    sources[size] = from;
    targets[size++] = to;
  }

  /**
   * Returns each block's targets in the order in which their edges were first added.
   *
   * @param blockCount a number greater than any block's index
   */
  public int[][] rows(int blockCount) {
    int[] counts = new int[blockCount];
    for (int edge = 0; edge < size; edge++) {
      counts[sources[edge]]++;
    }
    int[][] rows = new int[blockCount][];
    for (int block = 0; block < blockCount; block++) {
      rows[block] = counts[block] == 0 ? NO_TARGETS : new int[counts[block]];
      counts[block] = 0;
    }
    for (int edge = 0; edge < size; edge++) {
      int from = sources[edge];
      rows[from][counts[from]++] = targets[edge];
    }
    int[] lastSource = new int[blockCount];
    for (int block = 0; block < blockCount; block++) {
      if (rows[block].length > 1) {
        rows[block] = distinct(rows[block], block + 1, lastSource);
      }
    }
    return rows;
  }

  /**
   * Returns the row without repetitions. The value {@code mark} must not occur in {@code marks}
   * yet.
   */
  private static int[] distinct(int[] row, int mark, int[] marks) {
    int kept = 0;
    for (int target : row) {
      if (marks[target] != mark) {
        marks[target] = mark;
        row[kept++] = target;
      }
    }
    return kept == row.length ? row : Arrays.copyOf(row, kept);
  }

  private void makeRoom() {
    dropRepeated();
    if (size >= sources.length / 2) {
      int room = Math.max(16, 2 * sources.length);
      sources = Arrays.copyOf(sources, room);
      targets = Arrays.copyOf(targets, room);
    }
  }

  /**
   * Removes repeated edges. They occur because a handler may have several entries in the exception
   * table that cover the same block.
   */
  private void dropRepeated() {
    int blockCount = 1;
    for (int edge = 0; edge < size; edge++) {
      blockCount = Math.max(blockCount, Math.max(sources[edge], targets[edge]) + 1);
    }
    int[][] rows = rows(blockCount);
    size = 0;
    for (int from = 0; from < blockCount; from++) {
      for (int to : rows[from]) {
        sources[size] = from;
        targets[size++] = to;
      }
    }
  }
}
