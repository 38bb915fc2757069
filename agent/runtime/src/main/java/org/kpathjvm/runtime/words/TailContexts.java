package org.kpathjvm.runtime.words;

/**
 * Numbers the tails of a {@link TailTable} from 1, after the recording has ended. The empty tail
 * has the number 0.
 */
public final class TailContexts {
  private static final int FIRST_PLACES = 64;

  private final long[] entries;

  /**
   * A hash table of the tails, with a long for each tail. The high half of the long is the index of
   * an entry that has the tail, and the low half is the tail's number. A long of 0 is an empty
   * place.
   */
  private long[] places = new long[FIRST_PLACES];

  private int size;

  public TailContexts(TailTable table) {
    entries = table.entries();
  }

  /**
   * Gives the next number to the tail of the entry at index {@code at}, unless the tail already has
   * a number or is empty. Returns whether the tail got a number.
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
   * Returns the number of the tail in the entry at index {@code at}; 0 if the tail is empty or has
   * no number.
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
