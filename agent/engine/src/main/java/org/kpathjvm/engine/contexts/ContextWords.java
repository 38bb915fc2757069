package org.kpathjvm.engine.contexts;

import static org.kpathjvm.engine.counting.ActivationStates.BOTTOM;
import static org.kpathjvm.engine.counting.ActivationStates.TOP;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.kpathjvm.runtime.layout.PackedWord;

/**
 * The counts of one method's packed paths. Each entry counts how often a word came after a history.
 * A word consists of up to {@link #longest} paths that were completed one after the other, and a
 * set bit above them. {@link HistoryFormat} describes histories. Words of different lengths can be
 * in the same table.
 *
 * <p>Entries are in the order in which they were added. A hash table finds them. An entry is
 * identified by the index of its first long. An entry consists of:
 *
 * <pre>
 * entry           the word; 1: no paths, only the position of an activation
 * entry + COUNT   high half: the low 32 bits of the entry's count; low half: the entry that last
 *                 came after this entry, 0: none
 * entry + 2...    the history's longs
 * </pre>
 *
 * <p>An activation's position is the entry of its last word. The activation's history can be
 * computed from this entry. The history is needed, and computed, only if the activation's next word
 * differs from the word that last came after the entry.
 *
 * <p>If words were divided because few of them recurred, a word and its history together may have
 * so few bits that they can index an array. Then the table has such an array, {@code direct}, and
 * the low half of COUNT is the history for the next word: the entry's history with the entry's word
 * appended. The next word's entry is in the array, at the index that is made of this history and
 * the next word.
 *
 * <p>A word that is longer than {@link #longest} is divided into parts. The history before each
 * part can be computed from the word's paths, so no part has to wait until the entry of the part
 * before it is found ({@link #follow}).
 *
 * <p>In a large table, the next word often differs from the word that last came after the entry. If
 * each word were looked up on its own, each look-up would wait for memory. So such a table may
 * gather words as {@link PendingWords}, and count them together, if a {@link GatherTrial} shows
 * that this is faster. The position of an activation whose last word is pending is a negative
 * number ({@link #isPending}).
 */
final class ContextWords {
  /** The entry of an activation without paths. */
  static final int ROOT = 0;

  /** The value that is returned instead of an entry if there is no room for it. */
  static final int FULL = -1;

  /** The state of a gathered word that belongs to no activation. */
  private static final int NO_STATE = Integer.MAX_VALUE;

  /** The position of an activation whose last word is the first pending word. */
  private static final int FIRST_PENDING = -2;

  /**
   * The smallest number of entries with which a table tries whether gathering words is faster. A
   * table with this many entries takes 640 KiB or more, so it doesn't leave room for other data in
   * a core's second-level cache.
   */
  static final int FEWEST_TO_GATHER = 1 << 14;

  /**
   * A table tries gathering only if at least one word in {@value} differed from the word that had
   * last come after the same entry. Words for which an entry was added don't count as different.
   */
  private static final int ASIDE_ONE_IN = 4;

  private static final int COUNT = 1;
  private static final int HISTORY = 2;
  private static final long NO_PATHS = 1;
  private static final long HIGH = 0xFFFFFFFF00000000L;

  /**
   * The largest number of bits in an index of {@link #direct}. With this number of bits, the array
   * takes 64 KiB.
   */
  private static final int MOST_DIRECT_BITS = 14;

  private static final int SMALLEST_ENTRIES = 4;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
  private static final long MIXER = 0xC2B2AE3D27D4EB4FL;

  final HistoryFormat format;
  final int firstId;
  final int bits;

  /** The table's number, at least 1. */
  final int number;

  /** The largest number of paths in a word. Longer words are divided. */
  final int longest;

  /**
   * The number of entries at which the table is checked next. The check finds out whether shorter
   * words would be better.
   */
  int nextCheck;

  /** The number of longs in an entry. */
  private final int stride;

  private final int historyLength;
  private long[] entries;
  private int end;

  private final EntryIndex index = new EntryIndex();

  /**
   * The entry for each history and word; 0 if the entry hasn't been looked up yet. An index is made
   * of the bits of the history and then the bits of the word, each with the set bit above its
   * paths. The field is null if the table has no such array.
   */
  private final int[] direct;

