package org.kpathjvm.runtime.words;

import jdk.internal.vm.annotation.DontInline;
import org.kpathjvm.runtime.layout.PackedWord;
import org.kpathjvm.runtime.threads.StackReserve;

/**
 * Words that wait to be counted behind their {@linkplain Tails tails}. A table that has grown out
 * of the nearest caches answers late; but as no word has to wait for what was found for another
 * one, many can be looked up at a time. So a word takes a few stores when it is complete, and when
 * there are {@link #WORDS} of them, all their places are read before the first is counted.
 *
 * <p>Not thread-safe. A StackOverflowError finds all of a word here, or nothing of it.
 */
public final class WordBatch {
  /** Words that wait at most: what they are and where they go stays in the nearest cache. */
  private static final int WORDS = 64;

  /** A word that waits: how often it came and its packing, its tail, the word. */
  private static final int STRIDE = 3;

  private static final int TIMES_SHIFT = 37;
  private static final long PACKING_MASK = (1L << TIMES_SHIFT) - 1;

  /** Beside the two, of a piece of a word: that it comes again says nothing of words. */
  private static final long PIECE = Long.MIN_VALUE;

  /** No word has more pieces. */
  private static final int MOST_PIECES = 12;

  private static final int MOST_WANTED = WORDS + 2 * MOST_PIECES;

  private final int k;
  private final Credits credits;
  private final TailTable table;

  /** By credit: a method that shares its credit with an earlier one has none. */
  private final DenseTails[] dense = new DenseTails[Credits.METHODS];

  private final long[] waiting = new long[STRIDE * WORDS];
  private int filled;

  /** The same of words and pieces that are being looked up, and the places to begin at. */
  private final long[] wanted = new long[STRIDE * MOST_WANTED];

  private final int[] places = new int[MOST_WANTED];
  private int wantedCount;

  /** Not to be known to be of no use. */
  private long touched;

  /** A thread doesn't come back from counting, if another one sees this at the program's end. */
  private boolean counting;

  /** An empty one that counts in a table. */
  public WordBatch(int k, Credits credits, TailTable table) {
    this.k = k;
    this.credits = credits;
    this.table = table;
  }

  /** A word that came so many times, less than 2^26, behind the same tail each time. */
  public void add(long tail, long word, long packing, long times) {
    int at = filled;
    if (at == waiting.length) {
      countAll();
      at = 0;
    }
    waiting[at] = packing | times << TIMES_SHIFT;
    waiting[at + 1] = tail;
    waiting[at + 2] = word;
    filled = at + STRIDE;
  }

  /** Counts what waits; false when there was no memory for all of it. */
  @DontInline
  boolean countAll() {
    StackReserve.use(StackReserve.MANY_FRAMES);
    counting = true;
    boolean done = true;
    for (int at = 0; at < filled; at += STRIDE) {
      want(waiting[at], waiting[at + 1], waiting[at + 2]);
      if (wantedCount > MOST_WANTED - MOST_PIECES) {
        done &= countWanted();
      }
    }
    done &= countWanted();
    filled = 0;
    counting = false;
    return done;
  }

  private void want(long packingAndTimes, long tail, long word) {
    long packing = packingAndTimes & PACKING_MASK;
    int bits = PackedWord.bitsOf(packing);
    if (!credits.isLong(word, bits) || credits.isTried(packing)) {
      wantAsItIs(packingAndTimes, tail, word);
      return;
    }
    DenseTails few = denseOf(packing);
    if (few != null && few.takes(tail, word)) {
      few.add(tail, word, times(packingAndTimes));
      return;
    }
    long before = tail;
    for (int left = Tails.used(word, bits); left > 0; ) {
      int taken = credits.next(bits, left);
      left -= taken;
      long piece = Credits.piece(word, bits, taken, left);
      wantAsItIs(packingAndTimes | PIECE, before, piece);
      before = Tails.after(before, piece, bits, (k - 1) * bits);
    }
  }

  /** Null: the method's paths are too many, or there is no memory. */
  private DenseTails denseOf(long packing) {
    int at = (int) packing & Credits.METHODS - 1;
    if (dense[at] == null && DenseTails.fits(packing, k)) {
      dense[at] = DenseTails.of(packing, k, table);
    }
    return dense[at] != null && dense[at].packing == packing ? dense[at] : null;
  }

