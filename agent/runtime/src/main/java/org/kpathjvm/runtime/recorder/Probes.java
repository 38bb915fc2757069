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
 * The methods that instrumented code calls. Most calls take the fast path: a few loads and one or
 * two stores. {@link Recorder} has the slow paths.
 *
 * <p>No method here allocates memory, takes a lock or calls a method of the program.
 *
 * <p>No probe is forced inline. C2 inlines hot calls by itself. C1 doesn't inline most probes,
 * because they are longer than its limit of 35 bytes. If probes were forced inline, C1 would make
 * twice as much code: it would inline every call, and add code that counts the probe's own calls
 * and branches.
 */
public final class Probes {
  private Probes() {}

  private static final Unsafe U = Unsafe.getUnsafe();
  private static final long TID = U.objectFieldOffset(Thread.class, "tid");
  private static final long SLOTS = Slots.BASE;
  private static final long SLOT_MASK = Slots.COUNT - 1L;

  /** Ids below this number are counted in the threads' tables. */
  private static final int TABLE_IDS = Blocks.TABLE_IDS;

  private static final int WRITTEN_TRIPS = Setup.writtenTrips;

  /**
   * A whole word is looked at ({@link WholeWords#lookAt}) if the stream's position has none of
   * these bits.
   */
  private static final long LOOKED_AT_MASK = (Setup.writtenForALook - 1L) * PACKED_BYTES;

  private static final long LEAST_TABLE = Setup.blocks;

  /**
   * The part that these probes record into, shifted to bit {@link SegmentLayout#PART_SHIFT}. A
   * thread's slot and the address of the thread's table have the thread's part in the same bits. If
   * the thread is in another part, the probe takes the slow path, and {@link Recorder} makes the
   * thread enter this part.
   *
   * <p>A cut replaces all methods of this class at once, while the JVM has stopped all threads. The
   * new methods, from the agent's class {@code ProbeVariants}, have other constants in place of
   * this field and {@link #WINDOW}. So calls that began before the cut record into the earlier
   * part, and all later calls record into the new part. The fields themselves always have the
   * values for part 0.
   */
  private static final long PART = Setup.part;

  private static final long WINDOW = PART + 1;

  /**
   * Returns two numbers in one long; 0 while nothing is recorded. The bits from {@link
   * SegmentLayout#PART_SHIFT} upwards are the number of the part that is recorded now. The lower
   * bits are 1 plus the number of the latest part at whose start live activations began anew.
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

  /**
   * Adds to a counter in a page. Called if the thread has no table for this part, or if the table
   * has no counter for the id.
   */
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
   * Records that a path is complete and its activation goes on.
   *
   * @return the activation's new value, to be kept in its local variable
   */
  public static long emit(long activation, int id) {
    long tid = U.getLong(Carrier.current(), TID) | PART;
    long slot = SLOTS + ((tid & SLOT_MASK) << SLOT_SHIFT);
    // One branch tests whether the slot belongs to the thread, and whether the end of the stream
    // belongs to the activation. The second test alone isn't enough: another thread's slot may have
    // the old value of an activation that has moved to another carrier. A slot's activation is
    // never 0, so the second test fails for an activation without a number.
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

  /** Records that a path is complete and is the last one of its activation. */
  public static void exit(long activation, int id) {
    if (activation == 0) {
      // This is the activation's only path, so counting it is enough.
      count(id);
    } else {
      end(activation, id);
    }
  }

  /**
   * Records the last path of an activation. Earlier paths are in the stream, so {@code activation}
   * isn't 0.
   */
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
   * Records that an exception was dispatched to a handler of the method itself. This breaks the
   * sequence.
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

  /** Records that an exception leaves the method. */
  public static void escape(long activation, int id) {
    count(id);
    if (activation != 0) {
      Recorder.close(activation);
    }
  }

  // ---- methods whose paths are packed: the activation and the word are local variables ----

  /**
   * Writes a full word of an activation that goes on. This method is never inlined, so that the
   * loops that call it have little code. Without the annotation, C2 would inline such a frequent
   * call.
   *
   * @return the activation's new value; the caller empties the word
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

  /**
   * Calls {@link #full} if the word is full. Used where the instrumented code can't branch.
   *
   * @return the activation's new value
   */
  public static long flush(long activation, long word, long packing) {
    return word >= 0 ? activation : full(activation, word, packing);
  }

  /** Returns the activation's word after a call of {@link #flush(long, long, long)}. */
  public static long rest(long word, long packing) {
    return word >= 0 ? word : PackedWord.empty(PackedWord.bitsOf(packing));
  }

  /**
   * Writes the word's paths, and then a complete path that is too wide for the word.
   *
   * @return the activation's new value; the caller empties the word
   */
  @DontInline
  public static long wide(long activation, long word, long packing, int path) {
    return WidePaths.write(activation, word, packing, path);
  }

  /**
   * Records a complete path of any width. Used where the instrumented code can't branch.
   *
   * @return the activation's new value
   */
  public static long flush(long activation, long word, long packing, int path) {
    return WidePaths.flush(activation, word, packing, path);
  }

  /** Returns the activation's word after a call of {@link #flush(long, long, long, int)}. */
  public static long rest(long word, long packing, int path) {
    return WidePaths.rest(word, packing, path);
  }

  /** Records that a path is complete and is the last one of its activation. */
  public static void exit(long activation, long word, long packing, int path) {
    if ((activation | word ^ PackedWord.empty(PackedWord.bitsOf(packing))) == 0) {
      // This is the activation's only path, so counting it is enough.
      count(PackedWord.firstIdOf(packing) + path);
    } else {
      end(activation, word, packing, path);
    }
  }

  /** Records the last path of an activation that has earlier paths. The word isn't full. */
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
    if (WholeWords.COUNTED && activation == 0) {
      int counter = WholeWords.id(last, packing);
      if (counter != 0) {
        count(counter);
        return;
      }
    }
    long tid = U.getLong(Carrier.current(), TID) | PART;
    long slot = SLOTS + ((tid & SLOT_MASK) << SLOT_SHIFT);
    long elsewhere = activation == 0 ? 0 : U.getLong(slot + SLOT_ACTIVATION_OFFSET) ^ activation;
    if ((U.getLong(slot + SLOT_OWNER_OFFSET) ^ tid | elsewhere) == 0) {
      long position = U.getLong(slot + SLOT_POSITION_OFFSET);
      if (U.getLong(slot + SLOT_LIMIT_OFFSET) - position >= PACKED_BYTES) {
        int kind = activation == 0 ? PACKED_WHOLE + PACKED_LAST : PACKED_LAST;
        if (WholeWords.COUNTED && activation == 0 && (position & LOOKED_AT_MASK) == 0) {
          // This call may overflow the stack, so it comes before anything is written.
          WholeWords.lookAt(last, packing);
        }
        Recorder.put(slot, position, kind, last, packing);
        return;
      }
    }
    Recorder.end(activation, last, packing, PACKED_LAST);
  }