  /** The number of bits in a word of {@link #longest} paths, including the set bit above them. */
  private final int wordBits;

  /** The high halves of counts, by entry. */
  private final Map<Integer, Long> highCounts = new HashMap<>(0);

  private final long[] tail;

  /**
   * How often a word differed from the word that had last come after the same entry. The number
   * includes the words that had no entry yet.
   */
  private long asides;

  /** Decides whether words are gathered; null if no words are gathered. */
  private GatherTrial trial;

  /** The gathered words; null if no word has been gathered. */
  private PendingWords pending;

  /** The contents of those places in the index that {@link #fetch} has read. */
  private long[] fetched;

  /**
   * A value made of all longs that {@link #fetch} has read, so that the compiler can't leave the
   * reads out.
   */
  private long read;

  /**
   * Creates an empty table.
   *
   * @param mostBytes the largest size, in bytes, of the array {@link #direct}; the table has no
   *     such array if it would be larger
   */
  ContextWords(HistoryFormat format, int number, int longest, long mostBytes) {
    this.format = format;
    this.number = number;
    this.longest = longest;
    firstId = format.firstId;
    bits = format.bits;
    historyLength = format.length;
    stride = HISTORY + historyLength;
    tail = new long[historyLength];
    wordBits = longest * bits + 1;
    int directBits = format.fullBits + 1 + wordBits;
    boolean isDirect = directBits <= MOST_DIRECT_BITS && 4L << directBits <= mostBytes;
    direct = isDirect ? new int[1 << directBits] : null;
    entries = new long[SMALLEST_ENTRIES * stride];
    entries[ROOT] = NO_PATHS;
    entries[ROOT + COUNT] = direct == null ? 0 : 1;
    format.begin(entries, ROOT + HISTORY);
    end = stride;
  }

  /**
   * Counts a word of at most {@link #longest} paths that came after the word of an entry. Returns
   * the counted word's entry, or {@link #FULL} if there is no entry yet and no room for it.
   */
  int step(int entry, long word) {
    long[] table = entries;
    int next = (int) table[entry + COUNT];
    if (direct != null) {
      return stepDirectly(entry, word, next << wordBits | (int) word);
    }
    if (table[next] == word) {
      increment(next);
      return next;
    }
    return stepAside(entry, word);
  }

  private void increment(int entry) {
    long count = entries[entry + COUNT] + (1L << Integer.SIZE);
    entries[entry + COUNT] = count;
    if (count >>> Integer.SIZE == 0) {
      highCounts.merge(entry, 1L, Long::sum);
    }
  }

  private int stepDirectly(int entry, long word, int place) {
    int found = direct[place];
    if (found != 0) {
      increment(found);
      return found;
    }
    tail(entry, tail);
    found = findOrPut(tail, 0, word, 1);
    if (found != FULL) {
      direct[place] = found;
    }
    return found;
  }

  /**
   * Returns whether {@link #follow} may be called and is faster than {@link #step}. Histories of
   * more than one long take time to compute and to hash. This time is well spent only if words have
   * one path each, because then there are the most look-ups.
   */
  boolean canFollow() {
    return trial == null && (historyLength == 1 || longest == 1);
  }

  /**
   * Counts the parts of a word that comes after an entry, up to the first part without an entry.
   * The history before each part is computed from the paths alone, and isn't read from the entry of
   * the part before. So the look-ups don't depend on each other, and wait for memory at the same
   * time. {@link #canFollow} must be true.
   *
   * @param paths the paths, the latest in the lowest bits
   * @param pathBits the number of bits of all paths
   * @return in the high half the number of bits of the paths that weren't counted, and in the low
   *     half the entry of the last part that was counted, or {@code entry} if none was
   */
  long follow(int entry, long paths, int pathBits) {
    tail(entry, tail);
    long history = tail[0];
    int last = entry;
    int left = pathBits;
    while (left > 0) {
      int partBits = Math.min(left, longest * bits);
      long part = paths >>> left - partBits & (1L << partBits) - 1;
      long word = part | 1L << partBits;
      int found =
          historyLength == 1 ? find(history, word) : find(tail, 0, word, hash(tail, 0, word));
      if (found == 0) {
        break;
      }
      increment(found);
      if (historyLength == 1) {
        history = format.advanced(history, part, partBits);
      } else {
        format.advance(tail, 0, part, partBits);
      }
      last = found;
      left -= partBits;
    }
    return (long) left << Integer.SIZE | last;
  }

