package org.kpathjvm.runtime.inline;

import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import org.kpathjvm.runtime.layout.PackedWord;
import org.kpathjvm.runtime.threads.SpinLock;
import org.kpathjvm.runtime.threads.StackReserve;

/**
 * The probes of packed k-BLPP: an activation keeps its latest paths in a word, and only a full word
 * and an activation's last one are looked up in a table ({@link WordTable}). Methods that aren't
 * packed have words of one path.
 */
public final class WordProbes extends EdgeProbes {
  private WordProbes() {}

  /** Whether there was no stack left to count what an activation held. */
  public static boolean lost;

  /** The only path of an activation is complete. */
  public static void path(int id) {
    Lease lease = Threads.own();
    WordTable table = lease == null ? null : (WordTable) lease.tables;
    if (table != null) {
      add(lease, table.lone, id);
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
    Lease lease = Threads.own();
    WordTable table = lease == null ? null : (WordTable) lease.tables;
    if (table == null) {
      return 0;
    }
    return lease.carrier
        ? addShared(table, activation, word, packing, true)
        : table.goOn(activation, word, packing);
  }

  /** {@link #full} if the word is, where no branch can be: the activation's new value. */
  @ForceInline
  public static long flush(long activation, long word, long packing) {
    return word >= 0 ? activation : full(activation, word, packing);
  }

  /** The word after {@link #flush}. */
  @ForceInline
  public static long rest(long word, long packing) {
    return word >= 0 ? word : PackedWord.empty(PackedWord.bitsOf(packing));
  }

  /** A path is complete and is the last one of its activation; the word has room for it. */
  @ForceInline
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

  /** All trips go with the words: a word that comes again and again is one operation. */
  @ForceInline
  public static int repeat(long packing, long trips, int count) {
    return count;
  }

  /**
   * A counted loop is left: counts what the word doesn't take.
   *
   * @param trips the paths of the loop's trips ({@link PackedWord#trips})
   * @param count of the trips, 0 to {@link PackedWord#MOST_TRIPS}
   * @return the activation's new value; the word is to become {@link #rest}
   */
  @ForceInline
  public static long run(long activation, long word, long packing, long trips, int count) {
    return PackedWord.takes(word, count, PackedWord.bitsOf(packing))
        ? activation
        : spill(activation, word, packing, trips, count);
  }

  /** The word after {@link #run}. */
  @ForceInline
  public static long rest(long word, long packing, long trips, int count) {
    int bits = PackedWord.bitsOf(packing);
    return PackedWord.takes(word, count, bits)
        ? PackedWord.with(word, trips, count, bits)
        : restOfSpill(word, bits, trips, count);
  }

  @DontInline
  private static long restOfSpill(long word, int bits, long trips, int count) {
    return PackedWord.afterFullWords(trips, count - PackedWord.room(word, bits), bits);
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

  /** Fills the word, and as many others as the trips do; what is left is {@link #rest}. */
  @DontInline
  private static long spill(long activation, long word, long packing, long trips, int count) {
    int bits = PackedWord.bitsOf(packing);
    int room = PackedWord.room(word, bits);
    long filled = PackedWord.filled(word, trips, room, bits);
    int words = PackedWord.words(count - room, bits);
    if (words == 0) {
      return full(activation, filled, packing);
    }
    StackReserve.use(2 * StackReserve.MANY_FRAMES);
    long repeated = PackedWord.fullOfTrips(trips, bits);
    long current = full(activation, filled, packing);
    return repeat(current, repeated, packing, words);
  }

  /** So many words that are all alike, one after the other. */
  private static long repeat(long activation, long word, long packing, int times) {
    Lease lease = Threads.own();
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
    Lease lease = Threads.own();
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
