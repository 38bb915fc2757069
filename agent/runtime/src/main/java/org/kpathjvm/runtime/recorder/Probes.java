package org.kpathjvm.runtime.recorder;

import static org.kpathjvm.runtime.layout.SegmentLayout.*;
import static org.kpathjvm.runtime.layout.StreamFormat.*;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import org.kpathjvm.runtime.layout.PackedWord;
import org.kpathjvm.runtime.layout.SegmentLayout;
import org.kpathjvm.runtime.threads.Carrier;
import org.kpathjvm.runtime.threads.Slots;
import org.kpathjvm.runtime.threads.StackReserve;
import org.kpathjvm.runtime.threads.ThreadField;

/**
 * The methods that instrumented code calls. Each has a fast path of a few loads and one or two
 * stores: to a counter through the current platform thread's table, whose address is in the
 * thread's object; to the stream through its slot, which is found by thread id. Everything else is
 * {@link Recorder}'s.
 *
 * <p>Nothing here allocates, locks or calls a method of the application.
 *
 * <p>None is forced inline: C2 does so by itself where a call is hot. C1 would do so everywhere,
 * and count each probe's own calls and branches; with most of them above its limit of 35 bytes it
 * calls them, which halves what it compiles.
 */
public final class Probes {
  private Probes() {}

  private static final Unsafe U = Unsafe.getUnsafe();
  private static final long TID = U.objectFieldOffset(Thread.class, "tid");
  private static final long SLOTS = Slots.BASE;
  private static final long SLOT_MASK = Slots.COUNT - 1L;

  /** Ids below this one are counted in threads' tables. */
  private static final int TABLE_IDS = Blocks.TABLE_IDS;

  private static final int WRITTEN_TRIPS = Setup.writtenTrips;

  /** No table has a lower address. */
  private static final long LEAST_TABLE = Setup.blocks;

  /**
   * From bit {@link SegmentLayout#PART_SHIFT} on the number of the part of the recording that these
   * probes record into. A thread has it in its slot and with its table's address; where it is
   * another one, the fast paths are left, and {@link Recorder} has the thread begin the part.
   *
   * <p>A cut replaces all methods of this class at once by such with another number instead of
   * these two fields, while the JVM stands still ({@code ProbeVariants} of the agent). So all that
   * is recorded by a call that began before the cut goes to the former part, and nothing else does.
   * The fields themselves are those of the part 0, for ever.
   */
  private static final long PART = Setup.part;

  /** 1 + the number of the part before which all activations that were live were over for us. */
  private static final long WINDOW = PART + 1;

  /**
   * What is recorded now: from bit {@link SegmentLayout#PART_SHIFT} on the part's number; below, 1
   * + the number of the latest part at or before it in which live activations begin anew. 0 while
   * nothing is recorded.
   */
  static long window() {
    return WINDOW;
  }

  /** Adds one to the counter of an id. */
  public static void count(int id) {
    if (id < TABLE_IDS) {
      long table = ThreadField.get();
      if (table >= LEAST_TABLE + PART) {
        long counter = table - PART + ((long) id << 3);
        U.putLong(counter, U.getLong(counter) + 1);
        return;
      }
    }
    addInPage(id, 1);
  }

  /** Adds to the counter of an id. */
  private static void add(int id, int count) {
    if (id < TABLE_IDS) {
      long table = ThreadField.get();
      if (table >= LEAST_TABLE + PART) {
        long counter = table - PART + ((long) id << 3);
        U.putLong(counter, U.getLong(counter) + count);
        return;
      }
    }
    addInPage(id, count);
  }

  /** Where the thread has no table, or the id no place there. */
  private static void addInPage(int id, int count) {
    long tid = U.getLong(Carrier.current(), TID) | PART;
    long slot = SLOTS + ((tid & SLOT_MASK) << SLOT_SHIFT);
    if (U.getLong(slot + SLOT_OWNER_OFFSET) == tid) {
      long directory = U.getLong(slot + SLOT_DIRECTORY_OFFSET);
      long page = U.getLong(directory + ((long) (id >>> COUNTERS_SHIFT) << 3));
      if (page != 0) {
        long counter = page + ((id & COUNTERS_PER_PAGE - 1) << 3);
        U.putLong(counter, U.getLong(counter) + count);
        return;
      }
    }
    Recorder.add(id, count);
  }