  /** Returns the entry of a word that came after a history of one long; 0 if none is known. */
  private int find(long history, long word) {
    if (direct != null) {
      return direct[(int) history << wordBits | (int) word];
    }
    long hash = finished(mixed(word * MIXER, history));
    int place = index.home(hash);
    for (long found = index.at(place); found != 0; found = index.at(place)) {
      int entry = (int) found;
      if (entries[entry] == word && entries[entry + HISTORY] == history) {
        return entry;
      }
      place = index.next(place);
    }
    return 0;
  }

  /** Counts a word that differs from the word that last came after the entry. */
  private int stepAside(int entry, long word) {
    asides++;
    if ((asides & asides - 1) == 0 && trial == null && longest > 1 && isUnsteady()) {
      trial = new GatherTrial(System::nanoTime);
    }
    append(entries, entry + HISTORY, entries[entry], tail, 0);
    int found = findOrPut(tail, 0, word, 1);
    if (found != FULL) {
      entries[entry + COUNT] = entries[entry + COUNT] & HIGH | found;
    }
    return found;
  }

  /** Computes the history of an activation from its position, and writes it to an array. */
  void tail(int position, long[] history) {
    tail(position, history, 0);
  }

  private void tail(int position, long[] histories, int history) {
    if (isPending(position)) {
      int pair = FIRST_PENDING - position;
      append(pending.longs(), pending.history(pair), pending.word(pair), histories, history);
    } else {
      append(entries, position + HISTORY, entries[position], histories, history);
    }
  }

  /** Copies a history from {@code from[at]} on, and appends a word to the copy. */
  private void append(long[] from, int at, long word, long[] histories, int history) {
    int pathBits = pathBits(word);
    long paths = word ^ 1L << pathBits;
    if (historyLength == 1) {
      histories[history] = format.advanced(from[at], paths, pathBits);
    } else {
      System.arraycopy(from, at, histories, history, historyLength);
      format.advance(histories, history, paths, pathBits);
    }
  }

  /**
   * Returns whether a position is that of an activation whose last word is pending. If not, the
   * position is an entry.
   */
  static boolean isPending(int position) {
    return position <= FIRST_PENDING;
  }

  /**
   * Returns whether the next word is to be gathered. Words that {@link LoosePaths} makes of single
   * paths are never gathered.
   */
  boolean gathers() {
    return trial != null && trial.gathers();
  }

  GatherTrial trial() {
    return trial;
  }

  void setTrial(GatherTrial trial) {
    this.trial = trial;
  }

  /**
   * Returns whether the table is large and the words that come after its entries often change. New
   * entries don't matter, because a table that has just become large has many of them, whatever its
   * words are like.
   */
  private boolean isUnsteady() {
    if (direct != null || size() < FEWEST_TO_GATHER || asides < 2L * size()) {
      return false;
    }
    long words = 0;
    for (int entry = first(); entry < end; entry = next(entry)) {
      words += count(entry);
    }
    return (asides - size()) * ASIDE_ONE_IN >= words;
  }

  /**
   * Makes the room that {@link #gather} needs. Returns the number of bytes by which the table has
   * grown: 0 if there was room already.
   */
  long reservePending() {
    if (pending != null) {
      return 0;
    }
    pending = new PendingWords(format);
    fetched = new long[PendingWords.PAIRS];
    return pendingBytes();
  }

  /** Gives back the room for gathered words. There must be no gathered words. */
  void dropPending() {
    pending = null;
    fetched = null;
  }

  private long pendingBytes() {
    return pending == null ? 0 : pending.bytes() + 8L * fetched.length;
  }

