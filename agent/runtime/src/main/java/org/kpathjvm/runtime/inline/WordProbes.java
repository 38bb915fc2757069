package org.kpathjvm.runtime.inline;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import org.kpathjvm.runtime.layout.PackedWord;
import org.kpathjvm.runtime.threads.SpinLock;
import org.kpathjvm.runtime.threads.StackReserve;
import org.kpathjvm.runtime.threads.ThreadField;

/**
 * The probes of packed k-BLPP: an activation keeps its latest paths in a word, and only a full word
 * and an activation's last one are looked up in a table ({@link WordTable}). Methods that aren't
 * packed have words of one path.
 *
 * <p>None is forced inline, as of the recorder's probes: C2 does so by itself where a call is hot,
 * and C1 has less to compile.
 */
public final class WordProbes extends EdgeProbes {
  private WordProbes() {}

  private static final Unsafe U = Unsafe.getUnsafe();
  private static final int K = InlineSetup.k;
  private static final int TABLE_IDS = InlineSetup.TABLE_IDS;
  private static final long LEAST_TABLE = LoneCounts.LEAST_TABLE;

  /** The only path of an activation is complete. */
  public static void path(int id) {
    if (id < TABLE_IDS) {
      long table = ThreadField.get();
      if (table >= LEAST_TABLE) {
        long counter = table + ((long) id << 3);
        U.putLong(counter, U.getLong(counter) + 1);
        return;
      }
    }
    addLone(id);
  }

  /** Where the thread has no flat table yet, or the id no place there. */
  @DontInline
  private static void addLone(int id) {
    TableLease lease = Threads.own();
    WordTable table = lease == null ? null : (WordTable) lease.tables;
    if (table == null) {
      return;
    }
    if (lease.carrier) {
      add(lease, table.lone.pages, id);
    } else {
      table.lone.add(id);
    }
  }

  /**
   * A path is complete and its activation goes on, in a method that isn't packed.
   *
   * @return the activation's new value, to be kept in its local variable
   */
  public static long emit(long activation, int id) {
    return full(activation, WordTable.ONE_PATH, id);
  }

  /** A path is complete and is the last one of its activation, in a method that isn't packed. */
  public static void exit(long activation, int id) {
    if (activation == 0) {
      path(id);
    } else {
      last(activation, WordTable.ONE_PATH, id);
    }
  }

  /**
   * A word is full and its activation goes on. Never inlined: loops that it is called in are to
   * stay small.
   *
   * @return the activation's new value; the word is to be emptied
   */
  @DontInline
  public static long full(long activation, long word, long packing) {
    TableLease lease = Threads.own();
    WordTable table = lease == null ? null : (WordTable) lease.tables;
    if (table == null) {
      return 0;
    }
    return lease.carrier
        ? addShared(table, activation, word, packing, true)
        : table.goOn(activation, word, packing);
  }

  /** {@link #full} if the word is, where no branch can be: the activation's new value. */
  public static long flush(long activation, long word, long packing) {
    return word >= 0 ? activation : full(activation, word, packing);
  }

  /** The word after {@link #flush}. */
  public static long rest(long word, long packing) {
    return word >= 0 ? word : PackedWord.empty(PackedWord.bitsOf(packing));
  }

  /** A path is complete and is the last one of its activation; the word has room for it. */
  public static void exit(long activation, long word, long packing, int path) {
    int bits = PackedWord.bitsOf(packing);
    if ((activation | word ^ PackedWord.empty(bits)) == 0) {
      path(PackedWord.firstIdOf(packing) + path);
    } else {
      last(activation, word << bits | path, packing);
    }
  }

  /** An exception ends the sequence. */
  public static void close(long activation, long word, long packing) {
    if (word != PackedWord.empty(PackedWord.bitsOf(packing))) {
      last(activation, word, packing);
    }
  }

  // ---- of counted loops: the trips whose paths aren't in the word yet ----

  /**
   * A counted loop is left, or goes on after many trips: counts those that tell nothing new of
   * sequences, as k-1 of their path came before. The path ends where the next trip begins, so it's
   * never an activation's only one, which would be counted under the same id.
   *
   * @param trips the paths of the loop's trips ({@link PackedWord#trips})
   * @param count of the trips, 0 to {@link PackedWord#MOST_TRIPS}
   * @return how many are left, to go with the words
   */
  public static int repeat(long packing, long trips, int count) {
    int bits = PackedWord.bitsOf(packing);
    if (count <= K || K >= PackedWord.capacity(bits)) {
      return count;
    }
    int id = PackedWord.firstIdOf(packing) + PackedWord.laterTrip(trips, bits);
    if (id < TABLE_IDS) {
      long table = ThreadField.get();
      if (table >= LEAST_TABLE) {
        long counter = table + ((long) id << 3);
        long before = U.getLong(counter);
        if (before != 0) {
          U.putLong(counter, before + count - K);
          return K;
        }
      }
    }
    return repeatFirst(packing, id, count);
  }