  /**
   * A path is complete and its activation goes on.
   *
   * @return the activation's new value, to be kept in its local variable
   */
  public static long emit(long activation, int id) {
    long tid = U.getLong(Carrier.current(), TID) | PART;
    long slot = SLOTS + ((tid & SLOT_MASK) << SLOT_SHIFT);
    // Both at once: an activation is never 0 in a slot, and an activation that has moved to another
    // carrier must not find its old value in a slot that it doesn't own.
    if (((U.getLong(slot + SLOT_OWNER_OFFSET) ^ tid)
            | (U.getLong(slot + SLOT_ACTIVATION_OFFSET) ^ activation))
        == 0) {
      long position = U.getLong(slot + SLOT_POSITION_OFFSET);
      if (position != U.getLong(slot + SLOT_LIMIT_OFFSET)) {
        U.putInt(position, id);
        U.putLong(slot + SLOT_POSITION_OFFSET, position + WORD_BYTES);
        return activation;
      }
    }
    return Recorder.emit(activation, id);
  }

  /** A path is complete and is the last one of its activation. */
  public static void exit(long activation, int id) {
    if (activation == 0) {
      // The activation's only path: its count is all there is to know.
      count(id);
    } else {
      end(activation, id);
    }
  }

  /** The last path of an activation that has a place in the stream. */
  private static void end(long activation, int id) {
    long tid = U.getLong(Carrier.current(), TID) | PART;
    long slot = SLOTS + ((tid & SLOT_MASK) << SLOT_SHIFT);
    if (((U.getLong(slot + SLOT_OWNER_OFFSET) ^ tid)
            | (U.getLong(slot + SLOT_ACTIVATION_OFFSET) ^ activation))
        == 0) {
      long position = U.getLong(slot + SLOT_POSITION_OFFSET);
      if (position != U.getLong(slot + SLOT_LIMIT_OFFSET)) {
        U.putInt(position, -id);
        U.putLong(slot + SLOT_POSITION_OFFSET, position + WORD_BYTES);
        return;
      }
    }
    Recorder.end(activation, id);
  }

  /**
   * An exception was dispatched to a handler of the method itself: the sequence is broken.
   *
   * @return 0, the activation's new value
   */
  public static long handler(long activation, int id) {
    count(id);
    if (activation != 0) {
      Recorder.close(activation);
    }
    return 0;
  }

  /** An exception leaves the method. */
  public static void escape(long activation, int id) {
    count(id);
    if (activation != 0) {
      Recorder.close(activation);
    }
  }

  // ---- of methods whose paths are packed: the word is a local variable beside the activation ----

  /**
   * A word is full and its activation goes on. Never inlined: it is as hot as the loop that it is
   * called in divided by a word's capacity, which C2 takes for hot enough.
   *
   * @return the activation's new value; the word is to be emptied
   */
  @DontInline
  public static long full(long activation, long word, long packing) {
    long tid = U.getLong(Carrier.current(), TID) | PART;
    long slot = SLOTS + ((tid & SLOT_MASK) << SLOT_SHIFT);
    if (((U.getLong(slot + SLOT_OWNER_OFFSET) ^ tid)
            | (U.getLong(slot + SLOT_ACTIVATION_OFFSET) ^ activation))
        == 0) {
      long position = U.getLong(slot + SLOT_POSITION_OFFSET);
      if (U.getLong(slot + SLOT_LIMIT_OFFSET) - position >= PACKED_BYTES) {
        Recorder.put(slot, position, PACKED_GOES_ON, word, packing);
        return activation;
      }
    }
    return Recorder.full(activation, word, packing);
  }

  /** {@link #full} if the word is, where no branch can be: the activation's new value. */
  public static long flush(long activation, long word, long packing) {
    return word >= 0 ? activation : full(activation, word, packing);
  }

  /** The word after {@link #flush}. */
  public static long rest(long word, long packing) {
    return word >= 0 ? word : PackedWord.empty(PackedWord.bitsOf(packing));
  }

  /**
   * {@link #full} where the word doesn't take the path that is complete, which goes out behind it.
   */
  @DontInline
  public static long wide(long activation, long word, long packing, int path) {
    return WidePaths.write(activation, word, packing, path);
  }

  /** The same where no branch can be, for any path: the activation's new value. */
  public static long flush(long activation, long word, long packing, int path) {
    return WidePaths.flush(activation, word, packing, path);
  }

  /** The word after that. */
  public static long rest(long word, long packing, int path) {
    return WidePaths.rest(word, packing, path);
  }

  /** A path is complete and is the last one of its activation. */
  public static void exit(long activation, long word, long packing, int path) {
    if ((activation | word ^ PackedWord.empty(PackedWord.bitsOf(packing))) == 0) {
      // The activation's only path: its count is all there is to know.
      count(PackedWord.firstIdOf(packing) + path);
    } else {
      end(activation, word, packing, path);
    }
  }