  /**
   * Gathers an activation's next word, which came {@code count} times in a row. If {@code count}
   * isn't 1, the word must not change the activation's history. Returns the activation's new
   * position.
   */
  int gather(int position, long word, long count, int state) {
    int pair = pending.add(word, count, state);
    tail(position, pending.longs(), pending.history(pair));
    return FIRST_PENDING - pair;
  }

  /** Gathers a word that came {@code count} times after a history, and belongs to no activation. */
  void gather(long[] history, long word, long count) {
    int pair = pending.add(word, count, NO_STATE);
    System.arraycopy(history, 0, pending.longs(), pending.history(pair), historyLength);
  }

  /** Returns whether the gathered words must be counted before another word is gathered. */
  boolean isFullOfPending() {
    return pending.isFull();
  }

  /** Returns whether any gathered words haven't been counted yet. */
  boolean hasPending() {
    return pending != null && !pending.isEmpty();
  }

  /**
   * Reads what {@link #countLastPending} will read. These reads don't depend on each other, so they
   * wait for memory at the same time.
   */
  void fetch() {
    int pairs = pending.size();
    for (int pair = 0; pair < pairs; pair++) {
      long hash = hash(pending.longs(), pending.history(pair), pending.word(pair));
      fetched[pair] = index.at(index.home(hash));
    }
    long sum = 0;
    for (int pair = 0; pair < pairs; pair++) {
      int entry = (int) fetched[pair];
      sum += entries[entry] + entries[entry + stride - 1];
    }
    read = sum;
  }

  /**
   * Counts the word that was gathered last. The table must have {@linkplain #hasRoom room}. If the
   * word is still the last word of its activation, the activation's position becomes the word's
   * entry.
   *
   * @param top the value of TOP in the states of this table's activations
   */
  void countLastPending(int[] states, int top) {
    int pair = pending.size() - 1;
    int entry =
        findOrPut(pending.longs(), pending.history(pair), pending.word(pair), pending.count(pair));
    int state = pending.state(pair);
    if (state < states.length
        && states[state + TOP] == top
        && states[state + BOTTOM] == FIRST_PENDING - pair) {
      states[state + BOTTOM] = entry;
    }
    pending.removeLast();
  }

  /**
   * Adds all words that this table has gathered to another table, which grows if necessary. No
   * activation may still have its position in this table.
   */
  void countPendingIn(ContextWords table) {
    for (; hasPending(); pending.removeLast()) {
      int pair = pending.size() - 1;
      System.arraycopy(pending.longs(), pending.history(pair), tail, 0, historyLength);
      WordDivision.add(table, tail, pending.word(pair), pending.count(pair));
    }
  }

  /**
   * Returns the entry that is the position of an activation with the given history. If there is no
   * such entry yet, it is added; returns {@link #FULL} if there is no room for it.
   */
  int stand(long[] history) {
    return history[0] == 1 && isShort(history) ? ROOT : findOrPut(history, 0, NO_PATHS, 0);
  }

