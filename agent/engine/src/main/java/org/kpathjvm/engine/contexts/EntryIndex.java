package org.kpathjvm.engine.contexts;

/**
 * Finds entries by their hashes, with linear probing: a place has the high half of a hash and an
 * entry, or 0. There is a power of two of places, in the order of the hashes, so that the old index
 * and the new one are gone through from end to end when it grows.
 */
final class EntryIndex {
  static final long HASH = 0xFFFFFFFF00000000L;

  private static final int SMALLEST = 4;

  private long[] places = new long[SMALLEST];
  private int shift = shift(SMALLEST);

  private static int shift(int length) {
    return Long.SIZE - Integer.numberOfTrailingZeros(length);
  }

  /** The place from which on an entry with a hash may be. */
  int home(long hash) {
    return (int) (hash >>> shift);
  }

  /** The place behind one. */
  int next(int place) {
    return place + 1 & places.length - 1;
  }

  /** What is in a place: the high half of a hash, and an entry; 0: nothing. */
  long at(int place) {
    return places[place];
  }

  /** Puts an entry into an empty place. */
  void put(int place, long hash, int entry) {
    places[place] = hash & HASH | entry;
  }

  /** Entries that it is for: at most three fourths of its places are used. */
  int capacity() {
    return capacity(places.length);
  }

  private static int capacity(int length) {
    return length / 4 * 3;
  }

  long bytes() {
    return 8L * places.length;
  }

  /** Twice as large. */
  void grow() {
    resize(Math.multiplyExact(places.length, 2));
  }

  /** As small as so many entries allow. */
  void trim(int entries) {
    int length = places.length;
    while (length > SMALLEST && entries < capacity(length / 2)) {
      length /= 2;
    }
    if (length < places.length) {
      resize(length);
    }
  }

  private void resize(int length) {
    long[] old = places;
    places = new long[length];
    shift = shift(length);
    for (long place : old) {
      if (place != 0) {
        int at = home(place);
        while (places[at] != 0) {
          at = next(at);
        }
        places[at] = place;
      }
    }
  }
}
