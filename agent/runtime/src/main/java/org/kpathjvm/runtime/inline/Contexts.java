package org.kpathjvm.runtime.inline;

import org.kpathjvm.runtime.layout.PackedWord;

/**
 * A table of contexts. A word's context is the last k-1 paths before the word, or all earlier paths
 * if there are fewer. Contexts are numbered from 1. For each context, the table stores the word
 * after which the context was first met, and the context before that word. A context's paths are
 * found by going back from context to context, so the memory for a context doesn't depend on k. Not
 * thread-safe.
 */
final class Contexts {
  /** Stands for a context for which there is no room. */
  static final int NONE = 0;

  /**
   * The most contexts that a table can have, because a context's number must fit into a key of
   * {@link WordTable}.
   */
  static final int MOST = (1 << Long.SIZE - WordTable.CONTEXT_SHIFT) - 1;

  private static final int FIRST_CONTEXTS = 64;

  private final int[] wanted;
  private final int[] met;

  /**
   * For each context, two longs: the key of the word after which the context was first met, and
   * then that word. Context 1 has the first two longs.
   */
  private long[] origins = new long[2 * FIRST_CONTEXTS];

  /**
   * A hash table of the contexts, at most half full. An entry has the hash in its high half and the
   * context's number in its low half. An empty place is 0.
   */
  private long[] places = new long[2 * FIRST_CONTEXTS];

  private int size;

  /**
   * Creates a table without contexts.
   *
   * @param paths the largest number of paths in a context
   */
  Contexts(int paths) {
    wanted = new int[paths];
    met = new int[paths];
  }

  /**
   * Returns the context after a word; {@link #NONE} if there is no room for the context.
   *
   * @param key the word's key, as in {@link WordTable}
   */
  int after(long key, long word) {
    int first = paths(key, word, wanted);
    int hash = 0;
    for (int i = first; i < wanted.length; i++) {
      hash = (hash + wanted[i]) * 0x9E3779B1;
      hash ^= hash >>> 15;
    }
    int at = hash & places.length - 1;
    for (; places[at] != 0; at = at + 1 & places.length - 1) {
      int context = (int) places[at];
      if ((int) (places[at] >>> 32) == hash && isWanted(context, first)) {
        return context;
      }
    }
    return add(key, word, hash);
  }

  private boolean isWanted(int context, int first) {
    if (paths(originKey(context), originWord(context), met) != first) {
      return false;
    }
    for (int i = first; i < met.length; i++) {
      if (met[i] != wanted[i]) {
        return false;
      }
    }
    return true;
  }

  private int add(long key, long word, int hash) {
    if (size == MOST) {
      Threads.giveUp();
      return NONE;
    }
    if (2 * size + 2 > origins.length && !grow()) {
      return NONE;
    }
    origins[2 * size] = key;
    origins[2 * size + 1] = word;
    size++;
    put(places, hash, size);
    return size;
  }

  private boolean grow() {
    long[] longer = TableMemory.longer(origins, 2 * origins.length);
    if (longer == null) {
      return false;
    }
    long[] larger = TableMemory.twice(places.length);
    if (larger == null) {
      return false;
    }
    for (long place : places) {
      if (place != 0) {
        put(larger, (int) (place >>> 32), (int) place);
      }
    }
    origins = longer;
    places = larger;
    return true;
  }

  private static void put(long[] places, int hash, int context) {
    int at = hash & places.length - 1;
    while (places[at] != 0) {
      at = at + 1 & places.length - 1;
    }
    places[at] = (long) hash << 32 | context;
  }

  /**
   * Fills an array, from its end, with the ids of a word's paths and of the paths before the word.
   * The latest path is last.
   *
   * @return the index of the first id
   */
  private int paths(long key, long word, int[] into) {
    int at = into.length;
    while (true) {
      int bits = WordTable.bitsOf(key);
      int firstId = PackedWord.firstIdOf(key);
      if (bits == 0) {
        into[--at] = firstId;
      } else {
        int left = PackedWord.count(word, bits);
        for (long rest = word; left > 0 && at > 0; left--) {
          into[--at] = firstId + (int) (rest & (1L << bits) - 1);
          rest >>>= bits;
        }
      }
      int context = (int) (key >>> WordTable.CONTEXT_SHIFT);
      if (at == 0 || context == 0) {
        return at;
      }
      key = originKey(context);
      word = originWord(context);
    }
  }

  long originKey(int context) {
    return origins[2 * context - 2];
  }

  long originWord(int context) {
    return origins[2 * context - 1];
  }

  int size() {
    return size;
  }

  long bytes() {
    return 8L * (origins.length + places.length);
  }
}