  /** A thread meets the repeats of a path first, or has no flat table. */
  @DontInline
  private static int repeatFirst(long packing, int id, int count) {
    StackReserve.use(StackReserve.MANY_FRAMES);
    TableLease lease = Threads.own();
    WordTable table = lease == null ? null : (WordTable) lease.tables;
    if (table == null) {
      return count;
    }
    if (!lease.carrier) {
      return table.lone.repeat(packing, id, count - K) ? K : count;
    }
    try {
      SpinLock.lock();
      return !Recording.ended && table.lone.repeatInPage(packing, id, count - K) ? K : count;
    } finally {
      SpinLock.unlock();
    }
  }

  /**
   * A counted loop is left: counts what the word doesn't take.
   *
   * @param trips the paths of the loop's trips ({@link PackedWord#trips})
   * @param count of the trips, 0 to {@link PackedWord#MOST_TRIPS}
   * @return the activation's new value; the word is to become {@link #rest}
   */
  public static long run(long activation, long word, long packing, long trips, int count) {
    return PackedWord.takes(word, count, PackedWord.bitsOf(packing))
        ? activation
        : spill(activation, word, packing, trips, count);
  }

  /** The word after {@link #run}. */
  public static long rest(long word, long packing, long trips, int count) {
    int bits = PackedWord.bitsOf(packing);
    return PackedWord.takes(word, count, bits)
        ? PackedWord.with(word, trips, count, bits)
        : restOfSpill(bits, trips, count);
  }

  @DontInline
  private static long restOfSpill(int bits, long trips, int count) {
    return PackedWord.afterFullWords(trips, count - 1, bits);
  }

  /** An exception ends the sequence in a method with counted loops. */
  public static void close(long activation, long word, long packing, long trips, int count) {
    if (count == 0) {
      close(activation, word, packing);
      return;
    }
    // Nothing below comes to the stack's end when a part is counted.
    StackReserve.use(2 * StackReserve.MANY_FRAMES);
    long current = run(activation, word, packing, trips, count);
    close(current, rest(word, packing, trips, count), packing);
  }

  /**
   * Ends the word with the first trip; what follows is as many full words as the other trips make,
   * and what is left of them is {@link #rest}. So a loop that is entered again and again has the
   * same words each time, wherever in a word it began.
   */
  @DontInline
  private static long spill(long activation, long word, long packing, long trips, int count) {
    int bits = PackedWord.bitsOf(packing);
    long begun = PackedWord.with(word, trips, 1, bits);
    int words = PackedWord.words(count - 1, bits);
    if (words == 0) {
      return full(activation, begun, packing);
    }
    StackReserve.use(2 * StackReserve.MANY_FRAMES);
    long repeated = PackedWord.fullOfTrips(trips, bits);
    long current = full(activation, begun, packing);
    return repeat(current, repeated, packing, words);
  }

  /** So many words that are all alike, one after the other. */
  private static long repeat(long activation, long word, long packing, int times) {
    TableLease lease = Threads.own();
    WordTable table = lease == null ? null : (WordTable) lease.tables;
    if (table == null) {
      return 0;
    }
    if (!lease.carrier) {
      return table.repeat(activation, word, packing, times);
    }
    try {
      SpinLock.lock();
      return Recording.ended ? 0 : table.repeat(activation, word, packing, times);
    } finally {
      SpinLock.unlock();
    }
  }

  private static void last(long activation, long word, long packing) {
    TableLease lease = Threads.own();
    WordTable table = lease == null ? null : (WordTable) lease.tables;
    if (table == null) {
      return;
    }
    if (lease.carrier) {
      addShared(table, activation, word, packing, false);
    } else {
      table.end(activation, word, packing);
    }
  }

  private static long addShared(
      WordTable table, long activation, long word, long packing, boolean goesOn) {
    StackReserve.use(StackReserve.MANY_FRAMES);
    try {
      SpinLock.lock();
      if (Recording.ended) {
        return 0;
      }
      if (goesOn) {
        return table.goOn(activation, word, packing);
      }
      table.end(activation, word, packing);
      return 0;
    } finally {
      SpinLock.unlock();
    }
  }
}
