package org.kpathjvm.core.instrument.oracle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.kpathjvm.runtime.layout.PackedWord;

/** Probes that record counters and sequences in plain collections, for one thread. */
public final class RecordingProbes {
  public static final String INTERNAL_NAME = "org/kpathjvm/core/instrument/oracle/RecordingProbes";

  /**
   * The streamed paths of an activation, or of the part of an activation that begins at a handler's
   * entry.
   */
  static final class Sequence {
    final List<Integer> ids = new ArrayList<>();
    boolean closed;
  }

  public static final Map<Integer, Long> COUNTERS = new HashMap<>();
  static final List<Sequence> SEQUENCES = new ArrayList<>();
  static final List<String> PROTOCOL_ERRORS = new ArrayList<>();

  private RecordingProbes() {}

  static void reset() {
    COUNTERS.clear();
    SEQUENCES.clear();
    PROTOCOL_ERRORS.clear();
  }

  public static void count(int id) {
    COUNTERS.merge(id, 1L, Long::sum);
  }

  /** Counts a path that is in no sequence. */
  public static void path(int id) {
    count(id);
  }

  /** Counts a path that is in no sequence, for profilers that count paths in a hash table. */
  public static void hashed(int id) {
    count(id);
  }

  /**
   * Records that a back edge is taken. If {@code missing} is 0, the oldest path has all its
   * iterations and is complete. If {@code missing} is negative, the path needs more iterations, and
   * the back edge is counted instead.
   */
  public static void window(int id, int missing, int counter) {
    if (missing > 0) {
      PROTOCOL_ERRORS.add(missing + " iterations too many");
    } else {
      count(missing == 0 ? id : counter);
    }
  }

  public static void hashedWindow(int id, int missing, int counter) {
    window(id, missing, counter);
  }

  public static long emit(long activation, int id) {
    long current = activation;
    if (current == 0) {
      SEQUENCES.add(new Sequence());
      current = SEQUENCES.size();
    }
    add(current, id);
    return current;
  }

  public static void exit(long activation, int id) {
    if (activation == 0) {
      count(id);
    } else {
      add(activation, id);
      close(activation);
    }
  }

  public static long handler(long activation, int id) {
    escape(activation, id);
    return 0;
  }

  public static void escape(long activation, int id) {
    count(id);
    if (activation != 0) {
      close(activation);
    }
  }

  // The following probes are for packed paths. A word is a long that holds several paths.

  public static long full(long activation, long word, long packing) {
    if (word >= 0) {
      PROTOCOL_ERRORS.add("a word is written that isn't full: " + word);
    }
    return emit(activation, word, packing);
  }

  public static long flush(long activation, long word, long packing) {
    return word >= 0 ? activation : full(activation, word, packing);
  }

  public static long rest(long word, long packing) {
    return word >= 0 ? word : PackedWord.empty(PackedWord.bitsOf(packing));
  }

  public static void exit(long activation, long word, long packing, int path) {
    exit(emit(activation, word, packing), PackedWord.firstIdOf(packing) + path);
  }

  public static void handler(long activation, long word, long packing, int id) {
    escape(activation, word, packing, id);
  }

  public static void escape(long activation, long word, long packing, int id) {
    escape(emit(activation, word, packing), id);
  }

  // The following probes are for paths that don't fit into the word.

  public static long wide(long activation, long word, long packing, int path) {
    if (path >>> PackedWord.bitsOf(packing) == 0) {
      PROTOCOL_ERRORS.add("path " + path + " is written although the word would take it");
    }
    return emit(emit(activation, word, packing), PackedWord.firstIdOf(packing) + path);
  }

  /**
   * Writes the word's paths and the given path. Unlike this probe, the recorder's probe puts the
   * path into the word if there is room.
   */
  public static long flush(long activation, long word, long packing, int path) {
    return emit(emit(activation, word, packing), PackedWord.firstIdOf(packing) + path);
  }

