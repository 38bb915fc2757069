package org.kpathjvm.engine.contexts;

/**
 * A hash table with linear probing, which finds the entries of a {@link ContextWords} table. The
 * high half of a place that is in use is the high half of an entry's hash, and the low half is the
 * entry. An empty place is 0. The number of places is a power of two, and the entries are in the
 * order of their hashes. So when the hash table grows, both the old places and the new places are
 * visited from the first to the last, which is fast.
 */
final class EntryIndex {
  static final long HASH = 0xFFFFFFFF00000000L;

  private static final int SMALLEST = 4;

  private long[] places = new long[SMALLEST];
  private int shift = shift(SMALLEST);

  private static int shift(int length) {
    return Long.SIZE - Integer.numberOfTrailingZeros(length);
  }

  /** Returns the place where the search for a hash begins. */
  int home(long hash) {
    return (int) (hash >>> shift);
  }

  /** Returns the place that is searched after the given place. */
  int next(int place) {
    return place + 1 & places.length - 1;
  }

  /**
   * Returns the content of a place: the high half of a hash, followed by an entry; 0 if the place
   * is empty.
   */
  long at(int place) {
    return places[place];
  }

  /** Puts an entry into the first empty place for its hash. */
  void put(long hash, int entry) {
    int place = home(hash);
    while (places[place] != 0) {
      place = next(place);
    }
    places[place] = hash & HASH | entry;
  }

  /** Returns the largest number of entries. At most three quarters of the places are used. */
  int capacity() {
    return capacity(places.length);
  }

  private static int capacity(int length) {
    return length / 4 * 3;
  }

  long bytes() {
    return 8L * places.length;
  }

  void grow() {
    resize(Math.multiplyExact(places.length, 2));
  }

  /** Makes the table as small as possible for a number of entries. */
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
