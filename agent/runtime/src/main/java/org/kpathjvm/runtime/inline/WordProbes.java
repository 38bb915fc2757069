package org.kpathjvm.runtime.inline;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import org.kpathjvm.runtime.layout.PackedWord;
import org.kpathjvm.runtime.threads.SpinLock;
import org.kpathjvm.runtime.threads.StackReserve;
import org.kpathjvm.runtime.threads.ThreadField;

/**
 * The probes of packed k-BLPP. An activation keeps its latest paths in a word ({@link PackedWord}),
 * which is a local variable. A table ({@link WordTable}) is used only when the word is full, and
 * for the activation's last word. In a method whose paths aren't packed, each path is a word.
 *
 * <p>Neither these probes nor the recorder's have the annotation ForceInline. C2 inlines hot calls
 * anyway, and C1 has less to compile without the annotation.
 */
public final class WordProbes extends EdgeProbes {
  private WordProbes() {}

  private static final Unsafe U = Unsafe.getUnsafe();
  private static final int K = InlineSetup.k;
  private static final int TABLE_IDS = InlineSetup.TABLE_IDS;
  private static final long LEAST_TABLE = LoneCounts.LEAST_TABLE;

  /** Counts the only path of an activation. */
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

  /**
   * Counts the only path of an activation if the Thread object doesn't have the address of a flat
   * table ({@link LoneCounts}), or if the id is beyond the table.
   */
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
   * Counts a complete path whose activation goes on, in a method whose paths aren't packed.
   *
   * @return the activation's new value, which the instrumented method keeps in a local variable
   */
  public static long emit(long activation, int id) {
    return full(activation, WordTable.ONE_PATH, id);
  }

  /**
   * Counts a complete path that is the last one of its activation, in a method whose paths aren't
   * packed.
   */
  public static void exit(long activation, int id) {
    if (activation == 0) {
      path(id);
    } else {
      last(activation, WordTable.ONE_PATH, id);
    }
  }

  /**
   * Counts a word whose activation goes on. The word is full, unless {@link #spill} ends it early.
   * This method is never inlined, so that the loops that call the method have little code.
   *
   * @return the activation's new value; the caller empties the word
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

  /**
   * Calls {@link #full} if the word is full. Used where the instrumented code can't branch.
   *
   * @return the activation's new value
   */
  public static long flush(long activation, long word, long packing) {
    return word >= 0 ? activation : full(activation, word, packing);
  }

  /** Returns the activation's word after a call of {@link #flush}. */
  public static long rest(long word, long packing) {
    return word >= 0 ? word : PackedWord.empty(PackedWord.bitsOf(packing));
  }

  /** Counts the last complete path of an activation. The word has room for the path. */
  public static void exit(long activation, long word, long packing, int path) {
    int bits = PackedWord.bitsOf(packing);
    if ((activation | word ^ PackedWord.empty(bits)) == 0) {
      path(PackedWord.firstIdOf(packing) + path);
    } else {
      last(activation, word << bits | path, packing);
    }
  }

  /** Counts the word's paths when an exception ends the sequence. */
  public static void close(long activation, long word, long packing) {
    if (word != PackedWord.empty(PackedWord.bitsOf(packing))) {
      last(activation, word, packing);
    }
  }

  // ---- counted loops: the trips whose paths aren't in the word yet ----

  /**
   * Counts repeats. A repeat is a trip of a counted loop after at least k-1 trips with the same
   * path, so the repeat's context is known. Called when the loop is left or has made many trips.
   * Repeats are counted under the path's id, as an activation's only path is. A repeat is never an
   * activation's only path, because every trip is followed by another path.
   *
   * @param trips the paths of the loop's trips ({@link PackedWord#trips})
   * @param count the number of trips, 0 to {@link PackedWord#MOST_TRIPS}
   * @return the number of trips that still have to be put into words
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

  /**
   * Counts repeats if the thread has no flat table, if the id is beyond the table, or if the id
   * hasn't been counted yet.
   */
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
   * Called when a counted loop is left. Counts the word together with trips of the loop, unless the
   * word {@linkplain PackedWord#takes takes} all trips without becoming full.
   *
   * @param trips the paths of the loop's trips ({@link PackedWord#trips})
   * @param count the number of trips, 0 to {@link PackedWord#MOST_TRIPS}
   * @return the activation's new value; {@link #rest(long, long, long, int)} returns the new word
   */
  public static long run(long activation, long word, long packing, long trips, int count) {
    return PackedWord.takes(word, count, PackedWord.bitsOf(packing))
        ? activation
        : spill(activation, word, packing, trips, count);
  }

  /** Returns the activation's word after a call of {@link #run}. */
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

  /**
   * Counts the paths of the word and of a counted loop's trips when an exception ends the sequence.
   */
  public static void close(long activation, long word, long packing, long trips, int count) {
    if (count == 0) {
      close(activation, word, packing);
      return;
    }
    // A stack that is too small for the calls below overflows here, before any path has been
    // counted.
    StackReserve.use(2 * StackReserve.MANY_FRAMES);
    long current = run(activation, word, packing, trips, count);
    close(current, rest(word, packing, trips, count), packing);
  }

  /**
   * Puts the first trip into the word, and counts the word. Then counts as many full words as the
   * other trips fill; {@link #rest(long, long, long, int)} returns a word with the remaining trips.
   * So a loop's later words don't depend on how many paths the word had when the loop was entered.
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