  /**
   * Records that an exception was dispatched to a handler of the method itself. This breaks the
   * sequence. The caller begins the activation and the word anew.
   */
  public static void handler(long activation, long word, long packing, int id) {
    close(activation, word, packing);
    count(id);
  }

  /** Records that an exception leaves the method. */
  public static void escape(long activation, long word, long packing, int id) {
    close(activation, word, packing);
    count(id);
  }

  // ---- counted loops: the trips whose paths aren't in the word yet ----

  /**
   * Counts those trips of a counted loop that add nothing new to sequences, because enough trips
   * with the same path came before. These trips are counted under their path's id, as an
   * activation's only path is. No counter has both meanings: a trip is followed by another path, so
   * the trip's path is never an activation's only one. Called when the loop is left or has made
   * many trips.
   *
   * @param trips the paths of the loop's trips ({@link PackedWord#trips})
   * @param count the number of trips, 0 to {@link PackedWord#MOST_TRIPS}
   * @return the number of trips that still have to be written
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
   * Called when a counted loop is left. Writes the word together with trips of the loop, unless the
   * word {@linkplain PackedWord#takes takes} all trips without becoming full.
   *
   * @param trips the paths of the loop's trips ({@link PackedWord#trips})
   * @param count the number of trips, 0 to {@link PackedWord#MOST_TRIPS}
   * @return the activation's new value; {@link #rest(long, long, long, int)} returns the new word
   */
  public static long run(long activation, long word, long packing, long trips, int count) {
    return PackedWord.takes(word, count, PackedWord.bitsOf(packing))
        ? activation
        : WrittenTrips.spill(activation, word, packing, trips, count);
  }

  /** Returns the activation's word after a call of {@link #run}. */
  public static long rest(long word, long packing, long trips, int count) {
    int bits = PackedWord.bitsOf(packing);
    return PackedWord.takes(word, count, bits)
        ? PackedWord.with(word, trips, count, bits)
        : WrittenTrips.restOfSpill(word, bits, trips, count);
  }

  /** Does what {@link #handler(long, long, long, int)} does, in a method with counted loops. */
  public static void handler(
      long activation, long word, long packing, long trips, int count, int id) {
    close(activation, word, packing, trips, count);
    count(id);
  }

  /** Does what {@link #escape(long, long, long, int)} does, in a method with counted loops. */
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
    // A stack that is too small for the calls below overflows here, before any path has been
    // written.
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
