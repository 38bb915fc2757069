package org.kpathjvm.engine.contexts;

import java.util.Arrays;
import org.kpathjvm.runtime.layout.PackedWord;

/**
 * What was counted of one method's packed paths: open-addressing hash from (history, word) to a
 * count. A word is up to {@link #longest} paths that completed one after the other, below a bit
 * that is set; a history the last min(n, k-1) paths before them, in as many longs as they need,
 * below a bit that is set. Entries of words of any lengths are true side by side. Linear probing;
 * an entry:
 *
 * <pre>
 *  entry           the word, 0: there is no entry
 *  entry + COUNT   how often it came behind the history
 *  entry + 2...    the history's longs, the latest path in the lowest bits of the first
 * </pre>
 */
final class WordTable {
  static final int COUNT = 1;
  static final int HISTORY = 2;

  private static final int SMALLEST_PLACES = 5;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
  private static final long MIXER = 0xC2B2AE3D27D4EB4FL;

  /** Of how many entries on it is seen whether shorter words would do with fewer... */
  private static final int FIRST_CHECK = 512;

  /** ...and again when there are so many times more... */
  private static final int NEXT_CHECK = 4;

  /** ...unless they came so often on average. */
  private static final int OFTEN = 8;

  final int firstId;
  final int bits;

  /** From 1 on. */
  final int number;

  /** Longs of a history. */
  final int historyLength;

  private final int historyBits;
  private final int stride;

  /** Most paths of a word; longer ones are divided. */
  private int longest;

  private long[] entries;
  private int places;
  private int size;
  private int nextCheck = FIRST_CHECK;

  WordTable(int k, int firstId, int bits, int number) {
    this.firstId = firstId;
    this.bits = bits;
    this.number = number;
    historyBits = (k - 1) * bits;
    historyLength = historyLength(k, bits);
    stride = HISTORY + historyLength;
    longest = (Long.SIZE - 1) / bits;
    clear();
  }

  /** As another table, but without entries, and for words half as long. */
  private WordTable(WordTable like) {
    firstId = like.firstId;
    bits = like.bits;
    number = like.number;
    historyBits = like.historyBits;
    historyLength = like.historyLength;
    stride = like.stride;
    longest = (like.longest + 1) / 2;
    clear();
  }

  static int historyLength(int k, int bits) {
    return (k - 1) * bits / Long.SIZE + 1;
  }

  private void clear() {
    places = SMALLEST_PLACES;
    entries = new long[places * stride];
    size = 0;
  }

  int longest() {
    return longest;
  }

  /** The entry of a word behind a history, or {@code -1 - place} of where it belongs. */
  int find(long[] histories, int history, long word) {
    int at = home(histories, history, word);
    long found = entries[at];
    while (found != 0) {
      if (found == word && isAt(at + HISTORY, histories, history)) {
        return at;
      }
      at = at + stride == entries.length ? 0 : at + stride;
      found = entries[at];
    }
    return -1 - at;
  }

  private boolean isAt(int entry, long[] histories, int history) {
    for (int at = 0; at < historyLength; at++) {
      if (entries[entry + at] != histories[history + at]) {
        return false;
      }
    }
    return true;
  }

  private int home(long[] histories, int history, long word) {
    long hash = word * MIXER;
    for (int at = 0; at < historyLength; at++) {
      hash = (hash ^ hash >>> 32 ^ histories[history + at]) * MULTIPLIER;
    }
    hash ^= hash >>> 29;
    return (int) ((hash * MULTIPLIER >>> 32) * places >>> 32) * stride;
  }

  void add(int entry, long count) {
    entries[entry + COUNT] += count;
  }

  boolean hasRoom() {
    return Sizes.places(size + 1L) <= places;
  }

  /** Adds an entry where {@link #find} said; there must be {@linkplain #hasRoom room}. */
  void put(int place, long[] histories, int history, long word, long count) {
    int entry = -1 - place;
    entries[entry] = word;
    entries[entry + COUNT] = count;
    System.arraycopy(histories, history, entries, entry + HISTORY, historyLength);
    size++;
  }

  /** Adds to the count of a word of at most {@link #longest} paths; the table grows as it must. */
  private void addGrowing(long[] histories, int history, long word, long count) {
    int entry = find(histories, history, word);
    if (entry >= 0) {
      add(entry, count);
      return;
    }
    if (!hasRoom()) {
      resize(grownLength());
      entry = find(histories, history, word);
    }
    put(entry, histories, history, word, count);
  }

  /** A history without paths. */
  void begin(long[] histories, int history) {
    Arrays.fill(histories, history, history + historyLength, 0);
    histories[history] = 1;
  }

