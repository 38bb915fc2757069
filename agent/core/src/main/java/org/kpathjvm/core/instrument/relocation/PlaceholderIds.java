package org.kpathjvm.core.instrument.relocation;

import org.kpathjvm.core.instrument.probes.IdAllocator;

/**
 * Hands out ids that are used until the real ids are known. These placeholders are numbers that
 * programs hardly ever use. Each placeholder is larger than any real id, and too large for an
 * instruction, so the placeholder has its own entry in the constant pool. Before and after each
 * method's range of ids, there is a gap that is at least as large as the range. The gaps are needed
 * for initial values of path registers: if increments are on chords, an initial value may lie
 * outside the range, but by less than the method's number of paths.
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
