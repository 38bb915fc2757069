package org.kpathjvm.engine.segment;

import java.util.function.Consumer;

/**
 * Gathers records of whole activations, so that equal records are counted in a single step. A
 * record of a whole activation has all paths of the activation and doesn't depend on other records,
 * so it can be counted later. The records are in a direct-mapped table of {@value #PLACES} places.
 * If a new record needs a place that is taken, the old record is counted and removed.
 */
final class WholeActivations {
  /** With this many places, the table takes 12 KiB. A core's first-level cache has room left. */
  private static final int PLACES = 512;

  private static final int STRIDE = 3;
  private static final int METHOD = 0;
  private static final int WORD = 1;
  private static final int TIMES = 2;
  private static final int SHIFT = Long.SIZE - Integer.numberOfTrailingZeros(PLACES);
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  /**
   * A miss is a record that isn't in the table yet. After this many misses, the hits are compared
   * with {@link #LEAST_HITS}.
   */
  private static final int MISSES = 1 << 12;

  /** If there were fewer hits than this, the table isn't used for {@link #SKIPPED} records. */
  private static final int LEAST_HITS = MISSES / 2;

  /** The number of records that are counted without the table after too few hits. */
  private static final int SKIPPED = 1 << 16;

  /** A record; {@code times} is the number of equal records. */
  static final class Gathered {
    int control;
    int firstId;
    long word;
    long times;
  }

  /**
   * The records by place. A record has three longs: the control word and first id (0 if the place
   * is empty), the word, and the number of equal records.
   */
  private final long[] records = new long[PLACES * STRIDE];

  private final Gathered gathered = new Gathered();
  private final Consumer<Gathered> counting;
  private int misses;
  private int hits;
  private int skipped;

  WholeActivations(Consumer<Gathered> counting) {
    this.counting = counting;
  }

  private static int place(long method, long word) {
    long hash = (word ^ method * MULTIPLIER) * MULTIPLIER;
    return (int) (hash >>> SHIFT) * STRIDE;
  }

  /**
   * If a record is in the table, adds {@code times} to the number of equal records and returns
   * true. The record needn't be checked then, because an equal one has been checked. Returns false,
   * without a search, while the table isn't used.
   */
  boolean isAgain(int control, int firstId, long word, int times) {
    if (skipped > 0) {
      return false;
    }
    long method = (long) control << Integer.SIZE | firstId;
    int place = place(method, word);
    if (records[place + WORD] != word || records[place + METHOD] != method) {
      return false;
    }
    records[place + TIMES] += times;
    hits++;
    return true;
  }

  /**
   * Puts {@code times} equal records, which aren't in the table yet, into the table. If the table
   * isn't used now, returns false, and the caller must count the records.
   */
  boolean take(int control, int firstId, long word, int times) {
    if (skipped > 0) {
      skipped--;
      return false;
    }
    if (++misses == MISSES) {
      skipped = hits < LEAST_HITS ? SKIPPED : 0;
      misses = 0;
      hits = 0;
    }
    long method = (long) control << Integer.SIZE | firstId;
    int place = place(method, word);
    count(place);
    records[place + METHOD] = method;
    records[place + WORD] = word;
    records[place + TIMES] = times;
    return true;
  }

  /** Counts and removes all gathered records. */
  void countAll() {
    for (int place = 0; place < records.length; place += STRIDE) {
      count(place);
    }
  }

  private void count(int place) {
    if (records[place + TIMES] == 0) {
      return;
    }
    gathered.control = (int) (records[place + METHOD] >>> Integer.SIZE);
    gathered.firstId = (int) records[place + METHOD];
    gathered.word = records[place + WORD];
    gathered.times = records[place + TIMES];
    records[place + METHOD] = 0;
    records[place + TIMES] = 0;
    counting.accept(gathered);
  }
}
