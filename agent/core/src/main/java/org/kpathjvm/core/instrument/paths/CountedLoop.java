package org.kpathjvm.core.instrument.paths;

/**
 * A loop whose trips are counted: one way alone leads around it, so that all trips but the first,
 * which may have begun before the loop, have the same path.
 */
final class CountedLoop {
  final int header;

  /** From the header to the latch, in the order of a trip. */
  final int[] blocks;

  CountedLoop(int header, int[] blocks) {
    this.header = header;
    this.blocks = blocks;
  }

  int latch() {
    return blocks[blocks.length - 1];
  }
}
