package org.kpathjvm.runtime.words;

import jdk.internal.vm.annotation.DontInline;
import org.kpathjvm.runtime.layout.PackedWord;
import org.kpathjvm.runtime.threads.StackReserve;

/**
 * Words that wait to be counted behind their {@linkplain Tails tails}. Those that came last are
 * counted where they wait, each in the one place that it has there: most words of most programs
 * come again soon. Another one that needs the place sends them on. A table that has grown out of
 * the nearest caches answers late; but as no word has to wait for what was found for another one,
 * many can be looked up at a time. So when {@link #WORDS} of them were sent on, all their places in
 * the table are read before the first is counted.
 *
 * <p>Not thread-safe. A StackOverflowError finds all of a word here, or nothing of it.
 */
public final class WordBatch {
  /** Words that wait at most: what they are and where they go stays in the nearest cache. */
  private static final int WORDS = 64;

  /** Of a word that waits: the word, its tail, its packing, how often it came. */
  private static final int STRIDE = 4;

  private static final int TAIL = 1;
  private static final int PACKING = 2;
  private static final int TIMES = 3;

  /** Words that are counted where they wait: a quarter of the nearest cache. */
  private static final int RECENT_BITS = 8;

  private static final int RECENT_SHIFT = Long.SIZE - RECENT_BITS;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
  private static final long MIXER = 0xBF58476D1CE4E5B9L;

  /** Beside its packing, of a piece of a word: that it comes again says nothing of words. */
  private static final long PIECE = Long.MIN_VALUE;

  /** No word has more pieces. */
  private static final int MOST_PIECES = 12;

  private static final int MOST_WANTED = WORDS + 2 * MOST_PIECES;

  private final int k;
  private final Credits credits;
  private final TailTable table;

  /** By credit: a method that shares its credit with an earlier one has none. */
  private final DenseTails[] dense = new DenseTails[Credits.METHODS];

  /** A word's place follows from all but the times; no word: it is free. */
  private final long[] recent = new long[STRIDE << RECENT_BITS];

  /** Those that were sent on. */
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

  /** A word that came so many times behind the same tail each time. */
  public void add(long tail, long word, long packing, long times) {
    long[] all = recent;
    int at = (int) (((word + packing) * MULTIPLIER + tail) * MIXER >>> RECENT_SHIFT) * STRIDE;
    if (all[at] == word && all[at + TAIL] == tail && all[at + PACKING] == packing) {
      all[at + TIMES] += times;
    } else {
      replace(at, tail, word, packing, times);
    }
  }

  @DontInline
  private void replace(int at, long tail, long word, long packing, long times) {
    if (filled == waiting.length) {
      countAll();
    }
    // From here on nothing is called: a StackOverflowError finds either word counted, or nothing.
    long[] all = recent;
    if (all[at] != 0) {
      int to = filled;
      waiting[to] = all[at];
      waiting[to + TAIL] = all[at + TAIL];
      waiting[to + PACKING] = all[at + PACKING];
      waiting[to + TIMES] = all[at + TIMES];
      filled = to + STRIDE;
    }
    all[at] = word;
    all[at + TAIL] = tail;
    all[at + PACKING] = packing;
    all[at + TIMES] = times;
  }

  /** Counts what was sent on; false when there was no memory for all of it. */
  @DontInline
  boolean countAll() {
    StackReserve.use(StackReserve.MANY_FRAMES);
    counting = true;
    boolean done = true;
    for (int at = 0; at < filled; at += STRIDE) {
      want(waiting[at], waiting[at + TAIL], waiting[at + PACKING], waiting[at + TIMES]);
      if (wantedCount > MOST_WANTED - MOST_PIECES) {
        done &= countWanted();
      }
    }
    done &= countWanted();
    filled = 0;
    counting = false;
    return done;
  }

  private void want(long word, long tail, long packing, long times) {
    int bits = PackedWord.bitsOf(packing);
    if (!credits.isLong(word, bits) || credits.isTried(packing)) {
      wantAsItIs(word, tail, packing, times);
      return;
    }
    DenseTails few = denseOf(packing);
    if (few != null && few.takes(tail, word)) {
      few.add(tail, word, times);
      return;
    }
    long before = tail;
    for (int left = Tails.used(word, bits); left > 0; ) {
      int taken = credits.next(bits, left);
      left -= taken;
      long piece = Credits.piece(word, bits, taken, left);
      wantAsItIs(piece, before, packing | PIECE, times);
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

  private void wantAsItIs(long word, long tail, long packing, long times) {
    int at = STRIDE * wantedCount;
    wanted[at] = word;
    wanted[at + TAIL] = tail;
    wanted[at + PACKING] = packing;
    wanted[at + TIMES] = times;
    places[wantedCount] = table.home(tail, word, packing & ~PIECE);
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
      done &= count(places[i], STRIDE * i);
    }
    wantedCount = 0;
    return done;
  }

  /** Counts one of those that are wanted. */
  private boolean count(int home, int index) {
    long word = wanted[index];
    long tail = wanted[index + TAIL];
    long packing = wanted[index + PACKING] & ~PIECE;
    long times = wanted[index + TIMES];
    boolean isPiece = wanted[index + PACKING] < 0;
    int at = home;
    if (!table.isAt(at, tail, word, packing)) {
      at = table.place(tail, word, packing);
      if (table.entries()[at] == 0) {
        return addNew(tail, word, packing, times);
      }
    }
    table.entries()[at + TailTable.COUNT] += times;
    if (!isPiece) {
      credits.found(packing, times);
    }
    return true;
  }

  private boolean addNew(long tail, long word, long packing, long times) {
    int bits = PackedWord.bitsOf(packing);
    if (!credits.isLong(word, bits)) {
      return table.add(tail, word, packing, times);
    }
    if (credits.has(packing)) {
      credits.added(packing, times);
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
    for (int at = 0; at < recent.length && !counting; at += STRIDE) {
      if (recent[at] != 0) {
        long times = recent[at + TIMES];
        done &= table.add(recent[at + TAIL], recent[at], recent[at + PACKING], times);
        recent[at] = 0;
      }
    }
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
    items += items(recent, recent.length) + items(waiting, filled);
    for (DenseTails one : dense) {
      items += one == null ? 0 : one.pieces() * one.piecePaths();
    }
    return items;
  }

  private static long items(long[] words, int length) {
    long items = 0;
    for (int at = 0; at < length; at += STRIDE) {
      if (words[at] != 0) {
        int bits = PackedWord.bitsOf(words[at + PACKING]);
        items += words[at + TIMES] * PackedWord.count(words[at], bits);
      }
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
    for (int at = 0; at < recent.length; at += STRIDE) {
      operations += recent[at] == 0 ? 0 : recent[at + TIMES];
    }
    for (int at = 0; at < filled; at += STRIDE) {
      operations += waiting[at + TIMES];
    }
    for (DenseTails one : dense) {
      operations += one == null ? 0 : one.pieces();
    }
    return operations;
  }

  /** Bytes of its arrays. */
  public long bytes() {
    long bytes =
        table.bytes() + 8L * (recent.length + waiting.length + wanted.length) + 4L * places.length;
    for (DenseTails one : dense) {
      bytes += one == null ? 0 : one.bytes();
    }
    return bytes;
  }
}