  private void wantAsItIs(long packingAndTimes, long tail, long word) {
    int at = STRIDE * wantedCount;
    wanted[at] = packingAndTimes;
    wanted[at + 1] = tail;
    wanted[at + 2] = word;
    places[wantedCount] = table.home(tail, word, packingAndTimes & PACKING_MASK);
    wantedCount++;
  }

  private boolean countWanted() {
    long[] entries = table.entries();
    long all = 0;
    for (int i = 0; i < wantedCount; i++) {
      // None of these loads waits for another one.
      all ^= entries[places[i]];
    }
    touched = all;
    boolean done = true;
    for (int i = 0; i < wantedCount; i++) {
      int at = STRIDE * i;
      done &= count(places[i], wanted[at], wanted[at + 1], wanted[at + 2]);
    }
    wantedCount = 0;
    return done;
  }

  private boolean count(int home, long packingAndTimes, long tail, long word) {
    long packing = packingAndTimes & PACKING_MASK;
    int at = home;
    if (!table.isAt(at, tail, word, packing)) {
      at = table.place(tail, word, packing);
      if (table.entries()[at] == 0) {
        return addNew(packingAndTimes, tail, word);
      }
    }
    table.entries()[at + TailTable.COUNT] += times(packingAndTimes);
    if (packingAndTimes >= 0) {
      credits.found(packing);
    }
    return true;
  }

  private static long times(long packingAndTimes) {
    return (packingAndTimes & ~PIECE) >>> TIMES_SHIFT;
  }

  private boolean addNew(long packingAndTimes, long tail, long word) {
    long packing = packingAndTimes & PACKING_MASK;
    long times = times(packingAndTimes);
    int bits = PackedWord.bitsOf(packing);
    if (!credits.isLong(word, bits)) {
      return table.add(tail, word, packing, times);
    }
    if (credits.has(packing)) {
      credits.added(packing);
      return table.add(tail, word, packing, times);
    }
    long before = tail;
    for (int left = Tails.used(word, bits); left > 0; ) {
      int taken = credits.next(bits, left);
      left -= taken;
      long piece = Credits.piece(word, bits, taken, left);
      if (!table.add(before, piece, packing, times)) {
        return false;
      }
      before = Tails.after(before, piece, bits, (k - 1) * bits);
    }
    return true;
  }

  /**
   * Counts what waits when the recording has ended.
   *
   * @throws OutOfMemoryError when there is no memory for it
   */
  public void settle() {
    // What a thread was doing that is stuck in it is missing, and the recording isn't quiet.
    boolean done = counting || countAll();
    for (DenseTails one : dense) {
      done &= one == null || counting || one.moveTo(table);
    }
    if (!done) {
      throw new OutOfMemoryError();
    }
  }

  /** Paths in all words; the batch may be in use. */
  public long items() {
    long items = 0;
    long[] entries = table.entries();
    for (int at = 0; at < entries.length; at += TailTable.STRIDE) {
      if (entries[at] != 0) {
        int bits = PackedWord.bitsOf(entries[at + TailTable.PACKING]);
        items += entries[at + TailTable.COUNT] * PackedWord.count(entries[at], bits);
      }
    }
    for (int at = 0; at < filled; at += STRIDE) {
      int bits = PackedWord.bitsOf(waiting[at] & PACKING_MASK);
      items += times(waiting[at]) * PackedWord.count(waiting[at + 2], bits);
    }
    for (DenseTails one : dense) {
      items += one == null ? 0 : one.pieces() * one.piecePaths();
    }
    return items;
  }

  /** Words and pieces; the batch may be in use. */
  public long operations() {
    long operations = 0;
    long[] entries = table.entries();
    for (int at = 0; at < entries.length; at += TailTable.STRIDE) {
      operations += entries[at] == 0 ? 0 : entries[at + TailTable.COUNT];
    }
    for (int at = 0; at < filled; at += STRIDE) {
      operations += times(waiting[at]);
    }
    for (DenseTails one : dense) {
      operations += one == null ? 0 : one.pieces();
    }
    return operations;
  }

  /** Bytes of its arrays. */
  public long bytes() {
    long bytes = table.bytes() + 8L * (waiting.length + wanted.length) + 4L * places.length;
    for (DenseTails one : dense) {
      bytes += one == null ? 0 : one.bytes();
    }
    return bytes;
  }
}