  /** Appends paths to a history, as many as are in so many bits, 1 to 63. */
  void advance(long[] histories, int history, long paths, int pathBits) {
    int known = knownBits(histories, history);
    for (int at = history + historyLength - 1; at > history; at--) {
      histories[at] = histories[at] << pathBits | histories[at - 1] >>> Long.SIZE - pathBits;
    }
    histories[history] = histories[history] << pathBits | paths;
    if (known + pathBits >= historyBits) {
      int top = history + historyLength - 1;
      long limit = 1L << historyBits;
      histories[top] = histories[top] & limit - 1 | limit;
    }
  }

  /** Bits of the paths in a history. */
  private int knownBits(long[] histories, int history) {
    int at = history + historyLength - 1;
    while (histories[at] == 0) {
      at--;
    }
    return (at - history) * Long.SIZE + Long.SIZE - 1 - Long.numberOfLeadingZeros(histories[at]);
  }

  /** The ids of a history, oldest first, at the end of the array; returns how many. */
  int ids(long[] histories, int history, int[] ids) {
    int count = knownBits(histories, history) / bits;
    for (int back = 0; back < count; back++) {
      int bit = back * bits;
      int at = history + bit / Long.SIZE;
      long path = histories[at] >>> bit;
      if (bit % Long.SIZE + bits > Long.SIZE) {
        path |= histories[at + 1] << -bit;
      }
      ids[ids.length - 1 - back] = id(path);
    }
    return count;
  }

  /** The ids of a word, oldest first, at the beginning of the array; returns how many. */
  int ids(long word, int[] ids) {
    int count = (Long.SIZE - 1 - Long.numberOfLeadingZeros(word)) / bits;
    PackedWord.unpack(word, bits, count, firstId, ids);
    return count;
  }

  private int id(long paths) {
    return firstId + ((int) paths & (1 << bits) - 1);
  }

  /** Whether it should be seen if shorter words do, which holds up the next such time. */
  boolean isDue() {
    if (size < nextCheck || longest == 1) {
      return false;
    }
    nextCheck *= NEXT_CHECK;
    long total = 0;
    for (int at = 0; at < entries.length; at += stride) {
      total += entries[at + COUNT];
    }
    return total < (long) OFTEN * size;
  }

  /**
   * Divides all words in two if that makes no more entries than there are: what is new in long
   * words may be known in shorter ones. Otherwise words stay as long as they are.
   */
  void divide() {
    WordTable divided = new WordTable(this);
    divided.resize(entries.length);
    long[] history = new long[historyLength];
    for (int at = 0; at < entries.length && divided.size <= size; at += stride) {
      if (entries[at] != 0) {
        System.arraycopy(entries, at + HISTORY, history, 0, historyLength);
        divided.addDivided(history, 0, entries[at], entries[at + COUNT]);
      }
    }
    if (divided.size <= size) {
      entries = divided.entries;
      places = divided.places;
      size = divided.size;
      longest = divided.longest;
    }
  }

  /** Adds a word of any length; the history goes on. */
  void addDivided(long[] histories, int history, long word, long count) {
    int left = Long.SIZE - 1 - Long.numberOfLeadingZeros(word);
    while (left > 0) {
      int now = Math.min(left, longest * bits);
      long limit = 1L << now;
      long paths = word >>> left - now & limit - 1;
      addGrowing(histories, history, paths | limit, count);
      advance(histories, history, paths, now);
      left -= now;
    }
  }

  /** Takes all entries out. */
  long[] take() {
    long[] taken = entries;
    clear();
    return taken;
  }

  /** Longs of an entry. */
  int stride() {
    return stride;
  }

  /** The entries' array; an entry with a word of 0 is none. */
  long[] entries() {
    return entries;
  }

  int size() {
    return size;
  }

  long bytes() {
    return 8L * entries.length;
  }

  long bytesToGrow() {
    return 8L * grownLength() - bytes();
  }

  void grow() {
    resize(grownLength());
  }

  void trim() {
    int wanted = Math.max(SMALLEST_PLACES, (int) Sizes.places(size / 4 * 5 + 1));
    if (wanted < places) {
      resize(wanted * stride);
    }
  }

  private int grownLength() {
    return Sizes.grown(entries.length, Sizes.places(size + 1L) * stride, stride, false);
  }

  private void resize(int length) {
    long[] old = entries;
    entries = new long[length];
    places = length / stride;
    for (int at = 0; at < old.length; at += stride) {
      if (old[at] != 0) {
        int to = -1 - find(old, at + HISTORY, old[at]);
        System.arraycopy(old, at, entries, to, stride);
      }
    }
  }
}
