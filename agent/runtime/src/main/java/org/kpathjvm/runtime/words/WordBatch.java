package org.kpathjvm.runtime.words;

import jdk.internal.vm.annotation.DontInline;
import org.kpathjvm.runtime.layout.PackedWord;
import org.kpathjvm.runtime.threads.StackReserve;

/**
 * Collects words with their {@linkplain Tails tails}, and counts many words together in a table.
 *
 * <p>The latest words are counted in a small array, because most words occur again soon. When a new
 * word needs the place of an earlier word, the earlier word is moved to a list. When the list has
 * {@link #WORDS} words, they are counted in the table. Accesses to a table that is too large for
 * the nearest caches take long, but the CPU can do several accesses at a time. So the places of
 * many words in the table are read before the first word is counted.
 *
 * <p>Not thread-safe. After a StackOverflowError, a word has been added completely or not at all.
 */
public final class WordBatch {
  /**
   * The largest number of words in the list. The words and their entries in the table must stay in
   * the nearest cache.
   */
  private static final int WORDS = 64;

  /** A word takes this many longs: the word, its tail, its packing, and how often it occurred. */
  private static final int STRIDE = 4;

  private static final int TAIL = 1;
  private static final int PACKING = 2;
  private static final int TIMES = 3;

  /** The small array has 2^RECENT_BITS places. It takes a quarter of the nearest cache. */
  private static final int RECENT_BITS = 8;

  private static final int RECENT_SHIFT = Long.SIZE - RECENT_BITS;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
  private static final long MIXER = 0xBF58476D1CE4E5B9L;

  /**
   * A bit that is set in the packing of a piece of a word. A piece that occurs again doesn't add to
   * the method's credit.
   */
  private static final long PIECE = Long.MIN_VALUE;

  /** The largest number of pieces of a word. */
  private static final int MOST_PIECES = 12;

  private static final int MOST_WANTED = WORDS + 2 * MOST_PIECES;

  private final int k;
  private final Credits credits;
  private final TailTable table;

  /**
   * For each credit, the counts of one method: the first method with this credit that has few paths
   * and whose words were counted in pieces. The pieces of other methods with the same credit are
   * counted in {@link #table}.
   */
  private final DenseTails[] dense = new DenseTails[Credits.METHODS];

  /**
   * The small array of the latest words. A word's place depends on the word, its tail and its
   * packing. A place with word 0 is free.
   */
  private final long[] recent = new long[STRIDE << RECENT_BITS];

  /** The words that were moved out of {@link #recent}. */
  private final long[] waiting = new long[STRIDE * WORDS];

  private int filled;

  /**
   * The words and pieces that are looked up together. {@link #places} has the indices in the table
   * at which the searches for these words and pieces begin.
   */
  private final long[] wanted = new long[STRIDE * MOST_WANTED];

  private final int[] places = new int[MOST_WANTED];
  private int wantedCount;

  /**
   * A value made from all that {@link #countWanted} has read in advance, so that the compilers
   * can't remove these reads.
   */
  private long touched;

  /**
   * True while the thread counts, and at the program's end if the thread was stopped in the middle
   * of counting.
   */
  private boolean counting;

  /** Creates an empty batch that counts in a table. */
  public WordBatch(int k, Credits credits, TailTable table) {
    this.k = k;
    this.credits = credits;
    this.table = table;
  }

  /** Adds a word that has occurred {@code times} times after {@code tail}. */
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
    // Nothing is called from here on, so no StackOverflowError can come between moving the earlier
    // word and storing the new one.
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

  /** Counts the words of the list. Returns false if there was no memory for some of them. */
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

  /**
   * Returns a method's element of {@link #dense}; null if the method has too many paths, if another
   * method with the same credit has the element, or if there is no memory.
   */
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
      // These reads don't depend on each other, so the CPU can do several at a time.
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
   * Counts all words that aren't in the table yet. Called after the recording has ended.
   *
   * @throws OutOfMemoryError if there is no memory for some words
   */
  public void settle() {
    // If the thread was stopped in the middle of counting, nothing more is moved to the table. The
    // recording notes that a thread was still in a probe.
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

  /** Returns the number of paths of all words. The batch may be in use. */
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

  /** Returns how often words and pieces have occurred. The batch may be in use. */
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

  /** Returns the number of bytes in the batch's arrays and in the table. */
  public long bytes() {
    long bytes =
        table.bytes() + 8L * (recent.length + waiting.length + wanted.length) + 4L * places.length;
    for (DenseTails one : dense) {
      bytes += one == null ? 0 : one.bytes();
    }
    return bytes;
  }
}