  public static long rest(long word, long packing, int path) {
    return PackedWord.empty(PackedWord.bitsOf(packing));
  }

  /** Whether a probe failed, which never happens here. */
  public static boolean lost;

  public static void close(long activation, long word, long packing) {
    close(activation, word, packing, 0, 0);
  }

  // The following probes are for counted loops.

  /**
   * Returns the number of trips that must still be written. Here, these are all trips, because this
   * probe writes none.
   */
  public static int repeat(long packing, long trips, int count) {
    int later = PackedWord.laterTrip(trips, PackedWord.bitsOf(packing));
    if (count > 1 && path(trips, 1, PackedWord.bitsOf(packing)) != later) {
      PROTOCOL_ERRORS.add("the trips after the first aren't alike: " + trips);
    }
    return count;
  }

  public static long run(long activation, long word, long packing, long trips, int count) {
    int bits = PackedWord.bitsOf(packing);
    if (count < 0 || count > PackedWord.MOST_TRIPS) {
      PROTOCOL_ERRORS.add("not a possible number of trips: " + count);
    }
    return isSmall(word, bits, count) ? activation : emit(activation, word, packing, trips, count);
  }

  /**
   * Returns the word after {@link #run}. Here, either all trips were written or all are put into
   * the word. The recorder may write some of the trips and put the others into the word.
   */
  public static long rest(long word, long packing, long trips, int count) {
    int bits = PackedWord.bitsOf(packing);
    long after = word;
    if (!isSmall(word, bits, count)) {
      return PackedWord.empty(bits);
    }
    for (int trip = 0; trip < count; trip++) {
      after = after << bits | path(trips, trip, bits);
    }
    return after;
  }

  public static void handler(
      long activation, long word, long packing, long trips, int count, int id) {
    escape(activation, word, packing, trips, count, id);
  }

  public static void escape(
      long activation, long word, long packing, long trips, int count, int id) {
    escape(emit(activation, word, packing, trips, count), id);
  }

  public static void close(long activation, long word, long packing, long trips, int count) {
    long current = emit(activation, word, packing, trips, count);
    if (current != 0) {
      close(current);
    }
  }

  private static boolean isSmall(long word, int bits, int count) {
    return PackedWord.count(word, bits) + count < PackedWord.capacity(bits);
  }

  /** Returns the path of a trip. All trips after the first one have the same path. */
  private static int path(long trips, int trip, int bits) {
    int place = PackedWord.capacity(bits) - 1 - Math.min(trip, 1);
    return (int) (trips >>> place * bits & (1L << bits) - 1);
  }

  private static long emit(long activation, long word, long packing, long trips, int count) {
    int bits = PackedWord.bitsOf(packing);
    long current = emit(activation, word, packing);
    for (int trip = 0; trip < count; trip++) {
      current = emit(current, PackedWord.firstIdOf(packing) + path(trips, trip, bits));
    }
    return current;
  }

  private static long emit(long activation, long word, long packing) {
    int bits = PackedWord.bitsOf(packing);
    int count = PackedWord.count(word, bits);
    if (count < 0) {
      PROTOCOL_ERRORS.add("not a word with " + bits + " bits for each path: " + word);
    }
    long current = activation;
    for (int at = count - 1; at >= 0; at--) {
      int path = (int) (word >>> at * bits & (1L << bits) - 1);
      current = emit(current, PackedWord.firstIdOf(packing) + path);
    }
    return current;
  }

  private static void add(long activation, int id) {
    Sequence sequence = SEQUENCES.get((int) activation - 1);
    if (sequence.closed) {
      PROTOCOL_ERRORS.add("path " + id + " in a closed sequence");
    }
    sequence.ids.add(id);
  }

  private static void close(long activation) {
    Sequence sequence = SEQUENCES.get((int) activation - 1);
    if (sequence.closed) {
      PROTOCOL_ERRORS.add("closed twice: " + sequence.ids);
    }
    sequence.closed = true;
  }
}
