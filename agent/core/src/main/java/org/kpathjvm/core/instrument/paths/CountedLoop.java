package org.kpathjvm.core.instrument.paths;

/**
 * A loop whose trips are counted. There is only one way around the loop. So all trips have the same
 * path, except the first, whose path may have begun before the loop.
 */
final class CountedLoop {
  final int header;

  /** The blocks from the header to the latch, in the order in which a trip passes through them. */
  final int[] blocks;

  CountedLoop(int header, int[] blocks) {
    this.header = header;
    this.blocks = blocks;
  }

  int latch() {
    return blocks[blocks.length - 1];
  }
}