  private boolean isShort(long[] history) {
    for (int at = 1; at < historyLength; at++) {
      if (history[at] != 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Adds to the count of a word that came after a history. Returns the word's entry, which is added
   * if necessary; returns {@link #FULL} if there is no room for it.
   */
  int findOrPut(long[] histories, int history, long word, long count) {
    long hash = hash(histories, history, word);
    int known = find(histories, history, word, hash);
    if (known != 0) {
      add(known, count);
      return known;
    }
    if (!hasRoom()) {
      return FULL;
    }
    int entry = end;
    index.put(hash, entry);
    end += stride;
    entries[entry] = word;
    for (int part = 0; part < historyLength; part++) {
      entries[entry + HISTORY + part] = histories[history + part];
    }
    if (direct != null) {
      int pathBits = pathBits(word);
      entries[entry + COUNT] = format.advanced(histories[history], word ^ 1L << pathBits, pathBits);
    }
    add(entry, count);
    return entry;
  }

  /** Returns the entry of a word that came after a history; 0 if there is none. */
  private int find(long[] histories, int history, long word, long hash) {
    int place = index.home(hash);
    for (long found = index.at(place); found != 0; found = index.at(place)) {
      if ((found ^ hash) >>> Integer.SIZE == 0) {
        int entry = (int) found;
        if (entries[entry] == word && hasHistory(entry, histories, history)) {
          return entry;
        }
      }
      place = index.next(place);
    }
    return 0;
  }

  private boolean hasHistory(int entry, long[] histories, int history) {
    for (int at = 0; at < historyLength; at++) {
      if (entries[entry + HISTORY + at] != histories[history + at]) {
        return false;
      }
    }
    return true;
  }

  private long hash(long[] histories, int history, long word) {
    long hash = word * MIXER;
    for (int at = 0; at < historyLength; at++) {
      hash = mixed(hash, histories[history + at]);
    }
    return finished(hash);
  }

  private static long mixed(long hash, long part) {
    return (hash ^ hash >>> 32 ^ part) * MULTIPLIER;
  }

  private static long finished(long hash) {
    return (hash ^ hash >>> 29) * MULTIPLIER;
  }

  private void add(int entry, long count) {
    long low = (entries[entry + COUNT] >>> Integer.SIZE) + (count & ~HIGH);
    long high = (count >>> Integer.SIZE) + (low >>> Integer.SIZE);
    if (high != 0) {
      highCounts.merge(entry, high, Long::sum);
    }
    entries[entry + COUNT] = entries[entry + COUNT] & ~HIGH | low << Integer.SIZE;
  }

  /** Returns how often an entry's word came after its history. */
  long count(int entry) {
    long low = entries[entry + COUNT] >>> Integer.SIZE;
    return highCounts.isEmpty() ? low : low + (highCounts.getOrDefault(entry, 0L) << Integer.SIZE);
  }

  long word(int entry) {
    return entries[entry];
  }

  void history(int entry, long[] into) {
    System.arraycopy(entries, entry + HISTORY, into, 0, historyLength);
  }

  /**
   * Copies the ids of an entry's history, oldest first, to the end of the array. Returns the number
   * of ids.
   */
  int historyIds(int entry, int[] ids) {
    return format.ids(entries, entry + HISTORY, ids);
  }

  /**
   * Copies the ids of an entry's word, oldest first, to the beginning of the array. Returns the
   * number of ids.
   */
  int wordIds(int entry, int[] ids) {
    int count = pathCount(entry);
    PackedWord.unpack(entries[entry], bits, count, firstId, ids);
    return count;
  }

  int pathCount(int entry) {
    return pathBits(entries[entry]) / bits;
  }

  long totalPaths() {
    long paths = 0;
    for (int entry = first(); entry < end; entry = next(entry)) {
      paths += pathCount(entry);
    }
    return paths;
  }

  static int pathBits(long word) {
    return Long.SIZE - 1 - Long.numberOfLeadingZeros(word);
  }

  /** Returns the first entry after ROOT. */
  int first() {
    return stride;
  }

  /** Returns the entry that was added after the given entry. */
  int next(int entry) {
    return entry + stride;
  }

  /** Returns the index after the last entry. */
  int end() {
    return end;
  }

  /** Returns the number of entries, not counting ROOT. */
  int size() {
    return end / stride - 1;
  }

  boolean hasRoom() {
    return end + stride <= entries.length && isIndexed();
  }

  long bytes() {
    long found = direct == null ? 0 : 4L * direct.length;
    return 8L * entries.length + index.bytes() + 96L * highCounts.size() + found + pendingBytes();
  }

  long bytesToGrow() {
    return 8L * (grownLength() - entries.length) + (isIndexed() ? 0 : index.bytes());
  }

  /** Makes room for an entry. */
  void grow() {
    entries = Arrays.copyOf(entries, grownLength());
    if (!isIndexed()) {
      index.grow();
    }
  }

  private int grownLength() {
    return Sizes.grown(entries.length, (long) end + stride, stride, false);
  }

  private boolean isIndexed() {
    return size() < index.capacity();
  }

  /** Gives back unused memory, except for room to grow by a fourth. */
  void trim() {
    int wanted = Math.max(SMALLEST_ENTRIES, end / stride + end / stride / 4) * stride;
    if (wanted < entries.length) {
      entries = Arrays.copyOf(entries, wanted);
    }
    index.trim(size());
  }
}
