package org.kpathjvm.core.instrument.relocation;

import org.kpathjvm.core.instrument.probes.IdAllocator;

/**
 * Hands out ids that are used until the real ids are known. They are larger than any real id, so
 * that each one is a constant of its own in the constant pool, and they are numbers that programs
 * hardly ever use. On both sides of each range there is a gap as large as the range. The gaps are
 * for the initial values of path registers. Where increments are on chords, such a value may be
 * below or above the method's first id, by less than the method's number of paths.
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
