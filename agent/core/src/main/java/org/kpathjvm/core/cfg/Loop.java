package org.kpathjvm.core.cfg;

import java.util.Arrays;

/** One loop of a {@link LoopForest}. The arrays are the loop's own and must not be modified. */
public final class Loop {
  private final int header;
  private final int[] latches;
  private final int[] blocks;
  private final int parent;

  Loop(int header, int[] latches, int[] blocks, int parent) {
    this.header = header;
    this.latches = latches;
    this.blocks = blocks;
    this.parent = parent;
  }

  /** Returns the block that the loop's back edges lead to. */
  public int header() {
    return header;
  }

  /** Returns the sources of the loop's back edges, ascending. */
  public int[] latches() {
    return latches;
  }

  /** Returns all blocks of the loop including its header, ascending. */
  public int[] blocks() {
    return blocks;
  }

  /**
   * Returns the index, in the forest's list, of the innermost loop around this one; -1 if there is
   * none.
   */
  public int parent() {
    return parent;
  }

  /** Returns whether the block belongs to the loop. */
  public boolean contains(int block) {
    return Arrays.binarySearch(blocks, block) >= 0;
  }

  @Override
  public String toString() {
    return "loop " + header + " " + Arrays.toString(blocks) + " in " + parent;
  }
}