  /** The last path of an activation that has others; there is room for it in the word. */
  private static void end(long activation, long word, long packing, int path) {
    int bits = PackedWord.bitsOf(packing);
    if (word == PackedWord.empty(bits)) {
      end(activation, PackedWord.firstIdOf(packing) + path);
      return;
    }
    if (path >>> bits != 0) {
      WidePaths.end(activation, word, packing, path);
      return;
    }
    long last = word << bits | path;
    long tid = U.getLong(Carrier.current(), TID) | PART;
    long slot = SLOTS + ((tid & SLOT_MASK) << SLOT_SHIFT);
    long elsewhere = activation == 0 ? 0 : U.getLong(slot + SLOT_ACTIVATION_OFFSET) ^ activation;
    if ((U.getLong(slot + SLOT_OWNER_OFFSET) ^ tid | elsewhere) == 0) {
      long position = U.getLong(slot + SLOT_POSITION_OFFSET);
      if (U.getLong(slot + SLOT_LIMIT_OFFSET) - position >= PACKED_BYTES) {
        int kind = activation == 0 ? PACKED_WHOLE + PACKED_LAST : PACKED_LAST;
        Recorder.put(slot, position, kind, last, packing);
        return;
      }
    }
    Recorder.end(activation, last, packing, PACKED_LAST);
  }

  /**
   * An exception was dispatched to a handler of the method itself: the sequence is broken. The
   * activation and the word are to begin anew.
   */
  public static void handler(long activation, long word, long packing, int id) {
    close(activation, word, packing);
    count(id);
  }

  /** An exception leaves the method. */
  public static void escape(long activation, long word, long packing, int id) {
    close(activation, word, packing);
    count(id);
  }

  // ---- of counted loops: the trips whose paths aren't in the word yet ----

  /**
   * A counted loop is left, or goes on after many trips: counts those that tell nothing new of
   * sequences, as so many of their path came before. The path ends where the next trip begins, so
   * it's never an activation's only one, which would be counted under the same id.
   *
   * @param trips the paths of the loop's trips ({@link PackedWord#trips})
   * @param count of the trips, 0 to {@link PackedWord#MOST_TRIPS}
   * @return how many are left, to be written
   */
  public static int repeat(long packing, long trips, int count) {
    int bits = PackedWord.bitsOf(packing);
    if (count <= WRITTEN_TRIPS || WRITTEN_TRIPS >= PackedWord.capacity(bits)) {
      return count;
    }
    int path = PackedWord.laterTrip(trips, bits);
    add(PackedWord.firstIdOf(packing) + path, count - WRITTEN_TRIPS);
    return WRITTEN_TRIPS;
  }

  /**
   * A counted loop is left: writes out what the word doesn't take.
   *
   * @param trips the paths of the loop's trips ({@link PackedWord#trips})
   * @param count of the trips, 0 to {@link PackedWord#MOST_TRIPS}
   * @return the activation's new value; the word is to become {@link #rest}
   */
  public static long run(long activation, long word, long packing, long trips, int count) {
    return PackedWord.takes(word, count, PackedWord.bitsOf(packing))
        ? activation
        : WrittenTrips.spill(activation, word, packing, trips, count);
  }

  /** The word after {@link #run}. */
  public static long rest(long word, long packing, long trips, int count) {
    int bits = PackedWord.bitsOf(packing);
    return PackedWord.takes(word, count, bits)
        ? PackedWord.with(word, trips, count, bits)
        : WrittenTrips.restOfSpill(word, bits, trips, count);
  }

  /** {@link #handler(long, long, long, int)} in a method with counted loops. */
  public static void handler(
      long activation, long word, long packing, long trips, int count, int id) {
    close(activation, word, packing, trips, count);
    count(id);
  }

  /** {@link #escape(long, long, long, int)} in a method with counted loops. */
  public static void escape(
      long activation, long word, long packing, long trips, int count, int id) {
    close(activation, word, packing, trips, count);
    count(id);
  }

  private static void close(long activation, long word, long packing, long trips, int count) {
    if (count == 0) {
      close(activation, word, packing);
      return;
    }
    // Nothing below comes to the stack's end when a part is written.
    StackReserve.use(2 * StackReserve.MANY_FRAMES);
    long current = run(activation, word, packing, trips, count);
    close(current, rest(word, packing, trips, count), packing);
  }

  private static void close(long activation, long word, long packing) {
    if (word != PackedWord.empty(PackedWord.bitsOf(packing))) {
      Recorder.end(activation, word, packing, PACKED_CLOSED);
    } else if (activation != 0) {
      Recorder.close(activation);
    }
  }
}
