package org.kpathjvm.runtime.words;

/**
 * Numbers the tails of a table from 1 on, in the order in which they are met; 0 is the empty tail.
 * It is made when the recording has ended.
 */
public final class TailContexts {
  private static final int FIRST_PLACES = 64;

  private final long[] entries;

  /**
   * The high half says where an entry with the tail is; the low half is the tail's number. 0:
   * empty.
   */
  private long[] places = new long[FIRST_PLACES];

  private int size;

  public TailContexts(TailTable table) {
    entries = table.entries();
  }

  /**
   * Gives the tail of the entry at {@code at} a number, unless it has one or is the empty tail.
   * Returns whether it gave one.
   */
  public boolean isNew(int at) {
    if (entries[at + TailTable.TAIL] == Tails.NONE || numberAt(at) != 0) {
      return false;
    }
    if (2 * (size + 1) > places.length) {
      grow();
    }
    size++;
    places[placeOf(at)] = (long) at << 32 | size;
    return true;
  }

  /**
   * Returns the number of the tail of the entry at {@code at}; 0 for the empty tail or one without
   * a number.
   */
  public int numberAt(int at) {
    return entries[at + TailTable.TAIL] == Tails.NONE ? 0 : (int) places[placeOf(at)];
  }

  /** Returns how many tails have numbers. */
  public int size() {
    return size;
  }

  private int placeOf(int at) {
    long tail = entries[at + TailTable.TAIL];
    long packing = entries[at + TailTable.PACKING];
    long hash = (tail ^ packing << 32) * 0x9E3779B97F4A7C15L;
    int place = (int) (hash >>> 32) & places.length - 1;
    while (places[place] != 0) {
      int other = (int) (places[place] >>> 32);
      if (entries[other + TailTable.TAIL] == tail
          && entries[other + TailTable.PACKING] == packing) {
        break;
      }
      place = place + 1 & places.length - 1;
    }
    return place;
  }

  private void grow() {
    long[] old = places;
    places = new long[2 * old.length];
    for (long one : old) {
      if (one != 0) {
        places[placeOf((int) (one >>> 32))] = one;
      }
    }
  }
}
