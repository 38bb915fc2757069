package org.kpathjvm.runtime.words;

/**
 * Counts how often each word occurred after each {@linkplain Tails tail}.
 *
 * <p>The table has linear probing. An entry is four longs, so two entries share a cache line:
 *
 * <pre>
 * 0 word      a PackedWord; 0: empty
 * 1 tail
 * 2 packing   the packing of the method
 * 3 count
 * </pre>
 *
 * <p>Not thread-safe. A StackOverflowError in any call leaves the table consistent.
 */
public abstract class TailTable {
  public static final int STRIDE = 4;
  public static final int TAIL = 1;
  public static final int PACKING = 2;
  public static final int COUNT = 3;

  private static final int FIRST_ENTRIES = 256;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
  private static final long MIXER = 0xBF58476D1CE4E5B9L;

  private long[] entries = new long[STRIDE * FIRST_ENTRIES];
  private int shift = Long.SIZE - Integer.numberOfTrailingZeros(FIRST_ENTRIES);
  private int size;

  /** Returns a new array of twice the given length; null if there is no memory for it. */
  protected abstract long[] larger(int length);

  /** Returns the index at which the search for an entry begins. */
  final int home(long tail, long word, long packing) {
    return home(tail, word, packing, shift);
  }

  private static int home(long tail, long word, long packing, int shift) {
    long hash = (word ^ packing << 1) * MULTIPLIER + tail;
    return (int) ((hash ^ hash >>> 32) * MIXER >>> shift) * STRIDE;
  }

  /** Returns the index of an entry, or of the empty place where the entry belongs. */
  final int place(long tail, long word, long packing) {
    int at = home(tail, word, packing);
    while (entries[at] != 0 && !isAt(at, tail, word, packing)) {
      at = at + STRIDE & entries.length - 1;
    }
    return at;
  }

  /**
   * Returns whether the entry of this tail, word and packing is at index {@code at}. The table may
   * have grown since the caller got the index.
   */
  final boolean isAt(int at, long tail, long word, long packing) {
    long[] table = entries;
    return table[at] == word && table[at + TAIL] == tail && table[at + PACKING] == packing;
  }

  /**
   * Adds {@code times} to the count of an entry. Makes the entry if there is none. Returns false if
   * there is no memory for a further entry.
   */
  final boolean add(long tail, long word, long packing, long times) {
    if (2L * STRIDE * (size + 1) > entries.length && !grow()) {
      return false;
    }
    int at = place(tail, word, packing);
    if (entries[at] == 0) {
      entries[at] = word;
      entries[at + TAIL] = tail;
      entries[at + PACKING] = packing;
      size++;
    }
    entries[at + COUNT] += times;
    return true;
  }

  private boolean grow() {
    long[] table = entries;
    long[] larger = larger(table.length);
    if (larger == null) {
      return false;
    }
    for (int from = 0; from < table.length; from += STRIDE) {
      if (table[from] != 0) {
        int to = home(table[from + TAIL], table[from], table[from + PACKING], shift - 1);
        while (larger[to] != 0) {
          to = to + STRIDE & larger.length - 1;
        }
        System.arraycopy(table, from, larger, to, STRIDE);
      }
    }
    entries = larger;
    shift--;
    return true;
  }

  /** Returns the entries. */
  public final long[] entries() {
    return entries;
  }

  /** Returns the number of entries that aren't empty. */
  public final int size() {
    return size;
  }

  final long bytes() {
    return 8L * entries.length;
  }
}
