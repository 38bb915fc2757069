package org.kpathjvm.engine.segment;

import java.util.function.Consumer;

/**
 * Gathers whole activations that come again and again. Each is a record that doesn't depend on any
 * other, so it doesn't matter when it is counted. Equal records are gathered and counted in one
 * step, as often as they came. They are in a direct-mapped table of {@value #PLACES} records; each
 * drain has one. A record that needs a place takes it from the record that was there, which is
 * counted then.
 */
final class WholeActivations {
  /** The table takes 12 KiB: a core's nearest cache must have room for other things too. */
  private static final int PLACES = 512;

  private static final int STRIDE = 3;
  private static final int METHOD = 0;
  private static final int WORD = 1;
  private static final int TIMES = 2;
  private static final int SHIFT = Long.SIZE - Integer.numberOfTrailingZeros(PLACES);
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  /** After this many records that weren't in the table, its use is judged. */
  private static final int MISSES = 1 << 12;

  /**
   * If fewer records than this were found in the table by then, the table isn't worth consulting
   * for a while.
   */
  private static final int LEAST_HITS = MISSES / 2;

  /** The number of records for which the table then isn't consulted. */
  private static final int SKIPPED = 1 << 16;

  /** A record: its control word and first id, its word, and how often it came. */
  static final class Gathered {
    int control;
    int firstId;
    long word;
    long times;
  }

  /** The records by place: control word and first id, 0 for none; the word; how often it came. */
  private final long[] records = new long[PLACES * STRIDE];

  private final Gathered gathered = new Gathered();
  private final Consumer<Gathered> counting;
  private int misses;
  private int hits;
  private int skipped;

  /**
   * Creates an empty table.
   *
   * @param counting counts a record as often as it came
   */
  WholeActivations(Consumer<Gathered> counting) {
    this.counting = counting;
  }

  private static int place(long method, long word) {
    long hash = (word ^ method * MULTIPLIER) * MULTIPLIER;
    return (int) (hash >>> SHIFT) * STRIDE;
  }

  /**
   * Returns whether a record is in the table, and counts it there {@code times} times if it is.
   * Only records that were checked are in the table.
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
   * Takes a record that isn't in the table and came {@code times} times. Returns false when it is
   * to be counted at once.
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

  /** Counts everything that was gathered. */
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
