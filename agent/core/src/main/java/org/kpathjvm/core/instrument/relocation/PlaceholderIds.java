package org.kpathjvm.core.instrument.relocation;

import org.kpathjvm.core.instrument.probes.IdAllocator;

/**
 * Ids that stand for others until these are known. They are larger than any real one, so that each
 * is a constant of its own in the constant pool, and numbers that programs hardly have. Around each
 * range there is as much room again: where increments are on chords, what a path register begins
 * with is a method's first id and less, or more, than its number of paths.
 */
public final class PlaceholderIds implements IdAllocator {
  private static final int FIRST = 0x5a3c_96e1;
  private static final int ROOM = 16;

  private int next = FIRST;

  @Override
  public int allocate(int count) {
    long end = next + 3L * count + ROOM;
    if (end > Integer.MAX_VALUE) {
      return -1;
    }
    int first = next + count;
    next = (int) end;
    return first;
  }
}
